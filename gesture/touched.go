package gesture

import (
	"time"

	"reeve/board"
	"reeve/rules"
)

// touched reports whether the touches since the base allow step to have been
// done by hand after n. What is armed is alone at first (rule 11).
func (r *Reader) touched(n *node, step rules.Step, h rules.Hands) bool {
	if h.Armed || len(n.steps) == 0 && len(r.armed) > 0 {
		return r.arms(n, step, h)
	}
	switch h.Manner {
	case rules.Implied:
		return !n.tail
	case rules.Passed:
		return n.stuck && r.tappedOwn(n, step.By) != 0
	case rules.Carried:
		return r.worked(n, h)
	}
	return false
}

// worked reports whether every piece of h was carried, or its victims taken off
// where that is all that tells.
func (r *Reader) worked(n *node, h rules.Hands) bool {
	if c := h.Carries[0]; c.From == c.To { // nothing is carried, or it is back
		return !h.Takes.IsEmpty() && r.tookOff(n, h, 0) != 0
	}
	if h.Carries[1] == rules.NoCarry {
		return r.carried(n, h.Carries[0])
	}
	return r.swapped(h.Carries[0].From, h.Carries[0].To) != 0
}

// swapped is the number of the touch by which the pieces on a and b were both down after they had
// been in the air together (rule 11); later touches of either may be taps. 0 if they were not.
func (r *Reader) swapped(a, b board.Square) uint16 {
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

// tookOff is the number of the touch by which the last victim of a step that
// carries nothing was off for the k-th time, from 0, after all that n did; 0 if it was
// not. In an attack without chance the victim is lifted while the attacker is in the air,
// who is put back after that (rule 6); who jumps in a ring need not be touched at all.
func (r *Reader) tookOff(n *node, h rules.Hands, k int) (touch uint16) {
	r.goings(n, h, func(at uint16) bool {
		if k == 0 {
			touch = at
		}
		k--
		return k >= 0
	})
	return touch
}

// goings calls yield with each touch by which the victims of h were off, until it says no.
func (r *Reader) goings(n *node, h rules.Hands, yield func(uint16) bool) {
	free := h.Target == board.None || h.Takes.Has(h.Attacker)
	if h.Takes.Has(h.Attacker) && r.seen.lastLift[h.Attacker] < r.whose.raised[n.piece(h.Attacker)] {
		return // it had gone on
	}
	up, held, since := false, free, n.since(h.Attacker)
	var off board.Set
	for i, t := range r.touches {
		was := held && off == h.Takes
		if h.Takes.Has(t.Square) {
			off.Set(t.Square, !t.Placed)
		}
		switch {
		case free:
		case t.Square == h.Attacker && uint16(i+1) > since:
			held = held || up && t.Placed && off.Has(h.Target) && r.liftedFirst(h.Attacker, h.Target, i)
			up = !t.Placed
		case t.Square == h.Target && t.Placed:
			held = false
		}
		if !was && held && off == h.Takes && i >= int(n.placed) && (!free || h.Target == board.None || r.liftedFirst(h.Attacker, h.Target, i+1)) && !yield(uint16(i+1)) {
			return
		}
	}
}

// liftedFirst reports whether the attacker put back by touch number i had been
// lifted before the victim, or in the same scan.
func (r *Reader) liftedFirst(attacker, victim board.Square, i int) bool {
	var raised, gone *board.Touch
	for k := range r.touches[:i] {
		if t := &r.touches[k]; !t.Placed && t.Square == attacker {
			raised = t
		} else if !t.Placed && t.Square == victim {
			gone = t
		}
	}
	return raised != nil && gone != nil && raised.At <= gone.At
}

// carried reports whether a piece can have gone from c.From to c.To after all
// that n did: lifted from one, and later placed on the other. A square that is
// not to be trusted may have kept silent.
func (r *Reader) carried(n *node, c rules.Carry) bool {
	switch {
	case n.left.Has(c.From) || n.entrusted.Has(c.To):
		return r.arrived(n, c, 0) != 0 // once is enough where nothing is felt
	case c.From != board.None && r.faulty.Has(c.From):
		return r.faulty.Has(c.To) && r.air.Has(c.From) || r.seen.lastPlace[c.To] > n.placed
	case r.faulty.Has(c.To):
		return c.From == board.None || r.air.Has(c.From) || r.seen.lastLift[c.From] != 0
	}
	return r.arrived(n, c, 0) != 0
}

// arrived is the number of the touch by which a piece came from c.From to c.To for
// the k-th time, from 0, after all that n did; later touches there may be taps. 0 if
// it cannot have.
func (r *Reader) arrived(n *node, c rules.Carry, k int) (placed uint16) {
	r.coming(n, c, func(at uint16) bool {
		if k == 0 {
			placed = at
		}
		k--
		return k >= 0
	})
	return placed
}

// landed is the number of the touch by which the piece of h that went the way c came for the k-th
// time, as arrived says: but two that change places come by the same touch.
func (r *Reader) landed(n *node, h rules.Hands, c rules.Carry, k int) uint16 {
	if h.Carries[1] != rules.NoCarry {
		return r.swapped(c.From, c.To)
	}
	return r.arrived(n, c, k)
}

// takenUp is the touch by which the piece on sq after n was last lifted before touch
// number at; 0 if it was in the air from the beginning.
func (r *Reader) takenUp(n *node, sq board.Square, at uint16) uint16 {
	for i := at; i > n.since(sq); i-- {
		if t := r.touches[i-1]; t.Square == sq {
			return i
		}
	}
	return 0
}

// comings counts how often the piece of h came to where h puts it, or its victims
// went: either may have gone back and come again, and other hands may have waited for it.
func (r *Reader) comings(n *node, h rules.Hands) (times int) {
	count := func(uint16) bool {
		times++
		return true
	}
	switch c := h.Carries[0]; {
	case c.From == c.To && !h.Takes.IsEmpty():
		r.goings(n, h, count)
	case h.Carries[1] == rules.NoCarry && c.From != c.To:
		r.coming(n, c, count)
	}
	return max(times, 1)
}

// slide is how long a piece that is slid is felt on its new square before its old one lets it go, push how long it may be
// where hands push it slowly.
const (
	slide = 200 * time.Millisecond
	push  = 2100 * time.Millisecond
)

// coming calls yield with each touch by which a piece can have come from c.From to
// c.To, once for every time that it set out, until yield says no. Of a piece that is
// slid it is the touch by which its old square lets it go.
func (r *Reader) coming(n *node, c rules.Carry, yield func(uint16) bool) {
	if !r.later(r.seen.lastPlace[c.To], n.placed) {
		return
	}
	up := c.From == board.None || r.air.Has(c.From) || r.faulty.Has(c.From)
	since, there := n.since(c.From), false
	var felt time.Duration // when the piece was felt that may be sliding in
	var off wander
	for i, t := range r.touches {
		if there && off.comes(t, c.To) {
			there = false
		}
		if t.Square == c.To {
			felt = 0
			if t.Placed && r.later(uint16(i+1), n.placed) {
				felt = t.At
			}
		}
		switch at := uint16(i + 1); {
		case t.Square == c.From && at > since:
			up = !t.Placed
			there = there && up
			if slides := up && felt != 0 && t.At <= felt+push; slides && !yield(at) {
				return
			}
		case t.Placed && t.Square == c.To && up && !there && r.later(at, n.placed):
			if there = true; !yield(at) {
				return
			}
		}
	}
}

// later reports whether touch number a, a place, came after touch number b, or in the same
// scan: that says nothing of their order.
func (r *Reader) later(a, b uint16) bool {
	return a > b || a > 0 && a < b && r.touches[a-1].At == r.touches[b-1].At
}

// wander follows a piece that has come to a square: it may be taken up again and be
// put down elsewhere for a while.
type wander struct {
	away   bool      // it has been lifted
	lifted board.Set // what was lifted since
	astray bool      // and something was put down that had not been
}

// comes reports whether t brings the piece back to sq after it was elsewhere; a tap
// does not.
func (w *wander) comes(t board.Touch, sq board.Square) bool {
	switch {
	case t.Square == sq && !t.Placed:
		*w = wander{away: true}
	case !w.away:
	case t.Square == sq:
		w.away = false
		return w.astray
	case !t.Placed:
		w.lifted.Add(t.Square)
	default:
		w.astray = w.astray || !w.lifted.Has(t.Square)
	}
	return false
}

// tappedOwn is the first touch by which a piece of seat was put back that had been
// lifted after all that n did: how a player passes who can do nothing else (rule
// 8). 0 if there is none.
func (r *Reader) tappedOwn(n *node, seat rules.Seat) uint16 {
	own := n.want.Minus(n.filled)
	for i := int(n.placed) + 1; i < len(r.touches); i++ {
		if t, up := r.touches[i], r.touches[i-1]; t.Placed && own.Has(t.Square) && up.Square == t.Square && (r.bad.IsEmpty() || t.At-up.At >= Fleeting) {
			if man, _ := n.state.At(t.Square); man.Owner == seat {
				return uint16(i + 1)
			}
		}
	}
	return 0
}

// rest is how long wood has to lie for somebody to have left it there.
const rest = 100 * time.Millisecond

// strewn counts what speaks against m following n: wood that lay where n has no
// piece before the piece of m was lifted and was not put right, and wood that lay where
// m has none when that was put down. Whoever acts next leaves what was done before as it
// is. Back is one if who has taken another stood where it came from again.
func (r *Reader) strewn(n, m *node) (odd, back int) {
	var lay, long time.Duration
	left, again := board.None, false // who has taken another is back where it came from (rule 10)
	if c := n.last.Carries[0]; n.last.Takes.Has(c.To) {
		left = c.From
	}
	var came board.Set // a piece that is slid is felt where it comes to before it is lifted
	if m.slid > n.slid {
		came.Add(m.ways[len(m.ways)-1].at)
	}
	for t := int(n.placed); t < int(m.begun); t++ {
		switch {
		case t > 0 && !r.stray(n, t).Minus(came).IsEmpty():
			lay += r.touches[t].At - r.touches[t-1].At
			long = max(long, lay)
			again = again || lay >= rest && r.lays[t].Has(left)
		case n.want.Minus(r.faulty).Within(r.lays[t]): // it was put right
			lay = 0
		}
	}
	back = count(again)
	if again || lay >= rest || long >= patience*r.quiet {
		odd++
	}
	if !r.stray(m, int(m.placed)).Minus(r.slidFrom(m.placed)).IsEmpty() {
		odd++
	}
	return odd, back
}

// slidFrom returns the squares beside the one of touch number n, a place, that let go soon
// after: what was put down was slid, and felt on both.
func (r *Reader) slidFrom(n uint16) (from board.Set) {
	for i := int(n); n > 0 && i < len(r.touches) && r.touches[i].At <= r.touches[n-1].At+slide; i++ {
		if t := r.touches[i]; !t.Placed && r.near[r.touches[n-1].Square].Has(t.Square) {
			from.Add(t.Square)
		}
	}
	return from
}

// stray is the wood that after so many touches lay where n has none.
func (r *Reader) stray(n *node, touches int) board.Set {
	return r.lays[touches].Minus(n.may).Minus(n.want).Minus(r.unsure())
}

// begun is the touch by which the piece on sq was first lifted after all that n did,
// or by n.placed if that was before; 0 if it was in the air from the beginning.
func (r *Reader) begun(n *node, sq board.Square) uint16 {
	if sq == board.None {
		return 0
	}
	for i := int(n.since(sq)); i < len(r.touches); i++ {
		if t := r.touches[i]; t.Square == sq && !t.Placed {
			return uint16(i + 1)
		}
	}
	return 0
}
