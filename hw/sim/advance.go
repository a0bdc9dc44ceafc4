package sim

import (
	"slices"
	"time"
)

// advance runs all events that are due by now.
func (f *Field) advance(now time.Duration) {
	for f.agenda.due(now) {
		h := f.agenda.next()
		f.now = max(f.now, h.at)
		f.happen(h)
	}
	f.now = max(f.now, now)
}

func (f *Field) happen(h happening) {
	channel := int(h.reed)
	if h.magnet < 0 {
		f.itself(h, channel)
		return
	}
	m := &f.magnets[h.magnet]
	if m.generation != h.generation {
		return
	}
	switch h.kind {
	case inReach:
		f.feel(m, channel, h.on, bit(m.gap, channel))
	case inGap:
		f.feel(m, channel, bit(m.reach, channel), h.on)
	case turned:
		f.arrive(m)
	}
}

// itself runs an event of a contact without a magnet: bounces, glitches, loose contacts.
func (f *Field) itself(h happening, channel int) {
	switch h.kind {
	case flipped:
		if f.reeds[channel].generation == h.generation {
			f.show(channel, h.on)
		}
	case spiked:
		d := drawFor(f.seed, forSpike, 1, f.spikes)
		f.invert(channel, d.within(f.profile.spikeFor))
		f.spike()
	case loosened:
		f.letGo(channel)
	}
}

// feel updates whether m is within a reed's reach and over its gap.
func (f *Field) feel(m *magnet, channel int, reach, gap bool) {
	was := bit(m.reach, channel) && !bit(m.gap, channel)
	setBit(m.reach, channel, reach)
	setBit(m.gap, channel, gap)
	r := &f.reeds[channel]
	switch is := reach && !gap; {
	case is == was:
		return
	case is:
		r.magnets++
	default:
		r.magnets--
	}
	if closed := r.magnets > 0; closed != bit(f.closed, channel) {
		f.change(channel, closed)
	}
}

// change moves a contact to a level, with bounces.
func (f *Field) change(channel int, closed bool) {
	r := &f.reeds[channel]
	r.changes++
	r.generation++ // in place of the bounces it still had
	setBit(f.closed, channel, closed)
	f.show(channel, closed)
	if f.profile.flips == 0 {
		return
	}
	d := drawFor(f.seed, forBounce, channel, r.changes)
	var room [maxFlips]time.Duration
	flips := room[:2*d.below(f.profile.flips/2+1)]
	for i := range flips {
		flips[i] = f.now + d.within(f.profile.span)
	}
	slices.Sort(flips)
	for i, at := range flips {
		f.agenda.add(happening{at: at, kind: flipped, on: closed == (i%2 == 1), magnet: -1, reed: int32(channel), generation: r.generation})
	}
}

// show sets the level that a scan reads, unless the contact's fault prevents it.
func (f *Field) show(channel int, closed bool) {
	if shown := f.reeds[channel].shows(closed); shown != bit(f.levels, channel) {
		setBit(f.levels, channel, shown)
		f.changed = true
	}
}
