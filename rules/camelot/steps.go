package camelot

import (
	"encoding/binary"

	"reeve/board"
	"reeve/rules"
)

// The kinds of steps: whole turns (rules 3 to 6). N counts the legs, Arg[0] is
// the start; from Arg[1] on stand the legs, four bits each, the lower ones first.
const (
	kindPlain  uint8 = iota + 1 // a castle move, too
	kindCanter                  //
	kindJump                    //
	kindCharge                  // canter legs, then jump legs
)

// leg is one leg of a turn: its direction, and jumpLeg if it is a jump.
type leg uint8

const (
	legBits     = 4
	jumpLeg leg = 8
)

func (l leg) way() cell  { return ways[l&7] }
func (l leg) jump() bool { return l&jumpLeg != 0 }

// maxLegs is the most legs of any turn. A friend between two squares of a
// canter's lattice side by side gives it one leg, one between four gives two
// that only a friend of the first sort connects: 13 friends give at most 25.
// Then each of 14 enemies may be jumped.
const maxLegs = 25 + perSide

// legAt returns the i-th leg of step, the first being 0.
func legAt(step *rules.Step, i int) leg {
	return leg(step.Arg[1+i/2]>>(i%2*legBits)) & (1<<legBits - 1)
}

// path is the legs of a turn in the making, as the step's bytes hold them: 16 a
// word, the first in the lowest bits. The fourth word stays empty: a power of two
// spares the check of the index.
type path [4]uint64

// at returns the word that holds the leg after n others, and where in it.
func (p *path) at(n uint8) (word *uint64, bit uint8) {
	return &p[n/16&3], n % 16 * legBits
}

// write makes step the turn of that kind and start that goes p, which has n legs.
func (p *path) write(step *rules.Step, by rules.Seat, kind uint8, start board.Square, n uint8) {
	step.By, step.Kind, step.N, step.Arg[0] = by, kind, n, uint8(start)
	binary.LittleEndian.PutUint64(step.Arg[1:], p[0])
	binary.LittleEndian.PutUint64(step.Arg[9:], p[1])
	binary.LittleEndian.PutUint32(step.Arg[17:], uint32(p[2]))
}

// setLeg makes l the leg of p after n others, which is empty.
func (p *path) setLeg(n uint8, l leg) {
	word, bit := p.at(n)
	*word |= uint64(l) << bit
}

// kindAfter returns the kind of a turn of kind, 0 if it has no leg yet, with a
// leg of legKind added; 0 if no turn goes on so (rules 3 to 7).
func kindAfter(kind, legKind uint8) uint8 {
	switch {
	case kind == 0, kind == legKind && kind != kindPlain:
		return legKind
	case kind >= kindCanter && kind != kindJump && legKind == kindJump:
		return kindCharge
	}
	return 0
}

// sound reports whether step can be a turn at all: its legs agree with its kind,
// it starts on the board, and nothing is written behind its last leg.
func sound(step *rules.Step) bool {
	if step.N < 1 || step.N > maxLegs || step.Arg[0] >= squares {
		return false
	}
	var p path
	kind := uint8(0)
	for i := range step.N {
		l := legAt(step, int(i))
		legKind := kindCanter
		switch {
		case l.jump():
			legKind = kindJump
		case step.Kind == kindPlain:
			legKind = kindPlain
		}
		if kind = kindAfter(kind, legKind); kind == 0 {
			return false
		}
		p.setLeg(i, l)
	}
	var again rules.Step
	p.write(&again, step.By, kind, board.Square(step.Arg[0]), step.N)
	return again == *step
}

// stage is one leg of a turn as it lies on the board.
type stage struct {
	from, over, to cell // over is what a canter or a jump leaps
	jump           bool
}

// stages appends the legs of step, which is sound, to dst.
func stages(dst []stage, step *rules.Step) []stage {
	c := cellOf[step.Arg[0]]
	for i := range int(step.N) {
		l := legAt(step, i)
		s := stage{from: c, over: c + l.way(), to: c + 2*l.way(), jump: l.jump()}
		if step.Kind == kindPlain {
			s.over, s.to = gone, c+l.way()
		}
		dst = append(dst, s)
		c = s.to
	}
	return dst
}
