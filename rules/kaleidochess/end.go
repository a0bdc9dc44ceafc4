package kaleidochess

import "reeve/rules"

// endTurn passes the turn on and judges the position (rule 5). quiet tells that
// nothing was captured, cast or entered; lasting that the step cannot be taken back.
func (s *State) endTurn(quiet, lasting bool) {
	mover := s.turn
	s.turn = 1 - mover
	s.openTurn()
	s.quiet++
	if !quiet {
		s.quiet = 0
	}
	times := 1
	if !s.seen.idle {
		if lasting {
			s.seen.forget()
		}
		times = s.seen.note(s.fingerprint(s.turn))
	}
	s.judge(mover, times)
}

// passOn passes the turn on after a pass. The throw forced it, so it counts neither as a quiet turn nor as a
// repetition (rule 5).
func (s *State) passOn() {
	mover := s.turn
	s.turn = 1 - mover
	s.openTurn()
	s.judge(mover, 0)
}

// quietTurns is 100 turns by each side (rule 5).
const quietTurns = 200

// judge ends the game if rule 5 says so, in its order.
func (s *State) judge(mover rules.Seat, times int) {
	holder := s.options.holder(mover)
	white, black := s.hasPieces(White), s.hasPieces(Black)
	switch {
	case s.castlesOf(holder) >= s.options.castles():
		s.end(byCastles, rules.SeatsOf(holder))
	case !white && !black:
		s.end(byPieces, 0)
	case !white:
		s.end(byPieces, rules.SeatsOf(Black))
	case !black:
		s.end(byPieces, rules.SeatsOf(White))
	case !s.options.has(withDie) && !s.canAct():
		s.end(byMoves, rules.SeatsOf(1-s.turn))
	case times >= 3:
		s.end(byRepetition, 0)
	case s.quiet >= quietTurns:
		s.end(byQuiet, 0)
	}
}

// end finishes the game; whose turn it was no longer matters.
func (s *State) end(w why, winners rules.Seats) {
	s.phase, s.turn, s.thrown = over, 0, 0
	s.why, s.winners = w, winners
}

// castlesOf counts the castles where pieces of seat stand.
func (a *armies) castlesOf(seat rules.Seat) int { return a.stands[seat].and(a.ground().castles).len() }

func (a *armies) hasPieces(seat rules.Seat) bool { return !a.stands[seat].empty() }
