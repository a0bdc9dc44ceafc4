package kaleidochess

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// Legal appends the legal steps: throws; or by piece moves, then captures, casts in
// the order of rule 11, cancellations, fire; or, with the die, pass.
func (s State) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }

func (s *forces) legal(dst []rules.Step) []rules.Step {
	switch s.phase {
	case inDie:
		for n := uint8(1); n <= 6; n++ {
			dst = append(dst, rules.Step{By: rules.Chance, Kind: kindDie, Arg: [rules.StepArgs]uint8{n}})
		}
		return dst
	case over:
		return dst
	}
	v := s.survey()
	before := len(dst)
	dst = v.listMoves(dst)
	if s.options.has(withMagic) {
		dst = v.listCasts(dst)
		dst = v.listCancels(dst)
		dst = v.listFire(dst)
	}
	if len(dst) == before {
		dst = append(dst, rules.Step{By: s.turn, Kind: kindPass})
	}
	return dst
}

func (v *survey) listMoves(dst []rules.Step) []rules.Step {
	first := wizardOf(v.turn)
	for p := first; p < first+perSide; p++ {
		if !v.freeToMove(p) {
			continue
		}
		from, to := uint8(v.at[p]), v.reach(p)
		dst = fanFrom(dst, rules.Step{By: v.turn, Kind: kindMove}, from, to.minus(v.enemy))
		dst = fanFrom(dst, rules.Step{By: v.turn, Kind: kindCapture}, from, to.and(v.enemy))
	}
	return dst
}

// fanFrom appends st once for each field of to, as its second argument. It writes in place: copying a value that
// was just written would stall on the stores.
func fanFrom(dst []rules.Step, st rules.Step, from uint8, to fields) []rules.Step {
	st.Arg[0] = from
	n := len(dst)
	dst = slices.Grow(dst, to.len())[:n+to.len()]
	for ; n < len(dst); n++ {
		dst[n] = st
		dst[n].Arg[1] = uint8(to.pop())
	}
	return dst
}

// fan appends st once for each field of at, which becomes its argument i.
func fan(dst []rules.Step, st rules.Step, i int, at fields) []rules.Step {
	for !at.empty() {
		dst = append(dst, st)
		dst[len(dst)-1].Arg[i] = uint8(at.pop())
	}
	return dst
}

// listCasts appends all casts, formula by formula.
func (v *survey) listCasts(dst []rules.Step) []rules.Step {
	for f := range formulaCount {
		if !v.mayCast(f) {
			continue
		}
		switch f {
		case teleport:
			dst = v.listTeleports(dst)
		case swap:
			dst = v.listSwaps(dst)
		case revive:
			dst = v.listRevivals(dst)
		case ghost:
			dst = v.list(dst, f, v.haunted(), 0)
		case lightning:
			dst = v.listLightnings(dst)
		case selfdestruct:
			dst = append(dst, rules.Step{By: v.turn, Kind: kindCast + uint8(f)})
		case heal:
			for _, what := range [...]uint8{atImprison, atWeaken, atBlock} {
				dst = v.list(dst, f, v.heals(what), what)
			}
		case barrier:
			dst = v.listBarriers(dst)
		default:
			dst = v.list(dst, f, v.layable(f), 0)
		}
	}
	return dst
}

// list appends the casts of f at each field of at.
func (v *survey) list(dst []rules.Step, f formula, at fields, what uint8) []rules.Step {
	st := rules.Step{By: v.turn, Kind: kindCast + uint8(f), Arg: [rules.StepArgs]uint8{1: what}}
	return fan(dst, st, 0, at)
}

func (v *survey) listTeleports(dst []rules.Step) []rules.Step {
	landings := v.landings()
	s := rules.Step{By: v.turn, Kind: kindCast + uint8(teleport)}
	for rest := v.movables(); !rest.empty(); {
		from := rest.pop()
		s.Arg[0] = uint8(from)
		dst = fan(dst, s, 1, landings.minus(one(from)))
	}
	return dst
}

func (v *survey) listSwaps(dst []rules.Step) []rules.Step {
	s := rules.Step{By: v.turn, Kind: kindCast + uint8(swap)}
	order := &v.ground.order
	for rest := v.movables(); !rest.empty(); {
		a := rest.pop()
		for others := rest; !others.empty(); {
			b := others.pop()
			dst = append(dst, s)
			arg := &dst[len(dst)-1].Arg
			arg[0], arg[1] = uint8(a), uint8(b)
			if order[b] < order[a] {
				arg[0], arg[1] = uint8(b), uint8(a)
			}
		}
	}
	return dst
}

func (v *survey) listRevivals(dst []rules.Step) []rules.Step {
	at := v.revivals()
	first := wizardOf(v.turn)
	for p := first; p < first+perSide; p++ {
		if !v.captured(p) {
			continue
		}
		dst = fan(dst, rules.Step{By: v.turn, Kind: kindCast + uint8(revive), Arg: [rules.StepArgs]uint8{uint8(p)}}, 1, at)
	}
	return dst
}

func (v *survey) listLightnings(dst []rules.Step) []rules.Step {
	for _, what := range [...]uint8{atPiece, atImprison, atStrengthen} {
		dst = v.list(dst, lightning, v.lightnings(what), what)
	}
	for rest := v.lightnings(atBarrier); !rest.empty(); {
		dst = v.listBarrierStrikes(dst, rest.pop())
	}
	return dst
}

// listBarrierStrikes appends the strikes at the barriers of f.
func (v *survey) listBarrierStrikes(dst []rules.Step, f board.Square) []rules.Step {
	for line := v.ground.ring[f]; line <= v.ground.ring[f]+1; line++ {
		if _, ok := v.barrierAt(f, line); ok {
			args := [rules.StepArgs]uint8{uint8(f), atBarrier, line}
			dst = append(dst, rules.Step{By: v.turn, Kind: kindCast + uint8(lightning), Arg: args})
		}
	}
	return dst
}

func (v *survey) listBarriers(dst []rules.Step) []rules.Step {
	for i := range v.ground.spots {
		if s := &v.ground.spots[i]; v.barred>>s.line&1 == 0 {
			args := [rules.StepArgs]uint8{uint8(s.first), uint8(s.second)}
			dst = append(dst, rules.Step{By: v.turn, Kind: kindCast + uint8(barrier), Arg: args})
		}
	}
	return dst
}

func (v *survey) listCancels(dst []rules.Step) []rules.Step {
	for f := firstLasting; f < formulaCount; f++ {
		if v.mayCancel(f) {
			dst = append(dst, rules.Step{By: v.turn, Kind: kindCancel, Arg: [rules.StepArgs]uint8{uint8(f)}})
		}
	}
	return dst
}

func (v *survey) listFire(dst []rules.Step) []rules.Step {
	if !v.mayBreathe() {
		return dst
	}
	return fan(dst, rules.Step{By: v.turn, Kind: kindFire}, 0, v.burnable())
}

// canAct reports whether the seat whose turn it is has any action but pass.
func (s *forces) canAct() bool {
	v := s.survey()
	return v.canMove() || v.canConjure()
}

// canConjure reports whether a spell can be cast or ended, or the Dragon's fire breathed.
func (v *targets) canConjure() bool {
	if !v.options.has(withMagic) {
		return false
	}
	for f := range formulaCount {
		if v.mayCancel(f) || v.mayCast(f) && v.canCast(f) {
			return true
		}
	}
	return v.mayBreathe() && !v.burnable().empty()
}

// canCast reports whether there is anything to cast f at.
func (v *targets) canCast(f formula) bool {
	switch f {
	case teleport:
		return v.canTeleport()
	case swap:
		return v.movables().len() > 1
	case revive:
		return v.lost() && !v.revivals().empty()
	case ghost:
		return !v.haunted().empty()
	case lightning:
		return !v.lightnings(atPiece).or(v.lightnings(atImprison)).or(v.lightnings(atStrengthen)).or(v.lightnings(atBarrier)).empty()
	case selfdestruct:
		return true
	case heal:
		return !v.heals(atImprison).or(v.heals(atWeaken)).or(v.heals(atBlock)).empty()
	case barrier:
		return v.canBar()
	}
	return !v.layable(f).empty()
}

func (v *targets) canTeleport() bool {
	landings := v.landings()
	for rest := v.movables(); !rest.empty(); {
		if !landings.minus(one(rest.pop())).empty() {
			return true
		}
	}
	return false
}

func (v *targets) canBar() bool {
	for i := range v.ground.spots {
		if v.barred>>v.ground.spots[i].line&1 == 0 {
			return true
		}
	}
	return false
}

// lost reports whether an own piece is captured.
func (v *terrain) lost() bool { return v.own.len() < int(v.begins[v.turn]) }
