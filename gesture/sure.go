package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// sure is when the first k of the steps taken may be sealed at the earliest, as n explains them: what
// looks like something else soon shows, if it is.
func (r *Reader) sure(n *node, k int) (at time.Duration) {
	came := r.cameLast(n)
	for _, may := range [...]struct {
		be    bool // something else than it looks
		since time.Duration
	}{
		{r.rewrote > 0, r.rewrote},                                   // what made a step another one goes on
		{n.slidBy > 0, r.at(n.slidBy)},                               // the piece is still in the hand
		{n.idle > 0 && (!r.bad.IsEmpty() || r.takes(r.taken)), came}, // somebody has done something in that turn
		{r.brushed(n), came},                                         // what was in the hand's way is put back
		{displaces(n.last) && (n.over > 0 || r.slipped(n)), came},    // the capture was a tap
		{!begins(n.steps, r.gave), r.goneOn(came)},                   // what gave way stands, or goes on
		{r.otherwise(k), r.when[len(r.when)-1]},                      // a piece is in the air that is taken to stand, or to be off
	} {
		if may.be {
			at = max(at, may.since+patience*r.quiet)
		}
	}
	return max(at, r.sureOf(n, k))
}

// goneOn is when the step was taken that followed what has taken the place of what gave way; came if none has.
func (r *Reader) goneOn(came time.Duration) time.Duration {
	if k := len(r.gave); k < len(r.when) {
		return r.when[k]
	}
	return came
}

// sureOf is the same for what each of the steps by itself may be: a capture by displacement a tap on
// the way, also of the step that seals it, and a turn in which nothing was done one that was not felt.
func (r *Reader) sureOf(n *node, k int) (at time.Duration) {
	s, came := r.base, r.cameLast(n)
	for i, step := range r.taken[:k] {
		h := s.Hands(step)
		if _, alive := s.At(h.Carries[0].To); i >= r.fixed && alive && displaces(h) {
			at = max(at, r.when[i]+patience*r.quiet)
			if r.short(s, h.Carries[0].From, n, r.when[i]+2*r.quiet) {
				at = max(at, came+3*patience*r.quiet)
			}
		}
		if h.Manner == rules.Implied && (r.onlyTo(s, n.last.Carries[0].To) || r.goesOnUnfelt(s)) {
			at = max(at, came+patience*r.quiet)
		}
		s, _, _ = s.Apply(step, nil)
	}
	return at
}

// otherwise reports whether the first k of the steps taken would be others if one piece were in the air.
func (r *Reader) otherwise(k int) bool {
	return slices.ContainsFunc(r.nodes, func(n node) bool {
		return n.air == 1 && r.complete(&n) && len(n.steps) >= len(r.root.steps) && !r.holds(&n) &&
			!slices.Equal(n.steps[:min(k, len(n.steps))], r.taken[:k])
	})
}

// raisedSince reports whether the first k of the steps taken, which n explains, would be others if what was
// lifted after all of them were in the air: it will be put down soon.
func (r *Reader) raisedSince(n *node, k int) bool {
	return !r.settled(n, k) && slices.ContainsFunc(r.everything(), func(m node) bool {
		return m.air == 1 && r.complete(&m) && r.seen.lastLift[r.missing(&m).First()] > n.placed &&
			r.heeds(&m) && !m.stranger(n) && m.departs(n, k)
	})
}

// at is when touch number n came; 0 for none.
func (r *Reader) at(n uint16) time.Duration {
	if n == 0 {
		return 0
	}
	return r.touches[n-1].At
}

// takes reports whether one of steps takes a piece.
func (r *Reader) takes(steps []rules.Step) bool {
	s := r.base
	for _, step := range steps {
		if !s.Hands(step).Takes.IsEmpty() {
			return true
		}
		s, _, _ = s.Apply(step, nil)
	}
	return false
}

// short reports whether the move that n ends with, begun so soon and to a square beside its own,
// may be another piece that is about to take the one moved, and was dropped a square short: it
// could at s.
func (r *Reader) short(s rules.State, capturer board.Square, n *node, soon time.Duration) bool {
	if n.begun == 0 || r.touches[n.begun-1].At > soon {
		return false
	}
	moved := n.last.Carries[0]
	if moved.From == board.None || moved.To == board.None || !slices.Contains(r.base.Topology().Place(moved.From).Near, moved.To) {
		return false
	}
	return slices.ContainsFunc(r.book.moves(s), func(other move) bool {
		h := other.hands
		return h.Carries[0].From == capturer && h.Carries[0].To == moved.From && h.Takes.Has(moved.From)
	})
}

// onlyTo reports whether all that hands could have done at s was to carry a piece to sq: who
// comes there next, and by that says that nothing was done, may be that piece.
func (r *Reader) onlyTo(s rules.State, sq board.Square) (found bool) {
	for _, m := range r.book.moves(s) {
		if m.hands.Manner == rules.Implied {
			continue
		}
		if m.hands.Carries[0].To != sq {
			return false
		}
		found = sq != board.None
	}
	return found
}

// goesOnUnfelt reports whether who is to act at s could do so with a piece that is not felt to leave its
// square: what seems to say that the turn is over may be that piece, and another in the hand's way.
func (r *Reader) goesOnUnfelt(s rules.State) bool {
	return slices.ContainsFunc(r.book.moves(s), func(m move) bool {
		return r.faulty.Has(m.hands.Carries[0].From) || r.faulty.Has(m.hands.Attacker)
	})
}

// cameLast is when the piece came that n has moved last, or since when it is felt there; 0 if it
// has moved none, or that was not felt.
func (r *Reader) cameLast(n *node) time.Duration {
	if k := len(n.ways) - 1; k >= 0 && n.ways[k].touch > 0 {
		return max(r.at(n.ways[k].touch), r.from)
	}
	return 0
}

// displaces reports whether hands carried a piece to the square of a victim.
func displaces(h rules.Hands) bool { return h.Takes.Has(h.Carries[0].To) }

// slipped reports whether a piece was put down where n has none, after the step before its last.
func (r *Reader) slipped(n *node) bool {
	from, stood := uint16(0), n.before.Occupied(rules.Full)
	if k := len(n.ways) - 2; k >= 0 {
		from = n.ways[k].touch
	}
	for _, t := range r.touches[from:] {
		if t.Placed && t.Square != n.last.Carries[0].To && !stood.Has(t.Square) {
			return true
		}
	}
	return false
}

// brushed reports whether the piece that n has moved last came to a square that another had
// left so shortly before that it may be the other still: a sleeve has knocked it.
func (r *Reader) brushed(n *node) bool {
	came := r.cameLast(n)
	if came == 0 {
		return false
	}
	last := n.ways[len(n.ways)-1]
	for i := int(last.touch) - 2; i >= 0 && came-r.touches[i].At < Fleeting; i-- {
		if t := r.touches[i]; t.Square == last.at && !t.Placed {
			return true
		}
	}
	return false
}
