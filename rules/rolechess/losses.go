package rolechess

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"reeve/rules"
)

// fighter is a piece in a battle, with the highest of its dice thrown so far, 0 before the first, and the number
// still to be thrown (rule 16).
type fighter struct {
	kind    kind
	highest uint8
	left    int
}

// fighters are the first attacker, the second or nobody, and the target.
type fighters [3]fighter

func (b *fight) fighters() (all fighters) {
	all[1].kind = kinds // nobody
	n := b.attackerCount()
	for i := range n + 1 {
		p, from, to := b.fought(i)
		f := fighter{kind: kindOf[p], highest: slices.Max(b.throws[from:to]), left: to - min(max(int(b.thrown), from), to)}
		if i == n {
			i = 2
		}
		all[i] = f
	}
	return all
}

// losses returns the distribution of the loss that the battle under way can still bring.
func (b *fight) losses() *lossTable {
	f := b.fighters()
	if b.thrown == 0 {
		return &wholeLosses[f[0].left-1][f[2].left-1][f[0].kind][f[1].kind][f[2].kind]
	}
	losses := new(lossTable)
	losses.fill(f)
	return losses
}

// outcome appends the outcome in which every die left of a fighter shows the face that l has for it.
func (f *fighters) outcome(dst []rules.Luck, l *lot) []rules.Luck {
	dst = append(dst, rules.Luck{Weight: l.weight})
	o := &dst[len(dst)-1]
	for i := range f {
		for range f[i].left {
			o.Steps[o.N] = dieSteps[l.faces[i]]
			o.N++
		}
	}
	return dst
}

// mostLoss bounds every loss: two Adjutants' sixes, with no defence.
const mostLoss = 60

// lot is one loss: its probability, and sample faces that bring it, the attackers' and last the defender's.
type lot struct {
	weight float32
	faces  [3]uint8
}

// lossTable is the distribution of a battle's loss, indexed by loss.
type lossTable [mostLoss + 1]lot

// wholeLosses tabulates the loss of battles without a die thrown, by dice of attack and defence, first attacker,
// second attacker or nobody, and target.
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

// fill enumerates the highest faces that the dice left can show.
func (t *lossTable) fill(f fighters) {
	strength := 0 // of nobody
	if f[1].kind < kinds {
		strength = attackOf[f[1].kind]
	}
	left := f[0].left + f[1].left + f[2].left
	first, second := f[0].ways(), f[1].ways()
	for c, target := range f[2].ways() {
		for b := range second {
			if target*second[b] == 0 {
				continue
			}
			for a := range first {
				if first[a] == 0 {
					continue
				}
				weight := float32(first[a] * second[b] * target)
				for range left {
					weight /= 6
				}
				l := &t[max(0, a*attackOf[f[0].kind]+b*strength-c*defenceOf[f[2].kind])]
				l.weight += weight
				l.faces = [3]uint8{uint8(a), uint8(b), uint8(c)}
			}
		}
	}
}

// ways counts, for each face, in how many ways the dice left make it the fighter's highest.
func (f fighter) ways() (n [7]int) {
	if f.left == 0 {
		n[f.highest] = 1
		return n
	}
	below := 0 // ways in which a lower one is
	for face := max(f.highest, 1); face <= 6; face++ {
		most := 1 // ways to show no more than face
		for range f.left {
			most *= int(face)
		}
		n[face] = most - below
		below = most
	}
	return n
}

// part sums up a range of losses.
type part struct {
	weight float32 // how likely that is
	least  int     // of the losses that can be
	mean   float64
}

// between sums up the losses from one to another, both included.
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

// lots are the few outcomes that stand for a whole distribution. Those without weight are unused.
type lots [3]lot

// few reduces the distribution for a target with that much energy left to three outcomes, the likeliest first:
// it falls; its least loss; and one hit between, weighted so that the mean loss is kept.
func (t *lossTable) few(left int) (out lots) {
	if falls := t.between(left, mostLoss); falls.weight > 0 {
		out[0] = lot{falls.weight, t[falls.least].faces}
	}
	lives := t.between(0, left-1)
	if hits := t.between(lives.least+1, left-1); hits.weight > 0 {
		hit := t.between(int(math.Ceil(hits.mean-1e-3)), left-1).least
		share := (lives.mean - float64(lives.least)) / float64(hit-lives.least)
		out[1] = lot{lives.weight * float32(share), t[hit].faces}
		lives.weight *= float32(1 - share)
	}
	if lives.weight > 0 {
		out[2] = lot{lives.weight, t[lives.least].faces}
	}
	slices.SortStableFunc(out[:], func(a, b lot) int { return cmp.Compare(b.weight, a.weight) })
	return out
}

// wholeFew holds the reduced wholeLosses by the target's energy. countFew fills it when the first search asks:
// no other process pays for it.
var (
	wholeFew [mostDice][mostDice][kinds][kinds + 1][kinds][mostEnergy + 1]lots
	countFew sync.Once
)

func countWholeFew() {
	for attack := range mostDice {
		for defence := range mostDice {
			for a := range kinds {
				for b := range kinds + 1 {
					for target, full := range fullEnergy {
						for left := 1; left <= int(full); left++ {
							wholeFew[attack][defence][a][b][target][left] = wholeLosses[attack][defence][a][b][target].few(left)
						}
					}
				}
			}
		}
	}
}
