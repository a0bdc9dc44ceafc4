package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// run explores where the piece on from can have gone by steps that it may follow
// by more: one displacement, however often it was put down on the way (rule 5).
func (r *Reader) run(n node, from board.Square) {
	if !r.mayRun(&n, from) {
		return
	}
	for _, l := range r.book.runs(start{n.state, from}) {
		c := rules.Carry{From: from, To: l.at}
		if kept, ok := r.follow(&n, l.steps...); ok && r.carried(&n, c) {
			h := rules.CarryHands(c.From, c.To)
			h.Cost = uint8(l.cost)
			r.descend(n, h, kept, l.steps...)
		}
	}
}

// mayRun reports whether anything was put down after from was lifted, or may have
// been where nothing would be felt.
func (r *Reader) mayRun(n *node, from board.Square) bool {
	up := r.air.Has(from) || r.faulty.Has(from) || n.since(from) == 0 && r.seen.lastLift[from] != 0 || r.seen.lastLift[from] > n.since(from)
	if !up {
		return false
	}
	for sq := range r.faulty.All() {
		if r.carried(n, rules.Carry{From: from, To: sq}) {
			return true
		}
	}
	return slices.ContainsFunc(r.touches, func(t board.Touch) bool {
		return t.Placed && r.carried(n, rules.Carry{From: from, To: t.Square})
	})
}
