package chessbattle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules"
)

// crowd returns a random battle in which most pieces stand close to each other
// around the river.
func crowd(t testing.TB, given options, r *rand.Rand) rules.State {
	t.Helper()
	free := r.Perm(7 * 8)
	square := func() string {
		i := free[0]
		free = free[1:]
		return squareName(squareAt(i%8, 5+i/8))
	}
	pieces := []string{"wK " + square(), "bK " + square()}
	for _, seat := range "wb" {
		for _, k := range []struct {
			letter string
			most   int
		}{{"L", 6}, {"N", 4}, {"P", 3}, {"X", 2}} {
			for n := range r.IntN(k.most + 1) {
				pieces = append(pieces, fmt.Sprintf("%c%s%d %s", seat, k.letter, n+1, square()))
			}
		}
	}
	corner := []string{"wC1 c4", "bC1 d14"}
	cards := options{"white": []string{}, "black": []string{}}
	if r.IntN(4) == 0 {
		cards = options{"white": []string{"3d", "7h"}, "black": []string{"9c"}}
	}
	state := options{"command_left": 1 + r.IntN(6), "cards": cards}
	if given["river"] != false {
		state["bridges"] = []string{string("abcdefgh"[r.IntN(8)])}
	}
	toAct := []string{"white", "black"}[r.IntN(2)]
	return battleOf(t, given, toAct, strings.Join(append(pieces, corner...), ", "), state)
}

// TestSlowGeneratorInACrowd compares both generators where pieces stand close,
// and then what every attack leaves behind.
func TestSlowGeneratorInACrowd(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 120 {
		for _, given := range []options{nil, sure, {"river": false}, with(sure, "river", false)} {
			s := crowd(t, given, r)
			for range 6 {
				m := slowly(s)
				all := listed(s)
				if want := m.actions(); !slices.Equal(all, want) {
					t.Fatalf("%v: %v, the rules say %v", m.view, all, want)
				}
				compareAttacks(t, s, m, all)
				next := play(t, s, favoured(r, all))
				if next.Phase() != "battle" {
					break
				}
				s = next
			}
		}
	}
}

func compareAttacks(t *testing.T, s rules.State, m *slow, all []string) {
	t.Helper()
	for _, action := range all {
		if !strings.ContainsAny(action, "*!") {
			continue
		}
		next := play(t, s, action)
		switch n := slowly(next); {
		case m.sure && strings.Contains(action, "*"):
			checkFallen(t, m, n, action)
		case next.Phase() == "special" || next.Phase() == "draw":
			if want := n.cards(); !slices.Equal(n.state.Fight.Cards, want[:]) {
				t.Fatalf("%s: %v cards, the rules say %v", action, n.state.Fight.Cards, want)
			}
		}
	}
}

// TestApplyTakesWhatIsListed tries every pair of squares.
func TestApplyTakesWhatIsListed(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, given := range []options{nil, sure, {"river": false}} {
		s := crowd(t, given, r)
		taken := map[rules.Step]bool{}
		for _, step := range s.Legal(nil) {
			taken[step] = true
		}
		seat, _ := s.ToAct().Only()
		for a := range 128 {
			for b := range 128 {
				for kind := kindMove; kind <= kindShot; kind++ {
					step := pathStep(seat, kind, squareAt(a%8, a/8), squareAt(b%8, b/8))
					if _, _, err := s.Apply(step, nil); (err == nil) != taken[step] {
						t.Fatalf("%s: %v, but listed is %t", s.Text(step), err, taken[step])
					}
				}
			}
		}
	}
}

// TestSlowPerft counts sequences with the slow generator, where few are left.
func TestSlowPerft(t *testing.T) {
	for _, given := range []options{nil, sure} {
		s := battleOf(t, given, "white", "wK -, bK -, wN1 d5, bL1 e5, bL2 e6, bP1 d6, wL1 d4, wP1 f6",
			options{"command_left": 1, "cards": options{"white": []string{"7h"}, "black": []string{}}})
		var count func(s rules.State, n int) uint64
		count = func(s rules.State, n int) (sum uint64) {
			if n == 0 {
				return 1
			}
			for _, a := range slowly(s).actions() {
				sum += count(play(t, s, a), n-1)
			}
			return sum
		}
		if got, want := rules.Perft(s, 3), count(s, 3); got != want || want < 500 {
			t.Errorf("%v: perft 3 is %d, counted slowly %d", given, got, want)
		}
	}
}

func squareAt(file, rank int) board.Square { return board.Square(rank*files + file) }
