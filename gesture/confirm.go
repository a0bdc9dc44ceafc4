package gesture

import "reeve/rules"

// Confirm returns the steps that the confirm button seals when seat by presses it, or Referee if
// nobody knows who: all that are taken and, where by may end, decline or pass, that too (rules 4
// and 8), unless what is in the air may yet go on. A button that does not say who is pressed by whoever played last, unless nothing is taken
// or nothing else is legal. False if a piece of the steps is still in the air or there is
// nothing to confirm.
func (r *Reader) Confirm(by rules.Seat) ([]rules.Step, bool) {
	if r.base == nil || r.strict {
		return nil, false
	}
	n := r.node(r.taken)
	if n == nil || !r.complete(n) {
		return nil, false
	}
	air := r.missing(n)
	steps := append([]rules.Step(nil), r.taken...)
	s, last := r.After()
	legal := s.Legal(nil)
	anybody := by == rules.Referee && (len(steps) == 0 || len(legal) == 1)
	if by == rules.Referee {
		by = last
	}
	var closing []rules.Step
	goesOn := false
	for _, step := range legal {
		h := s.Hands(step)
		goesOn = goesOn || h.Manner == rules.Carried && air.Has(h.Carries[0].From)
		if (h.Manner == rules.Implied || h.Manner == rules.Passed) && (anybody || step.By == by) {
			closing = append(closing, step)
		}
	}
	if len(closing) == 1 && !goesOn {
		steps = append(steps, closing[0])
	}
	return steps, len(steps) > 0
}
