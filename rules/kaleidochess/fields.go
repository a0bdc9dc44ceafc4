package kaleidochess

import (
	"math/bits"

	"reeve/board"
)

// maxFields is the most fields a board may have.
const maxFields = 128

// fields is a set of fields. A shift by 64 or more gives 0 in Go, so that one
// of the two words answers for each field.
type fields struct{ lo, hi uint64 }

// one is the set of f alone; of off it is empty.
func one(f board.Square) fields { return fields{1 << f, 1 << (f - 64)} }

func (s fields) has(f board.Square) bool { return (s.lo>>f|s.hi>>(f-64))&1 != 0 }

func (s *fields) add(f board.Square) {
	s.lo |= 1 << f
	s.hi |= 1 << (f - 64)
}

func (s fields) or(t fields) fields    { return fields{s.lo | t.lo, s.hi | t.hi} }
func (s fields) and(t fields) fields   { return fields{s.lo & t.lo, s.hi & t.hi} }
func (s fields) minus(t fields) fields { return fields{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s fields) empty() bool           { return s.lo|s.hi == 0 }
func (s fields) len() int              { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// pop takes the lowest field out of s, which must not be empty.
func (s *fields) pop() board.Square {
	if s.lo != 0 {
		f := bits.TrailingZeros64(s.lo)
		s.lo &= s.lo - 1
		return board.Square(f)
	}
	f := 64 + bits.TrailingZeros64(s.hi)
	s.hi &= s.hi - 1
	return board.Square(f)
}

// set returns s as the board's own kind of set.
func (s fields) set() board.Set { return board.Set{s.lo, s.hi} }
