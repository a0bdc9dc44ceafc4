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
	l := loader{State: empty(g, o), d: d}
	if err := d.ReadState(&l.doc); err != nil {
		return nil, err
	}
	for _, part := range []func() error{
		l.readPieces, l.readPhase, l.readTiles, l.readActive, l.readOutcome, l.readQuiet, l.readSeen, l.checkNotOver,
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

func (l *loader) readPieces() error {
	var listed [pieces]bool
	for _, doc := range l.d.Pieces {
		p, ok := l.ground().byID[doc.ID]
		if !ok || listed[p] {
			return refused("piece %q is unknown or stands twice", doc.ID)
		}
		listed[p] = true
		name := kinds[l.ground().kind[p]].name
		if doc.Kind != name || doc.Owner != seatNames[p.owner()] || doc.Energy != nil {
			return refused("piece %s is a %s of %s, without energy", doc.ID, name, seatNames[p.owner()])
		}
		if doc.At == nil {
			continue
		}
		if l.leftOut(p) {
			return refused("piece %s: a handicap has left it out", doc.ID)
		}
		f, ok := l.ground().top.Square(*doc.At)
		if !ok || l.stands[White].or(l.stands[Black]).has(f) {
			return refused("piece %s: field %q is unknown or taken", doc.ID, *doc.At)
		}
		l.put(p, f)
	}
	if i := slices.Index(listed[:], false); i >= 0 {
		return refused("piece %s is missing", l.ground().id[i])
	}
	return nil
}

// readPhase reads the phase, whose turn it is and the throw.
func (l *loader) readPhase() error {
	d, doc := &l.d, &l.doc
	i := slices.Index(phaseNames[:], d.Phase)
	if i < 0 || phase(i) == inDie && !l.options.has(withDie) {
		return refused("there is no phase %q", d.Phase)
	}
	l.phase = phase(i)
	if (doc.Turn != nil) != (l.phase == inDie) {
		return refused("phase %s: turn stands in phase die and only there", d.Phase)
	}
	var name string
	switch {
	case l.phase == inDie:
		name = *doc.Turn
	case l.phase == inTurn && len(d.ToAct) == 1:
		name = d.ToAct[0]
	}
	seat := slices.Index(seatNames, name)
	if l.phase != over && seat < 0 {
		return refused("phase %s: it is nobody's turn", d.Phase)
	}
	l.turn = rules.Seat(max(seat, 0))
	if (doc.Thrown != nil) != (l.phase == inTurn && l.options.has(withDie)) {
		return refused("phase %s: thrown stands in a turn with the die and only there", d.Phase)
	}
	if doc.Thrown == nil {
		return nil
	}
	if *doc.Thrown < 1 || *doc.Thrown > 6 {
		return refused("a die shows 1 to 6, not %d", *doc.Thrown)
	}
	l.thrown = uint8(*doc.Thrown)
	return nil
}

func (l *loader) readTiles() error {
	doc := &l.doc.Tiles
	for seat, names := range [2][]string{doc.White, doc.Black} {
		if len(names) > 0 && (!l.options.has(withMagic) || l.at[wizardOf(rules.Seat(seat))] == off) {
			return refused("%s has no tiles: there is no magic or no Wizard", seatNames[seat])
		}
		last := -1
		for _, name := range names {
			f, ok := formulaNamed(name)
			if !ok || int(f) <= last {
				return refused("tile %q of %s is unknown or out of order", name, seatNames[seat])
			}
			last = int(f)
			l.tiles[seat] |= 1 << f
		}
	}
	return nil
}

// readActive reads the active formulas, and checks each against its tile and
// against what it lies on.
func (l *loader) readActive() error {
	last := -1
	for _, doc := range l.doc.Active {
		f, ok := formulaNamed(doc.Formula)
		seat := slices.Index(seatNames, doc.Owner)
		if !ok || !f.lasts() || seat < 0 || seat*int(formulaCount)+int(f) <= last {
			return refused("active %s of %q is unknown or out of order", strconv.Quote(doc.Formula), doc.Owner)
		}
		last = seat*int(formulaCount) + int(f)
		if !l.options.has(withMagic) || l.at[wizardOf(rules.Seat(seat))] == off || l.tiles[seat]>>f&1 != 0 {
			return refused("%s of %s cannot be active: there is no magic, no Wizard, or the tile is not used", doc.Formula, doc.Owner)
		}
		on, ok := l.readOn(f, doc.On)
		if !ok {
			return refused("%s cannot lie on %q", doc.Formula, doc.On)
		}
		l.active[seat][f-firstLasting] = on
	}
	return nil
}

// readOn reads what f lies on; false where it cannot lie, or lies already.
func (l *loader) readOn(f formula, name string) (uint8, bool) {
	v := l.survey()
	switch f {
	case block:
		at, ok := l.ground().top.Square(name)
		return uint8(at), ok && v.layable(block).has(at)
	case barrier:
		first, second, _ := strings.Cut(name, "|")
		a, okA := l.ground().top.Square(first)
		b, okB := l.ground().top.Square(second)
		if !okA || !okB {
			return 0, false
		}
		spot, ok := l.ground().spotOf(a, b)
		return spot, ok && v.barred>>l.ground().spots[spot].line&1 == 0
	}
	p, ok := l.ground().byID[name]
	if !ok || l.at[p] == off {
		return 0, false
	}
	bearers := map[formula]fields{imprison: v.bound, weaken: v.weak, strengthen: v.strong}
	return uint8(p), !bearers[f].has(l.at[p])
}

func (l *loader) readQuiet() error {
	n := l.doc.Quiet
	if n < 0 || n > quietTurns || n == quietTurns && l.phase != over {
		return refused("phase %s: quiet cannot be %d", l.Phase(), n)
	}
	l.quiet = uint8(n)
	return nil
}

// readSeen reads how often positions have occurred. Keys in the interchange's other forms (a position's text or
// its SHA-256) mean nothing to this game and are dropped. The position itself is added if it is missing, except
// with the die, where a pass may have led to it.
func (l *loader) readSeen() error {
	doc := l.doc.Seen
	if len(doc) > memorySize {
		return refused("seen has %d positions, %d can be", len(doc), memorySize)
	}
	here, known := l.fingerprint(l.turn), false
	for _, e := range doc {
		if e.count < 1 || e.count > 3 || e.count == 3 && l.phase != over {
			return refused("seen: a position cannot have been there %d times", e.count)
		}
		print, own, ok := readPrint(e.key)
		if !ok || own && l.seen.find(print) < int(l.seen.n) {
			return refused("seen: %.70q is no position, or stands twice", e.key)
		}
		if !own {
			continue
		}
		known = known || print == here
		l.seen.add(print, e.count)
	}
	passed := l.options.has(withDie) && l.seen.n > 0
	if l.phase != over && !known && !passed {
		l.seen.note(here)
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

func (l *loader) readOutcome() error {
	r, err := l.d.ReadResult(seatNames)
	if err != nil || l.d.Outcome == nil {
		return err
	}
	l.why, l.winners = whyNamed(r.Why), r.Winners
	if !l.endFits() || len(l.d.Outcome.Scores) > 0 {
		return refused("the game cannot have ended with why %q and winners %q", r.Why, l.d.Outcome.Winners)
	}
	return nil
}

// endFits reports whether winners and why agree with the pieces.
func (l *loader) endFits() bool {
	winner, won := l.winners.Only()
	switch l.why {
	case goesOn:
		return false
	case byCastles:
		return won && l.castlesOf(winner) >= l.options.castles()
	case byPieces:
		return l.hasPieces(White) == l.winners.Has(White) && l.hasPieces(Black) == l.winners.Has(Black)
	case byMoves:
		return won && !l.options.has(withDie)
	case byResignation:
		return won
	}
	return !won
}

// checkNotOver refuses a turn that rule 5 leaves nobody: with the castles won, with a side
// without pieces, and without the die one in which nothing can be done.
func (l *loader) checkNotOver() error {
	if l.phase == over {
		return nil
	}
	switch holder := l.options.holder(1 - l.turn); {
	case l.castlesOf(holder) >= l.options.castles():
		return refused("%s holds enough castles: the game is over", seatNames[holder])
	case !l.hasPieces(White) || !l.hasPieces(Black):
		return refused("a side has no pieces: the game is over")
	case l.phase == inTurn && !l.options.has(withDie) && !l.canAct():
		return refused("%s can do nothing: the game is over", seatNames[l.turn])
	}
	return nil
}
