package dungeonchess

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
		s.calmCount.count(s.ransomed)
		return s.endTurn(fx)
	case rules.KindResign:
		return s.applyResign(rules.Seat(step.Arg[0]), fx)
	case rules.KindDraw:
		return s.finish(s.leaders(), whyAgreed, fx)
	}
	return s.finish(0, whyAbandoned, fx)
}

// goOn moves to the next phase once every active seat has its cards, or has kept one. Nobody waits for a
// resigner.
func (s *State) goOn(fx []rules.Effect) []rules.Effect {
	if s.phase == deal && s.without(s.hasCards) == noSeat {
		s.phase = keep
	}
	if s.phase != keep || s.without(s.hasKept) != noSeat {
		return fx
	}
	s.phase, s.turn, s.dealt = turn, East, [seats][2]uint8{}
	return s.endTurn(fx) // of nobody: the one after East begins
}

// applyMove carries out a move, a capture or a teleport (rules 5 and 6).
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
	s.calmCount.count(victim != nobody || s.ransomed)
	return s.endTurn(append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to}))
}

// applyRansom pays a chest and brings the character back (rule 9).
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

// count counts a turn for rule 15, begins anew after a capture or a ransom.
func (c *calmCount) count(anew bool) {
	switch {
	case anew:
		c.calm = 0
	case c.rounds > 0:
		c.calm++
	}
}

// becalmed reports the end by rule 15: a round is one turn of each active player.
func (s *State) becalmed() bool {
	return s.rounds > 0 && s.calm >= s.rounds*uint16(s.active().Len())
}

func (s *State) finish(winners rules.Seats, why uint8, fx []rules.Effect) []rules.Effect {
	s.phase, s.turn, s.ransomed, s.dealt = over, South, false, [seats][2]uint8{}
	s.winners, s.why = winners, why
	return append(fx, rules.Effect{Kind: rules.EffectOver, From: board.None, To: board.None})
}
