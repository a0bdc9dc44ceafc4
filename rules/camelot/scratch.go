package camelot

import (
	_ "embed" // weights.json
	"math/bits"

	"reeve/rules"
)

// scratch is a position to think on. It keeps no keys, and its order is sums.
type scratch struct {
	position
	all   spread
	tally *tally // nil until a step is picked
}

// Scratch returns the position to think on.
func (s position) Scratch() rules.Scratch {
	s.order.sum(&s.sides)
	s.seen = 0
	x := &scratch{position: s, all: s.spread()}
	x.all.expose(s.turn)
	return x
}

// pieceKeys are random words by group and cell (Zobrist, 1970); off the board is 0.
var pieceKeys = randomKeys()

func randomKeys() (t [groups][256]uint64) {
	for group := range t {
		for _, c := range cellOf {
			t[group][c] = rules.Mix(1, uint64(group)<<8|uint64(c))
		}
	}
	return t
}

func (s *scratch) Copy(from rules.Scratch) {
	f := from.(*scratch)
	s.position, s.all = f.position, f.all
}

func (s *scratch) Luck(dst []rules.Luck) []rules.Luck { return dst }
func (s *scratch) Winners() (rules.Seats, bool)       { return s.winners, s.over }

func (s *scratch) Do(step rules.Step) {
	s.apply(&step, &s.all)
}

func (s *scratch) Actors() rules.Seats {
	if s.over {
		return 0
	}
	return rules.SeatsOf(s.turn)
}

func (s *scratch) Hash() uint64 {
	return rules.Mix(s.order.hash(), uint64(s.turn)|uint64(s.castleMoves[0])<<8|uint64(s.castleMoves[1])<<16|uint64(s.why)<<24|uint64(s.winners)<<32)
}

// Gain is higher for turns that capture more, and into the castle.
func (s *scratch) Gain(step rules.Step) int {
	n := 0
	if step.Kind >= kindJump {
		for i := range int(step.N) {
			if legAt(&step, i).jump() {
				n += 10
			}
		}
		return n
	}
	if step.Kind != kindPlain {
		return 0
	}
	goal := 1 - s.turn
	if c := cellOf[step.Arg[0]]; !c.in(goal) && (c + legAt(&step, 0).way()).in(goal) {
		return 15
	}
	return 0
}

// Forced reports whether a capture is a duty.
func (s *scratch) Forced() bool { return s.bound }

// Loud appends captures, and plain moves into the enemy castle.
func (s *scratch) Loud(dst []rules.Step) []rules.Step {
	if s.bound || s.over {
		return s.Legal(dst)
	}
	g := finder{by: s.turn, dst: dst}
	g.see(&s.field)
	own, leaver := s.own(), s.mustLeave()
	for w := own.standing; w != 0; w &= w - 1 {
		i := firstPiece(w)
		c := own.at[i]
		if g.inGoal(c) || leaver != nobody && leaver != i {
			continue
		}
		g.square = squareOf[c]
		if toCastle[1-s.turn][c] == 1 {
			if w := g.gates(c); w != 0 {
				g.plain(w)
			}
		}
		if i < knights && g.me.touch(c) {
			s.charges(&g, c)
		}
	}
	return g.dst
}

// gates are the directions from c into the enemy castle that are open.
func (g *finder) gates(c cell) (w directions) {
	for d, way := range ways {
		if to := c + way; g.inGoal(to) && g.open.has(to) {
			w |= 1 << d
		}
	}
	return w
}

// What is counted, each as own minus enemy's.
const (
	fKnights = iota
	fMen
	fAdvance  // ranks of all pieces, in tenths
	fLeading  // how near the two foremost pieces are to the enemy castle
	fGoal     // a piece in the enemy castle
	fHome     // defenders near the own castle, by how many enemies are left to hold off
	fTogether // pieces with a friend beside them
	fMarch    // how far those have come who are more
	fMove
)

var featureNames = []string{"knights", "men", "advance", "leading", "in_castle", "defenders", "together", "march", "to_act"}

//go:embed weights.json
var weightsJSON []byte

// Features counts pieces and how far they have come. The nearer the draw of rule 16, the
// less all of that is worth.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	s.count(seat, 1, to)
	s.count(1-seat, -1, to)
	to[fMarch] = s.march(seat) - s.march(1-seat)
	to[fMove] = -1
	if s.turn == seat {
		to[fMove] = 1
	}
	waited := float32(s.quiet) / maxQuiet
	for i := range to {
		to[i] *= 1 - waited*waited
	}
}

// march is how far the pieces of seat have come on average, in tenths of ranks, times its
// part of the pieces above the half: a game that is won is won by going there.
func (s *scratch) march(seat rules.Seat) float32 {
	own, enemies := s.sides[seat].count(), s.sides[1-seat].count()
	if own <= enemies {
		return 0
	}
	return float32(own-enemies) / float32(own+enemies) * 0.1 * float32(s.order.station(seat)&(atHome-1)) / float32(own)
}

func (s *scratch) count(seat rules.Seat, sign float32, to []float32) {
	own := &s.sides[seat]
	men := bits.OnesCount16(own.standing >> knights)
	first, second := uint8(nowhere), uint8(nowhere) // distances to the enemy castle
	goal := &toCastle[1-seat]
	for _, c := range own.at {
		d := goal[c]
		first, second = min(first, d), min(second, max(first, d))
	}
	to[fKnights] += sign * float32(own.count()-men)
	to[fMen] += sign * float32(men)
	to[fAdvance] += sign * 0.1 * float32(s.order.station(seat)&(atHome-1))
	to[fHome] += sign * float32(min(s.order.station(seat)/atHome, mostDefenders)) * float32(s.sides[1-seat].count()) / perSide
	to[fTogether] += sign * float32(own.occupied.together())
	if first == 0 {
		to[fGoal] += sign
	}
	to[fLeading] += sign * (leading[first] + leading[second])
}

// stationWorth is, by seat and cell, how many ranks a piece has come, and atHome
// where it defends its castle.
var stationWorth = allStations()

const atHome = 1 << 10

// mostDefenders are enough to hold a castle: more wait there for nothing.
const mostDefenders = 4

func allStations() (t [2][256]uint32) {
	for seat := range t {
		for _, c := range cellOf {
			t[seat][c] = ranks - uint32(toCastle[1-seat][c])
			if d := toCastle[seat][c]; d > 0 && d <= 3 {
				t[seat][c] += atHome
			}
		}
	}
	return t
}

// leading is what a foremost piece is worth, by its distance.
var leading = allLeading()

func allLeading() (t [nowhere + 1]float32) {
	for d := range t {
		t[d] = 4 / float32(d+2)
	}
	return t
}

// together returns how many cells of b have another one beside them.
func (b *cells) together() (n int) {
	for _, w := range b.beside(b) {
		n += bits.OnesCount64(w)
	}
	return n
}

// toCastle is how many king's steps a cell is from the castle of a seat; nowhere off the
// board.
var toCastle = castleDistances()

const nowhere = 99

func castleDistances() (t [2][256]uint8) {
	for seat := range t {
		t[seat][gone] = nowhere
		for _, c := range cellOf {
			d := nowhere
			for _, goal := range castles[seat] {
				file, rank := int(c)%stride-int(goal)%stride, int(c)/stride-int(goal)/stride
				d = min(d, max(file, -file, rank, -rank))
			}
			t[seat][c] = uint8(d)
		}
	}
	return t
}
