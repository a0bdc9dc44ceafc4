package rolechess

import (
	"fmt"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// Text returns the step's text form (docs/interchange.md).
func (s State) Text(step rules.Step) string {
	a, b, c := squaresOf(&step)
	name := topology.Name
	switch {
	case step.By == rules.Referee:
		return rules.RefereeText(Game, step)
	case step.Kind == kindMove:
		return name(a) + "-" + name(b)
	case step.Kind == kindAttack:
		return name(a) + "*" + name(b)
	case step.Kind == kindPair:
		return name(a) + "+" + name(b) + "*" + name(c)
	case step.Kind == kindDie:
		return fmt.Sprintf("die %d", step.Arg[0])
	}
	if int(step.Kind) < len(words) && words[step.Kind] != "" {
		return words[step.Kind]
	}
	return fmt.Sprintf("kind %d", step.Kind)
}

// words are the actions of one word, by kind.
var words = [...]string{kindEnd: "end", kindPass: "pass", kindAdvance: "advance", kindStay: "stay"}

// Parse reads a text form. An action of a player is read as that of the seat
// whose turn it is. It wraps rules.ErrAction.
func (s State) Parse(text string) (rules.Step, error) {
	if step, ok := rules.ParseReferee(Game, text); ok {
		return step, nil
	}
	for kind, word := range words {
		if word != "" && word == text {
			return plainStep(s.turn, uint8(kind)), nil
		}
	}
	if face, ok := strings.CutPrefix(text, "die "); ok {
		if len(face) == 1 && face[0] >= '1' && face[0] <= '6' {
			return dieStep(face[0] - '0'), nil
		}
		return rules.Step{}, rules.Malformed(text, rules.Say("no.face"))
	}
	if from, to, ok := strings.Cut(text, "-"); ok {
		q, err := readCircles(text, from, to)
		return onlyIf(err, moveStep(s.turn, q[0], q[1]))
	}
	from, target, ok := strings.Cut(text, "*")
	if !ok {
		return rules.Step{}, rules.Malformed(text, rules.NoAction(text))
	}
	if initiator, second, pair := strings.Cut(from, "+"); pair {
		q, err := readCircles(text, initiator, second, target)
		return onlyIf(err, pairStep(s.turn, q[0], q[1], q[2]))
	}
	q, err := readCircles(text, from, target)
	return onlyIf(err, attackStep(s.turn, q[0], q[1]))
}

func onlyIf(err error, step rules.Step) (rules.Step, error) {
	if err != nil {
		return rules.Step{}, err
	}
	return step, nil
}

// readCircles reads up to three names of circles of the action text.
func readCircles(text string, names ...string) (q [3]board.Square, err error) {
	for i, name := range names {
		if q[i], err = rules.ReadSquare(topology, text, name); err != nil {
			return q, err
		}
	}
	return q, nil
}
