package archive

import (
	"fmt"
	"slices"
	"strings"

	"reeve/rules"
)

// Seen is what one viewer may know of a record. All output of records is made from it: lists,
// counts, exports, scores, replays.
type Seen struct {
	Header Header  // without seed and script unless Whole
	Events []Event // numbered anew and without gaps, so that hidden ones leave no trace
	Whole  bool    // nothing is left out
	Viewer rules.Seat

	walk   *replayer // through the whole record; nil if it was not gone through
	hidden []bool    // by number of event in the whole record
}

// Visible returns what viewer may know of a record; rules.Table is everybody, rules.Full may know all. While
// a game goes on or is sealed (rules.Sealed), seed, script, words, the steps hidden from viewer, and their
// number are left out for all but rules.Full. It wraps what Replay wraps.
func Visible(games []*rules.Game, h Header, events []Event, viewer rules.Seat) (Seen, error) {
	s := Seen{Header: h, Events: events, Whole: viewer == rules.Full, Viewer: viewer}
	if s.Whole {
		return s, nil
	}
	g, err := rules.Find(games, h.Game)
	if err != nil {
		return Seen{}, err
	}
	over := ended(events)
	if !g.Hidden && over {
		s.Whole = true
		return s, nil
	}
	t, err := newTelling(games, h, viewer)
	if err != nil {
		return Seen{}, err
	}
	for _, e := range events {
		if _, _, err := t.Next(e); err != nil {
			return Seen{}, err
		}
	}
	if s.walk = t.walk; s.walk != nil {
		if _, err := s.walk.position(); err != nil {
			return Seen{}, err
		}
		s.Whole = over && !rules.Sealed(s.walk.latest())
	}
	if !s.Whole {
		s.leaveOut(t)
	}
	return s, nil
}

// leaveOut removes the events that t hides.
func (s *Seen) leaveOut(t *Telling) {
	s.hidden = t.secret
	s.Header = public(s.Header)
	events := s.Events
	s.Events = nil
	for _, e := range events {
		if !t.secret[e.N] {
			s.Events = append(s.Events, t.numbered(e))
		}
	}
}

// public is a header without what is secret while its game goes on.
func public(h Header) Header {
	h.Seed, h.Script = nil, nil
	return h
}

// Telling filters a record as it grows: it says of each event at once what viewer may know, and never changes that
// later. Visible does the same for a whole record.
type Telling struct {
	viewer rules.Seat
	walk   *replayer // through the whole record; nil of a game that hides nothing
	secret []bool    // by number of event in the whole record
	number []int     // how many were told up to each event
}

// Tell starts a Telling for everybody from the first event on, and returns the header as it may be shown. It wraps
// what Replay wraps.
func Tell(games []*rules.Game, h Header) (*Telling, Header, error) {
	t, err := newTelling(games, h, rules.Table)
	return t, public(h), err
}

func newTelling(games []*rules.Game, h Header, viewer rules.Seat) (*Telling, error) {
	t := &Telling{viewer: viewer, secret: []bool{false}, number: []int{0}}
	g, err := rules.Find(games, h.Game)
	if err == nil && g.Hidden {
		t.walk, err = newWalk(games, h)
	}
	return t, err
}

// Next takes the next event and returns it as the viewer may know it, with its number among those shown; false if
// it is hidden. It wraps what Replay wraps.
func (t *Telling) Next(e Event) (Event, bool, error) {
	if e.N != len(t.secret) || e.Ref < 0 || e.Ref >= e.N {
		return Event{}, false, fmt.Errorf("%w: event %d, about event %d, after event %d", ErrRecord, e.N, e.Ref, len(t.secret)-1)
	}
	hidden, err := t.judge(e)
	if err != nil {
		return Event{}, false, err
	}
	t.secret = append(t.secret, hidden)
	t.number = append(t.number, t.number[e.N-1])
	if hidden {
		return Event{}, false, nil
	}
	t.number[e.N]++
	return t.numbered(e), true, nil
}

// numbered is an event whose numbers are those among the events shown.
func (t *Telling) numbered(e Event) Event {
	e.N, e.Ref = t.number[e.N], t.number[e.Ref]
	return e
}

// judge reports whether the next event is hidden from the viewer: hidden steps, their sealings and withdrawals,
// undos of nothing else, and the clocks behind them. Words for the dice are as secret as the seed.
func (t *Telling) judge(e Event) (secret bool, err error) {
	var stood []Standing
	if t.walk != nil {
		stood = t.walk.fold.standing
	}
	switch e.Kind {
	case Taken, Stepped:
		secret, err = t.hides(e)
	case Sealed, Withdrawn:
		secret = t.secret[e.Ref]
	case Clock:
		secret = t.secret[e.N-1]
	case WordsSaid:
		secret = true
	}
	if err != nil || t.walk == nil {
		return secret, err
	}
	err = t.walk.add(e)
	if e.Kind == Undo && err == nil {
		secret = t.allSecret(stood[len(t.walk.fold.standing):])
	}
	return secret, err
}

// hides reports whether a step is hidden from the viewer: where the position hides
// anything the rules say it, else the record itself.
func (t *Telling) hides(e Event) (bool, error) {
	if t.walk == nil {
		return e.Hidden, nil
	}
	before, err := t.walk.position()
	if err != nil {
		return false, err
	}
	step, err := t.walk.parse(before, e)
	return e.Hidden && t.viewer >= rules.MaxSeats || err == nil && !rules.Sees(before, step, t.viewer), err
}

// allSecret reports whether all undone steps are hidden: then the undo is hidden, too.
func (t *Telling) allSecret(undone []Standing) bool {
	for _, s := range undone {
		if !t.secret[s.N] {
			return false
		}
	}
	return len(undone) > 0
}

// Shown is a step that stands, with the positions around it.
type Shown struct {
	By, Action    string
	Before, After rules.State
	Step          rules.Step
	RanOut        bool // its seat gave up because its time was over
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
	before, late := w.start, RanOut(s.Events)
	for i, stands := range w.fold.standing {
		step, err := w.parse(before, stands.Event)
		if err != nil {
			return nil, nil, err
		}
		if s.Whole || !s.hidden[stands.N] {
			seat, gives := strings.CutPrefix(stands.Action, "resign ")
			steps = append(steps, Shown{stands.By, stands.Action, before, w.states[i], step, gives && slices.Contains(late, seat)})
		}
		before = w.states[i]
	}
	return w.start, steps, nil
}
