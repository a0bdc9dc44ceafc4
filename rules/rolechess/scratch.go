package rolechess

import (
	_ "embed" // weights.json

	"reeve/board"
	"reeve/rules"
)

// scratch is a position to think on.
type scratch struct{ State }

// Scratch returns the position to think on.
func (s State) Scratch() rules.Scratch { return &scratch{s} }

func (s *scratch) Copy(from rules.Scratch)             { s.State = from.(*scratch).State }
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

func (s *scratch) Do(step rules.Step) {
	var room [4]rules.Effect
	s.apply(step, room[:0])
}

// Luck is, of the throw for who begins the two ends, of a battle the losses.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	if s.phase == first {
		return s.beginnings(dst)
	}
	left := int(s.energy[s.target])
	var place [int(25) + 1]int // by loss, up to the target's energy: the outcome's place in dst, from 1
	waiting := s.attackerCount() + 1 - int(s.thrown)
	weight := float32(1)
	total := 1
	for range waiting {
		weight /= 6
		total *= 6
	}
	for n := range total {
		o := rules.Luck{N: uint8(waiting), Weight: weight}
		next := *s
		for i, rest := 0, n; i < waiting; i, rest = i+1, rest/6 {
			face := uint8(rest%6) + 1
			o.Steps[i] = dieStep(face)
			next.throws[int(s.thrown)+i] = face
		}
		attack, defence := next.scores()
		at := &place[min(left, max(0, attack-defence))]
		if *at == 0 {
			dst = append(dst, rules.Luck{N: o.N, Steps: o.Steps})
			*at = len(dst)
		}
		dst[*at-1].Weight += weight
	}
	return dst
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
	t := s.throws
	if s.phase == advance {
		t = [3]uint8{} // what fell matters no more
	}
	return rules.Mix(h, uint64(t[0])|uint64(t[1])<<8|uint64(t[2])<<16|uint64(s.thrown)<<24|uint64(s.circle)<<32|
		uint64(s.winners)<<40|uint64(boolean(s.pass))<<48|uint64(boolean(s.before))<<49)
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

// Features counts energies, who is threatened, and how near the enemy Emperor is.
func (s *scratch) Features(seat rules.Seat, to []float32) {
	clear(to)
	s.count(seat, 1, to)
	s.count(1-seat, -1, to)
	if s.phase != first {
		to[fMove] = -1
		if s.turn == seat {
			to[fMove] = 1
		}
	}
}

// count adds what seat has, times sign.
func (s *scratch) count(seat rules.Seat, sign float32, to []float32) {
	base := int(seat) * perSide
	all, enemies := s.all(), s.occupied[1-seat]
	goal := s.at[(1-int(seat))*perSide+emperorAt]
	for i, sq := range s.at[base : base+perSide] {
		if sq == board.None {
			continue
		}
		p := piece(base + i)
		k := kindOf[p]
		to[fPieces+int(k)] += sign * (1 + float32(s.energy[p])/float32(fullEnergy[k]))
		if k == emperor || goal == board.None {
			continue
		}
		hits := reach(p, sq, all) & enemies
		if hits.has(goal) {
			to[fThreat] += sign * float32(attackOf[k])
			hits &^= one(goal)
		}
		if hits != 0 {
			to[fPair] += sign
		}
		if near3[goal].has(sq) {
			to[fNear] += sign
		}
	}
}
