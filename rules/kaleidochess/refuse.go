package kaleidochess

import (
	"reeve/board"
	"reeve/rules"
)

// refuse returns why a step is not legal now, "" if it is.
func (s *State) refuse(st rules.Step) string {
	switch {
	case s.phase == over:
		return "the game is over"
	case !s.actors().Has(st.By):
		return "it is not this seat's turn"
	case !neat(st):
		return "there is no such action"
	case s.phase == inDie:
		if st.Kind != kindDie || st.Arg[0] < 1 || st.Arg[0] > 6 {
			return "the die is to be thrown first"
		}
		return ""
	case st.Kind == kindDie:
		return "no throw is due"
	case st.Kind == kindPass:
		if s.canAct() {
			return "only who can do nothing else passes"
		}
		return ""
	}
	return s.refuseAction(st)
}

func (s *State) refuseAction(st rules.Step) string {
	v := s.survey()
	f, cast := formulaOf(st.Kind)
	switch {
	case st.Kind == kindMove || st.Kind == kindCapture:
		return v.refuseMove(st)
	case !s.options.has(withMagic):
		return "this game is played without magic"
	case cast && v.at[wizardOf(v.turn)] == off:
		return "the Wizard is lost"
	case cast && v.tiles[v.turn]>>f&1 == 0:
		return "the tile is used"
	case cast && !v.mayCast(f), st.Kind == kindCancel && !v.ground.magic[v.thrown]:
		return "the throw does not allow magic"
	case cast && !v.canHit(f, st):
		return "it cannot be cast there"
	case st.Kind == kindCancel && !v.mayCancel(formula(st.Arg[0])):
		return "no such formula is active"
	case st.Kind == kindFire && !v.mayBreathe():
		return "the Dragon cannot breathe fire now"
	case st.Kind == kindFire && !v.on(st.Arg[0], v.burnable()):
		return "fire does nothing there"
	}
	return ""
}

// on reports whether the field numbered f, which may be none, is in set.
func (v *survey) on(f uint8, set fields) bool { return f < maxFields && set.has(board.Square(f)) }

func (v *survey) refuseMove(st rules.Step) string {
	if !v.on(st.Arg[0], v.own) {
		return "no own piece stands there"
	}
	p := v.pieceOn(board.Square(st.Arg[0]))
	switch {
	case v.held(v.at[p]):
		return "the piece is imprisoned"
	case !v.freeToMove(p):
		return "the throw does not let this piece move"
	case !v.on(st.Arg[1], v.reach(p)):
		return "the piece cannot go there"
	case v.enemy.has(board.Square(st.Arg[1])) != (st.Kind == kindCapture):
		return "a capture is written with x, another move with -"
	}
	return ""
}

// canHit reports whether f may be cast at what the step names.
func (v *survey) canHit(f formula, st rules.Step) bool {
	a, b, c := st.Arg[0], st.Arg[1], st.Arg[2]
	switch f {
	case teleport:
		return a != b && v.on(a, v.movables()) && v.on(b, v.landings())
	case swap:
		return v.on(a, v.movables()) && v.on(b, v.movables()) && v.ground.order[a] < v.ground.order[b]
	case revive:
		return a < pieces && piece(a).owner() == v.turn && v.at[a] == off && v.on(b, v.revivals())
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
