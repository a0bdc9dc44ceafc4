package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// war is the battle: whose turn it is moves and attacks (rules 12 to 28).
type war struct {
	losses
	sure    bool   // option combat: attacks are without chance
	advance bool   // option knights_advance
	limit   uint16 // option removal_limit
}

// join joins the boards: everything is open, and the battle begins (rules 11 and 12).
func (w *war) join(fx []rules.Effect) []rules.Effect {
	w.joined = true
	w.phase, w.turn = battle, w.firstTurn()
	w.beginTurn()
	for p, sq := range w.field.at {
		if standing(sq) && kindOf[p] != camp {
			fx = append(fx, rules.Effect{Kind: rules.EffectEntered, From: noSquare, To: sq})
		}
	}
	return fx
}

// beginTurn begins the turn of who acts (rule 13).
func (w *war) beginTurn() { w.orders = newOrders(w.points[w.turn]) }

// use returns what p, of who is to move and on the board, can do now.
func (w *war) use(p piece) use {
	return use{&w.field, p, w.orders.might(p, w.points[w.turn]), w.sure}
}

func (w *war) legalBattle(dst []rules.Step) []rules.Step {
	base, points := piece(w.turn)*perSide, w.points[w.turn]
	for rest := w.field.up[w.turn] & ofForces; rest != 0; rest &= rest - 1 {
		p := base + rest.first()
		if m := w.orders.might(p, points); m.moves > 0 {
			dst = use{&w.field, p, m, w.sure}.legal(dst)
		}
	}
	return append(dst, step(w.turn, kindEnd))
}

// applyBattle carries out a legal step of the phase battle.
func (w *war) applyBattle(t rules.Step, fx []rules.Effect) []rules.Effect {
	if t.Kind == kindEnd {
		return w.endTurn(fx)
	}
	from, to := board.Square(t.Arg[0]), board.Square(t.Arg[1])
	u := w.use(w.field.on[from])
	if t.Kind == kindMove {
		w.orders.spend(u.piece, u.moveCost(to), 0)
		w.field.put(u.piece, to)
		return append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
	}
	a := w.field.attackOf(t)
	moves, hits := u.attackCost(a)
	w.orders.spend(u.piece, moves, hits)
	if w.sure {
		return w.slay(a, t, fx)
	}
	return w.meet(a, fx)
}

// slay carries out an attack without chance: all removals at once, then Knights
// that live stand where the target stood (rules 24 to 28).
func (w *war) slay(a attack, t rules.Step, fx []rules.Effect) []rules.Effect {
	p := a.attacker()
	fall, attackerFalls := a.victims(t)
	for sq := range fall.All() {
		fx = w.remove(w.field.on[sq], fx)
	}
	if attackerFalls {
		fx = w.remove(p, fx)
	}
	return w.judge(w.follow(p, a.to, fx))
}

// meet begins a fight with cards, or ends it at once where its result is automatic.
func (w *war) meet(a attack, fx []rules.Effect) []rules.Effect {
	attacker, target := a.attacker(), a.target()
	if falls, ok := a.automatic(); ok {
		fx = w.remove(target, fx)
		if falls {
			fx = w.remove(attacker, fx)
		}
		return w.judge(w.follow(attacker, a.to, fx))
	}
	w.begin(fight{attacker: attacker, target: target, shot: a.shot, draws: a.draws()})
	return fx
}

// applyDraw notes the attacker's draw, or settles the fight with the defender's.
func (w *war) applyDraw(t rules.Step, fx []rules.Effect) []rules.Effect {
	f := w.fight
	at := w.field.at[f.fighter()]
	for _, v := range t.Arg[:t.N] {
		fx = append(fx, rules.Effect{Kind: rules.EffectThrown, From: at, To: noSquare, N: int16(v)})
	}
	if !f.defending {
		w.fight.note(t)
		return fx
	}
	to := w.field.at[f.target]
	attackerFalls, targetFalls := f.falls(f.scores(t))
	w.phase = battle
	w.endFight()
	if targetFalls {
		fx = w.remove(f.target, fx)
	}
	if attackerFalls {
		fx = w.remove(f.attacker, fx)
	}
	return w.judge(w.follow(f.attacker, to, fx))
}

// follow lets Knights that live stand where their target stood, on a square that is
// free now: without chance, or if the option says so (rule 24).
func (w *war) follow(attacker piece, to board.Square, fx []rules.Effect) []rules.Effect {
	if !w.sure && !w.advance || kindOf[attacker] != knights || !w.field.stands(attacker) || w.field.on[to] != nobody {
		return fx
	}
	from := w.field.at[attacker]
	w.field.put(attacker, to)
	return append(fx, rules.Effect{Kind: rules.EffectMoved, From: from, To: to})
}

// endTurn gives the turn to the other side; too many turns in a row without a
// removal are a draw (rule 30).
func (w *war) endTurn(fx []rules.Effect) []rules.Effect {
	w.quiet++
	if w.quiet >= 2*w.limit {
		return w.finish(0, whyQuiet, fx)
	}
	w.turn = 1 - w.turn
	w.beginTurn()
	return fx
}
