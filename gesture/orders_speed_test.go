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
func TestATouchIsReadInTime(t *testing.T) {
	if thin() {
		t.Skip("it is the time that is tested")
	}
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
