package gesture

import (
	"time"

	"reeve/board"
)

// tapped looks at the tap that ends with t, a piece put back where it was
// lifted: it answers, declares an attack, adds or takes away a partner, or throws.
func (r *Reader) tapped(t board.Touch) {
	lift := r.seen.lastLift[t.Square]
	if lift == 0 || int(lift) < r.mended || r.faulty.Has(t.Square) || !r.closedWith(len(r.touches), t).IsEmpty() || r.mend != (pair{}) {
		return
	}
	if r.hasty(t) || !r.answer(t.Square, lift) && !r.knocked(t, lift) {
		r.flinches(t)
	}
}

// taps reports whether t puts back what the touch before it has lifted.
func (r *Reader) taps(t board.Touch) bool {
	k := len(r.touches) - 1
	return t.Placed && k >= 0 && r.touches[k].Square == t.Square && !r.touches[k].Placed
}

// Fleeting is as long as a square changes if no hand is at work: hands lift or put nothing for less.
const Fleeting = 45 * time.Millisecond

// blinked reports whether t ends what a square at fault did alone for less than hands do: that is
// no touch. Nothing begins anew with it, neither quiet nor a question.
func (r *Reader) blinked(t board.Touch) bool {
	return r.faulty.Has(t.Square) && r.taps(t) && t.At-r.last() < Fleeting
}

// momentary reports whether the tap that ends with t is shorter than hands tap.
func (r *Reader) momentary(t board.Touch) bool { return r.shorter(t, Fleeting) }

// shorter reports whether the tap that ends with t has taken less than that.
func (r *Reader) shorter(t board.Touch, than time.Duration) bool {
	up := r.seen.lastLift[t.Square]
	return up != 0 && t.At-r.touches[up-1].At < than
}

// hasty reports whether the tap that ends with t says nothing, for it is shorter than hands
// tap, and contacts of this board have been at fault.
func (r *Reader) hasty(t board.Touch) bool { return r.momentary(t) && !r.bad.IsEmpty() }

// flinch is when a square let go of its piece for a moment by itself, the last three
// times; 0 for never.
type flinch [3]time.Duration

// flinched reports whether a short tap was none: the square let go of its piece three times for
// less than hands do, to no effect, less than a minute ago. A loose contact does so by itself, and
// what it does twice in a row may be felt as once.
func (r *Reader) flinched(t board.Touch) bool {
	f := &r.flinch[t.Square]
	return f[0] != 0 && t.At-f[0] < time.Minute && r.shorter(t, 2*Fleeting)
}

// flinches notes a tap that knocked on nothing, if it was shorter than hands can tap.
func (r *Reader) flinches(t board.Touch) {
	if f := &r.flinch[t.Square]; r.momentary(t) {
		*f = flinch{f[1], f[2], t.At}
	}
}
