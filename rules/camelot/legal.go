package camelot

import (
	"math/bits"

	"reeve/board"
	"reeve/rules"
)

// Legal appends the legal turns by piece: its plain moves, then its ways of
// canters, jumps and charges, each before those that go on from it, in the
// order of directions.
func (s position) Legal(dst []rules.Step) []rules.Step {
	x := scratch{position: s, all: s.spread()}
	x.all.expose(s.turn)
	return x.Legal(dst)
}

func (s *scratch) Legal(dst []rules.Step) []rules.Step {
	if s.over {
		return dst
	}
	g := finder{by: s.turn, dst: dst}
	g.see(&s.field)
	for k := range g.lattices {
		if !s.bound {
			g.lattices[k].see(&s.all, s.turn, k)
		}
	}
	own := s.own()
	movers := own.standing
	if i := s.mustLeave(); i != nobody {
		movers = 1 << i
	}
	for w := movers; w != 0; w &= w - 1 {
		i := firstPiece(w)
		s.turns(&g, i, own.at[i])
	}
	return g.dst
}

// finder collects turns.
type finder struct {
	perspective
	by       rules.Seat
	lattices [4]lattice   // as men see them; not where a capture is a duty
	square   board.Square // of the piece whose turns are looked for
	way      path         // of the turn in the making
	dst      []rules.Step
}

// castleMove appends the way to the other square of the enemy castle (rule 14).
func (s *scratch) castleMove(g *finder, c cell) {
	if s.bound || s.castleMoves[s.turn] == maxCastleMoves {
		return
	}
	for w := g.empty.near(c); w != 0; w &= w - 1 {
		if d, way := w.first(); g.inGoal(c + way) {
			g.plain(1 << d)
		}
	}
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

// moves writes plain moves in the directions w, and returns how many. Eight are written, the
// last of them for nothing: a processor would guess wrong how many there are.
func (g *finder) moves(room []rules.Step, w directions) int {
	move := rules.Step{By: g.by, Kind: kindPlain, N: 1, Arg: [rules.StepArgs]uint8{uint8(g.square)}}
	list := listed[w&255]
	room = room[:len(list)]
	for i, d := range list {
		room[i] = move
		room[i].Arg[1] = d
	}
	return bits.OnesCount8(uint8(w))
}

// listed are the directions of every set, in order.
var listed = allLists()

func allLists() (t [256][len(ways)]uint8) {
	for w := range t {
		n := 0
		for d := range ways {
			if w>>d&1 != 0 {
				t[w][n] = uint8(d)
				n++
			}
		}
	}
	return t
}

// add appends the turn of n legs that is in the making.
func (g *finder) add(kind, n uint8) {
	g.dst = append(g.dst, rules.Step{})
	g.way.write(&g.dst[len(g.dst)-1], g.by, kind, g.square, n)
}
