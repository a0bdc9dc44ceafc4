package leds

import (
	"strconv"
	"time"

	"reeve/board"
)

// Light is one meaning on one square.
type Light struct {
	Square  board.Square
	Meaning Meaning
	N       int16 // of Damage, Energy and Pip: how much; of Target: the odds to hit, in percent, plus one; 0 if they are not known
}

// String returns the light in the interface's form: "legal", "energy:12".
func (l Light) String() string {
	if !l.Meaning.numbered() {
		return l.Meaning.String()
	}
	return l.Meaning.String() + ":" + strconv.Itoa(int(l.N))
}

// Scene is all that is to be said at one time, in any order; a square may stand
// in it several times.
type Scene []Light

// Part is what is shown on some squares apart from all others: neither its rhythm nor
// its brightness tells anything of what those show, nor theirs of it. An LED that
// lights squares of several parts shows nothing of any.
type Part struct {
	On    board.Set
	Scene Scene         // lights on other squares are left out
	At    time.Duration // since the scene came on
}

// Pips returns which of 3×3 squares, row by row, show the face of a die; none
// for a face that is not 1 to 6.
func Pips(face int) [9]bool {
	if face < 1 || face >= len(pips) {
		return [9]bool{}
	}
	return pips[face]
}

const x = true

var pips = [7][9]bool{
	1: {4: x},
	2: {0: x, 8: x},
	3: {0: x, 4: x, 8: x},
	4: {0: x, 2: x, 6: x, 8: x},
	5: {0: x, 2: x, 4: x, 6: x, 8: x},
	6: {0: x, 2: x, 3: x, 5: x, 6: x, 8: x},
}
