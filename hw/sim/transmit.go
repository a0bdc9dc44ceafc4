package sim

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// transmit returns the next frame for the line, nil if there is none or the line is busy.
func (c *Controller) transmit(busy bool) []byte {
	if c.rebooting && len(c.session.commands.acks) == 0 && !busy {
		c.reset()
	}
	if busy {
		return nil
	}
	silent, changed := c.line.rate.silent(c.now(), len(c.session.commands.acks))
	if changed {
		c.inputs.log.rto = c.line.rto()
	}
	if silent || changed { // the line has its new rate before the next frame
		return nil
	}
	typ, payload, ok := c.next()
	if !ok {
		c.line.quiet = true
		return nil
	}
	sid := c.session.SID
	if typ == wire.TypeHello {
		sid = 0
	}
	return c.line.frame(typ, sid, payload)
}

// next chooses by the priorities of PROTOCOL.md 5.6.
func (c *Controller) next() (wire.Type, []byte, bool) {
	now, log, answers := c.now(), &c.inputs.log, &c.session.commands.acks
	switch {
	case now < c.display.deafUntil || !c.inputs.scanned:
		return 0, nil, false
	case len(*answers) > 0:
		ack := (*answers)[0]
		ack.RxFree = uint16(c.opt.RxRing)
		*answers = (*answers)[1:]
		return wire.TypeAck, ack.Append(nil), true
	case take(&c.pending.opened):
		return wire.TypeOpened, c.session.opened(c.boot, log).Append(nil), true
	case c.session.SID != 0 && log.gap != nil && log.gapDue:
		log.gapDue, log.sentAt = false, now
		return wire.TypeState, log.gap.Append(nil), true
	case c.session.SID != 0 && log.gap == nil && log.sent != log.head:
		log.sentAt = now
		return wire.TypeEvents, log.next().Append(nil), true
	case take(&c.pending.hello):
		c.pending.helloAt = now + helloEvery
		return wire.TypeHello, c.hello().Append(nil), true
	case c.pending.pong != nil:
		m := wire.Pong{Token: c.pending.pong.Token, Tick: ticks(now), Sub: uint16(now % tick / time.Microsecond)}
		c.pending.pong = nil
		return wire.TypePong, m.Append(nil), true
	case take(&c.pending.state):
		return c.inputs.state(now)
	case c.session.SID != 0 && c.pending.beatEvery > 0 && now >= c.pending.beatAt:
		c.pending.beatAt = now + c.pending.beatEvery
		return wire.TypeBeat, c.beat(now).Append(nil), true
	case take(&c.pending.stats):
		return wire.TypeStats, c.line.counted(log).Append(nil), true
	}
	return 0, nil, false
}

// take reports a wish and forgets it.
func take(wish *bool) bool {
	was := *wish
	*wish = false
	return was
}

func (c *Controller) hello() wire.Hello {
	contacts, leds := c.board.Len()
	features := wire.HasEffects | wire.HasSetBaud
	if c.opt.Deaf {
		features |= wire.DeafOnShow
	}
	if c.opt.Supply {
		features |= wire.HasSupply
	}
	tlvs := wire.AppendTLV(nil, wire.TagFirmware, []byte("simboard"))
	if name := c.opt.Name; name != "" {
		tlvs = wire.AppendTLV(tlvs, wire.TagLayout, []byte(name[:min(len(name), 100)]))
	}
	tlvs = wire.AppendTLV(tlvs, wire.TagBauds, rates())
	return wire.Hello{
		Major: wire.Major, Minor: wire.Minor, Boot: c.boot, Contacts: uint16(contacts), LEDs: uint16(leds),
		Buttons: uint8(c.opt.Buttons), MaxFrame: wire.MaxFrame, RxRing: uint16(c.opt.RxRing),
		EventRing: uint16(c.opt.EventRing), TickMicros: uint16(tick / time.Microsecond), Features: features, TLVs: tlvs,
	}
}

func (c *Controller) beat(now time.Duration) wire.Beat {
	log := &c.inputs.log
	m := wire.Beat{
		Tick: ticks(now), EvHead: log.head, StateCRC: wire.CRC(c.inputs.levels()),
		CmdNext: c.session.commands.next, LEDFrame: c.display.frame,
	}
	if log.lost > 0 || log.gap != nil {
		m.Flags |= wire.FlagGap
	}
	if c.session.idle {
		m.Flags |= wire.FlagIdle
	}
	if c.opt.Supply {
		m.SupplyMV = c.board.supplied()
	}
	return m
}
