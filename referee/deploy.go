package referee

import (
	"slices"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// deployment reads the hands of each seat on its own board behind a screen.
type deployment struct {
	on        bool
	unfelt    rules.Seats                         // seats that may have put pieces in during an outage: they count
	mustAgree rules.Seats                         // seats whose wood must agree with the position before their touches count
	filledAt  [board.MaxSquares + 1]time.Duration // when each square was last filled
	woke      time.Duration                       // when what was put in during the last outage counts as put in
	litFrom   time.Duration                       // not before then has everybody seen that lit
}

// sensorsWereDown notes an outage of the sensors: pieces that seats put in meanwhile count as put in at its end.
func (d *deployment) sensorsWereDown(seats rules.Seats, then time.Duration) {
	d.unfelt, d.woke = seats, then
	for sq := range d.filledAt {
		d.filledAt[sq] = then
	}
}

// enter reads the touches of all seats that put pieces in, each on its own board: a filled free square takes a
// piece of the kind asked for; lifting it again undoes that.
func (j *play) enter(at time.Duration) {
	m := j.match
	if !m.deployment.on {
		m.deployment.on, m.deployment.mustAgree = true, m.start.Seated()
	}
	j.reading = gesture.Reading{}
	before := m.events
	for _, seat := range m.start.Seated().All() {
		j.enterSeat(seat, at)
	}
	if m.events != before {
		m.base = len(m.played)
		wake := j.reading.Wake // of the pieces put down since
		j.resumeReader(false)
		j.reading.Wake = wake
	}
}

// handsCount are the seats whose hands count: who is to act, and who may lift again
// what it has put openly.
func (m *screens) handsCount() rules.Seats {
	seats := m.state().ToAct()
	for i := len(m.played) - 1; i >= 0 && m.played[i].open && !m.secret(); i-- {
		seats |= rules.SeatsOf(m.played[i].step.By)
	}
	return seats
}

func (j *play) enterSeat(seat rules.Seat, at time.Duration) {
	m := j.match
	wood, want, loose := j.ownWood(seat)
	if !want.Minus(loose).Within(wood) {
		m.deployment.mustAgree |= rules.SeatsOf(seat)
	}
	if m.deployment.mustAgree.Has(seat) {
		if wood != want && !(m.deployment.unfelt.Has(seat) && want.Within(wood) && !j.unasked()) {
			return
		}
		m.deployment.mustAgree &^= rules.SeatsOf(seat)
		m.deployment.unfelt &^= rules.SeatsOf(seat)
	}
	if !m.handsCount().Has(seat) {
		return
	}
	for sq := range loose.Minus(wood).All() {
		if i := m.entryStepOn(seat, sq); m.separable(i) {
			j.takeOut(i)
		} else {
			m.deployment.mustAgree |= rules.SeatsOf(seat)
			return
		}
	}
	if j.wouldSealWhatIsGone(seat) {
		return
	}
	filled := slices.Collect(wood.Minus(want).All())
	slices.SortStableFunc(filled, func(a, b board.Square) int { return int(m.deployment.filledAt[a] - m.deployment.filledAt[b]) })
	for _, sq := range filled {
		if due := m.deployment.filledAt[sq] + j.cfg.Quiet; at < due { // it may yet slide on, or have slid from where another stood
			j.reading.Wake = earliest(j.reading.Wake, due)
			return
		}
		if step, ok := entryStep(m.state(), seat, sq); ok {
			j.put(step, sq, at)
		}
	}
}

// unasked reports whether wood lies where nobody is asked to put a piece: that came there by itself, and so may other wood have.
func (s *sensedWood) unasked() bool {
	more := s.here().Minus(s.match.state().Occupied(rules.Full)).Minus(s.faults.Doubted())
	for _, seat := range s.match.handsCount().All() {
		more = more.Minus(s.match.boards[seat])
	}
	return !more.IsEmpty()
}

// put takes the step by which a seat puts a piece in on sq. Done openly, it seals what
// other seats have put before, unless that came in an outage and nobody had seen it lit.
func (j *play) put(step rules.Step, sq board.Square, at time.Duration) {
	j.take(step, true)
	d := &j.match.deployment
	if d.filledAt[sq] == d.woke {
		d.litFrom = at + j.cfg.Quiet
	}
	if d.filledAt[sq] < d.litFrom {
		return
	}
	for i := range j.match.played {
		if p := &j.match.played[i]; p.open && p.step.By != step.By && !j.match.deploying() {
			j.seal(p)
		}
	}
}

// wouldSealWhatIsGone reports whether a piece that seat puts in openly would seal what another seat has put, and that does not lie there any more.
func (s *sensedWood) wouldSealWhatIsGone(seat rules.Seat) bool {
	return !s.match.deploying() && slices.ContainsFunc(s.match.played, func(p playedStep) bool {
		if !p.open || p.step.By == seat {
			return false
		}
		wood, want, _ := s.ownWood(p.step.By)
		return !want.Within(wood)
	})
}

// ownWood is the wood on seat's own board, what the position has there, and of
// that the pieces that hands have put and may lift again.
func (s *sensedWood) ownWood(seat rules.Seat) (wood, want, loose board.Set) {
	m := s.match
	own := m.boards[seat].Minus(s.faults.Doubted())
	for i, p := range m.played {
		if !p.open || p.step.By != seat {
			continue
		}
		if to, entry := entryOf(m.before(i), p.step); entry {
			loose.Add(to)
		}
	}
	return s.here().Intersect(own), m.state().Occupied(seat).Intersect(own), loose.Intersect(own)
}

// entryStepOn returns the number of the open step by which seat put a piece on sq.
func (m *history) entryStepOn(seat rules.Seat, sq board.Square) int {
	for i, p := range m.played {
		if to, entry := entryOf(m.before(i), p.step); p.open && p.step.By == seat && entry && to == sq {
			return i
		}
	}
	return -1
}

// separable reports whether the steps after step i stand without it.
func (m *history) separable(i int) bool {
	state := m.before(i)
	for _, p := range m.played[i+1:] {
		next, _, err := state.Apply(p.step, nil)
		if err != nil {
			return false
		}
		state = next
	}
	return true
}

// entryStep returns the step by which seat puts a piece of the kind that is asked for
// on sq: that of the first step that is legal. False if none is asked for or the
// square is not free.
func entryStep(state rules.State, seat rules.Seat, sq board.Square) (rules.Step, bool) {
	kind, known := uint8(0), false
	for _, step := range state.Legal(nil) {
		to, entry := entryOf(state, step)
		if !entry || step.By != seat || known && to != sq {
			continue
		}
		after, _, _ := state.Apply(step, nil)
		man, _ := after.At(to)
		if !known {
			kind, known = man.Kind, true
		}
		if to == sq && man.Kind == kind {
			return step, true
		}
	}
	return rules.Step{}, false
}

// takeOut removes one step from the middle of those that stand, as if it was never taken; later steps of others
// stay.
func (l *ledger) takeOut(i int) {
	m := l.match
	p := m.played[i]
	if !p.open {
		l.record(archive.Event{Kind: archive.Withdrawn, Ref: p.sealing})
	}
	l.record(archive.Event{Kind: archive.Withdrawn, Ref: p.n})
	rest := m.played[i+1:]
	m.played = m.played[:i]
	for _, p := range rest {
		var err error
		if p.after, p.effects, err = m.state().Apply(p.step, nil); err != nil {
			panic("referee: seats that act at once depend on one another: " + err.Error())
		}
		m.played = append(m.played, p)
	}
}

// decideBehind takes and seals steps of one seat behind its screen. When that seat says that it is done, all its
// steps are sealed; when all have said so, the boards are joined.
func (j *play) decideBehind(step rules.Step) {
	m := j.match
	if _, entry := entryOf(m.state(), step); !entry {
		for i := range m.played {
			if p := &m.played[i]; p.open && p.step.By == step.By {
				j.seal(p)
			}
		}
	}
	j.take(step, true)
	j.seal(&m.played[len(m.played)-1])
	m.deployment.mustAgree |= rules.SeatsOf(step.By)
	if !m.deploying() {
		j.sealAll()
	}
	m.base = len(m.played)
	j.throwDue()
	j.resumeReader(false)
}

// confirmBehind ends the deployment of a seat whose pieces all stand; of everyone
// who has come so far if it is not said whose button it is.
func (j *play) confirmBehind(seat *rules.Seat) error {
	var done []rules.Step
	if !j.match.deploying() {
		return j.confirmPut(seat)
	}
	for _, who := range j.match.state().ToAct().All() {
		if step, ok := j.closes(who); ok && (seat == nil || *seat == who) {
			done = append(done, step)
		}
	}
	if len(done) == 0 {
		return Refuse(409, rules.Say("no.confirm"), rules.Say("do.down"))
	}
	for _, step := range done {
		j.decideBehind(step)
	}
	return nil
}

// confirmPut seals what was put openly.
func (j *play) confirmPut(seat *rules.Seat) error {
	m := j.match
	if j.takeReport() {
		return nil
	}
	if !m.isOpen() || j.reader.Settling() {
		return Refuse(409, rules.Say("no.confirm"), rules.Say("do.down"))
	}
	if by := m.played[len(m.played)-1].step.By; seat != nil && *seat != by {
		return Refuse(409, rules.NotTurn(m.state()), nothing)
	}
	j.sealAll()
	j.resumeReader(false)
	return nil
}

// closes returns the step by which seat says that all its pieces stand; false if they do not stand in the position
// and in wood.
func (s *sensedWood) closes(seat rules.Seat) (rules.Step, bool) {
	state := s.match.state()
	var own []rules.Step
	for _, step := range state.Legal(nil) {
		if step.By == seat {
			own = append(own, step)
		}
	}
	if len(own) != 1 || !s.match.ready {
		return rules.Step{}, false
	}
	_, entry := entryOf(state, own[0])
	wood, want, _ := s.ownWood(seat)
	return own[0], !entry && wood == want
}

// undoBehind takes back the latest step of a seat in the phase that it is now, or
// of all seats, whatever others have done since.
func (h *handling) undoBehind(seat *rules.Seat) error {
	m := h.match
	for i := len(m.played) - 1; i >= m.phaseBegins(); i-- {
		if by := m.played[i].step.By; seat == nil || by == *seat {
			h.takeOut(i)
			m.deployment.mustAgree |= rules.SeatsOf(by)
			m.base = len(m.played)
			h.resumeReader(false)
			return nil
		}
	}
	return Refuse(409, rules.Say("no.undo"), nothing)
}

// phaseBegins is the number of the first step of the phase that it is now.
func (m *history) phaseBegins() int {
	i := len(m.played)
	for i > 0 && m.before(i-1).Phase() == m.state().Phase() {
		i--
	}
	return i
}
