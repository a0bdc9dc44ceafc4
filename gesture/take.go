package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// Reading is what the touches say at one instant.
type Reading struct {
	Steps  []rules.Step   // all steps taken since the base, in order
	Sealed int            // how many of them, from the front, are sealed
	Final  int            // how many steps before Steps became final since the last reading: the base has moved past them
	Thrown bool           // throw now: after the last step, an attack knocked for or the step before a turn that a throw opens
	Ask    [][]rules.Step // sequences since the base that the hands cannot tell apart, if it has come to that
	Mixed  *Mixed         // two like pieces that may have changed places, if it has come to asking
	Wrong  board.Set      // squares at fault, when nothing fits
	Wake   time.Duration  // the instant at which to read again without a touch, 0 for never
}

// patience is how many quiet times a piece may be in the air before it is asked
// whether it stands on a square that is not to be trusted (rule 14).
const patience = 5

// Read says what the touches mean at now (rules 2, 3 and 4). It changes what is
// taken; the caller records the difference.
func (r *Reader) Read(now time.Duration) Reading {
	if r.base == nil || r.strict {
		return Reading{Steps: r.taken, Sealed: r.fixed}
	}
	if r.thrown {
		return Reading{Steps: r.taken, Sealed: len(r.taken), Thrown: true}
	}
	var out Reading
	r.asked = r.asked[:0]
	best, rivals := r.best()
	switch {
	case len(r.nodes) == 0:
		out.Wrong = r.atFault()
	case best == nil && len(rivals) == 0:
		if last := len(r.taken) - 1; last >= r.fixed {
			r.withdraw(r.taken[:last])
		}
	case best == nil:
		if due := r.last() + r.quiet; now < due {
			out.Wake = due
		} else {
			r.ask(rivals)
		}
	case !r.holds(best) && !r.sameRide(best) && !r.answered(best) && (best.air > 0 || best.acts <= r.done() && r.held()):
		// what is in the air may tell otherwise
	case slices.Equal(best.steps, r.taken):
		if silent := r.silent(best); len(silent) > 0 {
			r.guess(now, silent, &out)
		}
	case !best.guess.IsEmpty():
		r.guess(now, rivals, &out)
	case len(best.steps) < len(r.taken) && slices.Equal(best.steps, r.taken[:len(best.steps)]):
		r.take(best.steps)
	default:
		if due := r.last() + r.wait(best, rivals); now < due {
			out.Wake = due
			r.withdraw(best.steps)
		} else {
			r.take(best.steps)
		}
	}
	r.seal(now, &out)
	if out.Final > 0 && len(r.asked) > 0 { // they were said from the base before
		r.asked, out.Wake = nil, earliest(out.Wake, now+scan)
	}
	if r.knock.on && now < r.knock.litFrom+r.quiet {
		out.Wake = earliest(out.Wake, r.knock.litFrom+r.quiet)
	}
	out.Steps, out.Sealed, out.Ask = r.taken, r.fixed, r.asked
	if r.knock.struck {
		out.Mixed = r.mixed()
	}
	return out
}

// scan is how long touches of one scan may take to come in.
const scan = 2 * time.Millisecond

// wait is how long the hands must have been still before best is taken: not at
// all but for the touches of the same scan, if nothing extends it and it changes
// nothing that is taken (rule 2).
func (r *Reader) wait(best *node, rivals []*node) time.Duration {
	switch {
	case r.answered(best):
		return scan
	case len(rivals) > 1 || r.extendable(best):
		return r.quiet
	case r.holds(best):
		return scan
	case r.held():
		return r.quiet
	}
	return slide // what is taken cannot stand; but a piece may just be slid
}

// sameRide reports whether n differs from what is taken by the victims of the last
// step alone.
func (r *Reader) sameRide(n *node) bool {
	last := len(r.taken) - 1
	if last < 0 || len(n.steps) != len(r.taken) || !slices.Equal(n.steps[:last], r.taken[:last]) {
		return false
	}
	return r.final.Cost == 0 && r.final.Carries == n.last.Carries
}

// held reports whether what is taken may still stand: some sequence that fits has
// it, though its piece may be in the air.
func (r *Reader) held() bool {
	return slices.ContainsFunc(r.nodes, func(n node) bool { return r.holds(&n) })
}

// withdraw takes back what the wood no longer shows, while the steps that it
// does show are not yet quiet.
func (r *Reader) withdraw(steps []rules.Step) {
	same := 0
	for same < min(len(steps), len(r.taken)) && steps[same] == r.taken[same] {
		same++
	}
	if same == len(r.taken) || r.held() {
		return
	}
	n := node{state: r.base}
	for _, step := range r.taken[:same] {
		n.state, _, _ = n.state.Apply(step, nil)
	}
	if c := n.state.Hands(r.taken[same]).Carries[0]; !r.wood.Has(c.To) || r.wood.Has(c.From) {
		r.take(steps[:same])
	}
}

// done counts what the hands did of what is taken.
func (r *Reader) done() (n int) {
	s := r.base
	for _, step := range r.taken {
		if physical(s.Hands(step).Manner) {
			n++
		}
		s, _, _ = s.Apply(step, nil)
	}
	return n
}

// ask asks about sequences that the wood cannot tell apart, nor any touch still
// to come, unless they were turned down (rules 3 and 13).
func (r *Reader) ask(rivals []*node) {
	if len(r.touches) <= r.denied {
		return
	}
	for _, n := range rivals {
		if r.accounts(n) || !n.guess.IsEmpty() {
			r.asked = append(r.asked, n.steps)
		}
	}
}

// silent returns the sequences that have a piece which best has in the air on a square
// that is not to be trusted, and everything else in its place.
func (r *Reader) silent(best *node) (found []*node) {
	for i := range r.nodes {
		n := &r.nodes[i]
		if !n.guess.IsEmpty() && n.air < best.air && r.complete(n) && r.accounts(n) && r.keeps(n) {
			found = append(found, n)
		}
	}
	return found
}

// guess asks about a step that needs a square which is not to be trusted, once
// the hands have been still for long (rule 14).
func (r *Reader) guess(now time.Duration, rivals []*node, out *Reading) {
	if due := r.last() + patience*r.quiet; now < due {
		out.Wake = due
		return
	}
	r.ask(rivals)
}

// Deny turns down all that is asked about; nothing is asked again before the
// next touch.
func (r *Reader) Deny() { r.denied, r.asked = len(r.touches), nil }

func earliest(a, b time.Duration) time.Duration {
	if a == 0 || b < a {
		return b
	}
	return a
}

// best returns the sequence to take, and all complete ones that explain the wood
// as well. Nothing to take: nil, and what is taken stays, for a piece may be on
// its way, or a victim (rule 10).
func (r *Reader) best() (*node, []*node) {
	r.top = r.top[:0]
	for i := range r.nodes {
		if n := &r.nodes[i]; r.complete(n) && (len(n.steps) > r.fixed || r.missing(n).IsEmpty()) && r.keeps(n) {
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
		return touched
	}
	piece := r.origin(i, c.From)
	back, now := r.wood.Has(c.From), n.stands(piece)
	if now != c.From && n.arrival(piece, r.moves(i, piece)) <= r.came[i] {
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

// moves counts how often the steps taken before number i moved a piece of the base.
func (r *Reader) moves(i int, piece board.Square) (k int) {
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
		if r.says(first) != r.says(n) { // a tap that passes, or magic, says more than nothing done
			if r.says(n) {
				r.top = append(r.top[:0], n)
			}
			return
		}
		switch {
		case r.better(first, n):
			return
		case r.better(n, first):
			r.top = r.top[:0]
		case slices.ContainsFunc(r.top, func(m *node) bool { return r.sameWay(m, n) }):
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
	if n.air != m.air {
		return n.air < m.air
	}
	if a, b := r.leftover(n).IsEmpty(), r.leftover(m).IsEmpty(); a != b {
		return a
	}
	if n.over != m.over {
		return n.over < m.over
	}
	if r.holds(n) != r.holds(m) { // less done against what was taken: that is for people to say
		return r.holds(n) && n.acts < m.acts
	}
	return n.acts < m.acts
}

// holds reports whether everything taken that hands did stands in n.
func (r *Reader) holds(n *node) bool {
	s, at := r.base, 0
	for _, step := range r.taken {
		h := s.Hands(step)
		s, _, _ = s.Apply(step, nil)
		if !physical(h.Manner) {
			continue
		}
		k := slices.Index(n.steps[at:], step)
		if k < 0 {
			return false
		}
		at += k + 1
	}
	return true
}

// sameWay reports whether two sequences are one to the hands: the same squares
// vacated, filled and emptied (rule 10), or the same position. The first in legal
// order stands.
func (r *Reader) sameWay(a, b *node) bool {
	if len(a.steps) == 0 || len(b.steps) == 0 || passes(b) || a.last.Armed || b.last.Armed {
		return false
	}
	if a.state == b.state {
		return true
	}
	return a.before == b.before && a.want == b.want && a.filled == b.filled && a.may == b.may && a.state.ToAct() == b.state.ToAct() &&
		a.last.Carries == b.last.Carries
}

// says reports whether n ends with a pass, or has done what is armed.
func (r *Reader) says(n *node) bool {
	return passes(n) || len(n.steps) > 0 && slices.Contains(r.armed, n.steps[0])
}

func passes(n *node) bool {
	return n.last.Manner == rules.Passed && len(n.steps) > 0
}

// extendable reports whether a legal touch may make more of the last step, or the
// seat that took it may go on with more than what is implied.
func (r *Reader) extendable(n *node) bool {
	if len(n.steps) == 0 {
		return false
	}
	if r.goesOn(n) {
		return true
	}
	by := n.steps[len(n.steps)-1].By
	if !n.state.ToAct().Has(by) {
		return false
	}
	r.legal = n.state.Legal(r.legal[:0])
	defer func() { r.legal = r.legal[:0] }()
	return slices.ContainsFunc(r.legal, func(s rules.Step) bool {
		return s.By == by && physical(n.state.Hands(s).Manner)
	})
}

// take makes steps the ones taken.
func (r *Reader) take(steps []rules.Step) {
	same := 0
	for same < min(len(steps), len(r.taken)) && steps[same] == r.taken[same] {
		same++
	}
	r.since = append(r.since[:same:same], make([]board.Set, len(steps)-same)...)
	r.when = r.when[:same]
	for len(r.when) < len(steps) {
		r.when = append(r.when, r.last())
	}
	r.taken = append(r.taken[:0:0], steps...)
	if len(r.taken) <= r.fixed {
		r.fixed = 0 // the later step is withdrawn: the earlier one is open again (rule 4)
	}
	r.search()
	r.top = r.top[:0]
}

// seal seals the steps before the turn of the last seat that acted, once that
// seat's step is quiet and every piece is accounted for (rule 4).
func (r *Reader) seal(now time.Duration, out *Reading) {
	before := r.before()
	if before <= r.fixed {
		return
	}
	n := r.node(r.taken)
	if n == nil || !r.missing(n).IsEmpty() || !r.wood.Minus(n.want).Within(r.faulty) {
		return
	}
	due := max(r.last()+r.quiet, r.sure(before))
	if now < due {
		out.Wake = earliest(out.Wake, due)
		return
	}
	if r.fixed > 0 {
		out.Final = r.fixed
		r.drop(r.fixed)
		before -= out.Final
	}
	r.fixed = before
}

// sure is when the first k of the steps taken may be sealed at the earliest: a
// capture by displacement may have been a tap on the way, and other steps would
// be otherwise if one piece were in the air that they have on the board or off
// it. What was in the hand's way soon is back.
func (r *Reader) sure(k int) (at time.Duration) {
	s := r.base
	for i, step := range r.taken[:k] {
		h := s.Hands(step)
		if _, alive := s.At(h.Carries[0].To); i >= r.fixed && alive && h.Takes.Has(h.Carries[0].To) {
			at = max(at, r.when[i]+patience*r.quiet)
		}
		s, _, _ = s.Apply(step, nil)
	}
	if slices.ContainsFunc(r.nodes, func(n node) bool {
		return n.air == 1 && r.complete(&n) && len(n.steps) > r.fixed && !r.holds(&n) &&
			!slices.Equal(n.steps[:min(k, len(n.steps))], r.taken[:k])
	}) {
		at = max(at, r.when[len(r.when)-1]+patience*r.quiet)
	}
	return at
}

// before counts the taken steps of turns before the last one.
func (r *Reader) before() int {
	if len(r.taken) == 0 {
		return 0
	}
	i := len(r.taken) - 1
	for i > 0 && r.taken[i-1].By == r.taken[i].By {
		i--
	}
	return i
}

func (r *Reader) node(steps []rules.Step) *node {
	for i := range r.nodes {
		if slices.Equal(r.nodes[i].steps, steps) {
			return &r.nodes[i]
		}
	}
	return nil
}

// drop moves the base past the first k steps taken, which can no longer change,
// and forgets the touches that made them.
func (r *Reader) drop(k int) {
	doubts, held := r.doubtsNow(), r.heldNow()
	n := node{state: r.base, want: r.base.Occupied(rules.Full)}
	for at := 0; at < k; {
		h, did := doing(n.state, r.taken[at:k])
		n = r.after(n, h, r.taken[at:at+did]...)
		at += did
	}
	lay := r.layAt(int(n.placed))
	r.base, r.touches = n.state, append(r.touches[:0], r.touches[n.placed:]...)
	r.air, r.spare = n.want.Minus(lay), lay.Minus(n.want)
	r.taken, r.since = append(r.taken[:0:0], r.taken[k:]...), append(r.since[:0:0], r.since[k:]...)
	r.when = append(r.when[:0:0], r.when[k:]...)
	r.fixed, r.chosen, r.denied, r.armed, r.void = 0, r.chosen[min(k, len(r.chosen)):], 0, nil, -1
	r.recount()
	r.search()
	r.remember(doubts)
	r.hand.pieces = held
}

// layAt returns the wood as it lay after the first n touches.
func (r *Reader) layAt(n int) board.Set {
	wood := r.wood
	for i := len(r.touches) - 1; i >= n; i-- {
		wood.Set(r.touches[i].Square, !r.touches[i].Placed)
	}
	return wood
}

// atFault returns the squares that hold wood no reading explains.
func (r *Reader) atFault() board.Set {
	want, _ := r.After()
	return r.wood.Minus(want.Occupied(rules.Full)).Minus(r.spare)
}

// After returns the position after all steps taken, and the seat that took the
// last of them.
func (r *Reader) After() (rules.State, rules.Seat) {
	s, by := r.base, rules.Referee
	for _, step := range r.taken {
		s, _, _ = s.Apply(step, nil)
		by = step.By
	}
	return s, by
}
