package referee

import (
	"strconv"
	"time"

	"reeve/gesture"
	"reeve/rules"
)

// Lapse is how long without a touch a turn ends by itself when a computer plays next: there are no hands of the
// next player to imply its end.
const Lapse = 30 * time.Second

// closing is the step by which the seat to act would end its turn, when a computer is to play then; false
// if there is none. Lapses says that the turn ends by itself: one in which pieces go on step by step does not.
func (m *seating) closing() (step rules.Step, lapses, ok bool) {
	s, last := m.state(), m.lastDecision()
	seat, one := s.ToAct().Only()
	if m.handless() == 0 || !one || seat >= rules.MaxSeats || last < 0 || m.played[last].step.By != seat {
		return step, false, false
	}
	lapses = true
	for _, each := range s.Legal(nil) {
		h := s.Hands(each)
		lapses = lapses && h.Cost == 0
		if h.Manner != rules.Implied {
			continue
		}
		if after, _, err := s.Apply(each, nil); err == nil && gesture.Waits(after, m.handless()) {
			step, ok = each, true
		}
	}
	return step, lapses, ok
}

// lapse ends a turn that lapses, and returns when it would. A turn in doubt stays until somebody says it.
func (j *Judge) lapse(now time.Duration) time.Duration {
	m := j.match
	if m.handless() == 0 || m.secret() {
		return 0
	}
	step, lapses, ok := m.closing()
	if !ok || !lapses || !j.felt || j.fault != "" || j.outbox.trouble != "" || j.reader.Settling() || j.asking() {
		return 0
	}
	if _, _, declared := j.reader.Declared(); declared {
		return 0
	}
	if due := j.lastActivity + Lapse; now < due {
		return due
	}
	if _, whole := j.reader.Confirm(step.By); whole && !j.reader.Doubtful() {
		_ = j.confirm(&step.By, now) // what is refused stays as it is
	}
	return 0
}

// closingMessage says how a turn ends that a computer waits for; no key if none does.
func (m *seating) closingMessage() rules.Message {
	step, lapses, ok := m.closing()
	if !ok {
		return rules.Message{}
	}
	after, _, _ := m.state().Apply(step, nil)
	next := rules.Say("turn.ends", "seat", "@seat."+m.game.SeatName(step.By), "seconds", strconv.Itoa(int(Lapse.Seconds())))
	if !lapses {
		next.Key = "turn.confirm"
	}
	if who, one := after.ToAct().Only(); one && who < rules.MaxSeats {
		c, _ := m.players.computer(m.game.SeatName(who))
		next.Args["engine"] = c.Engine
		return next
	}
	return rules.Message{}
}
