package example

import "reeve/rules"

// Hands says what a legal step asks of the hands.
func (s State) Hands(step rules.Step) rules.Hands {
	from, to := squaresOf(step)
	switch step.Kind {
	case kindMove:
		return rules.CarryHands(from, to)
	case kindCapture:
		return rules.CaptureHands(from, to)
	}
	return rules.NoHands(rules.OnPage)
}
