package chessbattle

import (
	"math/bits"

	"reeve/rules"
)

// checkPhase checks what a phase asks of a position that is read.
func (l *loader) checkPhase() error {
	switch l.phase {
	case battle, special, draw, desert:
		return first(l.checkBattle, l.checkUse)
	}
	if l.orders != newOrders(0) || l.quiet != 0 || l.deserts != 0 {
		return refused("phase %s: the battle's fields are not clear", l.Phase())
	}
	if l.phase == over {
		return nil
	}
	return first(l.checkSetup, l.checkArmies, l.checkLedger, l.checkProgress)
}

// checkBattle checks who is left and whose turn it is.
func (l *loader) checkBattle() error {
	for seat := range Black + 1 {
		if w := l.field.lost(seat); w != 0 {
			return refused("phase %s: %s has lost (%s)", l.Phase(), seatNames[seat], whys[w])
		}
	}
	if l.phase == desert {
		if l.scenario != clocks || l.deserts == 0 || int(l.deserts) > len(l.field.forces(1-l.turn, nil)) {
			return refused("phase desert: %d pieces cannot desert", l.deserts)
		}
		return nil
	}
	if l.deserts != 0 {
		return refused("phase %s: nobody deserts", l.Phase())
	}
	spent := bits.OnesCount64(l.orders.used)
	switch king := l.field.stands(kingOf(l.turn)); {
	case king && int(l.orders.command)+spent > int(l.points[l.turn]), !king && l.orders.command > 1, !king && l.orders.command == 1 && spent > 0:
		return refused("command_left cannot be %d", l.orders.command)
	}
	return nil
}

// checkUse checks the units used and the active one: they are of one seat, in a
// turn of that seat.
func (l *loader) checkUse() error {
	white := l.orders.used & (1<<perSide - 1)
	black := l.orders.used &^ white
	if white != 0 && black != 0 || l.phase != desert && (l.turn == White && black != 0 || l.turn == Black && white != 0) {
		return refused("used cannot hold units of that side")
	}
	if l.orders.active == nobody {
		if l.orders.moves != 0 || l.orders.hits != 0 {
			return refused("points are left, but nobody is active")
		}
		return nil
	}
	if k := kindOf[l.orders.active]; l.orders.moves > paces[k] || l.orders.hits > blows[k] {
		return refused("%s cannot have %d points and %d of fighting left", ids[l.orders.active], l.orders.moves, l.orders.hits)
	}
	return nil
}

// checkSetup checks camps and bridges before the battle, and that only the
// deployment puts anything else on the board.
func (l *loader) checkSetup() error {
	var named [2]int
	for seat := range named {
		for n := range 2 {
			if l.field.stands(pieceOf(rules.Seat(seat), camp, n)) {
				if named[seat] < n {
					return refused("the second camp is named before the first")
				}
				named[seat]++
			}
		}
	}
	fits := named == [2]int{2, 2}
	if l.phase == camps {
		fits = l.turn == White && named[White] < 2 && named[Black] == 0 || l.turn == Black && named[White] == 2 && named[Black] < 2
	}
	if !fits {
		return refused("phase %s: %v camps are named, and %s acts", l.Phase(), named, seatNames[l.turn])
	}
	least, greatest := 1, 2
	switch {
	case l.phase == bridges:
		least, greatest = int(l.turn), int(l.turn)
	case l.phase == camps || !l.field.river:
		least, greatest = 0, 0
	}
	if n := bits.OnesCount8(l.field.bridges); n < least || n > greatest || l.phase == bridges && !l.field.river {
		return refused("phase %s: there cannot be %d bridges", l.Phase(), n)
	}
	if l.phase != deployment && len(l.field.forces(White, l.field.forces(Black, nil))) > 0 {
		return refused("phase %s: only camps stand on the board", l.Phase())
	}
	return nil
}

// checkArmies checks that units are numbered in order, bought and placed.
func (l *loader) checkArmies() error {
	for seat := range Black + 1 {
		if l.field.value(seat) != l.field.armyCost(seat) {
			return refused("the units of %s are not numbered from 1 on", seatNames[seat])
		}
		for k := range camp {
			waiting := false
			for n := range l.field.bought(seat, k) {
				p := pieceOf(seat, k, n)
				if waiting && l.field.stands(p) {
					return refused("%s is placed before one with a lower number", ids[p])
				}
				waiting = waiting || !l.field.stands(p)
			}
			if waiting && l.phase == deployment && l.done.Has(seat) {
				return refused("%s has finished, but %s waits", seatNames[seat], kindNames[k])
			}
		}
	}
	return nil
}

// checkLedger checks that every card is in one place, and that what was spent is
// worth what was bought, to the point: change makes every payment exact (rule 9).
func (l *loader) checkLedger() error {
	for seat := range Black + 1 {
		hand, spent, laid := l.cards[seat].hand, l.cards[seat].spent, l.cards[seat].laid
		if l.phase <= espionage {
			if spent != 0 || hand&laid != 0 || hand|laid != l.owns(seat) || l.phase < espionage && laid != 0 {
				return refused("phase %s: the cards of %s are not in the hand or laid for espionage", l.Phase(), seatNames[seat])
			}
			continue
		}
		paid := l.paying(seat)
		if hand|spent|paid != l.owns(seat) {
			return refused("phase %s: not all cards of %s are in cards or spent", l.Phase(), seatNames[seat])
		}
		got, want := spent.total()+paid.total(), laid.total()+l.field.armyCost(seat)+trainingCost[l.points[seat]-1]
		if l.phase == pay && l.turn == seat {
			got += int(l.due)
		}
		if got != want {
			return refused("%s has spent %d for what costs %d", seatNames[seat], got, want)
		}
	}
	return nil
}

// checkProgress checks that each seat has bought and trained as far as the phase
// and who acts say.
func (l *loader) checkProgress() error {
	what, paying := l.phase, l.phase == pay
	if paying {
		what = l.payFor()
	}
	if paying != (l.due > 0) {
		return refused("phase %s: %d is due", l.Phase(), l.due)
	}
	if paying && len(l.legal(nil)) == 0 {
		return refused("the payment cannot be completed")
	}
	if what >= deployment {
		return nil
	}
	for seat := range Black + 1 {
		turn := l.turn == seat && !paying // its own purchase is still to come
		armed := what == training || what == army && (seat == l.loser() || l.turn != l.loser()) && !turn
		trained := what == training && (seat == White || l.turn == Black) && !turn
		if !armed && l.field.armyCost(seat) > 0 || !trained && l.points[seat] > 1 {
			return refused("phase %s with %s to act: %s cannot have bought that yet", l.Phase(), seatNames[l.turn], seatNames[seat])
		}
	}
	return nil
}
