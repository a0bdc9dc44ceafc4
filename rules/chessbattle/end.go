package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// remove takes p off the board. With a King go his extra points (rule 29); lost in his own
// turn he takes the rest of the turn's command with him (rule 13).
func (s *State) remove(p piece, fx []rules.Effect) []rules.Effect {
	fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: s.at[p], To: noSquare})
	s.put(p, noSquare)
	s.quiet = 0
	if p == s.active {
		s.rest()
	}
	if kindOf[p] == king {
		s.points[p.owner()] = 1
	}
	if p == kingOf(s.turn) {
		s.command = 0
	}
	return fx
}

// lost returns why seat has lost (rule 29), 0 if it has not.
func (s *State) lost(seat rules.Seat) why {
	if !s.stands(pieceOf(seat, camp, 0)) && !s.stands(pieceOf(seat, camp, 1)) {
		return whyCamps
	}
	base := piece(seat) * perSide
	for p := base; p < base+perSide; p++ {
		if kindOf[p] != camp && s.stands(p) {
			return 0
		}
	}
	return whyUnits
}

// judge ends the game if somebody has lost.
func (s *State) judge(fx []rules.Effect) []rules.Effect {
	white, black := s.lost(White), s.lost(Black)
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
	s.lose(s.fight)
	s.phase, s.turn, s.done = over, White, 0
	s.command, s.used, s.quiet, s.deserts = 0, 0, 0, 0
	s.rest()
	s.fight = fight{attacker: nobody, target: nobody}
	s.winners, s.why = winners, w
	return append(fx, rules.Effect{Kind: rules.EffectOver, From: noSquare, To: noSquare})
}

// worth returns twice the value of what seat has left (rule 30).
func (s *State) worth(seat rules.Seat) int {
	sum, standing := 0, 0
	base := piece(seat) * perSide
	for p := base; p < base+perSide; p++ {
		if !s.stands(p) {
			continue
		}
		sum += price[kindOf[p]]
		if kindOf[p] == camp {
			standing++
		}
	}
	return sum * (2 + standing)
}

// wealthier returns who has more left, nobody if it is equal.
func (s *State) wealthier() rules.Seats {
	white, black := s.worth(White), s.worth(Black)
	switch {
	case white > black:
		return rules.SeatsOf(White)
	case black > white:
		return rules.SeatsOf(Black)
	}
	return 0
}

func (s *State) applyReferee(t rules.Step, fx []rules.Effect) []rules.Effect {
	if t.Kind != kindTime {
		r, _ := rules.RefereeResult(s.Seated(), t)
		return s.finish(r.Winners, whyOf(r.Why), fx)
	}
	if t.Arg[0] == 0 {
		return s.finish(s.wealthier(), whyValue, fx)
	}
	late := rules.Seat(t.Arg[0] - 1)
	return s.timeOver(late, int(t.Arg[1])<<8|int(t.Arg[2]), fx)
}

// timeOver lets the other seat remove n pieces of the late one; fewer than that
// all fall (rule 30).
func (s *State) timeOver(late rules.Seat, n int, fx []rules.Effect) []rules.Effect {
	left := 0
	base := piece(late) * perSide
	for p := base; p < base+perSide; p++ {
		if kindOf[p] != camp && s.stands(p) {
			left++
		}
	}
	switch {
	case n == 0:
		return s.finish(s.wealthier(), whyTime, fx)
	case n <= left:
		s.phase, s.turn, s.deserts = desert, 1-late, uint8(n)
		return fx
	}
	for p := base; p < base+perSide; p++ {
		if kindOf[p] != camp && s.stands(p) {
			fx = s.remove(p, fx)
		}
	}
	return s.finish(s.wealthier(), whyTime, fx)
}

func (s *State) applyDesertion(sq board.Square, fx []rules.Effect) []rules.Effect {
	fx = s.remove(s.on[sq], fx)
	s.deserts--
	if s.deserts == 0 {
		return s.finish(s.wealthier(), whyTime, fx)
	}
	return fx
}
