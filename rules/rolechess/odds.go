package rolechess

import "reeve/rules"

// Odds returns what an attack can bring; see rules.OddsOf.
func (s State) Odds(step rules.Step) (rules.Odds, bool) {
	if s.phase != battle {
		if step.Kind != kindAttack && step.Kind != kindPair || s.refuse(step).Key != "" {
			return rules.Odds{}, false
		}
		s.apply(step, nil)
	}
	var odds rules.Odds
	x, next := scratch{State: s}, scratch{}
	for _, l := range x.Luck(nil) {
		next.Copy(&x)
		for _, die := range l.Steps[:l.N] {
			next.Do(die)
		}
		weight := float64(l.Weight)
		lost := s.energy[s.target] - next.energy[s.target]
		odds.Loss += weight * float64(lost)
		if lost > 0 {
			odds.Hit += weight
		}
		if next.energy[s.target] == 0 {
			odds.Kill += weight
		}
	}
	return odds, true
}
