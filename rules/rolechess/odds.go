package rolechess

import "reeve/rules"

// Odds returns what an attack can bring; see rules.OddsOf.
func (s State) Odds(step rules.Step) (rules.Odds, bool) {
	if s.phase != battle {
		if step.Kind != kindAttack && step.Kind != kindPair || s.refuse(step).Key != "" {
			return rules.Odds{}, false
		}
		s.apply(&step, nil)
	}
	var odds rules.Odds
	now := scratch{State: s}
	now.reckon(1, s.target, s.energy[s.target], &odds)
	return odds, true
}

// reckon adds to odds, weighted, what every end of a battle brings to a target that began it with that energy.
func (s *scratch) reckon(weight float64, target piece, energy int8, odds *rules.Odds) {
	if s.phase == battle {
		next := scratch{}
		for _, l := range s.Luck(nil) {
			next.Copy(s)
			for _, die := range l.Steps[:l.N] {
				next.Do(die)
			}
			next.reckon(weight*float64(l.Weight), target, energy, odds)
		}
		return
	}
	lost := energy - s.energy[target]
	odds.Loss += weight * float64(lost)
	if lost > 0 {
		odds.Hit += weight
	}
	if s.energy[target] == 0 {
		odds.Kill += weight
	}
}
