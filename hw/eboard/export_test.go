package eboard

import (
	"math/bits"
	"time"
)

// Read has all listeners take what a board says, and reports whether any found a picture.
func Read(said []byte) (found bool) {
	for _, k := range Kinds {
		l := k.listen()
		found = len(l.decode(said).pictures) > 0 || found
		switch l := l.(type) {
		case *lines:
			if len(l.line) > longest+1 {
				panic("a line without an end is kept")
			}
		case *frames:
			if len(l.have) >= frameLengths['s'] {
				panic("a frame without an end is kept")
			}
		}
	}
	return found
}

// Picture is what a kind's listener finds first in what a board says, by codes.
func (k Kind) Picture(said []byte) (p [Fields]ID, ok bool) {
	h := k.listen().decode(said)
	if len(h.pictures) == 0 {
		return p, false
	}
	return h.pictures[0], true
}

// Lamps is the command that lights these fields.
func (k Kind) Lamps(lit uint64) []byte { return k.lamps(lit) }

// LinkFrame is a frame of a ChessLink.
func LinkFrame(text string) []byte { return linkFrame(text) }

// Turns are the groups in which a ChessLink shows fields, and how many fields that are not
// lit seem to be.
func Turns(lit uint64) (groups []uint64, deceived int) {
	groups = takeTurns(lit)
	for _, g := range groups {
		if deceives(g, lit) {
			deceived++
		}
	}
	if n := len(groups); bits.OnesCount(uint(n)) != 1 || n > slots {
		panic("groups that slots cannot be shared out in")
	}
	return groups, deceived
}

// Turn is how long the lights of a kind must wait between two commands, and how long one takes on its line at most.
func (k Kind) Turn() (pause, line time.Duration) { return k.pause, k.lineTime(len(k.lamps(1))) }
