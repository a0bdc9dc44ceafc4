package archive

import (
	"reeve/rules"
)

// Seen is what one viewer may know of a record. Whatever of a record leaves the
// program is made from it: lists, counts, exports, scores, replays.
type Seen struct {
	Header Header  // without seed and script unless Whole
	Events []Event // numbered anew and without gaps, so that hidden ones leave no trace
	Whole  bool    // nothing is left out
	Viewer rules.Seat

	walk   *walk  // through the whole record; nil if it was not gone through
	hidden []bool // by number of event in the whole record
}

// See returns what viewer may know of a record: rules.Table stands for everybody,
// rules.Full for who may know all. A game that goes on, or that is sealed
// (rules.Sealed), keeps from everybody else its seed, script and words, the steps
// that viewer may not know of, and all that tells how many there are. It wraps what
// Replay wraps.
func See(games []*rules.Game, h Header, events []Event, viewer rules.Seat) (Seen, error) {
	s := Seen{Header: h, Events: events, Whole: viewer == rules.Full, Viewer: viewer}
	if s.Whole {
		return s, nil
	}
	g, err := rules.Find(games, h.Game)
	if err != nil {
		return Seen{}, err
	}
	over := ended(events)
	if !g.Hidden {
		if s.Whole = over; !over {
			s.leaveOut(events, hideFlagged(events))
		}
		return s, nil
	}
	if s.walk, err = newWalk(games, h); err != nil {
		return Seen{}, err
	}
	hidden, err := s.walk.hide(events, viewer)
	if err != nil {
		return Seen{}, err
	}
	if s.Whole = over && !rules.Sealed(s.walk.latest()); !s.Whole {
		s.leaveOut(events, hidden)
	}
	return s, nil
}

// leaveOut makes s what is left of events without the hidden ones.
func (s *Seen) leaveOut(events []Event, hidden []bool) {
	s.hidden = hidden
	s.Header.Seed, s.Header.Script = nil, nil
	s.Events = nil
	number := make([]int, len(events)+1) // how many are shown up to each event
	for i, e := range events {
		number[i+1] = number[i]
		if hidden[i+1] {
			continue
		}
		number[i+1]++
		e.N, e.Ref = number[i+1], number[e.Ref]
		s.Events = append(s.Events, e)
	}
}

// hide goes through events and returns, by number, which of them viewer may not
// know of.
func (w *walk) hide(events []Event, viewer rules.Seat) ([]bool, error) {
	secret := make([]bool, len(events)+1)
	for i, e := range events {
		stood := w.fold.standing
		if e.Kind == Taken || e.Kind == Stepped {
			before, err := w.position()
			if err != nil {
				return nil, err
			}
			step, err := w.parse(before, e)
			if err != nil {
				return nil, err
			}
			secret[i+1] = e.Hidden && viewer >= rules.MaxSeats || !rules.Sees(before, step, viewer)
		}
		if err := w.add(e); err != nil {
			return nil, err
		}
		if e.Kind == Undo {
			secret[i+1] = allSecret(stood[len(w.fold.standing):], secret)
		}
	}
	if _, err := w.position(); err != nil {
		return nil, err
	}
	return follow(events, secret), nil
}

// allSecret reports whether each of the steps that were undone is secret: then it
// is a secret, too, that anything was undone.
func allSecret(undone []Standing, secret []bool) bool {
	for _, s := range undone {
		if !secret[s.N] {
			return false
		}
	}
	return len(undone) > 0
}

// hideFlagged is hide by what the record itself says of its steps.
func hideFlagged(events []Event) []bool {
	secret := make([]bool, len(events)+1)
	for i, e := range events {
		secret[i+1] = e.Hidden
	}
	return follow(events, secret)
}

// follow hides besides what tells of hidden steps: their sealings and withdrawals,
// and the clocks that were read behind them. Words for the dice are as secret as
// the seed.
func follow(events []Event, secret []bool) []bool {
	for i, e := range events {
		switch e.Kind {
		case Sealed, Withdrawn:
			secret[i+1] = secret[e.Ref]
		case Clock:
			secret[i+1] = secret[i]
		case WordsSaid:
			secret[i+1] = true
		}
	}
	return secret
}

// Shown is a step that stands, with the positions around it.
type Shown struct {
	By, Action    string
	Before, After rules.State
	Step          rules.Step
}

// Steps returns the position at the start and the steps that stand and are seen,
// in their order. After a step come those that are hidden: what they did stands
// in the positions, of which only Viewer's views may be shown.
func (s Seen) Steps(games []*rules.Game) (start rules.State, steps []Shown, err error) {
	w := s.walk
	if w == nil {
		if w, err = newWalk(games, s.Header); err != nil {
			return nil, nil, err
		}
		if _, err := w.run(s.Events); err != nil {
			return nil, nil, err
		}
	}
	before := w.start
	for i, stands := range w.fold.standing {
		step, err := w.parse(before, stands.Event)
		if err != nil {
			return nil, nil, err
		}
		if s.Whole || !s.hidden[stands.N] {
			steps = append(steps, Shown{stands.By, stands.Action, before, w.states[i], step})
		}
		before = w.states[i]
	}
	return w.start, steps, nil
}
