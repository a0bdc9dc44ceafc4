package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// answer takes a tap as the answer to what was asked when the piece was lifted:
// on a square that one of the choices alone has touched (rule 13). What was in the hand when
// it was asked is only put back.
func (r *Reader) answer(sq board.Square, lift uint16) bool {
	if int(lift) != len(r.touches)-1 || !r.telling(r.open).Has(sq) {
		return false
	}
	for _, steps := range r.open {
		if r.squares(steps).Has(sq) {
			r.Choose(steps)
		}
	}
	return true
}

// Choose answers what is asked about with one of the sequences. An attack that is
// declared goes on from there, if it still can be. What has left a square that is not to
// be trusted stands until it is undone: no touch would show that it was put back.
func (r *Reader) Choose(steps []rules.Step) {
	steps, attack := r.withoutKnock(steps)
	n := r.node(steps)
	if len(steps) > 0 && !slices.Contains(r.armed, steps[0]) {
		r.armed = nil // that was meant instead
	}
	if slices.ContainsFunc(r.asked, func(more []rules.Step) bool { return len(more) > len(steps) && begins(more, steps) }) {
		r.denied = len(r.touches) // that it went on from there was not meant
	}
	r.chosen, r.tacit, r.unsettled = slices.Clone(steps), Unnamed(r.taken, r.asked), nil
	if n != nil && !n.left.IsEmpty() && !n.guess.IsEmpty() {
		r.pinned = len(steps)
	}
	r.take(r.chosen)
	r.untold()
	if attack != nil {
		r.strikeAs(steps, *attack)
		return
	}
	if r.knock.on && !slices.Equal(steps, r.knock.steps) {
		r.declareAgain()
	}
	if r.knock.struck && slices.Equal(steps, r.knock.steps[:min(len(steps), len(r.knock.steps))]) {
		r.throw()
	}
}

// withoutKnock splits an attack that is knocked for off the end of a choice.
func (r *Reader) withoutKnock(steps []rules.Step) (before []rules.Step, attack *rules.Step) {
	s := r.base
	for i, step := range steps {
		if s.Hands(step).Manner == rules.Knocked {
			return steps[:i], &steps[i]
		}
		s, _, _ = s.Apply(step, nil)
	}
	return steps, nil
}

// strikeAs throws the attack that was put on the die, after other steps than it was declared after, if its
// attacker is still in the air.
func (r *Reader) strikeAs(steps []rules.Step, attack rules.Step) {
	n := r.node(steps)
	if !r.knock.struck || n == nil {
		return
	}
	h := n.state.Hands(attack)
	if !r.missing(n).Has(h.Attacker) {
		return
	}
	k := &r.knock
	k.steps, k.attack, k.hands, k.state, k.meant = n.steps, attack, h, n.state, true
	r.throw()
}

// declareAgain looks for the declared attack after other steps, which were the answer.
func (r *Reader) declareAgain() {
	old := r.knock
	r.knock = declaration{}
	for i := range r.nodes {
		n := &r.nodes[i]
		if !r.heeds(n) || len(n.steps) < len(r.chosen) || r.knock.on && len(r.knock.steps) <= len(n.steps) {
			continue
		}
		for _, m := range r.book.moves(n.state) {
			if h := m.hands; h.Manner == rules.Knocked && h.Attacker == old.hands.Attacker && h.Partner == old.hands.Partner && h.Target == old.hands.Target {
				r.knock = old
				r.knock.steps, r.knock.attack, r.knock.hands, r.knock.state = n.steps, m.step, h, n.state
			}
		}
	}
	if !r.knock.on {
		r.undeclare()
	}
}

// Unnamed counts the steps that are taken and that all which is asked about begins with, before
// more: a question need not name them, and its answer does not speak for them.
func Unnamed(taken []rules.Step, asked [][]rules.Step) (k int) {
	for len(asked) > 1 && k < len(taken) && !slices.ContainsFunc(asked, func(steps []rules.Step) bool {
		return len(steps) <= k+1 || steps[k] != taken[k]
	}) {
		k++
	}
	return k
}

// squares returns the squares that hands touch for steps since the base.
func (r *Reader) squares(steps []rules.Step) (all board.Set) {
	s := r.base
	for _, step := range steps {
		all = all.Union(squaresOf(s.Hands(step)))
		s, _, _ = s.Apply(step, nil)
	}
	return all
}

// squaresOf returns the squares that hands touch or take from.
func squaresOf(h rules.Hands) board.Set {
	set := h.Takes.Union(board.SetOf(h.Attacker, h.Partner, h.Target))
	for _, c := range h.Carries {
		set.Add(c.From)
		set.Add(c.To)
	}
	return set
}

// Deny turns down all that is asked about; nothing is asked again before the
// next touch.
func (r *Reader) Deny() { r.denied, r.asked = len(r.touches), nil }
