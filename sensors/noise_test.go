package sensors_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/sensors"
)

// samples are what Options.Samples has to be at each level of noise, at 250 scans a second.
var samples = map[sim.Noise]int{sim.None: 1, sim.Light: 2, sim.Heavy: 4, sim.Worn: 4}

// history is every change of every square as it was heard, whether it came as touch or with the wood.
type history struct {
	wood    board.Set
	known   bool
	changes [8 * 8][]change
	faults  int
	worst   time.Duration // a touch heard so long after its time
	start   time.Time
}

// change is one lift or place, with its instant.
type change struct {
	placed bool
	at     time.Duration
}

func (h *history) Touch(t board.Touch) {
	h.wood.Set(t.Square, t.Placed)
	h.changes[t.Square] = append(h.changes[t.Square], change{t.Placed, t.At})
	h.worst = max(h.worst, time.Since(h.start)-t.At)
}

func (h *history) Wood(wood board.Set, at time.Duration) {
	for sq := range board.Square(64) {
		if h.known && wood.Has(sq) != h.wood.Has(sq) {
			h.changes[sq] = append(h.changes[sq], change{wood.Has(sq), at})
		}
	}
	h.wood, h.known = wood, true
}

func (h *history) Fault(err error) {
	if err != nil {
		h.faults++
	}
}

// hands are a player who lifts and places pieces on a field of 8×8, at random but never one square twice
// within 1.5 s, so that no outage swallows a whole touch. They remember the truth.
type hands struct {
	field   *sim.Field
	start   time.Time
	random  *rand.Rand
	on      [64]int // the piece on each square; -1 is none
	rested  [64]time.Duration
	changes [64][]change
}

func newHands(field *sim.Field, seed uint64) *hands {
	h := &hands{field: field, start: time.Now(), random: rand.New(rand.NewPCG(seed, 9))}
	for sq := range h.on {
		h.on[sq] = -1
		if sq < 16 || sq >= 48 {
			h.on[sq] = sq
			field.Put(sq, field.Aim(sq), 0)
		}
	}
	return h
}

// pick returns a square that has a piece, or has none, and was not touched lately.
func (h *hands) pick(piece bool) int {
	for {
		sq := h.random.IntN(64)
		if now := time.Since(h.start); (h.on[sq] >= 0) == piece && (h.rested[sq] == 0 || now-h.rested[sq] > 1500*time.Millisecond) {
			h.rested[sq] = now
			return sq
		}
	}
}

// move lifts a piece, holds it a while and puts it down on another square.
func (h *hands) move() {
	from := h.pick(true)
	piece := h.on[from]
	now := time.Since(h.start)
	h.field.Lift(piece, now)
	h.on[from] = -1
	h.changes[from] = append(h.changes[from], change{false, now})
	time.Sleep(time.Duration(80+h.random.IntN(400)) * time.Millisecond)
	to := h.pick(false)
	now = time.Since(h.start)
	h.field.Put(piece, h.field.Aim(to), now)
	h.on[to] = piece
	h.changes[to] = append(h.changes[to], change{true, now})
	time.Sleep(time.Duration(80+h.random.IntN(400)) * time.Millisecond)
}

func grid8(t testing.TB) ([]sim.Point, *sensors.Wiring) {
	var places []sim.Point
	var squares []board.Square
	for i := range 64 {
		places = append(places, sim.Point{X: 25 + 50*float64(i%8), Y: 25 + 50*float64(i/8)})
		squares = append(squares, board.Square(i))
	}
	w, err := sensors.NewWiring(squares)
	if err != nil {
		t.Fatal(err)
	}
	return places, w
}

// long reports whether a test takes all there is, and not a sample: those named TestLong do.
func long(t testing.TB) bool { return strings.HasPrefix(t.Name(), "TestLong") }

func TestLongNothingIsInventedUnderNoise(t *testing.T) { TestNothingIsInventedUnderNoise(t) }

// TestNothingIsInventedUnderNoise plays minutes of hands on the physical board at every level of noise, with
// its bounces, spikes, crosstalk, missed, late and failing scans and brown-outs: the squares whose contacts
// are sound tell exactly the truth, touch by touch.
func TestNothingIsInventedUnderNoise(t *testing.T) {
	places, wiring := grid8(t)
	seeds := uint64(1)
	if long(t) {
		seeds = 6
	}
	for noise, n := range samples {
		t.Run(noise.String(), func(t *testing.T) {
			faults := 0
			for seed := range seeds {
				faults += playTruth(t, places, wiring, noise, n, seed)
			}
			if (faults > 0) != (noise >= sim.Heavy) {
				t.Errorf("%d faults told", faults)
			}
		})
	}
}

func playTruth(t *testing.T, places []sim.Point, wiring *sensors.Wiring, noise sim.Noise, samples int, seed uint64) (faults int) {
	synctest.Test(t, func(t *testing.T) {
		field := sim.NewField(places, seed, noise)
		hands := newHands(field, seed)
		heard := &history{start: hands.start}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			sensors.Run(ctx, field.Live(hands.start), wiring, heard, sensors.Options{Samples: samples, Start: hands.start})
		}()
		time.Sleep(2 * time.Second)
		for time.Since(hands.start) < time.Minute {
			hands.move()
		}
		time.Sleep(2 * time.Second)
		stop()
		<-done
		faults = heard.faults
		for sq := range hands.on {
			if field.Fault(sq) != sim.Sound {
				continue
			}
			if got, want := tell(heard.changes[sq]), tell(hands.changes[sq]); got != want || heard.wood.Has(board.Square(sq)) != (hands.on[sq] >= 0) {
				t.Errorf("seed %d: square %d told %s, the truth is %s", seed, sq, got, want)
				continue
			}
			for i, c := range heard.changes[sq] {
				if late := c.at - hands.changes[sq][i].at; late < 0 || late > 700*time.Millisecond || noise < sim.Heavy && late > 12*time.Millisecond {
					t.Errorf("seed %d: square %d told of %v at %v", seed, sq, hands.changes[sq][i], c.at)
				}
			}
		}
		if most := time.Duration(samples+2) * 4 * time.Millisecond; noise < sim.Heavy && heard.worst > most {
			t.Errorf("seed %d: a touch was told %v after its instant, %v can be", seed, heard.worst, most)
		}
	})
	return faults
}

// tell writes changes down, one mark each.
func tell(changes []change) string {
	var out strings.Builder
	for _, c := range changes {
		fmt.Fprint(&out, map[bool]string{true: "+", false: "-"}[c.placed])
	}
	return out.String()
}
