package sim

import (
	"encoding/binary"
	"time"

	"reeve/firmware-protocol/wire"
)

// receive takes what came over the line.
func (c *Controller) receive(chunk []byte) {
	if c.now() < c.deafUntil {
		c.stats[wire.StatUARTOverrun] += uint16(len(chunk))
		return
	}
	for len(chunk) > 0 {
		var f wire.Frame
		var ok bool
		if f, chunk, ok = c.decoder.Next(chunk); ok {
			c.rate.intact(c.now())
			c.handle(f)
		}
	}
}

// handle is the table of PROTOCOL.md 2 for intact frames.
func (c *Controller) handle(f wire.Frame) {
	outside := f.Type == wire.TypeHelloReq || f.Type == wire.TypeOpen
	switch {
	case f.Type.FromController():
		c.stats[wire.StatIgnored]++
	case outside && f.SID == 0:
		c.greet(f)
	case f.SID == 0 || f.SID != c.session.SID:
		c.stats[wire.StatSID]++
	case f.Type.Sequenced():
		c.lastHeard = c.now()
		c.command(f)
	default:
		c.lastHeard = c.now()
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
		c.stats[wire.StatIgnored]++
		return
	}
	if m != c.session {
		c.open(m)
	}
	c.pending.opened, c.pending.state = true, true
}

// open begins a session (PROTOCOL.md 3.4).
func (c *Controller) open(m wire.Open) {
	now := c.now()
	c.session = m
	c.lastHeard, c.idle = now, false
	c.commands = commands{next: m.FirstCmd}
	c.log.rto, c.log.sentAt = wire.RTO(c.rate.now), now
	c.pending.begin(now)
	c.lights.clear()
	if c.resumed = c.resumes(m); c.resumed {
		c.log.ack(m.EvNext)
		c.log.rewind(now)
		c.settleGap()
		return
	}
	c.log.clear()
}

// resumes reports whether the log can go on from where m wants it.
func (c *Controller) resumes(m wire.Open) bool {
	return m.Flags&wire.OpenResume != 0 && m.Boot == c.boot && int(m.EvNext-c.log.tail) <= c.log.len()
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
			c.acknowledge(m)
		}
	case wire.TypeStateReq:
		c.pending.state = true
	case wire.TypeStatsReq:
		c.pending.stats = true
	default:
		bad = !f.Type.Ancillary()
	}
	if bad {
		c.stats[wire.StatIgnored]++
	}
}

func (c *Controller) acknowledge(m wire.EvAck) {
	if int(m.Next-c.log.tail) > c.log.len() {
		return
	}
	if c.log.ack(m.Next) {
		c.log.rto, c.log.sentAt = wire.RTO(c.rate.now), c.now()
	}
	if m.Flags&wire.AckRewind != 0 {
		c.log.rewind(c.now())
	}
	c.settleGap()
}

// command takes a numbered command in its turn.
func (c *Controller) command(f wire.Frame) {
	switch c.commands.order(f.Seq) {
	case due:
		c.commands.done(c.execute(f))
	case missing:
		c.stats[wire.StatCmdGap]++
	}
}

func (c *Controller) execute(f wire.Frame) wire.Status {
	switch f.Type {
	case wire.TypeLEDCommit:
		return do(wire.ParseLEDCommit, f.Payload, c.commit)
	case wire.TypeConfig:
		return do(wire.ParseConfig, f.Payload, c.configure)
	case wire.TypeSetBaud:
		return do(wire.ParseSetBaud, f.Payload, c.rate.set)
	case wire.TypeReboot:
		return do(wire.ParseReboot, f.Payload, func(wire.Reboot) wire.Status {
			c.rebooting = true
			return wire.StatusOK
		})
	}
	return c.lights.apply(f)
}

func (c *Controller) commit(m wire.LEDCommit) wire.Status {
	now := c.now()
	status := c.lights.commit(m, now)
	if status != wire.StatusOK {
		return status
	}
	c.idle = false
	c.show(now)
	if c.opt.Deaf {
		c.deafUntil = now + time.Duration(len(c.lights.back))*showPerLED
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
	c.show(c.now())
	return wire.StatusOK
}

func (c *Controller) set(tag uint8, v int) {
	switch tag {
	case wire.TagScan:
		c.scan = time.Duration(v) * time.Microsecond
	case wire.TagPress:
		c.inputs.press = v
	case wire.TagRelease:
		c.inputs.release = v
	case wire.TagBrightness:
		c.lights.brightness = v
	case wire.TagCurrent:
		c.lights.milliamps = v
	case wire.TagBeat:
		c.pending.beatEvery = time.Duration(v) * 10 * time.Millisecond
		c.pending.beatAt = c.now() + c.pending.beatEvery
	}
}
