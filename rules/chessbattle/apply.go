package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// Apply returns the position after step; see rules.State.
func (s State) Apply(step rules.Step, effects []rules.Effect) (rules.State, []rules.Effect, error) {
	if why := s.refuse(step); !why.IsZero() {
		return nil, effects, rules.Illegal(s.Text(step), why)
	}
	effects = s.apply(step, effects)
	return s, effects, nil
}

// apply carries out a step that refuse does not refuse.
func (s *State) apply(t rules.Step, fx []rules.Effect) []rules.Effect {
	if t.By == rules.Referee {
		return s.applyReferee(t, fx)
	}
	switch t.Kind {
	case kindCamp:
		return s.applyCamp(board.Square(t.Arg[0]), fx)
	case kindBridge:
		s.applyBridge(t.Arg[0])
	case kindSpy:
		c := card(t.Arg[0]).pile()
		s.hand[t.By] &^= c
		s.laid[t.By] |= c
	case kindDone:
		return s.applyDone(t.By, fx)
	case kindArmy:
		s.applyArmy([units]uint8(t.Arg[:units]))
	case kindTrain:
		s.points[s.turn] += t.Arg[0]
		s.charge(training, trainingCost[t.Arg[0]])
	case kindPay:
		s.applyPay(card(t.Arg[0]))
	case kindDeploy:
		s.put(s.nextToDeploy(t.By, kind(t.Arg[0])), board.Square(t.Arg[1]))
	case kindSpecial:
		s.applySpecial(t.Arg[0])
	case kindDraw:
		return s.applyDraw(t, fx)
	case kindDesert:
		return s.applyDesertion(board.Square(t.Arg[0]), fx)
	default:
		return s.applyBattle(t, fx)
	}
	return fx
}

func (s *State) applyCamp(sq board.Square, fx []rules.Effect) []rules.Effect {
	second := pieceOf(s.turn, camp, 1)
	p := pieceOf(s.turn, camp, 0)
	if s.stands(p) {
		p = second
	}
	s.put(p, sq)
	if p == second {
		s.turn = 1 - s.turn
		if s.turn == White {
			s.phase = bridges
			if !s.river {
				s.phase = espionage
			}
		}
	}
	return append(fx, rules.Effect{Kind: rules.EffectEntered, From: noSquare, To: sq})
}

func (s *State) applyBridge(f uint8) {
	s.bridge |= 1 << f
	s.turn = 1 - s.turn
	if s.turn == White {
		s.phase = espionage
	}
}

// applyDone ends a hidden phase for seat, and for both when it is the second.
func (s *State) applyDone(seat rules.Seat, fx []rules.Effect) []rules.Effect {
	if s.phase == espionage && s.done == 0 {
		s.ended = seatMark(seat) + 1
	}
	s.done |= 1 << seat
	if s.done != 1<<White|1<<Black {
		return fx
	}
	s.done = 0
	if s.phase == espionage {
		s.spent, s.revealed = s.laid, true
		s.phase, s.turn = army, s.loser()
		return fx
	}
	return s.join(fx)
}

// firstTurn is who has the first turn of the battle (rule 12).
func (s *State) firstTurn() rules.Seat {
	switch white, black := s.points[White], s.points[Black]; {
	case white > black:
		return White
	case black > white:
		return Black
	}
	return s.loser()
}

// join joins the boards: everything is open, and the battle begins (rules 11 and 12).
func (s *State) join(fx []rules.Effect) []rules.Effect {
	s.joined = true
	s.phase, s.turn = battle, s.firstTurn()
	s.beginTurn()
	for p, sq := range s.at {
		if standing(sq) && kindOf[p] != camp {
			fx = append(fx, rules.Effect{Kind: rules.EffectEntered, From: noSquare, To: sq})
		}
	}
	return fx
}

func (s *State) applyArmy(a [units]uint8) {
	for k, n := range a {
		for i := range int(n) {
			s.at[pieceOf(s.turn, kind(k), i)] = noSquare
		}
	}
	s.charge(army, costOf(a))
}

// charge asks the acting seat to pay cost, or goes on at once if there is none.
func (s *State) charge(what phase, cost int) {
	if cost > 0 {
		s.phase, s.due = pay, uint8(cost)
		return
	}
	s.paidUp(what)
}

func (s *State) applyPay(c card) {
	s.hand[s.turn] &^= c.pile()
	if int(s.due) > c.value() {
		s.due -= uint8(c.value())
		return
	}
	back := fewest(s.spent[s.turn], c.value()-int(s.due))
	paid := s.payment(s.turn)
	s.spent[s.turn] = s.spent[s.turn]&^back | paid
	s.hand[s.turn] |= back
	s.due = 0
	s.paidUp(s.payFor())
}

// paidUp goes on after the acting seat's purchase (rules 6 and 10, phase V).
func (s *State) paidUp(what phase) {
	first := s.loser()
	if what == training {
		first = White
	}
	switch {
	case s.turn == first:
		s.phase, s.turn = what, 1-first
	case what == army:
		s.phase, s.turn = training, White
	default:
		s.phase, s.turn = deployment, White
	}
}
