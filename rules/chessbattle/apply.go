package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// Apply returns the position after step; see rules.State.
func (s State) Apply(step rules.Step, effects []rules.Effect) (rules.State, []rules.Effect, error) {
	if why := s.refuse(step); why != "" {
		return nil, effects, rules.Illegal(s.Text(step), why)
	}
	effects = s.apply(step, effects)
	return s, effects, nil
}

// refuse says why t is not legal now, "" if it is.
func (s *State) refuse(t rules.Step) string {
	switch {
	case s.phase == over:
		return "the game is over"
	case t.By == rules.Referee:
		return s.refuseReferee(t)
	case !s.actors().Has(t.By):
		return "it is not for that seat to act"
	}
	switch s.phase {
	case battle:
		return s.refuseBattle(t)
	case camps:
		return s.refuseCamp(t)
	case bridges:
		return unless(t.Arg[0] < files && t == step(t.By, kindBridge, t.Arg[0]), "a file for the bridge is to be named")
	case espionage:
		return s.refuseEspionage(t)
	case army:
		return s.refuseArmy(t)
	case training:
		return s.refuseTraining(t)
	case pay:
		if t != cardStep(t.By, kindPay, card(t.Arg[0])) {
			return "a payment is under way"
		}
		return s.refusePay(card(t.Arg[0]))
	case deployment:
		return s.refuseDeployment(t)
	case special:
		return s.refuseSpecial(t)
	case draw:
		return s.refuseDraw(t)
	}
	sq := board.Square(t.Arg[0])
	return unless(t == step(t.By, kindDesert, t.Arg[0]) && s.own(1-t.By, sq) && kindOf[s.on[sq]] != camp,
		"an enemy piece that deserts is to be named, no camp")
}

func unless(ok bool, why string) string {
	if ok {
		return ""
	}
	return why
}

func (s *State) refuseCamp(t rules.Step) string {
	sq := board.Square(t.Arg[0])
	switch {
	case t != step(t.By, kindCamp, t.Arg[0]):
		return "a square for a camp is to be named"
	case !ownBoard(t.By, sq):
		return "a camp stands on the own board"
	}
	return unless(s.on[sq] == nobody, "the other camp stands there")
}

func (s *State) refuseEspionage(t rules.Step) string {
	switch t {
	case step(t.By, kindDone):
		return ""
	case cardStep(t.By, kindSpy, card(t.Arg[0])):
		return s.refuseCard(t.By, card(t.Arg[0]))
	}
	return "cards are laid for espionage"
}

func (s *State) refuseCard(seat rules.Seat, c card) string {
	return unless(c < cardCount && s.hand[seat]&c.pile() != 0, "that card is not in the hand")
}

func (s *State) refuseArmy(t rules.Step) string {
	a := [units]uint8(t.Arg[:units])
	if t != armyStep(t.By, a) {
		return "an army is to be bought"
	}
	for k, n := range a {
		if n > most[k] {
			return "there are not so many of a kind"
		}
	}
	return s.refuseCost(costOf(a))
}

func (s *State) refuseTraining(t rules.Step) string {
	k := t.Arg[0]
	if t != step(t.By, kindTrain, k) || int(k) >= len(trainingCost) {
		return "the King's training is to be chosen, 0 to 5"
	}
	return s.refuseCost(trainingCost[k])
}

// refuseCost says why the acting seat cannot pay cost (rule 9).
func (s *State) refuseCost(cost int) string {
	hand := s.hand[s.turn]
	p := newPurse(hand, s.spent[s.turn])
	switch {
	case p.pays(cost):
		return ""
	case hand.total() < cost:
		return "the cards in hand are worth less than that"
	}
	return "it cannot be paid exactly, nor with change from the cards spent in earlier phases and no card superfluous"
}

// refusePay says why c cannot be the next card of the payment (rule 9).
func (s *State) refusePay(c card) string {
	if why := s.refuseCard(s.turn, c); why != "" {
		return why
	}
	hand, paid := s.hand[s.turn], s.payment(s.turn)
	if paid.after(c) != 0 {
		return "the highest card is paid first"
	}
	whole := (hand | paid).sums()
	exact := whole.has(int(s.due) + paid.total())
	return unless(payable(hand, s.spent[s.turn], c, int(s.due), exact), "with that card the payment cannot be completed")
}

func (s *State) refuseDeployment(t rules.Step) string {
	k, sq := kind(t.Arg[0]), board.Square(t.Arg[1])
	switch {
	case t == step(t.By, kindDone):
		for k := range camp {
			if s.nextToDeploy(t.By, k) != nobody {
				return "not all pieces stand on the board yet"
			}
		}
		return ""
	case t != step(t.By, kindDeploy, uint8(k), uint8(sq)) || k >= camp:
		return "the pieces are to be placed"
	case !ownBoard(t.By, sq) || s.on[sq] != nobody:
		return "that is no free square of the own board"
	}
	return unless(s.nextToDeploy(t.By, k) != nobody, "no such piece is left to be placed")
}

func (s *State) refuseReferee(t rules.Step) string {
	switch t {
	case rules.Draw(), rules.Abandon(), rules.Resign(White), rules.Resign(Black):
		return ""
	}
	mark, n := seatMark(t.Arg[0]), uint16(t.Arg[1])<<8|uint16(t.Arg[2])
	switch {
	case t != timeStep(mark, n) || mark > 2 || mark == 0 && n != 0:
		return "no such step of the referee"
	case s.scenario == noLimit || (s.scenario == clocks) != (mark != 0):
		return "the game is not played by that time"
	case s.phase == special || s.phase == draw:
		return "the fight is finished first"
	}
	return unless(s.phase == battle, "time runs in the battle only")
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

// join joins the boards: everything is open, and the battle begins (rules 11 and 12).
func (s *State) join(fx []rules.Effect) []rules.Effect {
	s.joined = true
	s.phase, s.turn = battle, s.loser()
	if s.points[White] != s.points[Black] {
		s.turn = White
		if s.points[Black] > s.points[White] {
			s.turn = Black
		}
	}
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
	back := change(s.spent[s.turn], c.value()-int(s.due))
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
