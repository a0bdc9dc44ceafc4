package kaleidochess

import (
	"reeve/board"
	"reeve/rules"
)

// The kinds of steps. That of a formula is kindCast plus its number; Cancel's
// Arg[0] is the formula. Fields stand in Arg in the order of the text form;
// Revive's Arg[0] is the piece, Lightning's and Heal's Arg[1] what they do and
// Lightning's Arg[2] the line of a barrier.
const (
	kindMove uint8 = iota + 1
	kindCapture
	kindCancel
	kindFire
	kindPass
	kindDie
	kindCast
	kindEnd = kindCast + uint8(formulaCount)
)

// arity is how many arguments a step of each kind has.
var arity = [kindEnd]int{
	kindMove: 2, kindCapture: 2, kindCancel: 1, kindFire: 1, kindDie: 1,
	kindCast + uint8(teleport): 2, kindCast + uint8(swap): 2, kindCast + uint8(revive): 2, kindCast + uint8(ghost): 1,
	kindCast + uint8(lightning): 3, kindCast + uint8(heal): 2, kindCast + uint8(imprison): 1, kindCast + uint8(block): 1,
	kindCast + uint8(barrier): 2, kindCast + uint8(weaken): 1, kindCast + uint8(strengthen): 1,
}

func step(by rules.Seat, kind uint8, args ...uint8) rules.Step {
	s := rules.Step{By: by, Kind: kind}
	copy(s.Arg[:], args)
	return s
}

// formulaOf returns the formula that a step casts; false if it casts none.
func formulaOf(kind uint8) (formula, bool) {
	return formula(kind - kindCast), kind >= kindCast && kind < kindEnd
}

// neat reports whether a step has nothing where nothing belongs.
func neat(s rules.Step) bool {
	if s.Kind == 0 || s.Kind >= kindEnd || s.N != 0 {
		return false
	}
	for _, a := range s.Arg[arity[s.Kind]:] {
		if a != 0 {
			return false
		}
	}
	return true
}

// fieldsOf returns the fields that a step names, in its order, off for none.
func fieldsOf(s rules.Step) (a, b board.Square) {
	f, cast := formulaOf(s.Kind)
	x, y := board.Square(s.Arg[0]), board.Square(s.Arg[1])
	switch {
	case s.Kind == kindMove || s.Kind == kindCapture || cast && (f == teleport || f == swap || f == barrier):
		return x, y
	case cast && f == revive:
		return y, off
	case s.Kind == kindFire || cast && f != selfdestruct:
		return x, off
	}
	return off, off
}
