package sim

import (
	"fmt"
	"time"
)

// Fault is what is wrong with one contact.
type Fault uint8

// The faults of a contact.
const (
	Sound   Fault = iota // nothing
	Dead                 // it never closes: a broken wire
	Stuck                // it never opens: welded blades, a short
	Loose                // while it is closed it lets go now and then, for half a millisecond to 40 ms
	Wide                 // it feels the pieces of the places beside its own, too
	Centred              // it lies right under the middle of its place, and opens under a piece that stands there
)

var faultNames = [...]string{"sound", "dead", "stuck", "loose", "wide", "centred"}

func (f Fault) String() string {
	if int(f) >= len(faultNames) {
		return fmt.Sprintf("Fault(%d)", uint8(f))
	}
	return faultNames[f]
}

// The times of a loose contact.
const (
	looseEvery = 400 * time.Millisecond // on the mean
	looseFor   = 40 * time.Millisecond  // at most
)

// Break gives a contact a fault from now on, or mends it with Sound.
func (f *Field) Break(channel int, fault Fault, now time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	f.repair(channel, fault)
}

// Fault returns what is wrong with a contact; under Worn noise the seed says so.
func (f *Field) Fault(channel int) Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.reeds[channel].fault
}

// fault draws what is wrong with a contact from the start.
func (p *profile) fault(seed uint64, channel int) Fault {
	d := drawFor(seed, forMount, channel, 1)
	if p.broken == 0 || d.below(p.broken) > 0 {
		return Sound
	}
	return Dead + Fault(d.below(int(Centred)))
}

// repair mounts the reed of a channel anew, with that fault, among the magnets as they are.
func (f *Field) repair(channel int, fault Fault) {
	old := &f.reeds[channel]
	r := mount(&f.profile, f.seed, channel, f.places[channel], f.pitch, fault)
	r.magnets, r.changes, r.generation = old.magnets, old.changes, old.generation+1
	*old = r
	for i := range f.magnets {
		m := &f.magnets[i]
		reach, gap := r.feels(m.place(f.now), m.height)
		f.feel(m, channel, m.down && reach, gap)
		if m.down && m.end > f.now { // what is planned knows the old reed
			f.leg(m, m.place(f.now), m.to)
		}
	}
	f.show(channel, bit(f.closed, channel))
	if fault == Loose {
		f.loosen(channel)
	}
}

// shows returns what a contact shows of a level it should have.
func (r *reed) shows(closed bool) bool { return r.fault != Dead && (closed || r.fault == Stuck) }

// loosen plans when a loose contact next lets go.
func (f *Field) loosen(channel int) {
	r := &f.reeds[channel]
	r.changes++
	d := drawFor(f.seed, forLoose, channel, r.changes)
	f.agenda.add(happening{at: f.now + d.once(looseEvery), kind: loosened, magnet: -1, reed: int32(channel)})
}

// letGo has a loose contact let go for a moment, and plans the next time.
func (f *Field) letGo(channel int) {
	r := &f.reeds[channel]
	if r.fault != Loose {
		return
	}
	f.loosen(channel)
	d := drawFor(f.seed, forLoose, channel, r.changes)
	length := 500*time.Microsecond + d.within(looseFor)
	if d.below(3) > 0 { // mostly it is too short to be believed
		length /= 8
	}
	f.invert(channel, length)
}

// spike plans when a contact next changes though nothing touches it.
func (f *Field) spike() {
	if f.profile.spike == 0 || len(f.reeds) == 0 {
		return
	}
	f.spikes++
	d := drawFor(f.seed, forSpike, 0, f.spikes)
	f.agenda.add(happening{at: f.now + d.once(f.profile.spike), kind: spiked, magnet: -1, reed: int32(d.below(len(f.reeds)))})
}

// invert shows the other level of a contact for a moment.
func (f *Field) invert(channel int, length time.Duration) {
	closed := bit(f.closed, channel)
	if f.reeds[channel].fault == Loose && !closed {
		return
	}
	f.show(channel, !closed)
	f.agenda.add(happening{at: f.now + length, kind: flipped, on: closed, magnet: -1, reed: int32(channel), generation: f.reeds[channel].generation})
}
