package chessbattle

import (
	"math/bits"

	"reeve/board"
)

// area is a set of squares.
type area [squares / 64]uint64

func (a *area) flip(sq board.Square)  { a[sq>>6] ^= 1 << (sq & 63) }
func (a *area) meets(other area) bool { return a[0]&other[0]|a[1]&other[1] != 0 }

// The files at the edges, of one word of an area.
const (
	fileA uint64 = 0x0101010101010101
	fileH        = fileA << (files - 1)
)

// pairs counts squares next to one another: two pieces there give each other a card (rule 21). Over
// the join, where the words meet, they do if it is dry.
func (a area) pairs(dry bool) (n int) {
	for i, w := range a {
		behind := w << files
		if i == 1 && dry {
			behind |= a[0] >> (64 - files)
		}
		for _, next := range [...]uint64{w << 1 &^ fileA, behind, behind << 1 &^ fileA, behind >> 1 &^ fileH} {
			n += bits.OnesCount64(w & next)
		}
	}
	return n
}

// band is a set of one side's pieces, by number.
type band uint32

const (
	ofCamps  band = 1<<1 | 1<<2
	ofForces      = 1<<perSide - 1 - ofCamps // the King and the units
)

// bands are the pieces of each kind.
var bands = allBands()

func allBands() (b [kinds]band) {
	for k, first := range firsts {
		b[k] = (1<<most[k] - 1) << first
	}
	return b
}

func (b band) count() int { return bits.OnesCount32(uint32(b)) }

// first is the number of the first piece of b, which must not be empty.
func (b band) first() piece { return piece(bits.TrailingZeros32(uint32(b))) }
