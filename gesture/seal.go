package gesture

import (
	"cmp"
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// seal seals the steps before the turn of the last seat that acted, once that
// seat's step is quiet and every piece is accounted for (rule 4); all of them if they
// have ended the game, or left it to a seat without hands, and nothing was touched for long.
func (r *Reader) seal(now time.Duration, out *Reading) {
	before := r.before()
	for r.bad.Len() >= worn && before > r.fixed && now < r.when[before]+2*patience*r.quiet { // people see what is lit, and say so
		out.Wake = earliest(out.Wake, r.when[before]+2*patience*r.quiet)
		before = turnOf(r.taken, before-1)
	}
	if r.ended(now, out) || r.left(now, out) {
		before = len(r.taken)
	}
	if before <= r.fixed {
		return
	}
	n := r.likeliest(r.taken)
	if n == nil || !r.missing(n).IsEmpty() || !r.wood.Minus(n.want).Within(r.faulty) {
		return
	}
	due := max(r.last()+r.quiet, r.sure(n, before))
	if raised := r.when[len(r.when)-1] + patience*r.quiet; now >= due && now < raised && r.raisedSince(n, before) {
		due = raised
	}
	if now < due {
		out.Wake = earliest(out.Wake, r.attention.before(due, now))
		if quiet := r.last() + r.quiet; n.turns < mostOpen {
			return
		} else if now < quiet { // hands that never pause so long would come to where nothing more is read
			out.Wake = earliest(out.Wake, quiet)
			return
		}
	}
	if r.doubt(n, before) {
		return
	}
	for now < due && now < r.sure(n, before) { // what is sure of the front
		if before = turnOf(r.taken, before-1); before <= r.fixed {
			return
		}
	}
	if r.fixed > 0 {
		out.Final = r.fixed
		r.drop(r.fixed)
		before -= out.Final
	}
	r.fixed = before
	r.mark()
}

// Ending is how long nothing may be touched before a step that has ended the game is sealed: nobody acts
// after it, and until then a slip can be taken back.
const Ending = 10 * time.Second

// ended reports whether what is taken has ended the game, and nothing was touched for so long.
func (r *Reader) ended(now time.Duration, out *Reading) bool {
	last := len(r.taken) - 1
	if s, _ := r.After(); last < r.fixed || !over(s) {
		return false
	}
	due := max(r.last(), r.when[last], r.from) + Ending
	if now < due {
		out.Wake = earliest(out.Wake, r.attention.before(due, now))
	}
	return now >= due
}

// Waits reports whether a position waits for seats alone, or for a throw that is theirs.
func Waits(s rules.State, seats rules.Seats) bool {
	who := s.ToAct()
	if who.Has(rules.Chance) {
		who = rules.SeatsOf(s.Ask().For)
	}
	return who != 0 && who&^seats == 0
}

// left reports whether what is taken has left the game to seats without hands, by whose play nothing is
// ever sealed, and nothing was touched for a while.
func (r *Reader) left(now time.Duration, out *Reading) bool {
	last := len(r.taken) - 1
	if s, _ := r.After(); last < r.fixed || !Waits(s, r.handless) {
		return false
	}
	due := max(r.last(), r.when[last], r.from) + patience*r.quiet
	if now < due {
		out.Wake = earliest(out.Wake, r.attention.before(due, now))
	}
	return now >= due
}

func over(s rules.State) bool {
	_, is := s.Result()
	return is
}

// doubt asks whether n was meant, of which the first k steps are to become final, if that is in doubt.
func (r *Reader) doubt(n *node, k int) bool {
	others := r.rivals(n, k)
	r.waiting = r.waiting[:0]
	if len(others) == 0 && (!r.unusual(n) || r.settled(n, k)) {
		return false
	}
	r.waiting = append(r.waiting, *n)
	for _, m := range others {
		r.waiting = append(r.waiting, *m)
	}
	r.askBetween(n, others)
	return true
}

// Doubtful reports whether what is taken may not be what was meant, or a piece is missing.
func (r *Reader) Doubtful() bool {
	n := r.likeliest(r.taken)
	return n == nil || !r.missing(n).IsEmpty() || len(r.rivals(n, len(r.taken))) > 0 || r.unusual(n) && !r.settled(n, len(r.taken))
}

// unusual reports whether n is asked about though nothing else explains the touches: hands
// hardly do so, too much was to be tried, or it gives up what was sealed once, had stood when others
// were about to capture, or was answered. Who was to act in a turn in which nothing was done may have
// knocked a piece with the sleeve, and the rest was not felt.
func (r *Reader) unusual(n *node) bool {
	return !r.bad.IsEmpty() && (n.odd > 0 || r.surplus(n)) || n.again > 0 || r.capturing && !begins(n.steps, r.gave) ||
		n.slid > 0 && n.over > 0 || r.overlooked() || !begins(n.steps, r.reopened) || !r.heeds(n) || n.idle > 0 && r.brushed(n)
}

// surplus reports whether more wood lay on the board for a while than n has pieces, after all
// that it did: something stood where n has nothing, and nothing was missing.
func (r *Reader) surplus(n *node) bool {
	var lay time.Duration
	for t := max(int(n.placed), 1); t < len(r.touches); t++ {
		if n.want.Minus(r.faulty).Within(r.lays[t]) && !r.stray(n, t).IsEmpty() {
			lay += r.touches[t].At - r.touches[t-1].At
		}
	}
	return lay >= rest
}

// mark keeps by which touches the pieces that were moved came where they are: one
// may have gone back and come again.
func (r *Reader) mark() {
	r.marks, r.strikes = r.marks[:0], r.strikes[:0]
	if n := r.likeliest(r.taken); n != nil {
		r.strikes = append(r.strikes, n.offs...)
		for _, w := range n.ways {
			r.marks = append(r.marks, w.touch)
		}
	}
}

// worn is how many squares of a board have been at fault before nothing that it feels is
// sealed quickly.
const worn = 3

// before counts the taken steps of turns before the last one.
func (r *Reader) before() int {
	if len(r.taken) == 0 {
		return 0
	}
	return turnOf(r.taken, len(r.taken)-1)
}

// turnOf returns where the turn begins in which step i was done.
func turnOf(steps []rules.Step, i int) int {
	for i > 0 && steps[i-1].By == steps[i].By {
		i--
	}
	return i
}

// drop moves the base past the first k steps taken, which can no longer change,
// and forgets the touches that made them.
func (r *Reader) drop(k int) {
	doubts, held := r.doubtsNow(), r.heldNow()
	n := node{state: r.base, want: r.base.Occupied(rules.Full)}
	for at := 0; at < k; {
		h, did := doing(n.state, r.taken[at:k])
		n = r.again(n, h, r.taken[at:at+did]...)
		at += did
	}
	lay := r.layAt(int(n.placed))
	if n.placed > 0 {
		r.moved = max(r.moved, r.touches[n.placed-1].At)
	}
	var put marks
	for _, t := range r.touches[:n.placed] {
		put[t.Square] = t.Piece
	}
	r.own = r.marked(&n, &put)
	r.base, r.touches = n.state, append(r.touches[:0], r.touches[n.placed:]...)
	r.marks, r.strikes, r.unsettled, r.open, r.waiting = r.marks[:0], r.strikes[:0], nil, nil, nil
	if d := &r.knock; d.on && len(d.steps) >= k && slices.Equal(d.steps[:k], r.taken[:k]) {
		d.steps, d.first = slices.Clone(d.steps[k:]), d.first-min(d.first, n.placed)
	} else {
		*d = declaration{}
	}
	r.air, r.spare = n.want.Minus(lay), lay.Minus(n.want)
	r.taken, r.since = append(r.taken[:0:0], r.taken[k:]...), append(r.since[:0:0], r.since[k:]...)
	r.when = append(r.when[:0:0], r.when[k:]...)
	r.gave, r.rested, r.reopened = nil, nil, nil
	r.explained = refused{} // that was said from the base before
	r.fixed, r.chosen, r.tacit, r.pinned, r.denied, r.armed, r.mended = 0, r.chosen[min(k, len(r.chosen)):], max(r.tacit-k, 0), max(r.pinned-k, 0), 0, nil, 0
	r.recount()
	r.search()
	r.untold()
	r.remember(doubts)
	r.hand.pieces = held
}

// untold retakes what is taken if that cannot be told from the touches any more.
func (r *Reader) untold() {
	if r.node(r.taken) == nil {
		r.retake(r.last())
		r.search()
	}
}

// layAt returns the wood as it lay after the first n touches.
func (r *Reader) layAt(n int) board.Set {
	wood := r.wood
	for i := len(r.touches) - 1; i >= n; i-- {
		wood.Set(r.touches[i].Square, !r.touches[i].Placed)
	}
	return wood
}

// rivals returns the sequences that explain all the touches as well as n, whose
// first k steps are to become final, but begin otherwise: as long as there are
// any, nothing is certain. Here no step taken is kept from departing, and a square
// that is not to be trusted may have told the truth.
func (r *Reader) rivals(n *node, k int) (found []*node) {
	if r.settled(n, k) {
		if r.tacit <= r.fixed {
			return nil
		}
		k = r.tacit
	}
	if len(r.unsettled) > 0 && begins(n.steps, r.unsettled[0].steps) {
		for i := range r.unsettled {
			found = append(found, &r.unsettled[i])
		}
		return found
	}
	for i := range r.everything() {
		m := &r.wide[i]
		if r.explains(m, n) && (!m.blind || m.oddity() < n.oddity()) && r.heeds(m) && !m.stranger(n) && m.departs(n, k) && !r.unsaid(m, n) {
			found = append(found, m)
		}
	}
	return found
}

// unsaid reports whether m is n but for what was said by hand: that was meant, not nothing.
func (r *Reader) unsaid(m, n *node) bool { return begins(n.steps, m.steps) && r.says(m) < r.says(n) }

// settled reports whether a question was answered with the first k steps of n.
func (r *Reader) settled(n *node, k int) bool {
	return len(r.chosen) >= k && slices.Equal(r.chosen[:k], n.steps[:k])
}

// begins reports whether steps begin with first.
func begins(steps, first []rules.Step) bool {
	return len(steps) >= len(first) && slices.Equal(steps[:len(first)], first)
}

// unsettle keeps what cannot be told apart, for the touches that were read are about
// to be forgotten.
func (r *Reader) unsettle(s rules.State, taken []rules.Step) (doubtful []node) {
	if r.base != s || !slices.Equal(taken, r.taken) || len(taken) == 0 {
		return nil
	}
	n := r.likeliest(taken)
	if n == nil { // nor did anything explain the wood
		return []node{{steps: slices.Clone(taken)}}
	}
	others := r.rivals(n, len(taken))
	if len(others) == 0 && n.air > 0 {
		others = r.unfinished(n)
	}
	if len(others) > 0 || r.unusual(n) && !r.settled(n, len(taken)) {
		others = slices.Insert(others, 0, n)
	} else if n.air > 0 && len(r.waiting) > 0 && begins(taken, r.waiting[0].steps) { // hands were at work on it
		for i := range r.waiting {
			others = append(others, &r.waiting[i])
		}
	}
	for _, m := range others {
		doubtful = append(doubtful, *m)
		doubtful[len(doubtful)-1].air = 0 // nobody will feel where it is put down
	}
	return doubtful
}

// unfinished returns the sequences that explain the touches as well as n but for a capture or an attack
// that is being made, with one more piece in the air, or as many where two squares may have felt one piece.
func (r *Reader) unfinished(n *node) (found []*node) {
	asOne := r.asOne(n)
	for i := range r.everything() {
		m := &r.wide[i]
		if (m.air == n.air+1 || m.air == n.air && asOne) && r.leftover(m).Within(r.echoes) && r.completeBut(m, r.missing(m)) && r.heeds(m) && !m.stranger(n) && m.departs(n, len(n.steps)) && r.atWork(m) {
			found = append(found, m)
		}
	}
	return found
}

// atWork reports whether a piece that n has in the air may take or attack another that is.
func (r *Reader) atWork(n *node) bool {
	air := r.missing(n)
	return slices.ContainsFunc(r.book.moves(n.state), func(m move) bool {
		h := m.hands
		if h.Manner == rules.Knocked {
			return air.Has(h.Attacker) && air.Has(h.Target)
		}
		return air.Has(h.Carries[0].From) && !h.Takes.IsEmpty() && h.Takes.Within(air)
	})
}

// heeds reports whether n does not depart from what a question was answered with, after what
// the question did not name.
func (r *Reader) heeds(n *node) bool {
	for i := range min(len(r.chosen), len(n.steps)) {
		if r.chosen[i] != n.steps[i] {
			return i < r.tacit
		}
	}
	return true
}

// explains reports whether m accounts for the wood, echoes apart, and puts every piece
// down. Where n has a piece held while others were played, has slid one last or rests on what two
// squares felt as one, or m needs a square that is not to be trusted, m may have one in the air.
func (r *Reader) explains(m, n *node) bool {
	switch {
	case !r.leftover(m).Within(r.echoes) || m.air > 1:
		return false
	case m.air == 0:
		return r.complete(m)
	case r.forks(m, n), r.asOne(n), n.unseen > 0 && goesRound(n.last):
		return r.completeBut(m, r.missing(m)) // who went round was not touched: the victim may be in its own hand
	}
	return r.complete(m) && (n.over > 0 || n.slidLast() || !m.guess.IsEmpty())
}

// slidLast reports whether the piece that n has moved last was slid: it may as well be in the hand.
func (n *node) slidLast() bool {
	last := len(n.ways) - 1
	return last >= 0 && n.slidBy > 0 && n.ways[last].touch == n.slidBy
}

// forks reports whether m and n begin alike, and then the same piece takes one victim in m and
// another in n, on its square: the one may have been a tap on the way. Who was shown on the page where it goes is not in the
// hand any more.
func (r *Reader) forks(m, n *node) bool {
	s := r.base
	for i := range min(len(m.steps), len(n.steps)) {
		if m.steps[i] != n.steps[i] {
			a, b := s.Hands(m.steps[i]), s.Hands(n.steps[i])
			return !a.Armed && a.Carries[0].From == b.Carries[0].From && a.Takes.Has(a.Carries[0].To) && b.Takes.Has(b.Carries[0].To) && a.Takes != b.Takes
		}
		s, _, _ = s.Apply(m.steps[i], nil)
	}
	return false
}

// asOne reports whether the piece that n has moved last, or one that it has not moved, was put down together
// with another beside it: one of the two may have felt the other's.
func (r *Reader) asOne(n *node) bool {
	for sq := range n.want.Minus(n.filled).Intersect(r.echoes).All() {
		if slices.ContainsFunc(r.base.Topology().Place(sq).Near, r.echoes.Has) {
			return true
		}
	}
	last := time.Duration(0)
	for _, w := range n.ways {
		if w.touch > 0 {
			last = max(last, r.touches[w.touch-1].At)
		}
	}
	return slices.ContainsFunc(n.ways, func(w way) bool {
		return w.touch > 0 && r.touches[w.touch-1].At+together >= last && r.echoes.Has(w.at) &&
			slices.ContainsFunc(r.base.Topology().Place(w.at).Near, r.echoes.Has)
	})
}

// likeliest returns the sequence of these steps that needs the least unusual hands,
// nil if none fits. Of equal ones it is that in which pieces came last: what was taken
// back before is no touch to be explained any more.
func (r *Reader) likeliest(steps []rules.Step) (best *node) {
	for i := range r.nodes {
		if n := &r.nodes[i]; slices.Equal(n.steps, steps) && (best == nil || n.likelier(best)) {
			best = n
		}
	}
	return best
}

func (n *node) likelier(m *node) bool {
	return cmp.Or(n.odd-m.odd, n.over-m.over, m.arrivals()-n.arrivals()) < 0
}

// arrivals adds up the touches by which pieces came, or victims went.
func (n *node) arrivals() (sum int) {
	for _, w := range n.ways {
		sum += int(w.touch)
	}
	for _, touch := range n.offs {
		sum += int(touch)
	}
	return sum
}

// everything searches without regard to what is taken.
func (r *Reader) everything() []node {
	nodes := r.nodes
	r.nodes, r.free = r.wide, true
	r.exploreAll(r.root)
	r.wide, r.nodes, r.free = r.nodes, nodes, false
	return r.wide
}

// stranger reports whether m needs hands that are less likely than those of n by
// more than one thing done or one piece held while others were played.
func (m *node) stranger(n *node) bool { return m.oddity() > n.oddity()+1 }

// oddity is how much hands would have done for n, and how unusually: wood that lay
// where no position has it counts most, then a turn in which nothing was done.
func (n *node) oddity() int { return n.done + n.over + n.air + n.slid + 2*n.idle + 3*n.odd }

// departs reports whether the first k steps of n are no beginning of m, and m leads
// elsewhere, or there by the rings of other pieces that were seen as much.
func (m *node) departs(n *node, k int) bool {
	if m.state == n.state && (slices.Equal(m.rings, n.rings) || m.unseen > n.unseen) {
		return false
	}
	return len(m.steps) < k || !slices.Equal(m.steps[:k], n.steps[:k])
}

// mostOpen is how many turns are played before it is asked about what a piece in the air
// would tell.
const mostOpen = maxTurns / 2

// askBetween asks which of the sequences was meant, unless that was turned down; or
// whether n was, if it is strange and alone. While all others have a piece in the air
// there is nothing to ask, it will be put down; but play goes on only for so long.
func (r *Reader) askBetween(n *node, others []*node) {
	all := len(others)
	others = slices.DeleteFunc(others, func(m *node) bool { return m.air > n.air })
	if len(r.touches) <= r.denied || len(r.asked) > 0 || all > 0 && len(others) == 0 && n.turns < mostOpen {
		return
	}
	r.asked = append(r.asked, n.steps)
	for _, m := range others {
		if !slices.ContainsFunc(r.asked, func(steps []rules.Step) bool { return slices.Equal(steps, m.steps) }) {
			r.asked = append(r.asked, m.steps)
		}
	}
}
