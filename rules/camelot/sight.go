package camelot

// sight is the board as the player to act sees it, with what changes in the
// course of a turn.
type sight struct {
	me, foe cells
	empty   cells // squares with nobody on them
	open    cells // the empty squares that a plain move or a canter may lead to (rules 4 and 10)
	goal    cells // the enemy castle
	knight  bool  // who moves
}

func (s *position) sight() (v sight) {
	v.me, v.foe, v.goal = s.occupied[s.turn], s.occupied[1-s.turn], castleCells[1-s.turn]
	home := &castleCells[s.turn]
	for i := range v.empty {
		v.empty[i] = surface[i] &^ (v.me[i] | v.foe[i])
		v.open[i] = v.empty[i] &^ home[i]
	}
	return v
}

// lift takes up the piece on c. Its square is empty for a jump, but not open:
// a canter does not come back to it.
func (v *sight) lift(c cell, k kind) {
	v.me.remove(c)
	v.empty.add(c)
	v.knight = k == knight
}

// drop puts a piece back where lift took it up.
func (v *sight) drop(c cell) {
	v.me.add(c)
	v.empty.remove(c)
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

// jumps returns over which neighbours of c a piece there may jump: the exposed
// enemies (rule 5).
func (v *sight) jumps(c cell) uint64 {
	if w := v.foe.near(c); w != 0 {
		return w & v.empty.beyond(c)
	}
	return 0
}

// canters returns over which neighbours of c a piece there may canter (rule 4).
func (v *sight) canters(c cell) uint64 {
	if w := v.me.near(c); w != 0 {
		return w & v.open.beyond(c)
	}
	return 0
}

// exposed reports whether an exposed enemy stands next to c.
func (v *sight) exposed(c cell) bool { return v.jumps(c) != 0 }

// steps reports whether a piece on c has a plain move.
func (v *sight) steps(c cell) bool { return v.open.near(c) != 0 }

// leaps reports whether a piece of kind k on c has a canter or a charge:
// whether there is a first leg that may end, or go on to a capture (rule 9).
func (v *sight) leaps(c cell, k kind) bool {
	v.lift(c, k)
	defer v.drop(c)
	for w := v.canters(c); w != 0; w &= w - 1 {
		way, _ := first(w)
		to := c + 2*way
		if k != knight || !v.goal.has(to) || !v.exposed(to) {
			return true
		}
	}
	return false
}
