package referee

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"reeve/archive"
	"reeve/rules"
)

// carryOut does at an instant what a command asks, or returns a *Refusal and changes
// nothing.
func (j *Judge) carryOut(c Command, now time.Duration) error {
	if j.outbox.trouble != "" {
		return j.noDisk()
	}
	if err := j.barred(c); err != nil {
		return err
	}
	switch c := c.(type) {
	case Pause:
		return j.pause(c, now)
	case SetClock:
		return j.setClock(c)
	case Decree:
		return j.decree(c)
	case NewGame:
		return j.newGame(c)
	case Rematch:
		return j.rematch()
	case Act:
		return j.act(c)
	case Arm:
		return j.arm(c)
	case Answer:
		return j.answered(c)
	case Throw:
		return j.throw(c, now)
	case Press:
		return j.press(c)
	case MakeOffer:
		return j.offer(c)
	case GiveUp:
		return j.giveUp(c.Seat)
	case Words:
		return j.words(c)
	case Advise:
		return j.advise(c)
	case Sit:
		return j.sit(c)
	case Introduce:
		return j.introduce(c)
	case Complain:
		return j.complain(c)
	case Learn:
		return j.learn(c)
	case Leave:
		return j.leave(now)
	}
	return Refuse(400, rules.Say("no.command", "name", fmt.Sprintf("%T", c)), nothing)
}

// newGame closes the current game as abandoned and starts another; the wood is
// left as it lies.
func (j *Judge) newGame(c NewGame) error {
	next, err := j.prepare(c)
	if err != nil {
		return refused(err)
	}
	if j.match.lesson != nil {
		j.match = j.match.lesson.aside
	}
	j.sealAll()
	if _, over := j.match.state().Result(); !over {
		j.take(rules.Abandon(), false)
	}
	j.closeIfOver()
	j.begin(next)
	return nil
}

// noDisk refuses whatever has to be recorded.
func (l *ledger) noDisk() error {
	return Refuse(409, rules.Say("no.record", "trouble", l.outbox.trouble), rules.Say("do.disk"))
}

// notNow is why seat is not to act: others are, or it has done its part.
func notNow(s rules.State, seat rules.Seat) rules.Message {
	if s.ToAct().Has(seat) {
		return rules.Say("no.yours")
	}
	return rules.NotTurn(s)
}

// goingOn refuses whatever needs a game that goes on.
func (l *ledger) goingOn() error {
	if _, over := l.match.state().Result(); over {
		return Refuse(409, rules.Say("no.over"), rules.Say("do.new"))
	}
	return nil
}

// act takes an action given as text instead of hands. It is sealed at once; the
// wood is settled by light.
func (j *Judge) act(c Act) error {
	if err := j.goingOn(); err != nil {
		return err
	}
	m := j.match
	state := m.state()
	if _, ok := rules.ParseReferee(m.game, c.Text); ok {
		return Refuse(409, rules.Say("no.referees", "action", rules.Quote(c.Text)), rules.Say("do.calls"))
	}
	step, err := state.Parse(c.Text)
	if err != nil {
		return refused(err)
	}
	if step.By == rules.Chance || step.By == rules.Referee {
		return Refuse(409, rules.Say("no.players", "action", rules.Quote(c.Text)), rules.Say("do.throws"))
	}
	if c.Seat != nil && step.By != *c.Seat {
		return Refuse(409, notNow(state, *c.Seat), rules.Say("do.wait"))
	}
	if _, _, err := state.Apply(step, nil); err != nil {
		return refused(err)
	}
	if !m.ready && state.Hands(step).Manner == rules.Knocked {
		return Refuse(409, rules.Say("no.needs.throw"), rules.Say("do.setup"))
	}
	j.decide(step)
	return nil
}

// arm lets the hands show what was chosen on the page, and nothing else before it
// is done or cancelled (hands.md rule 11). All that is taken is sealed.
func (j *Judge) arm(c Arm) error {
	if c.Text == "" {
		j.reader.Arm(nil)
		return nil
	}
	if err := j.goingOn(); err != nil {
		return err
	}
	state := j.match.state()
	var armed []rules.Step
	for _, step := range state.Legal(nil) {
		if step.By == c.Seat && state.Hands(step).Armed && begins(state.Text(step), c.Text) {
			armed = append(armed, step)
		}
	}
	if !j.match.ready || len(armed) == 0 {
		return Refuse(409, rules.Say("no.chosen.now", "action", rules.Quote(c.Text)), rules.Say("do.legal"))
	}
	j.sealAll()
	j.match.base = len(j.match.played)
	j.goOn(!j.reader.Settling()) // what is missing is in somebody's hand, unless it was to be put right
	j.reader.Arm(armed)
	return nil
}

// begins reports whether an action begins with the words of part, whole.
func begins(action, part string) bool {
	rest, ok := strings.CutPrefix(action, part)
	return ok && (rest == "" || strings.IndexByte(" @,>/|", rest[0]) >= 0)
}

// decide takes and seals step, and all before it.
func (j *Judge) decide(steps ...rules.Step) {
	if len(steps) == 1 && steps[0].By < rules.MaxSeats && j.match.deploying() {
		j.decideBehind(steps[0])
		return
	}
	j.sealAll()
	before := j.match.state().Occupied(rules.Full)
	for _, step := range steps {
		j.take(step, false)
	}
	j.lag(before)
	j.match.base = len(j.match.played)
	j.throwDue()
	j.look(false)
}

// press is a button.
func (j *Judge) press(c Press) error {
	switch c.Button {
	case "confirm":
		return j.confirm(c.Seat)
	case "undo":
		return j.undo(c.Seat)
	case "energy":
		j.show.energies(j.match.state())
		return nil
	}
	return Refuse(422, rules.Say("no.button", "name", rules.Quote(c.Button)), rules.Say("do.buttons"))
}

// confirm seals what is taken, and ends, declines or passes where that is left.
func (j *Judge) confirm(seat *rules.Seat) error {
	if err := j.goingOn(); err != nil && !j.match.isOpen() {
		return err
	}
	if j.match.entering() {
		return j.confirmBehind(seat)
	}
	if j.fault != "" { // what hands have done since then nobody knows, nor how the wood lies
		return Refuse(409, rules.Say("paused.board", "why", j.fault), nothing)
	}
	by := rules.Referee // nobody knows who
	if seat != nil {
		by = *seat
	}
	steps, ok := j.reader.Confirm(by)
	if !ok {
		steps, ok = j.reader.Lies()
	}
	if !ok && j.takeReport() {
		return nil
	}
	if !j.match.ready || !ok {
		return j.nothingToConfirm()
	}
	if last := steps[len(steps)-1]; seat != nil && last.By != *seat {
		return Refuse(409, notNow(j.match.state(), *seat), nothing)
	}
	j.reading.Steps, j.reading.Sealed = steps, len(steps)
	j.follow(j.reading)
	j.match.base = len(j.match.played)
	j.throwDue()
	j.goOn(true)
	return nil
}

// nothingToConfirm says why: the wood lies as no one move leads to, or nothing has been done.
func (s *sensed) nothingToConfirm() error {
	at := s.match.state()
	want, here := at.Occupied(rules.Full), s.here()
	if amiss := want.Minus(here).Union(here.Minus(want)); s.match.ready && s.felt && !amiss.IsEmpty() && !s.match.secret() {
		return Refuse(409, rules.Say("no.confirm.wood", "squares", strings.Join(at.Topology().Names(amiss), ", ")), rules.Say("do.down"))
	}
	return Refuse(409, rules.Say("no.confirm"), rules.Say("do.down"))
}

// undo takes the latest step back: an open one, or a declared attack, or else a sealed
// one of the same seat as long as no throw lies between (hands.md rule 12).
func (j *Judge) undo(seat *rules.Seat) error {
	m := j.match
	if m.closed {
		return j.goingOn()
	}
	if m.deploying() {
		return j.undoBehind(seat)
	}
	if m.secret() && !m.isOpen() && (seat == nil || !m.state().ToAct().Has(*seat)) {
		return Refuse(409, rules.Say("no.secret.now"), rules.Say("do.offer")) // whether or not there is anything of theirs behind it
	}
	if !m.isOpen() && j.reader.Cancel() {
		return nil
	}
	i, err := m.undoes(seat)
	if err == nil {
		j.goBack(i)
	}
	return err
}

// undoes is the first step that goes when seat takes the latest back, or whoever played it, nil.
func (m *match) undoes(seat *rules.Seat) (int, error) {
	i := len(m.played) - 1
	if i < 0 {
		return 0, Refuse(409, rules.Say("no.undo"), nothing)
	}
	if k := m.behindComputers(); k >= 0 {
		i = k
	}
	last := m.played[i].step
	if last.By == rules.Chance || last.By == rules.Referee {
		return 0, Refuse(409, rules.Say("no.undo.throw"), rules.Say("do.offer"))
	}
	if seat != nil && last.By != *seat || m.handless().Has(last.By) { // a computer would only play it again
		return 0, Refuse(409, rules.Say("no.undo.last", "seat", m.game.SeatKey(last.By)), rules.Say("do.offer"))
	}
	for i > 0 && m.played[i-1].open && m.implied(i-1) {
		i--
	}
	return i, nil
}

// implied reports whether step i was said by the one after it.
func (m *match) implied(i int) bool {
	return m.before(i).Hands(m.played[i].step).Manner == rules.Implied
}

// goBack makes the steps from i on never have been.
func (j *Judge) goBack(i int) {
	m := j.match
	before := m.state().Occupied(rules.Full)
	open := !slices.ContainsFunc(m.played[i:], func(p played) bool { return !p.open })
	if open {
		for k := len(m.played) - 1; k >= i; k-- {
			j.withdraw(k)
		}
	} else {
		ref := 0
		if i > 0 {
			ref = m.played[i-1].n
		}
		j.record(archive.Event{Kind: archive.Undo, Ref: ref})
		for k := len(m.played) - 1; k >= i; k-- {
			j.lead.Back(m.played[k].after, m.before(k).Hands(m.played[k].step), j.here())
		}
		m.played = m.played[:i]
	}
	m.base = min(m.base, len(m.played))
	if !open {
		m.base = len(m.played)
	}
	m.closed, m.deployment = false, deployment{}
	j.lag(before)
	j.show.clear()
	j.look(false)
	j.throwDue()
}

// offer makes, accepts or declines an offer of a draw or an undo.
func (j *Judge) offer(c MakeOffer) error {
	if err := j.goingOn(); err != nil {
		return err
	}
	if c.Kind != "draw" && c.Kind != "undo" {
		return Refuse(422, rules.Say("no.offer", "kind", rules.Quote(c.Kind)), rules.Say("do.kinds"))
	}
	m := j.match
	if c.Kind == "undo" && m.lastDecision() < 0 {
		return Refuse(409, rules.Say("no.undo"), nothing)
	}
	name := m.game.SeatName(c.Seat)
	if !c.Accept {
		m.offers = slices.DeleteFunc(m.offers, func(o Offer) bool { return o.Kind == c.Kind })
		return nil
	}
	if mine := (Offer{Seat: name, Kind: c.Kind}); !slices.Contains(m.offers, mine) {
		m.offers = append(m.offers, mine)
	}
	for _, seat := range m.start.Seated().All() {
		agrees := c.Kind == "undo" && m.handless().Has(seat) // a computer does not mind
		if !agrees && !slices.Contains(m.offers, Offer{Seat: m.game.SeatName(seat), Kind: c.Kind}) {
			return nil
		}
	}
	if c.Kind == "draw" {
		j.decide(rules.Draw())
		return nil
	}
	m.offers = nil
	if m.deploying() {
		return j.undoBehind(nil)
	}
	back := m.lastDecision()
	if k := m.lastOfPersons(); k >= 0 {
		back = k
	}
	j.goBack(back)
	return nil
}

// lastDecision is the index of the last step that a player decided, -1 if there
// is none.
func (m *match) lastDecision() int { return m.lastBut(0) }

// lastOfPersons is the last that a person decided.
func (m *match) lastOfPersons() int { return m.lastBut(m.handless()) }

// behindComputers is the last step that a person decided, if computers alone have played since:
// what is taken back is both. -1 if nothing, or something else, has been done since.
func (m *match) behindComputers() int {
	i := m.lastOfPersons()
	if i < 0 || i == len(m.played)-1 || slices.ContainsFunc(m.played[i+1:], func(p played) bool { return p.step.By >= rules.MaxSeats }) {
		return -1
	}
	return i
}

// lastBut is the last step that a player decided whose seat is not among those.
func (m *match) lastBut(seats rules.Seats) int {
	for i := len(m.played) - 1; i >= 0; i-- {
		if by := m.played[i].step.By; by != rules.Chance && by != rules.Referee && !seats.Has(by) {
			return i
		}
	}
	return -1
}

func (j *Judge) giveUp(seat rules.Seat) error {
	if err := j.goingOn(); err != nil {
		return err
	}
	step := rules.Resign(seat)
	if _, _, err := j.match.state().Apply(step, nil); err != nil {
		return refused(err)
	}
	j.decide(step)
	return nil
}

// words adds a player's own words to the dice.
func (l *ledger) words(c Words) error {
	m := l.match
	if m.closed {
		return l.goingOn()
	}
	if !m.start.Seated().Has(c.Seat) {
		return Refuse(422, rules.Say("no.sits"), nothing)
	}
	if !m.game.Rolls(m.header.Options) {
		return Refuse(409, rules.Say("no.words.dice"), nothing)
	}
	if err := m.dice.SetWords(c.Seat, c.Words); err != nil {
		return refused(err)
	}
	l.record(archive.Event{Kind: archive.WordsSaid, By: m.game.SeatName(c.Seat), Action: c.Words, At: time.Now().UTC()})
	return nil
}
