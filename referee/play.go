package referee

import (
	"encoding/json"
	"errors"
	"time"

	"reeve/archive"
	"reeve/dice"
	"reeve/gesture"
	"reeve/rules"
)

// read finds what the hands mean at an instant and records the difference to
// what was recorded before.
func (s *Session) read(at time.Duration) {
	if !s.felt || s.trouble != "" {
		return
	}
	m := s.match
	if !m.ready {
		if m.ready = s.reader.Accounted(); !m.ready {
			return
		}
	}
	s.throwDue()
	if m.secret() { // what is done in secret is said on the page
		return
	}
	s.reading = s.reader.Read(at)
	m.base += s.reading.Final
	s.follow(s.reading)
	if s.reading.Thrown {
		s.sealAll()
		m.base = len(m.played)
		s.throwDue()
		s.look(true)
		s.reading = s.reader.Read(at)
	}
}

// follow makes the record say what the reading says.
func (s *Session) follow(r gesture.Reading) {
	m := s.match
	now := m.played[m.base:]
	same := 0
	for same < len(now) && same < len(r.Steps) && now[same].step == r.Steps[same] {
		same++
	}
	for i := len(m.played) - 1; i >= m.base+same; i-- {
		s.withdraw(i)
	}
	for _, step := range r.Steps[same:] {
		s.take(step, true)
	}
	for i := m.base; i < len(m.played); i++ {
		sealed := i < m.base+r.Sealed
		switch p := &m.played[i]; {
		case sealed && p.open:
			s.seal(p)
		case !sealed && !p.open:
			p.open = true
			s.record(archive.Event{Kind: archive.Withdrawn, Ref: p.sealing})
		}
	}
	s.closeIfOver()
}

// take applies a step that is legal and records it.
func (s *Session) take(step rules.Step, open bool) {
	m := s.match
	before := m.state()
	after, effects, err := before.Apply(step, nil)
	if err != nil {
		panic("referee: a legal step was refused: " + err.Error())
	}
	kind := archive.Stepped
	if open {
		kind = archive.Taken
	}
	text := textOf(before, step)
	at := time.Now().UTC()
	public := seenBy(before, step, rules.Table)
	n := s.record(archive.Event{Kind: kind, By: m.game.SeatName(step.By), Action: text, At: at, Hidden: !public})
	m.played = append(m.played, played{
		step: step, text: text, tell: before.Tell(step), after: after, effects: effects, at: at, n: n, sealing: n, open: open,
	})
	m.offers = nil
	m.turned(step.By)
	s.recordClocks()
	s.show.add(before, m.played[len(m.played)-1])
	if public { // the log is everybody's
		s.cfg.Log.Info("step", "part", "referee", "n", n, "by", m.game.SeatName(step.By), "open", open)
	}
}

func textOf(s rules.State, step rules.Step) string {
	if step.By == rules.Referee && step.Kind >= rules.KindReferee {
		return rules.RefereeText(s.Game(), step)
	}
	return s.Text(step)
}

// withdraw takes the last step that stands back out of the record.
func (s *Session) withdraw(i int) {
	m := s.match
	p := &m.played[i]
	if !p.open {
		s.record(archive.Event{Kind: archive.Withdrawn, Ref: p.sealing})
	}
	s.record(archive.Event{Kind: archive.Withdrawn, Ref: p.n})
	m.played = m.played[:i]
}

func (s *Session) seal(p *played) {
	p.sealing = s.record(archive.Event{Kind: archive.Sealed, Ref: p.n})
	p.open = false
}

func (s *Session) sealAll() {
	for i := range s.match.played {
		if p := &s.match.played[i]; p.open {
			s.seal(p)
		}
	}
}

// record queues one event, with the touches since the one before, as one
// transaction, and returns its number.
func (s *Session) record(e archive.Event) int {
	m := s.match
	m.events++
	e.N = m.events
	if e.At.IsZero() {
		e.At = time.Now().UTC()
	}
	s.writer.send(batch{events: []archive.Event{e}, touches: s.touches})
	s.touches = nil
	return e.N
}

// throwDue asks the dice for every throw that is due: never before the wood was
// set up, never after a step that is not sealed.
func (s *Session) throwDue() {
	m := s.match
	m.entered, m.stuck = false, ""
	for m.ready && m.state().ToAct().Has(rules.Chance) && !m.isOpen() {
		got, err := m.dice.Draw(m.state().Ask())
		if errors.Is(err, dice.ErrManual) {
			m.entered = true
			return
		}
		if err != nil {
			m.stuck = err.Error()
			return
		}
		s.take(m.state().Drawn(got), false)
		s.rest()
	}
	s.closeIfOver()
}

// isOpen reports whether the last step is not sealed.
func (m *match) isOpen() bool { return len(m.played) > 0 && m.played[len(m.played)-1].open }

// rest moves the reader's base to the position now: nothing before it changes
// any more. Pieces that are off their squares are in somebody's hand.
func (s *Session) rest() {
	s.match.base = len(s.match.played)
	s.look(true)
}

// look makes the reader go on from what stands, with the wood as it is felt.
func (s *Session) look(loose bool) {
	if !s.felt {
		return
	}
	m := s.match
	var taken []rules.Step
	fixed := 0
	for _, p := range m.played[m.base:] {
		taken = append(taken, p.step)
		if !p.open {
			fixed++
		}
	}
	s.reader.Resume(m.before(m.base), taken, fixed, s.here(), loose && m.ready)
}

// closeIfOver records the end of a game that is over, once no step is open.
func (s *Session) closeIfOver() {
	m := s.match
	if _, over := m.state().Result(); !over || m.isOpen() || m.closed {
		return
	}
	m.closed = true
	note, _ := json.Marshal(m.state().View(rules.Full).Outcome)
	s.record(archive.Event{Kind: archive.End, By: "referee", Note: note})
}

// written notes what became of a batch.
func (s *Session) written(o outcome) {
	if o.err != nil {
		if s.trouble == "" {
			s.cfg.Log.Error("the record cannot be written", "part", "archive", "error", o.err)
		}
		s.trouble = o.err.Error()
		return
	}
	s.writer.acked++
	s.trouble = ""
}
