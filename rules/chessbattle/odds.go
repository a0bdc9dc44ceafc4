package chessbattle

import "reeve/rules"

// Odds returns what a melee attack or a shot can bring, no Special Card being added;
// see rules.OddsOf.
func (s State) Odds(t rules.Step) (rules.Odds, bool) {
	attacker, target := s.fight.attacker, s.fight.target
	x := scratch{State: s}
	if attacker == nobody {
		if t.Kind != kindStrike && t.Kind != kindShot || s.refuse(t).Key != "" {
			return rules.Odds{}, false
		}
		attacker, target = s.field.on[t.Arg[0]], s.field.on[t.Arg[1]]
		x.Do(t)
	}
	for x.phase == special {
		x.Do(specialStep(x.committing(), 0))
	}
	var odds rules.Odds
	add := func(end *State, weight float64) {
		if !end.field.stands(target) {
			odds.Hit += weight
			odds.Kill += weight
		}
		if !end.field.stands(attacker) {
			odds.Fall += weight
		}
	}
	if x.phase != draw {
		add(&x.State, 1)
		return odds, true
	}
	next := scratch{}
	for _, l := range x.Luck(nil) {
		next.Copy(&x)
		for _, cards := range l.Steps[:l.N] {
			next.Do(cards)
		}
		add(&next.State, float64(l.Weight))
	}
	return odds, true
}
