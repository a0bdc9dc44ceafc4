package sim

import (
	"errors"
	"fmt"
	"time"
)

// ErrScan is why a scan of a Field fails during an outage.
var ErrScan = errors.New("sim: the contacts do not answer")

// supply is what lies between the contacts and who reads them.
type supply struct {
	seed     uint64
	noise    *profile
	scans    uint64
	stale    int // scans missed running
	from, to time.Duration
	dark     bool     // in the outage contacts read open, else scans fail
	outages  uint64   // planned so far
	darkened bool     // the last scan was made in the dark
	last     []uint64 // what it read
}

// plan draws the next outage after an instant.
func (s *supply) plan(after time.Duration) {
	s.outages++
	d := drawFor(s.seed, forOutage, 0, s.outages)
	s.from, s.to = never, never
	if s.noise.outage > 0 {
		s.from = after + d.once(s.noise.outage)
		s.to = s.from + d.within(s.noise.outFor)
	}
	s.dark = d.below(2) == 0
}

// misses draws whether a scan is missed.
func (s *supply) misses() bool {
	d := drawFor(s.seed, forScan, 0, s.scans)
	if s.noise.missed > 0 && s.stale < s.noise.stale && s.scans > 1 && d.below(s.noise.missed) == 0 {
		s.stale++
		return true
	}
	s.stale = 0
	return false
}

// read reads the wires of so many contacts. The scan in which the light goes out, or comes back, is dark in one part.
func (s *supply) read(wires []uint64, contacts int, dark bool) {
	copy(s.last, wires)
	if dark && s.darkened {
		clear(s.last)
	} else if dark != s.darkened {
		d := drawFor(s.seed, forOutage, 1, s.scans)
		edge := d.below(contacts + 1)
		for i := range contacts {
			if dark == (i >= edge) {
				setBit(s.last, i, false)
			}
		}
	}
	s.darkened = dark
}

const never = time.Duration(1<<63 - 1)

// Outage has the supply fail from now until then, in place of the next one that the noise has planned. In
// a dark outage every contact reads open, and the scans at its edges read one part so and the other right;
// else scans fail with ErrScan.
func (f *Field) Outage(now, until time.Duration, dark bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	f.supply.from, f.supply.to, f.supply.dark = f.now, until, dark
}

// Delay returns how late the next scan comes, as the noise will have it.
func (f *Field) Delay() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	d := drawFor(f.seed, forScan, 1, f.supply.scans)
	return d.within(f.profile.late+1) - 1
}

// Scan reads every contact as the wires show it: bit i%64 of levels[i/64] is set when channel i is closed;
// bits beyond are cleared. A scan that is missed brings the levels of the one before. It fails with ErrScan
// in an outage, and if levels has too few words.
func (f *Field) Scan(now time.Duration, levels []uint64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(levels) < len(f.levels) {
		return fmt.Errorf("sim: scan of %d contacts into %d words", len(f.reeds), len(levels))
	}
	f.advance(now)
	s := &f.supply
	s.scans++
	for f.now >= s.to {
		s.plan(s.to)
	}
	out := f.now >= s.from
	if out && !s.dark {
		return ErrScan
	}
	if !s.misses() {
		if f.changed {
			f.matrix.wire(f.levels, len(f.reeds))
			f.changed = false
		}
		s.read(f.matrix.wires, len(f.reeds), out)
	}
	clear(levels[copy(levels, s.last):])
	return nil
}

// Next returns the instant until which every scan reads what one now does, but for scans that are missed:
// who plays in a time of their own need make none before it. Without one nothing will ever change by itself.
func (f *Field) Next(now time.Duration) (at time.Duration, ever bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	at = f.supply.from
	if f.now >= at {
		at = f.supply.to
	}
	if len(f.agenda.heap) > 0 {
		at = min(at, f.agenda.heap[0].at)
	}
	if f.supply.darkened { // the next scan may be the one at the edge
		at = f.now
	}
	return max(at, f.now), at != never
}

// Live reads a Field by the clock.
type Live struct {
	field *Field
	start time.Time
}

// Live returns a reader for which the field's instants are counted from start.
func (f *Field) Live(start time.Time) Live { return Live{f, start} }

// Scan is the field's, now; it takes as long as Delay says.
func (l Live) Scan(levels []uint64) error {
	if d := l.field.Delay(); d > 0 {
		time.Sleep(d)
	}
	return l.field.Scan(time.Since(l.start), levels)
}
