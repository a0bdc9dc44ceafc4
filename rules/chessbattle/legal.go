package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// Legal appends the legal steps: of two seats that act at once White's first,
// squares and files rising, cards in the order of payment, in battle by piece
// and direction, the straight ones first; what ends something comes last.
func (s State) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }

func (s *State) legal(dst []rules.Step) []rules.Step {
	mine := &s.cards[s.turn]
	switch s.phase {
	case camps:
		return s.placing(s.turn).legalCamps(dst)
	case bridges:
		for f := range uint8(files) {
			dst = append(dst, step(s.turn, kindBridge, f))
		}
		return dst
	case espionage, deployment:
		return s.legalAtOnce(dst)
	case army:
		return mine.legalArmies(dst, s.turn)
	case training:
		return mine.legalTraining(dst, s.turn)
	case pay:
		return s.payment().legal(dst, s.turn)
	case battle:
		return s.legalBattle(dst)
	case special:
		return s.cards[s.committing()].legalSpecials(dst, s.committing())
	case draw:
		return legalDraws(dst, s.fight.toDraw())
	case desert:
		return s.legalDesertions(dst)
	}
	return dst
}

// legalAtOnce appends the steps of a hidden phase of the seats that have not finished it.
func (s *State) legalAtOnce(dst []rules.Step) []rules.Step {
	for _, seat := range [2]rules.Seat{White, Black} {
		switch {
		case s.done.Has(seat):
		case s.phase == deployment:
			dst = s.placing(seat).legalDeployment(dst)
		default:
			dst = append(s.cards[seat].legalCards(dst, seat, kindSpy), step(seat, kindDone))
		}
	}
	return dst
}

func (s *State) legalDesertions(dst []rules.Step) []rules.Step {
	for sq := range board.Square(squares) {
		if s.field.unitOf(1-s.turn, sq) {
			dst = append(dst, step(s.turn, kindDesert, uint8(sq)))
		}
	}
	return dst
}
