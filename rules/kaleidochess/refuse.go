package kaleidochess

import (
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// refuse returns why a step is not legal now, nothing if it is.
func (s *State) refuse(st rules.Step) rules.Message {
	switch {
	case s.phase == over:
		return rules.Say("no.over")
	case s.phase == inDie && (st.By != rules.Chance || st.Kind != kindDie || st.Arg[0] < 1 || st.Arg[0] > 6 || !neat(st)):
		return rules.Say("no.die")
	case !s.actors().Has(st.By):
		return rules.NotTurn(*s)
	case !neat(st):
		return rules.Say("no.now")
	case s.phase == inDie:
		return rules.Message{}
	case st.Kind == kindDie:
		return rules.Say("no.throw.due")
	case st.Kind == kindPass:
		if s.canAct() {
			return rules.Say("no.pass")
		}
		return rules.Message{}
	}
	return s.refuseAction(st)
}

func (s *forces) refuseAction(st rules.Step) rules.Message {
	v := refuser{s.survey()}
	f, cast := formulaOf(st.Kind)
	a, _ := v.ground.names(st)
	switch {
	case st.Kind == kindMove || st.Kind == kindCapture:
		return v.refuseMove(st)
	case !s.options.has(withMagic):
		return rules.Say("no.magic")
	case cast:
		return v.refuseCast(f, st)
	case st.Kind == kindCancel && !v.ground.magic[v.thrown]:
		return rules.Say("no.magic.throw", "n", v.roll())
	case st.Kind == kindCancel && !v.mayCancel(formula(st.Arg[0])):
		return rules.Say("no.formula")
	case st.Kind == kindFire && v.at[dragonOf(v.turn)] == off:
		return rules.Say("no.dragon")
	case st.Kind == kindFire && !v.mayBreathe():
		return rules.Say("no.fire.throw", "n", v.roll())
	case st.Kind == kindFire && !v.on(st.Arg[0], v.burnable()):
		return rules.Say("no.fire", "at", a)
	}
	return rules.Message{}
}

// refuser says why a step cannot be taken.
type refuser struct{ survey }

func (v *refuser) roll() string { return strconv.Itoa(int(v.thrown)) }

// on reports whether the field numbered f, which may be none, is in set.
func (v *refuser) on(f uint8, set fields) bool { return f < maxFields && set.has(board.Square(f)) }

// notYours says why a step with what stands on f, which is not one's own, is refused.
func (v *refuser) notYours(f board.Square) rules.Message {
	at := v.ground.top.Name(f)
	if v.on(uint8(f), v.enemy) {
		return rules.Say("no.theirs", "at", at, "owner", v.ground.game.SeatKey(1-v.turn))
	}
	return rules.Say("no.empty", "at", at)
}

func (v *refuser) refuseMove(st rules.Step) rules.Message {
	from, to := v.ground.names(st)
	if !v.on(st.Arg[0], v.own) {
		return v.notYours(board.Square(st.Arg[0]))
	}
	p := v.pieceOn(board.Square(st.Arg[0]))
	kind := v.ground.kind[p]
	switch {
	case v.held(v.at[p]):
		return rules.Say("no.imprisoned", "piece", kindKey(kind), "at", from)
	case !v.freeToMove(p):
		return rules.Say("no.throw.piece", "piece", kindKey(kind), "n", v.roll())
	case v.on(st.Arg[1], v.own):
		return rules.Say("no.own", "at", to)
	case v.on(st.Arg[1], v.blocked):
		return rules.Say("no.blocked", "at", to)
	case !v.on(st.Arg[1], v.reach(p)):
		return v.unreached(p, board.Square(st.Arg[1]))
	case v.enemy.has(board.Square(st.Arg[1])) != (st.Kind == kindCapture):
		return rules.Say("no.sign")
	}
	return rules.Message{}
}

// unreached says why p does not come to a field: what is in the way, how many circles it
// crosses, or that it is too far.
func (v *refuser) unreached(p piece, to board.Square) rules.Message {
	from, kind := v.at[p], v.ground.kind[p]
	m, key := &kinds[kind], "no.reach"
	args := []string{"piece", kindKey(kind), "from", v.ground.top.Name(from), "to", v.ground.top.Name(to)}
	steps, crosses := v.span(p)
	free := terrain{forces: v.forces, ground: v.ground, barred: v.barred}
	switch {
	case free.flood(from, m.gait, steps, crosses).has(to):
		key = "no.way"
	case v.ground.within(m.gait, min(steps, 3), from).has(to):
		key, args = "no.circles", append(args, "n", strconv.Itoa(crosses))
	}
	return rules.Say(key, args...)
}

// refuseCast says why f cannot be cast as the step says.
func (v *refuser) refuseCast(f formula, st rules.Step) rules.Message {
	a, b := fieldsOf(st)
	switch {
	case v.at[wizardOf(v.turn)] == off:
		return rules.Say("no.wizard")
	case v.tiles[v.turn]>>f&1 == 0:
		return rules.Say("no.tile", "spell", formulaKey(f))
	case !v.mayCast(f):
		return rules.Say("no.magic.throw", "n", v.roll())
	case v.canHit(f, st):
		return rules.Message{}
	}
	for _, at := range [2]board.Square{a, b} {
		switch {
		case at < maxFields && v.ground.castles.has(at):
			return rules.Say("no.castle", "at", v.ground.top.Name(at))
		case at < maxFields && v.ground.towns.and(v.enemy).has(at):
			return rules.Say("no.town", "at", v.ground.top.Name(at))
		}
	}
	return rules.Say("no.cast", "spell", formulaKey(f))
}

// Why says why what stands on from can do nothing with to.
func (s State) Why(from, to board.Square) rules.Message {
	action := kindMove
	if s.stands[1-s.turn].has(to) {
		action = kindCapture
	}
	return s.refuse(step(s.turn, action, uint8(from), uint8(to)))
}

// kindKey and formulaKey are the arguments of messages that name a kind, a formula.
func kindKey(k kind) string       { return "@kaleidochess." + kinds[k].name }
func formulaKey(f formula) string { return "@kaleidochess." + formulaNames[f] }

// canHit reports whether f may be cast at what the step names.
func (v *refuser) canHit(f formula, st rules.Step) bool {
	a, b, c := st.Arg[0], st.Arg[1], st.Arg[2]
	switch f {
	case teleport:
		return a != b && v.on(a, v.movables()) && v.on(b, v.landings())
	case swap:
		return v.on(a, v.movables()) && v.on(b, v.movables()) && v.ground.order[a] < v.ground.order[b]
	case revive:
		return a < pieces && piece(a).owner() == v.turn && v.captured(piece(a)) && v.on(b, v.revivals())
	case ghost:
		return v.on(a, v.haunted())
	case lightning:
		if b == atBarrier {
			_, ok := v.barrierAt(board.Square(a), c)
			return ok && v.on(a, v.struck())
		}
		return c == 0 && v.on(a, v.lightnings(b))
	case selfdestruct:
		return true
	case heal:
		return v.on(a, v.heals(b))
	case barrier:
		spot, ok := v.ground.spotOf(board.Square(a), board.Square(b))
		return ok && v.barred>>v.ground.spots[spot].line&1 == 0
	}
	return v.on(a, v.layable(f))
}
