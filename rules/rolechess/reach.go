package rolechess

import (
	"math/bits"

	"reeve/board"
)

// circles is a set of the board's 49 circles, one bit each.
type circles uint64

const (
	files   = 7
	squares = files * files
)

func one(sq board.Square) circles          { return 1 << (sq & 63) }
func (c circles) has(sq board.Square) bool { return sq < squares && c&one(sq) != 0 }
func (c circles) first() board.Square      { return board.Square(bits.TrailingZeros64(uint64(c))) }

// directions are the eight of rule 1, as files and ranks. Along the first four
// the number of the square rises. The even ones are orthogonal.
var directions = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

var leaps = [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

// places is the power of two that holds all squares. The last one stands for off the board (board.None) and
// reaches nothing.
const places = 64

// The look-ups of reach.
var (
	step  = allSteps() // by seat, kind and square: what is reached whatever stands between
	ray   = allRays()  // by direction and square: the circles up to the edge
	near3 = nearby(3)  // by square: the circles at most three away in either coordinate
)

// at returns the circle at file f and rank r as a set, empty off the board.
func at(f, r int) circles {
	if f < 0 || f >= files || r < 0 || r >= files {
		return 0
	}
	return one(board.Square(r*files + f))
}

func allSteps() (t [2][kinds][places]circles) {
	for sq := range squares {
		f, r := sq%files, sq/files
		for seat, ahead := range [2]int{1, -1} {
			s := &t[seat]
			for i, d := range directions {
				to := at(f+d[0], r+d[1])
				s[emperor][sq] |= to
				if i%2 == 0 {
					s[adjutant][sq] |= to
				}
				if d[1] == ahead {
					s[lackey][sq] |= to
				}
			}
			for _, d := range leaps {
				s[knight][sq] |= at(f+d[0], r+d[1])
			}
		}
	}
	return t
}

func allRays() (t [8][places]circles) {
	for i, d := range directions {
		for sq := range squares {
			for n := 1; n < files; n++ {
				t[i][sq] |= at(sq%files+n*d[0], sq/files+n*d[1])
			}
		}
	}
	return t
}

func nearby(n int) (t [places]circles) {
	for sq := range squares {
		for df := -n; df <= n; df++ {
			for dr := -n; dr <= n; dr++ {
				t[sq] |= at(sq%files+df, sq/files+dr)
			}
		}
	}
	return t
}

// reach returns the circles that p, standing on sq, gets to, and the first
// occupied one in each of its ways (rules 2 to 4). Without the occupied circles
// it is where p may move; the enemies in it are what p may attack.
func reach(p piece, sq board.Square, occupied circles) circles {
	k := kindOf[p]
	to := step[p.owner()][k][sq]
	switch k {
	case adjutant:
		to |= slide(sq, occupied, 1)
	case guard:
		to |= slide(sq, occupied, 0) & near3[sq]
	}
	return to
}

// slide follows every second ray from the given one up to the first occupied circle. Along
// the first four that is the lowest, along the others the highest.
func slide(sq board.Square, occupied circles, from int) (to circles) {
	for d := from; d < 4; d += 2 {
		up, down := ray[d][sq], ray[d+4][sq]
		hit := up & occupied
		to |= up & (hit ^ (hit - 1))
		highest := (bits.Len64(uint64(down&occupied|1)) - 1) & 63 // circle 0 ends its ways
		to |= down >> highest << highest
	}
	return to
}
