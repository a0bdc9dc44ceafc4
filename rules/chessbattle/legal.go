package chessbattle

import "reeve/rules"

// Legal appends the legal steps: of two seats that act at once White's first,
// squares and files rising, cards in the order of payment, in battle by piece
// and direction, the straight ones first; what ends something comes last.
func (s State) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }

func (w *war) legal(dst []rules.Step) []rules.Step {
	switch w.phase {
	case battle:
		return w.legalBattle(dst)
	case special:
		return w.cards[w.committing()].legalSpecials(dst, w.committing())
	case draw:
		return legalDraws(dst, w.fight.toDraw())
	case desert:
		return w.legalDesertions(dst)
	case over:
		return dst
	}
	return w.legalPreparation(dst)
}

// actors are those who may act now.
func (w *war) actors() rules.Seats {
	switch w.phase {
	case espionage, deployment:
		return w.waiting()
	case special:
		return rules.SeatsOf(w.committing())
	case draw:
		return rules.SeatsOf(rules.Chance)
	case over:
		return 0
	}
	return rules.SeatsOf(w.turn)
}
