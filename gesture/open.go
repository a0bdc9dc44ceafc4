package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// still is how long nothing may have been touched before a tap that throws
// (rule 9).
const still = time.Second

// opens reports whether a tap throws for the turn it opens (rule 9): of an own piece of
// the seat that throws, which the taken steps have not just put there, with the
// wood still before and everything accounted for.
func (r *Reader) opens(sq board.Square, lift uint16) bool {
	n := r.likeliest(r.taken)
	if n == nil || len(r.taken) == 0 || int(lift) != len(r.touches)-1 || !r.throwOpen(n).Has(sq) || r.inDoubt(n) || r.unfelt(n) {
		return false
	}
	before := max(r.from, r.moved)
	if lift > 1 {
		before = max(before, r.touches[lift-2].At)
	}
	return before == 0 || r.touches[lift-1].At >= before+still
}

// inDoubt reports whether something else may have been done than n, but for what was armed and shown too late: a tap throws then.
func (r *Reader) inDoubt(n *node) bool {
	return slices.ContainsFunc(r.rivals(n, len(r.taken)), func(m *node) bool {
		first := &node{state: r.base, want: r.base.Occupied(rules.Full)}
		return len(m.steps) == 0 || m.steps[0] == r.taken[0] || !slices.Contains(r.armed, m.steps[0]) || !r.shownLate(first, r.base.Hands(m.steps[0]))
	})
}

// unfelt reports whether something that a square at fault has not felt would explain what
// was done as well as n: that is not assumed either way (rule 14).
func (r *Reader) unfelt(n *node) bool {
	k := len(n.steps)
	return !r.faulty.IsEmpty() && !r.settled(n, k) && slices.ContainsFunc(r.everything(), func(m node) bool {
		return m.blind && r.explains(&m, n) && r.heeds(&m) && m.oddity() <= n.oddity() && m.departs(n, k)
	})
}

// throwOpen returns the squares of which a tap would throw for the turn after n.
func (r *Reader) throwOpen(n *node) board.Set {
	var own board.Set
	if !n.state.ToAct().Has(rules.Chance) || !r.accounts(n) {
		return own
	}
	ask := n.state.Ask()
	if ask.Secret {
		return own
	}
	for sq := range n.want.Minus(n.filled).All() {
		if man, ok := n.state.At(sq); ok && man.Owner == ask.For {
			own.Add(sq)
		}
	}
	return own.Minus(r.elsewhere(n))
}

// elsewhere returns the squares on which the piece that captured last could have
// captured instead, for it may still be in the air: a tap there would be that, and not throw (rule 9). What
// was armed is disarmed by then.
func (r *Reader) elsewhere(n *node) (squares board.Set) {
	c := n.last.Carries[0]
	if len(n.steps) == 0 || !n.last.Takes.Has(c.To) || n.last.Armed {
		return squares
	}
	for _, m := range r.book.moves(n.before) {
		if h := m.hands; h.Carries[0].From == c.From && h.Takes.Has(h.Carries[0].To) {
			squares.Add(h.Carries[0].To)
		}
	}
	return squares
}
