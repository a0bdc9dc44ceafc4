package gesture

import (
	"time"

	"reeve/board"
	"reeve/rules"
)

// agreement is the wood, and how it agrees with where a sequence leads.
type agreement struct {
	evidence
	quiet    time.Duration // the quiet time, 300 ms by default (hands.md rule 2)
	wood     board.Set     // now
	spare    board.Set     // squares where wood lay that is no piece of base: the dead, to be lifted off
	strict   bool          // the wood has to agree with the position before anything is read
	arrived  board.Set     // squares on which a piece was felt to come meanwhile
	shifted  board.Set     // squares to which wood came while nothing was felt: that it lay there is nobody's doing
	cautious occupancy     // the same as occupancy, if squares that closed together felt but one piece
	echoes   board.Set     // those: one of the two may have felt the other's piece
	most     int           // everything is searched that costs no more, and echoes may be none; 0 is what goes on from what is taken
}

// Settling reports whether the wood has to agree with Base before play goes on.
func (r *agreement) Settling() bool { return r.strict }

// count notes touch number n.
func (r *agreement) count(n int, t board.Touch) {
	r.seen.add(n, t)
	r.occupancy.touch(t)
	with := r.closedWith(n, t)
	if r.cameUnfelt(t.At) { // what changed while nothing was felt came at any time
		with = with.Intersect(r.echoes)
	}
	if with.IsEmpty() {
		r.cautious.touch(t)
	} else {
		r.echoes = r.echoes.Union(with).Union(board.SetOf(t.Square))
		r.cautious.echo(t, with)
	}
	lay := r.lays[n-1]
	lay.Set(t.Square, t.Placed)
	r.lays = append(r.lays, lay)
}

// missing returns the squares of n whose piece is in the air.
func (r *agreement) missing(n *node) board.Set { return n.want.Minus(r.wood).Minus(r.faulty) }

// leftover returns the victims of n that still stand on the board.
func (r *agreement) leftover(n *node) board.Set { return r.wood.Minus(n.want).Minus(r.unsure()) }

// unsure returns the squares where wood may be felt that the position has not: the dead, what is not to be trusted and, where all is searched, echoes.
func (r *agreement) unsure() board.Set {
	if r.most > 0 {
		return r.spare.Union(r.faulty).Union(r.echoes)
	}
	return r.spare.Union(r.faulty)
}

// accounts reports whether the wood is exactly what n leads to, but for the dead of before and for squares that are not to be trusted.
func (r *agreement) accounts(n *node) bool { return r.missing(n).IsEmpty() && r.leftover(n).IsEmpty() }

// fits reports whether the wood is what n leads to, but for pieces in the air and wood still to be taken off, and each piece can be where n has it.
func (r *agreement) fits(n *node) bool {
	if !r.leftover(n).Within(n.may) {
		return false
	}
	occupancy := &r.occupancy
	if r.most > 0 { // squares that closed together may have felt one piece
		occupancy = &r.cautious
	}
	for sq := range n.want.Minus(r.faulty).Intersect(r.seen.squares).All() {
		there := occupancy.air
		if r.wood.Has(sq) {
			there = occupancy.at[sq]
		}
		if at := n.on(sq); !n.entered.Has(at.piece) && !there.Has(at.piece) && !at.vanished {
			return false
		}
	}
	return true
}

// complete reports whether every piece the steps carried stands where it was carried to.
func (r *agreement) complete(n *node) bool { return r.completeBut(n, board.Set{}) }

// completeBut is complete, but for what is held.
func (r *agreement) completeBut(n *node, held board.Set) bool {
	return !n.tail && !n.gone && n.filled.Minus(r.faulty).Minus(held).Within(r.wood)
}

// hopeless reports whether wood lies where n has none that no later step can put there: each is placed after the one before it.
func (r *agreement) hopeless(n *node) bool {
	for sq := range r.leftover(n).Minus(n.may).All() {
		if !r.later(r.seen.lastPlace[sq], n.placed) {
			return true
		}
	}
	return false
}

// strayWood counts what speaks against m following n: wood that lay where n has no piece before that of m was lifted, and was not put right; more
// wood than pieces from there until it was put down; and wood that lay then where m has none. Whoever acts next leaves what was done before.
func (r *agreement) strayWood(n, m *node) int {
	var lay time.Duration
	from, whole, may := n.placed, n.want, m.ahead
	if m.begun < from { // it was lifted before that was done, and lay beside what was done before
		from, whole = n.since, n.before.Occupied(rules.Full)
		may = may.Union(whole)
	}
	for t := int(from); t < int(m.begun); t++ {
		switch {
		case t > 0 && !r.stray(n, t).Minus(may).IsEmpty():
			lay += r.touches[t].At - r.touches[t-1].At
		case whole.Minus(r.faulty).Within(r.lays[t]): // it was put right
			lay = 0
		}
	}
	sq := r.touches[m.placed-1].Square
	more := m.begun > 0 && r.tooMuch(n, max(int(m.begun), int(from)), int(m.placed), r.occupancy.on.Beside(sq).Union(board.SetOf(sq)))
	return count(lay >= rest) + count(more) + count(!r.stray(m, int(m.placed)).Minus(r.slidFrom(m.placed)).IsEmpty())
}

// tooMuch reports whether for a while, from one touch to another, more wood lay than n has pieces. All squares of one may feel the same piece.
func (r *agreement) tooMuch(n *node, from, to int, one board.Set) bool {
	var lay time.Duration
	for t := max(from, 1); t < to; t++ {
		stray := r.stray(n, t)
		if others := stray.Minus(one); others.Len()+count(others != stray) > n.want.Minus(r.faulty).Minus(r.lays[t]).Len() {
			lay += r.touches[t].At - r.touches[t-1].At
		}
	}
	return lay >= rest
}

// slidFrom returns the squares beside the one of touch number n, a place, that let go soon after: what was put down was slid, and felt on both.
func (r *agreement) slidFrom(n uint16) (from board.Set) {
	for i := int(n); n > 0 && i < len(r.touches) && r.touches[i].At <= r.touches[n-1].At+slide; i++ {
		if t := r.touches[i]; !t.Placed && r.occupancy.on.Beside(r.touches[n-1].Square).Has(t.Square) {
			from.Add(t.Square)
		}
	}
	return from
}

// slidTo returns the squares beside the one of touch number n, a lift, that were felt so soon before it that it may have been pushed there.
func (r *agreement) slidTo(n uint16) (to board.Set) {
	for i := int(n) - 2; i >= 0 && r.touches[i].At+push >= r.touches[n-1].At; i-- {
		if t := r.touches[i]; t.Placed && r.occupancy.on.Beside(r.touches[n-1].Square).Has(t.Square) {
			to.Add(t.Square)
		}
	}
	return to
}

// stray is the wood that after so many touches lay where n has none. The dead that were lifted off lie there no more.
func (r *agreement) stray(n *node, touches int) board.Set {
	unsure := r.unsure().Union(r.shifted)
	for sq := range r.spare.All() {
		unsure.Set(sq, r.seen.lastPlace[sq] == 0 || int(r.seen.lastPlace[sq]) > touches || r.faulty.Has(sq))
	}
	return r.lays[touches].Minus(n.may).Minus(n.want).Minus(unsure)
}
