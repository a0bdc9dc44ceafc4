package chessbattle

import "reeve/rules"

type phase uint8

const (
	camps phase = iota
	bridges
	espionage // both seats
	army
	training
	pay        // for an army or for the training, as payFor says
	deployment // both seats
	battle
	special // a fighter may commit a Special Card
	draw    // chance
	desert  // a clock ran out: the other seat removes pieces
	over
)

var phaseNames = [...]string{"camps", "bridges", "espionage", "army", "training", "pay", "deployment", "battle", "special", "draw", "desert", "over"}

// seated are both seats.
var seated = rules.SeatsOf(White, Black)

// stage is how far the game is, and who acts.
type stage struct {
	phase phase
	turn  rules.Seat  // who acts; whose turn it is during a fight; White where both seats act or nobody
	done  rules.Seats // who has finished the hidden phase that both act in
}

// pass goes on with the other seat, and to the next phase when it is White's turn again.
func (s *stage) pass(next phase) {
	s.turn = 1 - s.turn
	if s.turn == White {
		s.phase = next
	}
}

// waiting is who has not finished the hidden phase that both act in.
func (s *stage) waiting() rules.Seats { return seated &^ s.done }

// finished notes that seat has finished a hidden phase, and reports whether both have.
func (s *stage) finished(seat rules.Seat) (both bool) {
	s.done |= rules.SeatsOf(seat)
	if s.done != seated {
		return false
	}
	s.done = 0
	return true
}
