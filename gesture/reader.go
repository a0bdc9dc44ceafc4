package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/legal"
)

// Reader keeps the touches since the last step that can no longer change, and reads them. It is a value owned by one goroutine. It is made of
// layers, each of which has one idea and knows only those it embeds: the history of touches and the contacts that made them; the evidence they
// are; the wood that is felt; beside it the record of what is taken; the decoder, which finds the legal sequences that fit; their ranking and
// their rivals; what hands may do next; who is who; what gave way; questions; what may be sealed; attacks.
type Reader struct{ attacks }

// Reading is what the touches say at one instant.
type Reading struct {
	Steps  []rules.Step   // all steps taken since the base, in order
	Sealed int            // how many of them, from the front, are sealed
	Final  int            // how many steps before Steps became final since the last reading: the base has moved past them
	Thrown bool           // throw now: after the last step, an attack knocked for or the step before a turn that a throw opens
	Ask    [][]rules.Step // sequences since the base that the hands cannot tell apart, if it has come to that
	Faults []board.Square // of the first of Ask the squares that would be at fault, one of each
	Mixed  *Mixed         // two like pieces that may have changed places, if it has come to asking
	Wrong  board.Set      // squares at fault, when nothing fits
	Wake   time.Duration  // the instant at which to read again without a touch, 0 for never
}

// until reports whether due is yet to come, and has it read again then.
func (o *Reading) until(due, now time.Duration) bool {
	if now < due && (o.Wake == 0 || due < o.Wake) {
		o.Wake = due
	}
	return now < due
}

// answer takes a tap as the answer to what was asked when the piece was lifted: on a square that one of the choices alone has touched (rule 13).
// What was in the hand when it was asked is only put back.
func (r *Reader) answer(sq board.Square, lift uint16) bool {
	telling := r.telling(r.open)
	if int(lift) != len(r.touches)-1 || !telling.Has(sq) {
		return false
	}
	for _, steps := range r.open {
		if r.squares(steps).Has(sq) {
			r.Choose(steps, len(steps))
			r.besides = telling.Minus(r.squares(steps))
		}
	}
	return true
}

// Choose answers what is asked about with one of the sequences, of which the question named the first few steps from Unnamed on: what follows is read on, and if it was not lit seals nothing.
// What has left a square that is not to be trusted stands until it is undone: no touch would show that it was put back.
func (r *Reader) Choose(next []rules.Step, few int) {
	next, attack := r.withoutKnock(next)
	steps := next[:min(few, len(next))]
	n, whole := r.likeliest(steps), len(steps) == len(next)
	if whole && attack == nil && slices.ContainsFunc(r.asked, func(more []rules.Step) bool { return len(more) > few && begins(more, steps) }) {
		r.denied = len(r.touches) // that it went on from there was not meant
	}
	from, kept := r.Unnamed(), common(steps, r.reopened)
	if from <= kept && (kept < len(steps) || whole) {
		r.reopened = nil // that it was given up was meant
	}
	r.answers.add(steps, from, whole)
	r.besides, r.spoken, r.memory = board.Set{}, r.last(), memory{}
	r.unsettled = r.unanswered()
	if n != nil && !n.left.IsEmpty() && !n.guess.IsEmpty() {
		r.pinned = len(steps)
	}
	unlit := slices.ContainsFunc(next[len(steps):], func(step rules.Step) bool { return !slices.Contains(r.taken, step) })
	r.take(next)
	r.cold = max(r.cold, count(unlit)*len(next)) // nobody has seen all that follows
	r.untold()
	switch {
	case attack != nil:
		r.strikeAs(steps, *attack)
	case r.knock.on && !begins(r.knock.steps, steps):
		r.undeclare()
	case r.knock.struck:
		r.throw()
	}
}

// Forget drops all doubts about pieces, and about contacts that are not at fault now: another game is on the table.
func (r *Reader) Forget() {
	r.doubts, r.toSwap, r.hand, r.refusal = nil, Mixed{}, hand{at: board.None}, refusal{}
	r.known, r.latest, r.bad = board.Set{}, board.Touch{}, r.faulty
}

// handOver returns the marks of the pieces that are the same in s, where the reading goes on.
func (r *Reader) handOver(s rules.State, taken []rules.Step) (own marks) {
	if !r.onward || r.base == nil || r.strict || len(taken) > 0 {
		return own
	}
	n := r.likeliest(r.taken[:len(r.taken)-count(r.thrown)]) // a throw has moved nothing
	if n == nil {
		return own
	}
	own = r.marked(n, &r.put)
	for sq := range n.want.All() {
		was, _ := n.state.At(sq)
		if is, stands := s.At(sq); !stands || is.Owner != was.Owner || is.Kind != was.Kind {
			own[sq] = 0
		}
	}
	return own
}

// NewReader returns a reader with the given quiet time. Resume gives it a position.
func NewReader(quiet time.Duration) *Reader {
	r := &Reader{}
	r.quiet, r.legal = quiet, legal.NewTable(maxMoves, maxRuns)
	return r
}

// Resume starts reading at s with the wood as it lies. Steps stand taken since, of which the first fixed are sealed for as long as the later
// ones stand: after a restart or an undo. Loose means that pieces missing from the wood are known to be in somebody's hand (after a throw);
// otherwise nothing is read until the wood agrees with the position.
func (r *Reader) Resume(s rules.State, taken []rules.Step, fixed int, wood board.Set, loose bool) {
	woke, missed := r.woke && r.base == s && slices.Equal(taken, r.taken), r.missed
	if r.woke, r.missed = false, false; woke && r.wakes(wood) {
		return
	}
	doubts, unsettled := r.doubtsNow(), r.unsettle(s, taken)
	r.own, r.onward = r.handOver(s, taken), false
	if !r.begins {
		r.put, r.wrong, r.meant = marks{}, marks{}, board.Set{}
	}
	r.moved, r.cold = max(r.moved, r.last()), len(taken)*count(r.base == nil || r.base == s && len(taken) < len(r.taken))
	if r.base == nil || r.base.Topology() != s.Topology() {
		r.known = board.Set{}
	}
	if r.base != s || !slices.Equal(taken, r.taken) { // no outage
		r.wood, r.armed = wood, nil
	}
	back := wood.Minus(r.wood)
	r.base, r.wood, r.unsettled = s, wood, unsettled
	r.answers, r.pinned, r.denied, r.reopened = answers{}, 0, 0, nil
	r.asked, r.open, r.suspicion = nil, nil, suspicion{} // they were said from another base
	r.reached, r.deeds, r.fixed = s, nil, fixed
	r.write(taken, 0, r.from)
	r.thrown, r.knock, r.dice = false, declaration{}, dice{on: r.dice.on}
	want := r.retake(0)
	r.hand = hand{at: board.None, n: r.air.Minus(r.faulty).Len()}
	r.strict, r.arrived, r.shifted = !loose && (!r.same(wood, want) || !r.foreign().IsEmpty()), back.Intersect(want), board.Set{}
	r.outage, r.dark = missed, 0
	r.search()
	for i, d := range r.deeds { // no touch would show that it was put back
		if r.faulty.Has(d.Carries[0].From) {
			r.pinned = i + 1
		}
	}
	r.remember(doubts)
}

// wakes takes the wood as it is felt after an outage: what changed meanwhile came in one scan. False if hands were not at work, or that is more than they play.
func (r *Reader) wakes(wood board.Set) bool {
	was, touched := r.wood, max(r.last(), r.moved)
	if r.dice.rests {
		was.Add(r.dice.on)
	}
	gone, come := was.Minus(wood), wood.Minus(was)
	if gone.Len()+come.Len() > mostUnfelt || touched == 0 || r.from > touched+atWork {
		return false
	}
	for _, changed := range [...]board.Set{gone, come} {
		for sq := range changed.All() {
			if t := (board.Touch{Square: sq, Placed: come.Has(sq), At: r.from}); !r.onDie(t) {
				r.note(t)
			}
		}
	}
	r.own, r.put = marks{}, marks{} // hands may have been there
	r.recount()
	r.search()
	r.keepDeclared(board.Touch{Square: board.None, At: r.from})
	return true
}

// Distrust names the squares whose sensor is not to be believed. A step that needs one is asked about (rule 14).
func (r *Reader) Distrust(squares board.Set) {
	if r.faulty == squares {
		return
	}
	mended := r.faulty.Minus(squares)
	r.faulty, r.bad = squares, r.bad.Union(squares)
	if s := r.base; s != nil {
		r.settle()
		r.recount()
		if r.search(); !mended.IsEmpty() { // it had not felt what was taken
			r.untold()
		}
	}
}

// Touch takes one touch and reads anew. One that says what is felt already is dropped; right after Set or Resume it tells the mark of what stands there.
func (r *Reader) Touch(t board.Touch) {
	if t.Square != board.None && r.onDie(t) {
		return
	}
	if t.Square == board.None || r.wood.Has(t.Square) == t.Placed {
		r.told(t)
		return
	}
	r.insists(t)
	r.put[t.Square] = t.Piece
	if !t.Placed && r.base != nil {
		r.goesOn(r.base, t.Square)
	}
	tap := r.taps(t)
	if !tap {
		r.open = r.open[:0]
		if t.At >= r.litFrom+r.quiet {
			r.open = append(r.open, r.byHand()...)
		}
	}
	r.note(t)
	if !t.Placed && t.Square == r.dice.on { // who attacked lay there, and none of the dead
		r.spare.Remove(t.Square)
		r.dice.on = board.None
	}
	if r.search(); !r.knock.on {
		r.recall()
	}
	if tap && !slices.ContainsFunc(r.nodes, func(n node) bool { return int(n.placed) == len(r.touches) }) {
		r.latest.Square = r.prior // who was lifted before may be held still
	}
	if t.Placed && !r.strict {
		if len(r.taken) < len(r.chosen) && !slices.ContainsFunc(r.nodes, func(n node) bool { return r.answered(&n) && r.complete(&n) }) {
			r.answers = answers{} // hands have put back what was answered
		}
		r.tapped(t)
	}
	r.keepDeclared(t)
}

// seal seals the steps before the last seat's turn, once its step is quiet and every piece is accounted for (rule 4); but no step of a record that is not
// believed, or of what came with an answer, seals another, and what nobody felt waits until it was long lit, with all after it. It seals all where the game is over, or left to a seat without hands, and nothing was touched for long.
func (r *Reader) seal(now time.Duration, out *Reading) {
	n, before := r.likeliest(r.taken), r.before()
	for n != nil && before > r.fixed && (!r.unusual(n) && r.unlit(n, before) || !r.bad.IsEmpty() && out.until(r.deeds[before].when+2*longQuiets*r.quiet, now)) { // people see what is lit, and say so
		before = turnOf(r.taken, before-1)
	}
	if r.left(now, out) {
		before = len(r.taken)
	}
	if before <= r.fixed || n == nil || !r.missing(n).IsEmpty() || !r.wood.Minus(n.want).Within(r.faulty) {
		return
	}
	due := max(r.last()+r.quiet, r.moved+r.quiet, r.sealableAt(n, before))
	if late := r.deeds[len(r.deeds)-1].when + longQuiets*r.quiet; now >= due && now < late && r.otherIfHeld(n, before) {
		due = late
	}
	if now < due && out.until(r.attention.before(due, now), now) {
		rushed := n.turns >= mostOpen && !out.until(r.last()+r.quiet, now) // hands that never pause so long would come to where nothing more is read
		for before > r.fixed && (!rushed || now < r.deeds[before-1].when+longQuiets*r.quiet) {
			before = turnOf(r.taken, before-1)
		}
	}
	if before <= r.fixed || r.doubt(n, before) || before < r.cold {
		return
	}
	if out.Final = r.fixed; r.fixed > 0 {
		r.drop(r.fixed)
	}
	r.fixed, r.memory = before-out.Final, memory{}
}

// drop moves the base past the first k steps taken, which can no longer change, and forgets the touches that made them.
func (r *Reader) drop(k int) {
	doubts := r.doubtsNow()
	n := beginning(r.base)
	did, at := doings(r.base, r.taken[:k], 0)
	for i, d := range did {
		n = r.after(n, d.Hands, r.cameBy(&n, d.Hands, r.deeds[at[i]].when), r.taken[at[i]:at[i+1]]...)
	}
	lay := r.lays[n.placed]
	if n.placed > 0 {
		r.moved = max(r.moved, r.touches[n.placed-1].At)
	}
	var put marks
	for _, t := range r.touches[:n.placed] {
		put[t.Square] = t.Piece
	}
	r.own = r.marked(&n, &put)
	r.base = n.state
	r.unsettled, r.open, r.suspicion = nil, nil, suspicion{} // that was said from the base before
	if d := &r.knock; d.on && len(d.steps) >= k && slices.Equal(d.steps[:k], r.taken[:k]) {
		d.steps, d.first = slices.Clone(d.steps[k:]), d.first-min(d.first, n.placed)
	} else {
		*d = declaration{}
	}
	r.taken, r.deeds = slices.Clone(r.taken[k:]), slices.Clone(r.deeds[k:])
	r.dark, r.felt, r.cold, r.shifted = max(r.dark-k, 0), max(r.felt-k, 0), max(r.cold-k, 0), board.Set{}
	r.chosen, r.named = r.chosen[min(k, len(r.chosen)):], r.named[min(k, len(r.named)):]
	r.fixed, r.pinned, r.denied, r.armed, r.reopened = 0, max(r.pinned-k, 0), 0, nil, nil
	r.reread(slices.Clone(r.touches[n.placed:]), n.want.Minus(lay), lay.Minus(n.want))
	if r.likeliest(r.taken) != nil || len(r.walked(false)) == 0 { // else what is forgotten now made more of it than there was
		r.untold()
	}
	r.remember(doubts)
	r.hand.pieces = r.expectedWood().Minus(r.wood)
}

// Read says what the touches mean at now (rules 2, 3 and 4). It changes what is taken; the caller records the difference.
func (r *Reader) Read(now time.Duration) Reading {
	if r.base == nil {
		return Reading{}
	}
	if wake := r.playedUnfelt(now); r.strict {
		return Reading{Steps: r.taken, Sealed: r.fixed, Wake: wake}
	}
	heard := r.attention.looks(now)
	if due := r.rollsAt(now); heard && due != 0 && now >= due { // nothing more has come for long
		r.dice.spent = true
		r.throw()
	}
	if r.thrown {
		return Reading{Steps: r.taken, Sealed: len(r.taken), Thrown: true}
	}
	var out Reading
	asking := len(r.asked) > 0
	r.asked, r.accused, r.doubted = r.asked[:0], nil, maxTouches
	r.consider(now, &out)
	r.lying(now, &out)
	for i := range r.deeds {
		r.deeds[i].lit = min(r.deeds[i].lit, now)
	}
	if len(r.asked) == 0 && r.likeliest(r.taken) == nil && !out.until(r.last()+longQuiets*r.quiet, now) && r.stuck(now) {
		out.Wrong = r.atFault()
	}
	if heard {
		r.seal(now, &out)
	} else {
		out.until(r.attention.heard, now)
	}
	if out.Final > 0 && len(r.asked) > 0 { // they were said from the base before
		r.asked = nil
		out.until(now+scan, now)
	}
	if r.knock.on {
		out.until(r.knock.litFrom+r.quiet, now)
	}
	out.until(r.stillUntil(now), now)
	if r.knock.struck {
		r.hesitate(&out)
	}
	r.accused = r.accused[:min(len(r.asked), len(r.accused))]
	out.Steps, out.Sealed, out.Ask, out.Faults = r.taken, r.fixed, r.asked, r.accused
	if len(r.asked) > 0 && !asking {
		r.litFrom = now
	}
	return out
}

// consider takes what explains the wood best, or withdraws what does not, waits or asks.
func (r *Reader) consider(now time.Duration, out *Reading) {
	best, rivals := r.best()
	lit := r.litStill(best)
	switch {
	case len(lit) > 0 && best != nil:
		r.askUnfelt(append(lit, best), now, out)
	case len(lit) > 0:
		r.askUnfelt(lit, now, out)
	case best != nil && r.answered(best) && len(r.touches) <= r.denied: // that it went on was not meant
	case len(r.nodes) == 0:
		out.Wrong = r.atFault()
		if len(r.armed) == 0 || !r.instead(now, out) {
			if r.same(r.wood, r.expectedWood()) && !out.until(r.last()+2*r.quiet, now) { // all lies as it should: hands begin anew
				r.Resume(r.base, r.taken, r.fixed, r.wood, false)
			}
			r.accuse(now, out)
		}
	case best == nil && len(rivals) == 0:
		if last := len(r.taken) - 1; last >= r.fixed {
			r.withdraw(r.taken[:last])
			if len(r.taken) <= last { // without it something may explain the wood
				out.Wake = now + scan
			}
		}
	case best == nil && !rivals[0].guess.IsEmpty() && !r.expectedWood().Minus(r.wood).Within(r.faulty):
		r.askUnfelt(rivals, now, out)
	case best == nil:
		quiets, k := time.Duration(1), len(r.taken)
		if len(r.armed) == 0 && k > 0 && r.litFrom <= r.deeds[k-1].when && slices.ContainsFunc(rivals, func(m *node) bool { return slices.Equal(m.steps, r.taken) }) {
			quiets = longQuiets // who plays on may tell
		}
		r.ask(rivals, quiets, now, out)
	case !r.holds(best) && !r.decided(best) && (best.acts > r.done() || r.lain()) && out.until(r.pushedUntil(now), now): // what is taken may stand
	case best.guess.IsEmpty() && !r.holds(best) && !r.sameRide(best) && !r.decided(best) && (best.air > 0 || r.mayHold(best)):
		if best.air == 0 && !out.until(r.last()+longQuiets*r.quiet, now) { // what is in the air may tell otherwise
			r.take(best.steps)
		}
	case slices.Equal(best.steps, r.taken):
		if silent := r.relying(func(n *node) bool { return n.air < best.air || begins(best.steps, n.steps) && !r.stopsShort(n) }); len(silent) > 0 {
			r.askUnfelt(append(silent, best), now, out)
		}
	case !best.guess.IsEmpty():
		r.askUnfelt(r.relying(func(n *node) bool { return n.guess.Len() <= best.guess.Len() && !n.lessLikely(best) }), now, out)
	case begins(r.taken, best.steps):
		r.take(best.steps)
	default:
		if r.overturns(best) {
			r.reopened = slices.Clone(r.taken) // people have seen that
		}
		if out.until(r.last()+r.wait(best), now) {
			r.withdraw(best.steps)
		} else {
			r.take(best.steps)
		}
	}
}

// askUnfelt asks about steps that need a square which is not to be trusted (rule 14), once hands were still for long, or a declared attack's die lit in vain.
func (r *Reader) askUnfelt(found []*node, now time.Duration, out *Reading) {
	if r.knock.on && out.until(max(r.knock.litFrom, r.dice.since)+dieAgain, now) {
		return
	}
	if r.wood == r.refusal.wood && !slices.ContainsFunc(r.nodes, func(n node) bool { return n.guess.IsEmpty() }) { // it may be another square
		r.accuse(now, out)
	}
	r.ask(found, longQuiets, now, out)
}

// tapped looks at the tap that ends with t: it answers, declares an attack, adds a partner, or throws. What is shorter than hands tap says nothing.
func (r *Reader) tapped(t board.Touch) {
	lift := r.seen.lastLift[t.Square]
	if lift == 0 || r.faulty.Has(t.Square) || !r.closedWith(len(r.touches), t).IsEmpty() || r.toSwap != (Mixed{}) {
		return
	}
	switch short := t.At-r.at(lift) < Fleeting; {
	case short && !r.wobbles(t.Square):
	case !short && r.answer(t.Square, lift):
	case !short && r.besides.Has(t.Square): // one of the two taps was no answer
		r.answers = answers{}
	default:
		r.knocked(t, lift)
	}
}

// lying takes what the wood says, or asks which of few ways to it was meant: after two quiet times what touches tell, after longQuiets the wood alone.
func (r *Reader) lying(now time.Duration, out *Reading) {
	if r.knock.on || len(r.armed) > 0 || r.toSwap != (Mixed{}) || len(r.asked) > 0 || len(r.touches) <= r.denied || len(r.relying(r.holds)) > 0 {
		return
	}
	if r.liesAs(r.reached) || out.until(r.last()+2*r.quiet, now) || out.until(r.pushedUntil(now), now) {
		return
	}
	still := r.faulty.IsEmpty() && !out.until(r.last()+longQuiets*r.quiet, now)
	ways := slices.DeleteFunc(r.walked(still), func(n *node) bool { return !n.guess.IsEmpty() })
	many := len(ways) > mostLying // then of those that are likely
	found := stepsOf(slices.DeleteFunc(slices.Clone(ways), func(n *node) bool { return many && slices.ContainsFunc(ways, n.lessLikely) }))
	told, one := len(found) > 0, true
	if !told && still {
		found = r.leading(true, false)
		if one = len(found) > 0; !one {
			found = r.leading(true, true)
		}
		if len(found) == 0 {
			found = r.goneSince()
		}
	}
	switch {
	case len(found) == 1 && told && !many:
		r.believeWood(found[0], told, now)
	case len(found) == 1 && !told && one:
		felt := memory{touches: r.touches, air: r.air, spare: r.spare, taken: r.taken, unsettled: r.unsettled}
		r.unsettleBefore(found[0])
		r.believeWood(found[0], told, now)
		felt.since = len(r.touches)
		r.memory = felt
	case len(found) > 0 && len(found) <= mostLying:
		r.asked = append(r.asked, found...)
	}
}
