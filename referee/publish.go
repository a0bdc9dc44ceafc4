package referee

import (
	"reflect"
	"sync/atomic"
	"time"

	"reeve/board"
	"reeve/rules"
)

// views is what all viewers see, published as one.
type views struct {
	match    *match // only told from another
	game     *rules.Game
	seated   rules.Seats
	topology *board.Topology
	tables   map[rules.Seat]*Table
	lit      map[rules.Seat]board.Set // squares whose lights each viewer may see

	standing   board.Set // where pieces stand, those behind screens, too
	woodBehind bool      // the wood has yet to become that

	openState rules.State // what the tables show; nil while any of it is secret
	secret    bool        // and the game is not over
}

// showcase is what viewers see, as last published, and who follows it.
type showcase struct {
	views     atomic.Pointer[views]
	unsettled chan struct{}         // that the wood has to be settled
	watchers  map[*Watch]rules.Seat // of Run's goroutine
}

// Game returns the game on the table.
func (s *showcase) Game() *rules.Game { return s.views.Load().game }

// Seated returns the seats that take part.
func (s *showcase) Seated() rules.Seats { return s.views.Load().seated }

// Standing returns the squares where pieces stand by the position, those too that only
// some seat knows of: wood hides nothing from hands.
func (s *showcase) Standing() board.Set { return s.views.Load().standing }

// Owed returns Standing, and whether the wood has yet to be brought there.
func (s *showcase) Owed() (squares board.Set, behind bool) {
	now := s.views.Load()
	return now.standing, now.woodBehind
}

// Secret reports whether wood tells what only some may know and the game is still played: who keeps the board may be one
// of those who play.
func (s *showcase) Secret() bool { return s.views.Load().secret }

// Unsettled yields a value whenever the wood has to be brought to Standing, for wood that
// can do so by itself.
func (s *showcase) Unsettled() <-chan struct{} { return s.unsettled }

// Topology returns the playing surface of the game on the table.
func (s *showcase) Topology() *board.Topology { return s.views.Load().topology }

// Table returns what viewer sees now: rules.Table, or a seat that takes part;
// nil for any other.
func (s *showcase) Table(viewer rules.Seat) *Table { return s.views.Load().tables[viewer] }

// Odds returns those of the attacks that a seat may make now with the piece on a square, alone or
// with a partner; none while anything on the board is secret.
func (s *showcase) Odds(seat rules.Seat, from string) []Odds {
	if open := s.views.Load().openState; open != nil {
		return oddsFrom(open, seat, from)
	}
	return []Odds{}
}

// Lit returns the squares whose lights viewer may see as they shine: all but those
// of boards behind other players' screens.
func (s *showcase) Lit(viewer rules.Seat) board.Set { return s.views.Load().lit[viewer] }

// Watch lets viewer see every change, the table of now first.
func (s *Session) Watch(viewer rules.Seat) *Watch {
	w := NewWatch(func(w *Watch) {
		s.post(func() {
			delete(s.watchers, w)
		})
	})
	s.post(func() {
		s.watchers[w] = viewer
		if t := s.Table(viewer); t != nil {
			w.Show(t)
		}
	})
	return w
}

// publish shows the current state to lights and viewers, and returns when the picture shown gives way, 0 for never.
// Viewers see only what is on the disk, and the lights wait for that; touches do not.
func (s *Session) publish(now time.Duration) time.Duration {
	switch {
	case s.views.Load() == nil: // there must be a first picture
	case s.judge.outbox.trouble != "":
		s.publishPaused()
		return 0
	case s.judge.outbox.acked < s.judge.outbox.sent:
		return 0
	}
	next, scene, apart := s.judge.views(now)
	s.lights.Show(scene, apart...)
	s.swap(next)
	s.shownBatch = s.judge.outbox.acked
	return s.judge.pictures.until()
}

// publishPaused shows the last picture again, with the word that it is paused.
func (s *Session) publishPaused() {
	next := *s.views.Load()
	next.tables = map[rules.Seat]*Table{}
	for viewer, t := range s.views.Load().tables {
		paused := *t
		paused.Message = say(rules.Say("paused.disk", "why", s.judge.outbox.trouble))
		next.tables[viewer] = &paused
	}
	s.swap(&next)
}

// swap publishes next. A viewer for whom nothing changed keeps its table and number. In a new game every seat's
// number continues from the table's: how many secret changes it saw must not pass to the seat's next player.
func (s *showcase) swap(next *views) {
	old := s.views.Load()
	for viewer, t := range next.tables {
		from := viewer
		if old != nil && old.match != next.match && old.game.Hidden {
			from = rules.Table
		}
		if old == nil || old.tables[from] == nil {
			t.Seq, t.unchangedSince = 1, 1
			continue
		}
		was := old.tables[from]
		t.Seq, t.unchangedSince = was.Seq, was.unchangedSince
		if reflect.DeepEqual(t, was) {
			next.tables[viewer] = was
			continue
		}
		t.Seq++
		if !sameButClocks(*t, *was) {
			t.unchangedSince = t.Seq
		}
	}
	s.views.Store(next)
	if next.woodBehind {
		select {
		case s.unsettled <- struct{}{}:
		default:
		}
	}
	for w, viewer := range s.watchers {
		if t := next.tables[viewer]; t != nil && (old == nil || old.tables[viewer] != t) {
			w.Show(t)
		}
	}
}

// sameButClocks reports whether two tables differ in nothing but their number and
// what the clocks show.
func sameButClocks(a, b Table) bool {
	a.Seq, a.unchangedSince, a.Clocks = b.Seq, b.unchangedSince, b.Clocks
	return reflect.DeepEqual(a, b)
}
