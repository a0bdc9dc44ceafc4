package dungeonchess

import (
	"reeve/board"
	"reeve/rules"
)

// counted returns how many characters of kind k, or of any, seat has on the
// board, or holds as captives.
func (s *State) counted(seat rules.Seat, what count, k kind) (n int) {
	for p, sq := range s.at {
		own := sq < maxSquares && piece(p).owner() == seat
		held := sq == heldBy+board.Square(seat)
		if (what == ofOwn && own || what == ofHeld && held) && (k == anyKind || k == table.kindOf[p]) {
			n++
		}
	}
	return n
}

// met reports whether seat has what card c asks for (rule 12).
func (s *State) met(seat rules.Seat, c card) bool {
	if c.counts == ofChests {
		return int(s.chests[seat]) >= c.least
	}
	return s.counted(seat, c.counts, c.kind) >= c.least
}

// score is rule 13.
func (s *State) score(seat rules.Seat) int {
	sum := int(s.chests[seat]) * table.chestPoints
	for k, points := range table.points {
		sum += points * (s.counted(seat, ofOwn, kind(k)) + s.counted(seat, ofHeld, kind(k)))
	}
	if n := s.kept[seat]; n != 0 && s.met(seat, table.cards[n-1]) {
		sum += table.cards[n-1].points
	}
	return sum
}

// leaders are the players with the highest score; who has resigned cannot win.
func (s *State) leaders() (best rules.Seats) {
	most := -1
	for seat := South; seat < seats; seat++ {
		if !s.active().Has(seat) {
			continue
		}
		switch n := s.score(seat); {
		case n > most:
			best, most = rules.SeatsOf(seat), n
		case n == most:
			best |= rules.SeatsOf(seat)
		}
	}
	return best
}
