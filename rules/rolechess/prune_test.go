package rolechess

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"reeve/board"
	"reeve/rules"
)

// positions are those of random games, in every other of which Black throws two dice.
func positions(games int, see func(s State, legal []rules.Step)) {
	for n := range games {
		r := rand.New(rand.NewPCG(7, uint64(n)))
		state, _ := Game.Start(map[string]any{"dice_black": 1 + n%2})
		for range 150 {
			legal := state.Legal(nil)
			if len(legal) == 0 {
				break
			}
			see(state.(State), legal)
			state, _, _ = state.Apply(legal[r.IntN(len(legal))], nil)
		}
	}
}

// strengthOf is the sum of an attack's coefficients, with who begins it and its target;
// 0 of what is no attack.
func (s State) strengthOf(step rules.Step) (from, target board.Square, sum int) {
	a, b, c := squaresOf(&step)
	switch step.Kind {
	case kindAttack:
		return a, b, attackOf[kindOf[s.on(s.turn, a)]]
	case kindPair:
		return a, c, attackOf[kindOf[s.on(s.turn, a)]] + attackOf[kindOf[s.on(s.turn, b)]]
	}
	return board.None, board.None, 0
}

// For each attack that a search leaves out it looks at one of the same piece on the same
// target that is as strong at least; a turn ends without an attack only where none can be.
// All other steps it looks at.
func TestNoStrongerAttackIsLeftOut(t *testing.T) {
	left := 0
	positions(6, func(s State, legal []rules.Step) {
		kept := s.Scratch().(rules.Pruner).Undominated(nil)
		for _, step := range legal {
			if slices.Contains(kept, step) {
				continue
			}
			left++
			from, target, sum := s.strengthOf(step)
			like := slices.ContainsFunc(kept, func(k rules.Step) bool {
				f, at, strength := s.strengthOf(k)
				return strength > 0 && (step.Kind == kindEnd || f == from && at == target && strength >= sum)
			})
			if !like || sum == 0 && step.Kind != kindEnd {
				t.Fatalf("%s is left out, and nothing like it is in %v", s.Text(step), kept)
			}
		}
		for _, step := range kept {
			if !slices.Contains(legal, step) {
				t.Fatalf("%s is not legal", s.Text(step))
			}
		}
	})
	if left < 500 {
		t.Errorf("only %d steps were left out", left)
	}
}

// costs are how likely the target falls, and what it loses on average if it lives on.
func (s State) costs(outcomes []rules.Luck) (falls, loss float64) {
	for _, l := range outcomes {
		next := scratch{State: s}
		for _, die := range l.Steps[:l.N] {
			next.Do(die)
		}
		if next.energy[s.target] == 0 {
			falls += float64(l.Weight)
			continue
		}
		loss += float64(l.Weight) * float64(s.energy[s.target]-next.energy[s.target])
	}
	return falls, loss
}

// Three outcomes at most stand for all: the target falls as likely, and who lives on has
// lost as much on average, whichever dice have been thrown.
func TestFewOutcomesCostWhatAllDo(t *testing.T) {
	seen := 0
	positions(6, func(s State, _ []rules.Step) {
		if s.phase != battle {
			return
		}
		seen++
		x := s.Scratch()
		all, few := x.Luck(nil), x.(rules.Drawer).FewLuck(nil)
		falls, loss := s.costs(all)
		fewFall, fewLose := s.costs(few)
		if len(few) > 3 || math.Abs(falls-fewFall) > 1e-4 || math.Abs(loss-fewLose) > 1e-3 {
			t.Fatalf("%v of %v: %d outcomes fall %.4f and lose %.3f, %d of them %.4f and %.3f", s.throws, s.energy[s.target], len(all), falls, loss, len(few), fewFall, fewLose)
		}
	})
	if seen < 200 {
		t.Errorf("only %d battles", seen)
	}
}

// Two attackers gain more than one of them alone, unless neither can hit, and an attack
// that no die lets hit gains least.
func TestGainIsWhatIsTakenOnAverage(t *testing.T) {
	for a := range kinds {
		for b := range kinds {
			for target := range kinds {
				for left := 1; left <= int(fullEnergy[target]); left++ {
					pair, alone := gains[duoOf(a, b)][target][left], gains[duoOf(a, kinds)][target][left]
					hits := wholeLosses[0][0][a][b][target].between(1, mostLoss).weight > 0
					if pair < alone || alone < 1 || !hits && pair != 1 || hits && target != lackey && pair == alone {
						t.Errorf("%d and %d on %d with %d left: gain %d, the first alone %d", a, b, target, left, pair, alone)
					}
				}
			}
		}
	}
}
