package dungeonchess

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// signs stand between the two squares of an action, by kind.
var signs = [...]string{kindMove: "-", kindCapture: "x", kindTeleport: "~"}

// Text returns the step's text form (docs/interchange.md).
func (s State) Text(step rules.Step) string {
	a := step.Arg
	name := func(i int) string { return table.topology.Name(board.Square(a[i])) }
	switch {
	case step.By == rules.Referee:
		return rules.RefereeText(Game, step)
	case step.Kind == kindDeal:
		return fmt.Sprintf("deal %s %d %d", Game.SeatName(rules.Seat(a[0])), a[1], a[2])
	case step.Kind == kindKeep:
		return fmt.Sprintf("keep %d", a[0])
	case step.Kind == kindRansom && a[0] < pieces:
		return "ransom " + table.ids[a[0]] + "@" + name(1)
	case step.Kind == kindPass:
		return "pass"
	case int(step.Kind) < len(signs) && signs[step.Kind] != "":
		return name(0) + signs[step.Kind] + name(1)
	}
	return fmt.Sprintf("kind %d", step.Kind)
}

// Parse reads a text form. An action of a player is read as that of the seat
// whose turn it is, a card to keep as that of the seat that may choose it, and
// as nobody's if there is none. It wraps rules.ErrAction.
func (s State) Parse(text string) (rules.Step, error) {
	if step, ok := rules.ParseReferee(Game, text); ok {
		return step, nil
	}
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case text == "pass":
		return passStep(s.turn), nil
	case word == "deal":
		return parseDeal(text, rest)
	case word == "keep":
		n, ok := parseCard(rest)
		if !ok {
			return rules.Step{}, rules.Malformed(text, rules.Say("no.card", "name", rules.Quote(rest)))
		}
		return keepStep(s.chooser(n), n), nil
	case word == "ransom":
		return parseRansom(text, rest, s.turn)
	}
	return parseMove(text, s.turn)
}

// parseCard reads the number of a card, as it is written.
func parseCard(text string) (uint8, bool) {
	n, err := strconv.ParseUint(text, 10, 8)
	return uint8(n), err == nil && n >= 1 && n <= cards && strconv.FormatUint(n, 10) == text
}

func parseDeal(text, rest string) (rules.Step, error) {
	words := strings.Split(rest, " ")
	if len(words) != 3 {
		return rules.Step{}, rules.Malformed(text, rules.Say("no.deal"))
	}
	seat, okSeat := Game.SeatOf(words[0])
	low, okLow := parseCard(words[1])
	high, okHigh := parseCard(words[2])
	if !okSeat || !okLow || !okHigh || low >= high {
		return rules.Step{}, rules.Malformed(text, rules.Say("no.deal"))
	}
	return dealStep(seat, low, high), nil
}

func parseRansom(text, rest string, by rules.Seat) (rules.Step, error) {
	id, name, _ := strings.Cut(rest, "@")
	p, known := table.byID[id]
	to, ok := table.topology.Square(name)
	if !known || !ok {
		return rules.Step{}, rules.Malformed(text, rules.Say("no.captive"))
	}
	return ransomStep(by, p, to), nil
}

func parseMove(text string, by rules.Seat) (rules.Step, error) {
	for kind, sign := range signs {
		a, b, ok := strings.Cut(text, sign)
		if sign == "" || !ok {
			continue
		}
		from, err := readSquare(text, a)
		to, err2 := readSquare(text, b)
		if err := cmp.Or(err, err2); err != nil {
			return rules.Step{}, err
		}
		return goStep(by, uint8(kind), from, to), nil
	}
	return rules.Step{}, rules.Malformed(text, rules.NoAction(text))
}

func readSquare(text, name string) (board.Square, error) {
	return rules.ReadSquare(table.topology, text, name)
}
