package rolechess

import "math/bits"

// duo names the two strongest attackers by kind: the first in the upper three of six bits, the second in the
// lower. kinds stands for nobody.
type duo uint8

const (
	duos = 1 << 6
	none = duo(kinds<<3 | kinds)
)

func duoOf(a, b kind) duo { return duo(a<<3 | b) }

// joined is the table of duo and newcomer: which duo results when a piece joins that is no stronger than those
// in it.
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

// with returns the duo that d becomes once one more attacker, of kind soon at best, can come into reach. Only
// one piece moves in a turn, so only one joins.
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

// byStrength orders the places in men by attack strength, the strongest first. sideRoom is the next power of
// two, so that an index masked by it needs no bounds check.
var byStrength = [perSide]uint8{0, 1, 12, 13, 3, 4, 5, 6, 7, 8, 9, 10, 11, emperorAt}

const sideRoom = 16

// ofStrength holds the kind at each place of byStrength; places behind the last hold nobody.
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

// strongestOf returns the kind of the lowest bit set, nobody for an empty set.
func strongestOf(men uint32) kind { return ofStrength[bits.TrailingZeros32(men)] }
