package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// placing is a seat that puts pieces on its own board: its camps, which everybody
// sees (rule 4), and later the King and the army in secret (rule 11).
type placing struct {
	*field
	seat rules.Seat
}

// placing returns seat as it puts pieces on its own board.
func (f *field) placing(seat rules.Seat) placing { return placing{f, seat} }

// free goes through the free squares of the own board.
func (p placing) free() func(yield func(board.Square) bool) {
	return func(yield func(board.Square) bool) {
		for sq := board.Square(home) * board.Square(p.seat); ownBoard(p.seat, sq); sq++ {
			if p.on[sq] == nobody && !yield(sq) {
				return
			}
		}
	}
}

// refuseSquare says why nothing can be put on sq.
func (p placing) refuseSquare(sq board.Square) rules.Message {
	switch {
	case !ownBoard(p.seat, sq):
		return rules.Say("no.half", "at", squareName(sq))
	case p.on[sq] != nobody:
		return rules.Say("no.taken", "at", squareName(sq))
	}
	return rules.Message{}
}

func (p placing) legalCamps(dst []rules.Step) []rules.Step {
	for sq := range p.free() {
		dst = append(dst, step(p.seat, kindCamp, uint8(sq)))
	}
	return dst
}

func (p placing) refuseCamp(t rules.Step) rules.Message {
	if t != step(p.seat, kindCamp, t.Arg[0]) {
		return rules.Say("no.camp.named")
	}
	return p.refuseSquare(board.Square(t.Arg[0]))
}

// nameCamp puts the next camp on sq, and reports whether it was the last one.
func (p placing) nameCamp(sq board.Square) (last bool) {
	n := p.camps(p.seat)
	p.put(pieceOf(p.seat, camp, n), sq)
	return n > 0
}

// next returns the piece of kind k with the lowest number that is still off the
// board, or nobody.
func (p placing) next(k kind) piece {
	for n := range int(most[k]) {
		if q := pieceOf(p.seat, k, n); p.at[q] == noSquare {
			return q
		}
	}
	return nobody
}

// waits returns the first kind of which a piece is still off the board; false if
// all are placed.
func (p placing) waits() (kind, bool) {
	for k := range camp {
		if p.next(k) != nobody {
			return k, true
		}
	}
	return 0, false
}

func (p placing) legalDeployment(dst []rules.Step) []rules.Step {
	if _, waits := p.waits(); !waits {
		return append(dst, step(p.seat, kindDone))
	}
	for k := range camp {
		if p.next(k) == nobody {
			continue
		}
		for sq := range p.free() {
			dst = append(dst, deployStep(k, sq))
		}
	}
	return dst
}

func (p placing) refuseDeployment(t rules.Step) rules.Message {
	if t == step(p.seat, kindDone) {
		if k, waits := p.waits(); waits {
			return rules.Say("no.placed", "kind", kindKey(k))
		}
		return rules.Message{}
	}
	k, sq := kind(t.Arg[0]), board.Square(t.Arg[1])
	if t != step(p.seat, kindDeploy, uint8(k), uint8(sq)) || k >= camp {
		return rules.Say("no.place")
	}
	if why := p.refuseSquare(sq); !why.IsZero() {
		return why
	}
	if p.next(k) == nobody {
		return rules.Say("no.place.left", "kind", kindKey(k))
	}
	return rules.Message{}
}
