package sim

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// transmit returns the next frame for the line, nil if there is none or the line is busy.
func (c *Controller) transmit(busy bool) []byte {
	if c.rebooting && len(c.commands.acks) == 0 && !busy {
		c.reset()
	}
	if busy {
		return nil
	}
	silent, changed := c.rate.silent(c.now(), len(c.commands.acks))
	if changed {
		c.log.rto = wire.RTO(c.rate.now)
	}
	if silent || changed { // the line has its new rate before the next frame
		return nil
	}
	typ, payload, ok := c.next()
	if !ok {
		c.quiet = true
		return nil
	}
	f := wire.Frame{Type: typ, SID: c.session.SID, Seq: c.seq, Payload: payload}
	if typ == wire.TypeHello {
		f.SID = 0
	}
	c.seq++
	c.stats[wire.StatTxFrames]++
	var line []byte
	if c.quiet {
		line = append(line, wire.Delimiter)
	}
	c.quiet = false
	return f.Append(line)
}

// next chooses by the priorities of PROTOCOL.md 5.6.
func (c *Controller) next() (wire.Type, []byte, bool) {
	now := c.now()
	switch {
	case now < c.deafUntil || !c.scanned:
		return 0, nil, false
	case len(c.commands.acks) > 0:
		ack := c.commands.acks[0]
		ack.RxFree = uint16(c.opt.RxRing)
		c.commands.acks = c.commands.acks[1:]
		return wire.TypeAck, ack.Append(nil), true
	case take(&c.pending.opened):
		return wire.TypeOpened, c.openedMessage().Append(nil), true
	case c.session.SID != 0 && c.log.gap != nil && c.log.gapDue:
		c.log.gapDue, c.log.sentAt = false, now
		return wire.TypeState, c.log.gap.Append(nil), true
	case c.session.SID != 0 && c.log.gap == nil && c.log.sent != c.log.head:
		c.log.sentAt = now
		return wire.TypeEvents, c.log.next().Append(nil), true
	case take(&c.pending.hello):
		c.pending.helloAt = now + helloEvery
		return wire.TypeHello, c.helloMessage().Append(nil), true
	case c.pending.pong != nil:
		m := wire.Pong{Token: c.pending.pong.Token, Tick: c.ticks(), Sub: uint16(now % tick / time.Microsecond)}
		c.pending.pong = nil
		return wire.TypePong, m.Append(nil), true
	case take(&c.pending.state):
		return c.stateMessage()
	case c.session.SID != 0 && c.pending.beatEvery > 0 && now >= c.pending.beatAt:
		c.pending.beatAt = now + c.pending.beatEvery
		return wire.TypeBeat, c.beatMessage().Append(nil), true
	case take(&c.pending.stats):
		return wire.TypeStats, c.statsMessage().Append(nil), true
	}
	return 0, nil, false
}

// take reports a wish and forgets it.
func take(wish *bool) bool {
	was := *wish
	*wish = false
	return was
}

func (c *Controller) helloMessage() wire.Hello {
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

func (c *Controller) openedMessage() wire.Opened {
	m := wire.Opened{Boot: c.boot, EvTail: c.log.tail, EvHead: c.log.head, CmdNext: c.commands.next}
	if c.session.Flags&wire.OpenResume != 0 {
		m.Flags = wire.OpenedGap
		if c.resumed {
			m.Flags = wire.OpenedResumed
		}
	}
	return m
}

// stateMessage answers STATE_REQ: not at all while edges are being lost, with the gap until it is known.
func (c *Controller) stateMessage() (wire.Type, []byte, bool) {
	switch {
	case c.log.gap != nil:
		return wire.TypeState, c.log.gap.Append(nil), true
	case c.log.lost > 0:
		return 0, nil, false
	}
	m := wire.State{EvNext: c.log.head, Tick: c.ticks(), Levels: c.levels()}
	return wire.TypeState, m.Append(nil), true
}

func (c *Controller) beatMessage() wire.Beat {
	m := wire.Beat{Tick: c.ticks(), EvHead: c.log.head, StateCRC: wire.CRC(c.levels()), CmdNext: c.commands.next, LEDFrame: c.lights.frame}
	if c.log.lost > 0 || c.log.gap != nil {
		m.Flags |= wire.FlagGap
	}
	if c.idle {
		m.Flags |= wire.FlagIdle
	}
	if c.opt.Supply {
		m.SupplyMV = c.board.supplied()
	}
	return m
}

func (c *Controller) statsMessage() wire.Stats {
	d := c.decoder.Counters()
	m := c.stats
	m[wire.StatRxOK], m[wire.StatCRC], m[wire.StatCOBS] = uint16(d.OK), uint16(d.CRC), uint16(d.COBS)
	m[wire.StatShort], m[wire.StatLong] = uint16(d.Short), uint16(d.Long)
	m[wire.StatEvResent], m[wire.StatEvRingHigh], m[wire.StatEvLost] = uint16(c.log.resent), uint16(c.log.high), uint16(c.log.lostTotal)
	return m
}
