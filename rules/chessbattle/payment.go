package chessbattle

import "math/bits"

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

// proposed returns the cards that pay best what is still due, in the order of
// payment, after those that are laid already.
func (s *State) proposed() (names []string) {
	if s.due == 0 {
		return nil
	}
	hand := s.hand[s.turn]
	if laid := s.payment(s.turn); laid != 0 {
		hand = hand.after(card(bits.Len32(uint32(laid)) - 1))
	}
	for best := bestPayment(hand, s.spent[s.turn], int(s.due)); best != 0; best &= best - 1 {
		names = append(names, best.first().name(s.turn))
	}
	return names
}
