package board

import "time"

// Touch is one debounced change of one square: a piece lifted from it or
// placed on it.
//
// Piece is the mark of the placed piece, from a driver that can tell pieces apart; 0 for a lift, and
// where only presence is sensed. Pieces that a driver cannot tell apart have equal marks. Which piece
// has a mark, gesture learns; only the marks of poles have a meaning.
type Touch struct {
	Square Square
	Placed bool // placed, else lifted
	Piece  uint8
	At     time.Duration // the instant of the first differing sample, since the daemon started
}

// The marks of a driver that feels which pole of its magnet a piece has down: the pieces of a side have one, and those
// of the other the other. No other driver gives them.
const (
	Positive uint8 = 254
	Negative uint8 = 255
)

// Pole reports whether a mark is a pole.
func Pole(mark uint8) bool { return mark >= Positive }

// Says reports whether t changes nothing of wood and only tells the mark of a piece
// that stands in it.
func (t Touch) Says(wood Set) bool { return t.Placed && t.Piece != 0 && wood.Has(t.Square) }
