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

// shape is what is counted of where the pieces stand: throws that kill nobody leave it.
type shape struct {
	known    bool
	nearby   int8        // White's pieces near the enemy Emperor, minus Black's
	comers   int8        // those that can attack it in their next turn, minus Black's
	aims     [pieces]duo // who can attack each piece now
	strikers [2]duo      // by seat: who can attack the enemy Emperor in the next turn
	best     [2]duo      // by seat: of all that are left
}

// duo are the kinds of the two strongest attackers there are; kinds stands for nobody.
type duo [2]kind

// add puts a piece no stronger than those that are in it.
func (d *duo) add(k kind) {
	switch {
	case d[0] == kinds:
		d[0] = k
	case d[1] == kinds:
		d[1] = k
	}
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
	for p, sq := range s.at {
		if sq != board.None {
			to[fPieces+int(kindOf[p])] += sign * liveliness[p][s.energy[p]]
		}
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
	for i, d := range s.shape.aims[base : base+perSide] {
		if d[0] != kinds && i != emperorAt {
			most = max(most, gains[d[0]][d[1]][men[i].kind][s.energy[base+i]])
		}
	}
	to[gain] += sign * float32(most) / 1000
}

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
	for p := range s.shape.aims {
		s.shape.aims[p] = duo{kinds, kinds}
	}
	var who [squares]piece
	for p, sq := range s.at {
		if sq != board.None {
			who[sq] = piece(p)
		}
	}
	s.lookAt(White, 1, &who)
	s.lookAt(Black, -1, &who)
}

// byStrength are the places in men, the strongest attackers first.
var byStrength = [perSide]int{0, 1, 12, 13, 3, 4, 5, 6, 7, 8, 9, 10, 11, emperorAt}

// lookAt notes what seat can attack and how near it is, counted times sign.
func (s *scratch) lookAt(seat rules.Seat, sign int8, who *[squares]piece) {
	base, victim := int(seat)*perSide, int(1-seat)*perSide+emperorAt
	all, enemies, goal := s.all(), s.occupied[1-seat], s.at[victim]
	best, soon := duo{kinds, kinds}, kinds
	var from [kinds]circles
	if goal != board.None {
		near := near3[goal] & s.occupied[seat] &^ one(s.at[base+emperorAt])
		s.shape.nearby += sign * int8(bits.OnesCount64(uint64(near)))
		from = s.sources(seat, goal, all)
	}
	for _, i := range byStrength {
		p := piece(base + i)
		sq, k := s.at[p], kindOf[p]
		if sq == board.None {
			continue
		}
		best.add(k)
		to := reach(p, sq, all)
		for t := to & enemies; t != 0; t &= t - 1 {
			s.shape.aims[who[t.first()]].add(k)
		}
		comes := to&^all&from[k] != 0
		if comes && soon == kinds && !to.has(goal) {
			soon = k
		}
		if comes || to.has(goal) {
			s.shape.comers += sign
		}
	}
	s.shape.best[seat] = best
	s.shape.strikers[seat] = s.shape.aims[victim].with(soon)
}

// sources are the circles from which pieces of seat reach goal, by their kinds.
func (s *scratch) sources(seat rules.Seat, goal board.Square, all circles) (from [kinds]circles) {
	for k := range kinds {
		from[k] = step[1-seat][k][goal]
	}
	from[adjutant] |= slide(goal, all, 1)
	from[guard] |= slide(goal, all, 0) & near3[goal]
	return from
}

// with is d after a piece has moved there, of which the strongest one is of kind soon.
func (d duo) with(soon kind) duo {
	if soon != kinds && (d[1] == kinds || attackOf[soon] > attackOf[d[1]]) {
		if d[0] == kinds {
			return duo{soon, kinds}
		}
		return duo{d[0], soon}
	}
	return d
}
