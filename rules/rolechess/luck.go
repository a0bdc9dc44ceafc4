package rolechess

import "reeve/rules"

// Luck lists the outcomes at a chance node: for the throw that decides who begins the two ends, for a battle one
// outcome a loss.
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
			dst = fighters.outcome(dst, l)
		}
	}
	return dst
}

// FewLuck lists three outcomes of a battle instead of all: the target falls, it loses as little as it can, and
// one hit stands for all between. The mean loss is kept, and the evaluation depends on little else.
func (s *scratch) FewLuck(dst []rules.Luck) []rules.Luck {
	if s.phase == first {
		return s.beginnings(dst)
	}
	s.look()
	countFew.Do(countWholeFew)
	f, left := s.fighters(), s.energy[s.target]
	few := &wholeFew[s.dice[s.turn]-1][s.dice[1-s.turn]-1][f[0].kind][f[1].kind][f[2].kind][left]
	if s.thrown > 0 {
		now := s.losses().few(int(left))
		few = &now
	}
	for i := range few {
		if few[i].weight > 0 {
			dst = f.outcome(dst, &few[i])
		}
	}
	return dst
}

// beginnings lists the two results of the throws for who begins (rule 5). An equal throw begins anew, with even
// chances.
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
