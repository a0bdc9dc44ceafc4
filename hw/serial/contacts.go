package serial

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// contacts are what a controller says of its contacts.
type contacts struct {
	*dialogue
	log eventLog
}

// ready tells the sink that the link is up and what it knows.
func (c *contacts) ready(now time.Duration, resumed bool) {
	c.stage = up
	c.info.Resumed = resumed
	c.link.up(c.info)
	c.link.levels(c.log.levels, now)
}

// adopt takes a STATE if it is wanted (PROTOCOL.md 5.2 and 5.5).
func (c *contacts) adopt(m wire.State, now time.Duration) error {
	need := c.levelBytes()
	if len(m.Levels) < need {
		return wire.ErrLength
	}
	levels := m.Levels[:need]
	gap := m.Flags&wire.FlagGap != 0
	switch {
	case c.stage == opening:
		return nil
	case c.stage == up && gap:
		c.link.work.Gaps++
		c.link.work.Lost += uint64(m.Lost)
	case c.stage == up && c.log.confirms(m.EvNext, levels):
		return nil
	case c.stage == up:
		c.link.work.Mismatches++
	}
	c.log.adopt(c.hello.Boot, m.EvNext, levels)
	c.poles(m)
	if c.stage == syncing {
		c.ready(now, false)
		return nil
	}
	c.link.levels(c.log.levels, c.pinger.when(m.Tick, now))
	return nil
}

// events applies what is new of the log (PROTOCOL.md 5.1).
func (c *contacts) events(m wire.Events, now time.Duration) {
	if c.stage != up {
		return
	}
	ahead := int16(m.First - c.log.next)
	if ahead > 0 {
		if c.log.missing(now, wire.RTO(c.rate.now)) {
			c.link.work.Rewinds++
		}
		return
	}
	c.log.ackDue = true
	tick := m.Tick
	for i := range m.Len() {
		e := m.Edge(i)
		tick += uint32(e.Dt)
		if int(ahead)+i < 0 {
			c.link.work.Duplicates++
			continue
		}
		c.log.next++
		c.edge(e, c.pinger.when(tick, now))
	}
}

func (c *contacts) edge(e wire.Edge, at time.Duration) {
	switch {
	case e.Class == wire.Contact && int(e.Index) < int(c.hello.Contacts):
		c.log.set(e.Index, e.Closed)
		if e.Closed && c.has(wire.HasPoles) {
			c.link.mark(int(e.Index), e.Pole)
		}
		c.link.edge(int(e.Index), e.Closed, at)
	case e.Class == wire.Button && e.Index < c.hello.Buttons:
		c.link.work.Edges++
		c.link.cfg.Sink.Button(int(e.Index), e.Closed, at)
	default:
		c.link.work.Ignored++
	}
}

// poles tells the poles of a STATE.
func (c *contacts) poles(m wire.State) {
	if !c.has(wire.HasPoles) {
		return
	}
	for channel := range int(c.hello.Contacts) {
		c.link.mark(channel, m.Pole(channel, int(c.hello.Contacts)))
	}
}
