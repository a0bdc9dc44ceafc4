package referee

import (
	"strings"
	"time"

	"reeve/rules"
)

// do takes an action given as text instead of hands. It is sealed at once; the
// wood is settled by light.
func (c Act) do(j *Judge, _ time.Duration) error {
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

// do lets the hands show what was chosen on the page, and nothing else before it
// is done or cancelled (hands.md rule 11). All that is taken is sealed.
func (c Arm) do(j *Judge, _ time.Duration) error {
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
	j.continueReader(!j.reader.Settling()) // what is missing is in somebody's hand, unless it was to be put right
	j.reader.Arm(armed)
	return nil
}

// begins reports whether an action begins with the words of part, whole.
func begins(action, part string) bool {
	rest, ok := strings.CutPrefix(action, part)
	return ok && (rest == "" || strings.IndexByte(" @,>/|", rest[0]) >= 0)
}

// decide takes and seals step, and all before it.
func (j *play) decide(steps ...rules.Step) {
	if len(steps) == 1 && steps[0].By < rules.MaxSeats && j.match.deploying() {
		j.decideBehind(steps[0])
		return
	}
	j.sealAll()
	before := j.match.state().Occupied(rules.Full)
	for _, step := range steps {
		j.take(step, false)
	}
	j.notePageChange(before)
	j.match.base = len(j.match.played)
	j.throwDue()
	j.resumeReader(false)
}
