package camelot

import (
	"bytes"
	"fmt"
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
	var doc stateDoc
	if err := d.ReadState(&doc); err != nil {
		return nil, err
	}
	s := empty(o)
	var keys []byte
	for _, part := range []func() error{
		func() error { return s.readPieces(d.Pieces) },
		func() error { return s.readPhase(d) },
		func() error { return s.readCastles(doc) },
		func() error { return s.readQuiet(doc) },
		func() error { return s.readOutcome(d) },
		func() error { return s.checkTurn() },
		func() (err error) { keys, err = s.readSeen(doc.Seen); return err },
	} {
		if err := part(); err != nil {
			return nil, err
		}
	}
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

func (s *position) readPieces(list []rules.Piece) error {
	var listed [pieces]bool
	for _, doc := range list {
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
		if s.leftOut(p) {
			return refused("piece %s: a handicap has left it out", doc.ID)
		}
		sq, ok := topology.Square(*doc.At)
		if !ok || s.occupied[White].has(cellOf[sq]) || s.occupied[Black].has(cellOf[sq]) {
			return refused("piece %s: square %q is unknown or taken", doc.ID, *doc.At)
		}
		s.put(p, cellOf[sq])
	}
	if i := slices.Index(listed[:], false); i >= 0 {
		return refused("piece %s is missing", ids[i])
	}
	return nil
}

func (s *position) readPhase(d rules.Document) error {
	switch d.Phase {
	case "over":
		s.over = true
		return nil
	case "turn":
		var err error
		s.turn, err = d.ReadActor(seatNames)
		return err
	}
	return refused("there is no phase %q", d.Phase)
}

// readCastles reads the castle moves, which only a piece in the enemy castle
// can have made, and checks who must leave.
func (s *position) readCastles(doc stateDoc) error {
	for seat, n := range [2]int{doc.CastleMoves.White, doc.CastleMoves.Black} {
		seat := rules.Seat(seat)
		if n < 0 || n > maxCastleMoves || n > 0 && s.within(1-seat, seat) == 0 {
			return refused("%s cannot have made %d castle moves", seatNames[seat], n)
		}
		s.castleMoves[seat] = uint8(n)
		if s.within(seat, seat) == 2 {
			return refused("two pieces of %s stand in their own castle", seatNames[seat])
		}
	}
	return s.checkLeaving(doc.MustLeave)
}

// checkLeaving takes must_leave as it is printed; while the opponent acts, or
// when the game is over, it may be null or name the other player's piece.
func (s *position) checkLeaving(name *string) error {
	now := s.mustLeave(s.turn)
	if name == nil {
		if now != nobody && !s.over {
			return refused("must_leave is null, but %s stands in its own castle", ids[now])
		}
		return nil
	}
	for _, seat := range [2]rules.Seat{White, Black} {
		p := s.mustLeave(seat)
		if p != nobody && s.at[p].name() == *name && (p == now || now == nobody || s.over) {
			return nil
		}
	}
	return refused("must_leave cannot be %q", *name)
}

func (s *position) readQuiet(doc stateDoc) error {
	if doc.Quiet < 0 || doc.Quiet > maxQuiet || doc.Quiet == maxQuiet && !s.over {
		return refused("quiet cannot be %d", doc.Quiet)
	}
	s.quiet = uint8(doc.Quiet)
	return nil
}

// readSeen reads the counts of earlier positions. There cannot be more than one
// a ply, and the position itself. A name that is no canonical text of ours, or
// one of other pieces than are left, can be counted but not met again.
func (s *position) readSeen(counts map[string]int) ([]byte, error) {
	var keys [][]byte
	left := int(s.quiet) + 1
	for name, n := range counts {
		if n < 1 || n > left || n >= maxSeen && !s.over {
			return nil, refused("seen: %q cannot have occurred %d times", name, n)
		}
		left -= n
		k, ours := s.readKey(name)
		for range n {
			if ours {
				keys = append(keys, k)
			}
		}
	}
	slices.SortFunc(keys, bytes.Compare)
	return bytes.Join(keys, nil), nil
}

// checkTurn refuses a position in phase turn that nobody plays on from.
func (s *position) checkTurn() error {
	if s.over {
		return nil
	}
	if why := s.settled(); why != 0 {
		return refused("phase turn: the game is over (%s)", whys[why])
	}
	var free bool
	all := s.spread()
	if s.bound, free = s.survey(&all); !free {
		return refused("phase turn: the game is over (%s)", whys[whyStalemate])
	}
	return nil
}

// settled returns how the pieces alone say that the game is over, whoever
// moved last; 0 if they do not.
func (s *position) settled() uint8 {
	last := *s
	last.quiet = 0
	for _, mover := range [2]rules.Seat{White, Black} {
		if why := last.decided(mover); why != 0 {
			return why
		}
	}
	return 0
}

// readOutcome reads how the game ended and checks it against the pieces.
func (s *position) readOutcome(d rules.Document) error {
	r, err := d.ReadResult(seatNames)
	if err != nil || d.Outcome == nil {
		return err
	}
	s.why, s.winners = whyOf(r.Why), r.Winners
	if !s.endFits() || len(d.Outcome.Scores) > 0 {
		return refused("the game cannot have ended with why %q and winners %q", r.Why, d.Outcome.Winners)
	}
	return nil
}

// endFits reports whether winners and why agree with the pieces.
func (s *position) endFits() bool {
	if s.why == whyResigned {
		return s.winners.Len() == 1 && s.settled() == 0
	}
	if s.why == whyCastle || s.why == whyCaptured || s.why == whyBare || s.why == whyStalemate {
		return s.endedBy(White) || s.endedBy(Black)
	}
	return s.winners == 0 && s.settled() == 0 &&
		(s.why == whyAgreed || s.why == whyAbandoned ||
			s.why == whyQuiet && s.quiet == maxQuiet || s.why == whyRepetition && s.quiet >= 8)
}

// endedBy reports whether a turn of mover can have ended the game as winners
// and why say.
func (s *position) endedBy(mover rules.Seat) bool {
	end := *s
	end.quiet = 0
	found := end.decided(mover)
	if end.turn = 1 - mover; found == 0 {
		all := end.spread()
		if _, free := end.survey(&all); !free {
			found = whyStalemate
		}
	}
	return found == s.why && s.reward(mover, found) == s.winners
}
