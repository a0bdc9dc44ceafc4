package kaleidochess

import (
	"math/bits"

	"reeve/rules"
)

// promises are features of the next throw: what it promises to each side, own minus enemy's, and once more for
// the side that throws now.
var promises = []string{"enters", "wins", "evicts", "takes", "three", "two", "throws_evicts", "throws_takes", "throws_wins", "throws_evicts_three"}

// The last features are those of the side that throws.
const (
	pEvicts = iota + 6
	pTakes
	pWins
	pEvictsThree
)

// Choosing reports that after a throw each move is worth its position, before the other side throws.
func (s *scratch) Choosing() bool {
	return s.phase == inTurn && s.options.has(withDie) && !s.options.has(withMagic)
}

// promise is what a seat's next throw may do, as probabilities.
type promise struct {
	castles                                 int     // held
	enters, wins, evicts, takes, three, two float32 // takes: the mean worth of the dearest piece, in Dragons
}

// chances returns, by kind, what a seat's pieces could do if the die let them move.
type chances struct {
	enters, evicts uint16
	takes          [kindCount]int
}

func (s *forces) chances(seat rules.Seat) (c chances) {
	t := *s
	t.turn, t.thrown, t.phase = seat, 0, inTurn
	v := t.survey()
	g := v.ground
	for p := wizardOf(seat); p < wizardOf(seat)+perSide; p++ {
		f, k := v.at[p], g.kind[p]
		if f == off {
			continue
		}
		to := v.reach(p)
		if in := to.and(g.castles); !g.castles.has(f) && !in.empty() {
			c.enters |= 1 << k
			if !in.and(v.enemy).empty() {
				c.evicts |= 1 << k
			}
		}
		for rest := to.and(v.enemy); !rest.empty(); {
			c.takes[k] = max(c.takes[k], worth[g.kind[v.pieceOn(rest.pop())]])
		}
	}
	return c
}

// promise returns what the next throw of seat promises.
func (s *forces) promise(seat rules.Seat) (p promise) {
	c, g := s.chances(seat), s.ground()
	for face := 1; face <= 6; face++ {
		free, dearest := g.moves[face], 0
		if free&c.enters != 0 {
			p.enters += 1. / 6
		}
		if free&c.evicts != 0 {
			p.evicts += 1. / 6
		}
		for rest := free; rest != 0; rest &= rest - 1 {
			dearest = max(dearest, c.takes[bits.TrailingZeros16(rest)])
		}
		p.takes += float32(dearest) / 6 / float32(worth[dragon])
	}
	if p.castles = s.castlesOf(seat); p.castles == s.options.castles()-1 {
		p.wins, p.two = p.enters, 1
	}
	return p
}

// Foretell counts what the next throws promise.
func (s *scratch) Foretell(seat rules.Seat, to []float32) {
	clear(to)
	own, other := s.promise(seat), s.promise(1-seat)
	own.hold(other, s.options.castles())
	other.hold(own, s.options.castles())
	both := [...]float32{own.enters - other.enters, own.wins - other.wins, own.evicts - other.evicts, own.takes - other.takes, own.three - other.three, own.two - other.two}
	copy(to, both[:])
	sign, mine, rest := float32(1), own, other
	if s.turn != seat {
		sign, mine, rest = -1, other, own
	}
	to[pEvicts], to[pTakes], to[pWins] = sign*mine.evicts, sign*mine.takes, sign*mine.wins*(1-rest.evicts)
	if rest.castles >= s.options.castles() {
		to[pEvictsThree] = sign * mine.evicts
	}
}

// hold weighs castles enough to win by the probability that the other side does not take one back.
func (p *promise) hold(other promise, enough int) {
	if p.castles >= enough {
		p.three = 1 - other.evicts
	}
}
