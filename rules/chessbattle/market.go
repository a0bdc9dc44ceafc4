package chessbattle

import (
	"strconv"

	"reeve/rules"
)

// market is who buys what, in turn, and pays for it (rules 6 to 10).
type market struct {
	stage
	treasury
	points [2]uint8 // the Kings' (rule 10); 1 of a King that is lost
	due    uint8    // what is still to be paid
}

// paying returns the cards that seat has laid for what is being paid.
func (m *market) paying(seat rules.Seat) pile {
	if m.phase != pay || m.turn != seat {
		return 0
	}
	l := &m.cards[seat]
	return m.owns(seat) &^ l.hand &^ l.spent
}

// payment returns what the acting seat is paying.
func (m *market) payment() payment {
	return payment{&m.cards[m.turn], m.paying(m.turn), int(m.due)}
}

// payFor returns the phase that the payment belongs to: a King is trained, and
// had 1 point until then, or else an army is bought.
func (m *market) payFor() phase {
	if m.points[m.turn] > 1 {
		return training
	}
	return army
}

// legalPurchases appends what can be bought, and the cards that can pay.
func (m *market) legalPurchases(dst []rules.Step) []rules.Step {
	switch m.phase {
	case army:
		return m.cards[m.turn].legalArmies(dst, m.turn)
	case training:
		return m.cards[m.turn].legalTraining(dst, m.turn)
	}
	return m.payment().legal(dst, m.turn)
}

func (m *market) refusePurchase(t rules.Step) rules.Message {
	switch m.phase {
	case army:
		return m.cards[t.By].refuseArmy(t)
	case training:
		return m.cards[t.By].refuseTraining(t)
	}
	return m.payment().refuse(t)
}

// train adds to the points of the acting seat's King.
func (m *market) train(points uint8) {
	m.points[m.turn] += points
	m.charge(training, trainingCost[points])
}

// charge asks the acting seat to pay cost, or goes on at once if there is none.
func (m *market) charge(what phase, cost int) {
	if cost > 0 {
		m.phase, m.due = pay, uint8(cost)
		return
	}
	m.paidUp(what)
}

func (m *market) applyPay(c card) {
	m.due = uint8(m.payment().pay(c))
	if m.due == 0 {
		m.paidUp(m.payFor())
	}
}

// paidUp goes on after the acting seat's purchase (rules 6 and 10, phase V).
func (m *market) paidUp(what phase) {
	first := m.loser()
	if what == training {
		first = White
	}
	switch {
	case m.turn == first:
		m.phase, m.turn = what, 1-first
	case what == army:
		m.phase, m.turn = training, White
	default:
		m.phase, m.turn = deployment, White
	}
}

// firstTurn is who has the first turn of the battle (rule 12).
func (m *market) firstTurn() rules.Seat {
	switch white, black := m.points[White], m.points[Black]; {
	case white > black:
		return White
	case black > white:
		return Black
	}
	return m.loser()
}

// nowPay says to others than who pays only what is being bought: the public phase
// is that of the purchase until it is paid (rule 32).
func (m *market) nowPay(viewer rules.Seat) rules.Message {
	switch {
	case viewer == m.turn:
		return rules.Say("now.chessbattle.pay", "n", strconv.Itoa(int(m.due)))
	case m.payFor() == training:
		return rules.Say("now.chessbattle.training")
	}
	return rules.Say("now.chessbattle.army")
}

// nowBuy says to who buys, and knows the own cards, when they pay for nothing.
func (m *market) nowBuy(viewer rules.Seat) rules.Message {
	switch {
	case viewer == m.turn && len(m.legalPurchases(nil)) == 1:
		return rules.Say("now.chessbattle.none")
	case m.phase == army:
		return rules.Say("now.chessbattle.army")
	}
	return rules.Say("now.chessbattle.training")
}
