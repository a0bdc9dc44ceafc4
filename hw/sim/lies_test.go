package sim_test

import (
	"math/bits"
	"testing"
	"time"

	"reeve/hw/sim"
)

// look reads f every 20 µs from one instant to another and hands on every picture
// that differs from the one before.
func look(t *testing.T, f *sim.Field, from, until time.Duration, see func(levels uint64, at time.Duration)) {
	t.Helper()
	levels, last := make([]uint64, 1), ^uint64(0)
	for at := from; at < until; at += 20 * time.Microsecond {
		if err := f.Scan(at, levels); err == nil && levels[0] != last {
			last = levels[0]
			see(last, at)
		}
	}
}

// lies counts what a field of that noise does that no drawing shows.
type lies struct {
	bounces    int // flips within 6 ms of a change, beyond the change
	deadCentre int // openings of 2 ms and more while a piece is slid over the middle of a reed
	deadZones  int // slides with a moment at which no contact feels the piece
	crosstalk  int // slides with 2 ms and more in which two contacts feel one piece
	spikes     int // changes where nothing moves
	late       int // scans that come late
	failures   int // scans that fail
}

func liesOf(t *testing.T, noise sim.Noise) (n lies) {
	t.Helper()
	for seed := range uint64(12) {
		f := sim.NewField(grid(3, 1), seed, noise)
		places := []sim.Point{f.Aim(0), f.Aim(1), f.Aim(2)}
		for i := range 3 {
			f.Break(i, sim.Sound, 0)
		}
		now := 10 * time.Millisecond
		f.Put(0, places[0], now)
		look(t, f, now, now+6*time.Millisecond, func(uint64, time.Duration) { n.bounces++ })
		n.bounces-- // the first picture
		now = 500 * time.Millisecond
		f.Drag(0, places[1:], now, now+time.Second)
		n.slide(t, f, now, now+time.Second)
		for at := 2 * time.Second; at < 5*time.Second; at += time.Second {
			look(t, f, at, at+400*time.Millisecond, func(uint64, time.Duration) { n.spikes++ })
			n.spikes--
		}
		levels := make([]uint64, 1)
		for at := 6 * time.Second; at < 60*time.Second; at += 4 * time.Millisecond {
			if f.Scan(at, levels) != nil {
				n.failures++
			}
			if f.Delay() > 0 {
				n.late++
			}
		}
	}
	return n
}

// slide follows a piece that is slid along three contacts.
func (n *lies) slide(t *testing.T, f *sim.Field, from, until time.Duration) {
	t.Helper()
	var last uint64
	var since time.Duration
	dead, both := false, false
	was := [3]bool{}
	look(t, f, from, until, func(levels uint64, at time.Duration) {
		if at-since >= 2*time.Millisecond && since > 0 {
			dead = dead || last == 0
			both = both || bits.OnesCount64(last) > 1
			if last == 0 && levels == 2 && was[1] { // the middle contact again, and no other between
				n.deadCentre++
			}
			for i := range was {
				was[i] = last>>i&1 == 1 || was[i] && last == 0
			}
		}
		last, since = levels, at
	})
	if dead {
		n.deadZones++
	}
	if both {
		n.crosstalk++
	}
}

// Every lie is told at the levels of noise that promise it, and at no other.
func TestWhole_EveryLieIsToldAtItsLevels(t *testing.T) {
	for _, noise := range allNoise {
		got := liesOf(t, noise)
		t.Logf("%v: %+v", noise, got)
		for _, lie := range []struct {
			name  string
			count int
			from  sim.Noise // the first level at which it is told
		}{
			{"bounces", got.bounces, sim.Light},
			{"openings dead centre", got.deadCentre, sim.Light},
			{"dead zones", got.deadZones, sim.None},
			{"crosstalk", got.crosstalk, sim.Heavy},
			{"spikes", got.spikes, sim.Heavy},
			{"late scans", got.late, sim.Light},
			{"scans that fail", got.failures, sim.Heavy},
		} {
			if (lie.count > 0) != (noise >= lie.from) {
				t.Errorf("%v: %d %s", noise, lie.count, lie.name)
			}
		}
	}
}

// A worn board has every fault that there is.
func TestAWornBoardHasEveryFault(t *testing.T) {
	seen := map[sim.Fault]int{}
	for seed := range uint64(40) {
		f := sim.NewField(grid(8, 8), seed, sim.Worn)
		for i := range 64 {
			seen[f.Fault(i)]++
		}
	}
	for _, fault := range []sim.Fault{sim.Dead, sim.Stuck, sim.Loose, sim.Wide, sim.Centred} {
		if n := seen[fault]; n < 5 {
			t.Errorf("%v: %d of 2560 contacts", fault, n)
		}
	}
	if n := seen[sim.Sound]; n < 2300 {
		t.Errorf("only %d of 2560 contacts are sound", n)
	}
}
