package rolechess

import "reeve/rules"

// Now returns what is to be done.
func (s State) Now(rules.Seat) rules.Message {
	switch s.phase {
	case first:
		return rules.Say("now.first")
	case turn:
		return nowTurn(s.legal(nil))
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

// turnSays is what a turn can be: a move, an attack and, where the rules let it be chosen, a pass.
var turnSays = map[[3]bool]string{
	{true, true, false}:  "now.rolechess.turn",
	{true, false, false}: "now.move",
	{false, true, false}: "now.rolechess.fight",
	{true, true, true}:   "now.rolechess.turn.pass",
	{true, false, true}:  "now.rolechess.move.pass",
	{false, true, true}:  "now.rolechess.fight.pass",
	{false, false, true}: "now.pass",
}

func nowTurn(legal []rules.Step) rules.Message {
	var can [3]bool
	for _, step := range legal {
		switch step.Kind {
		case kindMove:
			can[0] = true
		case kindAttack, kindPair:
			can[1] = true
		case kindPass:
			can[2] = true
		}
	}
	return rules.Say(turnSays[can])
}
