package gesture

import (
	"slices"

	"reeve/rules"
)

// answers is what a question was answered with.
type answers struct {
	chosen []rules.Step // the sequence
	tacit  int          // how many of chosen the question did not name, for they stood: those are not answered for
}

// answered reports whether n goes on from what a question was answered with.
func (r *answers) answered(n *node) bool {
	return len(r.chosen) > 0 && len(n.steps) >= len(r.chosen) && slices.Equal(n.steps[:len(r.chosen)], r.chosen)
}

// settled reports whether a question was answered with the first k steps of n.
func (r *answers) settled(n *node, k int) bool {
	return len(r.chosen) >= k && slices.Equal(r.chosen[:k], n.steps[:k])
}

// heeds reports whether n does not depart from what a question was answered with, after what
// the question did not name.
func (r *answers) heeds(n *node) bool {
	for i := range min(len(r.chosen), len(n.steps)) {
		if r.chosen[i] != n.steps[i] {
			return i < r.tacit
		}
	}
	return true
}
