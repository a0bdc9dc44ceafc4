package robot

import (
	"fmt"
	"time"

	"reeve/archive"
	"reeve/board"
)

// most is how many lines are kept.
const most = 600

// line is one thing that happened. It becomes text only when somebody reads it.
type line struct {
	at     time.Duration
	what   string // "" for a touch
	text   string
	n, ref int // of an event of the record
	square board.Square
	placed bool
}

// transcript keeps what happened last. It is also the referee's archive, for that
// is where steps taken, sealed and withdrawn are heard of.
type transcript struct {
	on      *board.Topology
	tell    func(string)
	lines   []line // since the last rest
	steps   int    // of the truth, at that rest
	now     time.Duration
	changed bool // the record has changed since this was last set to false

	keep   bool // the record is kept whole, to go on from after a power cut
	header archive.Header
	events []archive.Event
}

func (t *transcript) add(l line) {
	if len(t.lines) >= most {
		t.lines = t.lines[:copy(t.lines, t.lines[most/2:])]
	}
	t.lines = append(t.lines, l)
	if t.tell != nil {
		t.tell(t.text(l))
	}
}

func (t *transcript) note(at time.Duration, what, text string) {
	t.add(line{at: at, what: what, text: text})
}

func (t *transcript) touch(b board.Touch) {
	t.add(line{at: b.At, square: b.Square, placed: b.Placed})
}

func (t *transcript) text(l line) string {
	ms := float64(l.at.Microseconds()) / 1000
	switch {
	case l.ref != 0:
		return fmt.Sprintf("%11.1f     %s #%d", ms, l.what, l.ref)
	case l.n != 0:
		return fmt.Sprintf("%11.1f     %s #%d %s", ms, l.what, l.n, l.text)
	case l.what != "":
		return fmt.Sprintf("%11.1f %s %s", ms, l.what, l.text)
	case l.placed:
		return fmt.Sprintf("%11.1f +%s", ms, t.on.Name(l.square))
	}
	return fmt.Sprintf("%11.1f -%s", ms, t.on.Name(l.square))
}

// rest forgets what happened so far: all of it is sealed, and nothing is in the air.
func (t *transcript) rest(steps int) { t.lines, t.steps = t.lines[:0], steps }

// all is everything since the last rest as text.
func (t *transcript) all() []string {
	out := make([]string, len(t.lines))
	for i, l := range t.lines {
		out[i] = t.text(l)
	}
	return out
}

// script is every touch since the last rest in one line, with milliseconds since
// the first, as a test of the reader wants it.
func (t *transcript) script() string {
	text, first := "", time.Duration(-1)
	for _, l := range t.lines {
		switch {
		case l.what == "do":
			text += fmt.Sprintf("[%s] ", l.text)
			continue
		case l.what != "":
			continue
		case first < 0:
			first = l.at
		}
		sign := "-"
		if l.placed {
			sign = "+"
		}
		text += fmt.Sprintf("%s%s@%d ", sign, t.on.Name(l.square), (l.at - first).Milliseconds())
	}
	return text
}

// Begin starts the record of a game.
func (t *transcript) Begin(h archive.Header) (int64, error) {
	t.header = h
	return 1, nil
}

// Append follows the events that are recorded.
func (t *transcript) Append(_ int64, events []archive.Event, _ []board.Touch) error {
	if t.keep {
		t.events = append(t.events, events...)
	}
	for _, e := range events {
		t.changed = true
		t.add(line{at: t.now, what: string(e.Kind), text: e.Action, n: e.N, ref: e.Ref})
	}
	return nil
}
