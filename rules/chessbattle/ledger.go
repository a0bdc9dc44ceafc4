package chessbattle

import (
	"strconv"

	"reeve/rules"
)

// ledger is where one player's cards are. Those that are being paid, and a Special
// Card committed to a fight, are nowhere in it.
type ledger struct {
	hand  pile
	spent pile // the change box
	laid  pile // for espionage, and kept as its record once it is revealed
}

// purse answers what the hand can pay.
func (l *ledger) purse() purse { return newPurse(l.hand, l.spent) }

// lay lays c for espionage.
func (l *ledger) lay(c card) {
	l.hand &^= c.pile()
	l.laid |= c.pile()
}

// refuseCard says why c cannot be taken from the hand.
func (l *ledger) refuseCard(c card) rules.Message {
	return unless(c < cardCount && l.hand&c.pile() != 0, rules.Say("no.card.hand"))
}

// legalCards appends a step of by with each card of the hand.
func (l *ledger) legalCards(dst []rules.Step, by rules.Seat, kind uint8) []rules.Step {
	for rest := l.hand; rest != 0; rest &= rest - 1 {
		dst = append(dst, cardStep(by, kind, rest.first()))
	}
	return dst
}

// refuseEspionage says why t is no step of espionage.
func (l *ledger) refuseEspionage(t rules.Step) rules.Message {
	switch t {
	case step(t.By, kindDone):
		return rules.Message{}
	case cardStep(t.By, kindSpy, card(t.Arg[0])):
		return l.refuseCard(card(t.Arg[0]))
	}
	return rules.Say("no.spy")
}

// legalSpecials appends the Special Cards that by may commit, and none.
func (l *ledger) legalSpecials(dst []rules.Step, by rules.Seat) []rules.Step {
	for rest := l.hand; rest != 0; rest &= rest - 1 {
		dst = append(dst, specialStep(by, uint8(rest.first())+1))
	}
	return append(dst, specialStep(by, 0))
}

func (l *ledger) refuseSpecial(t rules.Step) rules.Message {
	switch c := t.Arg[0]; {
	case t != specialStep(t.By, c):
		return rules.Say("no.special")
	case c == 0:
		return rules.Message{}
	default:
		return l.refuseCard(card(c - 1))
	}
}

// legalArmies appends the armies that can be paid (rules 7 and 9).
func (l *ledger) legalArmies(dst []rules.Step, by rules.Seat) []rules.Step {
	p := l.purse()
	var can [128]bool
	for cost := range can {
		can[cost] = p.pays(cost)
	}
	for l := range most[levy] + 1 {
		for n := range most[knights] + 1 {
			for k := range most[pikemen] + 1 {
				for x := range most[crossbowmen] + 1 {
					if a := [units]uint8{l, n, k, x}; can[costOf(a)] {
						dst = append(dst, armyStep(by, a))
					}
				}
			}
		}
	}
	return dst
}

func (l *ledger) refuseArmy(t rules.Step) rules.Message {
	a := [units]uint8(t.Arg[:units])
	if t != armyStep(t.By, a) {
		return rules.Say("no.army")
	}
	for k, n := range a {
		if n > most[k] {
			return rules.Say("no.army.many", "n", strconv.Itoa(int(most[k])), "kind", kindKey(kind(k)))
		}
	}
	return l.refuseCost(costOf(a))
}

// costOf returns the price of an army, which has at most the units there are.
func costOf(a [units]uint8) (cost int) {
	for k, n := range a {
		cost += int(n) * price[k]
	}
	return cost
}

// trainingCost is the price of each upgrade of the King (rule 10).
var trainingCost = [6]int{0, 2, 6, 15, 30, 60}

// legalTraining appends how the King can be trained.
func (l *ledger) legalTraining(dst []rules.Step, by rules.Seat) []rules.Step {
	p := l.purse()
	for n, cost := range trainingCost {
		if p.pays(cost) {
			dst = append(dst, step(by, kindTrain, uint8(n)))
		}
	}
	return dst
}

func (l *ledger) refuseTraining(t rules.Step) rules.Message {
	n := t.Arg[0]
	if t != step(t.By, kindTrain, n) || int(n) >= len(trainingCost) {
		return rules.Say("no.train")
	}
	return l.refuseCost(trainingCost[n])
}

// refuseCost says why cost cannot be paid (rule 9).
func (l *ledger) refuseCost(cost int) rules.Message {
	p := l.purse()
	switch {
	case p.pays(cost):
		return rules.Message{}
	case l.hand.total() < cost:
		return rules.Say("no.worth", "n", strconv.Itoa(l.hand.total()), "cost", strconv.Itoa(cost))
	}
	return rules.Say("no.exact", "n", strconv.Itoa(cost))
}
