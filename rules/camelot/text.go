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
		return rules.Step{}, rules.Malformed(text, rules.NoAction(text))
	}
	c, err := readSquare(text, text[:first])
	if err != nil {
		return rules.Step{}, err
	}
	var way path
	start, kind, n := c, uint8(0), uint8(0)
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
		l, legKind := legBetween(mark, c, to)
		more, why := addLeg(kind, legKind, n)
		if legKind == 0 {
			why = s.apart(start, c, to)
		}
		if !why.IsZero() { // squares that a player may tap one after the other
			return rules.Step{}, &rules.Refusal{Cause: rules.ErrAction, Asked: text, Why: why, Hint: rules.Say("do.legal")}
		}
		kind = more
		way.setLeg(n, l)
		c, n = to, n+1
	}
	var step rules.Step
	way.write(&step, s.turn, kind, squareOf[start], n)
	return step, nil
}

func readSquare(text, name string) (cell, error) {
	sq, ok := topology.Square(name)
	if !ok {
		return gone, rules.Malformed(text, rules.Say("no.square.named", "name", rules.Quote(name)))
	}
	return cellOf[sq], nil
}

// legBetween returns the leg that leads from one square to the other, and the
// kind of a turn of that leg alone; 0 if none leads there.
func legBetween(mark byte, from, to cell) (l leg, kind uint8) {
	for d, way := range ways {
		switch {
		case mark == 'x' && from+2*way == to:
			return leg(d) | jumpLeg, kindJump
		case mark == '-' && from+2*way == to:
			return leg(d), kindCanter
		case mark == '-' && from+way == to:
			return leg(d), kindPlain
		}
	}
	return 0, 0
}

// addLeg returns the kind of a turn of kind and n legs with a leg added, or why
// there is none.
func addLeg(kind, legKind, n uint8) (uint8, rules.Message) {
	more := kindAfter(kind, legKind)
	switch {
	case n == maxLegs:
		return 0, rules.Say("no.legs")
	case more == 0 && (legKind == kindPlain || kind == kindPlain):
		return 0, rules.Say("no.plain")
	case more == 0:
		return 0, rules.Say("no.canter.after")
	}
	return more, rules.Message{}
}
