package hall

import (
	"crypto/rand"
	"time"
)

// The kinds of messages that are numbered in a session. Each has its own subscription, so one may overtake
// another.
const (
	wordUp = iota
	wordTable
	wordCall
	words
)

// dialogue is what a board and the hall have agreed on: the session in force, and the one that was offered.
type dialogue struct {
	boot, session, offered string
	seq                    [words]uint64 // of its last word of each kind in the session
	called                 uint64        // the number of what said last whether somebody calls
	greeted                time.Time
}

// follows reports whether a message is newer than all of its kind in the session, or the first of the offered one,
// which is in force then.
func (d *dialogue) follows(kind int, session string, seq uint64) bool {
	switch {
	case session == d.offered:
		*d = dialogue{boot: d.boot, session: session, greeted: d.greeted}
	case session != d.session || seq <= d.seq[kind]:
		return false
	}
	d.seq[kind] = seq
	return true
}

// answer returns with which session an announcement is answered: without one in force a new one is offered. It is
// not due when the same start of the board was answered a moment ago.
func (d *dialogue) answer(boot string, fresh bool, now time.Time) (session string, due bool) {
	if !fresh && now.Sub(d.greeted) < time.Second && boot == d.boot {
		return "", false
	}
	if d.greeted = now; !fresh {
		d.boot, d.offered = boot, rand.Text()
	}
	if d.offered != "" {
		return d.offered, true
	}
	return d.session, true
}
