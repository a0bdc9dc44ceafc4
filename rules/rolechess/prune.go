package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

// Undominated appends the legal steps without dominated ones. Attackers lose nothing, so an attack dominates the
// end of the turn, and an attack with the strongest second dominates those with another or none. (A piece that
// falls may open a line for its side; that is rare and small.)
func (s *scratch) Undominated(dst []rules.Step) []rules.Step {
	var aims [perSide]circles
	switch s.phase {
	case turn:
		before := len(dst)
		dst = s.moves(dst, &aims)
		for i, targets := range aims {
			dst = s.strongest(dst, piece(int(s.turn)*perSide+i), targets, &aims)
		}
		if s.pass || len(dst) == before {
			dst = append(dst, plainStep(s.turn, kindPass))
		}
		return dst
	case attack:
		base := int(s.turn) * perSide
		for i, sq := range s.at[base : base+perSide] {
			if sq != board.None {
				aims[i] = s.seconds(piece(base + i))
			}
		}
		return s.strongest(dst, s.moved, s.targets(s.moved), &aims)
	}
	return s.legal(dst)
}

// strongest appends the attacks of p on targets, each with the strongest of the others
// that reach it.
func (s *scratch) strongest(dst []rules.Step, p piece, targets circles, aims *[perSide]circles) []rules.Step {
	base := int(s.turn) * perSide
	for t := targets; t != 0; t &= t - 1 {
		target, best := t.first(), nobody
		for i, reached := range aims {
			q := piece(base + i)
			if q != p && reached.has(target) && (best == nobody || attackOf[kindOf[q]] > attackOf[kindOf[best]]) {
				best = q
			}
		}
		if best == nobody {
			dst = append(dst, attackStep(s.turn, s.at[p], target))
		} else {
			dst = append(dst, pairStep(s.turn, s.at[p], s.at[best], target))
		}
	}
	return dst
}
