package referee

import (
	"reflect"
	"slices"
	"time"

	"reeve/board"
	"reeve/gesture"
	"reeve/leds"
	"reeve/messages"
	"reeve/rules"
)

// faces is what all viewers see, published as one.
type faces struct {
	game   *rules.Game
	seated rules.Seats
	on     *board.Topology
	tables map[rules.Seat]*Table
}

// Game returns the game on the table.
func (s *Session) Game() *rules.Game { return s.faces.Load().game }

// Seated returns the seats that take part.
func (s *Session) Seated() rules.Seats { return s.faces.Load().seated }

// Topology returns the playing surface of the game on the table.
func (s *Session) Topology() *board.Topology { return s.faces.Load().on }

// Table returns what viewer sees now: rules.Table, or a seat that takes part;
// nil for any other.
func (s *Session) Table(viewer rules.Seat) *Table { return s.faces.Load().tables[viewer] }

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

// publish shows lights and viewers what stands at now. What is not yet on the
// disk is not shown: the lights wait for it, the hands do not.
func (s *Session) publish(now time.Duration) {
	switch {
	case s.faces.Load() == nil: // somebody has to see something
	case s.trouble != "":
		s.publishPaused()
		return
	case !s.writer.idle():
		return
	}
	guide := s.guide(now)
	scene := s.scene(now, guide)
	s.cfg.Lights.Show(scene)
	m := s.match
	next := &faces{game: m.game, seated: m.start.Seated(), on: m.state().Topology(), tables: map[rules.Seat]*Table{}}
	for _, viewer := range append(next.seated.All(), rules.Table) {
		next.tables[viewer] = s.table(viewer, guide, scene, now)
	}
	s.swap(next)
}

// guide says what the hands may do. While anything on the board is somebody's
// secret nothing is said: the lights are everybody's.
func (s *Session) guide(now time.Duration) gesture.Guide {
	state := s.match.state()
	switch {
	case s.match.secret():
		return gesture.Guide{}
	case !s.felt:
		return gesture.Guide{Place: state.Occupied(rules.Table)}
	}
	return s.reader.Guide(now)
}

// secret reports whether a piece stands, or may be put, where not everybody may
// know of it: in what several seats do at once, and until it is laid open.
func (m *match) secret() bool {
	s := m.state()
	return m.game.Hidden && (s.ToAct().Len() > 1 || s.Occupied(rules.Table) != s.Occupied(rules.Full))
}

// woodFor is the wood that viewer may know of, by name.
func (s *Session) woodFor(viewer rules.Seat) []string {
	state, wood := s.match.state(), s.here()
	if s.match.secret() {
		wood = wood.Intersect(state.Occupied(viewer))
	}
	return state.Topology().Names(wood)
}

// publishPaused shows the last picture again, with the word that it is paused.
func (s *Session) publishPaused() {
	next := *s.faces.Load()
	next.tables = map[rules.Seat]*Table{}
	for viewer, t := range s.faces.Load().tables {
		paused := *t
		paused.Message = say(rules.Say("paused.disk", "why", s.trouble))
		next.tables[viewer] = &paused
	}
	s.swap(&next)
}

// swap publishes next. A viewer for whom nothing changed keeps table and number.
func (s *Session) swap(next *faces) {
	old := s.faces.Load()
	for viewer, t := range next.tables {
		if old == nil || old.tables[viewer] == nil {
			t.Seq = 1
			continue
		}
		t.Seq = old.tables[viewer].Seq
		if reflect.DeepEqual(t, old.tables[viewer]) {
			next.tables[viewer] = old.tables[viewer]
		} else {
			t.Seq++
		}
	}
	s.faces.Store(next)
	for w, viewer := range s.watchers {
		if t := next.tables[viewer]; t != nil && (old == nil || old.tables[viewer] != t) {
			w.Show(t)
		}
	}
}

// table is what viewer sees.
func (s *Session) table(viewer rules.Seat, guide gesture.Guide, scene leds.Scene, now time.Duration) *Table {
	m := s.match
	state := m.state()
	t := &Table{
		Game: m.game.Name, Position: state.View(viewer), Wood: s.woodFor(viewer), Lights: s.lights(scene),
		Open: []OpenStep{}, Log: s.log(viewer), Offers: append([]Offer{}, m.offers...), Players: m.header.Players,
		Dice: m.diceState(), Hardware: Hardware{Driver: s.cfg.Driver, Faults: []string{}},
	}
	if m.clocks.on {
		t.Clocks = m.readings()
	}
	if t.Players == nil {
		t.Players = map[string]string{}
	}
	for i, p := range m.played {
		if p.open && m.sees(i, viewer) {
			t.Open = append(t.Open, OpenStep{By: m.game.SeatName(p.step.By), Action: p.text})
		}
	}
	if s.fault != "" {
		t.Hardware.Faults = append(t.Hardware.Faults, s.fault)
	}
	s.waits(t, guide, now)
	if viewer != rules.Table {
		t.Legal = m.legal(viewer)
	}
	return t
}

// waits fills in what the board waits for.
func (s *Session) waits(t *Table, guide gesture.Guide, now time.Duration) {
	m := s.match
	on := m.state().Topology()
	if attackers, target, _, declared := s.reader.Declared(now); declared {
		t.Declared = &Declared{Target: on.Name(target)}
		for _, a := range attackers {
			t.Declared.Attackers = append(t.Declared.Attackers, on.Name(a))
		}
	}
	if !guide.Lift.IsEmpty() || !guide.Place.IsEmpty() {
		t.Settle = &Settle{Lift: on.Names(guide.Lift), Place: on.Names(guide.Place)}
	}
	t.Status = s.status(t)
	if t.Status == StatusAsk {
		state := m.before(m.base + s.reader.Fixed())
		t.Ask = &Question{Question: messages.Text(rules.Say("ask.which"))}
		for _, step := range s.reading.Ask {
			t.Ask.Choices = append(t.Ask.Choices, textOf(state, step))
		}
		t.Ask.Choices = append(t.Ask.Choices, NoneOfThese)
	}
	t.Message = say(s.message(t))
}

// status is what the board waits for, most pressing first.
func (s *Session) status(t *Table) Status {
	m := s.match
	_, over := m.state().Result()
	switch {
	case over && !m.isOpen():
		return StatusOver
	case !m.ready:
		return StatusSetup
	case len(s.reading.Ask) > 0:
		return StatusAsk
	case m.entered:
		return StatusThrow
	case t.Settle != nil:
		return StatusSettle
	}
	return StatusPlay
}

// say makes a message for people of its key and gaps.
func say(m rules.Message) Message { return Message{Key: m.Key, Args: m.Args, Text: messages.Text(m)} }

// lights is the scene in text form, for pages and tests.
func (s *Session) lights(scene leds.Scene) map[string][]string {
	out := map[string][]string{}
	on := s.match.state().Topology()
	for _, l := range scene {
		name := on.Name(l.Square)
		if !slices.Contains(out[name], l.String()) {
			out[name] = append(out[name], l.String())
		}
	}
	for _, said := range out {
		slices.Sort(said)
	}
	if s.match.ready {
		for _, name := range s.match.state().View(rules.Table).ToAct {
			if _, player := s.match.game.SeatOf(name); player {
				out["edge:"+name] = []string{"turn"}
			}
		}
	}
	return out
}

// log is the record as viewer may read it, numbered from 1.
func (s *Session) log(viewer rules.Seat) []Entry {
	out := []Entry{}
	for i, p := range s.match.played {
		if s.match.sees(i, viewer) {
			out = append(out, Entry{
				N: len(out) + 1, By: s.match.game.SeatName(p.step.By), Action: p.text,
				Text: messages.Text(p.tell), At: p.at.UTC().Format(time.RFC3339), Open: p.open,
			})
		}
	}
	return out
}

// secretive is what the positions of a game with hidden steps say besides.
type secretive interface {
	// Sees reports whether viewer may know of step s, taken in this position.
	Sees(s rules.Step, viewer rules.Seat) bool
}

// sees reports whether viewer may know of step i.
func (m *match) sees(i int, viewer rules.Seat) bool {
	if _, over := m.state().Result(); over { // a game that is over may tell more
		return seenBy(m.state(), m.played[i].step, viewer)
	}
	return seenBy(m.before(i), m.played[i].step, viewer)
}

func seenBy(before rules.State, step rules.Step, viewer rules.Seat) bool {
	if g, ok := before.(secretive); ok {
		return g.Sees(step, viewer)
	}
	return true
}

// legal lists the legal actions of seat as text, sorted.
func (m *match) legal(seat rules.Seat) []string {
	state := m.state()
	out := []string{}
	for _, step := range state.Legal(nil) {
		if step.By == seat {
			out = append(out, state.Text(step))
		}
	}
	slices.Sort(out)
	return out
}
