package sensors

import (
	"fmt"
	"time"

	"reeve/board"
)

// Kind is a kind of fault of a square.
type Kind uint8

// The kinds of faults, what each means, and what a person can do about it (the sentence is Kind.Key's).
const (
	// Dead: the position has a piece there and the square does not feel it, though steps went by. The piece
	// is missing or stands off its place; else the contact or its wire is broken.
	Dead Kind = iota + 1
	// Stuck: the square feels a piece where the position has none, though steps went by. Something
	// magnetic lies there; else the contact is welded or its wire touches another.
	Stuck
	// Flickering: the square changes far more often than hands do. Its contact or a joint is loose, or
	// its piece stands at the edge of what is felt.
	Flickering
	// Ghost: in a matrix, the square closed together with the last of three others that make a rectangle
	// with it, and the position has no piece there. A diode is missing. It stays at fault until it is
	// open while three such squares are closed.
	Ghost
	// Crosstalk: the square changes together with another, and the position has no piece there, or the two have
	// twice opened and closed, and done nothing else between. Its sensor feels the piece beside it, too, or two wires touch. It stays at fault
	// until it has changed a few times by itself.
	Crosstalk
	// Drifted: its linear sensor reads otherwise, with nothing on it, than when it was calibrated, and the controller follows that.
	// It still feels its pieces, so that readings may rest on it.
	Drifted
)

var kindNames = [...]string{Dead: "dead", Stuck: "stuck", Flickering: "flickering", Ghost: "ghost", Crosstalk: "crosstalk", Drifted: "drifted"}

func (k Kind) String() string {
	if k == 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Key is the key of the sentence that says what is wrong and what to do: fault.dead, fault.stuck,
// fault.flickering, fault.ghost, fault.crosstalk or fault.drifted.
func (k Kind) Key() string { return "fault." + k.String() }

// Fault is what is wrong with a square, and since when it has looked so.
type Fault struct {
	Square board.Square
	Kind   Kind
	Since  time.Duration
}
