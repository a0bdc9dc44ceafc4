package camelot

// sight is the board as the player to act sees it, with what changes in the
// course of a turn.
type sight struct {
	me, foe cells
	empty   cells // squares with nobody on them
	open    cells // the empty squares that a plain move or a canter may lead to (rules 4 and 10)
	goal    cell  // the first of the enemy castle's two squares
	knight  bool  // who moves
}

// see fills v with what the player to act in s sees.
func (v *sight) see(s *position) {
	v.me, v.foe, v.goal = s.occupied[s.turn], s.occupied[1-s.turn], castles[1-s.turn][0]
	for i := range v.empty {
		e := surface[i] &^ (v.me[i] | v.foe[i])
		v.empty[i], v.open[i] = e, e
	}
	v.open.remove(castles[s.turn][0])
	v.open.remove(castles[s.turn][1])
}

// inGoal reports whether c is in the enemy castle.
func (v *sight) inGoal(c cell) bool { return c-v.goal < 2 }

// lift takes up the piece on c. Its square is empty for a jump, but not open:
// a canter does not come back to it.
func (v *sight) lift(c cell, k kind) {
	v.me.remove(c)
	v.empty.add(c)
	v.knight = k == knight
}

// take captures what stands on c.
func (v *sight) take(c cell) {
	v.foe.remove(c)
	v.empty.add(c)
}

// untake takes that back.
func (v *sight) untake(c cell) {
	v.foe.add(c)
	v.empty.remove(c)
}

// exposed reports whether an exposed enemy stands next to c (rule 5): one with
// an empty square right behind it.
func (v *sight) exposed(c cell) bool {
	if !v.foe.touch(c) {
		return false
	}
	for w := v.foe.near(c); w != 0; w &= w - 1 {
		if _, way := w.first(); v.empty.has(c + 2*way) {
			return true
		}
	}
	return false
}

// steps reports whether a piece on c has a plain move.
func (v *sight) steps(c cell) bool { return v.open.touch(c) }

// canters reports whether a piece on c has a canter or a charge: a first leg
// may end, or goes on to the capture that a knight then owes (rule 9).
func (v *sight) canters(c cell) bool {
	for w := v.me.near(c); w != 0; w &= w - 1 {
		if _, way := w.first(); v.open.has(c + 2*way) {
			return true
		}
	}
	return false
}
