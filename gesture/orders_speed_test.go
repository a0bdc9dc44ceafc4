package gesture_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"reeve/rules/catalog"
)

// One touch, read, with what may be done next: at most 1 ms at the median of every
// game and 20 ms at worst, over the orders of hands and over games.
func TestFigureATouchIsReadInTime(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, game := range catalog.Games() {
		var took []time.Duration
		worst, by := time.Duration(0), ""
		count := func(name string, times []time.Duration) {
			took = append(took, times...)
			for _, d := range times {
				if d > worst {
					worst, by = d, name
				}
			}
		}
		for _, a := range actions {
			if strings.HasPrefix(a.name, game.Name) {
				for i, o := range a.ready(t).deed.ordersOf() {
					if a.ready(t).deed.heavy() && i%4 != 0 {
						continue
					}
					count(a.name+", "+o.name, least(func() *sitting { return a.timed(t, o, uint64(i)) }))
				}
			}
		}
		for _, a := range tables {
			if strings.HasPrefix(a.name, game.Name) {
				for seed := range uint64(*games / 3) {
					count(fmt.Sprintf("%s, game %d", a.name, seed), least(func() *sitting { return a.playOn(t, seed, true) }))
				}
			}
		}
		slices.Sort(took)
		median := took[len(took)/2]
		t.Logf("%s: %d touches, median %v, 99 of 100 %v, worst %v (%s)", game.Name, len(took), median, took[len(took)*99/100], worst, by)
		if median > time.Millisecond || worst > 20*time.Millisecond {
			t.Errorf("%s: median %v, worst %v in %s", game.Name, median, worst, by)
		}
	}
}

// beforeTheCharge is where the longest turn of all begins.
var beforeTheCharge = camelotOf("wK1 C4, wK2 D5, wK3 F5, wK4 H5, wM1 J5, wM2 K5, wM3 J7, wM4 H7, wM5 F7, wM6 D7, wM7 C7, wM8 D9, wM9 F9, wM10 H9, " +
	"bK1 J11, bK2 J12, bK3 H12, bK4 F12, bM1 D12, bM2 B12, bM3 A11, bM4 B10, bM5 B9, bM6 A7, bM7 A5, bM8 B3, bM9 D2, bM10 L13")

// longestCharge is its touches, the piece put down on every square of its way.
const longestCharge = "-C4 +E6 -E6 +G4 -G4 +I6 -I6 +K4 -K4 +K6 -K6 +I8 -I8 +G6 -G6 +E8 -E8 +C6 -C6 +C8 -C8 +E10 -E10 +G8 -G8 +I10 " +
	"-I10 -J11 +K12 -K12 +I12 -J12 -I12 +G12 -H12 -G12 +E12 -F12 -E12 +C12 -D12 -C12 +A12 -B12 -A12 +A10 -A11 -A10 +C10 -B10 -C10 +A8 -B9 -A8 +A6 -A7 -A6 +A4 -A5 -A4 +C2 -B3 -C2 +E2 -D2"

// The longest turn of all, a charge of 13 canters and 13 jumps put down on every square of
// its way: no touch of it takes longer, and it is read.
func TestFigureTheLongestChargeIsReadInTime(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	a := &action{
		name: "camelot, the longest charge", start: beforeTheCharge,
		means: "C4-E6-G4-I6-K4-K6-I8-G6-E8-C6-C8-E10-G8-I10xK12xI12xG12xE12xC12xA12xA10xC10xA8xA6xA4xC2xE2",
	}
	took := least(func() *sitting {
		s := a.sit(t, 60*ms)
		s.begin()
		s.timed = true
		for _, word := range strings.Fields(longestCharge) {
			sq, ok := s.truth[0].Topology().Square(word[1:])
			if !ok {
				t.Fatal(word)
			}
			s.step(sq, word[0] == '+', s.pace)
		}
		s.pass(quiet)
		if !strings.HasPrefix(s.taken(), "C4-E6-") || !strings.HasSuffix(s.taken(), "xE2") {
			t.Fatalf("read as %q\n%s", s.taken(), s.told())
		}
		return s
	})
	slices.Sort(took)
	t.Logf("%d touches, median %v, worst %v", len(took), took[len(took)/2], took[len(took)-1])
	if worst := took[len(took)-1]; worst > 20*time.Millisecond {
		t.Errorf("worst %v", worst)
	}
}

// worked is the processor's time of this thread: other programs run, too.
func worked(t testing.TB) time.Duration {
	t.Helper()
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &at); err != nil {
		t.Fatal(err)
	}
	return time.Duration(at.Nano())
}

// timed does one history with a clock.
func (a *action) timed(t *testing.T, o order, seed uint64) *sitting {
	s := a.sit(t, paces[seed%uint64(len(paces))])
	words, ok := s.fill(o, rand.New(rand.NewPCG(seed, 3)))
	if ok && o.name != a.but {
		s.timed = true
		s.does(words)
	}
	return s
}

// least is what each touch of a history took, the least of three times: other
// programs run, too.
func least(history func() *sitting) (took []time.Duration) {
	for range 3 {
		s := history()
		if took == nil {
			took = s.took
		}
		for i, d := range s.took {
			took[i] = min(took[i], d)
		}
	}
	return took
}
