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
	var doc stateDoc
	if err := d.ReadState(&doc); err != nil {
		return nil, err
	}
	s := empty(o)
	for _, part := range []func() error{
		func() error { return s.readPieces(d.Pieces) },
		func() error { return s.readHeld(doc.Held) },
		func() error { return s.readChests(doc.Chests) },
		func() error { return s.readResigned(doc.Resigned) },
		func() error { return s.readPhase(d) },
		func() error { return s.readCards(doc) },
		func() error { return s.readRuns(doc) },
		func() error { return s.readCalm(doc.Calm) },
		func() error { return s.checkPhase() },
		func() error { return s.readOutcome(d) },
	} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// seat returns the seat of that name that takes part.
func (s *State) seat(name string) (rules.Seat, bool) {
	i := slices.Index(seatNames, name)
	return rules.Seat(max(i, 0)), i >= 0 && s.seated().Has(rules.Seat(i))
}

// bySeat calls take for each entry of a document's object, in the order of play.
func bySeat[V any](s *State, what string, doc map[string]V, take func(rules.Seat, V) error) error {
	for name := range maps.Keys(doc) {
		if _, ok := s.seat(name); !ok {
			return refused("%s: %q does not take part", what, name)
		}
	}
	for _, seat := range s.seated().All() {
		if v, ok := doc[seatNames[seat]]; ok {
			if err := take(seat, v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *State) readPieces(list []rules.Piece) error {
	var seen [pieces]bool
	for _, doc := range list {
		p, ok := table.byID[doc.ID]
		if !ok || seen[p] || !s.seated().Has(p.owner()) {
			return refused("piece %q is unknown, stands twice or does not take part", doc.ID)
		}
		seen[p] = true
		if err := s.readPiece(p, doc); err != nil {
			return err
		}
	}
	for p := range piece(pieces) {
		if !seen[p] && s.seated().Has(p.owner()) {
			return refused("piece %s is missing", table.ids[p])
		}
	}
	return nil
}

func (s *State) readPiece(p piece, doc rules.Piece) error {
	if doc.Kind != kindNames[table.kindOf[p]] || doc.Owner != seatNames[p.owner()] || doc.Energy != nil {
		return refused("piece %s is not %q of %q, or it has energy", doc.ID, doc.Kind, doc.Owner)
	}
	if doc.At == nil {
		return nil
	}
	sq, ok := table.topology.Square(*doc.At)
	if !ok || s.on[sq] != nobody {
		return refused("piece %s: square %q is unknown or taken", doc.ID, *doc.At)
	}
	if table.entry[sq] && !slices.Contains(table.entries[p.owner()][:], sq) {
		return refused("piece %s: %q is another's entry square", doc.ID, *doc.At)
	}
	s.put(p, sq)
	return nil
}

// readHeld reads who holds the captives: each that is off the board is somebody's.
func (s *State) readHeld(doc map[string][]string) error {
	err := bySeat(s, "held", doc, func(seat rules.Seat, ids []string) error {
		for _, id := range ids {
			p, ok := table.byID[id]
			if !ok || !s.seated().Has(p.owner()) || p.owner() == seat || s.at[p] != away {
				return refused("%s cannot hold %q", seatNames[seat], id)
			}
			s.at[p] = heldBy + board.Square(seat)
		}
		return nil
	})
	for p, sq := range s.at {
		if err == nil && sq == away && s.seated().Has(piece(p).owner()) {
			return refused("piece %s is neither on the board nor held", table.ids[p])
		}
	}
	return err
}

// readChests reads the chests: they change hands, and none is lost (rule 9).
func (s *State) readChests(doc map[string]int) error {
	all := int(table.chests) * int(s.players)
	sum := 0
	err := bySeat(s, "chests", doc, func(seat rules.Seat, n int) error {
		if n < 0 || n > all {
			return refused("%s cannot have %d chests", seatNames[seat], n)
		}
		s.chests[seat] = uint8(n)
		sum += n
		return nil
	})
	if err == nil && sum != all {
		return refused("there are %d chests, not %d", all, sum)
	}
	return err
}

func (s *State) readResigned(names []string) error {
	for _, name := range names {
		seat, ok := s.seat(name)
		if !ok || s.resigned.Has(seat) || s.players == 2 {
			return refused("%q cannot have resigned, or twice, or it ends the game", name)
		}
		s.resigned |= rules.SeatsOf(seat)
	}
	if s.active() == 0 {
		return refused("all have resigned")
	}
	return nil
}

func (s *State) readPhase(d rules.Document) error {
	i := slices.Index(phaseNames[:], d.Phase)
	if i < 0 {
		return refused("there is no phase %q", d.Phase)
	}
	if s.phase = phase(i); s.phase != turn {
		return nil
	}
	if len(d.ToAct) != 1 {
		return refused("phase turn: to_act %q is not one player", []string(d.ToAct))
	}
	seat, ok := s.seat(d.ToAct[0])
	if !ok || s.resigned.Has(seat) {
		return refused("phase turn: %q does not act", d.ToAct[0])
	}
	s.turn = seat
	return nil
}

// readCards reads the cards dealt and kept: none stands twice (rule 12).
func (s *State) readCards(doc stateDoc) error {
	var seen [cards + 1]bool
	take := func(n int) bool {
		if n < 1 || n > cards || seen[n] {
			return false
		}
		seen[n] = true
		return true
	}
	err := bySeat(s, "cards", doc.Cards, func(seat rules.Seat, two cardsDoc) error {
		if len(two.list) != 2 || two.list[0] >= two.list[1] || !take(two.list[0]) || !take(two.list[1]) {
			return refused("%s cannot have been dealt %v", seatNames[seat], two.list)
		}
		s.dealt[seat] = [2]uint8{uint8(two.list[0]), uint8(two.list[1])}
		return nil
	})
	if err != nil {
		return err
	}
	return bySeat(s, "kept", doc.Kept, func(seat rules.Seat, n int) error {
		if s.dealt[seat][0] != 0 || !take(n) {
			return refused("%s cannot have kept %d", seatNames[seat], n)
		}
		s.kept[seat] = uint8(n)
		return nil
	})
}

// readRuns reads the last moves (rule 6), and whether a ransom was paid.
func (s *State) readRuns(doc stateDoc) error {
	if doc.Ransomed && s.phase != turn {
		return refused("phase %s: nobody ransoms", s.Phase())
	}
	s.ransomed = doc.Ransomed
	return bySeat(s, "repeats", doc.Repeats, func(seat rules.Seat, doc runDoc) error {
		p, ok := table.byID[doc.ID]
		if !ok || p.owner() != seat || s.resigned.Has(seat) || doc.N < 1 || doc.N > mostRepeats || len(doc.Between) != 2 {
			return refused("%s cannot repeat %+v", seatNames[seat], doc)
		}
		a, okA := table.topology.Square(doc.Between[0])
		b, okB := table.topology.Square(doc.Between[1])
		if !okA || !okB || doc.Between[0] >= doc.Between[1] {
			return refused("%s cannot have moved between %q", doc.ID, doc.Between)
		}
		s.runs[seat] = run{man: p, a: min(a, b), b: max(a, b), n: uint8(doc.N)}
		if !s.possible(s.runs[seat]) {
			return refused("%s cannot have moved between %q", doc.ID, doc.Between)
		}
		return nil
	})
}

// readCalm reads the turns since the last capture or ransom (rule 15).
func (s *State) readCalm(n int) error {
	most := int(s.rounds) * int(s.players)
	if n < 0 || n > most || n > 0 && (s.phase < turn || s.ransomed) {
		return refused("phase %s: calm cannot be %d turns", s.Phase(), n)
	}
	s.calm = uint16(n)
	return nil
}

// possible reports whether that can have been the last move of its owner: the
// character goes that way on an empty board, and stands at one of its ends, but
// for one captured since, or ransomed before the next move.
func (s *State) possible(r run) bool {
	if !goes(r.man, r.a, r.b) && !goes(r.man, r.b, r.a) {
		return false
	}
	sq, seat := s.at[r.man], r.man.owner()
	switch {
	case sq >= maxSquares:
		return true
	case table.entry[sq]: // nobody moves there: it was ransomed
		return s.phase == over || s.ransomed && s.turn == seat
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
