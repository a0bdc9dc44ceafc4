package gesture

import (
	"cmp"
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/legal"
)

// ranking tells which of the sequences that fit explains the wood best, and what is taken stands in which.
type ranking struct {
	decoder
	top []*node // scratch: those of nodes that explain the wood best
}

// best returns the sequence to take, nil where what is taken stays (a piece may be on its way), and all complete ones that explain the wood as well.
func (r *ranking) best() (*node, []*node) {
	r.top = r.top[:0]
	said := slices.ContainsFunc(r.nodes, func(n node) bool { return r.answered(&n) && r.complete(&n) && r.accounts(&n) })
	for i := range r.nodes {
		if n := &r.nodes[i]; r.complete(n) && (len(n.steps) > r.fixed || r.missing(n).IsEmpty()) && r.leavesStanding(n) && r.heeds(n) && (!said || r.answered(n)) {
			r.rank(n)
		}
	}
	if slices.ContainsFunc(r.top, func(n *node) bool { return r.answered(n) }) {
		r.top = slices.DeleteFunc(r.top, func(n *node) bool { return !r.answered(n) })
	}
	told := r.top
	if len(told) > 1 { // else the wood alone has to tell
		told = slices.DeleteFunc(slices.Clone(told), func(n *node) bool { return !r.accounts(n) })
	}
	if len(told) != 1 {
		return nil, r.top
	}
	return told[0], r.top
}

// decided reports whether an answer speaks for n that what is taken does not heed.
func (r *ranking) decided(n *node) bool { return r.answered(n) && !begins(r.taken, r.chosen) }

// leavesStanding reports whether n leaves standing what is taken: a step of an earlier turn unless all after it goes too, and a step whose
// piece and victims have not been touched since (rules 5 and 12). Only one thing is rewritten at a time.
func (r *ranking) leavesStanding(n *node) bool {
	last := r.before()
	for i := range r.lost(n) {
		if i < last && len(n.steps) > i || !r.loose(i, n) {
			return false
		}
	}
	return true
}

// loose reports whether the step taken as number i may give way to n: its piece was lifted again and stands where n has it, a victim was
// touched, the capturer turns up elsewhere, or n differs from it by victims alone.
func (r *ranking) loose(i int, n *node) bool {
	h, since := r.deeds[i].Hands, r.deeds[i].since
	c := h.Carries[0]
	if h.Cost > 0 || h.Armed || n.last.Carries == h.Carries {
		return true
	}
	touched := since.Has(c.To) || !h.Takes.Intersect(since).IsEmpty() // that another came to where it had left says nothing
	if c.From == c.To {
		return touched || len(n.rings) > 0 && n.last.Takes == h.Takes // another may have gone round
	}
	back, now := r.wood.Has(c.From), n.stands(r.origin(i, c.From))
	captured := h.Takes.Has(c.To) && since.Has(now)
	return (touched || captured) && (back || r.wood.Has(now))
}

// rank puts n among the sequences that explain the wood best, unless a better one is there or one that is the same to the hands.
func (r *ranking) rank(n *node) {
	if slices.ContainsFunc(r.top, func(m *node) bool { return r.better(m, n) }) {
		return
	}
	r.top = slices.DeleteFunc(r.top, func(m *node) bool { return r.better(n, m) })
	if i := slices.IndexFunc(r.top, func(m *node) bool { // what leads to the same position is one to the hands
		return slices.Equal(m.steps, n.steps) || len(m.steps) > 0 && !m.last.Armed && !n.last.Armed && m.leadsTo(n)
	}); i < 0 {
		r.top = append(r.top, n)
	} else if m := r.top[i]; cmp.Or(m.cost()-n.cost(), r.stands(n)-r.stands(m)) > 0 {
		r.top[i] = n
	}
}

// better reports whether n explains the same wood better than m: it does what was said (a tap that passes, or magic, says more than nothing done),
// guesses less, leaves less in the air and fewer untouched that went round, is less unusual, or hands did fewer things.
func (r *ranking) better(n, m *node) bool {
	if first := cmp.Or(m.said-n.said, n.guess.Len()-m.guess.Len(), n.air+n.vanished-m.air-m.vanished, n.unseen-m.unseen); first != 0 {
		return first < 0
	}
	unusual := func(n *node) int { return n.over + n.slid + 3*n.odd }
	less := cmp.Or(unusual(n)-unusual(m), n.acts-m.acts) < 0
	given := r.givesUp(n) - r.givesUp(m) // each step of what is taken counts
	return less && (given <= 0 || n.cost()+2*given < m.cost())
}

// likeliest returns the sequence of these steps that needs the least unusual hands, nil if none fits. Of equal ones it is that in which pieces
// came last: what was taken back before is no touch to be explained any more.
func (r *ranking) likeliest(steps []rules.Step) (best *node) {
	for i := range r.nodes {
		if n := &r.nodes[i]; slices.Equal(n.steps, steps) && (best == nil || cmp.Or(n.odd-best.odd, n.over-best.over, best.came-n.came) < 0) {
			best = n
		}
	}
	return best
}

// wait is how long hands must be still before best is taken: one scan, if nothing extends it and it changes nothing that is taken (rule 2).
func (r *ranking) wait(best *node) time.Duration {
	switch {
	case r.decided(best):
		return scan
	case r.extendable(best) && !r.goesOnElsewhere(best):
		return r.quiet
	case !best.ahead.IsEmpty() && len(r.nodes) > 1:
		return 2 * r.quiet // the piece may as well be in the hand
	case r.holds(best):
		return scan
	}
	return slide // what is taken cannot stand; but a piece may just be slid
}

// goesOnElsewhere reports whether the seat that acted last in n has lifted another piece of its own since: nothing more is made of what it did.
func (r *ranking) goesOnElsewhere(n *node) bool {
	t := r.touches[len(r.touches)-1]
	man, stands := n.state.At(t.Square)
	return stands && !t.Placed && !n.filled.Has(t.Square) && man.Owner == n.steps[len(n.steps)-1].By && r.holds(n)
}

// sameRide reports whether n differs from what is taken by the victims of the last step alone, or by who went round to take them.
func (r *ranking) sameRide(n *node) bool {
	last := len(r.taken) - 1
	if last < 0 || len(n.steps) != len(r.taken) || common(n.steps, r.taken) < last {
		return false
	}
	h := r.deeds[last].Hands
	return h.Cost == 0 && (h.Carries == n.last.Carries || len(n.rings) > 0 && h.Takes == n.last.Takes)
}

// mayHold reports whether what is taken may stand by hands no less likely than those of n, which does no more; or by far likelier ones.
func (r *ranking) mayHold(n *node) bool {
	return slices.ContainsFunc(r.nodes, func(m node) bool {
		return r.holds(&m) && !m.lessLikely(n) && (n.acts <= r.done() || n.lessLikely(&m))
	})
}

// litStill returns the sequences in which everything taken stands, and lies as the wood does, if a square that is not to be trusted has
// kept silent: what gives it up does not replace it without a question (rule 14), and what does not makes none.
func (r *ranking) litStill(best *node) (found []*node) {
	stands := func(n *node) bool {
		return (n == best || best == nil && r.accounts(n)) && (r.holds(n) || r.answered(n))
	}
	if r.faulty.IsEmpty() || len(r.taken) == 0 || slices.ContainsFunc(r.top, stands) {
		return nil
	}
	return r.relying(r.holds)
}

// relying returns those of the sequences that need a square which is not to be trusted, and lie as the wood does.
func (r *ranking) relying(those func(*node) bool) (found []*node) {
	for i := range r.nodes {
		if n := &r.nodes[i]; !n.guess.IsEmpty() && those(n) && r.complete(n) && r.accounts(n) && r.leavesStanding(n) {
			found = append(found, n)
		}
	}
	return found
}

// extendable reports whether a legal touch may make more of the last step, or the seat that took it may go on with more than what is implied.
func (r *ranking) extendable(n *node) bool {
	last := len(n.steps) - 1
	return last >= 0 && slices.ContainsFunc(r.legal.Moves(n.state), func(m legal.Move) bool {
		return m.Step.By == n.steps[last].By && physical(m.Hands.Manner)
	})
}

// mayGo reports whether who is to act in s may go to a square: if nothing was done, that may not have been felt.
func (r *ranking) mayGo(s rules.State, to board.Square) bool {
	return slices.ContainsFunc(r.legal.Moves(s), func(m legal.Move) bool { c := m.Hands.Carries[0]; return c.From != c.To && c.To == to })
}

// atWork reports whether one of the pieces in the air may take or attack others that are, at s.
func (r *ranking) atWork(s rules.State, air board.Set) bool {
	return slices.ContainsFunc(r.legal.Moves(s), func(m legal.Move) bool {
		h := m.Hands
		if h.Manner == rules.Knocked {
			return air.Has(h.Attacker) && air.Has(h.Target)
		}
		return air.Has(h.Carries[0].From) && !h.Takes.IsEmpty() && h.Takes.Within(air)
	})
}
