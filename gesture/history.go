package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// history is what was touched since the base, in order. Nothing in it changes but by one more touch, and it knows neither pieces nor rules.
type history struct {
	touches []board.Touch
	lays    []board.Set // the wood before the first touch and after each
	seen    lastTouches
	from    time.Duration   // since when the wood is felt without a break
	woken   []time.Duration // that, and when breaks before it were over
	woke    bool            // that has just begun
	missed  bool            // hands may have played before that, and nobody has felt it
	moved   time.Duration   // the last touch that is forgotten
}

// lastTouches says for each square when it was last lifted and placed: the number of the touch from 1, or 0.
type lastTouches struct {
	lastLift, lastPlace [board.MaxSquares + 1]uint16
	squares             board.Set // that were touched at all
}

// pointedAt is the number of the first touch by which what stands on sq after n was put back, or an empty square let go of what pressed it; 0 for none.
func (r *history) pointedAt(n *node, sq board.Square) uint16 {
	begun, stands := false, n.want.Has(sq)
	for i, t := range r.touches {
		if t.Square == sq && t.Placed == stands && begun {
			return uint16(i + 1)
		}
		begun = begun || t.Square == sq && t.Placed != stands
	}
	return 0
}

// From says since when the wood is felt without a break, and whether hands may have played meanwhile; else it has yet to follow what was done on the page.
func (r *history) From(at time.Duration, plays bool) {
	forgotten := func(over time.Duration) bool { return len(r.touches) == 0 || over < r.touches[0].At }
	r.from, r.woken, r.woke, r.missed = at, append(slices.DeleteFunc(r.woken, forgotten), at), true, plays
}

// cameUnfelt reports whether what is noted for that instant came at any time before it, while nothing was felt. At 0 lie the touches of a record: those did not.
func (r *history) cameUnfelt(at time.Duration) bool { return at > 0 && slices.Contains(r.woken, at) }

// closedWith returns the squares that closed just before touch number n, which is t, if that is a place.
func (r *history) closedWith(n int, t board.Touch) (with board.Set) {
	for i := n - 1; i > 0 && t.Placed && t.At-r.touches[i-1].At <= together; i-- {
		if before := r.touches[i-1]; before.Placed && before.Square != t.Square {
			with.Add(before.Square)
		}
	}
	return with
}

func (h *lastTouches) add(n int, t board.Touch) {
	h.squares.Add(t.Square)
	if t.Placed {
		h.lastPlace[t.Square] = uint16(n)
	} else {
		h.lastLift[t.Square] = uint16(n)
	}
}

// last returns the instant of the latest touch, 0 if there is none.
func (r *history) last() time.Duration { return r.at(uint16(len(r.touches))) }

// at is when touch number n came; 0 for none.
func (r *history) at(n uint16) time.Duration {
	if n == 0 {
		return 0
	}
	return r.touches[n-1].At
}

// cameLast is when the piece came that n has moved last, or since when it is felt there; 0 if it has moved none, or that was not felt.
func (r *history) cameLast(n *node) time.Duration {
	if k := len(n.ways) - 1; k >= 0 && n.ways[k].touch > 0 {
		return max(r.at(n.ways[k].touch), r.from)
	}
	return 0
}

// slipped reports whether a piece was put down where n has none, after the step before its last.
func (r *history) slipped(n *node) bool {
	from, stood := uint16(0), n.before.Occupied(rules.Full)
	if k := len(n.ways) - 2; k >= 0 {
		from = n.ways[k].touch
	}
	return slices.ContainsFunc(r.touches[from:], func(t board.Touch) bool { return t.Placed && t.Square != n.last.Carries[0].To && !stood.Has(t.Square) })
}

// mayBeAnother reports whether the piece that n has moved last came to a square that another had just left, so that it may be the other still.
func (r *history) mayBeAnother(n *node) bool {
	came := r.cameLast(n)
	if came == 0 {
		return false
	}
	last := n.ways[len(n.ways)-1]
	return slices.ContainsFunc(r.touches[:last.touch-1], func(t board.Touch) bool { return t.Square == last.at && !t.Placed && came-t.At < Fleeting })
}

// taps reports whether t puts back what the touch before it has lifted.
func (r *history) taps(t board.Touch) bool {
	k := len(r.touches) - 1
	return t.Placed && k >= 0 && r.touches[k].Square == t.Square && !r.touches[k].Placed
}

// wobbles reports whether sq has let go just now for moments that are together as long as a tap: a piece that is knocked on wobbles.
func (r *history) wobbles(sq board.Square) bool {
	began := r.last()
	for _, t := range slices.Backward(r.touches) {
		if t.Square == sq && began-t.At < rest {
			began = t.At
		}
	}
	return r.last()-began >= Fleeting
}

// swapped is the number of the touch by which the pieces on a and b were both down after they had been in the air together (rule 11); 0 if they were not.
func (r *history) swapped(a, b board.Square) uint16 {
	var up, down board.Set
	both, met := board.SetOf(a, b), false
	for i, t := range r.touches {
		if !both.Has(t.Square) {
			continue
		}
		up.Set(t.Square, !t.Placed)
		switch {
		case up == both:
			down, met = board.Set{}, true
		case t.Placed:
			down.Add(t.Square)
		}
		if met && down == both {
			return uint16(i + 1)
		}
	}
	return 0
}

// takenUp is the touch by which the piece on sq after n was last lifted before touch number at; 0 if it was in the air from the beginning.
func (r *history) takenUp(n *node, sq board.Square, at uint16) uint16 {
	for i := at; i > n.on(sq).touch; i-- {
		if t := r.touches[i-1]; t.Square == sq {
			return i
		}
	}
	return 0
}

// later reports whether touch number a, a place, came after touch number b, or in the same scan: that says nothing of their order.
func (r *history) later(a, b uint16) bool {
	return a > b || a > 0 && a < b && r.touches[a-1].At == r.touches[b-1].At
}
