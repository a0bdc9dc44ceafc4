package chessbattle

import (
	"math/bits"

	"reeve/rules"
)

// checkPhase checks what a phase asks of a position that is read.
func (s *State) checkPhase() error {
	switch s.phase {
	case battle, special, draw, desert:
		return first(s.checkBattle, s.checkUse)
	}
	if s.command != 0 || s.used != 0 || s.active != nobody || s.moves != 0 || s.hits != 0 || s.quiet != 0 || s.deserts != 0 {
		return refused("phase %s: the battle's fields are not clear", s.Phase())
	}
	if s.phase == over {
		return nil
	}
	return first(s.checkSetup, s.checkArmies, s.checkLedger, s.checkProgress)
}

// checkBattle checks who is left and whose turn it is.
func (s *State) checkBattle() error {
	for seat := range Black + 1 {
		if w := s.lost(seat); w != 0 {
			return refused("phase %s: %s has lost (%s)", s.Phase(), seatNames[seat], whys[w])
		}
	}
	if s.phase == desert {
		if s.scenario != clocks || s.deserts == 0 || int(s.deserts) > s.unitsStanding(1-s.turn) {
			return refused("phase desert: %d pieces cannot desert", s.deserts)
		}
		return nil
	}
	if s.deserts != 0 {
		return refused("phase %s: nobody deserts", s.Phase())
	}
	spent := bits.OnesCount64(s.used)
	switch king := s.stands(kingOf(s.turn)); {
	case king && int(s.command)+spent > int(s.points[s.turn]), !king && s.command > 1, !king && s.command == 1 && spent > 0:
		return refused("command_left cannot be %d", s.command)
	}
	return nil
}

// checkUse checks the units used and the active one: they are of one seat, in a
// turn of that seat.
func (s *State) checkUse() error {
	white := s.used & (1<<perSide - 1)
	black := s.used &^ white
	if white != 0 && black != 0 || s.phase != desert && (s.turn == White && black != 0 || s.turn == Black && white != 0) {
		return refused("used cannot hold units of that side")
	}
	if s.active == nobody {
		if s.moves != 0 || s.hits != 0 {
			return refused("points are left, but nobody is active")
		}
		return nil
	}
	if k := kindOf[s.active]; s.moves > paces[k] || s.hits > blows[k] {
		return refused("%s cannot have %d points and %d of fighting left", ids[s.active], s.moves, s.hits)
	}
	return nil
}

// checkSetup checks camps and bridges before the battle, and that only the
// deployment puts anything else on the board.
func (s *State) checkSetup() error {
	var named [2]int
	for seat := range named {
		for n := range 2 {
			if s.stands(pieceOf(rules.Seat(seat), camp, n)) {
				if named[seat] < n {
					return refused("the second camp is named before the first")
				}
				named[seat]++
			}
		}
	}
	fits := named == [2]int{2, 2}
	if s.phase == camps {
		fits = s.turn == White && named[White] < 2 && named[Black] == 0 || s.turn == Black && named[White] == 2 && named[Black] < 2
	}
	if !fits {
		return refused("phase %s: %v camps are named, and %s acts", s.Phase(), named, seatNames[s.turn])
	}
	least, greatest := 1, 2
	switch {
	case s.phase == bridges:
		least, greatest = int(s.turn), int(s.turn)
	case s.phase == camps || !s.river:
		least, greatest = 0, 0
	}
	if n := bits.OnesCount8(s.bridge); n < least || n > greatest || s.phase == bridges && !s.river {
		return refused("phase %s: there cannot be %d bridges", s.Phase(), n)
	}
	if s.phase != deployment && s.unitsStanding(White)+s.unitsStanding(Black) > 0 {
		return refused("phase %s: only camps stand on the board", s.Phase())
	}
	return nil
}

// checkArmies checks that units are numbered in order, bought and placed.
func (s *State) checkArmies() error {
	for seat := range Black + 1 {
		if s.value(seat) != s.armyCost(seat) {
			return refused("the units of %s are not numbered from 1 on", seatNames[seat])
		}
		for k := range camp {
			waiting := false
			for n := range s.bought(seat, k) {
				p := pieceOf(seat, k, n)
				if waiting && s.stands(p) {
					return refused("%s is placed before one with a lower number", ids[p])
				}
				waiting = waiting || !s.stands(p)
			}
			if waiting && s.phase == deployment && s.finished(seat) {
				return refused("%s has finished, but %s waits", seatNames[seat], kindNames[k])
			}
		}
	}
	return nil
}

// checkLedger checks that every card is in one place, and that what was spent is
// worth what was bought, to the point: change makes every payment exact (rule 9).
func (s *State) checkLedger() error {
	for seat := range Black + 1 {
		hand, spent, laid := s.hand[seat], s.spent[seat], s.laid[seat]
		if s.phase <= espionage {
			if spent != 0 || hand&laid != 0 || hand|laid != s.owns(seat) || s.phase < espionage && laid != 0 {
				return refused("phase %s: the cards of %s are not in the hand or laid for espionage", s.Phase(), seatNames[seat])
			}
			continue
		}
		paid := s.payment(seat)
		if hand|spent|paid != s.owns(seat) {
			return refused("phase %s: not all cards of %s are in cards or spent", s.Phase(), seatNames[seat])
		}
		got, want := spent.total()+paid.total(), laid.total()+s.armyCost(seat)+trainingCost[s.points[seat]-1]
		if s.phase == pay && s.turn == seat {
			got += int(s.due)
		}
		if got != want {
			return refused("%s has spent %d for what costs %d", seatNames[seat], got, want)
		}
	}
	return nil
}

// checkProgress checks that each seat has bought and trained as far as the phase
// and who acts say.
func (s *State) checkProgress() error {
	what, paying := s.phase, s.phase == pay
	if paying {
		what = s.payFor()
	}
	if paying != (s.due > 0) {
		return refused("phase %s: %d is due", s.Phase(), s.due)
	}
	if paying && len(s.legal(nil)) == 0 {
		return refused("the payment cannot be completed")
	}
	if what >= deployment {
		return nil
	}
	for seat := range Black + 1 {
		turn := s.turn == seat && !paying // its own purchase is still to come
		armed := what == training || what == army && (seat == s.loser() || s.turn != s.loser()) && !turn
		trained := what == training && (seat == White || s.turn == Black) && !turn
		if !armed && s.armyCost(seat) > 0 || !trained && s.points[seat] > 1 {
			return refused("phase %s with %s to act: %s cannot have bought that yet", s.Phase(), seatNames[s.turn], seatNames[seat])
		}
	}
	return nil
}
