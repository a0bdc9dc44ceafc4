package chessbattle

import (
	"slices"
	"testing"

	"reeve/rules"
)

// expected is what White can expect of a battle in which White is to move.
func expected(t *testing.T, pieces string) float32 {
	t.Helper()
	x, _ := rules.NewScratch(battleOf(t, nil, "white", pieces, nil))
	return Game.Weights.Expect(x, White, make([]float32, len(featureNames)))
}

// However good a position looks, it is judged to be less than a win (0.99, where search takes an
// end for proven), and one better still to be better: else who leads stands still.
func TestNoJudgementIsAWin(t *testing.T) {
	const last = "bL1 a9, bK -, bC1 -"
	const army = ", wK g14, wN1 e15, wN2 f15, wN3 g15, wN4 h15, wP1 e14, wP2 f14, wX1 h13, wX2 g13, wL1 d13, wL2 e13, wL3 f13"
	all := expected(t, last+army+", wL4 d14, wL5 d15")
	far := expected(t, last+army+", wL4 d14, wL5 d9")
	if all >= 0.99 || far >= all-1e-4 || far <= 0.8 {
		t.Errorf("%.5f is expected of all before the last camp, %.5f with one far off", all, far)
	}
}

// Pieces next to one another give each other cards (rule 21), and are worth more so: not with the
// river between them, and not any more when a King is lost, and whoever is stronger has to go and win.
func TestWhoStandsTogetherIsBetterOff(t *testing.T) {
	for _, c := range []struct {
		apart, together string
		better          bool
	}{
		{"wP1 d4, wP2 f4, bK d14", "wP1 d4, wP2 e4, bK d14", true},
		{"wP1 h4, wP2 a5, bK d14", "wP1 a5, wP2 b4, bK d14", true},
		{"wP1 c8, wP2 e9, bK d14", "wP1 d8, wP2 e9, bK d14", false},
		{"wP1 d4, wP2 f4, bK -", "wP1 d4, wP2 e4, bK -", false},
	} {
		apart, together := pairsOf(t, c.apart), pairsOf(t, c.together)
		if c.better != (together > apart) {
			t.Errorf("%s has %v, %s %v", c.together, together, c.apart, apart)
		}
	}
}

// pairsOf is how many pairs White has more than Black.
func pairsOf(t *testing.T, pieces string) float32 {
	t.Helper()
	x, _ := rules.NewScratch(battleOf(t, nil, "white", pieces+", bL1 a9", nil))
	features := make([]float32, len(featureNames))
	x.Features(White, features)
	return features[fPairs]
}

// When nothing has fallen for long, what neither attacks nor goes towards the enemy costs more with
// each turn; before that, nothing does.
func TestWaitingCostsMoreWithEachTurn(t *testing.T) {
	for _, c := range []struct {
		action string
		waits  bool
	}{{"end", true}, {"d8-d7", true}, {"d8-c8", true}, {"d8-d9", false}, {"e9*e10", false}} {
		before := float32(0)
		for _, quiet := range []int{0, 3, 4, 8, 199} {
			s := battleOf(t, options{"river": false}, "white", "wN1 d8, wL1 e9, bL1 e10, bL2 d12, bK -", options{"quiet": quiet})
			step, err := s.Parse(c.action)
			if err != nil {
				t.Fatal(err)
			}
			x, _ := rules.NewScratch(s)
			got := x.(rules.Waiter).Waits(step)
			if c.waits && quiet > 3 && got <= before || (!c.waits || quiet <= 3) && got != 0 {
				t.Errorf("%s after %d quiet turns costs %v, before %v", c.action, quiet, got, before)
			}
			before = got
		}
	}
}

// Who crosses the river to an enemy on its other bank goes towards that; along the bank it waits.
func TestWhoCrossesTheRiverDoesNotWait(t *testing.T) {
	s := battleOf(t, nil, "white", "wN1 a8, bL1 b9, bK -", options{"quiet": 50})
	x, _ := rules.NewScratch(s)
	for action, waits := range map[string]bool{"a8-a9": false, "a8-b8": true} {
		step, err := s.Parse(action)
		if err != nil {
			t.Fatal(err)
		}
		if got := x.(rules.Waiter).Waits(step); waits != (got > 0) {
			t.Errorf("%s costs %v", action, got)
		}
	}
}

// Who goes back loses more than who ends the turn: else what came forward would go back in the same turn.
func TestGoingBackCostsMoreThanEnding(t *testing.T) {
	s := battleOf(t, options{"river": false}, "white", "wN1 d8, bL1 e10, bK -", options{"quiet": 50})
	x, _ := rules.NewScratch(s)
	costs := map[string]float32{}
	for _, action := range []string{"end", "d8-d7"} {
		step, err := s.Parse(action)
		if err != nil {
			t.Fatal(err)
		}
		costs[action] = x.(rules.Waiter).Waits(step)
	}
	if costs["end"] >= costs["d8-d7"] || costs["d8-d7"] >= 1 {
		t.Errorf("they cost %v", costs)
	}
}

// A piece that goes back to where it came from leaves the position as it was, with less command: no
// search looks at that, unless something has happened since.
func TestNoSearchLooksAtSteppingBack(t *testing.T) {
	for _, c := range []struct {
		steps []string
		back  string
		seen  bool
	}{
		{[]string{"c7-c6"}, "c6-c7", false},
		{[]string{"c7-c6"}, "c6-c5", true},
		{[]string{"c7-c6", "e7-e6"}, "e6-e7", false},
		{[]string{"d7-d6", "d6-d5"}, "d5-d6", true},
		{[]string{"d7-d6", "d6-d5"}, "d5-d4", true},
	} {
		s := battleOf(t, nil, "white", "wK d7, wL1 c7, wL2 e7, bL1 b15", nil)
		x, _ := rules.NewScratch(s)
		at := rules.State(s)
		for _, text := range c.steps {
			step, err := at.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			x.Do(step)
			if at, _, err = at.Apply(step, nil); err != nil {
				t.Fatal(err)
			}
		}
		back, err := at.Parse(c.back)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Contains(x.(rules.Pruner).Undominated(nil), back); got != c.seen {
			t.Errorf("after %v %s is looked at: %v", c.steps, c.back, got)
		}
	}
}
