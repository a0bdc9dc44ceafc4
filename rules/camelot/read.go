package camelot

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"reeve/rules"
)

// refused is a reason why a document is no position.
func refused(format string, args ...any) error {
	return fmt.Errorf("%w: camelot: %s", rules.ErrPosition, fmt.Sprintf(format, args...))
}

// read returns the position of a document. It takes only what play can leave
// behind, as far as one position shows it. It wraps rules.ErrPosition.
func read(d rules.Document, o rules.Options) (rules.State, error) {
	l := loader{position: empty(o), d: d}
	if err := d.ReadState(&l.doc); err != nil {
		return nil, err
	}
	for _, part := range []func() error{l.readPieces, l.readPhase, l.readCastles, l.readQuiet, l.readOutcome, l.checkTurn, l.readSeen} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	s, keys := &l.position, l.keys
	if s.over {
		return s.keep(nil, 0, nil), nil
	}
	here := s.key(new([longestKey]byte))
	at, count := find(keys, here)
	if count+1 >= maxSeen {
		return nil, refused("phase turn: the game is over (%s)", whys[whyRepetition])
	}
	s.seen = uint8(len(keys)/len(here) + 1)
	return s.keep(keys, at, here), nil
}

// loader makes a position of a document.
type loader struct {
	position
	d    rules.Document
	doc  stateDoc // the game's own part of d
	keys []byte   // of earlier positions
}

func (l *loader) readPieces() error {
	var listed [pieces]bool
	for _, doc := range l.d.Pieces {
		p, ok := byID[doc.ID]
		if !ok || listed[p] {
			return refused("piece %q is unknown or stands twice", doc.ID)
		}
		listed[p] = true
		if doc.Kind != kindNames[p.kind()] || doc.Owner != seatNames[p.owner()] || doc.Energy != nil {
			return refused("piece %s is not %q of %q, or has energy", doc.ID, doc.Kind, doc.Owner)
		}
		if doc.At == nil {
			continue
		}
		if l.leftOut(p) {
			return refused("piece %s: a handicap has left it out", doc.ID)
		}
		sq, ok := topology.Square(*doc.At)
		if !ok || l.taken(cellOf[sq]) {
			return refused("piece %s: square %q is unknown or taken", doc.ID, *doc.At)
		}
		l.put(p.owner(), int(p%perSide), cellOf[sq])
	}
	if i := slices.Index(listed[:], false); i >= 0 {
		return refused("piece %s is missing", ids[i])
	}
	return nil
}

func (l *loader) readPhase() error {
	switch l.d.Phase {
	case "over":
		l.over = true
		return nil
	case "turn":
		var err error
		l.turn, err = l.d.ReadActor(seatNames)
		return err
	}
	return refused("there is no phase %q", l.d.Phase)
}

// readCastles reads the castle moves, which only a piece in the enemy castle
// can have made, and checks who must leave.
func (l *loader) readCastles() error {
	for seat, n := range [2]int{l.doc.CastleMoves.White, l.doc.CastleMoves.Black} {
		seat := rules.Seat(seat)
		if n < 0 || n > maxCastleMoves || n > 0 && l.sides[seat].within(1-seat) == 0 {
			return refused("%s cannot have made %d castle moves", seatNames[seat], n)
		}
		l.castleMoves[seat] = uint8(n)
		if l.sides[seat].within(seat) == 2 {
			return refused("two pieces of %s stand in their own castle", seatNames[seat])
		}
	}
	return l.checkLeaving(l.doc.MustLeave)
}

// checkLeaving takes must_leave as it is printed; while the opponent acts, or
// when the game is over, it may be null or name the other player's piece.
func (l *loader) checkLeaving(name *string) error {
	now := l.mustLeave()
	if name == nil {
		if now != nobody && !l.over {
			return refused("must_leave is null, but %s stands in its own castle", ids[int(l.turn)*perSide+now])
		}
		return nil
	}
	for seat := range l.sides {
		side := &l.sides[seat]
		i := side.inside(rules.Seat(seat))
		if i != nobody && side.at[i].name() == *name && (rules.Seat(seat) == l.turn || now == nobody || l.over) {
			return nil
		}
	}
	return refused("must_leave cannot be %q", *name)
}

func (l *loader) readQuiet() error {
	if n := l.doc.Quiet; n < 0 || n > maxQuiet || n == maxQuiet && !l.over {
		return refused("quiet cannot be %d", l.doc.Quiet)
	}
	l.quiet = uint8(l.doc.Quiet)
	return nil
}

// readSeen reads the counts of earlier positions. There cannot be more than one
// a ply, and the position itself. A name that is no canonical text of ours, or
// one of other pieces than are left, can be counted but not met again.
func (l *loader) readSeen() error {
	var keys [][]byte
	left := int(l.quiet) + 1
	for _, name := range slices.Sorted(maps.Keys(l.doc.Seen)) {
		n := l.doc.Seen[name]
		if n < 1 || n > left || n >= maxSeen && !l.over {
			return refused("seen: %q cannot have occurred %d times", name, n)
		}
		left -= n
		k, ours := l.order.readKey(name)
		for range n {
			if ours {
				keys = append(keys, k)
			}
		}
	}
	slices.SortFunc(keys, bytes.Compare)
	l.keys = bytes.Join(keys, nil)
	return nil
}

// checkTurn refuses a position in phase turn that nobody plays on from.
func (l *loader) checkTurn() error {
	if l.over {
		return nil
	}
	if why := l.settled(); why != 0 {
		return refused("phase turn: the game is over (%s)", whys[why])
	}
	var free bool
	all := l.spread()
	if l.bound, free = l.survey(&all); !free {
		return refused("phase turn: the game is over (%s)", whys[whyStalemate])
	}
	return nil
}

// settled returns how the pieces alone say that the game is over, whoever
// moved last; 0 if they do not.
func (f *field) settled() uint8 {
	for _, mover := range [2]rules.Seat{White, Black} {
		if why := f.decided(mover, true); why != 0 {
			return why
		}
	}
	return 0
}

// readOutcome reads how the game ended and checks it against the pieces.
func (l *loader) readOutcome() error {
	r, err := l.d.ReadResult(seatNames)
	if err != nil || l.d.Outcome == nil {
		return err
	}
	l.why, l.winners = whyOf(r.Why), r.Winners
	if !l.endFits() || len(l.d.Outcome.Scores) > 0 {
		return refused("the game cannot have ended with why %q and winners %q", r.Why, l.d.Outcome.Winners)
	}
	return nil
}

// endFits reports whether winners and why agree with the pieces.
func (l *loader) endFits() bool {
	if l.why == whyResigned {
		return l.winners.Len() == 1 && l.settled() == 0
	}
	if l.why == whyCastle || l.why == whyCaptured || l.why == whyBare || l.why == whyStalemate {
		return l.endedBy(White) || l.endedBy(Black)
	}
	return l.winners == 0 && l.settled() == 0 &&
		(l.why == whyAgreed || l.why == whyAbandoned ||
			l.why == whyQuiet && l.quiet == maxQuiet || l.why == whyRepetition && l.quiet >= 8)
}

// endedBy reports whether a turn of mover can have ended the game as winners
// and why say.
func (l *loader) endedBy(mover rules.Seat) bool {
	end := l.field
	found := end.decided(mover, true)
	if end.turn = 1 - mover; found == 0 {
		all := end.spread()
		if _, free := end.survey(&all); !free {
			found = whyStalemate
		}
	}
	return found == l.why && l.reward(mover, found) == l.winners
}
