package gesture

import (
	"slices"

	"reeve/rules"
)

// answers is what a question was answered with.
type answers struct {
	chosen   []rules.Step // the sequence
	tacit    int          // how many of chosen the question did not name, for they stood: those are not answered for
	ranAfter int          // how many of chosen come before the last thing done
	ran      deed         // that: a run goes on as one displacement (rule 5)
}

// answerOf is the answer with those steps, of which the question did not name the first.
func answerOf(base rules.State, steps []rules.Step, tacit int) answers {
	a := answers{chosen: slices.Clone(steps), tacit: tacit}
	if did, at := doings(base, steps); len(did) > 0 {
		a.ranAfter, a.ran = at[len(did)-1], did[len(did)-1]
	}
	return a
}

// answered reports whether n goes on from what a question was answered with.
func (r *answers) answered(n *node) bool {
	return len(r.chosen) > 0 && (begins(n.steps, r.chosen) || r.runsOn(n))
}

// runsOn reports whether n does what was chosen, but for a run with which that ends: there its piece goes elsewhere.
func (r *answers) runsOn(n *node) bool {
	if r.ran.Cost == 0 || len(n.steps) <= r.ranAfter || !begins(n.steps, r.chosen[:r.ranAfter]) {
		return false
	}
	h := r.ran.state.Hands(n.steps[r.ranAfter])
	return h.Cost > 0 && h.Carries[0].From == r.ran.Carries[0].From
}

// drop forgets the first k of the steps chosen: they are final.
func (r *answers) drop(k int) {
	if r.ranAfter < k {
		r.ran = deed{}
	}
	r.chosen, r.tacit, r.ranAfter = r.chosen[min(k, len(r.chosen)):], max(r.tacit-k, 0), max(r.ranAfter-k, 0)
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
