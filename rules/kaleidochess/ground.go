package kaleidochess

import (
	"reeve/board"
	"reeve/rules"
)

// perSide is how many pieces each player has (sourced; rule 2).
const (
	perSide = 18
	pieces  = 2 * perSide
)

// piece is the number of a piece: White's 0 to 17, Black's 18 to 35, each in the
// interchange's order of ids. The Wizard is a player's first, the Dragon the second.
type piece uint8

const nobody piece = 255

func (p piece) owner() rules.Seat { return rules.Seat(p / perSide) }

func wizardOf(seat rules.Seat) piece { return piece(seat) * perSide }
func dragonOf(seat rules.Seat) piece { return piece(seat)*perSide + 1 }

// ground is everything that does not change in a game: the board, who starts
// where, and the die's table. It is immutable after Load.
type ground struct {
	number uint8
	files  [2]string // what it was loaded from
	game   *rules.Game
	top    *board.Topology

	all, castles, towns, plain fields // plain: neither castle nor town

	ring  [maxFields]uint8
	ways  [2][maxFields]ways           // by gait
	zone  [2][4][maxFields]fields      // by gait and distance: the fields 1 to that many steps away on the empty board (rule 14)
	span  [kindCount][maxFields]fields // where a kind gets to on the empty board
	near  fields                       // two flying steps from a castle
	order [maxFields]uint8             // the rank of a field's name, bytewise
	spots []spot                       // where a barrier may lie, by line and field

	kind   [pieces]kind
	id     [pieces]string
	byID   map[string]piece
	sorted [pieces]piece // by id
	start  [pieces]board.Square

	moves [7]uint16 // by throw, the kinds it lets move (bit k); throw 0, no die: all
	magic [7]bool   // by throw: may it cast and cancel
	fire  [7]bool

	men [2][kindCount]uint64 // by seat, the pieces of a kind, a bit each
}

// ways are the fields one step away, by what lies between: along the ring, or
// across the rounded line on the inner or on the outer side.
type ways struct{ along, in, out, across fields }

// spot is where a barrier's tile may lie: on the rounded line between two
// fields that share a side.
type spot struct {
	in, out board.Square
	line    uint8
	first   board.Square // of in and out, the one whose name comes first
	second  board.Square
}

func (s spot) fields() fields { return one(s.in).or(one(s.out)) }

// spotOf returns the number of the spot between two fields.
func (g *ground) spotOf(a, b board.Square) (uint8, bool) {
	for i, s := range g.spots {
		if s.first == a && s.second == b {
			return uint8(i), true
		}
	}
	return 0, false
}

// within returns the fields 1 to n steps from f on the empty board.
func (g *ground) within(gt gait, n int, f board.Square) fields { return g.zone[gt][n][f] }

// measure fills in zone and spots from the steps.
func (g *ground) measure() error {
	n := g.top.Len()
	for gt := range g.ways {
		for f := range n {
			reached := one(board.Square(f))
			for d := 1; d <= 3; d++ {
				for rest := reached; !rest.empty(); {
					w := g.ways[gt][rest.pop()]
					reached = reached.or(w.along).or(w.across)
				}
				g.zone[gt][d][f] = reached.minus(one(board.Square(f)))
			}
		}
	}
	for f := range n {
		g.addSpots(board.Square(f))
		for k, m := range kinds {
			v := terrain{forces: new(forces), ground: g}
			g.span[k][f] = v.flood(board.Square(f), m.gait, m.reach, m.crosses)
		}
	}
	for rest := g.castles; !rest.empty(); {
		g.near = g.near.or(g.zone[flies][2][rest.pop()])
	}
	if len(g.spots) >= int(off) {
		return unsound("board: %d spots for barriers, %d can be", len(g.spots), int(off)-1)
	}
	return nil
}

// addSpots adds the spots on the line around f (formula Barrier): none at a
// castle, none between two towns.
func (g *ground) addSpots(in board.Square) {
	if g.castles.has(in) {
		return
	}
	for rest := g.ways[walks][in].out.minus(g.castles); !rest.empty(); {
		out := rest.pop()
		if g.towns.has(in) && g.towns.has(out) {
			continue
		}
		s := spot{in: in, out: out, line: g.ring[out], first: in, second: out}
		if g.order[out] < g.order[in] {
			s.first, s.second = out, in
		}
		g.spots = append(g.spots, s)
	}
}
