package rolechess

import (
	"math"
	"math/rand/v2"
	"testing"

	"reeve/rules"
)

// byHand goes through all throws of an attack, each face alike.
func byHand(s State, target piece, weight float64, odds *rules.Odds, energy int8) {
	if s.phase != battle {
		lost := energy - s.energy[target]
		odds.Loss += weight * float64(lost)
		if lost > 0 {
			odds.Hit += weight
		}
		if s.energy[target] == 0 {
			odds.Kill += weight
		}
		return
	}
	for face := range uint8(6) {
		next, _, _ := s.Apply(dieStep(face+1), nil)
		byHand(next.(State), target, weight/6, odds, energy)
	}
}

// The odds of every attack in random games are what all throws come to, before and
// after the attack is declared.
func TestOddsAreThoseOfAllThrows(t *testing.T) {
	for _, options := range []map[string]any{nil, {"dice_white": 2}} {
		oddsAreThoseOfAllThrows(t, options)
	}
}

func oddsAreThoseOfAllThrows(t *testing.T, options map[string]any) {
	r := rand.New(rand.NewPCG(3, 4))
	state, _ := Game.Start(options)
	seen := 0
	for range 400 {
		s := state.(State)
		legal := s.Legal(nil)
		if len(legal) == 0 {
			break
		}
		for _, step := range legal {
			odds, ok := rules.OddsOf(s, step)
			if ok != (step.Kind == kindAttack || step.Kind == kindPair || s.phase == battle) {
				t.Fatalf("%s: odds %t", s.Text(step), ok)
			}
			if !ok || s.phase == battle {
				continue
			}
			next, _, _ := s.Apply(step, nil)
			declared := next.(State)
			var want rules.Odds
			byHand(declared, declared.target, 1, &want, declared.energy[declared.target])
			again, _ := rules.OddsOf(declared, rules.Step{})
			for _, got := range []rules.Odds{odds, again} {
				if math.Abs(got.Hit-want.Hit)+math.Abs(got.Kill-want.Kill)+math.Abs(got.Loss-want.Loss) > 1e-4 {
					t.Fatalf("%s: %+v, all throws give %+v", s.Text(step), got, want)
				}
			}
			seen++
		}
		state, _, _ = s.Apply(legal[r.IntN(len(legal))], nil)
	}
	if seen < 20 {
		t.Errorf("only %d attacks", seen)
	}
}
