package camelot

import (
	"encoding/binary"

	"reeve/board"
	"reeve/rules"
)

// The kinds of steps: whole turns (rules 3 to 6). N counts the legs, Arg[0] is
// the start, Arg[1] the number of canter legs; from Arg[2] on stand the legs'
// directions, three bits each, the lowest bits first.
const (
	kindPlain  uint8 = iota + 1 // a castle move, too
	kindCanter                  //
	kindJump                    //
	kindCharge                  // canter legs, then jump legs
)

// maxLegs is the most legs of any turn. A friend between two squares of a
// canter's lattice side by side gives it one leg, one between four gives two
// that only a friend of the first sort connects: 13 friends give at most 25.
// Then each of 14 enemies may be jumped.
const maxLegs = 25 + perSide

// path is the way of a turn: its legs' directions as the step holds them.
type path struct {
	low, high  uint64
	n, canters uint8 // how many legs, and how many of them are canters
}

const legBits = 3

// with returns the path with one leg more.
func (p path) with(direction uint8) path {
	bit, d := legBits*uint(p.n), uint64(direction)
	if bit < 64 {
		p.low |= d << bit
	}
	if bit > 64-legBits {
		p.high |= d<<(bit-64) | d>>(64-bit) // whichever of the two is in range
	}
	p.n++
	return p
}

// withCanter returns the path with one canter leg more.
func (p path) withCanter(direction uint8) path {
	p = p.with(direction)
	p.canters++
	return p
}

// leg returns the direction of the i-th leg, the first being 0.
func (p path) leg(i int) uint8 {
	bit := legBits * uint(i)
	return uint8(p.low>>bit|p.high>>(bit-64)|p.high<<(64-bit)) & 7
}

// write puts the path into a step that has none.
func (p path) write(step *rules.Step, kind uint8) {
	step.Kind, step.N, step.Arg[1] = kind, p.n, p.canters
	binary.LittleEndian.PutUint64(step.Arg[2:], p.low)
	binary.LittleEndian.PutUint64(step.Arg[10:], p.high)
}

// pathOf returns the path of step.
func pathOf(step *rules.Step) path {
	return path{
		low: binary.LittleEndian.Uint64(step.Arg[2:]), high: binary.LittleEndian.Uint64(step.Arg[10:]),
		n: step.N, canters: step.Arg[1],
	}
}

// newStep returns a step without a path.
func newStep(by rules.Seat, start board.Square) rules.Step {
	return rules.Step{By: by, Arg: [rules.StepArgs]uint8{uint8(start)}}
}

// sound reports whether step can be a turn at all: its counts agree with its
// kind, it starts on the board, and nothing is written behind its last leg.
func sound(step *rules.Step) bool {
	if step.N < 1 || step.N > maxLegs || step.Arg[0] >= squares {
		return false
	}
	p, canonical := pathOf(step), path{canters: step.Arg[1]}
	for i := range int(p.n) {
		canonical = canonical.with(p.leg(i))
	}
	again := newStep(step.By, board.Square(step.Arg[0]))
	canonical.write(&again, step.Kind)
	if again != *step {
		return false
	}
	switch step.Kind {
	case kindPlain:
		return p.n == 1 && p.canters == 0
	case kindCanter:
		return p.canters == p.n
	case kindJump:
		return p.canters == 0
	case kindCharge:
		return p.canters > 0 && p.canters < p.n
	}
	return false
}

// stage is one leg of a turn as it lies on the board.
type stage struct {
	from, over, to cell // over is what a canter or a jump leaps
	jump           bool
}

// stages appends the legs of step, which is sound, to dst.
func stages(dst []stage, step *rules.Step) []stage {
	c, p := cellOf[step.Arg[0]], pathOf(step)
	for i := range int(step.N) {
		way := ways[p.leg(i)]
		s := stage{from: c, over: c + way, to: c + 2*way, jump: step.Kind >= kindJump && i >= int(step.Arg[1])}
		if step.Kind == kindPlain {
			s.over, s.to = gone, c+way
		}
		dst = append(dst, s)
		c = s.to
	}
	return dst
}
