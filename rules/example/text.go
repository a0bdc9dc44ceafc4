package example

import (
	"strings"

	"reeve/rules"
)

// marks stand between the squares, by kind.
var marks = map[uint8]string{kindMove: "-", kindCapture: "x"}

// Text returns the step's text form: a2-b3, or a2xb3 for a capture.
func (s State) Text(step rules.Step) string {
	if step.By == rules.Referee {
		return rules.RefereeText(Game, step)
	}
	from, to := squaresOf(step)
	return topology.Name(from) + marks[step.Kind] + topology.Name(to)
}

// Parse reads a text form as a step of the player to act. It wraps rules.ErrAction.
func (s State) Parse(text string) (rules.Step, error) {
	if step, ok := rules.ParseReferee(Game, text); ok {
		return step, nil
	}
	for _, kind := range []uint8{kindMove, kindCapture} {
		first, last, ok := strings.Cut(text, marks[kind])
		if !ok {
			continue
		}
		from, err := rules.ReadSquare(topology, text, first)
		if err != nil {
			return rules.Step{}, err
		}
		to, err := rules.ReadSquare(topology, text, last)
		if err != nil {
			return rules.Step{}, err
		}
		return stepOf(s.turn, kind, from, to), nil
	}
	return rules.Step{}, rules.Malformed(text, rules.NoAction(text))
}
