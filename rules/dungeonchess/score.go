package dungeonchess

import (
	"math"
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// holding returns how many characters of each kind seat has on the board, and how
// many it holds as captives.
func (f *field) holding(seat rules.Seat) (own, held [kinds]int) {
	captive := heldBy + board.Square(seat)
	for p, sq := range f.at {
		switch {
		case sq == captive:
			held[table.kindOf[p]]++
		case sq < maxSquares && piece(p).owner() == seat:
			own[table.kindOf[p]]++
		}
	}
	return own, held
}

// metBy reports whether that many own characters on the board, captives and chests
// are what the card asks for (rule 12).
func (c *card) metBy(own, held [kinds]int, chests int) bool {
	counts := &own
	switch c.counts {
	case ofChests:
		return chests >= c.least
	case ofHeld:
		counts = &held
	}
	if c.kind != anyKind {
		return counts[c.kind] >= c.least
	}
	n := 0
	for _, each := range counts {
		n += each
	}
	return n >= c.least
}

// Counted says each player's score, and of whom a target was met (rules 12 and 13).
func (s State) Counted() (said []rules.Message) {
	for _, seat := range s.seated().All() {
		args := []string{"player", Game.SeatKey(seat), "points", strconv.Itoa(s.score(seat))}
		n := s.kept[seat]
		if n == 0 {
			said = append(said, rules.Say("dungeonchess.counted", args...))
			continue
		}
		c := &table.cards[n-1]
		key, what := "dungeonchess.counted.missed", "@target."+countNames[c.counts]
		if own, held := s.holding(seat); c.metBy(own, held, int(s.chests[seat])) {
			key = "dungeonchess.counted.met"
		}
		if c.counts != ofChests && c.kind != anyKind {
			what += ".kind"
			args = append(args, "kind", "@dungeonchess."+kindNames[c.kind])
		}
		said = append(said, rules.Say(key, append(args, "what", what, "n", strconv.Itoa(c.least))...))
	}
	return said
}

// score counts the points of seat (rules 13 and 16). A handicap may make them negative.
func (s *State) score(seat rules.Seat) int {
	own, held := s.holding(seat)
	chests := int(s.chests[seat])
	sum := chests*table.chestPoints - int(s.handicap[seat])
	for k, points := range table.points {
		sum += points * (own[k] + held[k])
	}
	if n := s.kept[seat]; n != 0 && table.cards[n-1].metBy(own, held, chests) {
		sum += table.cards[n-1].points
	}
	return sum
}

// leaders are the players with the highest score; who has resigned cannot win.
func (s *State) leaders() (best rules.Seats) {
	most := math.MinInt
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
