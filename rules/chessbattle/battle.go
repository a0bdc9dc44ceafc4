package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// beginTurn begins the turn of s.turn (rule 13).
func (s *State) beginTurn() { s.orders = newOrders(s.points[s.turn]) }

// use returns what p, of who is to move and on the board, can do now.
func (s *State) use(p piece) use {
	return use{&s.field, p, s.orders.might(p, s.points[s.turn]), s.sure}
}

func (s *State) legalBattle(dst []rules.Step) []rules.Step {
	base, points := piece(s.turn)*perSide, s.points[s.turn]
	for rest := s.field.up[s.turn] & ofForces; rest != 0; rest &= rest - 1 {
		p := base + rest.first()
		if m := s.orders.might(p, points); m.moves > 0 {
			dst = use{&s.field, p, m, s.sure}.legal(dst)
		}
	}
	return append(dst, step(s.turn, kindEnd))
}

func (s *State) refuseBattle(t rules.Step) rules.Message {
	if t == step(t.By, kindEnd) {
		return rules.Message{}
	}
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	switch {
	case t.Kind < kindMove || t.Kind > kindShot || !standing(to):
		return rules.Say("no.now")
	case !s.field.own(t.By, from):
		return rules.NotYours(*s, from)
	}
	u := s.use(s.field.on[from])
	switch {
	case kindOf[u.piece] == camp:
		return rules.Say("no.camp.moves")
	case u.might.moves == 0:
		return s.orders.refuse(u.piece, &s.field)
	case s.field.own(t.By, to):
		return rules.Say("no.own", "at", squareName(to))
	}
	return u.refuse(t)
}

// Why says why what stands on from can do nothing with to. Before the boards are
// joined it tells nothing of what stands where.
func (s State) Why(from, to board.Square) rules.Message {
	if s.phase == battle && s.field.own(s.turn, from) && s.field.own(1-s.turn, to) {
		u := s.use(s.field.on[from])
		return s.refuse(u.attackStep(to))
	}
	return s.refuse(pathStep(s.turn, kindMove, from, to))
}

// applyBattle carries out a legal step of the phase battle.
func (s *State) applyBattle(t rules.Step, fx []rules.Effect) []rules.Effect {
	if t.Kind == kindEnd {
		return s.endTurn(fx)
	}
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	u := s.use(s.field.on[from])
	if t.Kind == kindMove {
		s.orders.spend(u.piece, u.moveCost(to), 0)
		s.field.put(u.piece, to)
		return append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
	}
	a := s.field.attackOf(t)
	moves, hits := u.attackCost(a)
	s.orders.spend(u.piece, moves, hits)
	if s.sure {
		return s.slay(a, t, fx)
	}
	return s.meet(a, fx)
}

// slay carries out an attack without chance: all removals at once, then Knights
// that live stand where the target stood (rules 24 to 28).
func (s *State) slay(a attack, t rules.Step, fx []rules.Effect) []rules.Effect {
	p := a.attacker()
	fall, attackerFalls := a.victims(t)
	for sq := range fall.All() {
		fx = s.remove(s.field.on[sq], fx)
	}
	if attackerFalls {
		fx = s.remove(p, fx)
	}
	return s.judge(s.follow(p, a.to, fx))
}

// meet begins a fight with cards, or ends it at once where its result is automatic.
func (s *State) meet(a attack, fx []rules.Effect) []rules.Effect {
	attacker, target := a.attacker(), a.target()
	if falls, ok := a.automatic(); ok {
		fx = s.remove(target, fx)
		if falls {
			fx = s.remove(attacker, fx)
		}
		return s.judge(s.follow(attacker, a.to, fx))
	}
	s.fight = fight{attacker: attacker, target: target, shot: a.shot, draws: a.draws()}
	s.phase = special
	s.skipEmptyHands()
	return fx
}

// follow lets Knights that live stand where their target stood, on a square that is
// free now: without chance, or if the option says so (rule 24).
func (s *State) follow(attacker piece, to board.Square, fx []rules.Effect) []rules.Effect {
	if !s.sure && !s.advance || kindOf[attacker] != knights || !s.field.stands(attacker) || s.field.on[to] != nobody {
		return fx
	}
	from := s.field.at[attacker]
	s.field.put(attacker, to)
	return append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
}

// endTurn gives the turn to the other side; too many turns in a row without a
// removal are a draw (rule 30).
func (s *State) endTurn(fx []rules.Effect) []rules.Effect {
	s.quiet++
	if s.quiet >= 2*s.limit {
		return s.finish(0, whyQuiet, fx)
	}
	s.turn = 1 - s.turn
	s.beginTurn()
	return fx
}
