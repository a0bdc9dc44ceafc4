package camelot

import (
	_ "embed" // weights.json

	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct {
	position
	room []rules.Effect
}

// Scratch returns the position to think on.
func (s position) Scratch() rules.Scratch {
	s.seen = 0
	return &scratch{s, make([]rules.Effect, 0, 2*maxLegs)}
}

func (s *scratch) Copy(from rules.Scratch)             { s.position = from.(*scratch).position }
func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Do(step rules.Step)                  { s.room = s.apply(&step, s.room[:0]); s.seen = 0 }
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck  { return dst }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.over }

func (s *scratch) Actors() rules.Seats {
	if s.over {
		return 0
	}
	return rules.SeatsOf(s.turn)
}

func (s *scratch) Hash() uint64 {
	h := rules.MixBytes(uint64(s.left[0])|uint64(s.left[1])<<8|uint64(s.left[2])<<16|uint64(s.left[3])<<24, s.like[:])
	return rules.Mix(h, uint64(s.turn)|uint64(s.castleMoves[0])<<8|uint64(s.castleMoves[1])<<16|uint64(s.why)<<24|uint64(s.winners)<<32)
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
	if to := cellOf[step.Arg[0]] + legAt(&step, 0).way(); to.in(1 - s.turn) {
		return 15
	}
	return 0
}

// What is counted, each as own minus enemy's.
const (
	fKnights = iota
	fMen
	fAdvance  // ranks of all pieces, in tenths
	fLeading  // how near the two foremost pieces are to the enemy castle
	fGoal     // a piece in the enemy castle
	fHome     // defenders near the own castle
	fTogether // pieces with a friend beside them
	fMove
)

var featureNames = []string{"knights", "men", "advance", "leading", "in_castle", "defenders", "together", "to_act"}

//go:embed weights.json
var weightsJSON []byte

// Features counts pieces and how far they have come.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	s.count(seat, 1, to)
	s.count(1-seat, -1, to)
	to[fMove] = -1
	if s.turn == seat {
		to[fMove] = 1
	}
}

func (s *scratch) count(seat rules.Seat, sign float32, to []float32) {
	to[fKnights] += sign * float32(s.left[2*seat])
	to[fMen] += sign * float32(s.left[2*seat+1])
	side := s.side(seat)
	best := [2]int{99, 99} // distances of the two foremost to the enemy castle
	for w := s.standing[seat]; w != 0; w &= w - 1 {
		c := side[firstPiece(w)]
		near := int(toCastle[1-seat][c])
		to[fAdvance] += sign * 0.1 * float32(ranks-near)
		switch {
		case near < best[0]:
			best[0], best[1] = near, best[0]
		case near < best[1]:
			best[1] = near
		}
		if near == 0 {
			to[fGoal] += sign
		}
		if d := toCastle[seat][c]; d <= 3 && d > 0 {
			to[fHome] += sign
		}
		if s.occupied[seat].touch(c) {
			to[fTogether] += sign
		}
	}
	for _, d := range best {
		to[fLeading] += sign * 4 / float32(d+2)
	}
}

// toCastle is how many king's steps a cell is from the castle of a seat.
var toCastle = castleDistances()

func castleDistances() (t [2][256]uint8) {
	for seat := range t {
		for _, c := range cellOf {
			d := 99
			for _, goal := range castles[seat] {
				file, rank := int(c)%stride-int(goal)%stride, int(c)/stride-int(goal)/stride
				d = min(d, max(file, -file, rank, -rank))
			}
			t[seat][c] = uint8(d)
		}
	}
	return t
}
