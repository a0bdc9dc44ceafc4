package sim

import (
	"encoding/binary"
	"time"

	"reeve/firmware-protocol/wire"
)

// receive takes what came over the line.
func (c *Controller) receive(chunk []byte) {
	if c.now() < c.display.deafUntil {
		c.line.stats[wire.StatUARTOverrun] += uint16(len(chunk))
		return
	}
	for len(chunk) > 0 {
		var f wire.Frame
		var ok bool
		if f, chunk, ok = c.line.decoder.Next(chunk); ok {
			c.line.rate.intact(c.now())
			c.handle(f)
		}
	}
}

// handle is the table of PROTOCOL.md 2 for intact frames.
func (c *Controller) handle(f wire.Frame) {
	outside := f.Type == wire.TypeHelloReq || f.Type == wire.TypeOpen
	switch {
	case f.Type.FromController():
		c.line.stats[wire.StatIgnored]++
	case outside && f.SID == 0:
		c.greet(f)
	case f.SID == 0 || f.SID != c.session.SID:
		c.line.stats[wire.StatSID]++
	case f.Type.Sequenced():
		c.session.lastHeard = c.now()
		c.command(f)
	default:
		c.session.lastHeard = c.now()
		c.request(f)
	}
}

func (c *Controller) greet(f wire.Frame) {
	if f.Type == wire.TypeHelloReq {
		c.pending.hello = true
		return
	}
	m, err := wire.ParseOpen(f.Payload)
	if err != nil {
		c.line.stats[wire.StatIgnored]++
		return
	}
	if m != c.session.Open {
		c.open(m)
	}
	c.pending.opened, c.pending.state = true, true
}

// open begins a session (PROTOCOL.md 3.4).
func (c *Controller) open(m wire.Open) {
	now := c.now()
	log := &c.inputs.log
	resumed := m.Flags&wire.OpenResume != 0 && m.Boot == c.boot && log.has(m.EvNext)
	c.session = session{Open: m, resumed: resumed, lastHeard: now, commands: commands{next: m.FirstCmd}}
	c.pending.begin(now)
	c.display.clear()
	log.rto, log.sentAt = c.line.rto(), now
	if resumed {
		c.inputs.resume(m.EvNext, now)
		return
	}
	log.clear()
}

func (c *Controller) request(f wire.Frame) {
	bad := false
	switch f.Type {
	case wire.TypePing:
		m, err := wire.ParsePing(f.Payload)
		if bad = err != nil; !bad {
			c.pending.pong = &m
		}
	case wire.TypeEvAck:
		m, err := wire.ParseEvAck(f.Payload)
		if bad = err != nil; !bad {
			c.inputs.acknowledge(m, c.line.rto(), c.now())
		}
	case wire.TypeStateReq:
		c.pending.state = true
	case wire.TypeStatsReq:
		c.pending.stats = true
	default:
		bad = !f.Type.Ancillary()
	}
	if bad {
		c.line.stats[wire.StatIgnored]++
	}
}

// command takes a numbered command in its turn.
func (c *Controller) command(f wire.Frame) {
	switch c.session.commands.order(f.Seq) {
	case due:
		c.session.commands.done(c.execute(f))
	case missing:
		c.line.stats[wire.StatCmdGap]++
	}
}

func (c *Controller) execute(f wire.Frame) wire.Status {
	switch f.Type {
	case wire.TypeLEDCommit:
		return do(wire.ParseLEDCommit, f.Payload, c.commit)
	case wire.TypeConfig:
		return do(wire.ParseConfig, f.Payload, c.configure)
	case wire.TypeSetBaud:
		return do(wire.ParseSetBaud, f.Payload, c.line.rate.set)
	case wire.TypeReboot:
		return do(wire.ParseReboot, f.Payload, func(wire.Reboot) wire.Status {
			c.rebooting = true
			return wire.StatusOK
		})
	}
	return c.display.apply(f)
}

func (c *Controller) commit(m wire.LEDCommit) wire.Status {
	status := c.display.commit(m, c.now())
	if status == wire.StatusOK {
		c.session.idle = false
	}
	return status
}

// settings holds the length of each value of CONFIG and the least it may be.
var settings = map[uint8]struct{ size, least int }{
	wire.TagScan: {2, 100}, wire.TagPress: {1, 1}, wire.TagRelease: {1, 1},
	wire.TagBrightness: {1, 0}, wire.TagCurrent: {2, 0}, wire.TagBeat: {1, 0},
}

// configure takes all values of a CONFIG or none.
func (c *Controller) configure(m wire.Config) wire.Status {
	values := map[uint8]int{}
	for p := m.TLVs; ; {
		tag, value, rest, ok := wire.NextTLV(p)
		if !ok {
			break
		}
		p = rest
		s, known := settings[tag]
		if !known {
			continue
		}
		if len(value) < s.size {
			return wire.StatusLength
		}
		values[tag] = int(value[0])
		if s.size == 2 {
			values[tag] = int(binary.LittleEndian.Uint16(value))
		}
		if values[tag] < s.least {
			return wire.StatusRange
		}
	}
	for tag, v := range values {
		c.set(tag, v)
	}
	c.display.show(c.now())
	return wire.StatusOK
}

func (c *Controller) set(tag uint8, v int) {
	switch tag {
	case wire.TagScan:
		c.inputs.every = time.Duration(v) * time.Microsecond
	case wire.TagPress:
		c.inputs.debounce.press = v
	case wire.TagRelease:
		c.inputs.debounce.release = v
	case wire.TagBrightness:
		c.display.brightness = v
	case wire.TagCurrent:
		c.display.milliamps = v
	case wire.TagBeat:
		c.pending.beatEvery = time.Duration(v) * 10 * time.Millisecond
		c.pending.beatAt = c.now() + c.pending.beatEvery
	}
}
