package referee

import (
	"time"

	"reeve/rules"
)

// Pause stops play for an arbiter: the clocks stop, touches and commands of players are ignored. Play goes on once
// the wood agrees with the position.
type Pause struct{ On bool }

// SetClock has the clock of a seat show what an arbiter says.
type SetClock struct {
	Seat rules.Seat
	Left time.Duration
}

// Decree ends a game as an arbiter decides: Winner wins, the others having resigned, or with
// none it is a draw.
type Decree struct{ Winner *rules.Seat }

// barred refuses the commands of players while play is paused.
func (j *Judge) barred(c Command) error {
	if !j.paused {
		return nil
	}
	switch c.(type) {
	case Act, Arm, Answer, Throw, Press, MakeOffer, GiveUp, Advise, Rematch:
		return Refuse(409, rules.Say("no.paused"), rules.Say("do.paused"))
	}
	return nil
}

func (c Pause) do(j *Judge, now time.Duration) error {
	if j.paused == c.On {
		return nil
	}
	j.paused = c.On
	if !c.On && j.felt {
		j.Wood(j.wood, now) // touches during the pause were not read
	}
	return nil
}

// mostTime is the most that a clock can show.
const mostTime = 999 * time.Minute

func (c SetClock) do(j *Judge, _ time.Duration) error {
	m := j.match
	if err := j.goingOn(); err != nil {
		return err
	}
	switch {
	case !m.clocks.on:
		return Refuse(409, rules.Say("no.clocks"), rules.Say("do.clocks"))
	case !m.start.Seated().Has(c.Seat):
		return Refuse(422, rules.Say("no.sits"), nothing)
	case c.Left < time.Second || c.Left > mostTime:
		return Refuse(422, rules.Say("no.clock.time"), rules.Say("do.clock.time"))
	}
	for _, seat := range m.start.Seated().All() {
		if seat == c.Seat || m.clocks.agreed {
			m.clocks.left[seat] = c.Left
		}
	}
	j.recordClocks()
	return nil
}

func (c Decree) do(j *Judge, _ time.Duration) error {
	if err := j.goingOn(); err != nil {
		return err
	}
	m := j.match
	if c.Winner == nil {
		j.decide(rules.Draw())
		return nil
	}
	if !m.start.Seated().Has(*c.Winner) {
		return Refuse(422, rules.Say("no.sits"), nothing)
	}
	for _, seat := range m.start.Seated().All() {
		if _, over := m.state().Result(); seat == *c.Winner || over {
			continue
		}
		if _, _, err := m.state().Apply(rules.Resign(seat), nil); err == nil {
			j.decide(rules.Resign(seat))
		}
	}
	return nil
}
