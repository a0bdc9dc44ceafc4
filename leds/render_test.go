package leds_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reeve/board"
	"reeve/leds"
)

const ms = time.Millisecond

// every meaning there is.
func meanings() (all []leds.Meaning) {
	for m := leds.Origin; m <= leds.Hint; m++ {
		all = append(all, m)
	}
	return all
}

// strip wires so many squares with one LED each.
func strip(t testing.TB, squares int, o leds.Options) *leds.Renderer {
	t.Helper()
	list := make([][]int, squares)
	for i := range list {
		list[i] = []int{i}
	}
	return renderer(t, list, squares, o)
}

func renderer(t testing.TB, squares [][]int, n int, o leds.Options) *leds.Renderer {
	t.Helper()
	w, err := leds.NewWiring(squares, n)
	if err != nil {
		t.Fatal(err)
	}
	r, err := leds.NewRenderer(w, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func show(r *leds.Renderer, at time.Duration, scene ...leds.Light) []byte {
	frame := make([]byte, r.FrameLen())
	for i := range frame {
		frame[i] = 77 // an old frame must not shine through
	}
	r.Render(scene, at, frame)
	return frame
}

func TestNames(t *testing.T) {
	for _, m := range meanings() {
		if back, err := leds.ParseMeaning(m.String()); err != nil || back != m {
			t.Errorf("%s reads as %v, %v", m, back, err)
		}
	}
	if _, err := leds.ParseMeaning("Legal"); !errors.Is(err, leds.ErrMeaning) {
		t.Errorf("Legal: %v", err)
	}
	for l, want := range map[leds.Light]string{
		{Meaning: leds.Energy, N: 12}: "energy:12", {Meaning: leds.Damage, N: 4}: "damage:4",
		{Meaning: leds.Pip, N: 6}: "pip:6", {Meaning: leds.Legal, N: 3}: "legal",
	} {
		if l.String() != want {
			t.Errorf("%#v is %q", l, l)
		}
	}
}

func TestPips(t *testing.T) {
	for face, want := range []string{"", "....#....", "#.......#", "#...#...#", "#.#...#.#", "#.#.#.#.#", "#.##.##.#"} {
		got := ""
		for _, lit := range leds.Pips(face) {
			got += map[bool]string{true: "#", false: "."}[lit]
		}
		if face > 0 && got != want {
			t.Errorf("face %d: %s", face, got)
		}
	}
	if leds.Pips(0) != [9]bool{} || leds.Pips(7) != [9]bool{} || leds.Pips(-1) != [9]bool{} {
		t.Error("a face that no die has is shown")
	}
}

// luma is how bright a frame's first LED is to an eye that sees no colour, 0 to 255.
func luma(frame []byte) float64 {
	return 0.2126*float64(frame[0]) + 0.7152*float64(frame[1]) + 0.0722*float64(frame[2])
}

func TestMeaningsDifferWithoutColour(t *testing.T) {
	for _, name := range leds.PaletteNames() {
		r := strip(t, 1, leds.Options{Palette: name})
		course := make([][]float64, len(meanings())) // by meaning, over time, against its own peak unless it is steady
		for _, m := range meanings() {
			peak := 0.0
			for at := time.Duration(0); at < 12*time.Second; at += 20 * ms {
				course[m] = append(course[m], luma(show(r, at, leds.Light{Meaning: m, N: 20})))
				peak = max(peak, course[m][len(course[m])-1])
			}
			for i := range course[m] {
				if leds.RhythmOf(m).Shape != leds.Steady {
					course[m][i] /= peak
				}
			}
		}
		for _, a := range meanings() {
			for _, b := range meanings()[:a] {
				if near(course[a], course[b]) {
					t.Errorf("%s: %s and %s look the same without colour", name, a, b)
				}
			}
		}
	}
}

// near reports whether two courses are never clearly apart: by a third of the brighter one.
func near(a, b []float64) bool {
	for i := range a {
		if d := a[i] - b[i]; max(d, -d) > max(a[i], b[i])/3 {
			return false
		}
	}
	return true
}

func TestNothingFlashesMoreThanThreeTimesASecond(t *testing.T) {
	for _, m := range meanings() {
		var rises []time.Duration
		was := uint8(255)
		for at := time.Duration(0); at < 20*time.Second; at += 5 * ms {
			is := leds.RhythmOf(m).At(at)
			if was < 128 && is >= 128 {
				rises = append(rises, at)
			}
			was = is
		}
		for i := 3; i < len(rises); i++ {
			if rises[i]-rises[i-3] < time.Second {
				t.Fatalf("%s flashes at %v and again at %v, three times between", m, rises[i-3], rises[i])
			}
		}
	}
}

func TestANewLightIsSeenAtOnce(t *testing.T) {
	for _, name := range leds.PaletteNames() {
		for _, m := range meanings() {
			if luma(show(strip(t, 1, leds.Options{Palette: name, Brightness: 1}), 0, leds.Light{Meaning: m})) == 0 {
				t.Errorf("%s: %s begins dark", name, m)
			}
		}
	}
}

func TestAtRestNothingMoves(t *testing.T) {
	r := strip(t, 2, leds.Options{})
	if r.Animated(leds.Scene{{Meaning: leds.Last}, {Square: 1, Meaning: leds.Turn}, {Square: 9, Meaning: leds.Wrong}}) {
		t.Error("last and turn move, or a square without LEDs does")
	}
	if !r.Animated(leds.Scene{{Meaning: leds.Last}, {Square: 1, Meaning: leds.Wrong}}) {
		t.Error("wrong does not move")
	}
}

// Where pieces may be put in nearly all of a half is lit, and nobody has a piece in hand yet: that does not glare.
func TestWhatIsLitAtRestIsDim(t *testing.T) {
	r := strip(t, 2, leds.Options{})
	at := func(scene ...leds.Light) byte { return slices.Max(show(r, 0, scene...)[:3]) }
	dim, held := at(leds.Light{Meaning: leds.Legal}), at(leds.Light{Meaning: leds.Legal}, leds.Light{Square: 1, Meaning: leds.Origin})
	if last := at(leds.Light{Meaning: leds.Last}); dim != last || held <= dim {
		t.Errorf("where a piece may go is lit %d at rest, %d with a piece in hand; the last squares %d", dim, held, last)
	}
}

func TestUrgentMeaningsWin(t *testing.T) {
	r := strip(t, 1, leds.Options{})
	for _, c := range []struct{ winner, loser leds.Meaning }{
		{leds.Wrong, leds.Lift}, {leds.Place, leds.Legal}, {leds.Throw, leds.Declared}, {leds.Declared, leds.Partner},
		{leds.Declared, leds.Target}, {leds.Target, leds.Legal}, {leds.Origin, leds.Legal}, {leds.Legal, leds.Last}, {leds.Last, leds.Turn},
	} {
		w, l := leds.Light{Meaning: c.winner}, leds.Light{Meaning: c.loser}
		for at := time.Duration(0); at < 3*time.Second; at += 50 * ms {
			if want := string(show(r, at, w)); string(show(r, at, w, l)) != want || string(show(r, at, l, w)) != want {
				t.Errorf("%s shows through %s", c.loser, c.winner)
				break
			}
		}
	}
}

func TestSeveralLEDsASquareAndSquaresWithoutAny(t *testing.T) {
	r := renderer(t, [][]int{{3, 0}, nil, {1}}, 4, leds.Options{})
	got := show(r, 0, leds.Light{Square: 0, Meaning: leds.Throw}, leds.Light{Square: 1, Meaning: leds.Wrong},
		leds.Light{Square: 200, Meaning: leds.Wrong}, leds.Light{Square: board.None, Meaning: leds.Wrong}, leds.Light{Square: 2, Meaning: 99})
	if want := "ffffff000000000000ffffff"; fmt.Sprintf("%x", got) != want {
		t.Errorf("%x, want %s", got, want)
	}
}

// LEDs at the edge are shared: each shows the most urgent of what its squares mean, in that one's rhythm.
func TestLEDsAtTheEdgeShowTheMostUrgent(t *testing.T) {
	files, ranks := [2]int{0, 1}, [2]int{2, 3}
	var wires [][]int // a1, b1, a2, b2
	for i := range 4 {
		wires = append(wires, []int{files[i%2], ranks[i/2]})
	}
	edge := renderer(t, wires, 4, leds.Options{LimitMA: 1000})
	alone := renderer(t, [][]int{{0}}, 1, leds.Options{})
	scene := leds.Scene{{Square: 0, Meaning: leds.Legal}, {Square: 3, Meaning: leds.Wrong}, {Square: 1, Meaning: leds.Last}}
	want := [4]leds.Meaning{leds.Legal, leds.Wrong, leds.Legal, leds.Wrong} // a, b, 1, 2
	for _, order := range [][3]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		for at := time.Duration(0); at < 3*time.Second; at += 50 * ms {
			got := show(edge, at, scene[order[0]], scene[order[1]], scene[order[2]])
			for led, m := range want {
				if one := show(alone, at, leds.Light{Meaning: m}); !bytes.Equal(got[3*led:3*led+3], one) {
					t.Fatalf("%v, %v: LED %d shows %x, %v is %x", order, at, led, got[3*led:3*led+3], m, one)
				}
			}
		}
	}
	frame := make([]byte, edge.FrameLen())
	if n := testing.AllocsPerRun(100, func() { edge.Render(scene, 0, frame) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestWiringIsChecked(t *testing.T) {
	for name, squares := range map[string][][]int{
		"twice on one square": {{1, 1}}, "beyond": {{4}}, "below": {{-1}}, "too many squares": make([][]int, 256),
	} {
		if _, err := leds.NewWiring(squares, 4); !errors.Is(err, leds.ErrWiring) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := leds.NewWiring(nil, leds.MaxLEDs+1); !errors.Is(err, leds.ErrWiring) {
		t.Errorf("too many LEDs: %v", err)
	}
	if _, err := leds.NewRenderer(nil, leds.Options{Palette: "neon"}); !errors.Is(err, leds.ErrPalette) {
		t.Errorf("neon: %v", err)
	}
}

func TestEnergyGrowsBrighterAndGreener(t *testing.T) {
	r := strip(t, 1, leds.Options{FullEnergy: 25})
	var before []byte
	for n := int16(0); n <= 25; n += 5 {
		now := show(r, 0, leds.Light{Meaning: leds.Energy, N: n})
		if before != nil && now[1] <= before[1] {
			t.Errorf("energy %d: %v after %v", n, now, before)
		}
		before = now
	}
	for _, n := range []int16{26, 32767} {
		if got := show(r, 0, leds.Light{Meaning: leds.Energy, N: n}); string(got) != string(before) {
			t.Errorf("energy %d: %v, full is %v", n, got, before)
		}
	}
	if low, none := show(r, 0, leds.Light{Meaning: leds.Energy, N: -9}), show(r, 0, leds.Light{Meaning: leds.Energy}); string(low) != string(none) {
		t.Errorf("energy below 0: %v, %v", low, none)
	}
}

func TestDamageFlashesInProportion(t *testing.T) {
	r := strip(t, 1, leds.Options{})
	var before time.Duration
	for _, n := range []int16{1, 4, 8, 12} {
		at := time.Duration(0)
		for ; at < time.Second && luma(show(r, at, leds.Light{Meaning: leds.Damage, N: n})) > 0; at += 5 * ms {
		}
		if at <= before || at == time.Second {
			t.Errorf("damage %d is lit for %v, less damage for %v", n, at, before)
		}
		before = at
	}
}

func TestBrightness(t *testing.T) {
	legal := leds.Light{Meaning: leds.Throw}
	for _, c := range []struct{ brightness, want byte }{{255, 255}, {128, 56}, {64, 12}, {3, 1}} {
		if got := show(strip(t, 1, leds.Options{Brightness: c.brightness}), 0, legal)[0]; got != c.want {
			t.Errorf("brightness %d: %d, want %d", c.brightness, got, c.want)
		}
	}
}

func TestCurrentLimitHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 160).Draw(t, "squares")
		list := make([][]int, n)
		for i := range list {
			list[i] = []int{i}
		}
		w, err := leds.NewWiring(list, n)
		if err != nil {
			t.Fatal(err)
		}
		limit := rapid.IntRange(1, 12000).Draw(t, "limit")
		r, err := leds.NewRenderer(w, leds.Options{LimitMA: limit, Palette: rapid.SampledFrom(leds.PaletteNames()).Draw(t, "palette")})
		if err != nil {
			t.Fatal(err)
		}
		var scene leds.Scene
		for range rapid.IntRange(0, 300).Draw(t, "lights") {
			scene = append(scene, leds.Light{Square: board.Square(rapid.IntRange(0, 255).Draw(t, "square")), Meaning: leds.Meaning(rapid.IntRange(0, 17).Draw(t, "meaning")), N: rapid.Int16().Draw(t, "n")})
		}
		frame := make([]byte, r.FrameLen())
		r.Render(scene, time.Duration(rapid.IntRange(0, 5000).Draw(t, "ms"))*ms, frame)
		if got := r.Current(frame); got > max(limit*1000, n*1000) {
			t.Fatalf("%d µA of %d mA", got, limit)
		}
	})
}

// TestCurrent is the sum as the data sheets have it: 1 mA dark, 20 mA a colour.
func TestCurrent(t *testing.T) {
	r := strip(t, 10, leds.Options{LimitMA: 1000})
	white := make(leds.Scene, 10)
	for i := range white {
		white[i] = leds.Light{Square: board.Square(i), Meaning: leds.Throw}
	}
	frame := make([]byte, 30)
	if r.Render(white, 0, frame); frame[0] != 255 || r.Current(frame) != 10*1000+30*20000 {
		t.Errorf("white on ten LEDs: %d, %d µA", frame[0], r.Current(frame))
	}
	half := strip(t, 10, leds.Options{LimitMA: 310})
	if half.Render(white, 0, frame); frame[0] != 127 || frame[29] != 127 {
		t.Errorf("with half the current: %d", frame[0])
	}
	none := strip(t, 10, leds.Options{LimitMA: 10})
	if none.Render(white, 0, frame); frame[0] != 0 {
		t.Errorf("with current for dark LEDs only: %d", frame[0])
	}
}

func TestRenderAllocatesNothing(t *testing.T) {
	r, scene := busy(t, 160)
	frame := make([]byte, r.FrameLen())
	at := time.Duration(0)
	if n := testing.AllocsPerRun(100, func() { at += 25 * ms; r.Render(scene, at, frame) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// busy is every square lit, with every meaning, under a limit.
func busy(t testing.TB, squares int) (*leds.Renderer, leds.Scene) {
	var scene leds.Scene
	for i := range squares {
		scene = append(scene, leds.Light{Square: board.Square(i), Meaning: leds.Meaning(i % 16), N: int16(i % 25)})
	}
	return strip(t, squares, leds.Options{LimitMA: 500, Brightness: 180}), scene
}

func BenchmarkRender(b *testing.B) {
	for _, n := range []int{49, 160} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r, scene := busy(b, n)
			frame := make([]byte, r.FrameLen())
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.Render(scene, time.Duration(i)*ms, frame)
			}
		})
	}
}

// A likely hit keeps the target lit for longer than an unlikely one, whatever the odds some of each period is lit
// and some is dark.
func TestTargetsAreLitInProportionToTheOdds(t *testing.T) {
	r := strip(t, 1, leds.Options{})
	lit := func(n int16) (sum int) {
		for at := time.Duration(0); at < 1200*ms; at += 10 * ms {
			if show(r, at, leds.Light{Meaning: leds.Target, N: n})[0] > 0 {
				sum++
			}
		}
		return sum
	}
	last := 0
	for _, percent := range []int16{0, 20, 40, 60, 80, 100} {
		now := lit(percent + 1)
		if now < last+10 || now > 115 {
			t.Errorf("%d %%: lit for %d hundredths of a second of 120, before %d", percent, now, last)
		}
		last = now
	}
}
