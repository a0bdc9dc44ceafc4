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
	var g finder
	g.by, g.bound, g.dst = s.turn, s.bound, dst
	g.see(s)
	side := s.side(s.turn)
	for w := s.standing[s.turn]; w != 0 && !g.bound; w &= w - 1 {
		i := firstPiece(w)
		g.offer(i, side[i])
	}
	if p := s.mustLeave(s.turn); p != nobody {
		g.turns(int(p)%perSide, s.at[p])
		return g.dst
	}
	for w := s.standing[s.turn]; w != 0; w &= w - 1 {
		i := firstPiece(w)
		if c := side[i]; g.inGoal(c) {
			s.castleMove(&g, c)
		} else {
			g.turns(i, c)
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
		if d, way := w.first(); g.inGoal(c + way) {
			g.square = squareOf[c]
			g.plain(1 << d)
		}
	}
}

// finder collects turns.
type finder struct {
	perspective
	by     rules.Seat
	bound  bool         // only captures
	around [16]uint8    // by own piece: in which directions the squares next to it are open
	leaps  [256]uint8   // by cell: in which directions a canter's leg leads from there
	square board.Square // of the piece whose turns are looked for
	way    path         // of the turn in the making
	dst    []rules.Step
}

// offer looks around the i-th own piece, on c: one may step from it to the open
// squares there, and canter over it to each of them from the cell opposite.
func (g *finder) offer(i int, c cell) {
	w := uint8(g.open.near(c))
	g.around[i] = w
	g.leaps[c+back] |= w & 1
	g.leaps[c+stride] |= w & 2
	g.leaps[c+stride-1] |= w & 4
	g.leaps[c+1] |= w & 8
	g.leaps[c-1] |= w & 16
	g.leaps[c-stride+1] |= w & 32
	g.leaps[c-stride] |= w & 64
	g.leaps[c-back] |= w & 128
}

// plain appends plain moves in the directions w.
func (g *finder) plain(w directions) {
	n := len(g.dst)
	if n+len(ways) > cap(g.dst) {
		var room [len(ways)]rules.Step
		g.dst = append(g.dst, room[:g.moves(room[:], w)]...)
		return
	}
	g.dst = g.dst[:n+g.moves(g.dst[n:n+len(ways)], w)]
}

// moves writes plain moves in the directions w, and returns how many. All eight are written,
// each over the last if that is none: a processor would guess wrong how many there are.
func (g *finder) moves(room []rules.Step, w directions) (n int) {
	move := rules.Step{By: g.by, Kind: kindPlain, N: 1, Arg: [rules.StepArgs]uint8{uint8(g.square)}}
	for d := range uint8(len(ways)) {
		room[n] = move
		room[n].Arg[1] = d
		n += int(w >> d & 1)
	}
	return n
}

// add appends the turn of n legs that is in the making.
func (g *finder) add(kind, n uint8) {
	g.dst = append(g.dst, rules.Step{})
	g.way.write(&g.dst[len(g.dst)-1], g.by, kind, g.square, n)
}

// turns appends the turns of the i-th own piece, which stands on c outside the
// enemy castle.
func (g *finder) turns(i int, c cell) {
	g.square = squareOf[c]
	if g.bound {
		g.captures(i, c)
		return
	}
	g.plain(directions(g.around[i]))
	if w := directions(g.leaps[c]); w != 0 {
		g.lift(c, kindOf(i))
		g.canter(c, w, 0)
		g.drop(c)
	}
}

// captures appends the turns of the i-th own piece, on c, that capture.
func (g *finder) captures(i int, c cell) {
	jumps, charges := g.foe.touch(c), i < knights && g.me.touch(c)
	if !jumps && !charges {
		return
	}
	g.lift(c, kindOf(i))
	if jumps {
		g.jump(c, kindJump, 0)
	}
	if charges {
		g.charge(c, 0)
	}
	g.drop(c)
}

// canter appends what goes on from c, after n legs, with a canter leg in one of the
// directions w: canters, and a knight's charges. The piece never comes over its own start:
// by leaps it changes file and rank by even numbers, which those that it leaps are not away.
func (g *finder) canter(c cell, w directions, n uint8) {
	word, bit := g.way.at(n)
	before := *word
	for ; w != 0; w &= w - 1 {
		d, way := w.first()
		to := c + 2*way
		if !g.open.has(to) {
			continue
		}
		*word = before | uint64(d)<<bit
		if g.inGoal(to) { // it stops, and can leap none of those beside it
			g.add(kindCanter, n+1)
			continue
		}
		if g.knight && g.exposed(to) {
			g.open.remove(to)
			g.jump(to, kindCharge, n+1)
			g.charge(to, n+1)
			g.open.add(to)
			continue
		}
		g.add(kindCanter, n+1)
		if on := directions(g.leaps[to]) &^ (1 << (7 - d)); on != 0 {
			g.open.remove(to)
			g.canter(to, on, n+1)
			g.open.add(to)
		}
	}
	*word = before
}

// charge appends what goes on from c, after n legs, with a canter leg of a knight that
// must capture: by a duty, or by rule 9.
func (g *finder) charge(c cell, n uint8) {
	word, bit := g.way.at(n)
	before := *word
	for w := leaps(&g.me, &g.open, c); w != 0; w &= w - 1 {
		d, way := w.first()
		to := c + 2*way
		if g.inGoal(to) {
			continue
		}
		*word = before | uint64(d)<<bit
		g.open.remove(to)
		if g.exposed(to) {
			g.jump(to, kindCharge, n+1)
		}
		g.charge(to, n+1)
		g.open.add(to)
	}
	*word = before
}

// jump appends what goes on from c, after n legs, with a jump leg, each to its
// end (rule 5).
func (g *finder) jump(c cell, kind, n uint8) {
	word, bit := g.way.at(n)
	before := *word
	for w := leaps(&g.foe, &g.empty, c); w != 0; w &= w - 1 {
		d, way := w.first()
		over, to := c+way, c+2*way
		*word = before | uint64(jumpLeg|leg(d))<<bit
		g.take(over)
		if g.exposed(to) && !g.inGoal(to) {
			g.jump(to, kind, n+1)
		} else {
			g.add(kind, n+1)
		}
		g.untake(over)
	}
	*word = before
}
