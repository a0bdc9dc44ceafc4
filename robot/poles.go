package robot

import (
	"slices"
	"time"

	"reeve/board"
)

// magnets are the pieces as the field has them, by number: a magnet that is put down for the first time has the next one.
type magnets struct {
	on        [board.MaxSquares]int // the magnet on each square
	hand      []int                 // those in the air
	poles     []uint8               // of each, 0 where poles are not felt
	resting   board.Set             // where one rests
	sliding   int                   // the one that slid last
	arrivesAt time.Duration         // when it has arrived
}

// place puts one with that pole down: one in the hand that has it, else another from beside the board; 0 is any.
func (m *magnets) place(sq board.Square, pole uint8) int {
	at := len(m.hand) - 1
	for at >= 0 && m.poles[m.hand[at]] != pole {
		at--
	}
	if at < 0 {
		at = len(m.hand)
		m.hand, m.poles = append(m.hand, len(m.poles)), append(m.poles, pole)
	}
	m.on[sq] = m.hand[at]
	m.hand = slices.Delete(m.hand, at, at+1)
	m.resting.Add(sq)
	return m.on[sq]
}

// lift takes up the one on a square.
func (m *magnets) lift(sq board.Square) int {
	m.hand = append(m.hand, m.on[sq])
	m.resting.Remove(sq)
	return m.on[sq]
}

// slide has the one on from be on to, where it arrives at that instant.
func (m *magnets) slide(from, to board.Square, arrivesAt time.Duration) int {
	m.on[to] = m.on[from]
	m.resting.Remove(from)
	m.resting.Add(to)
	m.sliding, m.arrivesAt = m.on[to], arrivesAt
	return m.on[to]
}

// poleAt is the pole that a square feels, 0 if no magnet explains that it feels anything.
func (m *magnets) poleAt(sq board.Square, now time.Duration) uint8 {
	switch {
	case m.resting.Has(sq):
		return m.poles[m.on[sq]]
	case now < m.arrivesAt+restless:
		return m.poles[m.sliding]
	}
	return 0
}

// poleFor is the pole of the piece that is put on a square now, 0 where poles are not felt: its side's by the truth, or
// on an empty square that of who acts.
func (g *bench) poleFor(sq board.Square) uint8 {
	if !g.opt.Poles {
		return 0
	}
	s := g.truth.last()
	man, stands := s.At(sq)
	switch {
	case !stands && g.acts == 1, stands && man.Owner == 1:
		return board.Negative
	}
	return board.Positive
}

// tellPoles tells the pole of every piece that stands, as a driver does after the wood.
func (g *bench) tellPoles(at time.Duration) {
	for sq := range g.felt.wood.All() {
		if pole := g.scanner.magnets.poleAt(sq, at); pole != 0 {
			g.judge.Touch(board.Touch{Square: sq, Placed: true, Piece: pole, At: at})
		}
	}
}
