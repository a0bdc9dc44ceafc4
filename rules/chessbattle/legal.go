package chessbattle

import (
	"reeve/board"
	"reeve/rules"
)

// trainingCost is the price of each upgrade of the King (rule 10).
var trainingCost = [6]int{0, 2, 6, 15, 30, 60}

// Legal appends the legal steps: of two seats that act at once White's first,
// squares and files rising, cards in the order of payment, in battle by piece
// and direction, the straight ones first; what ends something comes last.
func (s State) Legal(dst []rules.Step) []rules.Step { return s.legal(dst) }

func (s *State) legal(dst []rules.Step) []rules.Step {
	switch s.phase {
	case camps:
		return s.legalCamps(dst)
	case bridges:
		for f := range uint8(files) {
			dst = append(dst, step(s.turn, kindBridge, f))
		}
	case espionage:
		for _, seat := range [2]rules.Seat{White, Black} {
			if !s.finished(seat) {
				dst = s.legalCards(dst, seat, kindSpy)
				dst = append(dst, step(seat, kindDone))
			}
		}
	case army:
		return s.legalArmies(dst)
	case training:
		p := newPurse(s.hand[s.turn], s.spent[s.turn])
		for k, cost := range trainingCost {
			if p.pays(cost) {
				dst = append(dst, step(s.turn, kindTrain, uint8(k)))
			}
		}
	case pay:
		for rest := s.hand[s.turn]; rest != 0; rest &= rest - 1 {
			if s.refusePay(rest.first()).IsZero() {
				dst = append(dst, cardStep(s.turn, kindPay, rest.first()))
			}
		}
	case deployment:
		dst = s.legalDeployment(dst, White)
		dst = s.legalDeployment(dst, Black)
	case battle:
		return s.legalBattle(dst)
	case special:
		for rest := s.hand[s.committing()]; rest != 0; rest &= rest - 1 {
			dst = append(dst, specialStep(s.committing(), uint8(rest.first())+1))
		}
		dst = append(dst, specialStep(s.committing(), 0))
	case draw:
		return legalDraws(dst, s.toDraw())
	case desert:
		return s.legalDesertions(dst)
	}
	return dst
}

func (s *State) legalCamps(dst []rules.Step) []rules.Step {
	for sq := range board.Square(squares) {
		if ownBoard(s.turn, sq) && s.on[sq] == nobody {
			dst = append(dst, step(s.turn, kindCamp, uint8(sq)))
		}
	}
	return dst
}

func (s *State) legalCards(dst []rules.Step, seat rules.Seat, kind uint8) []rules.Step {
	for rest := s.hand[seat]; rest != 0; rest &= rest - 1 {
		dst = append(dst, cardStep(seat, kind, rest.first()))
	}
	return dst
}

// legalArmies appends the armies that can be paid (rules 7 and 9).
func (s *State) legalArmies(dst []rules.Step) []rules.Step {
	p := newPurse(s.hand[s.turn], s.spent[s.turn])
	var can [128]bool
	for cost := range can {
		can[cost] = p.pays(cost)
	}
	for l := range most[levy] + 1 {
		for n := range most[knights] + 1 {
			for k := range most[pikemen] + 1 {
				for x := range most[crossbowmen] + 1 {
					if a := [units]uint8{l, n, k, x}; can[costOf(a)] {
						dst = append(dst, armyStep(s.turn, a))
					}
				}
			}
		}
	}
	return dst
}

// costOf returns the price of an army, which has at most the units there are.
func costOf(a [units]uint8) (cost int) {
	for k, n := range a {
		cost += int(n) * price[k]
	}
	return cost
}

func (s *State) legalDeployment(dst []rules.Step, seat rules.Seat) []rules.Step {
	if s.finished(seat) {
		return dst
	}
	before := len(dst)
	for k := range camp {
		if s.nextToDeploy(seat, k) == nobody {
			continue
		}
		for sq := board.Square(home) * board.Square(seat); ownBoard(seat, sq); sq++ {
			if s.on[sq] == nobody {
				dst = append(dst, deployStep(k, sq))
			}
		}
	}
	if len(dst) == before {
		dst = append(dst, step(seat, kindDone))
	}
	return dst
}

// nextToDeploy returns seat's piece of kind k with the lowest number that is
// still off the board, or nobody.
func (s *State) nextToDeploy(seat rules.Seat, k kind) piece {
	for n := range int(most[k]) {
		if p := pieceOf(seat, k, n); s.at[p] == noSquare {
			return p
		}
	}
	return nobody
}

// legalDraws appends what n cards of the battle deck can be, by value.
func legalDraws(dst []rules.Step, n uint8) []rules.Step {
	for a := range uint8(3) {
		for b := range uint8(3) {
			for c := range uint8(3) {
				for d := range uint8(3) {
					if a+b+c+d == n {
						dst = append(dst, drawStep([5]uint8{0, a, b, c, d}))
					}
				}
			}
		}
	}
	return dst
}

func (s *State) legalDesertions(dst []rules.Step) []rules.Step {
	for sq := range board.Square(squares) {
		if s.own(1-s.turn, sq) && kindOf[s.on[sq]] != camp {
			dst = append(dst, step(s.turn, kindDesert, uint8(sq)))
		}
	}
	return dst
}
