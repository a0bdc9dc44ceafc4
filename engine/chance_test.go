package engine

import (
	"math"
	"testing"

	"reeve/rules"
	"reeve/rules/catalog"
)

// battles are positions of RoleChess in which dice decide, after some random play.
func battles(t *testing.T, most int) (found []rules.State) {
	t.Helper()
	g, _ := rules.Find(catalog.Games(), "rolechess")
	for seed := uint64(1); len(found) < most; seed++ {
		before := len(found)
		walk(t, g, nil, seed, 120, func(s rules.State, seat rules.Seat, history []string) {
			for _, step := range ownSteps(s, seat) {
				next, _, err := s.Apply(step, nil)
				if err == nil && next.Phase() == "battle" && len(history) > 10 && len(found) == before {
					found = append(found, next)
				}
			}
		})
	}
	return found
}

// What a throw is worth is the mean over its outcomes, each searched by itself; where the
// window lies beside it, what is found is a bound on the right side.
func TestAlone_AThrowIsWorthItsMean(t *testing.T) {
	for i, s := range battles(t, 6) {
		m := memoryFor(s)
		for seat := range rules.Seat(2) {
			mean := meanOfThrow(m, s, seat)
			for _, off := range []float32{-0.2, -0.02, -0.001, 0.001, 0.02, 0.2} {
				low, high := mean+off-0.0005, mean+off+0.0005
				got := throwWorth(m, s, seat, low, high)
				if off < 0 && got < high || off > 0 && got > low {
					t.Errorf("position %d, seat %d: worth %v, looked at beside it by %v: %v", i, seat, mean, off, got)
				}
			}
			if got := throwWorth(m, s, seat, 0, 1); math.Abs(float64(got-mean)) > 1e-4 {
				t.Errorf("position %d, seat %d: worth %v, by its outcomes %v", i, seat, got, mean)
			}
		}
	}
}

// twoTurns is a depth at which the one who is attacked answers.
const twoTurns = 2

// throwWorth is what a throw is worth, as far as it lies between low and high.
func throwWorth(m *memory, s rules.State, seat rules.Seat, low, high float32) float32 {
	root, _ := rules.NewScratch(s)
	x := newSearch(newJudge(s, seat, 0, 0), m, root, 1<<30, 0, nil)
	return x.value(0, twoTurns, low, high, rules.SeatsOf(s.Ask().For))
}

// meanOfThrow is the same by its outcomes, one search each.
func meanOfThrow(m *memory, s rules.State, seat rules.Seat) (mean float32) {
	root, _ := rules.NewScratch(s)
	for _, l := range root.Luck(nil) {
		next, _ := rules.NewScratch(s)
		for _, step := range l.Steps[:l.N] {
			next.Do(step)
		}
		x := newSearch(newJudge(s, seat, 0, 0), m, next, 1<<30, 0, nil)
		x.stack[1].at.Copy(next)
		mean += l.Weight * x.value(1, twoTurns, 0, 1, rules.SeatsOf(s.Ask().For))
	}
	return mean
}

// As many positions as level 6 looks at reach past the other's answer in RoleChess, and
// those of level 7 past one's own answer to that, in most positions; with every step and
// every outcome they got to the end of one's own turn.
func TestAlone_DiceLeaveRoomToLookAhead(t *testing.T) {
	depth := map[int]int{}
	asked := 0
	for _, s := range battles(t, 6) {
		for s.ToAct().Has(rules.Chance) {
			s, _, _ = s.Apply(s.Drawn([]uint8{3}), nil)
		}
		seat, over := s.ToAct().Only()
		if !over || len(ownSteps(s, seat)) < 4 {
			continue
		}
		asked++
		for _, level := range []int{6, 7} {
			Think(tableAt(nil, s, seat), Limits{Level: level, Info: func(Answer) { depth[level]++ }})
		}
	}
	if asked < 5 || depth[6] < 2*asked || 2*depth[7] < 5*asked {
		t.Errorf("in %d positions %d turns ahead at level 6, %d at 7", asked, depth[6], depth[7])
	}
}

// However many dice a side throws, the lowest levels have seen all of their own turn before
// their positions are used up: with dice of one piece after the other they had not.
func TestTheLowestLevelsSeeTheirOwnTurn(t *testing.T) {
	g, _ := rules.Find(catalog.Games(), "rolechess")
	asked, thinker := 0, new(Thinker)
	for seed := range uint64(3) {
		walk(t, g, map[string]any{"dice_white": 2, "dice_black": 2}, seed, 120, func(s rules.State, seat rules.Seat, history []string) {
			if s.Phase() != "turn" || len(history)%4 > 0 {
				return
			}
			asked++
			a, err := thinker.Think(tableAt(history, s, seat), Limits{Level: 1, Seed: seed})
			if err != nil || a.Nodes >= ladderOf(g)[0].Positions {
				t.Errorf("seed %d, after %v: %d positions, %v", seed, history, a.Nodes, err)
			}
		})
	}
	if asked < 10 {
		t.Errorf("asked %d times", asked)
	}
}
