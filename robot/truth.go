package robot

import (
	"fmt"
	"slices"

	"reeve/referee"
	"reeve/rules"
)

// truth is the game as it is meant: every position and the step that led on.
type truth struct {
	at    []rules.State // one more than steps
	steps []rules.Step
}

func (t *truth) last() rules.State { return t.at[len(t.at)-1] }

// mean adds a step that the hands are about to finish.
func (t *truth) mean(step rules.Step) error {
	next, _, err := t.last().Apply(step, nil)
	if err != nil {
		return err
	}
	t.at, t.steps = append(t.at, next), append(t.steps, step)
	return nil
}

// find returns the latest position of the truth that s is, -1 if it is none.
func (t *truth) find(s rules.State) int {
	for i := len(t.at) - 1; i >= 0; i-- {
		if t.at[i] == s {
			return i
		}
	}
	return -1
}

// adopt takes the first steps as they are on record, if nobody who looks can tell the
// position that they lead to from what was meant: in which order two camps were named
// nobody knows any more after an outage.
func (t *truth) adopt(record []rules.Step, s rules.State) bool {
	k := len(record)
	if k >= len(t.at) || !alike(t.at[k], s) {
		return false
	}
	copy(t.steps, record)
	for i, step := range t.steps {
		next, _, err := t.at[i].Apply(step, nil)
		if err != nil {
			return false
		}
		t.at[i+1] = next
	}
	return true
}

// atOnce reports whether all steps on record were meant, in whatever order: behind screens each
// seat does its own.
func (t *truth) atOnce(record []rules.Step, s rules.State) bool {
	return secret(s) && !slices.ContainsFunc(record, func(step rules.Step) bool { return !slices.Contains(t.steps, step) })
}

// alike reports whether nobody who looks can tell two positions apart: the same pieces
// stand on the same squares, and the same seats may do the same.
func alike(a, b rules.State) bool {
	if a.ToAct() != b.ToAct() || a.Occupied(rules.Full) != b.Occupied(rules.Full) {
		return false
	}
	for sq := range a.Occupied(rules.Full).All() {
		p, _ := a.At(sq)
		if q, _ := b.At(sq); p != q {
			return false
		}
	}
	p, q := a.Legal(nil), b.Legal(nil)
	return slices.EqualFunc(p, q, func(x, y rules.Step) bool { return x.By == y.By && a.Text(x) == b.Text(y) })
}

// text lists the steps as text.
func (t *truth) text() []string {
	out := make([]string, len(t.steps))
	for i, step := range t.steps {
		out[i] = textOf(t.at[i], step)
	}
	return out
}

func textOf(s rules.State, step rules.Step) string {
	if step.By == rules.Referee {
		return rules.RefereeText(s.Game(), step)
	}
	return s.Text(step)
}

// The kinds of a Failure.
const (
	wrongSeal = "wrong seal"
	premature = "premature throw"
	stuckGame = "stuck"
)

// witness follows what the referee has on record and compares it with the truth.
type witness struct {
	steps     []rules.Step
	at        []rules.State // one more than steps
	sealed    int
	fresh     int // how many that hands carry out were new when it was last looked at
	surely    int // how much of the truth is sealed
	withdrawn int
	gave      bool // something gave way then
	buf       []rules.Step
}

// look takes in the record as it stands now. It returns what is wrong with it,
// "" for nothing, and why. Throws that the truth waits for become part of it.
func (w *witness) look(j *referee.Judge, t *truth) (what, why string) {
	steps, sealed := j.Steps(w.buf[:0])
	w.buf = steps
	same := 0
	for same < len(steps) && same < len(w.steps) && steps[same] == w.steps[same] {
		same++
	}
	w.withdrawn += len(w.steps) - same
	w.gave = len(w.steps) > same
	w.steps, w.at, w.fresh = w.steps[:same], w.at[:same+1], 0
	for _, step := range steps[same:] {
		before := w.at[len(w.at)-1]
		if step.By == rules.Chance {
			if before != t.last() {
				return premature, fmt.Sprintf("%s was thrown after %s", before.Text(step), w.tail())
			}
			if err := t.mean(step); err != nil {
				return premature, err.Error()
			}
		}
		after, _, err := before.Apply(step, nil)
		if err != nil {
			return wrongSeal, err.Error()
		}
		if before.Hands(step).Manner == rules.Carried {
			w.fresh++
		}
		w.steps, w.at = append(w.steps, step), append(w.at, after)
	}
	w.sealed = sealed
	if at := t.find(w.at[sealed]); at >= 0 || !t.atOnce(steps[:sealed], w.at[sealed]) {
		w.surely = at
	}
	if w.surely < 0 {
		if !t.adopt(steps[:sealed], w.at[sealed]) {
			return wrongSeal, fmt.Sprintf("sealed %s", w.tail())
		}
		w.surely = sealed
	}
	return "", ""
}

// tail says the last steps on record.
func (w *witness) tail() string {
	from := max(0, len(w.steps)-6)
	text := ""
	for i := from; i < len(w.steps); i++ {
		if i == w.sealed {
			text += "| "
		}
		text += textOf(w.at[i], w.steps[i]) + " "
	}
	return text
}

// only reports whether one reading was left of what is new: hands have done it, nothing gave way to it, and its player has nothing more to do with them.
func (w *witness) only() bool {
	n := len(w.steps)
	if w.fresh == 0 || w.gave || w.at[n-1].Hands(w.steps[n-1]).Manner != rules.Carried {
		return false
	}
	after, by := w.at[n], w.steps[n-1].By
	return !after.ToAct().Has(by) || !slices.ContainsFunc(after.Legal(nil), func(step rules.Step) bool {
		manner := after.Hands(step).Manner
		return step.By == by && (manner == rules.Carried || manner == rules.Knocked)
	})
}
