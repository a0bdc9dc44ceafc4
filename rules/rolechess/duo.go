package rolechess

import "math/bits"

// duo are the two strongest attackers there are: the kind of the first in the upper three of
// six bits, that of the second in the lower; kinds stands for nobody.
type duo uint8

const (
	duos = 1 << 6
	none = duo(kinds<<3 | kinds)
)

func duoOf(a, b kind) duo { return duo(a<<3 | b) }

// joined are the duos after a piece has come to them that is no stronger than those in it.
var joined = allJoined()

func allJoined() (t [duos][kindRoom]duo) {
	for a := range kinds + 1 {
		for b := range kinds + 1 {
			for k := range kinds {
				d := duoOf(a, b)
				switch {
				case a == kinds:
					d = duoOf(k, kinds)
				case b == kinds:
					d = duoOf(a, k)
				}
				t[duoOf(a, b)][k] = d
			}
		}
	}
	return t
}

// with is d after a piece has moved there, of which the strongest one is of kind soon.
func (d duo) with(soon kind) duo {
	a, b := kind(d>>3), kind(d&7)
	switch {
	case soon == kinds || b != kinds && attackOf[soon] <= attackOf[b]:
		return d
	case a == kinds:
		return duoOf(soon, kinds)
	}
	return duoOf(a, soon)
}

// byStrength are the places in men, the strongest attackers first; sideRoom is a power of two
// that is room for them.
var byStrength = [perSide]uint8{0, 1, 12, 13, 3, 4, 5, 6, 7, 8, 9, 10, 11, emperorAt}

const sideRoom = 16

// ofStrength are the kinds by strength; behind the last one is nobody.
var ofStrength = kindsByStrength()

func kindsByStrength() (t [33]kind) {
	for i := range t {
		t[i] = kinds
		if i < perSide {
			t[i] = men[byStrength[i]].kind
		}
	}
	return t
}

// strongestOf is the kind of the lowest of the bits; nobody if there is none.
func strongestOf(men uint32) kind { return ofStrength[bits.TrailingZeros32(men)] }
