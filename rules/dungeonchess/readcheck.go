package dungeonchess

import (
	"maps"
	"slices"

	"reeve/rules"
)

// checkPhase asks that cards and board are as they are in that phase.
func (s *State) checkPhase() error {
	opening := s.without(hasKept) != noSeat // so the game has not come to the turns
	switch {
	case s.phase == deal:
		return s.checkDeal()
	case s.phase == keep && !opening, s.phase == turn && opening:
		return refused("phase %s: who plays has kept no card, or all have", s.Phase())
	case s.phase == keep && s.without(hasCardsOrKept) != noSeat:
		return refused("phase keep: who plays has been dealt no cards")
	case s.phase >= turn && s.dealt != [seats][2]uint8{}:
		return refused("phase %s: all cards are chosen", s.Phase())
	case s.phase != over && s.active().Len() == 1:
		return refused("phase %s: all but one have resigned", s.Phase())
	case opening && !s.untouched():
		return refused("phase %s: the game has not begun, but the board is not as at the start", s.Phase())
	}
	for _, seat := range s.seated().All() {
		if s.inPlay(seat) == 0 {
			return refused("%s has no character on the board", seatNames[seat])
		}
	}
	if s.phase == turn {
		return s.checkTurn()
	}
	return nil
}

func hasCardsOrKept(s *State, seat rules.Seat) bool { return hasCards(s, seat) || hasKept(s, seat) }

// checkDeal asks that cards are dealt in the order of play; a resigner may have
// been left out.
func (s *State) checkDeal() error {
	next := s.without(hasCards)
	if next == noSeat || s.kept != [seats]uint8{} || !s.untouched() || s.active().Len() == 1 {
		return refused("phase deal: all are dealt cards, or more has happened than dealing")
	}
	for seat := next; seat < seats; seat++ {
		if hasCards(s, seat) {
			return refused("phase deal: %s has cards before %s", seatNames[seat], seatNames[next])
		}
	}
	return nil
}

// untouched reports whether board, chests and last moves are as at the start.
func (s *State) untouched() bool {
	for p, sq := range s.at {
		if sq != away && sq != table.home[p] {
			return false
		}
	}
	for _, seat := range s.seated().All() {
		if s.chests[seat] != table.chests || s.runs[seat] != (run{}) {
			return false
		}
	}
	return true
}

// checkTurn asks that the game goes on and that a ransom paid can be seen.
func (s *State) checkTurn() error {
	if s.decided() || s.stuck() || s.becalmed() {
		return refused("phase turn: the game is over")
	}
	if !s.ransomed {
		return nil
	}
	back, paid := false, false
	for _, sq := range table.entries[s.turn] {
		back = back || s.on[sq] != nobody
	}
	for _, seat := range s.seated().All() {
		paid = paid || seat != s.turn && s.chests[seat] > 0
	}
	if !back || !paid {
		return refused("phase turn: %s has ransomed nobody", seatNames[s.turn])
	}
	return nil
}

// readOutcome reads how the game ended and checks it against all the rest.
func (s *State) readOutcome(d rules.Document) error {
	r, err := d.ReadResult(seatNames)
	if err != nil || d.Outcome == nil {
		return err
	}
	s.why, s.winners = uint8(max(slices.Index(whys[:], r.Why), 0)), r.Winners
	if s.winners&^s.seated() != 0 || !s.endFits() {
		return refused("the game cannot have ended with why %q and winners %q", r.Why, d.Outcome.Winners)
	}
	if !maps.Equal(d.Outcome.Scores, s.scores()) {
		return refused("the scores are %v, not %v", s.scores(), d.Outcome.Scores)
	}
	return nil
}

// endFits reports whether winners and why agree with the board, the cards and
// who has resigned.
func (s *State) endFits() bool {
	played := s.without(hasKept) == noSeat
	counted := s.winners == s.leaders() && played && s.active().Len() > 1
	if s.why == whyScore {
		return counted && (s.decided() || s.stuck())
	}
	if s.decided() {
		return false
	}
	last := s.active().Len() == 1
	switch s.why {
	case whyCalm:
		return counted && s.becalmed() && !s.stuck()
	case whyResigned:
		return s.winners.Len() == 1 && (s.players == 2 || last && s.winners == s.active())
	case whyAgreed:
		return s.winners == s.leaders() && !last && !(played && s.stuck())
	case whyAbandoned:
		return s.winners == 0 && !last && !(played && s.stuck())
	}
	return false
}
