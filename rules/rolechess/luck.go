package rolechess

import (
	"math"
	"slices"

	"reeve/rules"
)

// Luck is, of the throw for who begins the two ends, of a battle the losses.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	if s.phase == first {
		return s.beginnings(dst)
	}
	s.look()
	fighters, losses := s.fighters(), s.losses()
	left := int(s.energy[s.target])
	begin := len(dst)
	for loss := mostLoss; loss >= 0; loss-- {
		l := &losses[loss]
		switch {
		case l.weight == 0:
		case loss >= left && len(dst) > begin: // all that kill are one
			dst[begin].Weight += l.weight
		default:
			dst = append(dst, fighters.outcome(l.faces, l.weight))
		}
	}
	return dst
}

// FewLuck is, of a battle: the target falls, it loses as little as it can, and one hit that
// stands for all between. The mean of the losses stays, and the evaluation sees little more.
func (s *scratch) FewLuck(dst []rules.Luck) []rules.Luck {
	if s.phase == first {
		return s.beginnings(dst)
	}
	s.look()
	fighters, losses, left := s.fighters(), s.losses(), int(s.energy[s.target])
	if falls := losses.between(left, mostLoss); falls.weight > 0 {
		dst = append(dst, fighters.outcome(losses[falls.least].faces, falls.weight))
	}
	lives := losses.between(0, left-1)
	hits := losses.between(lives.least+1, left-1)
	if hits.weight > 0 {
		hit := losses.between(int(math.Ceil(hits.mean-1e-3)), left-1).least
		share := (lives.mean - float64(lives.least)) / float64(hit-lives.least)
		dst = append(dst, fighters.outcome(losses[hit].faces, lives.weight*float32(share)))
		lives.weight *= float32(1 - share)
	}
	if lives.weight > 0 {
		dst = append(dst, fighters.outcome(losses[lives.least].faces, lives.weight))
	}
	return dst
}

// fighter is a piece in a battle: the highest of its dice that have been thrown, 0 if none
// has, and how many it has left to throw (rule 16).
type fighter struct {
	kind    kind
	highest uint8
	left    int
}

// fighters are the attackers, of whom the second may be nobody, and the target.
type fighters [3]fighter

func (s *scratch) fighters() (all fighters) {
	all[1].kind = kinds // nobody
	n := s.attackerCount()
	for i := range n + 1 {
		p, from, to := s.fought(i)
		f := fighter{kind: kindOf[p], highest: slices.Max(s.throws[from:to]), left: to - min(max(int(s.thrown), from), to)}
		if i == n {
			i = 2
		}
		all[i] = f
	}
	return all
}

// losses are what the battle can cost now.
func (s *scratch) losses() *lossTable {
	f := s.fighters()
	if s.thrown == 0 {
		return &wholeLosses[f[0].left-1][f[2].left-1][f[0].kind][f[1].kind][f[2].kind]
	}
	losses := new(lossTable)
	losses.fill(f)
	return losses
}

// outcome is that all dice left of a piece show its face.
func (f *fighters) outcome(faces [3]uint8, weight float32) rules.Luck {
	o := rules.Luck{Weight: weight}
	for i := range f {
		for range f[i].left {
			o.Steps[o.N] = dieStep(faces[i])
			o.N++
		}
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

// wholeLosses are the battles of which nothing has been thrown, by how many dice either side
// throws, and by the kinds of the attackers, of whom the second may be nobody, and of the
// target.
var wholeLosses = allLosses()

func allLosses() *[mostDice][mostDice][kinds][kinds + 1][kinds]lossTable {
	t := new([mostDice][mostDice][kinds][kinds + 1][kinds]lossTable)
	for attack := range mostDice {
		for defence := range mostDice {
			for a := range kinds {
				for b := range kinds + 1 {
					for target := range kinds {
						f := fighters{{kind: a, left: attack + 1}, {kind: b}, {kind: target, left: defence + 1}}
						if b != kinds {
							f[1].left = attack + 1
						}
						t[attack][defence][a][b][target].fill(f)
					}
				}
			}
		}
	}
	return t
}

// fill counts what the dice that are left can show.
func (t *lossTable) fill(f fighters) {
	first, second, target := f[0], f[1], f[2]
	strength := 0 // of nobody
	if second.kind < kinds {
		strength = attackOf[second.kind]
	}
	for c := range uint8(7) {
		for b := range uint8(7) {
			for a := range uint8(7) {
				ways := first.ways(a) * second.ways(b) * target.ways(c)
				if ways == 0 {
					continue
				}
				weight := float32(ways)
				for range first.left + second.left + target.left {
					weight /= 6
				}
				loss := int(a)*attackOf[first.kind] + int(b)*strength - int(c)*defenceOf[target.kind]
				l := &t[max(0, loss)]
				l.weight += weight
				l.faces = [3]uint8{a, b, c}
			}
		}
	}
}

// ways is in how many ways the dice that are left make face the highest.
func (f fighter) ways(face uint8) int {
	if face < f.highest || face == 0 && f.left > 0 {
		return 0
	}
	most, less := 1, 1 // ways to show no more than face, and to show less
	for range f.left {
		most, less = most*int(face), less*(int(face)-1)
	}
	if face == f.highest {
		return most
	}
	return most - less
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
	again := [rules.LuckSteps]rules.Step{dieStep(s.first), dieStep(6), dieStep(1)}
	white, black := again, again
	black[1], black[2] = dieStep(1), dieStep(6)
	switch s.first {
	case 0:
		return append(dst,
			rules.Luck{Steps: [rules.LuckSteps]rules.Step{dieStep(6), dieStep(1)}, N: 2, Weight: 0.5},
			rules.Luck{Steps: [rules.LuckSteps]rules.Step{dieStep(1), dieStep(6)}, N: 2, Weight: 0.5})
	case 1: // White begins only after an equal throw
		return append(dst, rules.Luck{Steps: white, N: 3, Weight: 1. / 12}, rules.One(dieStep(6), 11./12))
	case 6:
		return append(dst, rules.One(dieStep(1), 11./12), rules.Luck{Steps: black, N: 3, Weight: 1. / 12})
	}
	lower := (float32(s.first) - 0.5) / 6 // half of the equal throw's sixth with those below it
	return append(dst, rules.One(dieStep(1), lower), rules.One(dieStep(6), 1-lower))
}
