package hwtest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Rig is a driver and the contacts behind it, all open at first.
type Rig struct {
	Scan     func(levels []uint64) error
	Close    func() error
	Channels int
	Dead     []int                          // channels that no contact can close
	Set      func(channel int, closed bool) // works a contact
	Break    func(broken bool)              // cuts the driver off from its contacts, or mends that
	Reset    func()                         // makes the chips restart as after a dip of their supply; nil if none can
	Opened   func() int                     // counts the ports that are open
	Settle   func()                         // waits until what was done can be scanned; nil if that is at once
}

// Check is one promise of a driver that scans.
type Check struct {
	Name string
	Run  func(t *testing.T, r *Rig)
}

// Checks are the promises of everything that scans; see sensors.Scanner.
var Checks = []Check{
	{"every contact is felt where it is", checkEveryChannel},
	{"random wood is felt", randomWood},
	{"a slice too short is refused", short},
	{"a failure is an error, and ends", failing},
	{"failures leak no ports", leaks},
	{"a reset is never taken for contacts", resets},
	{"nothing is allocated", allocations},
	{"closed is closed", closes},
	{"scans and Close may meet", meets},
}

// Scanner runs all checks, each on a rig of its own.
func Scanner(t *testing.T, rig func(t *testing.T) *Rig) {
	for _, c := range Checks {
		t.Run(c.Name, func(t *testing.T) { c.Run(t, rig(t)) })
	}
}

func (r *Rig) words() int { return (r.Channels + 63) / 64 }

func (r *Rig) settle() {
	if r.Settle != nil {
		r.Settle()
	}
}

// set works a contact and notes in want how it must be felt.
func (r *Rig) set(want []uint64, channel int, closed bool) {
	if slices.Contains(r.Dead, channel) {
		return
	}
	r.Set(channel, closed)
	want[channel/64] &^= 1 << (channel % 64)
	if closed {
		want[channel/64] |= 1 << (channel % 64)
	}
}

// expect scans into dirty words, one more than are needed.
func (r *Rig) expect(t *testing.T, want []uint64) {
	t.Helper()
	r.settle()
	levels := make([]uint64, r.words()+1)
	for i := range levels {
		levels[i] = 0xa5a5a5a5a5a5a5a5
	}
	if err := r.Scan(levels); err != nil {
		t.Fatalf("Scan: %v", err)
	}
	if !slices.Equal(levels, append(slices.Clone(want), 0)) {
		t.Fatalf("scanned %x, the contacts are %x", levels, want)
	}
}

// within scans until it works, which must be within so many tries.
func (r *Rig) within(t *testing.T, tries int) {
	t.Helper()
	levels := make([]uint64, r.words())
	var err error
	for range tries {
		r.settle()
		if err = r.Scan(levels); err == nil {
			return
		}
	}
	t.Fatalf("after %d tries Scan still fails: %v", tries, err)
}

func checkEveryChannel(t *testing.T, r *Rig) {
	want := make([]uint64, r.words())
	r.expect(t, want)
	for ch := range r.Channels {
		r.set(want, ch, true)
		r.expect(t, want)
		r.set(want, ch, false)
	}
	for ch := range r.Channels {
		r.set(want, ch, true)
	}
	r.expect(t, want)
	r.within(t, 1)
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func randomWood(t *testing.T, r *Rig) {
	defer r.Close()
	random := rand.New(rand.NewPCG(1, 2))
	want := make([]uint64, r.words())
	for range 50 {
		for range 1 + random.IntN(r.Channels) {
			r.set(want, random.IntN(r.Channels), random.IntN(2) == 0)
		}
		r.expect(t, want)
	}
}

func short(t *testing.T, r *Rig) {
	defer r.Close()
	r.within(t, 1)
	if err := r.Scan(make([]uint64, r.words()-1)); err == nil {
		t.Error("a scan into too few words did not fail")
	}
	r.expect(t, make([]uint64, r.words()))
}

func failing(t *testing.T, r *Rig) {
	defer r.Close()
	want, levels := make([]uint64, r.words()), make([]uint64, r.words())
	r.within(t, 1)
	r.Break(true)
	r.settle()
	for range 5 {
		if err := r.Scan(levels); err == nil {
			t.Fatalf("a broken driver scanned %x", levels)
		}
	}
	r.set(want, r.Channels/2, true)
	r.set(want, 0, true)
	r.Break(false)
	r.within(t, 3)
	r.expect(t, want)
}

// reconnects is how often a driver loses its port in its life here.
const reconnects, someReconnects = 1000, 100 // in tests named TestLong, in all others

func leaks(t *testing.T, r *Rig) {
	before := r.Opened()
	times := someReconnects
	if strings.HasPrefix(t.Name(), "TestLong") {
		times = reconnects
	}
	for range times {
		r.within(t, 3)
		r.Break(true)
		r.settle()
		if err := r.Scan(make([]uint64, r.words())); err == nil {
			t.Fatal("a broken driver scanned")
		}
		r.Break(false)
	}
	r.within(t, 3)
	if n := r.Opened() - before; n > 2 {
		t.Errorf("%d ports are open", n)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if n := r.Opened(); n != 0 {
		t.Errorf("%d ports are open after Close", n)
	}
}

// resets makes the chips restart between scans. Each scan then either tells the
// truth or fails.
func resets(t *testing.T, r *Rig) {
	if r.Reset == nil {
		t.Skip("nothing here can restart unseen")
	}
	defer r.Close()
	random := rand.New(rand.NewPCG(3, 4))
	want, levels := make([]uint64, r.words()), make([]uint64, r.words())
	failed := 0
	for range 20 {
		r.set(want, random.IntN(r.Channels), random.IntN(2) == 0)
		r.within(t, 3)
		r.Reset()
		for range 20 {
			if err := r.Scan(levels); err != nil {
				failed++
			} else if !slices.Equal(levels, want) {
				t.Fatalf("after a reset scanned %x, the contacts are %x", levels, want)
			}
		}
		r.expect(t, want)
	}
	if failed == 0 {
		t.Error("no reset was noticed")
	}
}

func allocations(t *testing.T, r *Rig) {
	defer r.Close()
	levels := make([]uint64, r.words())
	r.within(t, 1)
	if n := testing.AllocsPerRun(100, func() {
		if err := r.Scan(levels); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations in a scan", n)
	}
}

func closes(t *testing.T, r *Rig) {
	r.within(t, 1)
	for range 2 {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := r.Scan(make([]uint64, r.words())); err == nil {
		t.Error("a closed driver scanned")
	}
	if n := r.Opened(); n != 0 {
		t.Errorf("%d ports are open after Close", n)
	}
}

func meets(t *testing.T, r *Rig) {
	r.within(t, 1)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			levels := make([]uint64, r.words())
			for range 100 {
				if err := r.Scan(levels); err != nil {
					return // it is closed
				}
				if slices.ContainsFunc(levels, func(w uint64) bool { return w != 0 }) {
					t.Errorf("scanned %x of an empty board", levels)
				}
			}
		})
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
}
