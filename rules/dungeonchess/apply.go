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

// course is the turns of the game up to its end.
type course struct {
	wealth
	calmCount
	turn     rules.Seat // whose turn it is; South in the other phases
	ransomed bool       // a ransom was paid this turn
	winners  rules.Seats
	why      uint8
}

// apply carries out a step that refuse does not refuse.
func (c *course) apply(step rules.Step, fx []rules.Effect) []rules.Effect {
	switch step.Kind {
	case kindDeal:
		c.dealt[step.Arg[0]] = [2]uint8{step.Arg[1], step.Arg[2]}
		return c.goOn(fx)
	case kindKeep:
		c.dealt[step.By], c.kept[step.By] = [2]uint8{}, step.Arg[0]
		return c.goOn(fx)
	case kindMove, kindCapture, kindTeleport:
		return c.applyMove(board.Square(step.Arg[0]), board.Square(step.Arg[1]), fx)
	case kindRansom:
		return c.applyRansom(piece(step.Arg[0]), board.Square(step.Arg[1]), fx)
	case kindPass:
		c.runs[c.turn] = run{}
		c.calmCount.count(c.ransomed)
		return c.endTurn(fx)
	case rules.KindResign:
		return c.applyResign(rules.Seat(step.Arg[0]), fx)
	case rules.KindDraw:
		return c.finish(c.leaders(), whyAgreed, fx)
	}
	return c.finish(0, whyAbandoned, fx)
}

// goOn moves to the next phase once every active seat has its cards, or has kept one. Nobody waits for a
// resigner.
func (c *course) goOn(fx []rules.Effect) []rules.Effect {
	if c.phase == deal && c.without(c.hasCards) == noSeat {
		c.phase = keep
	}
	if c.phase != keep || c.without(c.hasKept) != noSeat {
		return fx
	}
	c.phase, c.turn, c.dealt = turn, East, [seats][2]uint8{}
	return c.endTurn(fx) // of nobody: the one after East begins
}

// applyMove carries out a move, a capture or a teleport (rules 5 and 6).
func (c *course) applyMove(from, to board.Square, fx []rules.Effect) []rules.Effect {
	p, victim := c.on[from], c.on[to]
	if victim != nobody {
		c.put(victim, heldBy+board.Square(c.turn))
		fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: to, To: board.None})
	}
	c.put(p, to)
	now := run{man: p, a: min(from, to), b: max(from, to), n: 1}
	if last := c.runs[c.turn]; last.man == now.man && last.a == now.a && last.b == now.b {
		now.n += last.n
	}
	c.runs[c.turn] = now
	c.calmCount.count(victim != nobody || c.ransomed)
	return c.endTurn(append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to}))
}

// applyRansom pays a chest and brings the character back (rule 9).
func (c *course) applyRansom(p piece, to board.Square, fx []rules.Effect) []rules.Effect {
	c.chests[c.turn]--
	c.chests[c.at[p]-heldBy]++
	c.put(p, to)
	c.ransomed, c.calm = true, 0
	return append(fx, rules.Effect{Kind: rules.EffectEntered, From: board.None, To: to})
}

// applyResign ends a game of two; with more the seat's turns are passed.
func (c *course) applyResign(seat rules.Seat, fx []rules.Effect) []rules.Effect {
	if c.players == 2 {
		return c.finish(c.seated()&^rules.SeatsOf(seat), whyResigned, fx)
	}
	c.resigned |= rules.SeatsOf(seat)
	c.runs[seat] = run{}
	switch {
	case c.active().Len() == 1:
		return c.finish(c.active(), whyResigned, fx)
	case c.phase != turn:
		return c.goOn(fx)
	case seat == c.turn:
		return c.endTurn(fx)
	case c.stuck():
		return c.finish(c.leaders(), whyScore, fx)
	case c.becalmed(c.active()):
		return c.finish(c.leaders(), whyCalm, fx)
	}
	return fx
}

// endTurn ends the game (rules 11 and 15) or gives the turn to the next player.
func (c *course) endTurn(fx []rules.Effect) []rules.Effect {
	switch {
	case c.decided() || c.stuck():
		return c.finish(c.leaders(), whyScore, fx)
	case c.becalmed(c.active()):
		return c.finish(c.leaders(), whyCalm, fx)
	}
	c.turn, c.ransomed = c.after(c.turn), false
	return fx
}

func (c *course) finish(winners rules.Seats, why uint8, fx []rules.Effect) []rules.Effect {
	c.phase, c.turn, c.ransomed, c.dealt = over, South, false, [seats][2]uint8{}
	c.winners, c.why = winners, why
	return append(fx, rules.Effect{Kind: rules.EffectOver, From: board.None, To: board.None})
}
