package kaleidochess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"reeve/rules"
)

// refused is a reason why a document is no position.
func refused(format string, args ...any) error {
	return fmt.Errorf("%w: kaleidochess: %s", rules.ErrPosition, fmt.Sprintf(format, args...))
}

// read returns the position of a document. It takes only what play can leave
// behind, as far as one position shows it. It wraps rules.ErrPosition.
func read(g *ground, d rules.Document, o rules.Options) (rules.State, error) {
	var doc stateDoc
	if err := d.ReadState(&doc); err != nil {
		return nil, err
	}
	s := empty(g, o)
	for _, part := range []func() error{
		func() error { return s.readPieces(d.Pieces) },
		func() error { return s.readPhase(d, doc) },
		func() error { return s.readTiles(doc.Tiles) },
		func() error { return s.readActive(doc.Active) },
		func() error { return s.readOutcome(d) },
		func() error { return s.readQuiet(doc.Quiet) },
		func() error { return s.readSeen(doc.Seen) },
		s.checkNotOver,
	} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *State) readPieces(list []rules.Piece) error {
	var listed [pieces]bool
	for _, doc := range list {
		p, ok := s.ground().byID[doc.ID]
		if !ok || listed[p] {
			return refused("piece %q is unknown or stands twice", doc.ID)
		}
		listed[p] = true
		name := kinds[s.ground().kind[p]].name
		if doc.Kind != name || doc.Owner != seatNames[p.owner()] || doc.Energy != nil {
			return refused("piece %s is a %s of %s, without energy", doc.ID, name, seatNames[p.owner()])
		}
		if doc.At == nil {
			continue
		}
		if s.leftOut(p) {
			return refused("piece %s: a handicap has left it out", doc.ID)
		}
		f, ok := s.ground().top.Square(*doc.At)
		if !ok || s.stands[White].or(s.stands[Black]).has(f) {
			return refused("piece %s: field %q is unknown or taken", doc.ID, *doc.At)
		}
		s.put(p, f)
	}
	if i := slices.Index(listed[:], false); i >= 0 {
		return refused("piece %s is missing", s.ground().id[i])
	}
	return nil
}

// readPhase reads the phase, whose turn it is and the throw.
func (s *State) readPhase(d rules.Document, doc stateDoc) error {
	i := slices.Index(phaseNames[:], d.Phase)
	if i < 0 || phase(i) == inDie && !s.options.has(withDie) {
		return refused("there is no phase %q", d.Phase)
	}
	s.phase = phase(i)
	if (doc.Turn != nil) != (s.phase == inDie) {
		return refused("phase %s: turn stands in phase die and only there", d.Phase)
	}
	var name string
	switch {
	case s.phase == inDie:
		name = *doc.Turn
	case s.phase == inTurn && len(d.ToAct) == 1:
		name = d.ToAct[0]
	}
	seat := slices.Index(seatNames, name)
	if s.phase != over && seat < 0 {
		return refused("phase %s: it is nobody's turn", d.Phase)
	}
	s.turn = rules.Seat(max(seat, 0))
	if (doc.Thrown != nil) != (s.phase == inTurn && s.options.has(withDie)) {
		return refused("phase %s: thrown stands in a turn with the die and only there", d.Phase)
	}
	if doc.Thrown == nil {
		return nil
	}
	if *doc.Thrown < 1 || *doc.Thrown > 6 {
		return refused("a die shows 1 to 6, not %d", *doc.Thrown)
	}
	s.thrown = uint8(*doc.Thrown)
	return nil
}

func (s *State) readTiles(doc tilesDoc) error {
	for seat, names := range [2][]string{doc.White, doc.Black} {
		if len(names) > 0 && (!s.options.has(withMagic) || s.at[wizardOf(rules.Seat(seat))] == off) {
			return refused("%s has no tiles: there is no magic or no Wizard", seatNames[seat])
		}
		last := -1
		for _, name := range names {
			f, ok := formulaNamed(name)
			if !ok || int(f) <= last {
				return refused("tile %q of %s is unknown or out of order", name, seatNames[seat])
			}
			last = int(f)
			s.tiles[seat] |= 1 << f
		}
	}
	return nil
}

// readActive reads the active formulas, and checks each against its tile and
// against what it lies on.
func (s *State) readActive(docs []activeDoc) error {
	last := -1
	for _, doc := range docs {
		f, ok := formulaNamed(doc.Formula)
		seat := slices.Index(seatNames, doc.Owner)
		if !ok || !f.lasts() || seat < 0 || seat*int(formulaCount)+int(f) <= last {
			return refused("active %s of %q is unknown or out of order", strconv.Quote(doc.Formula), doc.Owner)
		}
		last = seat*int(formulaCount) + int(f)
		if !s.options.has(withMagic) || s.at[wizardOf(rules.Seat(seat))] == off || s.tiles[seat]>>f&1 != 0 {
			return refused("%s of %s cannot be active: there is no magic, no Wizard, or the tile is not used", doc.Formula, doc.Owner)
		}
		on, ok := s.readOn(f, doc.On)
		if !ok {
			return refused("%s cannot lie on %q", doc.Formula, doc.On)
		}
		s.active[seat][f-firstLasting] = on
	}
	return nil
}

// readOn reads what f lies on; false where it cannot lie, or lies already.
func (s *State) readOn(f formula, name string) (uint8, bool) {
	v := s.survey()
	switch f {
	case block:
		at, ok := s.ground().top.Square(name)
		return uint8(at), ok && v.layable(block).has(at)
	case barrier:
		first, second, _ := strings.Cut(name, "|")
		a, okA := s.ground().top.Square(first)
		b, okB := s.ground().top.Square(second)
		if !okA || !okB {
			return 0, false
		}
		spot, ok := s.ground().spotOf(a, b)
		return spot, ok && v.barred>>s.ground().spots[spot].line&1 == 0
	}
	p, ok := s.ground().byID[name]
	if !ok || s.at[p] == off {
		return 0, false
	}
	bearers := map[formula]fields{imprison: v.bound, weaken: v.weak, strengthen: v.strong}
	return uint8(p), !bearers[f].has(s.at[p])
}

func (s *State) readQuiet(n int) error {
	if n < 0 || n > quietTurns || n == quietTurns && s.phase != over {
		return refused("phase %s: quiet cannot be %d", s.Phase(), n)
	}
	s.quiet = uint8(n)
	return nil
}

// readSeen reads how often positions have occurred. Keys in the interchange's other forms (a position's text or
// its SHA-256) mean nothing to this game and are dropped. The position itself is added if it is missing, except
// with the die, where a pass may have led to it.
func (s *State) readSeen(doc seenDoc) error {
	if len(doc) > memorySize {
		return refused("seen has %d positions, %d can be", len(doc), memorySize)
	}
	here, known := s.fingerprint(), false
	for _, e := range doc {
		if e.count < 1 || e.count > 3 || e.count == 3 && s.phase != over {
			return refused("seen: a position cannot have been there %d times", e.count)
		}
		print, own, ok := readPrint(e.key)
		if !ok || own && s.seen.find(print) < int(s.seen.n) {
			return refused("seen: %.70q is no position, or stands twice", e.key)
		}
		if !own {
			continue
		}
		known = known || print == here
		s.seen.add(print, e.count)
	}
	passed := s.options.has(withDie) && s.seen.n > 0
	if s.phase != over && !known && !passed {
		s.seen.note(here)
	}
	return nil
}

// readPrint reads a key of seen; own is false for a text or a SHA-256.
func readPrint(key string) (print uint64, own, ok bool) {
	switch {
	case strings.HasPrefix(key, "{"):
		return 0, false, true
	case len(key) != printDigits && len(key) != 64 || strings.Trim(key, "0123456789abcdef") != "":
		return 0, false, false
	case len(key) == 64:
		return 0, false, true
	}
	print, err := strconv.ParseUint(key, 16, 64)
	return print, true, err == nil && print&countBits == 0
}

func (s *State) readOutcome(d rules.Document) error {
	r, err := d.ReadResult(seatNames)
	if err != nil || d.Outcome == nil {
		return err
	}
	s.why, s.winners = whyNamed(r.Why), r.Winners
	if !s.endFits() || len(d.Outcome.Scores) > 0 {
		return refused("the game cannot have ended with why %q and winners %q", r.Why, d.Outcome.Winners)
	}
	return nil
}

// endFits reports whether winners and why agree with the pieces.
func (s *State) endFits() bool {
	winner, won := s.winners.Only()
	switch s.why {
	case goesOn:
		return false
	case byCastles:
		return won && s.castlesOf(winner) >= s.options.castles()
	case byPieces:
		return s.hasPieces(White) == s.winners.Has(White) && s.hasPieces(Black) == s.winners.Has(Black)
	case byMoves:
		return won && !s.options.has(withDie)
	case byResignation:
		return won
	}
	return !won
}

// checkNotOver refuses a turn that rule 5 leaves nobody: with the castles won, with a side
// without pieces, and without the die one in which nothing can be done.
func (s *State) checkNotOver() error {
	if s.phase == over {
		return nil
	}
	switch holder := s.holder(1 - s.turn); {
	case s.castlesOf(holder) >= s.options.castles():
		return refused("%s holds enough castles: the game is over", seatNames[holder])
	case !s.hasPieces(White) || !s.hasPieces(Black):
		return refused("a side has no pieces: the game is over")
	case s.phase == inTurn && !s.options.has(withDie) && !s.canAct():
		return refused("%s can do nothing: the game is over", seatNames[s.turn])
	}
	return nil
}
