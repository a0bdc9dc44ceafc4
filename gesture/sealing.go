package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// attention is whether the board is heard in time: where everything stood still hands may have gone on, and nothing becomes final before that is heard.
type attention struct {
	due   time.Duration // when hands are looked at next, for something is to become final; 0 for no such thing
	heard time.Duration // not before that is everything heard that was touched meanwhile
	late  int           // how often that has come lately
}

// looks notes a look at now; it reports whether what was touched before is heard. On a machine that is often late twice as much is late each time.
func (a *attention) looks(now time.Duration) bool {
	switch late := stalled << a.late; {
	case a.due == 0:
	case now > a.due+late:
		a.heard = now + rest
		a.late = min(a.late+1, 9)
	case a.late > 0 && now <= a.due+late/2:
		a.late--
	}
	if a.due = 0; now < a.heard {
		a.due = a.heard
	}
	return a.due == 0
}

// before is when to look at hands next, if something becomes final then.
func (a *attention) before(final, now time.Duration) time.Duration {
	due := max(final, a.heard)
	if early := due - look; now < early {
		due = early
	}
	if a.due == 0 || due < a.due {
		a.due = due
	}
	return due
}

// sealing says whether a step may become final, and what speaks against it (rule 4).
type sealing struct {
	questions
	attention attention
	handless  rules.Seats // who plays without hands
}

// opens reports whether a tap throws for the turn it opens (rule 9): of an own piece of the seat that throws, which the taken steps have not
// just put there, with the wood still before and everything accounted for; on a board with a fault once people have seen what is lit (rule 14).
func (r *sealing) opens(sq board.Square, lift uint16) bool {
	n := r.likeliest(r.taken)
	if n == nil || len(r.taken) == 0 || int(lift) != len(r.touches)-1 || !r.opening(n).Has(sq) {
		return false
	}
	before, seen := max(r.from, r.moved, r.at(lift-1)), r.deeds[len(r.deeds)-1].when+2*longQuiets*r.quiet
	return (before == 0 || r.at(lift) >= before+still) && (r.bad.IsEmpty() || r.at(lift) >= seen)
}

// opening returns the squares of which a tap throws for the turn after n, once nothing else may have been done.
func (r *sealing) opening(n *node) board.Set {
	ask := n.state.Ask()
	if !n.state.ToAct().Has(rules.Chance) || ask.Secret || !r.accounts(n) || r.unlit(n, len(n.steps)) || len(r.rivals(n, len(r.taken))) > 0 || r.unfelt(n) {
		return board.Set{}
	}
	return owned(n.state, n.want.Minus(n.filled), ask.For).Minus(r.elsewhere(n))
}

// Handless names the seats that play without hands: what is taken before their turn is sealed without a step of theirs (rule 4).
func (r *sealing) Handless(seats rules.Seats) { r.handless = seats }

// left reports whether nothing was touched for a while and nobody's hands have a next step, which would seal: the game is over, or left to other seats.
func (r *sealing) left(now time.Duration, out *Reading) bool {
	long := Ending
	switch _, over := r.reached.Result(); {
	case len(r.taken) <= r.fixed || !over && !Waits(r.reached, r.handless):
		return false
	case !over:
		long = longQuiets * r.quiet
	}
	due := max(r.last(), r.deeds[len(r.deeds)-1].when, r.from) + long
	return now >= due || !out.until(r.attention.before(due, now), now)
}

// doubt reports whether n, of which the first k steps are to become final, may not have been meant, and asks.
func (r *sealing) doubt(n *node, k int) bool {
	others := r.rivals(n, k)
	doubtful := len(others) > 0 || r.uncertain(n, k)
	if doubtful {
		r.askBetween(n, k, others)
	}
	return doubtful
}

// uncertain reports whether n is unusual, or the turn that would seal what is before it was not felt; unless an answer spoke for its first k steps.
func (r *sealing) uncertain(n *node, k int) bool {
	return (r.unusual(n) || r.unlit(n, k)) && !r.answeredFor(n, k)
}

// unlit reports whether the last turn was not felt, or of the first k steps one before it was done at least in part while nothing was felt, and had not been
// lit for long when the last piece was lifted.
func (r *sealing) unlit(n *node, k int) bool {
	for i := r.fixed; i < min(k, r.before()); i++ {
		partly := func(t board.Touch) bool { return r.cameUnfelt(t.At) && squaresOf(r.deeds[i].Hands).Has(t.Square) }
		if !r.longLit(i, r.at(n.begun)) && (i >= r.felt && i < r.dark || slices.ContainsFunc(r.touches, partly)) {
			return true
		}
	}
	return r.before() < r.dark || r.cameUnfelt(r.at(n.placed))
}

// Doubtful reports whether what is taken may not be what was meant, or a piece is missing.
func (r *sealing) Doubtful() bool {
	n := r.likeliest(r.taken)
	return n == nil || !r.missing(n).IsEmpty() || len(r.rivals(n, len(r.taken))) > 0 || r.uncertain(n, len(r.taken))
}

// rivals returns the sequences that explain all the touches as well as n, whose first k steps are to become final, but begin otherwise: as long as there
// are any, nothing is certain. Any step taken may depart here, and a square that is not to be trusted may have told the truth.
func (r *sealing) rivals(n *node, k int) (found []*node) {
	if r.settled(n, k) && !slices.Contains(r.named[r.fixed:min(k, len(n.steps))], false) {
		return nil
	}
	if u := r.unsettled; len(u) > 0 && begins(n.steps, u[0].steps) {
		return slices.DeleteFunc(slices.Clone(u), func(m *node) bool { return m != u[len(u)-1] && begins(m.steps, u[0].steps) })
	}
	return append(r.against(n, k, func(m *node) bool { // what was said by hand was meant
		lit := m.air <= n.air && r.longLit(common(n.steps, m.steps), r.at(m.begun))
		return !r.stopsShort(m) && r.explains(m, n) && (!lit || m.cost() <= n.cost()) && (!m.blind || m.cost() < n.cost()) && (m.said >= n.said || !begins(n.steps, m.steps) || n.lessLikely(m))
	}), r.insteadOfRecord(n)...)
}

// insteadOfRecord returns the sequences in which another thing was done last in a record that is not believed, and n's last carry led to the same wood.
func (r *sealing) insteadOfRecord(n *node) (found []*node) {
	if r.cold <= r.fixed {
		return nil
	}
	did, at := doings(r.base, r.taken[:r.cold], 0)
	last := len(did) - 1
	w := walk{guidance: &r.guidance, felt: true, more: true, moved: board.None, most: r.amiss(n.before)}
	w.on(did[last].state, r.taken[:at[last]:at[last]], false, board.Set{})
	for _, steps := range w.found {
		did, end := deedsOf(r.base, steps)
		if m := (node{steps: steps, state: end}); r.heeds(&m) && !begins(steps, r.taken[:r.cold]) && did[len(did)-1].Carries[0] == n.last.Carries[0] {
			found = append(found, &m)
		}
	}
	return found
}

// unsettle keeps what cannot be told apart of what stays taken, for the touches that were read are about to be forgotten.
func (r *sealing) unsettle(s rules.State, taken []rules.Step) (doubtful []*node) {
	led := slices.DeleteFunc(slices.Clone(r.led), func(n node) bool { return len(n.steps) > len(taken) })
	switch {
	case r.base != s || !begins(r.taken, taken):
		return nil
	case r.strict || len(led) == 0:
		return r.unsettled
	}
	n, others := r.likeliest(taken), []*node(nil)
	if n == nil { // the wood lies as others have it, or will be put right first
		n = &led[len(led)-1]
		others = slices.DeleteFunc(r.walked(false), func(m *node) bool { return !r.departs(m, n, len(n.steps)) })
	} else {
		others = r.rivals(n, len(taken))
	}
	if len(others) > 0 || r.uncertain(n, len(n.steps)) {
		others = slices.Concat([]*node{n}, slices.DeleteFunc(r.walked(false), func(m *node) bool { return r.liesAs(n.state) || !begins(m.steps, n.steps) }), others)
	}
	for _, m := range others {
		kept := *m
		kept.air = 0 // nobody will feel where it is put down
		doubtful = append(doubtful, &kept)
	}
	return doubtful
}

// unanswered returns these doubts, but for those that answers have denied; none if that leaves what was taken then, and it was meant.
func (r *sealing) unanswered() []*node {
	if len(r.unsettled) == 0 {
		return nil
	}
	was := r.unsettled[0]
	left := slices.DeleteFunc(slices.Clone(r.unsettled), func(m *node) bool { return m != was && r.stopsShort(m) })
	if r.answeredFor(was, len(was.steps)) && !slices.ContainsFunc(left, func(m *node) bool { return !begins(m.steps, was.steps) }) {
		return nil
	}
	return left
}

// unsettleBefore does the same for the touches up to where the wood last lay as what is taken of steps: those since do not tell them.
func (r *sealing) unsettleBefore(steps []rules.Step) {
	if k := common(steps, r.taken); k > r.fixed {
		r.take(steps[:k])
	}
	wood := r.wood
	for k := len(r.touches) - 1; k >= 0 && !r.liesAs(r.reached); k-- {
		r.wood.Set(r.touches[k].Square, !r.touches[k].Placed)
		r.touches = r.touches[:k]
	}
	r.recount()
	r.search()
	r.unsettled, r.wood = r.unsettle(r.base, r.taken), wood
}
