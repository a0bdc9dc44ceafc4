package gesture

import (
	"time"

	"reeve/board"
)

// tapped looks at the tap that ends with t, a piece put back where it was
// lifted: it declares an attack, adds or takes away a partner, or throws.
func (r *Reader) tapped(t board.Touch) {
	lift := r.seen.lastLift[t.Square]
	if lift == 0 || int(lift) < r.mended || r.faulty.Has(t.Square) || !r.closedWith(len(r.touches), t).IsEmpty() || r.mend != (pair{}) || r.answer(t.Square, lift) {
		return
	}
	switch knocked, quick := !r.hasty(t) && r.knocked(t, lift), r.tapsWithin(t, flick); {
	case !knocked:
		r.flinches(t)
	case quick:
		r.quick++
	default:
		r.slow++
	}
}

// taps reports whether t puts back what the touch before it has lifted.
func (r *Reader) taps(t board.Touch) bool {
	k := len(r.touches) - 1
	return t.Placed && k >= 0 && r.touches[k].Square == t.Square && !r.touches[k].Placed
}

// fleeting is a tap as short as hands hardly can.
const fleeting = 45 * time.Millisecond

// flick is a tap as only contacts do, where hands are known that tap more slowly.
const flick = 25 * time.Millisecond

// tapsWithin reports whether the tap that ends with t is shorter than that.
func (r *Reader) tapsWithin(t board.Touch, d time.Duration) bool {
	up := r.seen.lastLift[t.Square]
	return up != 0 && t.At-r.touches[up-1].At < d
}

// hasty reports whether the tap that ends with t is no knock, for it is shorter than hands
// can tap: contacts of this board have been at fault, or its players knock otherwise.
func (r *Reader) hasty(t board.Touch) bool {
	return r.tapsWithin(t, fleeting) && !r.bad.IsEmpty() || r.tapsWithin(t, flick) && r.slower()
}

// slower reports whether the players knock more slowly than contacts.
func (r *Reader) slower() bool { return r.slow >= 2+4*r.quick }

// calm is a knock that no quick hand has made.
const calm = 100 * time.Millisecond

// flutters reports whether a tap of the target that took so long is no second knock. Where players knock more
// slowly than contacts flicker, a calm knock and a short one are a hand's and a contact's; two as short as only
// contacts tap are so where any hand was slower.
func (r *Reader) flutters(took time.Duration) bool {
	short, long := min(took, r.knock.took), max(took, r.knock.took)
	return r.slower() && short < fleeting && long >= calm || r.slow > 0 && long < flick
}

// flinch is when a square let go of its piece for a moment by itself, the last three
// times; 0 for never.
type flinch [3]time.Duration

// flinched reports whether a tap shorter than hands can tap was none: the square did that
// three times to no effect, less than a minute ago. A loose contact lets go of its piece
// by itself.
func (r *Reader) flinched(t board.Touch) bool {
	f := &r.flinch[t.Square]
	return r.tapsWithin(t, fleeting) && f[0] != 0 && t.At-f[0] < time.Minute
}

// flinches notes a tap that knocked on nothing, if it was shorter than hands can tap.
func (r *Reader) flinches(t board.Touch) {
	if f := &r.flinch[t.Square]; r.tapsWithin(t, fleeting) {
		*f = flinch{f[1], f[2], t.At}
	}
}
