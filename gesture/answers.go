package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// answers is what a question was answered with.
type answers struct {
	chosen   []rules.Step // the sequence
	tacit    int          // how many of chosen the question did not name, for they stood: those are not answered for
	ranAfter int          // how many of chosen come before the last thing done
	ran      deed         // that: a run goes on as one displacement (rule 5)
	runner   board.Square // whose run it is, by where it stood before all of chosen
	heard    board.Set    // the squares touched since
}

// answerOf is the answer with those steps, of which the question did not name the first.
func answerOf(base rules.State, steps []rules.Step, tacit int) answers {
	a := answers{chosen: slices.Clone(steps), tacit: tacit, runner: board.None}
	did, at := doings(base, steps)
	if len(did) == 0 {
		return a
	}
	last := len(did) - 1
	a.ranAfter, a.ran, a.runner = at[last], did[last], did[last].Carries[0].From
	for _, d := range slices.Backward(did[:last]) {
		for _, c := range d.Carries {
			if c.To == a.runner {
				a.runner = c.From
			}
		}
	}
	return a
}

// answered reports whether n goes on from what a question was answered with.
func (r *answers) answered(n *node) bool {
	return len(r.chosen) > 0 && (begins(n.steps, r.chosen) || r.runsOn(n))
}

// runsOn reports whether n does what was chosen, but for a run with which that ends: its piece has gone on since.
func (r *answers) runsOn(n *node) bool {
	if r.ran.Cost == 0 || len(n.steps) <= r.ranAfter || !begins(n.steps, r.chosen[:r.ranAfter]) || !r.heard.Has(n.stands(r.runner)) {
		return false
	}
	h := r.ran.state.Hands(n.steps[r.ranAfter])
	return h.Cost > 0 && h.Carries[0].From == r.ran.Carries[0].From
}

// rest is the answer once the first k of its steps are final, and lead to base.
func (r *answers) rest(k int, base rules.State) answers {
	a := answerOf(base, r.chosen[min(k, len(r.chosen)):], max(r.tacit-k, 0))
	a.heard = r.heard
	return a
}

// settled reports whether a question was answered with the first k steps of n.
func (r *answers) settled(n *node, k int) bool {
	return begins(r.chosen, n.steps[:k])
}

// heeds reports whether n does not depart from what a question was answered with, after what
// the question did not name.
func (r *answers) heeds(n *node) bool {
	k := common(r.chosen, n.steps)
	return k < r.tacit || k == min(len(r.chosen), len(n.steps)) || r.runsOn(n)
}
