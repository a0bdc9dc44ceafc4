package rolechess

import (
	"math"
	"testing"

	"reeve/rules"
)

// takes are the best that the attacks which are legal at x can do at once: to any piece but
// the Emperor on average, and how likely he falls.
func (s *scratch) takes() (gain int, falls float64) {
	var after scratch
	for _, step := range s.Legal(nil) {
		_, second, target := squaresOf(&step)
		if step.Kind == kindAttack {
			target = second
		} else if step.Kind != kindPair {
			continue
		}
		if target != s.at[int(1-s.turn)*perSide+emperorAt] {
			gain = max(gain, s.Gain(step))
			continue
		}
		after.Copy(s)
		after.apply(&step, nil)
		chance := 0.0
		for _, l := range after.Luck(nil) {
			end := after
			for _, die := range l.Steps[:l.N] {
				end.Do(die)
			}
			if _, over := end.Winners(); over {
				chance += float64(l.Weight)
			}
		}
		falls = max(falls, chance)
	}
	return gain, falls
}

// nextTurn is how likely the Emperor falls by the best that the turn can be: an attack at
// once, or after a move.
func (s *scratch) nextTurn() float64 {
	_, falls := s.takes()
	var after scratch
	for _, step := range s.Legal(nil) {
		if step.Kind != kindMove {
			continue
		}
		after.Copy(s)
		after.Do(step)
		if after.phase == attack {
			_, then := after.takes()
			falls = max(falls, then)
		}
	}
	return falls
}

// What the evaluation says of the turn to come is what trying all of it says: exactly of
// attacks from where pieces stand; of those after a move but for lines that the move itself
// opens or shuts (10 of 400). What the other one threatens is the same with the turn his.
func TestTheEvaluationKnowsTheNextTurn(t *testing.T) {
	seen, unlike := 0, 0
	features := make([]float32, len(featureNames))
	positions(8, func(s State, _ []rules.Step) {
		if s.phase != turn || seen >= 400 {
			return
		}
		for _, turned := range []bool{false, true} {
			x := &scratch{State: s}
			x.Features(s.turn, features)
			gain, strike := float64(features[fGain]), float64(features[fStrike])
			if turned {
				x.turn = 1 - s.turn
				gain, strike = -float64(features[fRisk]), -float64(features[fMenace])
			}
			most, _ := x.takes()
			if math.Abs(gain-float64(most)/1000) > 1e-5 {
				t.Fatalf("turned %t: what it gains is %.3f, of all attacks the best is %d", turned, gain, most)
			}
			seen++
			if math.Abs(strike-x.nextTurn()) > 1e-4 {
				unlike++
			}
		}
	})
	if seen < 400 || unlike > seen/25 {
		t.Errorf("in %d of %d positions the Emperor falls more or less likely than is said", unlike, seen)
	}
}

// A shape that is kept, over throws and of positions that a search has seen before, is that of the position.
func TestTheShapeIsOfThePosition(t *testing.T) {
	kept, fresh := make([]float32, len(featureNames)), make([]float32, len(featureNames))
	x, seen := new(scratch), make(shapes, 1<<shapesBits)
	positions(4, func(s State, legal []rules.Step) {
		x.Copy(&scratch{State: s, seen: seen})
		x.Features(White, kept)
		x.Do(legal[len(legal)/2])
		if _, over := x.Winners(); over {
			return
		}
		x.Features(White, kept)
		(&scratch{State: x.State}).Features(White, fresh)
		for i := range kept {
			if kept[i] != fresh[i] {
				t.Fatalf("after %s %s is %v, and anew %v", s.Text(legal[len(legal)/2]), featureNames[i], kept[i], fresh[i])
			}
		}
		if x.Hash() != (&scratch{State: x.State}).Hash() {
			t.Fatalf("after %s it has not the hash of the position", s.Text(legal[len(legal)/2]))
		}
	})
}
