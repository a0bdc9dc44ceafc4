package board

import "time"

// Touch is one debounced change of one square: a piece lifted from it or
// placed on it.
//
// Piece is the mark of the piece that was placed, from a driver that can tell
// pieces apart: equal for those that it cannot. It is 0 for a lift and wherever
// only presence is felt. What a mark means is not said: gesture learns whose it is.
type Touch struct {
	Square Square
	Placed bool // placed, else lifted
	Piece  uint8
	At     time.Duration // the instant of the first differing sample, since the daemon started
}

// Says reports whether t changes nothing of wood and only tells the mark of a piece
// that stands in it.
func (t Touch) Says(wood Set) bool { return t.Placed && t.Piece != 0 && wood.Has(t.Square) }
