package board

import (
	"iter"
	"math/bits"
)

// Square is the number of a square within its topology, 0 to MaxSquares-1.
type Square uint8

// None stands where there is no square: off the board, in the hand.
const None Square = 255

// MaxSquares is the most squares a topology may have (None is never one).
const MaxSquares = 255

// Set is a set of squares. The zero value is empty; sets compare with ==.
type Set [4]uint64

// SetOf returns the set of the given squares; None is left out.
func SetOf(squares ...Square) Set {
	var s Set
	for _, sq := range squares {
		s.Add(sq)
	}
	return s
}

// Has reports whether sq is in s. None never is.
func (s Set) Has(sq Square) bool { return s[sq>>6]&(1<<(sq&63)) != 0 }

// Add puts sq into s. Adding None does nothing.
func (s *Set) Add(sq Square) {
	if sq != None {
		s[sq>>6] |= 1 << (sq & 63)
	}
}

// Remove takes sq out of s.
func (s *Set) Remove(sq Square) { s[sq>>6] &^= 1 << (sq & 63) }

// Set puts sq into s or takes it out.
func (s *Set) Set(sq Square, in bool) {
	if in {
		s.Add(sq)
	} else {
		s.Remove(sq)
	}
}

// Len counts the squares of s.
func (s Set) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// IsEmpty reports whether s has no square.
func (s Set) IsEmpty() bool { return s == Set{} }

// Union returns the squares in s or t.
func (s Set) Union(t Set) Set {
	return Set{s[0] | t[0], s[1] | t[1], s[2] | t[2], s[3] | t[3]}
}

// Intersect returns the squares in both s and t.
func (s Set) Intersect(t Set) Set {
	return Set{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]}
}

// Minus returns the squares of s that are not in t.
func (s Set) Minus(t Set) Set {
	return Set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}

// Within reports whether every square of s is in t.
func (s Set) Within(t Set) bool { return s.Minus(t).IsEmpty() }

// First returns the lowest square of s, None if it is empty.
func (s Set) First() Square {
	for i, w := range s {
		if w != 0 {
			return Square(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return None
}

// All yields the squares of s in rising order.
func (s Set) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(Square(i<<6 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}
