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
		s.cards[t.By].lay(card(t.Arg[0]))
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
		s.field.put(s.placing(t.By).next(kind(t.Arg[0])), board.Square(t.Arg[1]))
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

// pass goes on with the other seat, and to the next phase when it is White's turn again.
func (s *State) pass(next phase) {
	s.turn = 1 - s.turn
	if s.turn == White {
		s.phase = next
	}
}

func (s *State) applyCamp(sq board.Square, fx []rules.Effect) []rules.Effect {
	if s.placing(s.turn).nameCamp(sq) {
		next := espionage
		if s.field.river {
			next = bridges
		}
		s.pass(next)
	}
	return append(fx, rules.Effect{Kind: rules.EffectEntered, From: noSquare, To: sq})
}

func (s *State) applyBridge(f uint8) {
	s.field.bridges |= 1 << f
	s.pass(espionage)
}

// applyDone ends a hidden phase for seat, and for both when it is the second.
func (s *State) applyDone(seat rules.Seat, fx []rules.Effect) []rules.Effect {
	if s.phase == espionage && s.done == 0 {
		s.ended = seatMark(seat) + 1
	}
	s.done |= rules.SeatsOf(seat)
	if s.done != s.Seated() {
		return fx
	}
	s.done = 0
	if s.phase == deployment {
		return s.join(fx)
	}
	for seat := range s.cards {
		s.cards[seat].spent = s.cards[seat].laid
	}
	s.revealed = true
	s.phase, s.turn = army, s.loser()
	return fx
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
	for p, sq := range s.field.at {
		if standing(sq) && kindOf[p] != camp {
			fx = append(fx, rules.Effect{Kind: rules.EffectEntered, From: noSquare, To: sq})
		}
	}
	return fx
}

func (s *State) applyArmy(a [units]uint8) {
	for k, n := range a {
		for i := range int(n) {
			s.field.at[pieceOf(s.turn, kind(k), i)] = noSquare
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
	s.due = uint8(s.payment().pay(c))
	if s.due == 0 {
		s.paidUp(s.payFor())
	}
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
