package rolechess

import (
	_ "embed" // weights.json
	"math/bits"
	"slices"

	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct {
	State
	placed uint64 // hash of where the pieces stand; 0 if it is not known
	shape  shape  // of where the pieces stood when it was last asked for
	seen   shapes // shared by all copies
}

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch { return &scratch{State: s} }

func (s *scratch) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }
func (s *scratch) Winners() (rules.Seats, bool)        { return s.winners, s.phase == over }

func (s *scratch) Copy(from rules.Scratch) {
	f := from.(*scratch)
	if f.seen == nil {
		f.seen = make(shapes, 1<<shapesBits)
	}
	*s = *f
}

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
	if s.phase == battle && s.dieLeft() {
		s.throws[s.thrown] = step.Arg[0]
		s.thrown++
		return
	}
	var room [4]rules.Effect
	before := s.occupied
	s.apply(step, room[:0])
	if s.occupied != before {
		s.placed = 0
	}
}

func boolean(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// dieLeft reports whether more than one die has to be thrown in the battle.
func (s *scratch) dieLeft() bool {
	n := s.attackerCount()*s.diceOf(s.attackers[0]) + s.diceOf(s.target)
	return int(s.thrown)+1 < n
}

// places is a hash of where the pieces stand.
func (s *scratch) places() uint64 {
	if s.placed == 0 {
		s.placed = rules.MixBytes(0, s.at[:])
	}
	return s.placed
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
	h := rules.MixBytes(s.places(), s.energy[:])
	h = rules.Mix(h, uint64(s.phase)|uint64(s.turn)<<8|uint64(s.first)<<16|uint64(s.moved)<<24|uint64(s.from)<<32|
		uint64(s.attackers[0])<<40|uint64(s.attackers[1])<<48|uint64(s.target)<<56)
	return rules.Mix(h, s.fell()|uint64(s.thrown)<<24|uint64(s.circle)<<32|
		uint64(s.winners)<<40|uint64(boolean(s.pass))<<48|uint64(boolean(s.before))<<49|uint64(s.dice[White]-1)<<50|uint64(s.dice[Black]-1)<<52)
}

// What is counted, each as own minus enemy's.
const (
	fPieces = iota // by kind from emperor on: energy left of its full one, plus one for each alive
	fNear   = int(kinds) + iota - 1
	fComers
	fPower  // how likely the strongest two that are left kill the Emperor
	fStrike // how likely the Emperor falls in the next turn, of who is to act
	fMenace // the same of the other one
	fGain   // what the best attack on any other piece takes on average, of who is to act
	fRisk   // the same of the other one
	fMove
)

var featureNames = []string{"emperor", "adjutant", "knight", "guard", "lackey", "near_emperor", "comers", "power", "strike", "menace", "gain", "risk", "to_act"}

//go:embed weights.json
var weightsJSON []byte

// Features counts energies, what each side can take in its next turn, and how near the
// enemy Emperor is.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	s.look()
	sign := float32(1 - 2*int(seat))
	for k, at := range placesOf {
		sum := float32(0)
		for _, left := range s.energy[at[0]:at[1]] {
			sum += liveliness[k][left]
		}
		for _, left := range s.energy[perSide+at[0] : perSide+at[1]] {
			sum -= liveliness[k][left]
		}
		to[fPieces+k] = sign * sum
	}
	to[fNear] = sign * float32(s.shape.nearby)
	to[fComers] = sign * float32(s.shape.comers)
	s.weigh(seat, 1, to)
	s.weigh(1-seat, -1, to)
	if s.phase != first {
		to[fMove] = -1
		if s.turn == seat {
			to[fMove] = 1
		}
	}
}

// weigh adds what seat can take, times sign.
func (s *scratch) weigh(seat rules.Seat, sign float32, to []float32) {
	to[fPower] += sign * s.falls(seat, s.shape.best[seat])
	strike, gain := fStrike, fGain
	if s.turn != seat {
		strike, gain = fMenace, fRisk
	}
	to[strike] += sign * s.falls(seat, s.shape.strikers[seat])
	most, base := int16(0), int(1-seat)*perSide
	for aimed := s.shape.aimed >> base & allButEmperor; aimed != 0; aimed &= aimed - 1 {
		p := base + bits.TrailingZeros32(aimed)
		d := s.shape.aims[p]
		most = max(most, gains[d[0]][d[1]][kindOf[p]][s.energy[p]])
	}
	to[gain] += sign * float32(most) / 1000
}

// allButEmperor are the places in men, a bit for each, but the Emperor's.
const allButEmperor = 1<<perSide - 1 - 1<<emperorAt

// falls is how likely d, of seat, kill the enemy Emperor in one attack.
func (s *scratch) falls(seat rules.Seat, d duo) float32 {
	left := s.energy[int(1-seat)*perSide+emperorAt]
	if d[0] == kinds || left <= 0 {
		return 0
	}
	return kills[s.dice[seat]-1][s.dice[1-seat]-1][d[0]][d[1]][left]
}

// kills are how likely an Emperor falls, by how many dice either side throws, by the kinds
// of the attackers and by its energy.
var kills = allKills()

func allKills() *[mostDice][mostDice][kinds][kinds + 1][mostEnergy + 1]float32 {
	t := new([mostDice][mostDice][kinds][kinds + 1][mostEnergy + 1]float32)
	for attack := range mostDice {
		for defence := range mostDice {
			for a := range kinds {
				for b := range kinds + 1 {
					for left := 1; left <= int(fullEnergy[emperor]); left++ {
						t[attack][defence][a][b][left] = wholeLosses[attack][defence][a][b][emperor].between(left, mostLoss).weight
					}
				}
			}
		}
	}
	return t
}

// placesOf are the places in men of each kind, from one to before another.
var placesOf = [kinds][2]int{emperor: {2, 3}, adjutant: {0, 2}, knight: {12, 14}, guard: {3, 5}, lackey: {5, 12}}

// liveliness is 1 and the part of its energy that a living piece has left, by kind and
// energy; 0 of a beaten one.
var liveliness = allLiveliness()

func allLiveliness() (t [kinds][mostEnergy + 1]float32) {
	for k, full := range fullEnergy {
		for left := int8(1); left <= full; left++ {
			t[k][left] = 1 + float32(left)/float32(full)
		}
	}
	return t
}
