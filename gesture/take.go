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
	Faults []board.Square // of each of Ask the square that would be at fault, if nothing else explains it; empty else
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
	heard := r.attention.looks(now)
	if heard {
		r.keepStill(now)
	}
	if r.thrown {
		return Reading{Steps: r.taken, Sealed: len(r.taken), Thrown: true}
	}
	var out Reading
	asking := len(r.asked) > 0
	r.asked, r.accused = r.asked[:0], nil
	r.consider(now, &out)
	r.lying(now, &out)
	if heard {
		r.seal(now, &out)
	} else {
		out.Wake = earliest(out.Wake, r.attention.heard)
	}
	if out.Final > 0 && len(r.asked) > 0 { // they were said from the base before
		r.asked, out.Wake = nil, earliest(out.Wake, now+scan)
	}
	if r.knock.on && now < r.knock.litFrom+r.quiet {
		out.Wake = earliest(out.Wake, r.knock.litFrom+r.quiet)
	}
	if due := r.stillUntil(now); now < due {
		out.Wake = earliest(out.Wake, due)
	}
	if r.knock.struck {
		r.hesitate(&out)
	}
	if len(r.asked) != len(r.accused) {
		r.accused = nil
	}
	if s, _ := r.After(); r.liesAs(s) {
		r.rested = slices.Clone(r.taken)
	}
	out.Steps, out.Sealed, out.Ask, out.Faults = r.taken, r.fixed, r.asked, r.accused
	if len(r.asked) > 0 && !asking {
		r.litFrom = now
	}
	return out
}

// consider takes what explains the wood best, or withdraws what does not, waits or asks.
func (r *Reader) consider(now time.Duration, out *Reading) {
	best, rivals := r.best()
	if lit := r.litStill(best); len(lit) > 0 {
		if best != nil {
			lit = append(lit, best)
		}
		r.guess(now, lit, out)
		return
	}
	switch {
	case len(r.nodes) == 0 && r.unseenRing():
		r.take(r.taken[:len(r.taken)-1])
		r.consider(now, out)
	case len(r.nodes) == 0:
		out.Wrong = r.atFault()
		if len(r.armed) == 0 || !r.instead(now, out) {
			r.begin(now, out)
			r.accuse(now, out)
		}
	case best == nil && len(rivals) == 0:
		if last := len(r.taken) - 1; last >= r.fixed {
			r.withdraw(r.taken[:last])
			if len(r.taken) <= last { // without it something may explain the wood
				out.Wake = now + scan
			}
		}
	case best == nil:
		if due := r.last() + r.quiet; now < due {
			out.Wake = due
		} else {
			r.ask(rivals)
		}
	case !r.holds(best) && !r.sameRide(best) && !r.decided(best) && (best.air > 0 || best.acts <= r.done() && r.heldAsWell(best)):
		due := r.last() + patience*r.quiet
		switch { // what is in the air may tell otherwise
		case best.air > 0:
		case now < due:
			out.Wake = due
		default:
			r.take(best.steps)
		}
	case slices.Equal(best.steps, r.taken):
		if silent := r.silent(best); len(silent) > 0 {
			r.guess(now, silent, out)
		}
	case !best.guess.IsEmpty():
		r.guess(now, rivals, out)
	case len(best.steps) < len(r.taken) && slices.Equal(best.steps, r.taken[:len(best.steps)]):
		r.take(best.steps)
	default:
		if due := r.last() + r.wait(best, rivals); now >= due {
			r.take(best.steps)
		} else {
			out.Wake = due
			r.meanwhile(best, rivals)
		}
	}
}

// begin begins anew, once the hands have been still for two quiet times, where nothing explains what they did and
// yet everything lies as it should: nothing would be lit, nor read.
func (r *Reader) begin(now time.Duration, out *Reading) {
	if s, _ := r.After(); !r.same(r.wood, s.Occupied(rules.Full)) {
		return
	}
	if due := r.last() + 2*r.quiet; now < due {
		out.Wake = due
		return
	}
	r.Resume(r.base, r.taken, r.fixed, r.wood, false)
}

// meanwhile takes of best, which is not quiet yet, what is, or withdraws what it does not have.
func (r *Reader) meanwhile(best *node, rivals []*node) {
	if steps := r.followed(best); len(rivals) < 2 && len(steps) > len(r.taken) {
		r.take(steps)
	} else {
		r.withdraw(best.steps)
	}
}

// followed returns the steps of n that go on from what is taken but for the last thing done: what
// another followed is not extended any more. Who has as much in the air has to have done them too.
func (r *Reader) followed(n *node) []rules.Step {
	if !begins(n.steps, r.taken) {
		return nil
	}
	s, last, before := r.root.state, 0, 0
	for at := len(r.root.steps); at < len(n.steps); {
		h, k := doing(s, n.steps[at:])
		for range k {
			s, _, _ = s.Apply(n.steps[at], nil)
			at++
		}
		if physical(h.Manner) {
			last, before = at, last
		}
	}
	steps := n.steps[:before]
	if slices.ContainsFunc(r.nodes, func(m node) bool { return m.air <= n.air && m.odd <= n.odd && !begins(m.steps, steps) }) {
		return nil
	}
	return steps
}

// hesitate asks what has to be known before the attack is thrown that was put on the die.
func (r *Reader) hesitate(out *Reading) {
	out.Mixed = r.mixed()
	n, others := r.likeliest(r.knock.steps), r.unlike()
	if out.Mixed == nil && (len(others) > 0 || n != nil && r.strange(n)) {
		r.askBetween(n, others)
		r.askAttacks()
	}
}

// askAttacks adds to each choice the attack that was declared after it, if it may have been.
func (r *Reader) askAttacks() {
	for i, steps := range r.asked {
		if k := &r.knock; slices.Equal(steps, k.steps) {
			r.asked[i] = append(slices.Clip(steps), k.attack)
		} else if n := r.node(steps); n != nil {
			if m, ok := r.attackIn(n); ok {
				r.asked[i] = append(slices.Clip(steps), m.step)
			}
		}
	}
}

// unseenRing reports whether what was taken last is a ride round of a piece that nobody
// has touched: then its victim may have been in its own player's hand.
func (r *Reader) unseenRing() bool {
	return len(r.taken) > r.fixed && goesRound(r.final) && r.seen.lastLift[r.final.Carries[0].To] == 0
}

// goesRound reports whether a piece comes back to where it was, with victims that it has
// gone round.
func goesRound(h rules.Hands) bool {
	return h.Carries[0].From == h.Carries[0].To && h.Target == board.None && !h.Takes.IsEmpty()
}

// scan is how long touches of one scan may take to come in.
const scan = 2 * time.Millisecond

// wait is how long the hands must have been still before best is taken: not at
// all but for the touches of the same scan, if nothing extends it and it changes
// nothing that is taken (rule 2).
func (r *Reader) wait(best *node, rivals []*node) time.Duration {
	switch {
	case r.decided(best):
		return scan
	case len(rivals) > 1 || r.extendable(best):
		return r.quiet
	case best.slid > 0 && len(r.nodes) > 1:
		return 2 * r.quiet // the piece may as well be in the hand
	case r.holds(best):
		return scan
	case r.held():
		return r.quiet
	}
	return slide // what is taken cannot stand; but a piece may just be slid
}

// sameRide reports whether n differs from what is taken by the victims of the last
// step alone, or by who went round to take them.
func (r *Reader) sameRide(n *node) bool {
	last := len(r.taken) - 1
	if last < 0 || len(n.steps) != len(r.taken) || !slices.Equal(n.steps[:last], r.taken[:last]) {
		return false
	}
	return r.final.Cost == 0 && (r.final.Carries == n.last.Carries || len(n.rings) > 0 && r.final.Takes == n.last.Takes)
}

// held reports whether what is taken may still stand: some sequence that fits has
// it, though its piece may be in the air.
func (r *Reader) held() bool {
	return slices.ContainsFunc(r.nodes, func(n node) bool { return r.holds(&n) })
}

// heldAsWell reports whether what is taken may stand by hands no less likely than those
// of n.
func (r *Reader) heldAsWell(n *node) bool {
	return slices.ContainsFunc(r.nodes, func(m node) bool { return r.holds(&m) && !m.stranger(n) })
}

// withdraw takes back what the wood no longer shows, while the steps that it
// does show are not yet quiet.
func (r *Reader) withdraw(steps []rules.Step) {
	same := 0
	for same < min(len(steps), len(r.taken)) && steps[same] == r.taken[same] {
		same++
	}
	for i := range r.nodes {
		same = max(same, r.stands(&r.nodes[i]))
	}
	if same == len(r.taken) || same < r.pinned {
		return
	}
	n := node{state: r.base}
	for _, step := range r.taken[:same] {
		n.state, _, _ = n.state.Apply(step, nil)
	}
	if c := n.state.Hands(r.taken[same]).Carries[0]; !r.wood.Has(c.To) || r.wood.Has(c.From) {
		r.take(r.taken[:same])
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

// litStill returns the sequences in which everything taken stands, and lies as the wood does, if a square that is not to be
// trusted has kept silent: best, which gives it up, does not replace it without a question (rule 14).
func (r *Reader) litStill(best *node) (found []*node) {
	if r.faulty.IsEmpty() || len(r.taken) == 0 || best != nil && (r.holds(best) || r.answered(best)) {
		return nil
	}
	for i := range r.nodes {
		if n := &r.nodes[i]; !n.guess.IsEmpty() && r.holds(n) && r.complete(n) && r.accounts(n) && r.keeps(n) {
			found = append(found, n)
		}
	}
	return found
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

func earliest(a, b time.Duration) time.Duration {
	if a == 0 || b < a {
		return b
	}
	return a
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
	return slices.ContainsFunc(r.book.moves(n.state), func(m move) bool {
		return m.step.By == by && physical(m.hands.Manner)
	})
}

// take makes steps the ones taken.
func (r *Reader) take(steps []rules.Step) {
	same := 0
	for same < min(len(steps), len(r.taken)) && steps[same] == r.taken[same] {
		same++
	}
	if same < len(r.taken) {
		r.gaveUp = r.last()
	}
	if r.gaveUp > 0 && r.gaveUp == r.last() && len(steps) > same && same < turnOf(steps, len(steps)-1) {
		r.rewrote = r.last()
	}
	if same < len(r.taken) {
		if s, others := r.stoodBefore(same); !others.IsEmpty() {
			r.gave, r.capturing = slices.Clone(r.taken[:same+1]), r.takesOf(s, others)
		}
	}
	r.since = append(r.since[:same:same], make([]board.Set, len(steps)-same)...)
	r.when = r.when[:same]
	for len(r.when) < len(steps) {
		r.when = append(r.when, r.last())
	}
	if r.fixed > 0 && (same < r.fixed || len(steps) <= r.fixed) {
		k := r.fixed
		for k > 0 && r.implied[k-1] {
			k--
		}
		r.reopened = slices.Clone(r.taken[:k])
	}
	r.taken = append(r.taken[:0:0], steps...)
	if same < r.fixed || len(r.taken) <= r.fixed {
		r.fixed = 0 // the later step is withdrawn: the earlier one is open again (rule 4)
	}
	r.search()
	r.top = r.top[:0]
}

// stoodBefore returns the position after the step taken as number i, and the other pieces that were in the air already when its
// piece was lifted again, if that had stood for a quiet time.
func (r *Reader) stoodBefore(i int) (s rules.State, others board.Set) {
	s = r.base
	for _, step := range r.taken[:i] {
		s, _, _ = s.Apply(step, nil)
	}
	to := s.Hands(r.taken[i]).Carries[0].To
	s, _, _ = s.Apply(r.taken[i], nil)
	lift := r.seen.lastLift[to]
	if to == board.None || lift == 0 || r.touches[lift-1].At < r.when[i]+r.quiet {
		return s, others
	}
	others = s.Occupied(rules.Full).Minus(r.lays[lift-1]).Minus(r.faulty)
	others.Remove(to)
	return s, others
}

// takesOf reports whether one of the pieces in the air may take another at s: a capture was on its way.
func (r *Reader) takesOf(s rules.State, air board.Set) bool {
	return slices.ContainsFunc(r.book.moves(s), func(m move) bool {
		h := m.hands
		return h.Manner == rules.Carried && air.Has(h.Carries[0].From) && !h.Takes.IsEmpty() && h.Takes.Within(air)
	})
}

func (r *Reader) node(steps []rules.Step) *node {
	for i := range r.nodes {
		if slices.Equal(r.nodes[i].steps, steps) {
			return &r.nodes[i]
		}
	}
	return nil
}

// atFault returns the squares that hold wood no reading explains.
func (r *Reader) atFault() board.Set {
	want, _ := r.After()
	return r.wood.Minus(want.Occupied(rules.Full)).Minus(r.spare).Union(r.mistaken())
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
