package camelot

import "reeve/rules"

// mustLeave returns the piece of the player to act in its own castle (rule 12), or nobody.
// It can only have jumped in on that player's last turn.
func (f *field) mustLeave() int { return f.own().inside(f.turn) }

// leaving returns where the piece stands that must leave its own castle: that
// of the player to act first. It returns gone if there is none.
func (f *field) leaving() cell {
	for _, seat := range [2]rules.Seat{f.turn, 1 - f.turn} {
		if i := f.sides[seat].inside(seat); i != nobody {
			return f.sides[seat].at[i]
		}
	}
	return gone
}

// survey looks what the player to act may do: whether a capture is a duty
// (rule 8; rule 12 for the piece that must leave), and whether there is any
// legal turn. It finds out what is exposed in all.
func (f *field) survey(all *spread) (bound, free bool) {
	all.expose(f.turn)
	if i := f.mustLeave(); i != nobody {
		var v perspective
		v.see(f)
		c := f.own().at[i]
		bound = all.exposed.has(spotOf[c])
		return bound, bound || v.steps(c) || v.canters(c)
	}
	duty, me := uint64(0), &all.at[f.turn&1]
	for k, w := range &all.exposed {
		duty |= w & me[k]
	}
	return duty != 0, duty != 0 || f.strolls() || f.shuffles()
}

// strolls reports whether the player to act has a plain move.
func (f *field) strolls() bool {
	own := f.own()
	for w := own.standing; w != 0; w &= w - 1 {
		if c := own.at[firstPiece(w)]; !c.in(1-f.turn) && f.walks(c) != 0 {
			return true
		}
	}
	return false
}

// walks returns in which directions the player to act could make a plain move from c.
func (f *field) walks(c cell) directions {
	first := c - back
	return toward(land[f.turn&1].from(first) &^ (f.sides[White].occupied.from(first) | f.sides[Black].occupied.from(first)) & around)
}

// shuffles reports whether the player to act, not bound, has a canter or a
// castle move.
func (f *field) shuffles() bool {
	var v perspective
	v.see(f)
	for _, c := range f.own().at {
		switch {
		case c == gone:
		case !v.inGoal(c):
			if v.canters(c) {
				return true
			}
		case f.castleMoves[f.turn] < maxCastleMoves:
			for _, other := range castles[1-f.turn] {
				if v.empty.has(other) {
					return true
				}
			}
		}
	}
	return false
}
