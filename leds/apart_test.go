package leds_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"reeve/board"
	"reeve/leds"
)

// drawScene draws lights on any of 64 squares.
func drawScene(t *rapid.T, what string) (scene leds.Scene) {
	for range rapid.IntRange(0, 80).Draw(t, what) {
		scene = append(scene, leds.Light{
			Square: board.Square(rapid.IntRange(0, 63).Draw(t, "square")), Meaning: leds.Meaning(rapid.IntRange(0, 17).Draw(t, "meaning")), N: rapid.Int16().Draw(t, "n"),
		})
	}
	return scene
}

// Whatever the rest and the other board show, the LEDs of a part show the same; and all
// together keep the limit.
func TestWhatIsShownApartTellsNothingOfTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		wires := make([][]int, 64)
		for sq := range wires {
			wires[sq] = []int{sq, rapid.IntRange(64, 70).Draw(t, "edge")} // some LEDs light several squares
		}
		w, err := leds.NewWiring(wires, 71)
		if err != nil {
			t.Fatal(err)
		}
		limit := rapid.IntRange(1, 3000).Draw(t, "limit")
		r, err := leds.NewRenderer(w, leds.Options{LimitMA: limit})
		if err != nil {
			t.Fatal(err)
		}
		var one, two board.Set
		for sq := range board.Square(64) {
			switch rapid.IntRange(0, 2).Draw(t, "of") {
			case 1:
				one.Add(sq)
			case 2:
				two.Add(sq)
			}
		}
		mine := leds.Part{On: one, Scene: drawScene(t, "mine"), At: time.Duration(rapid.IntRange(0, 5000).Draw(t, "at")) * ms}
		var frames [2][]byte
		for i := range frames {
			frames[i] = make([]byte, r.FrameLen())
			theirs := leds.Part{On: two, Scene: drawScene(t, "theirs"), At: time.Duration(i) * ms}
			r.Render(drawScene(t, "rest"), time.Duration(i)*300*ms, frames[i], mine, theirs)
			if got := r.Current(frames[i]); got > max(limit*1000, w.LEDs()*1000) {
				t.Fatalf("%d µA of %d mA", got, limit)
			}
		}
		for sq := range one.All() {
			if a, b := frames[0][3*sq:3*sq+3], frames[1][3*sq:3*sq+3]; !slices.Equal(a, b) {
				t.Fatalf("square %d shows %x and %x", sq, a, b)
			}
		}
	})
}

// A part's rhythm goes on where it was, at the same instants, when the rest is changed.
func TestWhatIsShownApartKeepsItsRhythm(t *testing.T) {
	var seen [2][]byte // what LED 1 showed, every 5 ms
	for way := range seen {
		playing(t, func(p *leds.Player, _ *tape, _ *[]error, _ func()) {
			mine := leds.Part{On: board.SetOf(1), Scene: scene(leds.Wrong)}
			p.Show(nil, mine)
			time.Sleep(2 * ms)
			for i := range 400 {
				if way == 1 && i%7 == 0 {
					p.Show(leds.Scene{{Square: 0, Meaning: leds.Meaning(i % 9)}}, mine)
				}
				synctest.Wait()
				seen[way] = append(seen[way], p.Colours()[3:]...)
				time.Sleep(5 * ms)
			}
		})
	}
	if !slices.Equal(seen[0], seen[1]) || dark(seen[0]) {
		t.Errorf("one way %x\nand the other %x", seen[0], seen[1])
	}
}
