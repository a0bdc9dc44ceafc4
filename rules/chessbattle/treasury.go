package chessbattle

import "reeve/rules"

// treasury is the cards of both seats, and how espionage with them went (rules 5
// and 6).
type treasury struct {
	cards    [2]ledger // by seat, as all arrays of two
	ended    seatMark  // who declared the end of espionage first
	revealed bool      // the espionage cards are (rule 5)
	begins   [2]uint8  // options: with how many cards a seat begins (rule 33)
}

// seatMark is 0 for nobody, else a seat's number plus 1.
type seatMark uint8

// owns returns the cards that seat begins with: a handicap takes the dearest away,
// in the order of payment (rule 33).
func (t *treasury) owns(seat rules.Seat) pile {
	return fullPile &^ (1<<(cardCount-t.begins[seat]) - 1)
}

// loser returns the loser of espionage, who buys first (rules 5 and 6).
func (t *treasury) loser() rules.Seat {
	white, black := t.cards[White].laid.total(), t.cards[Black].laid.total()
	switch {
	case white < black:
		return White
	case black < white:
		return Black
	case t.ended == seatMark(White)+1:
		return Black
	}
	return White
}

// reveal shows the espionage cards, which are spent by that.
func (t *treasury) reveal() {
	for seat := range t.cards {
		t.cards[seat].spent = t.cards[seat].laid
	}
	t.revealed = true
}
