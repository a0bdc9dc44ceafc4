package referee

import (
	"strings"
	"time"

	"reeve/rules"
)

// do presses a button.
func (c Press) do(j *Judge, now time.Duration) error {
	switch c.Button {
	case "confirm":
		return j.confirm(c.Seat, now)
	case "undo":
		return j.undo(c.Seat)
	case "energy":
		j.pictures.energies(j.match.state())
		return nil
	}
	return Refuse(422, rules.Say("no.button", "name", rules.Quote(c.Button)), rules.Say("do.buttons"))
}

// confirm seals what is taken, and ends, declines or passes where that is left.
func (j *play) confirm(seat *rules.Seat, now time.Duration) error {
	if err := j.goingOn(); err != nil && !j.match.isOpen() {
		return err
	}
	if j.match.entering() {
		return j.confirmBehind(seat)
	}
	if j.fault != "" { // an outage: the touches since then and the state of the wood are unknown
		return Refuse(409, rules.Say("paused.board", "why", j.fault), nothing)
	}
	by := rules.Referee // nobody knows who
	if seat != nil {
		by = *seat
	}
	steps, ok := j.reader.Confirm(by)
	if !ok {
		steps, ok = j.reader.Lies(now)
	}
	if !ok && j.takeReport() {
		return nil
	}
	if !j.match.ready || !ok {
		return j.nothingToConfirm()
	}
	if last := steps[len(steps)-1]; seat != nil && last.By != *seat && !rollsOpenly(j.match.state(), *seat) {
		return Refuse(409, notNow(j.match.state(), *seat), nothing)
	}
	j.reading.Steps, j.reading.Sealed = steps, len(steps)
	j.follow(j.reading)
	j.match.base = len(j.match.played)
	j.throwDue()
	j.continueReader(true)
	return nil
}

// rollsOpenly reports whether the turn begins with a roll of seat's that everybody sees: it seals the move before it (hands.md rule 9).
func rollsOpenly(s rules.State, seat rules.Seat) bool {
	return s.ToAct().Has(rules.Chance) && s.Ask().For == seat && !s.Ask().Secret
}

// nothingToConfirm says why confirm does nothing: no single step explains the wood, or nothing was done.
func (s *sensedWood) nothingToConfirm() error {
	at := s.match.state()
	want, here := at.Occupied(rules.Full), s.here()
	if amiss := want.Minus(here).Union(here.Minus(want)); s.match.ready && s.felt && !amiss.IsEmpty() && !s.match.secret() {
		return Refuse(409, rules.Say("no.confirm.wood", "squares", strings.Join(at.Topology().Names(amiss), ", ")), rules.Say("do.down"))
	}
	return Refuse(409, rules.Say("no.confirm"), rules.Say("do.down"))
}
