package referee

import (
	"errors"
	"strconv"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/rules"
)

// do enters a throw of real dice.
func (c Throw) do(j *Judge, now time.Duration) error {
	m := j.match
	state, declared := m.state(), false
	if !m.chance.awaitsEntry {
		if state, declared = j.declared(now); !declared {
			return Refuse(409, rules.Say("no.throw.enter"), nothing)
		}
	}
	steps, err := thrown(state, c)
	if err != nil {
		return err
	}
	if declared && !j.roll(now) {
		return Refuse(409, rules.Say("no.question"), rules.Say("do.question"))
	}
	for _, step := range steps {
		j.take(step, false)
		j.fixAll()
	}
	j.throwDue()
	return nil
}

// declared returns the position after the attack that waits for its die; false
// if there is none, or the dice are not real ones.
func (h *handling) declared(now time.Duration) (rules.State, bool) {
	attackers, target, _ := h.reader.Declared()
	if !h.reader.Ready(now) || h.match.header.Dice != "manual" {
		return nil, false
	}
	partner := board.None
	if len(attackers) > 1 {
		partner = attackers[1]
	}
	from := h.match.state()
	after := []rules.State{from}
	for _, step := range from.Legal(nil) { // it may end the turn before it
		if from.Hands(step).Manner == rules.Implied {
			next, _, _ := from.Apply(step, nil)
			after = append(after, next)
		}
	}
	for _, s := range after {
		for _, step := range s.Legal(nil) {
			if does := s.Hands(step); does.Manner == rules.Knocked && does.Attacker == attackers[0] && does.Target == target && does.Partner == partner {
				next, _, err := s.Apply(step, nil)
				return next, err == nil
			}
		}
	}
	return nil, false
}

// roll throws the declared attack: a throw that is entered stands for the die (hands.md rule 6). False if something
// is asked first.
func (j *play) roll(now time.Duration) bool {
	j.reader.Roll(now)
	j.read(now)
	return j.match.chance.awaitsEntry
}

// thrown returns the chance steps that an entered throw says, each legal after
// the one before, the first in state.
func thrown(state rules.State, c Throw) ([]rules.Step, error) {
	if (c.Text == "") == (len(c.Faces) == 0) {
		return nil, Refuse(400, rules.Say("no.throw.form"), rules.Say("do.send", "sample", `{"faces":[4]}`))
	}
	var steps []rules.Step
	add := func(step rules.Step) error {
		if step.By != rules.Chance {
			return Refuse(409, rules.Say("no.throw", "action", rules.Quote(c.Text)), nothing)
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
			return nil, Refuse(422, rules.Say("no.faces"), nothing)
		}
		if most := int(state.Ask().Faces); face < 1 || face > most {
			return nil, Refuse(422, rules.Say("no.face.die", "n", strconv.Itoa(face), "m", strconv.Itoa(most)), nothing)
		}
		if err := add(state.Drawn([]uint8{uint8(face)})); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// do adds a player's own words to the dice.
func (c Words) do(j *Judge, _ time.Duration) error {
	m := j.match
	if m.endRecorded {
		return j.goingOn()
	}
	if !m.start.Seated().Has(c.Seat) {
		return Refuse(422, rules.Say("no.sits"), nothing)
	}
	if !m.game.Rolls(m.header.Options) {
		return Refuse(409, rules.Say("no.words.dice"), nothing)
	}
	if m.rolled() {
		return Refuse(409, rules.Say("no.words.late"), nothing)
	}
	if err := m.chance.dice.SetWords(c.Seat, c.Words); err != nil {
		return refused(err)
	}
	j.record(archive.Event{Kind: archive.WordsSaid, By: m.game.SeatName(c.Seat), Action: c.Words, At: time.Now().UTC()})
	return nil
}
