package example

import "reeve/rules"

// read returns the position of a document. It wraps rules.ErrPosition.
func read(d rules.Document, o rules.Options) (rules.State, error) {
	if err := d.ReadState(&struct{}{}); err != nil {
		return nil, err
	}
	s := empty(o)
	if err := s.readPawns(d); err != nil {
		return nil, err
	}
	var err error
	if s.end, err = d.ReadResult(seatNames); err != nil {
		return nil, err
	}
	if s.end.Why == "" {
		if s.turn, err = d.ReadActor(seatNames); err != nil {
			return nil, err
		}
	}
	if !s.fits() {
		return nil, d.NoPosition("phase %s: the pawns say otherwise", d.Phase)
	}
	return s, nil
}

func (f *field) readPawns(d rules.Document) error {
	byID := map[string]pawn{}
	for p := range pawn(pawns) {
		if f.plays(p) {
			byID[p.id()] = p
		}
	}
	for _, doc := range d.Pieces {
		p, ok := byID[doc.ID]
		if !ok || doc.Kind != "pawn" || doc.Owner != seatNames[p.owner()] || doc.Energy != nil {
			return d.NoPosition("piece %q is unknown, stands twice, or is no pawn of its owner", doc.ID)
		}
		delete(byID, doc.ID)
		if doc.At == nil {
			continue
		}
		sq, ok := topology.Square(*doc.At)
		if !ok || f.on(sq) != nobody {
			return d.NoPosition("piece %s: square %q is unknown or taken", doc.ID, *doc.At)
		}
		f.at[p] = sq
	}
	if len(byID) > 0 {
		return d.NoPosition("%d pawns are missing; a captured one has \"at\": null", len(byID))
	}
	return nil
}

// fits reports whether phase and outcome are what the pawns say.
func (s *State) fits() bool {
	white, black := s.won(White), s.won(Black)
	switch s.end.Why {
	case whyReached, whyCaptured:
		return s.end.Winners == rules.SeatsOf(White) && white == s.end.Why && black == "" ||
			s.end.Winners == rules.SeatsOf(Black) && black == s.end.Why && white == ""
	case "resigned":
		return s.end.Winners.Len() == 1 && white == "" && black == ""
	case "", "agreed", "abandoned":
		return s.end.Winners == 0 && white == "" && black == ""
	}
	return false
}
