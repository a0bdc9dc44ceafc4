package gesture

import "reeve/rules"

// Confirm returns the steps that the confirm button seals: all that are taken
// and, where the seat to act may end, decline or pass, that too (rules 4 and
// 8). False if a piece of theirs is still in the air or there is nothing to
// confirm.
func (r *Reader) Confirm() ([]rules.Step, bool) {
	if r.base == nil || r.strict {
		return nil, false
	}
	if n := r.node(r.taken); n == nil || !r.complete(n) {
		return nil, false
	}
	steps := append([]rules.Step(nil), r.taken...)
	s, by := r.After()
	var closing []rules.Step
	for _, step := range s.Legal(nil) {
		switch s.Hands(step).Manner {
		case rules.Implied:
			closing = append(closing, step)
		case rules.Passed:
			if len(steps) == 0 || step.By == by {
				closing = append(closing, step)
			}
		}
	}
	if len(closing) == 1 {
		steps = append(steps, closing[0])
	}
	return steps, len(steps) > 0
}
