package dungeonchess

import (
	"slices"

	"reeve/rules"
)

// choice is the cards that seats choose from, and those that they have kept (rule 12).
type choice struct {
	dealt [seats][2]uint8 // rising; 0: none
	kept  [seats]uint8    // 0: none
}

func (c *choice) hasCards(seat rules.Seat) bool       { return c.dealt[seat][0] != 0 }
func (c *choice) hasKept(seat rules.Seat) bool        { return c.kept[seat] != 0 }
func (c *choice) hasCardsOrKept(seat rules.Seat) bool { return c.hasCards(seat) || c.hasKept(seat) }

// onDeck reports whether card n can still be dealt: nobody has been dealt it.
func (c *choice) onDeck(n uint8) bool {
	for _, two := range c.dealt {
		if two[0] == n || two[1] == n {
			return false
		}
	}
	return true
}

// draft is how it comes to a turn: cards are dealt, and every seat keeps one of two
// (rule 12).
type draft struct {
	field
	choice
	phase phase
}

// choosing are the seats that have not kept a card.
func (d *draft) choosing() (waiting rules.Seats) {
	for seat := South; seat < seats; seat++ {
		if d.active().Has(seat) && !d.hasKept(seat) {
			waiting |= rules.SeatsOf(seat)
		}
	}
	return waiting
}

func (d *draft) deals(dst []rules.Step) []rules.Step {
	seat := d.without(d.hasCards)
	for low := uint8(1); low <= cards; low++ {
		for high := low + 1; high <= cards; high++ {
			if d.onDeck(low) && d.onDeck(high) {
				dst = append(dst, dealStep(seat, low, high))
			}
		}
	}
	return dst
}

func (d *draft) keeps(dst []rules.Step) []rules.Step {
	waiting := d.choosing()
	for seat := South; seat < seats; seat++ {
		if waiting.Has(seat) {
			dst = append(dst, keepStep(seat, d.dealt[seat][0]), keepStep(seat, d.dealt[seat][1]))
		}
	}
	return dst
}

func (d *draft) refuseDeal(step rules.Step) rules.Message {
	low, high := step.Arg[1], step.Arg[2]
	if step != dealStep(d.without(d.hasCards), low, high) {
		return rules.Say("no.deal.awaited")
	}
	if low < 1 || low >= high || high > cards || !d.onDeck(low) || !d.onDeck(high) {
		return rules.Say("no.deal.cards")
	}
	return rules.Message{}
}

// refuseKeep says the same of every card that is not that player's, so that it
// tells nothing of the others' (rule 14).
func (d *draft) refuseKeep(step rules.Step) rules.Message {
	card := step.Arg[0]
	switch {
	case step.Kind != kindKeep:
		return rules.Say("no.keep.awaited")
	case step != keepStep(step.By, card) || !d.active().Has(step.By) || d.hasKept(step.By) || card == 0 || !slices.Contains(d.dealt[step.By][:], card):
		return rules.Say("no.keep")
	}
	return rules.Message{}
}

// chooser returns who may choose card n now.
func (d *draft) chooser(n uint8) rules.Seat {
	for seat := South; d.phase == keep && seat < seats; seat++ {
		if two := d.dealt[seat]; d.active().Has(seat) && (two[0] == n || two[1] == n) {
			return seat
		}
	}
	return noSeat
}

// Ask asks for two cards, face down, for the next seat without any (rule 12).
func (d draft) Ask() rules.Ask {
	ask := rules.Ask{For: d.without(d.hasCards), Deck: []uint8{}, Cards: 2, Secret: true}
	for n := uint8(1); n <= cards; n++ {
		if d.onDeck(n) {
			ask.Deck = append(ask.Deck, n)
		}
	}
	return ask
}

// Drawn returns the deal of the two cards got of Ask's deck.
func (d draft) Drawn(got []uint8) rules.Step {
	ask := d.Ask()
	var two [2]uint8
	for i, at := range got {
		if len(got) == len(two) && int(at) < len(ask.Deck) {
			two[i] = ask.Deck[at]
		}
	}
	return dealStep(ask.For, min(two[0], two[1]), max(two[0], two[1]))
}
