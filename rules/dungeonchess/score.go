package dungeonchess

import (
	"math"
	"strconv"

	"reeve/board"
	"reeve/rules"
)

// wealth is what each seat has, and what that is worth in the end (rules 12, 13 and 16).
type wealth struct {
	draft
	handicap [seats]uint8 // options: points taken from a seat's score (rule 16)
	chests   [seats]uint8
}

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
func (w wealth) Counted() (said []rules.Message) {
	for _, seat := range w.seated().All() {
		args := []string{"player", Game.SeatKey(seat), "points", strconv.Itoa(w.score(seat))}
		n := w.kept[seat]
		if n == 0 {
			said = append(said, rules.Say("dungeonchess.counted", args...))
			continue
		}
		c := &table.cards[n-1]
		key, what := "dungeonchess.counted.missed", "@target."+countNames[c.counts]
		if own, held := w.holding(seat); c.metBy(own, held, int(w.chests[seat])) {
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
func (w *wealth) score(seat rules.Seat) int {
	own, held := w.holding(seat)
	chests := int(w.chests[seat])
	sum := chests*table.chestPoints - int(w.handicap[seat])
	for k, points := range table.points {
		sum += points * (own[k] + held[k])
	}
	if n := w.kept[seat]; n != 0 && table.cards[n-1].metBy(own, held, chests) {
		sum += table.cards[n-1].points
	}
	return sum
}

// leaders are the players with the highest score; who has resigned cannot win.
func (w *wealth) leaders() (best rules.Seats) {
	most := math.MinInt
	for seat := South; seat < seats; seat++ {
		if !w.active().Has(seat) {
			continue
		}
		switch n := w.score(seat); {
		case n > most:
			best, most = rules.SeatsOf(seat), n
		case n == most:
			best |= rules.SeatsOf(seat)
		}
	}
	return best
}

// scores are those of all who take part, by name.
func (w *wealth) scores() map[string]int {
	scores := map[string]int{}
	for _, seat := range w.seated().All() {
		scores[seatNames[seat]] = w.score(seat)
	}
	return scores
}
