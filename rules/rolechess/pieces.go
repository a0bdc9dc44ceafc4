package rolechess

import (
	"strconv"

	"reeve/board"
	"reeve/rules"
)

type kind uint8

// The kinds, in the order of rule 2's table.
const (
	emperor kind = iota
	adjutant
	knight
	guard
	lackey
	kinds
)

var kindNames = [kinds]string{"emperor", "adjutant", "knight", "guard", "lackey"}

// mostEnergy is a fresh Adjutant's.
const mostEnergy = 25

// Table sizes are powers of two: an index masked by one needs no bounds check.
const (
	kindRoom   = 8
	energyRoom = 32
)

// The numbers of rule 2's table.
var (
	fullEnergy = [kinds]int8{9, 25, 21, 15, 7}
	attackOf   = [kinds]int{1, 5, 4, 3, 3}
	defenceOf  = [kinds]int{8, 5, 4, 6, 3}
)

// piece numbers the 28 pieces: White's 14, then Black's, each side's by id. So
// seat*perSide is the first piece of a seat.
type piece uint8

const (
	perSide       = 14
	pieces        = 2 * perSide
	nobody  piece = 255
)

// men is one side's pieces: the kind, the number within the kind (0: the only
// one), and where White's stands at the start (rule 2). Black's stands
// opposite, the board turned half round.
var men = [perSide]struct {
	kind   kind
	number int
	home   board.Square
}{
	{adjutant, 1, 2}, {adjutant, 2, 4}, {emperor, 0, 3}, {guard, 1, 0}, {guard, 2, 6},
	{lackey, 1, 7}, {lackey, 2, 8}, {lackey, 3, 9}, {lackey, 4, 10}, {lackey, 5, 11}, {lackey, 6, 12}, {lackey, 7, 13},
	{knight, 1, 1}, {knight, 2, 5},
}

// Where the kinds begin in men.
const (
	adjutantsAt, emperorAt, guardsAt, lackeysAt, knightsAt = 0, 2, 3, 5, 12
)

// The look-ups by piece.
var (
	kindOf = pieceKinds()
	ids    = pieceIDs()
	byID   = piecesByID()
)

func pieceKinds() (k [pieces]kind) {
	for p := range k {
		k[p] = men[p%perSide].kind
	}
	return k
}

func pieceIDs() (id [pieces]string) {
	for p := range id {
		m := men[p%perSide]
		id[p] = "wb"[p/perSide:p/perSide+1] + "EANGL"[m.kind:m.kind+1] + piece(p).numeral()
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

// numeral is the number as text, "" for the only one of its kind.
func (p piece) numeral() string {
	if n := men[p%perSide].number; n > 0 {
		return strconv.Itoa(n)
	}
	return ""
}

// owner returns whose piece p is.
func (p piece) owner() rules.Seat { return rules.Seat(p / perSide) }
