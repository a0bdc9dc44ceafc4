package referee

import (
	"slices"

	"reeve/archive"
	"reeve/rules"
)

// undo takes the latest step back: an open one, or a declared attack, or else a sealed
// one of the same seat as long as no throw lies between (hands.md rule 12).
func (j *play) undo(seat *rules.Seat) error {
	m := j.match
	if m.endRecorded {
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
	i, err := m.firstUndone(seat)
	if err == nil {
		j.undoFrom(i)
	}
	return err
}

// firstUndone is the first step that goes when seat takes the latest back, or whoever played it, nil.
func (m *seating) firstUndone(seat *rules.Seat) (int, error) {
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
func (m *history) implied(i int) bool {
	return m.before(i).Hands(m.played[i].step).Manner == rules.Implied
}

// undoFrom makes the steps from i on never have been.
func (j *play) undoFrom(i int) {
	m := j.match
	before := m.state().Occupied(rules.Full)
	open := !slices.ContainsFunc(m.played[i:], func(p playedStep) bool { return !p.open })
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
			m.lapse(k)
			j.lead.Back(m.played[k].after, m.before(k).Hands(m.played[k].step), j.here())
		}
		m.played = m.played[:i]
	}
	m.base = min(m.base, len(m.played))
	if !open {
		m.base = len(m.played)
	}
	m.endRecorded, m.deployment = false, deployment{}
	j.notePageChange(before)
	j.pictures.clear()
	j.resumeReader(false)
	j.throwDue()
}

// lastDecision is the index of the last step that a player decided, -1 if there
// is none.
func (m *history) lastDecision() int { return m.lastNotBy(0) }

// lastOfPersons is the last that a person decided.
func (m *seating) lastOfPersons() int { return m.lastNotBy(m.handless()) }

// behindComputers is the last step that a person decided, if computers alone have played since:
// what is taken back is both. -1 if nothing, or something else, has been done since.
func (m *seating) behindComputers() int {
	i := m.lastOfPersons()
	if i < 0 || i == len(m.played)-1 || slices.ContainsFunc(m.played[i+1:], func(p playedStep) bool { return p.step.By >= rules.MaxSeats }) {
		return -1
	}
	return i
}

// lastNotBy is the last step that a player decided whose seat is not among those.
func (m *history) lastNotBy(seats rules.Seats) int {
	for i := len(m.played) - 1; i >= 0; i-- {
		if by := m.played[i].step.By; by != rules.Chance && by != rules.Referee && !seats.Has(by) {
			return i
		}
	}
	return -1
}
