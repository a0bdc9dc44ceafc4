package rolechess

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// Apply returns the position after step; see rules.State.
func (s State) Apply(step rules.Step, effects []rules.Effect) (rules.State, []rules.Effect, error) {
	if why := s.refuse(step); !why.IsZero() {
		return nil, effects, rules.Illegal(s.Text(step), why)
	}
	effects = s.apply(&step, effects)
	return s, effects, nil
}

func squaresOf(step *rules.Step) (a, b, c board.Square) {
	return board.Square(step.Arg[0]), board.Square(step.Arg[1]), board.Square(step.Arg[2])
}

// apply carries out a step that refuse does not refuse.
func (s *State) apply(step *rules.Step, fx []rules.Effect) []rules.Effect {
	a, b, c := squaresOf(step)
	switch step.Kind {
	case kindMove:
		return s.applyMove(a, b, fx)
	case kindAttack:
		s.declare(a, board.None, b)
	case kindPair:
		s.declare(a, b, c)
	case kindEnd, kindStay:
		return s.endTurn(fx)
	case kindPass:
		return s.applyPass(fx)
	case kindAdvance:
		p := s.attackers[0]
		fx = append(fx, rules.Effect{Kind: rules.EffectMoved, From: s.at[p], To: s.circle})
		s.put(p, s.circle)
		return s.endTurn(fx)
	case kindDie:
		if s.phase == first {
			return s.applyFirst(step.Arg[0], fx)
		}
		return s.applyThrow(step.Arg[0], fx)
	default:
		r, _ := rules.RefereeResult(s.Seated(), *step)
		return s.finish(r.Winners, whyOf(r.Why), fx)
	}
	return fx
}

func (s *State) applyMove(from, to board.Square, fx []rules.Effect) []rules.Effect {
	p := s.on(s.turn, from)
	s.put(p, to)
	fx = append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
	if s.targets(p) == 0 {
		return s.endTurn(fx)
	}
	s.moved, s.from, s.phase = p, from, attack
	return fx
}

func (s *State) declare(a, second, target board.Square) {
	s.attackers[0] = s.on(s.turn, a)
	if second != board.None {
		s.attackers[1] = s.on(s.turn, second)
	}
	s.target, s.phase = s.on(1-s.turn, target), battle
}

// applyPass draws when neither player could do anything but pass (rule 14).
func (s *State) applyPass(fx []rules.Effect) []rules.Effect {
	stuck := !s.canAct(White) && !s.canAct(Black)
	fx = s.endTurn(fx)
	if stuck && s.phase != over {
		return s.finish(0, whyStuck, fx)
	}
	return fx
}

// applyFirst is rule 5: the higher throw begins, equal ones are thrown again.
func (s *State) applyFirst(face uint8, fx []rules.Effect) []rules.Effect {
	seat, white := White, s.first
	if white != 0 {
		seat = Black
	}
	fx = append(fx, thrown(s.at[int(seat)*perSide+emperorAt], face))
	switch {
	case seat == White:
		s.first = face
		return fx
	case face > white:
		s.turn, s.phase = Black, turn
	case face < white:
		s.turn, s.phase = White, turn
	}
	s.first = 0
	return fx
}

func thrown(sq board.Square, face uint8) rules.Effect {
	return rules.Effect{Kind: rules.EffectThrown, From: sq, To: board.None, N: int16(face)}
}

func (s *State) applyThrow(face uint8, fx []rules.Effect) []rules.Effect {
	p, die := s.thrower()
	fx = append(fx, thrown(s.at[p], face))
	s.throws[s.thrown] = face
	if s.thrown++; p != s.target || die+1 < s.diceOf(p) {
		return fx
	}
	return s.settle(fx)
}

// settle is rules 11 to 13: the loss, and what a death brings.
func (s *State) settle(fx []rules.Effect) []rules.Effect {
	attack, defence := s.scores()
	sq, loss := s.at[s.target], max(0, attack-defence)
	fx = append(fx, rules.Effect{Kind: rules.EffectLoss, From: sq, To: board.None, N: int16(loss)})
	left := int(s.energy[s.target]) - loss
	if left > 0 {
		s.energy[s.target] = int8(left)
		return s.endTurn(fx)
	}
	s.energy[s.target] = 0
	s.put(s.target, board.None)
	fx = append(fx, rules.Effect{Kind: rules.EffectRemoved, From: sq, To: board.None})
	if kindOf[s.target] == emperor {
		return s.finish(rules.SeatsOf(s.turn), whyEmperor, fx)
	}
	s.circle, s.phase = sq, advance
	return fx
}

// scores returns both sides' scores of the throws so far (rules 9, 10 and 16).
func (b *fight) scores() (attack, defence int) {
	for i := range b.attackerCount() {
		p, from, to := b.fought(i)
		attack += int(slices.Max(b.throws[from:to])) * attackOf[kindOf[p]]
	}
	p, from, to := b.fought(b.attackerCount())
	return attack, int(slices.Max(b.throws[from:to])) * defenceOf[kindOf[p]]
}

// endTurn gives the turn to the opponent, unless the position is dead (rules 12 and 14).
func (s *State) endTurn(fx []rules.Effect) []rules.Effect {
	if s.dead() {
		return s.finish(0, whyDead, fx)
	}
	s.clear()
	s.phase, s.turn = turn, 1-s.turn
	return fx
}

func (s *State) finish(winners rules.Seats, why uint8, fx []rules.Effect) []rules.Effect {
	s.clear()
	s.phase, s.turn, s.first = over, White, 0
	s.winners, s.why = winners, why
	return append(fx, rules.Effect{Kind: rules.EffectOver, From: board.None, To: board.None})
}

func whyOf(name string) uint8 {
	for i, why := range whys {
		if why == name {
			return uint8(i)
		}
	}
	return 0
}
