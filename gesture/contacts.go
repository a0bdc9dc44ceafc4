package gesture

import (
	"reeve/board"
	"reeve/rules"
)

// contacts is the history as far as contacts are to be believed: what is known of those at fault (rule 14).
type contacts struct {
	history
	faulty board.Set   // squares that are not to be trusted
	known  board.Set   // those that hands have changed in this game: they feel
	latest board.Touch // the last touch, also of wood that is put right
	bad    board.Set   // those that ever were at fault in this game: where there are some, more contacts may be bad than are known
}

// same reports whether two woods are equal but for squares that are not to be
// trusted.
func (r *contacts) same(a, b board.Set) bool { return a.Minus(r.faulty) == b.Minus(r.faulty) }

// tappedOwn is the first touch by which a piece of seat was put back that had been
// lifted after all that n did: how a player passes who can do nothing else (rule
// 8). 0 if there is none.
func (r *contacts) tappedOwn(n *node, seat rules.Seat) uint16 {
	own := owned(n.state, n.want.Minus(n.filled), seat)
	for i := int(n.placed) + 1; i < len(r.touches); i++ {
		if t, up := r.touches[i], r.touches[i-1]; t.Placed && own.Has(t.Square) && up.Square == t.Square && (r.bad.IsEmpty() || t.At-up.At >= Fleeting) {
			return uint16(i + 1)
		}
	}
	return 0
}
