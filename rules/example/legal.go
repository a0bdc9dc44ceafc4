package example

import (
	"reeve/board"
	"reeve/rules"
)

// The kinds of steps; both have from and to.
const (
	kindMove uint8 = iota + 1
	kindCapture
)

func stepOf(by rules.Seat, kind uint8, from, to board.Square) rules.Step {
	return rules.Step{By: by, Kind: kind, Arg: [rules.StepArgs]uint8{uint8(from), uint8(to)}}
}

func squaresOf(step rules.Step) (from, to board.Square) {
	return board.Square(step.Arg[0]), board.Square(step.Arg[1])
}

// Legal appends the legal steps pawn by pawn, each from left to right.
func (s State) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }

func (s *State) legal(dst []rules.Step) []rules.Step {
	if s.end.Why != "" {
		return dst
	}
	for _, from := range s.of(s.turn) {
		if from == board.None {
			continue
		}
		for i, to := range ahead[s.turn][from] {
			if to == board.None {
				continue
			}
			switch p := s.on(to); {
			case p == nobody:
				dst = append(dst, stepOf(s.turn, kindMove, from, to))
			case p.owner() != s.turn && i != straight:
				dst = append(dst, stepOf(s.turn, kindCapture, from, to))
			}
		}
	}
	return dst
}
