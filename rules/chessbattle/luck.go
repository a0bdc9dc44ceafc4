package chessbattle

import "reeve/rules"

// Luck is the draws of a fight, those with the same end together: after the
// defender's draw the cards go back, and only who fell is left.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	f := &s.fight
	attack, defence := f.scores(rules.Step{})
	var ends [3]rules.Luck // the attacker falls, both do or nobody, the target does
	if f.defending {
		for _, d := range draws[f.draws[1]] {
			l := &ends[f.end(attack-defence-d.sum)]
			l.Steps[0], l.N = d.step, 1
			l.Weight += d.weight
		}
	} else {
		for i, m := range margins[f.draws[0]][f.draws[1]] {
			if m.weight > 0 {
				l := &ends[f.end(attack-defence+i-mostMargin)]
				l.Steps[0], l.Steps[1], l.N = draws[f.draws[0]][m.attack].step, draws[f.draws[1]][m.defence].step, 2
				l.Weight += m.weight
			}
		}
	}
	for i := range ends {
		if ends[i].N > 0 {
			dst = append(dst, ends[i])
		}
	}
	return dst
}

// end numbers how the fight ends by how much more the attacker has: of a shot too little is as
// good as none.
func (f *fight) end(margin int) int {
	switch {
	case margin > 0:
		return 2
	case margin < 0 && !f.shot:
		return 0
	}
	return 1
}

// margin is how likely the attacker draws so much more, and two handfuls that do.
type margin struct {
	weight          float32
	attack, defence uint8
}

// mostMargin is more than five cards can be worth: two kings, two queens and a jack.
const mostMargin = 16

// margins are what two handfuls can differ by, by the numbers of cards.
var margins = allMargins()

func allMargins() (t [mostDraws + 1][mostDraws + 1][2*mostMargin + 1]margin) {
	for n, attacks := range draws {
		for m, defences := range draws {
			for i, a := range attacks {
				for j, d := range defences {
					of := &t[n][m][a.sum-d.sum+mostMargin]
					*of = margin{of.weight + a.weight*d.weight, uint8(i), uint8(j)}
				}
			}
		}
	}
	return t
}

// handful is what so many cards of the battle deck can be, with its probability.
type handful struct {
	step   rules.Step
	sum    int
	weight float32
}

// draws are the handfuls by the number of cards.
var draws = allDraws()

func allDraws() (t [mostDraws + 1][]handful) {
	ways := [3]float32{1, 2, 1}                // of so many cards of two
	sets := [...]float32{1, 8, 28, 56, 70, 56} // of so many cards of eight
	for n := range t {
		for _, step := range legalDraws(nil, uint8(n)) {
			h := handful{step: step, weight: 1 / sets[n]}
			var count [5]int
			for _, v := range step.Arg[:step.N] {
				h.sum += int(v)
				count[v]++
			}
			for _, c := range count {
				h.weight *= ways[c]
			}
			t[n] = append(t[n], h)
		}
	}
	return t
}
