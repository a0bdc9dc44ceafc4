package gesture

import (
	"slices"

	"reeve/board"
)

// rivalry looks at everything once more as if nothing were taken: what else may have been done.
type rivalry struct {
	ranking
	wide []node // scratch: all that fit, whatever is taken and whatever echoes
}

// declare finds the attack on target by a piece that has been in the air since the target was lifted, or longer, and attacks from where it was
// last put down or pushed. Of several pieces in the air the one held first attacks (rule 7), of equal sequences that which leaves standing most of
// what is taken; none where it is likelier that they all stand.
func (r *rivalry) declare(target board.Square, lift uint16) (best declaration, on bool) {
	from, odd := (*node)(nil), 0
	for i := range r.nodes {
		n := &r.nodes[i]
		if !n.guess.IsEmpty() || !r.leavesStanding(n) || !r.heeds(n) {
			continue
		}
		extra := count(r.extraWood(n))
		d, ok := r.declareIn(n, target, lift)
		if ok && (from == nil || extra < odd || extra == odd && (r.better(n, from) || !r.better(from, n) && r.givesUp(n) < r.givesUp(from))) {
			best, from, odd = d, n, extra
		}
	}
	return best, from != nil && !slices.ContainsFunc(r.nodes, func(m node) bool {
		return r.complete(&m) && r.accounts(&m) && r.leavesStanding(&m) && r.heeds(&m) && r.better(&m, from) // nobody holds anything
	})
}

// declareIn finds the attack in one sequence: alone, or with its partner where nothing is legal alone, as in a lesson.
func (r *rivalry) declareIn(n *node, target board.Square, lift uint16) (best declaration, ok bool) {
	for m := range r.strikes(n) {
		h := m.Hands
		if h.Target != target || ok && h.Partner != board.None {
			continue
		}
		held := r.seen.lastLift[h.Attacker]
		if held < r.lifted(n.on(h.Attacker).piece, n) || held == 0 && !r.aloft(n, h.Attacker) {
			continue
		}
		if raised := max(held, r.occupancy.raised[n.on(h.Attacker).piece]); raised == lift || raised > 0 && r.at(raised) > r.at(lift)+outOfOrder {
			continue // later than the target, or from there
		}
		if !ok || best.hands.Partner != board.None || held < r.seen.lastLift[best.hands.Attacker] {
			best, ok = declaration{on: true, steps: n.steps, attack: m.Step, hands: h, state: n.state}, true
		}
	}
	return best, ok
}

// lifted is the latest touch by which a piece that is in the air was lifted, from wherever a sequence no less likely than n had put it down: where it
// was put last it has gone (rule 5). What it touched for a moment it has brushed.
func (r *rivalry) lifted(piece board.Square, n *node) (last uint16) {
	for i := range r.nodes {
		m := &r.nodes[i]
		at := m.stands(piece)
		up, came := r.seen.lastLift[at], m.on(at).touch
		if r.leavesStanding(m) && !m.lessLikely(n) && m.want.Has(at) && !r.wood.Has(at) && up > last && (came == 0 || r.at(up) >= r.at(came)+Fleeting) {
			last = up
		}
	}
	return last
}

// unfelt reports whether what a square at fault has not felt would explain what was done as well as n: that is not assumed either way (rule 14).
func (r *rivalry) unfelt(n *node) bool {
	return !r.faulty.IsEmpty() && !r.settled(n, len(n.steps)) && len(r.against(n, len(n.steps), func(m *node) bool {
		return m.blind && r.explains(m, n) && m.cost() <= n.cost()
	})) > 0
}

// extraWood reports whether after all that n did more wood lay for a while than it has pieces.
func (r *rivalry) extraWood(n *node) bool {
	return r.tooMuch(n, int(n.placed), len(r.touches), board.Set{})
}

// explains reports whether m accounts for the wood, echoes apart, and puts every piece down. One victim may still stand, by a slow hand or a bad
// contact: one more thing. m may hold one where n has slid a piece last or rests on what two squares felt as one; where n is less likely, with wood astray
// or a piece held while others played; where m is no less likely, and has in the hand who was lifted last, or n has more wood than pieces, or a piece on a
// square not to be trusted where m has none; and where m needs such a square.
func (r *rivalry) explains(m, n *node) bool {
	switch left := r.leftover(m).Minus(r.echoes).Len(); {
	case left > 1 || left+m.cost() > n.cost()+1 || m.air > 0 && !r.inHand(m):
		return false
	case m.air > 0 && (r.asOne(n) || (n.odd > m.odd || n.over > 0) && m.cost() < n.cost() ||
		m.cost() <= n.cost() && (r.missing(m).Has(r.latest.Square) || r.extraWood(n) || !n.filled.Intersect(r.faulty).Within(m.filled))):
		return r.completeBut(m, r.missing(m))
	}
	return r.complete(m) && (m.air == 0 || n.slidLast() || !m.guess.IsEmpty())
}

// asOne reports whether a piece of n was put down together with another beside it: one of the two may have felt the other's.
func (r *rivalry) asOne(n *node) bool {
	for sq := range n.want.Intersect(r.echoes).All() {
		if slices.ContainsFunc(r.base.Topology().Place(sq).Near, r.echoes.Has) {
			return true
		}
	}
	return false
}

const anyCost = 1 << 30 // more than hands can do

// everything searches what costs so much at most without regard to what is taken.
func (r *rivalry) everything(most int) []node {
	nodes := r.nodes
	r.nodes, r.most = r.wide, most
	r.exploreAll(r.root)
	r.wide, r.nodes, r.most = r.nodes, nodes, 0
	return r.wide
}

// against returns those sequences that hands may as likely have done as n, but that begin otherwise than with its first k steps.
func (r *rivalry) against(n *node, k int, those func(*node) bool) (found []*node) {
	for i := range r.everything(n.cost() + 1) {
		if m := &r.wide[i]; !m.lessLikely(n) && r.heeds(m) && r.departs(m, n, k) && those(m) {
			own := *m // the next search writes over m
			found = append(found, &own)
		}
	}
	return found
}

// departs reports whether the first k steps of n are no beginning of m, and m leads elsewhere, or there by rings of other pieces seen as much, or does not
// come through the position after them.
func (r *rivalry) departs(m, n *node, k int) bool {
	switch {
	case begins(m.steps, n.steps[:k]):
		return false
	case m.state != n.state || !m.leadsTo(n) && m.unseen <= n.unseen:
		return true
	case k == len(n.steps):
		return false
	}
	way, _ := deedsOf(r.base, m.steps)
	return !slices.ContainsFunc(way, func(d deed) bool { return d.state == r.deeds[k].state })
}

// otherIfHeld reports whether the first k steps of n would be others if a piece, or one and its victim, were in the air: it will be put down soon.
func (r *rivalry) otherIfHeld(n *node, k int) bool {
	return !r.settled(n, k) && len(r.against(n, k, func(m *node) bool {
		return r.inHand(m) && r.completeBut(m, r.missing(m))
	})) > 0
}

// inHand reports whether m has one piece in the air, or one and its victim.
func (r *rivalry) inHand(m *node) bool {
	return m.air == 1 || m.air == 2 && r.atWork(m.state, r.missing(m))
}

// walked returns the sequences that lead to the wood as it lies and that the touches tell, whatever is taken: the likeliest for each
// position, as people see it. Astray are those, too, under which wood lay where no position has it. Squares that may have felt one piece tell nothing.
func (r *rivalry) walked(astray bool) (ends []*node) {
	for i := range r.everything(anyCost) {
		n := &r.wide[i]
		if !r.fits(n) || !r.complete(n) || !r.accounts(n) || len(n.steps) <= r.fixed || !r.heeds(n) || n.odd > 0 && !astray {
			continue
		}
		switch k := slices.IndexFunc(ends, func(m *node) bool { return m.state == n.state }); {
		case k < 0:
			ends = append(ends, n)
		case n.cost() < ends[k].cost():
			ends[k] = n
		}
	}
	return ends
}
