package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// best returns the sequence to take, and all complete ones that explain the wood
// as well. Nothing to take: nil, and what is taken stays, for a piece may be on
// its way, or a victim (rule 10).
func (r *Reader) best() (*node, []*node) {
	r.top = r.top[:0]
	said := slices.ContainsFunc(r.nodes, func(n node) bool { return r.answered(&n) && r.complete(&n) && r.accounts(&n) })
	for i := range r.nodes {
		if n := &r.nodes[i]; r.complete(n) && (len(n.steps) > r.fixed || r.missing(n).IsEmpty()) && r.keeps(n) && (!said || r.answered(n)) {
			r.rank(n)
		}
	}
	if slices.ContainsFunc(r.top, func(n *node) bool { return r.answered(n) }) {
		r.top = slices.DeleteFunc(r.top, func(n *node) bool { return !r.answered(n) })
	}
	if len(r.top) < 2 {
		return r.only(), r.top
	}
	var best *node
	for _, n := range r.top {
		switch {
		case !r.accounts(n):
		case best != nil: // the wood alone cannot tell
			return nil, r.top
		default:
			best = n
		}
	}
	return best, r.top
}

// answered reports whether n goes on from what a question was answered with.
func (r *Reader) answered(n *node) bool {
	return len(r.chosen) > 0 && len(n.steps) >= len(r.chosen) && slices.Equal(n.steps[:len(r.chosen)], r.chosen)
}

// decided reports whether an answer speaks for n that what is taken does not heed.
func (r *Reader) decided(n *node) bool {
	return r.answered(n) && (len(r.taken) < len(r.chosen) || !slices.Equal(r.taken[:len(r.chosen)], r.chosen))
}

// keeps reports whether n leaves standing what is taken: a step of an earlier
// turn unless all after it goes too, and a step whose piece and victims have not
// been touched since (rules 5 and 12). Only one thing is rewritten at a time.
func (r *Reader) keeps(n *node) bool {
	last := r.before()
	s, at := r.base, 0
	dropped := false
	for i, step := range r.taken {
		h := s.Hands(step)
		before := s
		s, _, _ = s.Apply(step, nil)
		if !physical(h.Manner) {
			continue
		}
		if k := slices.Index(n.steps[at:], step); k >= 0 {
			at += k + 1
			continue
		}
		if i < last && len(n.steps) > i || !r.loose(i, h, n) {
			return false
		}
		dropped = dropped || len(n.steps) <= i || !slices.Equal(n.steps[:i], r.taken[:i]) ||
			before.Hands(n.steps[i]).Carries[0].From != h.Carries[0].From
	}
	return !dropped || n.acts <= r.done()
}

// loose reports whether the step taken as number i may give way to n: its piece
// was lifted again and stands where n has it, a victim was touched, the capturer
// turns up elsewhere, or n differs from it by victims alone.
func (r *Reader) loose(i int, h rules.Hands, n *node) bool {
	c := h.Carries[0]
	if h.Cost > 0 || h.Armed || n.last.Carries == h.Carries {
		return true
	}
	if i >= len(r.came) { // nothing was touched since it was taken
		return false
	}
	touched := !squaresOf(h).Intersect(r.since[i]).IsEmpty()
	if c.From == c.To {
		return touched || len(n.rings) > 0 && n.last.Takes == h.Takes // another may have gone round
	}
	piece := r.origin(i, c.From)
	back, now := r.wood.Has(c.From), n.stands(piece)
	if now != c.From && n.arrival(piece, r.movedBefore(i, piece)) <= r.came[i] {
		return false // it was there before it came to where it is taken to be
	}
	captured := h.Takes.Has(c.To) && r.since[i].Has(now)
	return (touched || captured) && (back || r.wood.Has(now))
}

func (r *Reader) only() *node {
	if len(r.top) == 0 {
		return nil
	}
	return r.top[0]
}

// movedBefore counts how often the steps taken before number i moved a piece of the base.
func (r *Reader) movedBefore(i int, piece board.Square) (k int) {
	s, at := r.base, piece
	for _, step := range r.taken[:i] {
		h := s.Hands(step)
		for _, c := range h.Carries {
			if c.From == at && c != rules.NoCarry {
				at = c.To
				k++
				break
			}
		}
		s, _, _ = s.Apply(step, nil)
	}
	return k
}

// origin returns where the piece stood in the base that stands on sq before the
// step taken as number i.
func (r *Reader) origin(i int, sq board.Square) board.Square {
	s := r.base
	var ways []way
	for _, step := range r.taken[:i] {
		for _, c := range s.Hands(step).Carries {
			ways = append(ways, way{c.From, c.To, 0})
		}
		s, _, _ = s.Apply(step, nil)
	}
	for k := len(ways) - 1; k >= 0; k-- {
		if ways[k].at == sq && sq != board.None {
			sq = ways[k].piece
		}
	}
	return sq
}

// rank puts n among the sequences that explain the wood best, unless a better
// one is there or one that is the same to the hands.
func (r *Reader) rank(n *node) {
	if len(r.top) > 0 {
		first := r.top[0]
		if a, b := r.says(first), r.says(n); a != b { // a tap that passes, or magic, says more than nothing done
			if a < b {
				r.top = append(r.top[:0], n)
			}
			return
		}
		switch {
		case r.better(first, n):
			return
		case r.better(n, first):
			r.top = r.top[:0]
		}
		if i := slices.IndexFunc(r.top, func(m *node) bool { return r.sameWay(m, n) }); i >= 0 {
			if n.fresher(r.top[i]) {
				r.top[i] = n
			}
			return
		}
	}
	r.top = append(r.top, n)
}

// better reports whether n explains the same wood better than m: it guesses less,
// leaves less in the air and no victim standing, lets hands wait for one another, or they did fewer
// things.
func (r *Reader) better(n, m *node) bool {
	if a, b := n.guess.Len(), m.guess.Len(); a != b {
		return a < b
	}
	if n.odd != m.odd {
		return n.odd < m.odd
	}
	if n.air != m.air {
		return n.air < m.air
	}
	if a, b := r.leftover(n).IsEmpty(), r.leftover(m).IsEmpty(); a != b {
		return a
	}
	if n.unseen != m.unseen {
		return n.unseen < m.unseen
	}
	a, b := r.stands(n), r.stands(m) // less done against what was taken: that is for people to say
	if n.over+n.slid != m.over+m.slid {
		return n.over+n.slid < m.over+m.slid && a >= b
	}
	return n.acts < m.acts && a >= b
}

// holds reports whether everything taken that hands did stands in n.
func (r *Reader) holds(n *node) bool { return r.stands(n) == len(r.taken) }

// stands returns how many of the steps taken stand in n, from the first, but for those that
// hands did not do.
func (r *Reader) stands(n *node) int {
	s, at := r.base, 0
	for i, step := range r.taken {
		h := s.Hands(step)
		s, _, _ = s.Apply(step, nil)
		if !physical(h.Manner) {
			continue
		}
		k := slices.Index(n.steps[at:], step)
		if k < 0 {
			return i
		}
		at += k + 1
	}
	return len(r.taken)
}

// sameWay reports whether two sequences are one to the hands: the same squares
// vacated, filled and emptied (rule 10), or the same position. The first in legal
// order stands.
func (r *Reader) sameWay(a, b *node) bool {
	if slices.Equal(a.steps, b.steps) {
		return true
	}
	if len(a.steps) == 0 || len(b.steps) == 0 || passes(b) || a.last.Armed || b.last.Armed {
		return false
	}
	if a.state == b.state {
		return slices.Equal(a.rings, b.rings)
	}
	return a.before == b.before && a.want == b.want && a.filled == b.filled && a.may == b.may && a.state.ToAct() == b.state.ToAct() &&
		a.last.Carries == b.last.Carries
}

// fresher reports whether n leads where m does by pieces that were taken up later: what was lifted before
// is more likely to have been a victim.
func (n *node) fresher(m *node) bool { return n.state == m.state && n.raised > m.raised }

// says counts how often n passes by a tap, or does what is armed.
func (r *Reader) says(n *node) int {
	if n.said == 0 && len(n.steps) > 0 && slices.Contains(r.armed, n.steps[0]) {
		return 1
	}
	return n.said
}

func passes(n *node) bool {
	return n.last.Manner == rules.Passed && len(n.steps) > 0
}
