package sensors_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/sensors"
)

// told is what a Health is told in one row of a table.
type told func(h *sensors.Health, at time.Duration) bool

func touch(sq board.Square, placed bool) told {
	return func(h *sensors.Health, at time.Duration) bool {
		return h.Touch(board.Touch{Square: sq, Placed: placed, At: at})
	}
}

func place(sq board.Square) told { return touch(sq, true) }
func lift(sq board.Square) told  { return touch(sq, false) }

func wood(squares ...board.Square) told {
	return func(h *sensors.Health, at time.Duration) bool { return h.Wood(board.SetOf(squares...), at) }
}

func expect(squares ...board.Square) told {
	return func(h *sensors.Health, at time.Duration) bool {
		return h.Expect(board.SetOf(squares...), board.Set{}, at)
	}
}

func unexplained(squares ...board.Square) told {
	return func(h *sensors.Health, _ time.Duration) bool { return h.Unexplained(board.SetOf(squares...)) }
}

func expectBut(busy board.Square, squares ...board.Square) told {
	return func(h *sensors.Health, at time.Duration) bool {
		return h.Expect(board.SetOf(squares...), board.SetOf(busy), at)
	}
}

// flickered tells of counts that have grown to n on channel 5.
func flickered(n uint32) told {
	return func(h *sensors.Health, at time.Duration) bool {
		return h.Flickers(func(channel int) uint32 {
			if channel == 5 {
				return n
			}
			return 0
		}, at)
	}
}

// faults writes faults down: "5 dead @1.5".
func faults(h *sensors.Health) string {
	var out []string
	for _, f := range h.Faults() {
		if !h.Uncertain().Has(f.Square) {
			return fmt.Sprintf("%d is at fault and not uncertain", f.Square)
		}
		out = append(out, fmt.Sprintf("%d %v @%v", f.Square, f.Kind, f.Since.Seconds()))
	}
	return strings.Join(out, ", ")
}

// square16 is a wiring of 16 channels, channel i feels square i.
func square16(t testing.TB) *sensors.Wiring {
	var squares []board.Square
	for i := range 16 {
		squares = append(squares, board.Square(i))
	}
	w, err := sensors.NewWiring(squares)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestHealth(t *testing.T) {
	type row struct {
		s    float64
		do   told
		want string
	}
	for _, c := range []struct {
		name string
		opt  sensors.HealthOptions
		rows []row
	}{
		{"play in health", sensors.HealthOptions{}, []row{
			{0, wood(0, 1), ""}, {1, expect(0, 1), ""}, {2, lift(0), ""}, {3, place(2), ""}, {4, expect(1, 2), ""}, {5, lift(1), ""}, {6, place(3), ""}, {7, expect(2, 3), ""}}},
		{"a piece comes to a dead square, and play goes on", sensors.HealthOptions{}, []row{
			{0, wood(0, 1), ""}, {1, expect(0, 1), ""}, {2, lift(0), ""}, {3, expect(1, 5), ""}, {4, lift(1), ""}, {5, place(2), ""}, {6, expect(2, 5), "5 dead @3"},
			{9, expect(2, 5), "5 dead @3"}, {10, place(5), ""}, {11, expect(2, 5), ""}}},
		{"a dead square from the set-up", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expect(0, 5), ""}, {2, lift(0), ""}, {3, place(1), ""}, {4, expect(1, 5), "5 dead @1"}}},
		{"it is dead though the piece went and came", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expect(0, 5), ""}, {2, expect(0), ""}, {3, expect(0, 5), "5 dead @1"}, {4, expect(0), "5 dead @1"}, {5, wood(0, 5), ""}}},
		{"a piece put down late", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expect(0, 5), ""}, {2, place(5), ""}, {3, lift(5), ""}, {4, expect(0, 5), ""}}},
		{"the same step told again is no evidence", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expect(0, 5), ""}, {2, expect(0, 5), ""}, {3, expect(0, 5), ""}}},
		{"a square hands are at work on is not judged", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expectBut(5, 0, 5), ""}, {2, lift(0), ""}, {3, expectBut(5, 5), ""}, {4, place(0), ""}, {5, expectBut(5, 0, 5), ""}}},
		{"a square that closes with its neighbour, where nothing is made of it", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expect(0), ""}, {2, lift(0), ""}, {1.1, place(5), ""}, {1.104, place(6), ""}, {1.2, unexplained(0), ""}, {1.5, lift(5), ""}, {2.5, lift(6), ""},
			{3, place(5), ""}, {3.004, place(6), ""}, {4, unexplained(0), "5 crosstalk @3, 6 crosstalk @3.004"},
			{5, lift(6), "5 crosstalk @3, 6 crosstalk @3.004"}, {6, place(6), "5 crosstalk @3, 6 crosstalk @3.004"}, {7, lift(6), "5 crosstalk @3, 6 crosstalk @3.004"},
			{8, place(6), "5 crosstalk @3, 6 crosstalk @3.004"}, {9, lift(6), "5 crosstalk @3"}}},
		{"two pieces that are only ever felt together", sensors.HealthOptions{}, []row{
			{0, wood(5, 6), ""}, {1, expect(5, 6), ""}, {2, lift(5), ""}, {2, lift(6), ""}, {3, place(6), ""}, {3.004, place(5), ""},
			{4, lift(6), ""}, {4.008, lift(5), ""}, {5, place(5), ""}, {5.004, place(6), "5 crosstalk @5, 6 crosstalk @5.004"}}},
		{"two pieces that were felt together, and one alone between", sensors.HealthOptions{}, []row{
			{0, wood(5, 6), ""}, {1, expect(5, 6), ""}, {2, lift(5), ""}, {2, lift(6), ""}, {3, place(6), ""}, {3.004, place(5), ""},
			{3.5, lift(6), ""}, {3.7, place(6), ""}, {4, lift(6), ""}, {4.008, lift(5), ""}, {5, place(5), ""}, {5.004, place(6), ""}}},
		{"two pieces that were felt together, and once with a third", sensors.HealthOptions{}, []row{
			{0, wood(5, 6, 7), ""}, {1, expect(5, 6, 7), ""}, {2, lift(5), ""}, {2, lift(6), ""}, {3, place(6), ""}, {3.004, place(5), ""},
			{4, lift(6), ""}, {4, lift(5), ""}, {4.004, lift(7), ""}, {5, place(5), ""}, {5, place(6), ""}}},
		{"now with one, now with the other", sensors.HealthOptions{}, []row{
			{0, wood(5, 6), ""}, {1, expect(5, 6), ""}, {2, lift(5), ""}, {2, lift(6), ""}, {3, place(5), ""}, {3, place(7), ""}, {4, lift(5), ""}, {4, lift(7), ""},
			{5, place(5), ""}, {5, place(6), ""}, {6, lift(5), ""}, {6, lift(6), ""}, {7, place(5), ""}, {7, place(7), ""}, {8, lift(5), ""}, {8, lift(7), ""}}},
		{"what closes on half the board at once is none of its squares' fault", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expect(0), ""}, {3, place(5), ""}, {3.002, place(6), ""}, {3.003, unexplained(0), ""},
			{3.004, place(7), ""}, {3.006, place(2), ""},
			{3.008, place(3), ""}, {4, unexplained(0), ""}, {5, lift(5), ""}, {5.001, lift(6), ""}, {5.002, lift(7), ""}}},
		{"two pieces put down at once are explained", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expect(0), ""}, {3, place(5), ""}, {3.004, place(6), ""}, {4, unexplained(0, 5, 6), ""}, {5, expect(0, 5, 6), ""}}},
		{"what opens with its neighbour is still stuck", sensors.HealthOptions{}, []row{
			{0, wood(5, 6), ""}, {1, expect(6), ""}, {2, expect(6, 7), "5 stuck @1"},
			{4, lift(6), "5 stuck @1"}, {4.008, lift(5), "5 crosstalk @4.008"}, {5, place(6), "5 crosstalk @4.008"}, {5.002, place(5), "5 crosstalk @4.008"}}},
		{"what opens before its neighbour, too", sensors.HealthOptions{}, []row{
			{0, wood(5, 6), ""}, {1, expect(6), ""}, {2, expect(6, 7), "5 stuck @1"},
			{4, lift(5), ""}, {4.004, lift(6), "5 crosstalk @4"}}},
		{"more steps may be asked for", sensors.HealthOptions{Steps: 3}, []row{
			{0, expect(5), ""}, {1, expect(5, 6), ""}, {2, expect(5), "5 dead @0"}}},
		{"a stuck square", sensors.HealthOptions{}, []row{
			{0, wood(0, 5), ""}, {1, expect(0, 5), ""}, {2, place(6), ""}, {3, expect(0, 6), ""}, {4, lift(6), ""}, {5, place(7), ""}, {6, expect(0, 7), "5 stuck @3"},
			{7, expect(0, 5), "5 stuck @3"}, {8, lift(5), ""}}},
		{"a stuck square that opens for a moment is stuck still", sensors.HealthOptions{}, []row{
			{0, wood(0, 5), ""}, {1, expect(0), ""}, {2, place(6), ""}, {3, expect(0, 6), "5 stuck @1"}, {4, lift(5), ""}, {4.048, place(5), "5 stuck @4.048"},
			{5, lift(5), ""}, {5.1, place(5), ""}, {5.14, lift(5), ""}}},
		{"a dead square that closes for a moment is dead still", sensors.HealthOptions{}, []row{
			{0, wood(0), ""}, {1, expect(0, 5), ""}, {2, lift(0), ""}, {3, expect(5), "5 dead @1"}, {4, place(5), ""}, {4.2, lift(5), "5 dead @4.2"}, {5, place(5), ""}, {5.3, lift(5), ""}}},
		{"a victim not yet removed is a fault only until it is", sensors.HealthOptions{}, []row{
			{0, wood(0, 5), ""}, {1, expect(0), ""}, {2, lift(5), ""}, {3, expect(0), ""}, {4, expect(0, 1), ""}}},
		{"unsettled changes", sensors.HealthOptions{}, []row{
			{0, flickered(10), ""}, {20, flickered(20), ""}, {40, flickered(30), ""}, {60, flickered(40), ""}, {61, flickered(70), ""}, {62, flickered(85), "5 flickering @62"},
			{63, flickered(86), "5 flickering @62"}}},
		{"settled ones too short for hands", sensors.HealthOptions{Flickers: 12}, []row{
			{0, place(5), ""}, {1, lift(5), ""}, {1.02, place(5), ""}, {2, lift(5), ""}, {2.04, place(5), ""}, {3, lift(5), ""}, {3.05, place(5), ""}, {3.07, lift(5), "5 flickering @3.07"}}},
		{"a piece that nobody touches counts more", sensors.HealthOptions{}, []row{
			{0, place(5), ""}, {0.5, flickered(3), ""}, {3, flickered(6), ""}, {4, flickered(9), "5 flickering @4"}}},
		{"taps are none", sensors.HealthOptions{Flickers: 1}, []row{
			{0, place(5), ""}, {0.1, lift(5), ""}, {0.2, place(5), ""}, {0.3, lift(5), ""}, {0.4, place(5), ""}}},
		{"three corners make a ghost", sensors.HealthOptions{Columns: 4}, []row{
			{0, wood(0, 1), ""}, {1, place(4), ""}, {1.004, place(5), ""}, {2, expect(0, 1, 4), "5 ghost @1.004"}, {3, lift(4), "5 ghost @1.004"}, {3.004, lift(5), "5 ghost @1.004"},
			{4, expect(0, 1), "5 ghost @1.004"}, {5, place(5), "5 ghost @1.004"}, {5, place(4), "5 ghost @1.004"}, {6, expect(0, 1, 5), "4 ghost @5, 5 ghost @1.004"},
			{7, lift(5), "4 ghost @5, 5 ghost @1.004"}, {8, expect(0, 1, 4), "4 ghost @5"}}},
		{"what opens and closes with a ghost is no crosstalk", sensors.HealthOptions{Columns: 4}, []row{
			{0, wood(0, 1), ""}, {1, place(4), ""}, {1.004, place(5), ""}, {2, lift(4), ""}, {2, lift(5), ""}, {3, place(4), ""}, {3.004, place(5), ""},
			{4, lift(4), ""}, {4, lift(5), ""}, {5, place(4), ""}, {5.004, place(5), ""}, {6, expect(0, 1, 4), "5 ghost @5.004"}}},
		{"with diodes it is a piece too many", sensors.HealthOptions{}, []row{
			{0, wood(0, 1), ""}, {1, place(4), ""}, {1.004, place(5), ""}, {2, expect(0, 1, 4), ""}, {3, expect(0, 1), "5 stuck @2"}}},
		{"a piece put in the corner by itself is none", sensors.HealthOptions{Columns: 4}, []row{
			{0, wood(0, 1, 4), ""}, {1, place(5), ""}, {2, expect(0, 1, 4), ""}, {3, lift(5), ""}, {4, expect(0, 1, 4), ""}}},
		{"other drivers' squares are theirs", sensors.HealthOptions{}, []row{
			{0, wood(200), ""}, {1, expect(100), ""}, {2, place(100), ""}, {2.01, lift(100), ""}, {3, expect(101), ""}, {4, expect(100), ""}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, before := sensors.NewHealth(square16(t), c.opt), ""
			for _, r := range c.rows {
				changed := r.do(h, time.Duration(r.s*float64(time.Second)))
				if got := faults(h); got != r.want {
					t.Errorf("at %v s: %q, want %q", r.s, got, r.want)
				} else if changed != (got != before) {
					t.Errorf("at %v s: told of a change: %v; %q after %q", r.s, changed, got, before)
				}
				before = faults(h)
			}
		})
	}
}

func TestFlickeringEndsWithAQuietMinute(t *testing.T) {
	h := sensors.NewHealth(square16(t), sensors.HealthOptions{})
	flickered(200)(h, time.Second)
	if got := faults(h); got != "5 flickering @1" {
		t.Fatalf("faults %q", got)
	}
	for s := 2; s < 180; s++ {
		changed := flickered(200)(h, time.Duration(s)*time.Second)
		if well := faults(h) == ""; changed != (s == 121) || well != (s >= 121) {
			t.Fatalf("at %d s: told of a change: %v, faults %q", s, changed, faults(h))
		}
	}
}

func TestHealthAllocatesNothing(t *testing.T) {
	h := sensors.NewHealth(square16(t), sensors.HealthOptions{Columns: 4})
	count := func(int) uint32 { return 7 }
	at := time.Duration(0)
	if allocs := testing.AllocsPerRun(200, func() {
		for sq := range board.Square(16) {
			at += ms
			h.Touch(board.Touch{Square: sq, Placed: at%2 == 0, At: at})
		}
		h.Expect(board.SetOf(1, 2, 5), board.Set{}, at)
		h.Flickers(count, at)
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func TestKinds(t *testing.T) {
	for kind, key := range map[sensors.Kind]string{
		sensors.Dead: "fault.dead", sensors.Stuck: "fault.stuck", sensors.Flickering: "fault.flickering", sensors.Ghost: "fault.ghost", sensors.Crosstalk: "fault.crosstalk", sensors.Drifted: "fault.drifted", 0: "fault.Kind(0)", 9: "fault.Kind(9)",
	} {
		if got := kind.Key(); got != key {
			t.Errorf("key %q, want %q", got, key)
		}
	}
}

// ward is a sink that has a Health watch what it hears, and keeps all that it found.
type ward struct {
	mu     sync.Mutex
	health *sensors.Health
	found  map[board.Square]map[sensors.Kind]bool
}

func (w *ward) do(what func(h *sensors.Health) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !what(w.health) {
		return
	}
	for _, f := range w.health.Faults() {
		if w.found[f.Square] == nil {
			w.found[f.Square] = map[sensors.Kind]bool{}
		}
		w.found[f.Square][f.Kind] = true
	}
}

func (w *ward) Touch(t board.Touch) {
	w.do(func(h *sensors.Health) bool { return h.Touch(t) })
}
func (w *ward) Wood(wood board.Set, at time.Duration) {
	w.do(func(h *sensors.Health) bool { return h.Wood(wood, at) })
}
func (w *ward) Fault(error) {}

// watch plays minutes of hands on a field that prepare has broken, and returns all faults that were found.
func watch(t *testing.T, noise sim.Noise, seed uint64, opt sensors.HealthOptions, minutes int, prepare func(*sim.Field)) (found map[board.Square]map[sensors.Kind]bool) {
	places, wiring := grid8(t)
	synctest.Test(t, func(t *testing.T) {
		field := sim.NewField(places, seed, noise)
		hands := newHands(field, seed)
		prepare(field)
		w := &ward{health: sensors.NewHealth(wiring, opt), found: map[board.Square]map[sensors.Kind]bool{}}
		loop := sensors.NewLoop(field.Live(hands.start), wiring, w, sensors.Options{Samples: samples[noise], Start: hands.start})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); loop.Run(ctx) }()
		time.Sleep(time.Second)
		for time.Since(hands.start) < time.Duration(minutes)*time.Minute {
			var occupied board.Set
			for sq, piece := range hands.on {
				occupied.Set(board.Square(sq), piece >= 0)
			}
			at := time.Since(hands.start)
			w.do(func(h *sensors.Health) bool { return h.Expect(occupied, board.Set{}, at) })
			w.do(func(h *sensors.Health) bool {
				return h.Flickers(loop.Flicker, at)
			})
			hands.move()
		}
		stop()
		<-done
		found = w.found
	})
	return found
}

func TestLongHealthFindsWhatIsBroken(t *testing.T) { TestHealthFindsWhatIsBroken(t) }

// TestHealthFindsWhatIsBroken breaks three contacts of a board at every level of noise, and lets hands play:
// those are found, each as what it is, and no other.
func TestHealthFindsWhatIsBroken(t *testing.T) {
	seeds := uint64(1)
	if long(t) {
		seeds = 3
	}
	for _, noise := range []sim.Noise{sim.None, sim.Light, sim.Heavy} {
		for seed := range seeds {
			found := watch(t, noise, seed, sensors.HealthOptions{}, 5, func(f *sim.Field) {
				f.Break(10, sim.Dead, 0)
				f.Break(35, sim.Stuck, 0)
				f.Break(50, sim.Loose, 0)
			})
			want := map[board.Square]sensors.Kind{10: sensors.Dead, 35: sensors.Stuck, 50: sensors.Flickering}
			for sq, kind := range want {
				if !found[sq][kind] || kind != sensors.Flickering && len(found[sq]) != 1 {
					t.Errorf("%v, seed %d: square %d is %v: found %v", noise, seed, sq, kind, found[sq])
				}
			}
			for sq, kinds := range found {
				if want[sq] == 0 {
					t.Errorf("%v, seed %d: square %d is sound: found %v", noise, seed, sq, kinds)
				}
			}
		}
	}
}

func TestLongHealthFindsNothingOnASoundBoard(t *testing.T) { TestHealthFindsNothingOnASoundBoard(t) }

func TestHealthFindsNothingOnASoundBoard(t *testing.T) {
	minutes := 2
	if long(t) {
		minutes = 10
	}
	for _, noise := range []sim.Noise{sim.None, sim.Light, sim.Heavy} {
		if found := watch(t, noise, 8, sensors.HealthOptions{Columns: 8}, minutes, func(*sim.Field) {}); len(found) > 0 {
			t.Errorf("%v: found %v", noise, found)
		}
	}
}

// TestHealthFindsGhosts plays with few pieces on a matrix without diodes: whatever closes without a piece is
// found a ghost at the next step, and nothing else is found.
func TestHealthFindsGhosts(t *testing.T) {
	places, wiring := grid8(t)
	synctest.Test(t, func(t *testing.T) {
		start, random := time.Now(), rand.New(rand.NewPCG(3, 3))
		field := sim.NewField(places, 3, sim.Light)
		field.Matrix(8)
		w := &ward{health: sensors.NewHealth(wiring, sensors.HealthOptions{Columns: 8}), found: map[board.Square]map[sensors.Kind]bool{}}
		loop := sensors.NewLoop(field.Live(start), wiring, w, sensors.Options{Start: start})
		felt := make([]uint64, 1)
		var stands [6]int
		ghosts := 0
		for step := range 300 {
			piece := step % len(stands)
			field.Lift(piece, time.Since(start))
			stands[piece] = random.IntN(64)
			run(loop, 25)
			field.Put(piece, field.Aim(stands[piece]), time.Since(start))
			run(loop, 25)
			var occupied board.Set
			for _, sq := range stands[:min(step+1, len(stands))] {
				occupied.Add(board.Square(sq))
			}
			at := time.Since(start)
			w.do(func(h *sensors.Health) bool { return h.Expect(occupied, board.Set{}, at) })
			if err := field.Scan(at, felt); err != nil {
				t.Fatal(err)
			}
			extra := wiring.Wood(felt).Minus(occupied)
			ghosts += extra.Len()
			if !extra.Within(w.health.Uncertain()) {
				t.Errorf("step %d: %v are felt without a piece, %v are found", step, extra, w.health.Faults())
			}
		}
		for sq, kinds := range w.found {
			if len(kinds) != 1 || !kinds[sensors.Ghost] {
				t.Errorf("square %d: found %v", sq, kinds)
			}
		}
		if ghosts < 50 {
			t.Errorf("only %d ghosts", ghosts)
		}
	})
}

// run makes so many scans.
func run(loop *sensors.Loop, scans int) {
	for range scans {
		time.Sleep(loop.Scan())
	}
}
