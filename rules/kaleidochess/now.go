package kaleidochess

import "reeve/rules"

// Now returns what is to be done, as the die allows it.
func (s State) Now(rules.Seat) rules.Message {
	switch {
	case s.phase == over:
		return rules.Message{}
	case s.phase == inDie:
		return rules.Say("now.kaleidochess.die")
	case !s.canAct():
		return rules.Say("now.pass")
	case s.options.has(hold) && s.castlesOf(1-s.turn) >= s.options.castles():
		return rules.Say("now.kaleidochess.threat", "winner", s.ground().game.SeatKey(1-s.turn))
	}
	v := s.survey()
	moves, casts := v.canMove(), v.canConjure()
	switch {
	case moves && casts:
		return rules.Say("now.kaleidochess.both")
	case moves:
		return rules.Say("now.move")
	}
	return rules.Say("now.kaleidochess.cast")
}

// canMove reports whether some piece of the seat whose turn it is can move.
func (v *terrain) canMove() bool {
	first := wizardOf(v.turn)
	for i := range piece(perSide) { // pawns first: they are soon asked, and mostly can
		if p := first + perSide - 1 - i; v.freeToMove(p) && !v.reach(p).empty() {
			return true
		}
	}
	return false
}
