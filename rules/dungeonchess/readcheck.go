package dungeonchess

import (
	"maps"
	"slices"
)

// checkPhase asks that cards and board are as they are in that phase.
func (l *loader) checkPhase() error {
	opening := l.without(l.hasKept) != noSeat // so the game has not come to the turns
	switch {
	case l.phase == deal:
		return l.checkDeal()
	case l.phase == keep && !opening, l.phase == turn && opening:
		return refused("phase %s: who plays has kept no card, or all have", l.Phase())
	case l.phase == keep && l.without(l.hasCardsOrKept) != noSeat:
		return refused("phase keep: who plays has been dealt no cards")
	case l.phase >= turn && l.dealt != [seats][2]uint8{}:
		return refused("phase %s: all cards are chosen", l.Phase())
	case l.phase != over && l.active().Len() == 1:
		return refused("phase %s: all but one have resigned", l.Phase())
	case opening && !l.untouched():
		return refused("phase %s: the game has not begun, but the board is not as at the start", l.Phase())
	}
	for _, seat := range l.seated().All() {
		if l.inPlay(seat) == 0 {
			return refused("%s has no character on the board", seatNames[seat])
		}
	}
	if l.phase == turn {
		return l.checkTurn()
	}
	return nil
}

// checkDeal asks that cards are dealt in the order of play; a resigner may have
// been left out.
func (l *loader) checkDeal() error {
	next := l.without(l.hasCards)
	if next == noSeat || l.kept != [seats]uint8{} || !l.untouched() || l.active().Len() == 1 {
		return refused("phase deal: all are dealt cards, or more has happened than dealing")
	}
	for seat := next; seat < seats; seat++ {
		if l.hasCards(seat) {
			return refused("phase deal: %s has cards before %s", seatNames[seat], seatNames[next])
		}
	}
	return nil
}

// untouched reports whether board, chests and last moves are as at the start.
func (l *loader) untouched() bool {
	for p, sq := range l.at {
		if sq != away && sq != table.home[p] {
			return false
		}
	}
	for _, seat := range l.seated().All() {
		if l.chests[seat] != table.chests || l.runs[seat] != (run{}) {
			return false
		}
	}
	return true
}

// checkTurn asks that the game goes on and that a ransom paid can be seen.
func (l *loader) checkTurn() error {
	if l.decided() || l.stuck() || l.becalmed(l.active()) {
		return refused("phase turn: the game is over")
	}
	if !l.ransomed {
		return nil
	}
	back, paid := false, false
	for _, sq := range table.entries[l.turn] {
		back = back || l.on[sq] != nobody
	}
	for _, seat := range l.seated().All() {
		paid = paid || seat != l.turn && l.chests[seat] > 0
	}
	if !back || !paid {
		return refused("phase turn: %s has ransomed nobody", seatNames[l.turn])
	}
	return nil
}

// readOutcome reads how the game ended and checks it against all the rest.
func (l *loader) readOutcome() error {
	r, err := l.d.ReadResult(seatNames)
	if err != nil || l.d.Outcome == nil {
		return err
	}
	l.why, l.winners = uint8(max(slices.Index(whys[:], r.Why), 0)), r.Winners
	if l.winners&^l.seated() != 0 || !l.endFits() {
		return refused("the game cannot have ended with why %q and winners %q", r.Why, l.d.Outcome.Winners)
	}
	if !maps.Equal(l.d.Outcome.Scores, l.scores()) {
		return refused("the scores are %v, not %v", l.scores(), l.d.Outcome.Scores)
	}
	return nil
}

// endFits reports whether winners and why agree with the board, the cards and
// who has resigned.
func (l *loader) endFits() bool {
	played := l.without(l.hasKept) == noSeat
	counted := l.winners == l.leaders() && played && l.active().Len() > 1
	if l.why == whyScore {
		return counted && (l.decided() || l.stuck())
	}
	if l.decided() {
		return false
	}
	last := l.active().Len() == 1
	switch l.why {
	case whyCalm:
		return counted && l.becalmed(l.active()) && !l.stuck()
	case whyResigned:
		return l.winners.Len() == 1 && (l.players == 2 || last && l.winners == l.active())
	case whyAgreed:
		return l.winners == l.leaders() && !last && !(played && l.stuck())
	case whyAbandoned:
		return l.winners == 0 && !last && !(played && l.stuck())
	}
	return false
}
