package rolechess

import (
	_ "embed" // weights.json
	"math/bits"
	"slices"

	"reeve/board"
	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct {
	State
	shape shape // of where the pieces stand, if it is known
}

// shape is what is counted of where the pieces stand, as White's minus Black's: throws
// that kill nobody leave it.
type shape struct {
	known                  bool
	onEmperor, any, nearby int8
}

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch { return &scratch{State: s} }

func (s *scratch) Copy(from rules.Scratch)             { *s = *from.(*scratch) }
func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.phase == over }

func (s *scratch) Actors() rules.Seats {
	switch s.phase {
	case first, battle:
		return rules.SeatsOf(rules.Chance)
	case over:
		return 0
	}
	return rules.SeatsOf(s.turn)
}

func (s *scratch) Forced() bool                       { return false }
func (s *scratch) Loud(dst []rules.Step) []rules.Step { return rules.Gaining(s, dst) }

func (s *scratch) Do(step rules.Step) {
	var room [4]rules.Effect
	before := s.occupied
	s.apply(step, room[:0])
	s.shape.known = s.shape.known && s.occupied == before
}

func boolean(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// fell is what still matters of the dice that have fallen: the highest of each piece.
func (s *scratch) fell() (bits uint64) {
	if s.phase != battle {
		return 0
	}
	for i := range s.attackerCount() + 1 {
		_, from, to := s.fought(i)
		bits |= uint64(slices.Max(s.throws[from:to])) << (8 * i)
	}
	return bits
}

func (s *scratch) Hash() uint64 {
	h := rules.MixBytes(0, s.at[:])
	h = rules.MixBytes(h, s.energy[:])
	h = rules.Mix(h, uint64(s.phase)|uint64(s.turn)<<8|uint64(s.first)<<16|uint64(s.moved)<<24|uint64(s.from)<<32|
		uint64(s.attackers[0])<<40|uint64(s.attackers[1])<<48|uint64(s.target)<<56)
	return rules.Mix(h, s.fell()|uint64(s.thrown)<<24|uint64(s.circle)<<32|
		uint64(s.winners)<<40|uint64(boolean(s.pass))<<48|uint64(boolean(s.before))<<49|uint64(s.dice[White]-1)<<50|uint64(s.dice[Black]-1)<<52)
}

// What is counted, each as own minus enemy's.
const (
	fPieces = iota // by kind from emperor on: energy left of its full one, plus one for each alive
	fThreat = int(kinds) + iota - 1
	fPair
	fNear
	fMove
)

var featureNames = []string{"emperor", "adjutant", "knight", "guard", "lackey", "threats_on_emperor", "threats", "near_emperor", "to_act"}

//go:embed weights.json
var weightsJSON []byte

// Features counts energies, who is threatened, and how near the enemy Emperor is.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	s.look()
	sign := float32(1 - 2*int(seat))
	for p, sq := range s.at {
		if sq != board.None {
			to[fPieces+int(kindOf[p])] += sign * liveliness[p][s.energy[p]]
		}
	}
	to[fThreat] = sign * float32(s.shape.onEmperor)
	to[fPair] = sign * float32(s.shape.any)
	to[fNear] = sign * float32(s.shape.nearby)
	if s.phase != first {
		to[fMove] = -1
		if s.turn == seat {
			to[fMove] = 1
		}
	}
}

// liveliness is 1 and the part of its energy that a living piece has left, by energy;
// Black's is negative.
var liveliness = allLiveliness()

func allLiveliness() (t [pieces][mostEnergy + 1]float32) {
	for p := range t {
		full := fullEnergy[kindOf[p]]
		for left := range full + 1 {
			t[p][left] = 1 + float32(left)/float32(full)
			if piece(p).owner() == Black {
				t[p][left] *= -1
			}
		}
	}
	return t
}

// look makes the shape known.
func (s *scratch) look() {
	if s.shape.known {
		return
	}
	s.shape = shape{known: true}
	s.lookAt(White, 1)
	s.lookAt(Black, -1)
}

// lookAt adds what seat threatens and how near it is, times sign.
func (s *scratch) lookAt(seat rules.Seat, sign int8) {
	base := int(seat) * perSide
	all, enemies := s.all(), s.occupied[1-seat]
	goal := s.at[(1-int(seat))*perSide+emperorAt]
	if goal == board.None {
		return
	}
	near := near3[goal] & s.occupied[seat] &^ one(s.at[base+emperorAt])
	s.shape.nearby += sign * int8(bits.OnesCount64(uint64(near)))
	for i, sq := range s.at[base : base+perSide] {
		if sq == board.None || i == emperorAt {
			continue
		}
		p := piece(base + i)
		hits := reach(p, sq, all) & enemies
		if hits.has(goal) {
			s.shape.onEmperor += sign * int8(attackOf[kindOf[p]])
			hits &^= one(goal)
		}
		if hits != 0 {
			s.shape.any += sign
		}
	}
}
