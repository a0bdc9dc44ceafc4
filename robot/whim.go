package robot

import (
	"math/rand/v2"
	"time"

	"reeve/board"
)

// whim is what people do one way or another, drawn from the game's seed.
type whim struct{ rnd *rand.Rand }

// oneIn reports true once in n times.
func (g *whim) oneIn(n int) bool { return g.rnd.IntN(n) == 0 }

// between is a random time of so many milliseconds.
func (g *whim) between(least, most int) time.Duration {
	return time.Duration(least)*time.Millisecond + time.Duration(g.rnd.IntN((most-least)*1000+1))*time.Microsecond
}

// one is a random square of a set, None of an empty one.
func (g *whim) one(s board.Set) board.Square {
	n := s.Len()
	if n == 0 {
		return board.None
	}
	k := g.rnd.IntN(n)
	for sq := range s.All() {
		if k == 0 {
			return sq
		}
		k--
	}
	return board.None
}

// pause is a person's between two touches.
func (g *whim) pause() time.Duration {
	switch g.rnd.IntN(8) {
	case 0:
		return g.between(250, 700)
	case 1:
		return g.between(50, 80)
	}
	return g.between(60, 250)
}
