package rolechess

import (
	"strconv"

	"reeve/rules"
)

// toss is the throws for who begins (rule 5): the higher one begins, equal ones are thrown again.
type toss struct {
	white uint8 // White's die, 0 before
}

// thrower returns who throws next.
func (t *toss) thrower() rules.Seat {
	if t.white != 0 {
		return Black
	}
	return White
}

// throw adds a die. After Black's it returns who begins, unless they are equal.
func (t *toss) throw(face uint8) (begins rules.Seat, decided bool) {
	white := t.white
	t.white = 0
	switch {
	case white == 0:
		t.white = face
		return 0, false
	case face > white:
		return Black, true
	}
	return White, face < white
}

// tell tells of a throw.
func (t *toss) tell(face uint8) rules.Message {
	n := strconv.Itoa(int(face))
	switch {
	case t.white == 0:
		return rules.Say("rolechess.begins.throw", "player", "@seat.white", "n", n)
	case face == t.white:
		return rules.Say("rolechess.begins.again", "player", "@seat.black", "n", n)
	case face < t.white:
		return rules.Say("rolechess.begins", "player", "@seat.black", "n", n, "first", "@seat.white")
	}
	return rules.Say("rolechess.begins", "player", "@seat.black", "n", n, "first", "@seat.black")
}

// luck lists the two results. An equal throw begins anew, with even chances.
func (t *toss) luck(dst []rules.Luck) []rules.Luck {
	again := [rules.LuckSteps]rules.Step{dieStep(t.white), dieStep(6), dieStep(1)}
	white, black := again, again
	black[1], black[2] = dieStep(1), dieStep(6)
	switch t.white {
	case 0:
		return append(dst,
			rules.Luck{Steps: [rules.LuckSteps]rules.Step{dieStep(6), dieStep(1)}, N: 2, Weight: 0.5},
			rules.Luck{Steps: [rules.LuckSteps]rules.Step{dieStep(1), dieStep(6)}, N: 2, Weight: 0.5})
	case 1: // White begins only after an equal throw
		return append(dst, rules.Luck{Steps: white, N: 3, Weight: 1. / 12}, rules.One(dieStep(6), 11./12))
	case 6:
		return append(dst, rules.One(dieStep(1), 11./12), rules.Luck{Steps: black, N: 3, Weight: 1. / 12})
	}
	lower := (float32(t.white) - 0.5) / 6 // half of the equal throw's sixth with those below it
	return append(dst, rules.One(dieStep(1), lower), rules.One(dieStep(6), 1-lower))
}

// doc is the dice that lie, as text has them.
func (t *toss) doc() []int {
	if t.white == 0 {
		return []int{}
	}
	return []int{int(t.white)}
}
