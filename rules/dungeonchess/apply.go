package dungeonchess

import (
	"slices"

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

// refuse says why step is not legal now, "" if it is.
func (s *State) refuse(step rules.Step) string {
	switch {
	case s.phase == over:
		return "the game is over"
	case step.By == rules.Referee:
		return s.refuseReferee(step)
	case s.phase == deal:
		return s.refuseDeal(step)
	case s.phase == keep:
		return s.refuseKeep(step)
	case step.By != s.turn:
		return "it is not that player's turn"
	}
	switch step.Kind {
	case kindMove, kindCapture, kindTeleport:
		return s.refuseMove(step)
	case kindRansom:
		return s.refuseRansom(step)
	}
	if step != passStep(s.turn) {
		return "a move is awaited"
	}
	if s.canMove(s.turn) {
		return "who can move must move"
	}
	return ""
}

func (s *State) refuseReferee(step rules.Step) string {
	seat := rules.Seat(step.Arg[0])
	switch {
	case step == rules.Draw(), step == rules.Abandon(), step == rules.Resign(seat) && s.active().Has(seat):
		return ""
	case step == rules.Resign(seat) && s.seated().Has(seat):
		return "that player has resigned already"
	}
	return "no such step of the referee"
}

func (s *State) refuseDeal(step rules.Step) string {
	low, high := step.Arg[1], step.Arg[2]
	if step != dealStep(s.without(hasCards), low, high) {
		return "two cards for the next player are awaited"
	}
	if low < 1 || low >= high || high > cards || !s.onDeck(low) || !s.onDeck(high) {
		return "those are not two cards of the deck, rising"
	}
	return ""
}

// refuseKeep says the same of every card that is not that player's, so that it
// tells nothing of the others' (rule 14).
func (s *State) refuseKeep(step rules.Step) string {
	card := step.Arg[0]
	switch {
	case step.Kind != kindKeep:
		return "a card to keep is awaited"
	case step != keepStep(step.By, card) || !s.active().Has(step.By) || hasKept(s, step.By) || card == 0 || !slices.Contains(s.dealt[step.By][:], card):
		return "that player has no such card to choose"
	}
	return ""
}

func (s *State) refuseMove(step rules.Step) string {
	from, to := board.Square(step.Arg[0]), board.Square(step.Arg[1])
	if step != goStep(s.turn, step.Kind, from, to) || from >= table.squares || to >= table.squares {
		return "there is no such move"
	}
	p := s.on[from]
	if p == nobody || p.owner() != s.turn {
		return "no character of that player stands there"
	}
	if to == s.worn(p) {
		return "that character has made this move three times running"
	}
	if step.Kind == kindTeleport {
		if s.jump(p) != to {
			return "that character cannot teleport there"
		}
		return ""
	}
	if (step.Kind == kindCapture) != (s.on[to] != nobody) {
		return "a move is onto a free square, a capture onto an enemy's"
	}
	if !s.reaches(p, to) {
		return s.unreached(p, to)
	}
	return ""
}

// unreached says why p cannot go to a square that is out of its reach.
func (s *State) unreached(p piece, to board.Square) string {
	victim := s.on[to]
	switch {
	case victim != nobody && table.entry[s.at[p]]:
		return "a character on an entry square does not capture"
	case table.entry[to]:
		return "nobody moves onto an entry square"
	case victim != nobody && victim.owner() != s.turn && s.spared(victim.owner()):
		return "a player's last character is not captured"
	}
	return "that character cannot go there"
}

func (s *State) refuseRansom(step rules.Step) string {
	p, to := piece(step.Arg[0]), board.Square(step.Arg[1])
	switch {
	case step != ransomStep(s.turn, p, to) || p >= pieces || p.owner() != s.turn || s.at[p] < maxSquares:
		return "that is no captive of that player's"
	case s.ransomed:
		return "there is one ransom a turn"
	case s.chests[s.turn] == 0:
		return "that player has no chest"
	case !slices.Contains(table.entries[s.turn][:], to) || s.on[to] != nobody:
		return "that is no free entry square of that player's"
	}
	return ""
}

// apply carries out a step that refuse does not refuse.
func (s *State) apply(step rules.Step, fx []rules.Effect) []rules.Effect {
	switch step.Kind {
	case kindDeal:
		s.dealt[step.Arg[0]] = [2]uint8{step.Arg[1], step.Arg[2]}
		return s.goOn(fx)
	case kindKeep:
		s.dealt[step.By], s.kept[step.By] = [2]uint8{}, step.Arg[0]
		return s.goOn(fx)
	case kindMove, kindCapture, kindTeleport:
		return s.applyMove(board.Square(step.Arg[0]), board.Square(step.Arg[1]), fx)
	case kindRansom:
		return s.applyRansom(piece(step.Arg[0]), board.Square(step.Arg[1]), fx)
	case kindPass:
		s.runs[s.turn] = run{}
		s.countCalm(false)
		return s.endTurn(fx)
	case rules.KindResign:
		return s.applyResign(rules.Seat(step.Arg[0]), fx)
	case rules.KindDraw:
		return s.finish(s.leaders(), whyAgreed, fx)
	}
	return s.finish(0, whyAbandoned, fx)
}

// goOn is what follows when every active seat has its cards, or has kept one: a
// resigner's need not be waited for.
func (s *State) goOn(fx []rules.Effect) []rules.Effect {
	if s.phase == deal && s.without(hasCards) == noSeat {
		s.phase = keep
	}
	if s.phase != keep || s.without(hasKept) != noSeat {
		return fx
	}
	s.phase, s.turn, s.dealt = turn, East, [seats][2]uint8{}
	return s.endTurn(fx) // of nobody: the one after East begins
}

// applyMove is rules 5 and 6.
func (s *State) applyMove(from, to board.Square, fx []rules.Effect) []rules.Effect {
	p, victim := s.on[from], s.on[to]
	if victim != nobody {
		s.put(victim, heldBy+board.Square(s.turn))
		fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: to, To: board.None})
	}
	s.put(p, to)
	now := run{man: p, a: min(from, to), b: max(from, to), n: 1}
	if last := s.runs[s.turn]; last.man == now.man && last.a == now.a && last.b == now.b {
		now.n += last.n
	}
	s.runs[s.turn] = now
	s.countCalm(victim != nobody)
	return s.endTurn(append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to}))
}

// applyRansom is rule 9.
func (s *State) applyRansom(p piece, to board.Square, fx []rules.Effect) []rules.Effect {
	s.chests[s.turn]--
	s.chests[s.at[p]-heldBy]++
	s.put(p, to)
	s.ransomed, s.calm = true, 0
	return append(fx, rules.Effect{Kind: rules.EffectEntered, From: board.None, To: to})
}

// applyResign ends a game of two; with more the seat's turns are passed.
func (s *State) applyResign(seat rules.Seat, fx []rules.Effect) []rules.Effect {
	if s.players == 2 {
		return s.finish(s.seated()&^rules.SeatsOf(seat), whyResigned, fx)
	}
	s.resigned |= rules.SeatsOf(seat)
	s.runs[seat] = run{}
	switch {
	case s.active().Len() == 1:
		return s.finish(s.active(), whyResigned, fx)
	case s.phase != turn:
		return s.goOn(fx)
	case seat == s.turn:
		return s.endTurn(fx)
	case s.stuck():
		return s.finish(s.leaders(), whyScore, fx)
	case s.becalmed():
		return s.finish(s.leaders(), whyCalm, fx)
	}
	return fx
}

// endTurn ends the game (rules 11 and 15) or gives the turn to the next player.
func (s *State) endTurn(fx []rules.Effect) []rules.Effect {
	switch {
	case s.decided() || s.stuck():
		return s.finish(s.leaders(), whyScore, fx)
	case s.becalmed():
		return s.finish(s.leaders(), whyCalm, fx)
	}
	s.turn, s.ransomed = s.after(s.turn), false
	return fx
}

// countCalm counts a turn for rule 15, begins anew after a capture or a ransom.
func (s *State) countCalm(captured bool) {
	switch {
	case captured || s.ransomed:
		s.calm = 0
	case s.rounds > 0:
		s.calm++
	}
}

// becalmed reports the end of rule 15: of every round one turn is each active player's.
func (s *State) becalmed() bool {
	return s.rounds > 0 && s.calm >= s.rounds*uint16(s.active().Len())
}

func (s *State) finish(winners rules.Seats, why uint8, fx []rules.Effect) []rules.Effect {
	s.phase, s.turn, s.ransomed, s.dealt = over, South, false, [seats][2]uint8{}
	s.winners, s.why = winners, why
	return append(fx, rules.Effect{Kind: rules.EffectOver, From: board.None, To: board.None})
}
