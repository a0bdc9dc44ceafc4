package chessbattle

import (
	"math/bits"
	"strconv"

	"reeve/rules"
)

// payment is a purchase that is being paid, card by card (rule 9).
type payment struct {
	*ledger      // of who pays
	paid    pile // the cards laid so far
	due     int  // what is still to be paid
}

// legal appends the cards that can be the next one.
func (p payment) legal(dst []rules.Step, by rules.Seat) []rules.Step {
	for rest := p.hand; rest != 0; rest &= rest - 1 {
		if c := rest.first(); p.refuseNext(c).IsZero() {
			dst = append(dst, cardStep(by, kindPay, c))
		}
	}
	return dst
}

// refuse says why t does not pay the next card.
func (p payment) refuse(t rules.Step) rules.Message {
	if c := card(t.Arg[0]); t == cardStep(t.By, kindPay, c) {
		return p.refuseNext(c)
	}
	return rules.Say("no.paying", "n", strconv.Itoa(p.due))
}

// refuseNext says why c cannot be the next card.
func (p payment) refuseNext(c card) rules.Message {
	if why := p.refuseCard(c); !why.IsZero() {
		return why
	}
	if p.paid.after(c) != 0 {
		return rules.Say("no.highest")
	}
	whole := (p.hand | p.paid).sums()
	exact := whole.has(p.due + p.paid.total())
	return unless(payable(p.hand, p.spent, c, p.due, exact), rules.Say("no.pay"))
}

// pay lays c, takes the change if that is enough, and returns what is due then.
func (p payment) pay(c card) (due int) {
	p.hand &^= c.pile()
	if p.due > c.value() {
		return p.due - c.value()
	}
	back := fewest(p.spent, c.value()-p.due)
	p.spent = p.spent&^back | p.paid | c.pile()
	p.hand |= back
	return 0
}

// proposed returns the cards that pay best what is still due, in the order of
// payment, after those that are laid already.
func (p payment) proposed(payer rules.Seat) (names []string) {
	if p.due == 0 {
		return nil
	}
	hand := p.hand
	if p.paid != 0 {
		hand = hand.after(card(bits.Len32(uint32(p.paid)) - 1))
	}
	for best := bestPayment(hand, p.spent, p.due); best != 0; best &= best - 1 {
		names = append(names, best.first().name(payer))
	}
	return names
}

// tell tells of the next card: what is still due then, or what comes back.
func (p payment) tell(c card, payer rules.Seat, args []string) rules.Message {
	args = append(args, "card", c.name(payer))
	switch due := p.due - c.value(); {
	case due > 0:
		return rules.Say("chessbattle.pay", append(args, "n", strconv.Itoa(due))...)
	case due < 0:
		return rules.Say("chessbattle.pay.change", append(args, "n", strconv.Itoa(-due))...)
	}
	return rules.Say("chessbattle.pay.paid", args...)
}

// bestPayment returns the cards of hand that pay due, given the change box: those
// that pay the least too much, of these the fewest, of these the dearest first. None
// if it cannot be paid (rule 9).
func bestPayment(hand, box pile, due int) pile {
	change := box.sums()
	for over := range mostChange + 1 {
		cards := hand.dearer(over) // a card worth no more than the change would be superfluous
		if can := cards.sums(); change.has(over) && can.has(due+over) {
			return fewest(cards, due+over)
		}
	}
	return 0
}
