package chessbattle

import (
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// remove takes p off the board. With a King go his extra points (rule 29).
func (s *State) remove(p piece, fx []rules.Effect) []rules.Effect {
	fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: s.field.at[p], To: noSquare})
	s.field.put(p, noSquare)
	s.quiet = 0
	if kindOf[p] == king {
		s.points[p.owner()] = 1
	}
	s.orders.lose(p, kingOf(s.turn))
	return fx
}

// judge ends the game if somebody has lost.
func (s *State) judge(fx []rules.Effect) []rules.Effect {
	white, black := s.field.lost(White), s.field.lost(Black)
	switch {
	case white != 0 && black != 0:
		return s.finish(0, whyBoth, fx)
	case white != 0:
		return s.finish(rules.SeatsOf(Black), white, fx)
	case black != 0:
		return s.finish(rules.SeatsOf(White), black, fx)
	}
	return fx
}

// finish ends the game and clears what the battle and who acts have left.
func (s *State) finish(winners rules.Seats, w why, fx []rules.Effect) []rules.Effect {
	s.endFight()
	s.phase, s.turn, s.done = over, White, 0
	s.quiet, s.deserts = 0, 0
	s.orders = newOrders(0)
	s.winners, s.why = winners, w
	return append(fx, rules.Effect{Kind: rules.EffectOver, From: noSquare, To: noSquare})
}

func (s *State) applyReferee(t rules.Step, fx []rules.Effect) []rules.Effect {
	if t.Kind != kindTime {
		r, _ := rules.RefereeResult(s.Seated(), t)
		return s.finish(r.Winners, whyOf(r.Why), fx)
	}
	if t.Arg[0] == 0 {
		return s.finish(s.field.wealthier(), whyValue, fx)
	}
	late := rules.Seat(t.Arg[0] - 1)
	return s.timeOver(late, int(t.Arg[1])<<8|int(t.Arg[2]), fx)
}

// Counted says what each army is worth where that decides (rule 30).
func (s State) Counted() (said []rules.Message) {
	if s.why != whyValue && s.why != whyTime {
		return nil
	}
	for _, seat := range [2]rules.Seat{White, Black} {
		n := s.field.worth(seat) / 2 // all prices are even
		said = append(said, rules.Say("chessbattle.counted", "player", Game.SeatKey(seat), "n", strconv.Itoa(n)))
	}
	return said
}

// timeOver lets the other seat remove n pieces of the late one; fewer than that
// all fall (rule 30).
func (s *State) timeOver(late rules.Seat, n int, fx []rules.Effect) []rules.Effect {
	left := s.field.forces(late, nil)
	switch {
	case n == 0:
		return s.finish(s.field.wealthier(), whyTime, fx)
	case n <= len(left):
		s.phase, s.turn, s.deserts = desert, 1-late, uint8(n)
		return fx
	}
	for _, p := range left {
		fx = s.remove(p, fx)
	}
	return s.finish(s.field.wealthier(), whyTime, fx)
}

func (s *State) applyDesertion(sq board.Square, fx []rules.Effect) []rules.Effect {
	fx = s.remove(s.field.on[sq], fx)
	s.deserts--
	if s.deserts == 0 {
		return s.finish(s.field.wealthier(), whyTime, fx)
	}
	return fx
}
