package camelot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"reeve/rules"
)

// TestHashOfMenThatChangedPlaces holds what a night's sample met: like men that have
// changed places are one position, whose steps are only listed in another order.
func TestHashOfMenThatChangedPlaces(t *testing.T) {
	one, _ := rules.NewScratch(placed(t, "white", "wM1 A6, wM2 A7, wM3 C9, bM1 L13, bM2 L11"))
	two, _ := rules.NewScratch(placed(t, "white", "wM2 A6, wM3 A7, wM1 C9, bM1 L11, bM2 L13"))
	a, b := one.Legal(nil), two.Legal(nil)
	if one.Hash() != two.Hash() {
		t.Error("their hashes differ")
	}
	if slices.Equal(a, b) {
		t.Error("the order of the steps is the same: this test tests nothing")
	}
	for _, step := range a {
		if !slices.Contains(b, step) {
			t.Errorf("%+v is legal in one of them", step)
		}
	}
	if len(a) != len(b) {
		t.Errorf("%d steps and %d", len(a), len(b))
	}
	other, _ := rules.NewScratch(placed(t, "white", "wK1 A6, wM2 A7, wM3 C9, bM1 L11, bM2 L13"))
	if other.Hash() == one.Hash() {
		t.Error("a knight for a man has the same hash")
	}
}

// someCells are squares of the board, about one in so many.
func someCells(r *rand.Rand, one int) (b cells) {
	for _, c := range cellOf {
		if r.IntN(one) == 0 {
			b.add(c)
		}
	}
	return b
}

// TestLooksAreOfSingleSquares holds all questions of many squares at once to questions of
// one square.
func TestLooksAreOfSingleSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	for i := range 300 {
		over, land := someCells(r, 2+i%12), someCells(r, 1+i%5)
		beside := over.beside(&land)
		for _, c := range cellOf {
			near, leap := directions(0), directions(0)
			for d, way := range ways {
				if over.has(c + way) {
					near |= 1 << d
					if land.has(c + 2*way) {
						leap |= 1 << d
					}
				}
			}
			if got := over.near(c); got != near {
				t.Fatalf("near %s are %08b, want %08b", c.name(), got, near)
			}
			if got := leaps(&over, &land, c); got != leap {
				t.Fatalf("from %s leaps are %08b, want %08b", c.name(), got, leap)
			}
			if got := beside.has(c); got != (near != 0 && land.has(c)) {
				t.Fatalf("%s is beside: %t", c.name(), got)
			}
		}
		for w := range beside {
			if beside[w]&^surface[w] != 0 {
				t.Fatalf("squares off the board are beside others")
			}
		}
	}
}

// TestLegsOnLatticesAreLeaps holds where canter legs lead on the four lattices to what is looked at square by square on
// the board.
func TestLegsOnLatticesAreLeaps(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for i := range 300 {
		over, land := someCells(r, 2+i%12), someCells(r, 1+i%5)
		who, open := spotsIn(&over), spotsIn(&land)
		var all, one spots
		for _, c := range cellOf {
			p := spotOf[c]
			k := p.lattice()
			var o hurdles
			o.see(&who, k)
			all[k] = o.legs(surfaceSpots[k]) & open[k]
			got := directions(0)
			for w := o.legs(p.bit()) & open[k]; w != 0; w &= w - 1 {
				d, to := p.toward(w)
				if one.add(to); cellOn[to] != c+2*ways[d] {
					t.Fatalf("from %s a leg in direction %d leads to %s", c.name(), d, cellOn[to].name())
				}
				got |= 1 << d
			}
			if want := leaps(&over, &land, c); got != want {
				t.Fatalf("from %s legs lead in the directions %08b, want %08b", c.name(), got, want)
			}
		}
		if all != one {
			t.Fatalf("from all squares at once legs lead to %x, from one after the other to %x", all, one)
		}
	}
}

func spotsIn(b *cells) (out spots) {
	for _, c := range cellOf {
		if b.has(c) {
			out.add(spotOf[c])
		}
	}
	return out
}

// TestPickedIsWhatIsListed holds counting to listing: the same number of steps, and at each place the same step.
func TestPickedIsWhatIsListed(t *testing.T) {
	root, _ := rules.NewScratch(begun())
	x, _ := rules.NewScratch(begun())
	picker, r := rules.PickerOf(x), rand.New(rand.NewPCG(4, 9))
	var legal []rules.Step
	for game := range 100 {
		for x.Copy(root); ; {
			if legal = x.Legal(legal[:0]); len(legal) == 0 {
				break
			}
			for place, want := range legal {
				if game >= 10 && r.IntN(16) > 0 {
					continue // some of them
				}
				among := 0
				if got, _ := picker.Pick(func(n int) int { among = n; return place }); got != want || among != len(legal) {
					t.Fatalf("of %d steps %+v is picked, and of %d %+v is listed", among, got, len(legal), want)
				}
			}
			x.Do(legal[r.IntN(len(legal))])
		}
		if step, ok := picker.Pick(r.IntN); ok {
			t.Fatalf("%+v is picked after the end", step)
		}
	}
}

// TestScratchPlayoutsDoNotAllocate plays random games as search does.
func TestScratchPlayoutsDoNotAllocate(t *testing.T) {
	root, _ := rules.NewScratch(begun())
	x, _ := rules.NewScratch(begun())
	legal, loud, features := make([]rules.Step, 0, 4096), make([]rules.Step, 0, 4096), make([]float32, len(featureNames))
	r := rand.New(rand.NewPCG(1, 2))
	picker, pick, plies := rules.PickerOf(x), r.IntN, 0
	if n := testing.AllocsPerRun(5, func() {
		for x.Copy(root); ; plies++ {
			if legal = x.Legal(legal[:0]); len(legal) == 0 {
				return
			}
			loud = x.Loud(loud[:0])
			x.Features(White, features)
			step, _ := picker.Pick(pick)
			x.Do(step)
		}
	}); n != 0 {
		t.Errorf("a game allocates %v times", n)
	}
	if plies < 100 {
		t.Errorf("only %d plies", plies)
	}
}

// expected is what White can expect of a position of the pieces left, after so many plies in
// which nothing happened.
func expected(t *testing.T, left string, plies int) float32 {
	t.Helper()
	x, _ := rules.NewScratch(placed(t, "white", left, quiet(plies)))
	return Game.Weights.Expect(x, White, make([]float32, len(featureNames)))
}

// Whoever has more is better off the farther its pieces have come, also from its own castle;
// where both have as many, a castle is held.
func TestWhoHasMoreIsToGoThere(t *testing.T) {
	const few = ", bM1 E13, bM2 F13, bM3 G13"
	home := expected(t, "wM1 E3, wM2 F3, wM3 G3, wM4 H3, wM5 D3"+few, 0)
	off := expected(t, "wM1 E3, wM2 F3, wM3 G3, wM4 H3, wM5 D6"+few, 0)
	there := expected(t, "wM1 E3, wM2 F3, wM3 G3, wM4 H9, wM5 D9"+few, 0)
	if !(0.5 < home && home < off && off < there) {
		t.Errorf("expected are %.4f at home, %.4f with one on the way and %.4f with two farther", home, off, there)
	}
	const even = "wM2 F3, wM3 G3, bM1 E13, bM2 F13, bM3 G13"
	if held, left := expected(t, "wM1 E3, "+even, 0), expected(t, "wM1 E6, "+even, 0); held <= left {
		t.Errorf("expected are %.4f of a castle held by all and %.4f by one less", held, left)
	}
}

// The nearer the draw for quiet turns, the less a lead is worth, for either side.
func TestALeadIsWorthLessNearADraw(t *testing.T) {
	before := float32(1)
	for _, plies := range []int{0, 40, 80, 99} {
		for i, left := range []string{"wM1 E9, wM2 F9, bM1 E13", "bM1 E8, bM2 F8, bM3 H8, wM1 E4"} {
			v := expected(t, left, plies)
			if i == 1 {
				v = 1 - v
			} else if v >= before {
				t.Errorf("after %d quiet plies %.4f are expected, before that %.4f", plies, v, before)
			} else {
				before = v
			}
			if v <= 0.5 {
				t.Errorf("%s after %d quiet plies: %.4f for who has more", left, plies, v)
			}
		}
	}
}

// However good a position looks, it is judged to be less than a win, by more than what a late
// win is less than one at once (engine: 0.01 in 96 plies): else who can win at once does not.
func TestNoJudgementIsAWin(t *testing.T) {
	const all = "wM1 F16, wM2 C15, wM3 D15, wM4 E15, wM5 F15, wM6 G15, wM7 H15, wM8 I15, wM9 J15, wM10 C14, wK1 D14, wK2 E14, wK3 F14, wK4 H14, bM1 A5"
	if v := expected(t, all, 0); v <= 0.95 || v >= 0.99 {
		t.Errorf("%.4f is expected of all pieces before the castle against one", v)
	}
}
