package chessbattle

import (
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// The joined field (rule 1): square rank*8+file, ranks and files from 0.
const (
	files   = 8
	squares = 128
	home    = 64 // White's board is below it, Black's from it on
)

// pitch is the width of a square, and of the river, in millimetres.
const pitch = 50

// dirs are the eight directions as steps of file and rank, the straight ones
// first: a step in the first four costs 1, in the others 2 (rule 14).
var dirs = [8][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}}

const (
	north     = 0 // towards Black's side
	south     = 2
	straights = 4
)

// near gives the neighbour in each direction, board.None for none: near[1] with
// the river, over which nobody is anybody's neighbour, near[0] without it.
var near = [2][squares][8]board.Square{neighbours(false), neighbours(true)}

// shots gives the squares a shot reaches (rule 17), by river as near.
var shots = [2][squares]board.Set{ranges(false), ranges(true)}

// The playing surfaces, by river as near.
var topologies = [2]*board.Topology{surface("chessbattle without the river", false), surface("chessbattle", true)}

// facing returns the square straight over the river, None off the banks.
func facing(sq board.Square) board.Square {
	switch {
	case sq >= home-files && sq < home:
		return sq + files
	case sq >= home && sq < home+files:
		return sq - files
	}
	return board.None
}

// ownBoard reports whether sq lies on seat's own board.
func ownBoard(seat rules.Seat, sq board.Square) bool {
	return standing(sq) && (sq < home) == (seat == White)
}

// offset returns the square df files and dr ranks from sq; None off the field,
// and with the river over the water.
func offset(sq board.Square, df, dr int, river bool) board.Square {
	f, r := int(sq)%files+df, int(sq)/files+dr
	if f < 0 || f >= files || r < 0 || r >= squares/files {
		return board.None
	}
	to := board.Square(r*files + f)
	if river && (sq < home) != (to < home) {
		return board.None
	}
	return to
}

func neighbours(river bool) (n [squares][8]board.Square) {
	for sq := range n {
		for d, step := range dirs {
			n[sq][d] = offset(board.Square(sq), step[0], step[1], river)
		}
	}
	return n
}

// ranges counts the river as one rank (rule 17).
func ranges(river bool) (in [squares]board.Set) {
	for a := range squares {
		for b := range squares {
			ranks := distance(a/files, b/files)
			if river && (a < home) != (b < home) {
				ranks++
			}
			if a != b && ranks <= 2 && distance(a%files, b%files) <= 2 {
				in[a].Add(board.Square(b))
			}
		}
	}
	return in
}

func distance(a, b int) int { return max(a-b, b-a) }

// surface draws the field; the river is as wide as a rank and marks its banks,
// and no drawn line leads over it but straight along the files.
func surface(name string, river bool) *board.Topology {
	places := board.Grid(files, squares/files, pitch, 'a')
	if !river {
		return board.MustNew(name, places)
	}
	for i := range places {
		sq := board.Square(i)
		if sq >= home {
			places[i].Y += pitch
		}
		places[i].Near = nil
		for to := range board.Square(squares) {
			if adjacent(sq, to) || facing(sq) == to {
				places[i].Near = append(places[i].Near, to)
			}
		}
		if facing(sq) != board.None {
			places[i].Marks = []string{"bank"}
		}
	}
	return board.MustNew(name, places)
}

// adjacent reports whether a and b are neighbours that no river parts.
func adjacent(a, b board.Square) bool {
	df, dr := distance(int(a)%files, int(b)%files), distance(int(a)/files, int(b)/files)
	return max(df, dr) == 1 && (a < home) == (b < home)
}

// fileName returns the letter of a file; a stranger's file gets a number.
func fileName(f uint8) string {
	if f >= files {
		return strconv.Itoa(int(f))
	}
	return "abcdefgh"[f : f+1]
}

// squareName returns the name of sq on either surface; a stranger's square gets a number.
func squareName(sq board.Square) string {
	if !standing(sq) {
		return strconv.Itoa(int(sq))
	}
	return topologies[1].Name(sq)
}
