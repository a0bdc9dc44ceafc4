package camelot

import (
	"reeve/board"
	"reeve/rules"
)

// Legal appends the legal turns by piece: its plain moves, then its ways of
// canters, jumps and charges, each before those that go on from it, in the
// order of directions.
func (s position) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }

func (s *position) legal(dst []rules.Step) []rules.Step {
	if s.over {
		return dst
	}
	g := finder{sight: s.sight(), by: s.turn, bound: s.bound, dst: dst}
	if p := s.mustLeave(s.turn); p != nobody {
		g.turns(p, s.at[p])
		return g.dst
	}
	base := piece(s.turn) * perSide
	for i, c := range s.side(s.turn) {
		switch {
		case c == gone:
		case g.goal.has(c):
			s.castleMove(&g, c)
		default:
			g.turns(base+piece(i), c)
		}
	}
	return g.dst
}

// castleMove appends the way to the other square of the enemy castle (rule 14).
func (s *position) castleMove(g *finder, c cell) {
	if s.bound || s.castleMoves[s.turn] == maxCastleMoves {
		return
	}
	for w := g.empty.near(c); w != 0; w &= w - 1 {
		if way, d := first(w); g.goal.has(c + way) {
			g.start = squareOf[c]
			g.addPlain(d)
		}
	}
}

// finder collects turns.
type finder struct {
	sight
	bound bool // only captures
	by    rules.Seat
	start board.Square
	dst   []rules.Step
}

// add writes into the appended step: to copy one just made would take longer.
func (g *finder) add(kind uint8, p path) {
	g.dst = append(g.dst, rules.Step{})
	step := &g.dst[len(g.dst)-1]
	step.By, step.Arg[0] = g.by, uint8(g.start)
	p.write(step, kind)
}

func (g *finder) addPlain(direction uint8) {
	g.dst = append(g.dst, rules.Step{})
	step := &g.dst[len(g.dst)-1]
	step.By, step.Kind, step.N = g.by, kindPlain, 1
	step.Arg[0], step.Arg[2] = uint8(g.start), direction
}

// turns appends the turns of p, which stands on c outside the enemy castle.
func (g *finder) turns(p piece, c cell) {
	g.start = squareOf[c]
	if !g.bound {
		for w := g.open.near(c); w != 0; w &= w - 1 {
			_, d := first(w)
			g.addPlain(d)
		}
	}
	g.lift(c, p.kind())
	if g.bound {
		g.jump(c, kindJump, path{})
	}
	if g.knight || !g.bound {
		g.canter(c, path{}, false)
	}
	g.drop(c)
}

// canter appends what goes on from c with a canter leg: canters unless a
// capture is owed (rule 9) or a duty, and a knight's charges.
func (g *finder) canter(c cell, p path, owed bool) {
	for w := g.canters(c); w != 0; w &= w - 1 {
		way, d := first(w)
		to := c + 2*way
		next := p.withCanter(d)
		near := g.knight && g.exposed(to)
		if !owed && !near && !g.bound {
			g.add(kindCanter, next)
		}
		if g.goal.has(to) {
			continue
		}
		if near {
			g.jump(to, kindCharge, next)
		}
		g.open.remove(to)
		g.canter(to, next, owed || near)
		g.open.add(to)
	}
}

// jump appends what goes on from c with a jump leg, each to its end (rule 5).
func (g *finder) jump(c cell, kind uint8, p path) {
	for w := g.jumps(c); w != 0; w &= w - 1 {
		way, d := first(w)
		over, to := c+way, c+2*way
		next := p.with(d)
		g.take(over)
		if g.exposed(to) && !g.goal.has(to) {
			g.jump(to, kind, next)
		} else {
			g.add(kind, next)
		}
		g.untake(over)
	}
}
