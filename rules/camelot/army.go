package camelot

import (
	"math/bits"

	"reeve/rules"
)

// army is the pieces of one side, by their places in homes.
type army struct {
	at       [perSide]cell
	standing uint16 // which of them are left, one bit each
	occupied cells
}

// nobody is the place of no piece.
const nobody = -1

// put moves the i-th piece to c.
func (a *army) put(i int, c cell) {
	a.occupied.remove(a.at[i])
	a.occupied.add(c)
	a.at[i] = c
	a.standing |= 1 << (i & 15)
	if c == gone {
		a.occupied.remove(gone)
		a.standing &^= 1 << (i & 15)
	}
}

// on returns the piece on the square c, or nobody.
func (a *army) on(c cell) int {
	if !a.occupied.has(c) {
		return nobody
	}
	i, j := firstOn(a.at[:8], c), perSide-8+firstOn(a.at[perSide-8:], c)
	if i == 8 {
		i = j
	}
	return i
}

// firstOn returns the place of the first of eight cells that is c, or 8.
func firstOn(list []cell, c cell) int {
	list = list[:8]
	w := uint64(list[0]) | uint64(list[1])<<8 | uint64(list[2])<<16 | uint64(list[3])<<24 |
		uint64(list[4])<<32 | uint64(list[5])<<40 | uint64(list[6])<<48 | uint64(list[7])<<56
	w ^= 0x0101010101010101 * uint64(c)
	return bits.TrailingZeros64((w-0x0101010101010101)&^w&0x8080808080808080) >> 3
}

// count returns how many are left.
func (a *army) count() int { return bits.OnesCount16(a.standing) }

// within returns how many of them stand in a castle.
func (a *army) within(castle rules.Seat) int {
	return bits.OnesCount64(a.occupied.from(castles[castle&1][0]) & 3)
}

// inside returns the piece in a castle, the first of two, or nobody.
func (a *army) inside(castle rules.Seat) int {
	c := castles[castle&1][0]
	if !a.occupied.has(c) {
		c++
	}
	return a.on(c)
}
