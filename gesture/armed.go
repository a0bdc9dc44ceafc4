package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// Arm makes one of steps, legal in Base, the next: until it is done, Arm is called
// with none or the base moves, only their touches are read (rule 11).
func (r *Reader) Arm(steps []rules.Step) {
	r.armed = append(r.armed[:0], steps...)
	r.search()
}

// Armed returns what is armed and not yet done.
func (r *Reader) Armed() []rules.Step {
	if r.disarmed() {
		return nil
	}
	return r.armed
}

// disarmed reports whether what is taken first is what was armed: hands may still put that right.
func (r *Reader) disarmed() bool {
	return len(r.taken) > 0 && slices.Contains(r.armed, r.taken[0])
}

// arms reports whether the touches show an armed step, and it is the one to be read: once another of them
// was taken and nothing was touched for long it is too late to show this, unless the pieces of the other were touched again,
// or its capture may have been a tap of the victim.
func (r *Reader) arms(n *node, step rules.Step, h rules.Hands) bool {
	switch {
	case len(n.steps) > 0:
		return false
	case len(r.taken) > 0 && step == r.taken[0]:
		return r.shows(n, h)
	case !slices.Contains(r.armed, step) || !r.shows(n, h):
		return false
	case !r.shownLate(n, h):
		return true
	}
	first := r.base.Hands(r.taken[0])
	return first.Manner != rules.OnPage && (displaces(first) || !r.since[0].Intersect(squaresOf(first)).IsEmpty())
}

// shownLate reports whether another armed step was taken a while before this one was shown.
func (r *Reader) shownLate(n *node, h rules.Hands) bool {
	return r.disarmed() && r.touches[max(r.shown(n, h), 1)-1].At >= r.when[0]+still
}

// shows reports whether the touches of an armed step were made.
func (r *Reader) shows(n *node, h rules.Hands) bool {
	if h.Manner == rules.Carried {
		return r.worked(n, h)
	}
	return r.shown(n, h) != 0
}

// shown is the number of the touch by which an armed step was shown: the squares it points at were
// tapped, or pressed where nothing stands; or its piece came. 0 if it was not, or nothing was felt of it.
func (r *Reader) shown(n *node, h rules.Hands) (touch uint16) {
	c := h.Carries[0]
	switch {
	case h.Manner != rules.Carried:
		for _, sq := range [...]board.Square{h.Target, h.Partner} {
			at := r.pointedAt(n, sq)
			if sq != board.None && at == 0 || sq == board.None && touch == 0 {
				return 0
			}
			touch = max(touch, at)
		}
		return touch
	case c.From == c.To:
		return r.tookOff(n, h, 0)
	}
	return r.landed(n, h, c, 0)
}

// pointedAt is the number of the touch by which what stands on sq after n was put back, or an empty
// square let go of what it was pressed with, for the first time; 0 if it was not.
func (r *Reader) pointedAt(n *node, sq board.Square) uint16 {
	begun, stands := false, n.want.Has(sq)
	for i, t := range r.touches {
		if t.Square == sq && t.Placed == stands && begun {
			return uint16(i + 1)
		}
		begun = begun || t.Square == sq && t.Placed != stands
	}
	return 0
}

// points adds the squares by which an armed step is shown: of two of them only the other one, where one
// of a pair was shown.
func (g *Guide) points(r *Reader, n *node, h rules.Hands, half bool) {
	for _, sq := range [...]board.Square{h.Target, h.Partner} {
		other := h.Target
		if sq == other {
			other = h.Partner
		}
		if other == board.None || !half || r.pointedAt(n, other) != 0 {
			g.Target.Add(sq)
		}
	}
}

// half reports whether one square was shown of an armed step that is shown by two.
func (r *Reader) half(n *node) bool {
	return slices.ContainsFunc(r.armed, func(step rules.Step) bool {
		h := r.base.Hands(step)
		return h.Manner == rules.OnPage && h.Partner != board.None && (r.pointedAt(n, h.Target) != 0 || r.pointedAt(n, h.Partner) != 0)
	})
}

// instead reports whether what lies on the board is whole without what is armed, and asks about it once the hands
// have been still for long: who chose something on the page may have changed his mind.
func (r *Reader) instead(now time.Duration, out *Reading) bool {
	armed := r.armed
	r.armed = nil
	r.search()
	var found [][]rules.Step
	for i := range r.nodes {
		if n := &r.nodes[i]; n.guess.IsEmpty() && n.odd == 0 && len(n.steps) > len(r.taken) && r.complete(n) && r.accounts(n) && !slices.ContainsFunc(found, func(steps []rules.Step) bool { return slices.Equal(steps, n.steps) }) {
			found = append(found, n.steps)
		}
	}
	r.armed = armed
	r.search()
	if len(found) == 0 || len(r.touches) <= r.denied {
		return false
	}
	if due := r.last() + patience*r.quiet; now < due {
		out.Wake = due
	} else {
		r.asked = append(r.asked, found...)
	}
	return true
}
