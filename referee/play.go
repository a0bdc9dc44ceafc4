package referee

import (
	"encoding/json"
	"slices"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// read finds what the hands mean at an instant and records the difference to
// what was recorded before.
func (j *play) read(at time.Duration) {
	j.reading.Wake = 0 // no wake-up is needed without a reader
	if !j.felt || j.paused || j.fault != "" || j.outbox.trouble != "" {
		return
	}
	m := j.match
	if !m.ready {
		if m.ready = j.reader.Accounted(); !m.ready {
			return
		}
		j.faults.Sealed()
	}
	if !j.reader.Settling() {
		m.pageAhead = board.Set{}
	}
	j.throwDue()
	if m.entering() {
		j.enter(at)
		return
	}
	m.deployment.on = false
	if m.secret() { // what is done in secret is said on the page
		j.reading = gesture.Reading{}
		return
	}
	j.readNow(at)
	m.base += j.reading.Final
	j.follow(j.reading)
	switch {
	case j.reading.Thrown:
		m.chance.lastDie = board.SetOf(j.reader.Die())
		j.sealAll()
		m.base = len(m.played)
		j.throwDue()
	case m.endRecorded && m.base < len(m.played):
		m.base = len(m.played)
	case m.waitsForComputers():
		m.base = len(m.played)
		j.throwDue()
	default:
		return
	}
	j.continueReader(true)
	j.readNow(at)
}

// readNow reads the touches. In a question, "nothing was done" is not a choice of its own: it is "none of these".
func (h *handling) readNow(at time.Duration) {
	h.reading = h.reader.Read(at)
	nothing := func(steps []rules.Step) bool { return len(steps) <= h.reader.Fixed() }
	if h.undone = slices.ContainsFunc(h.reading.Ask, nothing); h.undone {
		h.reading.Ask = slices.DeleteFunc(slices.Clone(h.reading.Ask), nothing)
	}
}

// follow brings the record in line with the reading: it withdraws, takes and seals steps.
func (j *play) follow(r gesture.Reading) {
	m := j.match
	now := m.played[m.base:]
	same := 0
	for same < len(now) && same < len(r.Steps) && now[same].step == r.Steps[same] {
		same++
	}
	for i := len(m.played) - 1; i >= m.base+same; i-- {
		j.withdraw(i)
	}
	for _, step := range r.Steps[same:] {
		j.take(step, true)
	}
	for i := m.base; i < len(m.played); i++ {
		sealed := i < m.base+r.Sealed
		switch p := &m.played[i]; {
		case sealed && p.open:
			j.seal(p)
		case !sealed && !p.open:
			p.open = true
			j.record(archive.Event{Kind: archive.Withdrawn, Ref: p.sealing})
		}
	}
	j.closeIfOver()
}

// take applies a step that is legal and records it.
func (j *play) take(step rules.Step, open bool) {
	m := j.match
	j.lastActivity = max(j.lastActivity, m.clocks.lastTick)
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
	public := rules.Sees(before, step, rules.Table)
	n := j.record(archive.Event{Kind: kind, By: m.game.SeatName(step.By), Action: text, At: at, Hidden: !public})
	m.played = append(m.played, playedStep{
		step: step, text: text, tell: before.Tell(step), after: after, effects: effects, at: at, n: n, sealing: n, open: open,
	})
	if public { // what is secret moves nothing that others see
		m.offers = offers{}
		m.clocks.turned(after, step.By)
	}
	j.recordClocks()
	j.pictures.add(before, m.played[len(m.played)-1])
	j.lead.Follow(before, after, before.Hands(step), j.here(), open)
	if !open {
		j.faults.Sealed()
	}
	if public { // the log is everybody's, and numbers as everybody's does
		j.cfg.Log.Info("step", "part", "referee", "n", m.public(), "by", m.game.SeatName(step.By), "open", open)
	}
}

func textOf(s rules.State, step rules.Step) string {
	if step.By == rules.Referee && step.Kind >= rules.KindReferee {
		return rules.RefereeText(s.Game(), step)
	}
	return s.Text(step)
}

// withdraw takes the last step that stands back out of the record.
func (j *play) withdraw(i int) {
	m := j.match
	p := &m.played[i]
	m.lapse(i)
	if !p.open {
		j.record(archive.Event{Kind: archive.Withdrawn, Ref: p.sealing})
	}
	j.record(archive.Event{Kind: archive.Withdrawn, Ref: p.n})
	j.lead.Back(p.after, m.before(i).Hands(p.step), j.here())
	m.played = m.played[:i]
}

func (s *sensedWood) seal(p *playedStep) {
	s.faults.Sealed()
	p.sealing = s.record(archive.Event{Kind: archive.Sealed, Ref: p.n})
	p.open = false
}

func (s *sensedWood) sealAll() {
	for i := range s.match.played {
		if p := &s.match.played[i]; p.open {
			s.seal(p)
		}
	}
}

// record queues one event, with the touches since the one before, and returns its number.
func (l *ledger) record(e archive.Event) int {
	m := l.match
	m.events++
	e.N = m.events
	if m.lesson != nil { // it leaves nothing behind
		l.outbox.touches = nil
		return m.events
	}
	if e.At.IsZero() {
		e.At = time.Now().UTC()
	}
	l.outbox.event(e)
	return e.N
}

// throwDue draws every throw that is due, but not before the wood was set up nor after a step that is not sealed.
func (j *play) throwDue() {
	m := j.match
	m.chance.awaitsEntry, m.chance.trouble = false, nothing
	for m.ready && m.state().ToAct().Has(rules.Chance) && !m.isOpen() {
		step, ok := m.chance.draw(m.state())
		if !ok {
			return
		}
		j.take(step, false)
		j.fixAll()
	}
	j.closeIfOver()
}

// isOpen reports whether the last step is not sealed.
func (m *history) isOpen() bool { return len(m.played) > 0 && m.played[len(m.played)-1].open }

// fixAll moves the reader's base to the current position: nothing before it can change. Pieces off their squares
// are in somebody's hand.
func (h *handling) fixAll() {
	h.match.base = len(h.match.played)
	h.continueReader(true)
}

// continueReader is resumeReader where nothing was undone: pieces are who they were.
func (h *handling) continueReader(loose bool) {
	h.reader.Onward()
	h.resumeReader(loose)
}

// resumeReader restarts the reader from the steps that stand and the sensed wood. While steps are secret the
// reader is idle.
func (h *handling) resumeReader(loose bool) {
	h.reading = gesture.Reading{} // it was of another base, and nothing may be read for long: the board may not answer
	h.reader.Handless(h.match.handless())
	if !h.felt {
		return
	}
	m := h.match
	if m.entering() {
		m.base = len(m.played)
	}
	if m.ready && m.secret() {
		if h.reader.Base() != nil {
			h.reader = gesture.NewReader(h.cfg.Quiet)
			h.reader.Distrust(h.faults.Doubted())
			h.reader.Handless(m.handless())
		}
		return
	}
	var taken []rules.Step
	fixed := 0
	for _, p := range m.played[m.base:] {
		taken = append(taken, p.step)
		if !p.open {
			fixed++
		}
	}
	h.reader.Begins(len(m.played) == 0)
	h.reader.Resume(m.before(m.base), taken, fixed, h.here(), loose && m.ready)
}

// closeIfOver records the end of a game that is over, once no step is open.
func (l *ledger) closeIfOver() {
	m := l.match
	if _, over := m.state().Result(); !over || m.isOpen() || m.endRecorded {
		return
	}
	m.endRecorded = true
	note, _ := json.Marshal(m.state().View(rules.Full).Outcome)
	l.record(archive.Event{Kind: archive.End, By: "referee", Note: note})
}
