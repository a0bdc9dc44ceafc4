package camelot

import (
	"math/bits"
	"strconv"

	"reeve/rules"
)

type kind uint8

// The kinds.
const (
	knight kind = iota
	man
)

var kindNames = [...]string{"knight", "man"}

// piece numbers the 28 pieces: White's four knights and ten men, then Black's,
// in the order of rule 2. So seat*perSide is the first piece of a seat.
type piece uint8

const (
	perSide = 14
	knights = 4
	men     = perSide - knights
	pieces  = 2 * perSide
)

// homes are White's squares at the start (rule 2): the file and the rank,
// counted from 0. Black stands on the same files; its rank is the mirrored one.
var homes = [perSide][2]int{
	{2, 5}, {3, 6}, {8, 6}, {9, 5},
	{3, 5}, {4, 5}, {5, 5}, {6, 5}, {7, 5}, {8, 5}, {4, 6}, {5, 6}, {6, 6}, {7, 6},
}

// leastMen is how many men a side begins with at least (rule 18).
const leastMen = men - len(leaves)

// leaves are the men that a handicap leaves out, as places in homes, in that order (rule 18).
var leaves = [6]int{4, 9, 10, 13, 5, 8}

// The look-ups by piece.
var (
	ids     = pieceIDs()
	byID    = piecesByID()
	groupOf = groupsOf()
)

// groups is how many groups of like pieces there are: White's knights, White's
// men, Black's knights, Black's men.
const groups = 4

func groupsOf() (t [pieces]uint8) {
	for p := range piece(pieces) {
		t[p] = uint8(p.owner())*2 + uint8(p.kind())
	}
	return t
}

func pieceIDs() (id [pieces]string) {
	for p := range piece(pieces) {
		i, letter := int(p)%perSide, "K"
		if i >= knights {
			i, letter = i-knights, "M"
		}
		id[p] = seatNames[p.owner()][:1] + letter + strconv.Itoa(i+1)
	}
	return id
}

func piecesByID() map[string]piece {
	m := make(map[string]piece, pieces)
	for p, id := range ids {
		m[id] = piece(p)
	}
	return m
}

// owner returns whose piece p is.
func (p piece) owner() rules.Seat { return rules.Seat(p / perSide) }

// kind returns what p is.
func (p piece) kind() kind { return kindOf(int(p) % perSide) }

// kindOf returns what the i-th piece of a side is.
func kindOf(i int) kind {
	if i < knights {
		return knight
	}
	return man
}

// firstPiece returns the number of the first of some pieces of a side, one bit each.
func firstPiece(w uint16) int { return bits.TrailingZeros16(w) & 15 }

// home returns where p stands at the start.
func (p piece) home() cell {
	h := homes[p%perSide]
	if p.owner() == Black {
		return cellAt(h[0], ranks-1-h[1])
	}
	return cellAt(h[0], h[1])
}
