package rolechess

import (
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
		fx = append(fx, rules.Effect{Kind: rules.EffectMoved, From: a, To: b})
		if !s.move(a, b) {
			return s.endTurn(fx)
		}
		s.phase = attack
	case kindAttack:
		s.declare(s.on(s.turn, a), nobody, s.on(1-s.turn, b))
		s.phase = battle
	case kindPair:
		s.declare(s.on(s.turn, a), s.on(s.turn, b), s.on(1-s.turn, c))
		s.phase = battle
	case kindEnd, kindStay:
		return s.endTurn(fx)
	case kindPass: // a draw when neither player could do anything but pass (rule 14)
		stuck := !s.canAct(White) && !s.canAct(Black)
		if fx = s.endTurn(fx); stuck && s.phase != over {
			return s.finish(0, whyStuck, fx)
		}
	case kindAdvance:
		p := s.attackers[0]
		fx = append(fx, rules.Effect{Kind: rules.EffectMoved, From: s.at[p], To: s.circle})
		s.put(p, s.circle)
		return s.endTurn(fx)
	case kindDie:
		return s.applyDie(step.Arg[0], fx)
	default:
		r, _ := rules.RefereeResult(s.Seated(), *step)
		return s.finish(r.Winners, whyOf(r.Why), fx)
	}
	return fx
}

// applyDie adds a die to the battle, or to the throws for who begins.
func (s *State) applyDie(face uint8, fx []rules.Effect) []rules.Effect {
	if s.phase == battle {
		p, last := s.throw(face)
		if fx = append(fx, thrown(s.at[p], face)); last {
			return s.settle(fx)
		}
		return fx
	}
	fx = append(fx, thrown(s.at[int(s.toss.thrower())*perSide+emperorAt], face))
	if begins, decided := s.toss.throw(face); decided {
		s.turn, s.phase = begins, turn
	}
	return fx
}

func thrown(sq board.Square, face uint8) rules.Effect {
	return rules.Effect{Kind: rules.EffectThrown, From: sq, To: board.None, N: int16(face)}
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

// endTurn gives the turn to the opponent, unless the position is dead (rules 12 and 14).
func (s *State) endTurn(fx []rules.Effect) []rules.Effect {
	if s.dead() {
		return s.finish(0, whyDead, fx)
	}
	s.forget()
	s.fight.end()
	s.phase, s.turn = turn, 1-s.turn
	return fx
}

func (s *State) finish(winners rules.Seats, why uint8, fx []rules.Effect) []rules.Effect {
	s.forget()
	s.fight.end()
	s.phase, s.turn, s.toss = over, White, toss{}
	s.ending = ending{winners, why}
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
