package gesture

import (
	"iter"
	"slices"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/legal"
)

// decoder finds the sequences of legal steps that fit what is felt (rule 1).
type decoder struct {
	agreement
	record
	answers
	legal  legal.Table
	armed  []rules.Step // chosen on the page: one of them comes first (rule 11)
	nodes  []node       // the sequences that fit the wood, as of the last touch
	root   node         // where they begin: after the sealed steps
	led    []node       // where what is taken has led from there, step by step
	tried  int          // how many there were, those included that do not fit
	queued bool         // they wait in line for their turn, those first that leave the fewest pieces in the air
	line   []*node
}

// Arm makes one of steps, legal in Base, the next: only their touches are read until it is done, Arm is called with none or the base moves (rule 11).
func (r *decoder) Arm(steps []rules.Step) {
	r.armed = append(r.armed[:0], steps...)
	r.occupancy.armed, r.cautious.armed = len(steps) > 0, len(steps) > 0
	r.search()
}

// Armed returns what is armed and not done by the first k steps taken.
func (r *decoder) Armed(k int) []rules.Step {
	if k > 0 && r.disarmed() {
		return nil
	}
	return r.armed
}

// disarmed reports whether what is taken first is what was armed: hands may still put that right.
func (r *decoder) disarmed() bool { return len(r.taken) > 0 && slices.Contains(r.armed, r.taken[0]) }

// arms reports whether the touches show an armed step, and it is the one to be read: once another of them was taken it is soon too late to show
// this, unless the pieces of that were touched again. Where everything is searched anew, whatever was carried may have been meant: it is no tap.
func (r *decoder) arms(n *node, step rules.Step, h rules.Hands) bool {
	stands := len(r.taken) > 0 && step == r.taken[0]
	switch {
	case len(n.steps) > 0 || !stands && !slices.Contains(r.armed, step) || !r.worked(n, &h):
		return false
	case stands || !r.disarmed() || r.most > 0 && h.Manner != rules.OnPage:
		return true
	}
	first := r.deeds[0]
	return r.touches[max(r.shown(n, h), 1)-1].At < first.when+still || !first.since.Intersect(squaresOf(first.Hands)).IsEmpty()
}

// unshown are the squares that show what is armed: once one of a pair was shown, those that go with it.
func (r *decoder) unshown(n *node) (all board.Set) {
	var with board.Set
	for _, step := range r.armed {
		h := r.base.Hands(step)
		if h.Manner != rules.OnPage {
			continue
		}
		for _, pair := range [...][2]board.Square{{h.Target, h.Partner}, {h.Partner, h.Target}} {
			if all.Add(pair[0]); r.pointedAt(n, pair[0]) != 0 {
				with.Add(pair[1])
			}
		}
	}
	if !with.IsEmpty() {
		return with
	}
	return all
}

// strikes are the attacks with a roll by what n has in the air.
func (r *decoder) strikes(n *node) iter.Seq[legal.Move] {
	return func(yield func(legal.Move) bool) {
		air := r.missing(n)
		for _, m := range r.legal.Moves(n.state) {
			if m.Hands.Manner == rules.Knocked && air.Has(m.Hands.Attacker) && !yield(m) {
				return
			}
		}
	}
}

// exploreAll explores what can come after n: everything, or what is likeliest if that is too much.
func (r *decoder) exploreAll(n node) {
	r.nodes, r.tried = r.nodes[:0], 0
	if r.explore(n); r.tried <= maxTried {
		return
	}
	r.nodes, r.tried, r.queued, r.line = r.nodes[:0], 0, true, nil
	for _, m := range r.led { // the least that has to be found is how what is taken goes on
		r.goOn(m)
	}
	r.exploreLikely(maxLikely / 2)
	r.line = append(r.line, &n)
	r.exploreLikely(maxLikely)
	r.queued = false
}

// exploreLikely explores what waits in line, until so many were tried in all.
func (r *decoder) exploreLikely(most int) {
	for r.tried < most && len(r.line) > 0 {
		slices.SortStableFunc(r.line, func(a, b *node) int { return a.air - b.air })
		n := r.line[0]
		r.line = r.line[1:]
		r.explore(*n)
	}
}

// goOn explores m, or lets it wait for its turn.
func (r *decoder) goOn(m node) {
	if !r.queued {
		r.explore(m)
		return
	}
	m.air = r.missing(&m).Len()
	r.line = append(r.line, &m)
}

// run explores where the piece on from can have gone by steps that it may follow by more: one displacement, however often it was put down (rule 5).
func (r *decoder) run(n node, from board.Square) {
	if !r.aloft(&n, from) && !r.faulty.Has(from) && r.seen.lastLift[from] <= n.on(from).touch {
		return // it was not lifted after it came there
	}
	for _, l := range r.legal.Runs(legal.Start{State: n.state, From: from}) {
		c := rules.Carry{From: from, To: l.At}
		if kept, ok := r.follow(&n, l.Steps...); ok && r.carried(&n, c) {
			h := rules.CarryHands(c.From, c.To)
			h.Cost = uint8(l.Cost)
			r.descend(n, h, kept, l.Steps...)
		}
	}
}

// search finds every sequence that fits the wood (rule 1).
func (r *decoder) search() {
	r.nodes = r.nodes[:0]
	if r.base == nil || r.strict {
		return
	}
	n := beginning(r.base)
	sealed, last := n, r.before()
	r.led = r.led[:0]
	did, at := doings(r.base, r.taken, r.pinned)
	for i, d := range did {
		to := at[i+1]
		n = r.after(n, d.Hands, r.cameBy(&n, d.Hands, r.deeds[at[i]].when), r.taken[at[i]:to]...)
		for k := range r.deeds[at[i]:to] {
			r.deeds[at[i]+k].came = n.placed
		}
		n.kept = min(to, last)
		if to <= max(r.fixed, r.pinned) && d.Manner != rules.Implied { // what is implied goes with what implied it
			sealed, r.led = n, r.led[:0]
		} else {
			r.led = append(r.led, n)
		}
	}
	for i := range r.led {
		r.led[i].turns -= sealed.turns
		r.led[i].odd -= sealed.odd
	}
	sealed.turns, sealed.odd, sealed.kept, sealed.ran = 0, 0, len(sealed.steps), board.None // who was answered for may go on
	r.root = sealed
	r.exploreAll(sealed)
}

// follow returns how many steps taken in earlier turns n has after steps; false if it departs from them: those stand, but for what is implied.
func (r *decoder) follow(n *node, steps ...rules.Step) (kept int, ok bool) {
	kept = n.kept
	if r.most > 0 {
		return kept, true
	}
	last := r.before()
	for _, step := range steps {
		for kept < last && !physical(r.deeds[kept].Manner) && step != r.taken[kept] {
			kept++
		}
		switch {
		case kept >= last:
		case step == r.taken[kept]:
			kept++
		case len(steps) > 1 || n.state.Hands(step).Manner != rules.Implied:
			return kept, false
		}
	}
	return kept, true
}

// explore adds n if it fits and tries every step whose squares were touched.
func (r *decoder) explore(n node) {
	if r.tried++; r.tried > maxTried || r.hopeless(&n) || n.guess.Len() > maxGuess {
		return
	}
	moves := r.legal.Moves(n.state)
	if k := len(n.steps); k < len(r.taken) && begins(r.taken, n.steps) && !slices.ContainsFunc(moves, func(m legal.Move) bool { return m.Step == r.taken[k] }) {
		moves = append(slices.Clip(moves), legal.Move{Step: r.taken[k], Hands: n.state.Hands(r.taken[k])}) // a record may go another way than hands show
	}
	n.stuck = !slices.ContainsFunc(moves, func(m legal.Move) bool { return physical(m.Hands.Manner) })
	if r.fits(&n) {
		n.air = r.missing(&n).Len()
		r.nodes = append(r.nodes, n)
	}
	if n.turns > maxTurns {
		return
	}
	var ran board.Set
	for i := range moves {
		switch m := &moves[i]; {
		case m.Hands.Cost > 0:
			if at := m.Hands.Carries[0].From; at != n.ran && !ran.Has(at) {
				ran.Add(at)
				r.run(n, at)
			}
		case r.touched(&n, m):
			if kept, ok := r.follow(&n, m.Step); ok {
				r.descend(n, m.Hands, kept, m.Step)
			}
		}
	}
}

// descend explores what can come after steps, once for every time that their piece came to where they put it.
func (r *decoder) descend(n node, h rules.Hands, kept int, steps ...rules.Step) {
	for _, at := range r.comings(&n, h) {
		m := r.after(n, h, at, steps...)
		if m.kept = kept; r.most == 0 || m.cost() <= r.most { // what follows costs no less
			r.goOn(m)
		}
	}
}

// after returns the node after steps, which the hands did as h says by touch number at: one step, or a run of one piece.
func (r *decoder) after(n node, h rules.Hands, at uint16, steps ...rules.Step) node {
	next := n.state
	for _, step := range steps {
		next = legal.Apply(next, step)
	}
	m := node{
		state: next, steps: append(slices.Clip(n.steps), steps...), lead: n.lead, course: n.course,
		ending: ending{last: h, before: n.state, tail: h.Manner == rules.Implied, placed: n.placed, since: n.placed, ran: board.None},
		said:   n.said + count(h.Armed || h.Manner == rules.Passed), turns: n.turns + count(next.ToAct() != n.state.ToAct()), effort: n.effort, reliance: n.reliance,
	}
	m.want, m.may = next.Occupied(rules.Full), n.may.Intersect(r.lays[n.placed]).Union(h.Takes) // who was off when that was placed has not come back
	m.acts, m.done = m.acts+1, m.done+count(physical(h.Manner))
	m.ways = slices.Clip(n.ways)
	if c := h.Carries[0]; c.From == c.To && !h.Takes.IsEmpty() {
		m.came += int(at)
		m.placed = max(n.placed, at)
		m.may = n.may // they are off, or it was not done
		if h.Target == board.None {
			m.rings = append(slices.Clip(n.rings), c.To)
			m.unseen += count(r.takenUp(&n, c.To, uint16(len(r.touches))) <= n.placed)
		}
		m.filled.Add(c.To)
	} else {
		for _, c := range h.Carries {
			if c != rules.NoCarry {
				r.carry(&m, &n, c, at)
			}
		}
	}
	switch {
	case h.Cost > 0:
		m.ran = h.Carries[0].To
	case h.Manner == rules.Passed:
		m.placed = max(n.placed, r.tappedOwn(&n, steps[0].By))
	case h.Manner == rules.OnPage && h.Armed:
		m.placed = max(n.placed, r.shown(&n, h))
	case h.Manner == rules.Implied && (len(n.steps) == 0 || n.state.ToAct() != n.before.ToAct()):
		m.idle++
	}
	for _, steps := range [...][]rules.Step{r.taken, r.chosen} {
		if k := len(m.steps); begins(steps, m.steps) && (k == len(steps) || m.ran == board.None || next.Hands(steps[k]).Carries[0].From != m.ran) {
			m.guess, m.blind, m.gone = board.Set{}, false, false // no guess any more, unless its piece went on from there
		}
	}
	if begins(r.chosen, m.steps) {
		m.vanished = 0 // the answer names who took what
	}
	m.filled, m.may = m.filled.Intersect(m.want), m.may.Minus(m.want)
	if m.placed > n.placed {
		m.odd += r.strayWood(&n, &m)
	}
	return m
}

// carry notes in m that a piece went the way c after n, and came there by that touch.
func (r *decoder) carry(m, n *node, c rules.Carry, arrived uint16) {
	lifted := r.takenUp(n, c.From, arrived)
	m.begun = lifted
	m.over += count(lifted == 0 && !r.faulty.Has(c.From) && r.aloft(n, c.From) && n.placed > 0 || lifted != 0 && lifted < n.placed && r.at(lifted) < r.at(n.placed))
	vanished := arrived > 0 && arrived == lifted && r.vanished(n, c)
	m.gone, m.vanished = m.gone || vanished, m.vanished+count(vanished)
	if c.From != board.None {
		m.ways, m.came = append(m.ways, way{n.on(c.From).piece, c.To, arrived, vanished}), m.came+int(arrived)
	} else {
		m.entered.Add(c.To)
	}
	m.filled.Remove(c.From)
	m.filled.Add(c.To)
	m.left = m.left.Union(board.SetOf(c.From).Intersect(r.faulty))
	m.entrusted = m.entrusted.Union(board.SetOf(c.To).Intersect(r.faulty))
	guess := board.SetOf(c.From, c.To).Intersect(r.faulty)
	m.guess = m.guess.Union(guess)
	if arrived == 0 && !guess.IsEmpty() {
		m.blind = m.blind || guess.Len() < 2 // between two of them nothing is ever felt
		if !guess.Has(c.From) {
			m.placed = max(m.placed, r.takenUp(n, c.From, r.until(m.steps)))
		}
	}
	m.ahead = board.Set{}
	if arrived > 0 && !r.touches[arrived-1].Placed {
		m.ahead, m.slidBy = board.SetOf(c.To), arrived
	} else if lifted > 0 { // it may have gone on from where it was slid to
		m.ahead = r.slidTo(lifted).Intersect(r.lays[lifted]).Minus(n.want).Minus(n.may).Minus(board.SetOf(c.To))
	}
	m.slid += count(!m.ahead.IsEmpty())
	m.placed = max(m.placed, arrived)
}

// until is the number of the last touch that may have been made for steps: those that came after they were taken were not.
func (r *decoder) until(steps []rules.Step) uint16 {
	at := len(r.touches)
	if k := len(steps); k > 0 && begins(r.taken, steps) {
		for at > 0 && r.touches[at-1].At > r.deeds[k-1].when {
			at--
		}
	}
	return uint16(at)
}

// touched reports whether the touches since the base allow m to have been done by hand after n. What is armed is alone at first (rule 11).
func (r *decoder) touched(n *node, m *legal.Move) bool {
	if m.Hands.Armed || len(n.steps) == 0 && len(r.armed) > 0 {
		return r.arms(n, m.Step, m.Hands)
	}
	switch m.Hands.Manner {
	case rules.Implied:
		return !n.tail
	case rules.Passed:
		return n.stuck && r.tappedOwn(n, m.Step.By) != 0
	case rules.Carried:
		return r.worked(n, &m.Hands)
	}
	return false
}

// liesAs reports whether the wood lies as s has it, but for the dead of before.
func (r *decoder) liesAs(s rules.State) bool { return r.amiss(s) == 0 }

// amiss counts the squares on which the wood does not lie as s has it.
func (r *decoder) amiss(s rules.State) int {
	want := s.Occupied(rules.Full)
	return want.Minus(r.wood).Minus(r.faulty).Len() + r.sureWood().Minus(want).Len()
}

// sureWood is the wood but for what is unsure. Where somebody stands by what is taken the dead lie no more.
func (r *decoder) sureWood() board.Set {
	return r.wood.Minus(r.unsure().Minus(r.spare.Intersect(r.expectedWood()).Minus(r.faulty)))
}
