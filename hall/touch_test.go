package hall_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/hall/simulate"
	"reeve/hall/wire"
	"reeve/rules"
	"reeve/rules/catalog"
)

// Whatever becomes of its hall, a touch is lit at the instant at which it is felt, as on a board without a hall: nothing between
// contact and light waits for the hall, for its bus, or for a time that either sets.
func TestATouchIsLitAtOnceWhateverBecomesOfTheHall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 31)
		key, err := h.store.Key()
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		b := h.join("Table 1", "camelot", 100*time.Millisecond)
		h.wait(5 * time.Second)
		b.Rest()
		l := newLiar(h)
		mad, calm := context.WithCancel(t.Context())
		for _, f := range []struct {
			name  string
			begin func()
		}{
			{"well", func() {}},
			{"slow", func() { h.air.hold(10 * time.Second) }},
			{"in a black hole", func() { h.air.hold(0); h.air.set(false, true) }},
			{"cut off", func() { h.air.set(true, false) }},
			{"lying", func() { h.air.set(false, false); go l.lies(mad, b.id, 50*time.Millisecond) }},
			{"lying and flooding", func() { go h.floods(mad, key, b.id, 5*time.Millisecond) }},
			{"gone", func() { calm(); h.close() }},
		} {
			f.begin()
			h.wait(3 * time.Second)
			if took := touched(t, b.Board, start, 10); slices.Max(took) > 0 {
				t.Errorf("hall %s: touches are lit after %v", f.name, took)
			}
		}
	})
}

// lies says one lie after the other, so often, until ctx is done.
func (l *liar) lies(ctx context.Context, id wire.ID, every time.Duration) {
	for n, names := 0, slices.Sorted(maps.Keys(lies)); ctx.Err() == nil; n++ {
		if l.mu.Lock(); len(l.told[id]) > 0 {
			l.says(id, lies[names[n%len(names)]](l.told[id]))
		}
		l.mu.Unlock()
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
}

// touched lifts one piece after the other and puts it back, and returns how long each took to be lit.
func touched(t *testing.T, b *simulate.Board, start time.Time, times int) (took []time.Duration) {
	t.Helper()
	watch := b.Session.Watch(rules.Table)
	defer watch.Close()
	table, topology := <-watch.C(), b.Session.Topology()
	g, err := rules.Find(catalog.Games(), table.Game)
	if err != nil {
		t.Fatal(err)
	}
	seat, ok := g.SeatOf(table.Position.ToAct[0])
	if !ok {
		t.Fatal("nobody is to act")
	}
	legal := b.Session.Table(seat).Legal
	for n := range times {
		from, to, _ := strings.Cut(legal[n%len(legal)], "-")
		square, _ := topology.Square(from)
		to, _, _ = strings.Cut(to, "-")
		for _, placed := range []bool{false, true} {
			began := time.Now()
			b.Session.Touch(board.Touch{Square: square, Placed: placed, At: began.Sub(start)})
			for lit := false; lit == placed; {
				select {
				case table = <-watch.C():
					lit = slices.Contains(table.Lights[to], "legal")
				case <-time.After(time.Minute):
					t.Fatalf("%s of %s changes no light of %s: %v", map[bool]string{false: "lift", true: "place"}[placed], from, to, table.Lights)
				}
			}
			if !placed {
				took = append(took, time.Since(began))
			}
			time.Sleep(400 * time.Millisecond) // a hand's
		}
	}
	return took
}
