package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Kind is what an event records.
type Kind string

// The kinds of events (hands.md, "taken", "sealed", "withdrawn").
const (
	Taken     Kind = "taken"     // a step, still open
	Sealed    Kind = "sealed"    // the open step Ref is final
	Withdrawn Kind = "withdrawn" // the open step Ref never was; or the sealing Ref is taken back and its step open again
	Stepped   Kind = "step"      // a step taken and sealed at once: chance, the page, the referee
	Undo      Kind = "undo"      // every step after event Ref never was; 0: back to the start

	WordsSaid Kind = "words"  // By's words for the dice are Action
	Answer    Kind = "answer" // a question of the board was answered with Action
	Clock     Kind = "clock"  // readings of the clocks, in Note
	Player    Kind = "player" // By's seat is played by Action from here on (see Sittings), "" is nobody by name; Note is the Identity that a computer gave
	End       Kind = "end"    // the game is over; Note is the rules.Outcome. Nothing follows
)

var kinds = []Kind{Taken, Sealed, Withdrawn, Stepped, Undo, WordsSaid, Answer, Clock, Player, End}

// ErrRecord is the cause of every record that is no record of a game.
var ErrRecord = errors.New("archive: malformed record")

// Event is one line of a game's record.
type Event struct {
	N      int // consecutive from 1
	Kind   Kind
	Ref    int    // the event it is about; 0 where the kind has none
	By     string // a seat's name, "chance", "referee", or ""
	Action string // a step in the interchange's text form; other kinds' text
	At     time.Time
	Hidden bool            // not everybody may know it before the game is over
	Note   json.RawMessage // whatever else belongs to it; nil for nothing
}

// Standing is a step that stands: neither withdrawn nor undone.
type Standing struct {
	Event
	Open    bool // taken, not yet sealed
	Sealing int  // the event that sealed it; 0 while it is open
}

// Fold returns the steps that stand after events. It wraps ErrRecord for events
// that are not consecutive, of an unknown kind, about a step that is not there,
// or after the end.
func Fold(events []Event) ([]Standing, error) {
	var f fold
	for _, e := range events {
		if _, err := f.add(e); err != nil {
			return nil, err
		}
	}
	return f.standing, nil
}

// fold is the state of Fold between two events.
type fold struct {
	standing []Standing
	n        int
	ended    bool
}

// add takes one event in and returns how many of the steps that stood still
// stand, counted from the first.
func (f *fold) add(e Event) (kept int, err error) {
	if e.N != f.n+1 {
		return 0, fmt.Errorf("%w: event %d stands where event %d has to", ErrRecord, e.N, f.n+1)
	}
	if f.ended {
		return 0, fmt.Errorf("%w: event %d stands behind the end of the game", ErrRecord, e.N)
	}
	if e.Ref < 0 || e.Ref >= e.N {
		return 0, fmt.Errorf("%w: event %d is about event %d", ErrRecord, e.N, e.Ref)
	}
	kept = len(f.standing)
	switch e.Kind {
	case Taken:
		f.standing = append(f.standing, Standing{Event: e, Open: true})
	case Stepped:
		f.standing = append(f.standing, Standing{Event: e, Sealing: e.N})
	case Sealed:
		err = f.seal(e)
	case Withdrawn:
		kept, err = f.withdraw(e)
	case Undo:
		kept = f.undo(e.Ref)
	case WordsSaid, Answer, Clock, Player:
	case End:
		f.ended = true
	default:
		err = fmt.Errorf("%w: event %d is of unknown kind %q", ErrRecord, e.N, e.Kind)
	}
	if err == nil {
		f.n = e.N
	}
	return kept, err
}

func (f *fold) seal(e Event) error {
	for i := len(f.standing) - 1; i >= 0; i-- {
		if s := &f.standing[i]; s.N == e.Ref && s.Open {
			s.Open, s.Sealing = false, e.N
			return nil
		}
	}
	return fmt.Errorf("%w: event %d seals %d, which is no open step", ErrRecord, e.N, e.Ref)
}

func (f *fold) withdraw(e Event) (kept int, err error) {
	for i := len(f.standing) - 1; i >= 0; i-- {
		s := &f.standing[i]
		switch {
		case s.N == e.Ref && s.Open:
			f.standing = slices.Delete(f.standing, i, i+1)
			return i, nil
		case s.Sealing == e.Ref && s.Kind == Taken && !s.Open:
			s.Open, s.Sealing = true, 0
			return len(f.standing), nil
		}
	}
	return 0, fmt.Errorf("%w: event %d withdraws %d, which is neither an open step nor the sealing of one", ErrRecord, e.N, e.Ref)
}

func (f *fold) undo(ref int) (kept int) {
	kept = len(f.standing)
	for kept > 0 && f.standing[kept-1].N > ref {
		kept--
	}
	f.standing = f.standing[:kept]
	return kept
}
