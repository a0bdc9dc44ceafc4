package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// changes takes steps and withdraws them, and keeps what gave way.
type changes struct {
	identity
	gaveUp    time.Duration // the last touch when a step was withdrawn or gave way
	rewrote   time.Duration // the last touch when a step gave way to another, and to one of the next turn
	reopened  []rules.Step  // what was sealed, before the later ones were withdrawn, what an attack was declared after, or what was long lit and overturned
	unsettled []*node       // what could not be told apart when touches were forgotten: what was taken, how that went on, and the others
	outage    bool          // what the wood is to be put right from may have been played while nothing was felt
	cold      int           // how many of taken seal none of one another: a record after a power cut, an undo or a contradicted outage, or what an answer brought unnamed
	dark      int           // how many of taken, from the front, there were when the last of them was that nobody has felt
	felt      int           // and how many before the first of those
}

// unusual reports whether n is asked about though nothing else explains the touches: wood lay astray on a board with a fault, or since before an outage; it
// gives up what was sealed, long lit or lit with an attack; or the player may have brushed a piece without moving, and the other touches were lost.
func (r *changes) unusual(n *node) bool {
	return n.odd > 0 && slices.ContainsFunc(r.touches, func(t board.Touch) bool { return t.Placed && t.At < r.from }) || !r.bad.IsEmpty() && (n.odd > 0 || r.extraWood(n)) || !begins(n.steps, r.reopened) || n.vanished > 0 || n.idle > 0 && r.mayBeAnother(n)
}

// sealableAt is when the first k of the steps taken may be sealed at the earliest, as n explains them: what looks like something else soon shows, if it
// is. Each capture by displacement may be a tap on the way.
func (r *changes) sealableAt(n *node, k int) (at time.Duration) {
	came := r.cameLast(n)
	for _, may := range [...]struct {
		be    bool // something else than it looks
		since time.Duration
	}{
		{r.rewrote > 0, r.rewrote},                                              // what made a step another one goes on
		{n.unseen > 0 || r.mayBeAnother(n), came},                               // who went round was not touched, or what was in the way is put back
		{n.over > 0 || n.slidLast() || displaces(n.last) && r.slipped(n), came}, // it was the one in the hand, or one that nobody felt go; or a tap
	} {
		if may.be {
			at = max(at, may.since+longQuiets*r.quiet)
		}
	}
	for i, d := range r.deeds[:k] {
		if _, alive := d.state.At(d.Carries[0].To); i >= r.fixed && alive && displaces(d.Hands) {
			at = max(at, d.when+longQuiets*r.quiet)
			if c := n.last.Carries[0]; n.begun > 0 && r.occupancy.on.Beside(c.From).Has(c.To) && r.atWork(d.state, board.SetOf(d.Carries[0].From, c.From)) {
				at = max(at, came+3*longQuiets*r.quiet) // that may be the capturer, dropped a square short of another
			}
		}
		next := r.deeds[min(i+1, len(r.deeds)-1)].Hands
		c := next.Carries[0]
		attacked := displaces(next) && r.atWork(d.state, board.SetOf(c.From, c.To)) // who takes there may have been attacked by whom it took
		if d.Manner == rules.Implied && (attacked || n.idle > 0 && r.mayGo(d.state, c.To)) {
			at = max(at, came+longQuiets*r.quiet)
		}
	}
	return at
}

// withdraw takes back what the wood no longer shows, while the steps that it does show are not yet quiet.
func (r *changes) withdraw(steps []rules.Step) {
	same := common(steps, r.taken)
	for i := range r.nodes {
		same = max(same, r.stands(&r.nodes[i]))
	}
	if same == len(r.taken) || same < r.pinned {
		return
	}
	if c := r.deeds[same].Carries[0]; !r.wood.Has(c.To) && !r.faulty.Has(c.To) || r.wood.Has(c.From) {
		r.take(r.taken[:same])
	}
}

// take makes steps the ones taken.
func (r *changes) take(steps []rules.Step) {
	same := common(steps, r.taken)
	if len(steps) > 0 && !slices.Contains(r.armed, steps[0]) {
		r.armed = nil // that was meant instead
	}
	if same < r.dark {
		r.dark = same * count(same > r.felt)
	}
	r.cold = min(r.cold, same)
	if same < len(r.taken) {
		r.cold, r.gaveUp = max(r.cold, same*count(r.cameUnfelt(r.deeds[same].when))), r.last()
	}
	if r.gaveUp > 0 && r.last() < r.gaveUp+longQuiets*r.quiet && len(steps) > same && same < turnOf(steps, len(steps)-1) {
		r.rewrote = r.last()
	}
	if r.fixed > 0 && (same < r.fixed || len(steps) <= r.fixed) { // the later step is withdrawn: the earlier one is open again (rule 4)
		k := r.fixed
		for k > 0 && !physical(r.deeds[k-1].Manner) {
			k--
		}
		if r.fixed = 0; len(r.reopened) < k {
			r.reopened = slices.Clone(r.taken[:k])
		}
	}
	r.write(steps, same, r.last())
	r.search()
	r.top = r.top[:0]
}

// playedUnfelt takes what was played while nothing was felt, if the wood says it. It returns when to look again, 0 for never.
func (r *changes) playedUnfelt(now time.Duration) (wake time.Duration) {
	if !r.strict || !r.outage || !r.bad.IsEmpty() || !r.mistaken().IsEmpty() {
		return 0
	}
	r.spare = board.Set{} // wood that is too much is none of the dead: it counts
	if due := max(r.latest.At+2*r.quiet, r.from+2*r.quiet, r.pushedUntil(now)); now < due {
		return due
	}
	told := slices.DeleteFunc(slices.Clone(r.unsettled), func(n *node) bool { return !r.liesAs(n.state) })
	found := stepsOf(told) // by touches, before; or what is lit went on
	if len(found) == 0 || !begins(found[0], r.taken) {
		found = with(found, r.leading(true, false)...)
	}
	if len(found) == 0 && r.arrived.Len() == 1 && r.arrived.Minus(r.expectedWood()) == r.arrived { // the next piece was in the hand as the board woke
		found = slices.DeleteFunc(r.leading(true, true), func(steps []rules.Step) bool { return !begins(steps, r.taken) })
	}
	if len(found) == 1 || len(told) > 1 && begins(found[0], r.taken) { // what is lit stands
		r.strict, r.shifted, r.felt = false, r.wood.Minus(r.expectedWood()).Minus(r.arrived), common(found[0], r.taken)
		r.believeWood(found[0], false, now)
		r.dark = len(r.taken)
	}
	return 0
}

// believeWood takes steps, and reads on as if they had been done plainly where the touches do not tell them. They are lit for two quiet times before
// anything is sealed, for a piece may just be pushed; what gives up more than was done last and long lit, or what was lit before a power cut, is asked about.
func (r *changes) believeWood(steps []rules.Step, told bool, now time.Duration) {
	did, at := doings(r.base, r.taken, 0)
	if k := common(steps, r.taken); len(did) > 0 && k < max(at[len(did)-1], r.cold) && (r.cameUnfelt(r.deeds[k].when) || r.longLit(k, now)) {
		r.reopened = slices.Clone(r.taken) // people have seen that
	}
	if r.take(steps); !told || r.likeliest(steps) == nil {
		r.retake(now)
	}
	r.rewrote = max(r.last(), now-(longQuiets-2)*r.quiet)
}

// recall reads what was felt before the wood alone decided, with all since, if that explains the wood or how what was taken then goes on: what
// the wood alone placed is no evidence. Where it explains nothing any more the wood was right.
func (r *changes) recall() {
	m, now := r.memory, r.touches
	if m.since == 0 || m.plain && len(r.nodes) > 0 || len(r.armed) > 0 {
		return
	}
	past := memory{now[:m.since], r.air, r.spare, r.taken, r.unsettled, len(m.touches), !m.plain}
	r.reread(slices.Concat(m.touches, now[m.since:]), m.air, m.spare)
	if !slices.ContainsFunc(r.everything(anyCost), func(n node) bool {
		return r.fits(&n) && (slices.Equal(n.steps, m.taken) || n.odd == 0 && r.complete(&n) && r.accounts(&n))
	}) {
		r.reread(now, past.air, past.spare)
		return
	}
	r.memory, r.unsettled = past, m.unsettled
	r.take(m.taken)
}

// pushedUntil is until when a piece may be pushed while all that is taken stands: felt where it comes to, and not yet let go; 0 if none may
// be, or what is taken has only just come in the place of something else.
func (r *changes) pushedUntil(now time.Duration) (until time.Duration) {
	wood, k, more := r.wood, len(r.taken), r.wood.Minus(r.expectedWood()).Minus(r.unsure())
	for to := range more.All() {
		came := max(r.at(r.seen.lastPlace[to]), r.from)
		if now >= came+push || came < r.gaveUp+r.quiet || k > 0 && r.deeds[k-1].Takes.Has(to) {
			continue
		}
		for from := range r.occupancy.on.Beside(to).Intersect(wood).Minus(r.faulty).All() {
			r.wood = wood.Minus(board.SetOf(from))
			if slices.ContainsFunc(r.leading(true, more.Len() > 1), func(steps []rules.Step) bool {
				did, _ := doings(r.base, steps, 0)
				return begins(steps, r.taken) && slices.ContainsFunc(did, func(d deed) bool { return d.Carries[0] == rules.Carry{From: from, To: to} })
			}) {
				until = max(until, came+push)
			}
		}
		r.wood = wood
	}
	return until
}

// overturns reports whether n has another piece do something in the place of what was lit for long.
func (r *changes) overturns(n *node) bool {
	k := common(n.steps, r.taken)
	return k < len(r.taken) && r.longLit(k, r.last()) && r.deeds[k].state.Hands(n.steps[k]).Carries[0].From != r.deeds[k].Carries[0].From
}

// lain reports whether what is taken lay for a quiet time before the last touch, and lies: else a reading that does no more says where that went.
func (r *changes) lain() bool {
	when := r.deeds[len(r.deeds)-1].when
	return (r.cameUnfelt(when) || r.last() >= when+r.quiet) && r.expectedWood().Minus(r.wood).IsEmpty()
}

// longLit reports whether what is taken as number i had been lit for long at that instant: who begins to play then has seen it.
func (r *changes) longLit(i int, at time.Duration) bool {
	return at-longQuiets*r.quiet >= r.deeds[i].lit
}
