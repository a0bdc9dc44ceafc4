package camelot

// perspective is the board as the player to act sees it, with what changes in the
// course of a turn.
type perspective struct {
	me, foe cells
	empty   cells // squares with nobody on them
	open    cells // the empty squares that a plain move or a canter may lead to (rules 4 and 10)
	goal    cell  // the first of the enemy castle's two squares
}

// see fills v with what the player to act sees of f.
func (v *perspective) see(f *field) {
	me, foe, land := &f.own().occupied, &f.foe().occupied, &land[f.turn&1]
	v.goal = castles[1-f.turn&1][0]
	for i := range v.empty {
		v.me[i], v.foe[i] = me[i], foe[i]
		v.empty[i] = surface[i] &^ (me[i] | foe[i])
		v.open[i] = land[i] &^ (me[i] | foe[i])
	}
}

// inGoal reports whether c is in the enemy castle.
func (v *perspective) inGoal(c cell) bool { return c-v.goal < 2 }

// lift takes up the piece on c: its square is empty for a jump.
func (v *perspective) lift(c cell) {
	v.me.remove(c)
	v.empty.add(c)
}

// drop puts down again what lift has taken up.
func (v *perspective) drop(c cell) {
	v.me.add(c)
	v.empty.remove(c)
}

// take captures what stands on c.
func (v *perspective) take(c cell) {
	v.foe.remove(c)
	v.empty.add(c)
}

// untake takes that back.
func (v *perspective) untake(c cell) {
	v.foe.add(c)
	v.empty.remove(c)
}

// exposed reports whether an exposed enemy stands next to c (rule 5): one with
// an empty square right behind it.
func (v *perspective) exposed(c cell) bool { return leaps(&v.foe, &v.empty, c) != 0 }

// leaps returns in which directions a piece on c can leap one of over to a square of land.
func leaps(over, land *cells, c cell) directions {
	w := over.from(c-back) & around
	if w == 0 {
		return 0
	}
	return toward(w) & land.beyond(c)
}

// steps reports whether a piece on c has a plain move.
func (v *perspective) steps(c cell) bool { return v.open.touch(c) }

// canters reports whether a piece on c has a canter or a charge: a first leg
// may end, or goes on to the capture that a knight then owes (rule 9).
func (v *perspective) canters(c cell) bool { return leaps(&v.me, &v.open, c) != 0 }
