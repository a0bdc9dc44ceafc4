package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

// The kinds of steps; squares are Arg.
const (
	kindMove    uint8 = iota + 1 // from, to
	kindAttack                   // attacker, target
	kindPair                     // initiator, second attacker, target
	kindEnd                      // after a move, no attack
	kindPass                     //
	kindDie                      // the face
	kindAdvance                  //
	kindStay                     //
)

func moveStep(by rules.Seat, from, to board.Square) rules.Step {
	return rules.Step{By: by, Kind: kindMove, Arg: [rules.StepArgs]uint8{uint8(from), uint8(to)}}
}

func attackStep(by rules.Seat, from, target board.Square) rules.Step {
	return rules.Step{By: by, Kind: kindAttack, Arg: [rules.StepArgs]uint8{uint8(from), uint8(target)}}
}

func pairStep(by rules.Seat, from, second, target board.Square) rules.Step {
	return rules.Step{By: by, Kind: kindPair, Arg: [rules.StepArgs]uint8{uint8(from), uint8(second), uint8(target)}}
}

func dieStep(face uint8) rules.Step {
	return rules.Step{By: rules.Chance, Kind: kindDie, Arg: [rules.StepArgs]uint8{face}}
}

// dieSteps tabulates the step of each face. A step copied whole is read faster than one just written byte by
// byte, whose load has to wait for the stores.
var dieSteps = allDieSteps()

func allDieSteps() (t [7]rules.Step) {
	for face := range t {
		t[face] = dieStep(uint8(face))
	}
	return t
}

func plainStep(by rules.Seat, kind uint8) rules.Step { return rules.Step{By: by, Kind: kind} }

// Legal appends the legal steps: the moves by piece and square, the attacks by
// piece and target, the pairs by initiator, second attacker and target; then
// what ends a turn.
func (s State) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
