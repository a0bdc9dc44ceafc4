package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/legal"
)

// guidance says what hands may do next.
type guidance struct{ rivalry }

// Confirm returns the steps that the confirm button seals when seat by presses it, or Referee if nobody knows who: all that are taken and, where by
// may end, decline or pass, that too (rules 4 and 8), unless what is in the air may yet go on. A button that does not say who is pressed by whoever
// played last, unless nothing is taken or nothing else is legal. False if a piece of the steps is still in the air or there is nothing to confirm.
func (r *guidance) Confirm(by rules.Seat) ([]rules.Step, bool) {
	n := r.likeliest(r.taken)
	if r.base == nil || r.strict || n == nil || !r.complete(n) {
		return nil, false
	}
	s, legal, steps := r.reached, r.reached.Legal(nil), slices.Clone(r.taken)
	anybody := by == rules.Referee && (len(steps) == 0 || len(legal) == 1)
	if by == rules.Referee && len(steps) > 0 {
		by = steps[len(steps)-1].By
	}
	closing, goesOn := []rules.Step(nil), false
	for _, step := range legal {
		h := s.Hands(step)
		goesOn = goesOn || h.Manner == rules.Carried && r.missing(n).Has(h.Carries[0].From)
		if (h.Manner == rules.Implied || h.Manner == rules.Passed) && (anybody || step.By == by) {
			closing = append(closing, step)
		}
	}
	if len(closing) == 1 && !goesOn {
		steps = append(steps, closing[0])
	}
	return steps, len(steps) > 0
}

// stuck reports whether hands were still for long, and neither what is taken lies on the board nor anything that leaves it standing: it is to be put right.
func (r *guidance) stuck(now time.Duration) bool {
	return now >= r.last()+longQuiets*r.quiet && r.likeliest(r.taken) == nil &&
		!slices.ContainsFunc(r.nodes, func(n node) bool { return n.air == 0 && r.leavesStanding(&n) })
}

// goals are the squares to which the pieces that n has in the air may be carried, and those on the way.
func (r *guidance) goals(n *node) (all board.Set) {
	air := r.missing(n)
	for _, m := range r.legal.Moves(n.state) {
		for _, c := range m.Hands.Carries {
			if c != rules.NoCarry && (c.From == board.None || air.Has(c.From)) {
				all.Add(c.To)
				all = all.Union(m.Hands.Via)
			}
		}
		if from := m.Hands.Carries[0].From; m.Hands.Cost > 0 && air.Has(from) {
			for _, l := range r.legal.Runs(legal.Start{State: n.state, From: from}) {
				all.Add(l.At)
			}
		}
	}
	return all
}

// telling returns the squares that one of the choices alone touches.
func (r *guidance) telling(choices [][]rules.Step) board.Set {
	var once, more board.Set
	for _, steps := range choices {
		touched := r.squares(steps)
		more = more.Union(once.Intersect(touched))
		once = once.Union(touched)
	}
	return once.Minus(more).Minus(r.targets())
}

// targets returns the squares that what is in the air may attack: a tap there knocks.
func (r *guidance) targets() (all board.Set) {
	for i := range r.nodes {
		for m := range r.strikes(&r.nodes[i]) {
			all.Add(m.Hands.Target)
		}
	}
	return all
}

// Accounted reports whether every piece of the position taken stands on its square and nothing else lies on the board.
func (r *guidance) Accounted() bool { return !r.strict && r.same(r.expectedWood(), r.wood) }

// elsewhere returns the squares on which the last capturer, if still in the air, could capture instead: a tap there would be that, no throw (rule 9).
func (r *guidance) elsewhere(n *node) (squares board.Set) {
	c := n.last.Carries[0]
	if len(n.steps) == 0 || !n.last.Takes.Has(c.To) {
		return squares
	}
	for _, m := range r.legal.Moves(n.before) {
		if h := m.Hands; h.Carries[0].From == c.From && h.Takes.Has(h.Carries[0].To) {
			squares.Add(h.Carries[0].To)
		}
	}
	return squares
}

// Lies returns the steps that lead from Base to the wood as it lies, unless it changed just now, if there is one way, however the pieces came there. What was
// chosen on the page and shown gives way to none of them.
func (r *guidance) Lies(now time.Duration) ([]rules.Step, bool) {
	if r.base == nil || r.strict || len(r.touches) == 0 || now < r.last()+Fleeting || !r.bad.IsEmpty() || r.disarmed() {
		return nil, false
	}
	if found := r.leading(false, false); len(found) == 1 {
		return found[0], true
	}
	return nil, false
}

// leading returns the sequences that lead to the wood as it lies by one thing done, after what is taken or in the place of what was taken last (a run goes on
// from where it began, rule 5), or by two, of which the first leaves no more amiss, if that was no answer. Felt keeps to pieces that were felt where they come to.
func (r *guidance) leading(felt, two bool) [][]rules.Step {
	var ran board.Set
	w := walk{guidance: r, felt: felt, more: two, moved: board.None, most: r.amiss(r.reached)}
	did, at := doings(r.base, r.taken, 0)
	if k := len(did) - 1; k >= 0 && at[k] >= max(r.fixed, r.pinned, count(two)*common(r.chosen, r.taken)) && physical(did[k].Manner) {
		w.on(did[k].state, r.taken[:at[k]:at[k]], false, board.Set{})
		if did[k].Cost > 0 {
			ran.Add(did[k].Carries[0].To)
		}
	}
	w.on(r.reached, slices.Clip(r.taken), false, ran)
	return w.found
}

// goneSince returns the sequences that lead to the wood as it lies if the piece that is gone was put where another lay while nothing was felt.
func (r *guidance) goneSince() (found [][]rules.Step) {
	for i := range r.nodes {
		if n := &r.nodes[i]; n.gone && r.accounts(n) && begins(n.steps, r.taken) {
			found = with(found, n.steps)
		}
	}
	return found
}
