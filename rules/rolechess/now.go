package rolechess

import "reeve/rules"

// Now returns what is to be done.
func (s State) Now(rules.Seat) rules.Message {
	switch s.phase {
	case first:
		return rules.Say("now.first")
	case turn:
		if !s.canAct(s.turn) {
			return rules.Say("now.pass")
		}
		return rules.Say("now.rolechess.turn")
	case attack:
		return rules.Say("now.rolechess.attack", "at", topology.Name(s.at[s.moved]))
	case battle:
		p := s.throwing()
		return rules.Say("now.rolechess.battle", "piece", "@rolechess."+kindNames[kindOf[p]], "at", topology.Name(s.at[p]))
	case advance:
		return rules.Say("now.rolechess.advance", "at", topology.Name(s.circle))
	}
	return rules.Message{}
}
