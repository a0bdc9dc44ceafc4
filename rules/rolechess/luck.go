package rolechess

import "reeve/rules"

// Luck lists the outcomes at a chance node: for the throw that decides who begins the two ends, for a battle one
// outcome a loss.
func (s *scratch) Luck(dst []rules.Luck) []rules.Luck {
	if s.phase == first {
		return s.toss.luck(dst)
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
		return s.toss.luck(dst)
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
