package referee

import (
	"slices"
	"time"

	"reeve/messages"
	"reeve/rules"
)

// shownLog is the log as a viewer was shown it last. What has not changed since is
// shown again as it is, so that a long game costs no more than a short one.
// Entries that were shown are never written to again: tables share them.
type shownLog struct {
	steps   []logMark // those of the record that it tells of or passes over
	over    bool
	entries []Entry
}

// logMark is what a step's entry hangs on.
type logMark struct {
	event, entries int // the step's event; the length of the log with it
	open           bool
}

// log is the record as viewer may read it, numbered from 1.
func (m *match) log(viewer rules.Seat) []Entry {
	was := m.logs[viewer]
	_, over := m.state().Result()
	same := 0
	for same < len(was.steps) && same < len(m.played) && was.over == over &&
		was.steps[same].event == m.played[same].n && was.steps[same].open == m.played[same].open {
		same++
	}
	if same == len(was.steps) && same == len(m.played) && was.entries != nil {
		return was.entries
	}
	now := shownLog{steps: was.steps[:same], over: over, entries: []Entry{}}
	if same > 0 {
		now.entries = was.entries[:was.steps[same-1].entries]
	}
	if len(now.entries) < len(was.entries) {
		now.entries = slices.Clip(now.entries) // what others were shown lies behind
	}
	for i := same; i < len(m.played); i++ {
		if m.sees(i, viewer) {
			now.entries = append(now.entries, m.entry(i, len(now.entries)+1))
		}
		now.steps = append(now.steps, logMark{event: m.played[i].n, entries: len(now.entries), open: m.played[i].open})
	}
	if m.logs == nil {
		m.logs = map[rules.Seat]shownLog{}
	}
	m.logs[viewer] = now
	return now.entries
}

// entry is step i as number n of a log.
func (m *match) entry(i, n int) Entry {
	p := m.played[i]
	tell := m.says(p)
	return Entry{N: n, By: m.game.SeatName(p.step.By), Action: p.text, Key: tell.Key, Args: tell.Args,
		Text: messages.Text(tell), At: p.at.UTC().Format(time.RFC3339), Open: p.open}
}
