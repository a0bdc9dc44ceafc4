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

// TestScratchPlayoutsDoNotAllocate plays random games as search does.
func TestScratchPlayoutsDoNotAllocate(t *testing.T) {
	root, _ := rules.NewScratch(begun())
	x, _ := rules.NewScratch(begun())
	legal, loud, features := make([]rules.Step, 0, 4096), make([]rules.Step, 0, 4096), make([]float32, len(featureNames))
	r := rand.New(rand.NewPCG(1, 2))
	plies := 0
	if n := testing.AllocsPerRun(5, func() {
		for x.Copy(root); ; plies++ {
			if legal = x.Legal(legal[:0]); len(legal) == 0 {
				return
			}
			loud = x.Loud(loud[:0])
			x.Features(White, features)
			x.Do(legal[r.IntN(len(legal))])
		}
	}); n != 0 {
		t.Errorf("a game allocates %v times", n)
	}
	if plies < 100 {
		t.Errorf("only %d plies", plies)
	}
}
