package leds

import (
	"errors"
	"fmt"
	"slices"
)

// Meaning is why a square is lit.
type Meaning uint8

// The meanings of lights (api.md), with their names in the interface.
const (
	Origin    Meaning = iota // the piece in hand came from here
	Declared                 // attackers and target of a declared attack
	Throw                    // put the attacker here to throw, or tap here
	Legal                    // the piece in hand may go here
	Target                   // it may attack here
	Partner                  // may join the attack
	Last                     // squares of the last action
	Lift                     // settling: this piece is to be lifted
	Place                    // settling: a piece is to be put here
	Wrong                    // a fault of the last touches
	Choose                   // an answer to a question
	Damage                   // energy lost here, with its number
	Energy                   // energy here, with its number
	Pip                      // part of a die's face, with its number
	Uncertain                // what the sensors say here cannot be relied on
	Turn                     // whose turn it is
	Thinks                   // a piece of the computer that is to act
	Hint                     // what was asked for as a hint: which piece, then where
	meanings                 // how many there are
)

var meaningNames = [meanings]string{
	"origin", "declared", "throw", "legal", "target", "partner", "last", "lift",
	"place", "wrong", "choose", "damage", "energy", "pip", "uncertain", "turn",
	"thinks", "hint",
}

// ErrMeaning is the cause of every name that ParseMeaning refuses.
var ErrMeaning = errors.New("leds: unknown meaning")

// String returns the name of m in the interface.
func (m Meaning) String() string {
	if m >= meanings {
		return fmt.Sprintf("meaning %d", uint8(m))
	}
	return meaningNames[m]
}

// ParseMeaning reads what String writes. It wraps ErrMeaning.
func ParseMeaning(name string) (Meaning, error) {
	i := slices.Index(meaningNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("%w %q", ErrMeaning, name)
	}
	return Meaning(i), nil
}

// numbered reports whether a light of that meaning carries a number.
func (m Meaning) numbered() bool { return m == Damage || m == Energy || m == Pip }

// rank orders the meanings that share a square; the lowest is the one shown.
// What must be put right comes first, then what a knock would do, then what may
// be done, then what was.
var rank = ranks(
	Wrong, Lift, Place, Choose, Throw, Declared, Damage, Pip, Energy,
	Partner, Target, Origin, Uncertain, Hint, Legal, Last, Thinks, Turn,
)

func ranks(order ...Meaning) (r [meanings]uint8) {
	for i, m := range order {
		r[m] = uint8(i)
	}
	return r
}
