package rolechess

import (
	_ "embed" // weights.json
	"math"
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

// Luck is, of the throw for who begins the two ends, of a battle the losses; where a piece throws several dice
// what each piece throws.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	if s.phase == first {
		return s.beginnings(dst)
	}
	s.look()
	if s.dice != [2]uint8{1, 1} {
		return s.highest(dst)
	}
	n := s.attackerCount()
	second := kinds // nobody
	if n == 2 {
		second = kindOf[s.attackers[1]]
	}
	var known [3]uint8
	copy(known[:], s.throws[:s.thrown])
	losses := &wholeLosses[kindOf[s.attackers[0]]][second][kindOf[s.target]]
	if s.thrown > 0 {
		losses = new(lossTable)
		losses.fill(kindOf[s.attackers[0]], second, kindOf[s.target], known, int(s.thrown))
	}
	left := int(s.energy[s.target])
	begin := len(dst)
	for loss := mostLoss; loss >= 0; loss-- {
		l := &losses[loss]
		switch {
		case l.weight == 0:
		case loss >= left && len(dst) > begin: // all that kill are one
			dst[begin].Weight += l.weight
		default:
			dst = append(dst, rules.Luck{Weight: l.weight})
			o := &dst[len(dst)-1]
			for i := int(s.thrown); i <= n; i++ {
				face := l.faces[i]
				if i == n {
					face = l.faces[2]
				}
				o.Steps[o.N] = dieStep(face)
				o.N++
			}
		}
	}
	return dst
}

// highest are the ends that the dice have which the next piece still throws, by the highest of all its dice.
func (s *scratch) highest(dst []rules.Luck) []rules.Luck {
	p, thrown := s.thrower()
	least, more := uint8(1), s.diceOf(p)-thrown
	if thrown > 0 {
		least = slices.Max(s.throws[int(s.thrown)-thrown : s.thrown])
	}
	below := float32(0)
	for face := least; face <= 6; face++ {
		upTo := float32(math.Pow(float64(face)/6, float64(more)))
		l := rules.Luck{N: uint8(more), Weight: upTo - below}
		for i := range more {
			l.Steps[i] = dieStep(face)
		}
		dst, below = append(dst, l), upTo
	}
	return dst
}

// mostLoss is what two Adjutants' sixes less one of a Lackey's or less do.
const mostLoss = 60

// lossTable is what a battle can cost, by loss: the probability, and faces that do it,
// the attackers' and, last, the defender's.
type lossTable [mostLoss + 1]struct {
	weight float32
	faces  [3]uint8
}

// wholeLosses are the battles of which nothing has been thrown, by the kinds of the
// attackers, of whom the second may be nobody, and of the target.
var wholeLosses = allLosses()

func allLosses() *[kinds][kinds + 1][kinds]lossTable {
	t := new([kinds][kinds + 1][kinds]lossTable)
	for a := range kinds {
		for b := range kinds + 1 {
			for target := range kinds {
				t[a][b][target].fill(a, b, target, [3]uint8{}, 0)
			}
		}
	}
	return t
}

// fill counts the throws that are left when n are known.
func (t *lossTable) fill(first, second, target kind, known [3]uint8, n int) {
	attackers := 2
	if second == kinds {
		attackers = 1
	}
	waiting := attackers + 1 - n
	total, weight := 1, float32(1)
	for range waiting {
		total *= 6
		weight /= 6
	}
	for code := range total {
		faces := known
		for i, rest := n, code; i <= attackers; i, rest = i+1, rest/6 {
			faces[i] = uint8(rest%6) + 1
		}
		attack := int(faces[0]) * attackOf[first]
		if attackers == 2 {
			attack += int(faces[1]) * attackOf[second]
		}
		faces[2] = faces[attackers]
		l := &t[max(0, attack-int(faces[2])*defenceOf[target])]
		l.weight += weight
		l.faces = faces
	}
}

// beginnings are the two ends that throw upon throw comes to (rule 5). An equal
// throw begins anew: then the chances are even.
func (s *scratch) beginnings(dst []rules.Luck) []rules.Luck {
	again := [3]rules.Step{dieStep(s.first), dieStep(6), dieStep(1)}
	white, black := again, again
	black[1], black[2] = dieStep(1), dieStep(6)
	switch s.first {
	case 0:
		return append(dst,
			rules.Luck{Steps: [3]rules.Step{dieStep(6), dieStep(1)}, N: 2, Weight: 0.5},
			rules.Luck{Steps: [3]rules.Step{dieStep(1), dieStep(6)}, N: 2, Weight: 0.5})
	case 1: // White begins only after an equal throw
		return append(dst, rules.Luck{Steps: white, N: 3, Weight: 1. / 12}, rules.One(dieStep(6), 11./12))
	case 6:
		return append(dst, rules.One(dieStep(1), 11./12), rules.Luck{Steps: black, N: 3, Weight: 1. / 12})
	}
	lower := (float32(s.first) - 0.5) / 6 // half of the equal throw's sixth with those below it
	return append(dst, rules.One(dieStep(1), lower), rules.One(dieStep(6), 1-lower))
}

// fell is what still matters of the dice that have fallen: the highest of each piece.
func (s *scratch) fell() (bits uint64) {
	if s.phase != battle {
		return 0
	}
	for i := range s.attackerCount() + 1 {
		_, from, to := s.fought(i)
		bits = bits<<8 | uint64(slices.Max(s.throws[from:to]))
	}
	return bits
}

func boolean(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

func (s *scratch) Hash() uint64 {
	h := rules.MixBytes(0, s.at[:])
	h = rules.MixBytes(h, s.energy[:])
	h = rules.Mix(h, uint64(s.phase)|uint64(s.turn)<<8|uint64(s.first)<<16|uint64(s.moved)<<24|uint64(s.from)<<32|
		uint64(s.attackers[0])<<40|uint64(s.attackers[1])<<48|uint64(s.target)<<56)
	return rules.Mix(h, s.fell()|uint64(s.thrown)<<24|uint64(s.circle)<<32|
		uint64(s.winners)<<40|uint64(boolean(s.pass))<<48|uint64(boolean(s.before))<<49|uint64(s.dice[White])<<50|uint64(s.dice[Black])<<52)
}

// Gain is higher for attacks, and for what they are at.
func (s *scratch) Gain(step rules.Step) int {
	var target board.Square
	switch step.Kind {
	case kindAttack:
		target = board.Square(step.Arg[1])
	case kindPair:
		target = board.Square(step.Arg[2])
	default:
		return 0
	}
	p := s.on(1-s.turn, target)
	if kindOf[p] == emperor {
		return 100 + int(step.Kind)
	}
	return 10 + attackOf[kindOf[p]] + int(step.Kind)
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

//go:embed ladder.json
var ladderJSON []byte

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

func allLiveliness() (t [pieces][26]float32) {
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
