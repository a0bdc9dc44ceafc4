package kaleidochess

import (
	"reeve/board"
)

// Each of these is one formula's law (rule 11) as the set of fields it may be
// pointed at. That a Wizard and the tile are there is asked by mayCast.

// mayCast reports whether the seat whose turn it is may cast f now (rules 9 and 13).
func (v *targets) mayCast(f formula) bool {
	return v.tiles[v.turn]>>f&1 != 0 && v.ground.magic[v.thrown] && v.at[wizardOf(v.turn)] != off
}

// untouchable are the fields where magic affects no piece: castles, and an
// enemy's towns (rule 10).
func (v *terrain) untouchable() fields {
	return v.ground.castles.or(v.enemy.and(v.ground.towns))
}

// open are the fields where pieces stand that are in no castle and no town.
func (v *terrain) open() fields { return v.occupied.and(v.ground.plain) }

// movables are the pieces that Teleport and Swap may move.
func (v *targets) movables() fields {
	return v.occupied.minus(v.untouchable()).minus(v.bound)
}

// landings are the fields onto which Teleport may put a piece that is not there.
func (v *targets) landings() fields {
	inTowns := v.occupied.and(v.ground.towns)
	return v.ground.all.minus(v.ground.castles).minus(inTowns).minus(v.blocked)
}

// revivals are the fields on which Revive may put a piece.
func (v *targets) revivals() fields {
	w := v.at[wizardOf(v.turn)]
	return v.ground.within(flies, 1, w).minus(v.occupied).minus(v.ground.castles).minus(v.blocked)
}

// haunted are the fields whose piece Ghost captures.
func (v *targets) haunted() fields {
	w := v.at[wizardOf(v.turn)]
	return v.ground.within(walks, 2, w).and(v.open())
}

// struck are the fields that Lightning reaches.
func (v *targets) struck() fields {
	w := v.at[wizardOf(v.turn)]
	return v.ground.within(flies, 3, w).or(one(w)).and(v.ground.plain)
}

// What Lightning may do at a field, and Heal, as Arg[1] of their steps.
const (
	atPiece uint8 = iota
	atImprison
	atStrengthen
	atBarrier
	atWeaken
	atBlock
)

// lightnings are the fields where Lightning may do what; of a barrier, the
// fields of its spot, whichever line it bars.
func (v *targets) lightnings(what uint8) fields {
	switch what {
	case atPiece:
		return v.struck().and(v.occupied).minus(v.bound).minus(v.strong)
	case atImprison:
		return v.struck().and(v.bound)
	case atStrengthen:
		return v.struck().and(v.strong)
	case atBarrier:
		return v.struck().and(v.spots)
	}
	return fields{}
}

// heals are the fields where Heal may end what.
func (v *targets) heals(what uint8) fields {
	switch what {
	case atImprison:
		return v.bound.minus(v.untouchable())
	case atWeaken:
		return v.weak.minus(v.untouchable())
	case atBlock:
		return v.blocked
	}
	return fields{}
}

// layable are the fields on which f may be laid, or on whose piece.
func (v *targets) layable(f formula) fields {
	switch f {
	case imprison:
		return v.open().minus(v.bound)
	case weaken:
		return v.open().minus(v.weak)
	case strengthen:
		return v.occupied.minus(v.untouchable()).minus(v.strong)
	case block:
		return v.ground.plain.minus(v.occupied).minus(v.blocked)
	}
	return fields{}
}

// barrierAt returns whose barrier lies on line at a spot of f.
func (v *targets) barrierAt(f board.Square, line uint8) (seat int, ok bool) {
	for seat := range v.active {
		on := v.active[seat][barrier-firstLasting]
		if on == uint8(off) {
			continue
		}
		if s := v.ground.spots[on]; s.line == line && s.fields().has(f) {
			return seat, true
		}
	}
	return 0, false
}

// mayBreathe reports whether the Dragon may breathe fire now (rules 12 and 13).
func (v *targets) mayBreathe() bool {
	return v.options.has(withMagic) && v.ground.fire[v.thrown] && v.at[dragonOf(v.turn)] != off
}

// burnable are the fields that the Dragon's fire would change (rule 12).
func (v *targets) burnable() fields {
	dragons := one(v.at[dragonOf(White)]).or(one(v.at[dragonOf(Black)]))
	near := v.ground.within(flies, 1, v.at[dragonOf(v.turn)])
	return near.and(v.occupied.or(v.spots)).minus(dragons)
}

// mayCancel reports whether an own active f may be cancelled now (rule 8).
func (v *targets) mayCancel(f formula) bool {
	return f.lasts() && v.active[v.turn][f-firstLasting] != uint8(off) && v.ground.magic[v.thrown]
}
