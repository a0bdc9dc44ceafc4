package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// The kinds of steps, with their arguments.
const (
	kindCamp    uint8 = iota + 1 // square
	kindBridge                   // file
	kindSpy                      // card
	kindDone                     //
	kindArmy                     // how many of each unit
	kindTrain                    // points bought
	kindPay                      // card
	kindDeploy                   // kind, square
	kindMove                     // from, to
	kindStrike                   // attacker, target; of an extra kill chosen, its square, and N is 1
	kindShot                     // shooter, target
	kindEnd                      //
	kindSpecial                  // card plus 1, 0 for none
	kindDraw                     // N cards by value, rising
	kindDesert                   // square
	kindTime                     // the referee's: seat plus 1, then the pieces to remove, high byte first; all 0 when the agreed time is over
)

func step(by rules.Seat, kind uint8, args ...uint8) rules.Step {
	s := rules.Step{By: by, Kind: kind}
	copy(s.Arg[:], args)
	return s
}

func cardStep(by rules.Seat, kind uint8, c card) rules.Step { return step(by, kind, uint8(c)) }

// specialStep commits c-1; 0 is none.
func specialStep(by rules.Seat, c uint8) rules.Step { return step(by, kindSpecial, c) }

func armyStep(by rules.Seat, n [units]uint8) rules.Step { return step(by, kindArmy, n[:]...) }

func deployStep(k kind, sq board.Square) rules.Step {
	by := White
	if sq >= home {
		by = Black
	}
	return step(by, kindDeploy, uint8(k), uint8(sq))
}

func pathStep(by rules.Seat, kind uint8, from, to board.Square) rules.Step {
	return rules.Step{By: by, Kind: kind, Arg: [rules.StepArgs]uint8{uint8(from), uint8(to)}}
}

// choiceStep is a strike with the extra kill chosen.
func choiceStep(by rules.Seat, from, to, extra board.Square) rules.Step {
	s := step(by, kindStrike, uint8(from), uint8(to), uint8(extra))
	s.N = 1
	return s
}

// drawStep is the draw of so many cards of each value.
func drawStep(count [5]uint8) rules.Step {
	s := rules.Step{By: rules.Chance, Kind: kindDraw}
	for v, n := range count {
		for range n {
			s.Arg[s.N] = uint8(v)
			s.N++
		}
	}
	return s
}

// timeStep is the end of the agreed time, or with a mark of that seat's time.
func timeStep(seat seatMark, n uint16) rules.Step {
	return step(rules.Referee, kindTime, uint8(seat), uint8(n>>8), uint8(n))
}
