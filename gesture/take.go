package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// Reading is what the touches say at one instant.
type Reading struct {
	Steps  []rules.Step // all steps taken since the base, in order
	Sealed int          // how many of them, from the front, are sealed
	Final  int          // how many steps before Steps became final since the last reading: the base has moved past them
	Thrown bool         // the last step is an attack knocked for: seal all and throw
	Ask    []rules.Step // steps the hands cannot tell apart, if it has come to that
	Wrong  board.Set    // squares at fault, when nothing fits
	Wake   time.Duration
	// Wake is the instant at which to read again without a touch, 0 for never.
}

// Read says what the touches mean at now (rules 2, 3 and 4). It changes what is
// taken; the caller records the difference.
func (r *Reader) Read(now time.Duration) Reading {
	if r.base == nil || r.strict {
		return Reading{Wrong: board.Set{}}
	}
	if r.thrown {
		return Reading{Steps: r.taken, Sealed: len(r.taken), Thrown: true}
	}
	var out Reading
	best, rivals := r.best()
	switch {
	case len(r.nodes) == 0:
		out.Wrong = r.atFault()
	case len(rivals) > 1:
		if best.missing(r.wood).IsEmpty() {
			out.Ask = rivals
		}
	case best != nil && !slices.Equal(best.steps, r.taken):
		if due := r.last() + r.quiet; r.extendable(best) && now < due {
			out.Wake = due
		} else {
			r.take(best.steps)
		}
	}
	r.seal(now, &out)
	if r.knock.on && now < r.knock.litFrom+r.quiet {
		out.Wake = earliest(out.Wake, r.knock.litFrom+r.quiet)
	}
	out.Steps, out.Sealed = r.taken, r.fixed
	return out
}

func earliest(a, b time.Duration) time.Duration {
	if a == 0 || b < a {
		return b
	}
	return a
}

// best returns the complete sequence to take, and the last steps of all that
// compete with it. Nothing complete: nil, and what is taken stays (the piece
// may be on its way).
func (r *Reader) best() (*node, []rules.Step) {
	var best *node
	var rivals []rules.Step
	for i := range r.nodes {
		n := &r.nodes[i]
		if !r.complete(n) || len(n.steps) == r.fixed && !n.missing(r.wood).IsEmpty() {
			continue
		}
		switch {
		case best == nil:
			best = n
		case r.sameWay(best, n):
			continue
		case passes(n): // a tap that passes says more than nothing done
			best, rivals = n, nil
		case passes(best) || best.likelier(n):
			continue
		case n.likelier(best):
			best, rivals = n, nil
		}
		if len(n.steps) > 0 {
			rivals = append(rivals, n.steps[len(n.steps)-1])
		}
	}
	return best, rivals
}

// sameWay reports whether two sequences are one to the hands: the same squares
// vacated, filled and emptied (rule 10). The first in legal order stands.
func (r *Reader) sameWay(a, b *node) bool {
	if len(a.steps) != len(b.steps) || len(a.steps) == 0 || !slices.Equal(a.steps[:len(a.steps)-1], b.steps[:len(b.steps)-1]) {
		return false
	}
	return a.want == b.want && a.filled == b.filled && a.may == b.may && a.state.ToAct() == b.state.ToAct() && !passes(b)
}

func passes(n *node) bool {
	return len(n.steps) > 0 && n.filled.IsEmpty() && n.may.IsEmpty()
}

// extendable reports whether the seat that took the last step may go on with
// more than what is implied.
func (r *Reader) extendable(n *node) bool {
	if len(n.steps) == 0 {
		return false
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
	r.taken = append(r.taken[:0:0], steps...)
	if len(r.taken) <= r.fixed {
		r.fixed = 0 // the later step is withdrawn: the earlier one is open again (rule 4)
	}
}

// seal seals the steps before the turn of the last seat that acted, once that
// seat's step is quiet and every piece is accounted for (rule 4).
func (r *Reader) seal(now time.Duration, out *Reading) {
	before := r.before()
	if before <= r.fixed {
		return
	}
	n := r.node(r.taken)
	if n == nil || n.want != r.wood {
		return
	}
	if due := r.last() + r.quiet; now < due {
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
	var old board.Set
	var made uint16 // the touch that completed them
	s := r.base
	for _, step := range r.taken[:k] {
		h := s.Hands(step)
		old = old.Union(h.Takes)
		for _, c := range h.Carries {
			old.Add(c.From)
			old.Add(c.To)
			made = max(made, r.arrived(c))
		}
		s, _, _ = s.Apply(step, nil)
	}
	kept := r.touches[:0]
	lies := s.Occupied(rules.Full)
	for i, t := range r.touches {
		if (i >= int(made) || !old.Has(t.Square)) && lies.Has(t.Square) != t.Placed {
			lies.Set(t.Square, t.Placed)
			kept = append(kept, t)
		}
	}
	r.base, r.touches = s, kept
	r.air, r.spare = board.Set{}, board.Set{}
	r.taken = append(r.taken[:0:0], r.taken[k:]...)
	r.fixed = 0
	r.recount()
	r.search()
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
