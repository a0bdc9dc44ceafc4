package referee

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"reeve/archive"
	"reeve/dice"
	"reeve/rules"
)

// carryOut does what a command asks, or returns a *Refusal and changes nothing.
func (s *Session) carryOut(c Command) error {
	if s.trouble != "" {
		return refuse(409, "free some disk space; the game goes on by itself", "the record cannot be written: %s", s.trouble)
	}
	switch c := c.(type) {
	case NewGame:
		return s.newGame(c)
	case Act:
		return s.act(c)
	case Answer:
		return s.answered(c)
	case Throw:
		return s.throw(c)
	case Press:
		return s.press(c)
	case MakeOffer:
		return s.offer(c)
	case GiveUp:
		return s.giveUp(c.Seat)
	case Words:
		return s.words(c)
	}
	return refuse(400, "", "no such command: %T", c)
}

func refuse(status int, hint, format string, args ...any) *Refusal {
	return &Refusal{Status: status, Text: fmt.Sprintf(format, args...), Hint: hint}
}

// refused turns an error of the rules or the dice into a refusal.
func refused(err error) *Refusal {
	var r *Refusal
	switch {
	case errors.As(err, &r):
		return r
	case errors.Is(err, rules.ErrIllegal), errors.Is(err, rules.ErrSecret):
		return refuse(409, "see legal in the table for what can be done now", "%s", err)
	case errors.Is(err, rules.ErrAction), errors.Is(err, rules.ErrOption), errors.Is(err, dice.ErrChoice):
		return refuse(422, "", "%s", err)
	case errors.Is(err, rules.ErrGame):
		return refuse(422, "GET /api/games lists the games", "%s", err)
	}
	return refuse(409, "", "%s", err)
}

// newGame closes the current game as abandoned and starts another; the wood is
// left as it lies.
func (s *Session) newGame(c NewGame) error {
	next, err := s.prepare(c)
	if err != nil {
		return refused(err)
	}
	if _, over := s.match.state().Result(); !over {
		s.sealAll()
		s.take(rules.Abandon(), false)
		s.closeIfOver()
	}
	s.begin(next)
	return nil
}

// goingOn refuses whatever needs a game that goes on.
func (s *Session) goingOn() error {
	if _, over := s.match.state().Result(); over {
		return refuse(409, "start a new game", "the game is over")
	}
	return nil
}

// act takes an action given as text instead of hands. It is sealed at once; the
// wood is settled by light.
func (s *Session) act(c Act) error {
	if err := s.goingOn(); err != nil {
		return err
	}
	m := s.match
	state := m.state()
	if _, ok := rules.ParseReferee(m.game, c.Text); ok {
		return refuse(409, "resign and agree through their own calls", "%q is the referee's", c.Text)
	}
	step, err := state.Parse(c.Text)
	if err != nil {
		return refused(err)
	}
	if step.By == rules.Chance || step.By == rules.Referee {
		return refuse(409, "throws are the daemon's", "%q is not a player's action", c.Text)
	}
	if c.Seat != nil && step.By != *c.Seat {
		return refuse(409, "wait for your turn", "%q is not for %s now", c.Text, m.game.SeatName(*c.Seat))
	}
	if _, _, err := state.Apply(step, nil); err != nil {
		return refused(err)
	}
	if !m.ready && state.Hands(step).Manner == rules.Knocked {
		return refuse(409, "set the board up first", "%q needs a throw", c.Text)
	}
	s.decide(step)
	return nil
}

// decide takes and seals step, and all before it.
func (s *Session) decide(steps ...rules.Step) {
	s.sealAll()
	for _, step := range steps {
		s.take(step, false)
	}
	s.match.base = len(s.match.played)
	s.throwDue()
	s.look(false)
}

// answered answers the board's question with one of its choices.
func (s *Session) answered(c Answer) error {
	if len(s.reading.Ask) == 0 {
		return refuse(409, "", "the board asks nothing")
	}
	m := s.match
	state := m.before(m.base + s.reader.Fixed())
	for _, step := range s.reading.Ask {
		if textOf(state, step) == c.Choice {
			s.record(archive.Event{Kind: archive.Answer, Action: c.Choice})
			s.decide(step)
			return nil
		}
	}
	if c.Choice != NoneOfThese {
		return refuse(422, "take one of ask.choices", "%q is none of the choices", c.Choice)
	}
	s.record(archive.Event{Kind: archive.Answer, Action: c.Choice})
	s.look(false)
	return nil
}

// NoneOfThese is the choice by which all readings are turned down; the wood is
// led back then.
const NoneOfThese = "none of these"

// throw enters a throw of real dice.
func (s *Session) throw(c Throw) error {
	m := s.match
	if !m.entered {
		return refuse(409, "", "no throw is to be entered now")
	}
	steps, err := s.thrown(c)
	if err != nil {
		return err
	}
	for _, step := range steps {
		s.take(step, false)
		s.rest()
	}
	s.throwDue()
	return nil
}

// thrown returns the chance steps that an entered throw says, each legal after
// the one before.
func (s *Session) thrown(c Throw) ([]rules.Step, error) {
	if (c.Text == "") == (len(c.Faces) == 0) {
		return nil, refuse(400, `{"faces":[4]} or {"action":"die 4"}`, "a throw is faces or an action")
	}
	state := s.match.state()
	var steps []rules.Step
	add := func(step rules.Step) error {
		if step.By != rules.Chance {
			return refuse(409, "", "%q is no throw", c.Text)
		}
		next, _, err := state.Apply(step, nil)
		if err != nil {
			return refused(err)
		}
		state, steps = next, append(steps, step)
		return nil
	}
	if c.Text != "" {
		step, err := state.Parse(c.Text)
		if err != nil {
			return nil, refused(err)
		}
		return steps, errors.Join(add(step), nil)
	}
	for _, face := range c.Faces {
		if !state.ToAct().Has(rules.Chance) || state.Ask().Secret {
			return nil, refuse(422, "", "more faces than dice are to be thrown")
		}
		if most := int(state.Ask().Faces); face < 1 || face > most {
			return nil, refuse(422, "", "%d is no face of this die, 1 to %d are", face, most)
		}
		if err := add(state.Drawn([]uint8{uint8(face)})); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// press is a button.
func (s *Session) press(c Press) error {
	switch c.Button {
	case "confirm":
		return s.confirm(c.Seat)
	case "undo":
		return s.undo(c.Seat)
	case "energy":
		s.show.energies(s)
		return nil
	}
	return refuse(422, "confirm, undo or energy", "no button is called %q", c.Button)
}

// confirm seals what is taken, and ends, declines or passes where that is left.
func (s *Session) confirm(seat *rules.Seat) error {
	if err := s.goingOn(); err != nil {
		return err
	}
	steps, ok := s.reader.Confirm()
	if !s.match.ready || !ok {
		return refuse(409, "put the pieces down first", "there is nothing to confirm")
	}
	if last := steps[len(steps)-1]; seat != nil && last.By != *seat {
		return refuse(409, "", "it is not for %s to confirm now", s.match.game.SeatName(*seat))
	}
	s.reading.Steps, s.reading.Sealed = steps, len(steps)
	s.follow(s.reading)
	s.match.base = len(s.match.played)
	s.throwDue()
	s.look(true)
	return nil
}

// undo takes the latest step back: an open one, or a sealed one of the same seat
// as long as no throw lies between (hands.md rule 12).
func (s *Session) undo(seat *rules.Seat) error {
	m := s.match
	i := len(m.played) - 1
	if i < 0 {
		return refuse(409, "", "there is nothing to undo")
	}
	last := m.played[i].step
	if last.By == rules.Chance || last.By == rules.Referee {
		return refuse(409, "offer the others an undo", "a throw is not undone by a button")
	}
	if seat != nil && last.By != *seat {
		return refuse(409, "offer the others an undo", "the last step was not %s's", m.game.SeatName(*seat))
	}
	for i > 0 && m.played[i-1].open && m.implied(i-1) {
		i--
	}
	s.goBack(i)
	return nil
}

// implied reports whether step i was said by the one after it.
func (m *match) implied(i int) bool {
	return m.before(i).Hands(m.played[i].step).Manner == rules.Implied
}

// goBack makes the steps from i on never have been.
func (s *Session) goBack(i int) {
	m := s.match
	open := !slices.ContainsFunc(m.played[i:], func(p played) bool { return !p.open })
	if open {
		for k := len(m.played) - 1; k >= i; k-- {
			s.withdraw(k)
		}
	} else {
		ref := 0
		if i > 0 {
			ref = m.played[i-1].n
			if p := m.played[i-1]; p.sealing > ref {
				ref = p.sealing
			}
		}
		s.record(archive.Event{Kind: archive.Undo, Ref: ref})
		m.played = m.played[:i]
	}
	m.base = min(m.base, len(m.played))
	if !open {
		m.base = len(m.played)
	}
	m.closed = false
	s.show.clear()
	s.look(false)
	s.throwDue()
}

// offer makes, accepts or declines an offer of a draw or an undo.
func (s *Session) offer(c MakeOffer) error {
	if err := s.goingOn(); err != nil {
		return err
	}
	if c.Kind != "draw" && c.Kind != "undo" {
		return refuse(422, "draw or undo", "nothing of the kind %q can be offered", c.Kind)
	}
	m := s.match
	if c.Kind == "undo" && m.lastDecision() < 0 {
		return refuse(409, "", "there is nothing to undo")
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
		if !slices.Contains(m.offers, Offer{Seat: m.game.SeatName(seat), Kind: c.Kind}) {
			return nil
		}
	}
	if c.Kind == "draw" {
		s.decide(rules.Draw())
		return nil
	}
	m.offers = nil
	s.goBack(m.lastDecision())
	return nil
}

// lastDecision is the index of the last step that a player decided, -1 if there
// is none.
func (m *match) lastDecision() int {
	for i := len(m.played) - 1; i >= 0; i-- {
		if by := m.played[i].step.By; by != rules.Chance && by != rules.Referee {
			return i
		}
	}
	return -1
}

func (s *Session) giveUp(seat rules.Seat) error {
	if err := s.goingOn(); err != nil {
		return err
	}
	step := rules.Resign(seat)
	if _, _, err := s.match.state().Apply(step, nil); err != nil {
		return refused(err)
	}
	s.decide(step)
	return nil
}

// words adds a player's own words to the dice.
func (s *Session) words(c Words) error {
	m := s.match
	if !m.start.Seated().Has(c.Seat) {
		return refuse(422, "", "nobody sits on that seat")
	}
	if err := m.dice.SetWords(c.Seat, c.Words); err != nil {
		if errors.Is(err, dice.ErrWordsLate) {
			return refuse(409, "words are taken until the first throw", "%s", err)
		}
		return refuse(422, "", "%s", strings.TrimPrefix(err.Error(), "dice: "))
	}
	s.record(archive.Event{Kind: archive.WordsSaid, By: m.game.SeatName(c.Seat), Action: c.Words, At: time.Now().UTC()})
	return nil
}
