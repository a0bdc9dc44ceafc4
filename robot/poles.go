package robot

import (
	"time"

	"reeve/board"
)

// poleFor is the pole of the piece that is put on a square now, 0 where poles are not felt: its side's by the truth, or
// on an empty square that of who acts.
func (g *game) poleFor(sq board.Square) uint8 {
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
func (g *game) tellPoles(at time.Duration) {
	for sq := range g.sensed.All() {
		if pole := g.scanner.poleAt(sq, at); pole != 0 {
			g.judge.Touch(board.Touch{Square: sq, Placed: true, Piece: pole, At: at})
		}
	}
}
