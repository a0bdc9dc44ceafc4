package example

import (
	"fmt"

	"reeve/board"
	"reeve/rules"
)

// pawn numbers the pawns: White's, then Black's, each side's from its nearest row on.
type pawn uint8

const (
	perSide      = 2 * files // at most
	pawns        = 2 * perSide
	nobody  pawn = 255
)

func (p pawn) owner() rules.Seat { return rules.Seat(p / perSide) }

// home is where p stands at the start (rule 2). Black's side is White's turned half round.
func (p pawn) home() board.Square {
	if p.owner() == Black {
		return squares - 1 - board.Square(p%perSide)
	}
	return board.Square(p)
}

// id names p: wP1 to wP12, bP1 to bP12.
func (p pawn) id() string { return fmt.Sprintf("%cP%d", "wb"[p.owner()], p%perSide+1) }

// ahead is, by seat and square, what lies ahead of a pawn: diagonally left, straight
// and diagonally right as White sees it; None off the board (rule 3).
var ahead = allAhead()

const straight = 1

func allAhead() (t [2][squares][3]board.Square) {
	for seat, step := range [2]int{1, -1} {
		for sq := range squares {
			for i := range 3 {
				file, rank := sq%files+i-1, sq/files+step
				t[seat][sq][i] = board.None
				if file >= 0 && file < files && rank >= 0 && rank < files {
					t[seat][sq][i] = board.Square(rank*files + file)
				}
			}
		}
	}
	return t
}

// row is how many ranks sq lies from the home rank of seat.
func row(seat rules.Seat, sq board.Square) int {
	rank := int(sq) / files
	if seat == Black {
		return files - 1 - rank
	}
	return rank
}

const farthest = files - 1 // who gets there has won (rule 5)
