package gesture

import (
	"reeve/board"
	"reeve/rules"
)

// answers is what a question was answered with.
type answers struct {
	chosen []rules.Step // the sequence
	tacit  int          // how many of chosen the question did not name, for they stood: those are not answered for
}

// answered reports whether n goes on from what a question was answered with.
func (r *answers) answered(n *node) bool { return len(r.chosen) > 0 && begins(n.steps, r.chosen) }

// goesOn notes that the piece on sq is lifted: an answer that ends with a run of it speaks for what comes before, for a run goes on as one
// displacement (rule 5).
func (r *answers) goesOn(base rules.State, sq board.Square) {
	did, at := doings(base, r.chosen)
	if k := len(did) - 1; k >= 0 && did[k].Cost > 0 && did[k].Carries[0].To == sq {
		r.chosen = r.chosen[:at[k]]
	}
}

// settled reports whether a question was answered with the first k steps of n.
func (r *answers) settled(n *node, k int) bool {
	return begins(r.chosen, n.steps[:k])
}

// heeds reports whether n does not depart from what a question was answered with, after what
// the question did not name.
func (r *answers) heeds(n *node) bool {
	k := common(r.chosen, n.steps)
	return k < r.tacit || k == min(len(r.chosen), len(n.steps))
}
