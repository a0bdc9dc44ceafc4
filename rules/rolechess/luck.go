package rolechess

import (
	"math"
	"slices"

	"reeve/rules"
)

// Luck is, of the throw for who begins the two ends, of a battle the losses; where a piece
// throws several dice what each piece throws.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	if s.phase == first {
		return s.beginnings(dst)
	}
	s.look()
	if s.several() {
		return s.highest(dst)
	}
	losses := s.losses()
	left := int(s.energy[s.target])
	begin := len(dst)
	for loss := mostLoss; loss >= 0; loss-- {
		l := &losses[loss]
		switch {
		case l.weight == 0:
		case loss >= left && len(dst) > begin: // all that kill are one
			dst[begin].Weight += l.weight
		default:
			dst = append(dst, s.outcome(l.faces, l.weight))
		}
	}
	return dst
}

// FewLuck is, of a battle: the target falls, it loses as little as it can, and one hit that
// stands for all between. The mean of the losses stays, and the evaluation sees little more.
func (s *scratch) FewLuck(dst []rules.Luck) []rules.Luck {
	if s.phase == first || s.several() {
		return s.Luck(dst)
	}
	s.look()
	losses, left := s.losses(), int(s.energy[s.target])
	if falls := losses.between(left, mostLoss); falls.weight > 0 {
		dst = append(dst, s.outcome(losses[falls.least].faces, falls.weight))
	}
	lives := losses.between(0, left-1)
	hits := losses.between(lives.least+1, left-1)
	if hits.weight > 0 {
		hit := losses.between(int(math.Ceil(hits.mean-1e-3)), left-1).least
		share := (lives.mean - float64(lives.least)) / float64(hit-lives.least)
		dst = append(dst, s.outcome(losses[hit].faces, lives.weight*float32(share)))
		lives.weight *= float32(1 - share)
	}
	if lives.weight > 0 {
		dst = append(dst, s.outcome(losses[lives.least].faces, lives.weight))
	}
	return dst
}

// several reports whether pieces of a side throw more than one die (rule 16).
func (s *scratch) several() bool { return s.dice != [2]uint8{1, 1} }

// highest are the ends that the dice have which the next piece still throws, by the highest
// of all its dice.
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

// losses are what the battle can cost now.
func (s *scratch) losses() *lossTable {
	second := kinds // nobody
	if s.attackerCount() == 2 {
		second = kindOf[s.attackers[1]]
	}
	if s.thrown == 0 {
		return &wholeLosses[kindOf[s.attackers[0]]][second][kindOf[s.target]]
	}
	losses := new(lossTable)
	losses.fill(kindOf[s.attackers[0]], second, kindOf[s.target], [3]uint8(s.throws[:3]), int(s.thrown))
	return losses
}

// outcome is that the dice not yet thrown show their faces; the target's is the last.
func (s *scratch) outcome(faces [3]uint8, weight float32) rules.Luck {
	o := rules.Luck{Weight: weight}
	n := s.attackerCount()
	for i := int(s.thrown); i <= n; i++ {
		face := faces[i]
		if i == n {
			face = faces[2]
		}
		o.Steps[o.N] = dieStep(face)
		o.N++
	}
	return o
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

// part is what a battle costs if it costs so much.
type part struct {
	weight float32 // how likely that is
	least  int     // of the losses that can be
	mean   float64
}

// between is the part with losses from one to another.
func (t *lossTable) between(from, to int) (p part) {
	for loss := to; loss >= from; loss-- {
		if w := t[loss].weight; w > 0 {
			p.weight += w
			p.mean += float64(w) * float64(loss)
			p.least = loss
		}
	}
	p.mean /= float64(max(p.weight, 1e-9))
	return p
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
