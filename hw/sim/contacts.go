package sim

import (
	"slices"
	"time"
)

// contacts are what reeds make of magnets that close them: bounces, spikes and faults, event by event.
type contacts struct {
	seed    uint64
	profile profile
	reeds   []reed
	now     time.Duration
	agenda  agenda
	spikes  uint64
	closed  []uint64 // by magnets, at rest
	levels  []uint64 // with bounces, spikes and faults
	changed bool     // levels, since they were wired
}

// The times of a loose contact.
const (
	looseEvery = 400 * time.Millisecond // on the mean
	looseFor   = 40 * time.Millisecond  // at most
)

// itself runs an event of a contact without a magnet: bounces, glitches, loose contacts.
func (c *contacts) itself(h happening, channel int) {
	switch h.kind {
	case flipped:
		if c.reeds[channel].generation == h.generation {
			c.show(channel, h.on)
		}
	case spiked:
		d := drawFor(c.seed, forSpike, 1, c.spikes)
		c.invert(channel, d.within(c.profile.spikeFor))
		c.spike()
	case loosened:
		c.letGo(channel)
	}
}

// change moves a contact to a level, with bounces.
func (c *contacts) change(channel int, closed bool) {
	r := &c.reeds[channel]
	r.changes++
	r.generation++ // in place of the bounces it still had
	setBit(c.closed, channel, closed)
	c.show(channel, closed)
	if c.profile.flips == 0 {
		return
	}
	d := drawFor(c.seed, forBounce, channel, r.changes)
	var room [maxFlips]time.Duration
	flips := room[:2*d.below(c.profile.flips/2+1)]
	for i := range flips {
		flips[i] = c.now + d.within(c.profile.span)
	}
	slices.Sort(flips)
	for i, at := range flips {
		c.agenda.add(happening{at: at, kind: flipped, on: closed == (i%2 == 1), magnet: -1, reed: int32(channel), generation: r.generation})
	}
}

// show sets the level that a scan reads, unless the contact's fault prevents it.
func (c *contacts) show(channel int, closed bool) {
	if shown := c.reeds[channel].shows(closed); shown != bit(c.levels, channel) {
		setBit(c.levels, channel, shown)
		c.changed = true
	}
}

// loosen plans when a loose contact next lets go.
func (c *contacts) loosen(channel int) {
	r := &c.reeds[channel]
	r.changes++
	d := drawFor(c.seed, forLoose, channel, r.changes)
	c.agenda.add(happening{at: c.now + d.once(looseEvery), kind: loosened, magnet: -1, reed: int32(channel)})
}

// letGo has a loose contact let go for a moment, and plans the next time.
func (c *contacts) letGo(channel int) {
	r := &c.reeds[channel]
	if r.fault != Loose {
		return
	}
	c.loosen(channel)
	d := drawFor(c.seed, forLoose, channel, r.changes)
	length := 500*time.Microsecond + d.within(looseFor)
	if d.below(3) > 0 { // mostly it is too short to be believed
		length /= 8
	}
	c.invert(channel, length)
}

// spike plans when a contact next changes though nothing touches it.
func (c *contacts) spike() {
	if c.profile.spike == 0 || len(c.reeds) == 0 {
		return
	}
	c.spikes++
	d := drawFor(c.seed, forSpike, 0, c.spikes)
	c.agenda.add(happening{at: c.now + d.once(c.profile.spike), kind: spiked, magnet: -1, reed: int32(d.below(len(c.reeds)))})
}

// invert shows the other level of a contact for a moment.
func (c *contacts) invert(channel int, length time.Duration) {
	closed := bit(c.closed, channel)
	if c.reeds[channel].fault == Loose && !closed {
		return
	}
	c.show(channel, !closed)
	c.agenda.add(happening{at: c.now + length, kind: flipped, on: closed, magnet: -1, reed: int32(channel), generation: c.reeds[channel].generation})
}
