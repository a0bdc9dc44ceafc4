package rolechess

import (
	_ "embed" // weights.json
	"math/bits"

	"reeve/rules"
)

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

// Features evaluates the energies, what each side can take in its next turn, and how near each side is to the
// enemy Emperor.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	t := (*[fMove + 1]float32)(to)
	s.look()
	sign := float32(1 - 2*int(seat))
	t[fPieces+adjutant] = sign * s.pair(adjutant, adjutantsAt)
	t[fPieces+emperor] = sign * s.more(emperor, emperorAt, guardsAt)
	t[fPieces+guard] = sign * s.pair(guard, guardsAt)
	t[fPieces+lackey] = sign * s.more(lackey, lackeysAt, knightsAt)
	t[fPieces+knight] = sign * s.pair(knight, knightsAt)
	t[fNear] = sign * float32(s.shape.nearby)
	t[fComers] = sign * float32(s.shape.comers)
	t[fPower] = s.falls(seat, s.shape.best[seat]) - s.falls(1-seat, s.shape.best[1-seat])
	t[fStrike], t[fGain] = s.falls(s.turn, s.shape.strikers[s.turn]), s.mostGain(s.turn)
	t[fMenace], t[fRisk] = s.falls(1-s.turn, s.shape.strikers[1-s.turn]), s.mostGain(1-s.turn)
	t[fMove] = boolean(s.phase != first)
	if s.turn == seat {
		t[fMenace], t[fRisk] = -t[fMenace], -t[fRisk]
	} else {
		t[fStrike], t[fGain], t[fMove] = -t[fStrike], -t[fGain], -t[fMove]
	}
}

// pair sums the liveliness of the two pieces of a kind that begin at a place in men, White's less Black's.
func (s *scratch) pair(k kind, from int) float32 {
	worth, white, black := &liveliness[k], (*[2]int8)(s.energy[from:]), (*[2]int8)(s.energy[perSide+from:])
	return worth[uint8(white[0])%energyRoom] + worth[uint8(white[1])%energyRoom] -
		worth[uint8(black[0])%energyRoom] - worth[uint8(black[1])%energyRoom]
}

// more does so for a kind of any number: the pieces from one place up to another.
func (s *scratch) more(k kind, from, to int) (sum float32) {
	worth := &liveliness[k]
	for _, left := range s.energy[from:to] {
		sum += worth[uint8(left)%energyRoom]
	}
	for _, left := range s.energy[perSide+from : perSide+to] {
		sum -= worth[uint8(left)%energyRoom]
	}
	return sum
}

// mostGain returns the mean gain of seat's best attack on any piece but the Emperor.
func (s *scratch) mostGain(seat rules.Seat) float32 {
	most, base := int16(0), int(1-seat)*perSide
	men, aims, energy := kindOf[base:base+perSide], s.shape.aims[base:base+perSide], s.energy[base:base+perSide]
	for aimed := s.shape.aimed >> base & allButEmperor; aimed != 0; aimed &= aimed - 1 {
		p := bits.TrailingZeros32(aimed)
		most = max(most, gains[aims[p]%duos][men[p]%kindRoom][uint8(energy[p])%energyRoom])
	}
	return float32(most) / 1000
}

// allButEmperor masks the places in men without the Emperor's.
const allButEmperor = 1<<perSide - 1 - 1<<emperorAt

// falls returns the probability that d, of seat, kills the enemy Emperor in one attack.
func (s *scratch) falls(seat rules.Seat, d duo) float32 {
	left := s.energy[int(1-seat)*perSide+emperorAt]
	return kills[(s.dice[seat]-1)%mostDice][(s.dice[1-seat]-1)%mostDice][d%duos][uint8(left)%energyRoom]
}

// kills tabulates the probability that an Emperor falls, by dice of attack and defence, attackers, and energy
// left.
var kills = allKills()

func allKills() *[mostDice][mostDice][duos][energyRoom]float32 {
	t := new([mostDice][mostDice][duos][energyRoom]float32)
	for attack := range mostDice {
		for defence := range mostDice {
			for a := range kinds {
				for b := range kinds + 1 {
					for left := 1; left <= int(fullEnergy[emperor]); left++ {
						t[attack][defence][duoOf(a, b)][left] = wholeLosses[attack][defence][a][b][emperor].between(left, mostLoss).weight
					}
				}
			}
		}
	}
	return t
}

// liveliness tabulates a living piece's worth by kind and energy: 1 plus the fraction of its energy that is
// left. A beaten piece has 0.
var liveliness = allLiveliness()

func allLiveliness() (t [kinds][energyRoom]float32) {
	for k, full := range fullEnergy {
		for left := int8(1); left <= full; left++ {
			t[k][left] = 1 + float32(left)/float32(full)
		}
	}
	return t
}

func boolean(b bool) float32 {
	if b {
		return 1
	}
	return 0
}
