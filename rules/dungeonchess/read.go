package dungeonchess

import (
	"fmt"
	"maps"
	"slices"

	"reeve/board"
	"reeve/rules"
)

// refused is a reason why a document is no position.
func refused(format string, args ...any) error {
	return fmt.Errorf("%w: dungeonchess: %s", rules.ErrPosition, fmt.Sprintf(format, args...))
}

// read returns the position of a document. It takes only what play can leave
// behind, as far as one position shows it. It wraps rules.ErrPosition.
func read(d rules.Document, o rules.Options) (rules.State, error) {
	l := loader{State: empty(o), d: d}
	if err := d.ReadState(&l.doc); err != nil {
		return nil, err
	}
	for _, part := range []func() error{
		l.readPieces, l.readHeld, l.readChests, l.readResigned, l.readPhase, l.readCards, l.readRuns, l.readCalm, l.checkPhase, l.readOutcome,
	} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return l.State, nil
}

// loader makes a position of a document.
type loader struct {
	State
	d   rules.Document
	doc stateDoc // the game's own part of d
}

// seat returns the seat of that name that takes part.
func (c *circle) seat(name string) (rules.Seat, bool) {
	i := slices.Index(seatNames, name)
	return rules.Seat(max(i, 0)), i >= 0 && c.seated().Has(rules.Seat(i))
}

// bySeat calls take for each entry of a document's object, in the order of play.
func bySeat[V any](c *circle, what string, doc map[string]V, take func(rules.Seat, V) error) error {
	for _, name := range slices.Sorted(maps.Keys(doc)) {
		if _, ok := c.seat(name); !ok {
			return refused("%s: %q does not take part", what, name)
		}
	}
	for _, seat := range c.seated().All() {
		if v, ok := doc[seatNames[seat]]; ok {
			if err := take(seat, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (l *loader) readPieces() error {
	var seen [pieces]bool
	for _, doc := range l.d.Pieces {
		p, ok := table.byID[doc.ID]
		if !ok || seen[p] || !l.seated().Has(p.owner()) {
			return refused("piece %q is unknown, stands twice or does not take part", doc.ID)
		}
		seen[p] = true
		if err := l.readPiece(p, doc); err != nil {
			return err
		}
	}
	for p := range piece(pieces) {
		if !seen[p] && l.seated().Has(p.owner()) {
			return refused("piece %s is missing", table.ids[p])
		}
	}
	return nil
}

func (l *loader) readPiece(p piece, doc rules.Piece) error {
	if doc.Kind != kindNames[table.kindOf[p]] || doc.Owner != seatNames[p.owner()] || doc.Energy != nil {
		return refused("piece %s is not %q of %q, or it has energy", doc.ID, doc.Kind, doc.Owner)
	}
	if doc.At == nil {
		return nil
	}
	sq, ok := table.topology.Square(*doc.At)
	if !ok || l.on[sq] != nobody {
		return refused("piece %s: square %q is unknown or taken", doc.ID, *doc.At)
	}
	if table.entry[sq] && !slices.Contains(table.entries[p.owner()][:], sq) {
		return refused("piece %s: %q is another's entry square", doc.ID, *doc.At)
	}
	l.put(p, sq)
	return nil
}

// readHeld reads who holds the captives: each that is off the board is somebody's.
func (l *loader) readHeld() error {
	err := bySeat(&l.circle, "held", l.doc.Held, func(seat rules.Seat, ids []string) error {
		for _, id := range ids {
			p, ok := table.byID[id]
			if !ok || !l.seated().Has(p.owner()) || p.owner() == seat || l.at[p] != away {
				return refused("%s cannot hold %q", seatNames[seat], id)
			}
			l.at[p] = heldBy + board.Square(seat)
		}
		return nil
	})
	for p, sq := range l.at {
		if err == nil && sq == away && l.seated().Has(piece(p).owner()) {
			return refused("piece %s is neither on the board nor held", table.ids[p])
		}
	}
	return err
}

// readChests reads the chests: they change hands, and none is lost (rule 9).
func (l *loader) readChests() error {
	all := int(table.chests) * int(l.players)
	sum := 0
	err := bySeat(&l.circle, "chests", l.doc.Chests, func(seat rules.Seat, n int) error {
		if n < 0 || n > all {
			return refused("%s cannot have %d chests", seatNames[seat], n)
		}
		l.chests[seat] = uint8(n)
		sum += n
		return nil
	})
	if err == nil && sum != all {
		return refused("there are %d chests, not %d", all, sum)
	}
	return err
}

func (l *loader) readResigned() error {
	for _, name := range l.doc.Resigned {
		seat, ok := l.seat(name)
		if !ok || l.resigned.Has(seat) || l.players == 2 {
			return refused("%q cannot have resigned, or twice, or it ends the game", name)
		}
		l.resigned |= rules.SeatsOf(seat)
	}
	if l.active() == 0 {
		return refused("all have resigned")
	}
	return nil
}

func (l *loader) readPhase() error {
	i := slices.Index(phaseNames[:], l.d.Phase)
	if i < 0 {
		return refused("there is no phase %q", l.d.Phase)
	}
	if l.phase = phase(i); l.phase != turn {
		return nil
	}
	if len(l.d.ToAct) != 1 {
		return refused("phase turn: to_act %q is not one player", []string(l.d.ToAct))
	}
	seat, ok := l.seat(l.d.ToAct[0])
	if !ok || l.resigned.Has(seat) {
		return refused("phase turn: %q does not act", l.d.ToAct[0])
	}
	l.turn = seat
	return nil
}

// readCards reads the cards dealt and kept: none stands twice (rule 12).
func (l *loader) readCards() error {
	var seen [cards + 1]bool
	take := func(n int) bool {
		if n < 1 || n > cards || seen[n] {
			return false
		}
		seen[n] = true
		return true
	}
	err := bySeat(&l.circle, "cards", l.doc.Cards, func(seat rules.Seat, two cardsDoc) error {
		if len(two.list) != 2 || two.list[0] >= two.list[1] || !take(two.list[0]) || !take(two.list[1]) {
			return refused("%s cannot have been dealt %v", seatNames[seat], two.list)
		}
		l.dealt[seat] = [2]uint8{uint8(two.list[0]), uint8(two.list[1])}
		return nil
	})
	if err != nil {
		return err
	}
	return bySeat(&l.circle, "kept", l.doc.Kept, func(seat rules.Seat, n int) error {
		if l.dealt[seat][0] != 0 || !take(n) {
			return refused("%s cannot have kept %d", seatNames[seat], n)
		}
		l.kept[seat] = uint8(n)
		return nil
	})
}

// readRuns reads the last moves (rule 6), and whether a ransom was paid.
func (l *loader) readRuns() error {
	if l.doc.Ransomed && l.phase != turn {
		return refused("phase %s: nobody ransoms", l.Phase())
	}
	l.ransomed = l.doc.Ransomed
	return bySeat(&l.circle, "repeats", l.doc.Repeats, func(seat rules.Seat, doc runDoc) error {
		p, ok := table.byID[doc.ID]
		if !ok || p.owner() != seat || l.resigned.Has(seat) || doc.N < 1 || doc.N > mostRepeats || len(doc.Between) != 2 {
			return refused("%s cannot repeat %+v", seatNames[seat], doc)
		}
		a, okA := table.topology.Square(doc.Between[0])
		b, okB := table.topology.Square(doc.Between[1])
		if !okA || !okB || doc.Between[0] >= doc.Between[1] {
			return refused("%s cannot have moved between %q", doc.ID, doc.Between)
		}
		l.runs[seat] = run{man: p, a: min(a, b), b: max(a, b), n: uint8(doc.N)}
		if !l.possible(l.runs[seat]) {
			return refused("%s cannot have moved between %q", doc.ID, doc.Between)
		}
		return nil
	})
}

// readCalm reads the turns since the last capture or ransom (rule 15).
func (l *loader) readCalm() error {
	n, most := l.doc.Calm, int(l.rounds)*int(l.players)
	if n < 0 || n > most || n > 0 && (l.phase < turn || l.ransomed) {
		return refused("phase %s: calm cannot be %d turns", l.Phase(), n)
	}
	l.calm = uint16(n)
	return nil
}

// possible reports whether that can have been the last move of its owner: the
// character goes that way on an empty board, and stands at one of its ends, but
// for one captured since, or ransomed before the next move.
func (l *loader) possible(r run) bool {
	if !goes(r.man, r.a, r.b) && !goes(r.man, r.b, r.a) {
		return false
	}
	sq, seat := l.at[r.man], r.man.owner()
	switch {
	case sq >= maxSquares:
		return true
	case table.entry[sq]: // nobody moves there: it was ransomed
		return l.phase == over || l.ransomed && l.turn == seat
	}
	return sq == r.a || sq == r.b
}

// goes reports whether p gets from a square to another one on an empty board.
func goes(p piece, from, to board.Square) bool {
	bare := empty(rules.Options{"players": seats})
	bare.put(p, from)
	owns := !table.entry[from] || slices.Contains(table.entries[p.owner()][:], from)
	return owns && (bare.reaches(p, to) || bare.jump(p) == to)
}
