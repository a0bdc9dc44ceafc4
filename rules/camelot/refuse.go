package camelot

import "reeve/rules"

// refuse says why step is not legal now, "" if it is.
func (s *position) refuse(step *rules.Step) string {
	switch {
	case s.over:
		return "the game is over"
	case step.By == rules.Referee:
		return refuseReferee(*step)
	case step.By != s.turn:
		return "it is not that player's turn"
	case !sound(step):
		return "no turn has that form"
	}
	start := cellOf[step.Arg[0]]
	p := s.on(s.turn, start)
	switch leaver := s.mustLeave(s.turn); {
	case p == nobody:
		return "no piece of that player stands there"
	case leaver != nobody && p != leaver:
		return "the piece in its own castle must leave"
	case s.bound && step.Kind != kindJump && step.Kind != kindCharge:
		return "an enemy piece must be captured"
	case start.in(1 - s.turn):
		return s.refuseCastleMove(step)
	case step.Kind == kindCharge && p.kind() != knight:
		return "only a knight charges"
	}
	var w walk
	w.see(s)
	w.lift(start, p.kind())
	return w.refuse(step)
}

func refuseReferee(step rules.Step) string {
	switch step {
	case rules.Draw(), rules.Abandon(), rules.Resign(White), rules.Resign(Black):
		return ""
	}
	return "no such step of the referee"
}

// refuseCastleMove says why a piece in the enemy castle cannot do step (rules 13 and 14).
func (s *position) refuseCastleMove(step *rules.Step) string {
	to := cellOf[step.Arg[0]] + legAt(step, 0).way()
	switch {
	case step.Kind != kindPlain || !to.in(1-s.turn):
		return "a piece never leaves the enemy castle"
	case s.occupied[White].has(to) || s.occupied[Black].has(to):
		return "the other square of the castle is taken"
	case s.castleMoves[s.turn] == maxCastleMoves:
		return "both castle moves have been made"
	}
	return ""
}

// walk follows one turn over the board, leg by leg.
type walk struct {
	sight
	owed bool // a knight has cantered next to an exposed enemy that it could leap (rule 9)
}

// refuse says why the piece that w has lifted cannot go the way of step. It
// changes what w sees.
func (w *walk) refuse(step *rules.Step) string {
	var room [maxLegs]stage
	legs := stages(room[:0], step)
	for i, l := range legs {
		why := w.leg(step.Kind, l)
		if why == "" && i < len(legs)-1 && w.inGoal(l.to) {
			why = "a piece that enters the enemy castle stops there"
		}
		if why != "" {
			return why
		}
	}
	last := legs[len(legs)-1]
	switch {
	case last.jump && !w.inGoal(last.to) && w.exposed(last.to):
		return "the jumps go on while an exposed enemy stands next to the piece"
	case !last.jump && w.owed:
		return "the knight came next to an exposed enemy and must capture"
	}
	return ""
}

func (w *walk) leg(kind uint8, l stage) string {
	switch {
	case kind == kindPlain:
		if !w.open.has(l.to) {
			return "the next square is not free, or in the own castle"
		}
	case l.jump:
		if !w.foe.has(l.over) || !w.empty.has(l.to) {
			return "a jump leaps an enemy piece to an empty square"
		}
		w.take(l.over)
	default:
		if !w.me.has(l.over) || !w.open.has(l.to) {
			return "a canter leaps an own piece to an empty square outside the own castle, never twice to the same"
		}
		w.open.remove(l.to)
		w.owed = w.owed || w.knight && !w.inGoal(l.to) && w.exposed(l.to)
	}
	return ""
}
