package camelot

import (
	"fmt"
	"strings"

	"reeve/board"
	"reeve/rules"
)

// Text returns the step's text form (rule 17): every square of the way, "-"
// before a quiet leg and "x" before a jump.
func (s position) Text(step rules.Step) string {
	if step.By == rules.Referee {
		return rules.RefereeText(Game, step)
	}
	if !sound(&step) {
		return fmt.Sprintf("kind %d", step.Kind)
	}
	var room [maxLegs]stage
	text := make([]byte, 0, 4*(maxLegs+1))
	text = append(text, topology.Name(board.Square(step.Arg[0]))...)
	for _, l := range stages(room[:0], &step) {
		if l.jump {
			text = append(text, 'x')
		} else {
			text = append(text, '-')
		}
		if text = append(text, l.to.name()...); squareOf[l.to] == board.None {
			text = append(text, '?') // the way leaves the board
			break
		}
	}
	return string(text)
}

// Parse reads a text form as a turn of the player to act. It wraps
// rules.ErrAction.
func (s position) Parse(text string) (rules.Step, error) {
	if step, ok := rules.ParseReferee(Game, text); ok {
		return step, nil
	}
	first := strings.IndexAny(text, "-x")
	if first < 0 {
		return rules.Step{}, rules.Malformed(text, "no such action")
	}
	c, err := readSquare(text, text[:first])
	if err != nil {
		return rules.Step{}, err
	}
	step := newStep(s.turn, squareOf[c])
	way, kind := path{}, uint8(0)
	for rest := text[first:]; rest != ""; {
		mark, name := rest[0], rest[1:]
		if next := strings.IndexAny(name, "-x"); next >= 0 {
			name = name[:next]
		}
		rest = rest[1+len(name):]
		to, err := readSquare(text, name)
		if err != nil {
			return rules.Step{}, err
		}
		l, d := legBetween(mark, c, to)
		if kind, err = addLeg(text, kind, l, way.n); err != nil {
			return rules.Step{}, err
		}
		if way = way.with(d); l == kindCanter {
			way.canters++
		}
		c = to
	}
	way.write(&step, kind)
	return step, nil
}

func readSquare(text, name string) (cell, error) {
	sq, ok := topology.Square(name)
	if !ok {
		return gone, rules.Malformed(text, fmt.Sprintf("there is no square %q", name))
	}
	return cellOf[sq], nil
}

// legBetween returns which leg, plain, canter or jump, leads from one square to
// the other, and its direction; 0 if none does.
func legBetween(mark byte, from, to cell) (kind, direction uint8) {
	for d, way := range ways {
		switch {
		case mark == 'x' && from+2*way == to:
			return kindJump, uint8(d)
		case mark == '-' && from+2*way == to:
			return kindCanter, uint8(d)
		case mark == '-' && from+way == to:
			return kindPlain, uint8(d)
		}
	}
	return 0, 0
}

// addLeg returns the kind of a turn of kind and n legs with the leg added.
func addLeg(text string, kind, leg, n uint8) (uint8, error) {
	switch {
	case leg == 0:
		return 0, rules.Malformed(text, "no leg leads from a square to the next")
	case n == maxLegs:
		return 0, rules.Malformed(text, "no turn has so many legs")
	case n > 0 && (leg == kindPlain || kind == kindPlain):
		return 0, rules.Malformed(text, "a plain move is a turn of its own")
	case kind >= kindJump && leg == kindCanter:
		return 0, rules.Malformed(text, "there is no canter after a jump")
	case kind == kindCanter && leg == kindJump, kind == kindCharge:
		return kindCharge, nil
	}
	return leg, nil
}
