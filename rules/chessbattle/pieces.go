package chessbattle

import (
	"cmp"
	"slices"
	"strconv"

	"reeve/board"
	"reeve/rules"
)

type kind uint8

// The kinds, in the order in which an action names them.
const (
	levy kind = iota
	knights
	pikemen
	crossbowmen
	king
	camp
	kinds
	units = king // levy to crossbowmen can be bought
)

var kindNames = [kinds]string{"levy", "knights", "pikemen", "crossbowmen", "king", "camp"}

// The numbers of the table of phase III; the King's price is his value (rule 30).
var (
	most   = [kinds]uint8{16, 4, 4, 2, 1, 2}
	price  = [kinds]int{2, 12, 6, 8, 10, 0}
	paces  = [kinds]uint8{levy: 2, knights: 4, pikemen: 2, crossbowmen: 2}
	blows  = [kinds]uint8{levy: 1, knights: 2, pikemen: 2, crossbowmen: 2}
	firsts = [kinds]int{levy: 3, knights: 19, pikemen: 23, crossbowmen: 27, king: 0, camp: 1}
)

// piece numbers the 58 pieces: White's 29, then Black's; of a side the King,
// the camps, then the units by kind and number.
type piece uint8

const (
	perSide       = 29
	pieces        = 2 * perSide
	nobody  piece = 255
)

// What stands for a square of a piece that is off the board, and of one that there is not.
const (
	noSquare              = board.None
	unbought board.Square = 254
)

// The look-ups by piece.
var (
	kindOf = pieceKinds()
	ids    = pieceIDs()
	byID   = piecesByID()
	sorted = piecesSorted() // all pieces by id, bytewise
)

func pieceKinds() (k [pieces]kind) {
	for p := range k {
		for q := range kinds {
			if local := p % perSide; local >= firsts[q] && local < firsts[q]+int(most[q]) {
				k[p] = q
			}
		}
	}
	return k
}

func pieceIDs() (id [pieces]string) {
	for p := range id {
		k := kindOf[p]
		id[p] = "wb"[p/perSide:p/perSide+1] + "LNPXKC"[k:k+1]
		if k != king {
			id[p] += strconv.Itoa(p%perSide - firsts[k] + 1)
		}
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

func piecesSorted() (list [pieces]piece) {
	for p := range list {
		list[p] = piece(p)
	}
	slices.SortFunc(list[:], func(a, b piece) int { return cmp.Compare(ids[a], ids[b]) })
	return list
}

// pieceOf returns the piece of seat and kind with the number n, counted from 0.
func pieceOf(seat rules.Seat, k kind, n int) piece {
	return piece(int(seat)*perSide + firsts[k] + n)
}

func kingOf(seat rules.Seat) piece { return pieceOf(seat, king, 0) }

// owner returns whose piece p is.
func (p piece) owner() rules.Seat {
	if p >= perSide {
		return Black
	}
	return White
}

// bit returns p's place in a word of bits.
func (p piece) bit() uint64 { return 1 << p }

// standing reports whether sq is a square, not one of the two words for none.
func standing(sq board.Square) bool { return sq < squares }

// kindKey is the argument of a message that names a kind.
func kindKey(k kind) string { return "@chessbattle." + kindNames[k] }
