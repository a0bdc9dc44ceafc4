package dungeonchess

import "reeve/rules"

// Now returns what is to be done.
func (s State) Now(rules.Seat) rules.Message {
	switch s.phase {
	case deal:
		return rules.Say("now.dungeonchess.deal")
	case keep:
		return rules.Say("now.dungeonchess.keep")
	case turn:
		switch ransom := len(s.ransoms(nil)) > 0; {
		case !s.canMove(s.turn) && ransom:
			return rules.Say("now.dungeonchess.ransom.pass")
		case !s.canMove(s.turn):
			return rules.Say("now.pass")
		case ransom:
			return rules.Say("now.dungeonchess.ransom")
		}
		return rules.Say("now.move")
	}
	return rules.Message{}
}
