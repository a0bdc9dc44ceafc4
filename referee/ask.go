package referee

import (
	"slices"
	"strings"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/gesture"
	"reeve/messages"
	"reeve/rules"
)

// NoneOfThese is the answer that rejects all readings; the lights then lead the wood back.
const NoneOfThese = "none of these"

// The choices where two like pieces may have changed places (hands.md rule 13).
const (
	Kept      = "kept"
	Exchanged = "exchanged"
)

// choice is one answer to the board's question, and what it names of the sequence that it stands for.
type choice struct {
	text string
	part
	fault board.Square // the faulty square that this choice implies; None if it implies none
}

// asking reports whether the board asks something.
func (h *handling) asking() bool { return len(h.reading.Ask) > 0 || h.reading.Mixed != nil }

// choices returns the answers to the board's question: of each sequence the first turns of what is in doubt, before what stands and follows in every
// choice. Those of which the same is named are one: what they differ in is asked about next.
func (h *handling) choices() (out []choice) {
	follows := 0
	if len(h.reading.Faults) == 0 {
		follows = following(h.reader.Taken(), h.reading.Ask)
	}
	for i, steps := range h.reading.Ask {
		fault := board.None
		if i < len(h.reading.Faults) {
			fault = h.reading.Faults[i]
		}
		to := len(steps) - follows
		c := choice{part: part{steps, h.named(steps, to, fault), to}, fault: fault}
		if _, _, declared := h.reader.Declared(); !declared && fault == board.None { // else the attack belongs to the answer, or the fault explains all
			c.part = c.first()
		}
		c.text = strings.Join(h.texts(steps)[c.from:c.to], ", ")
		if c.to < to {
			c.text += ", " + More
		}
		if !slices.ContainsFunc(out, func(other choice) bool { return other.text == c.text && other.fault == fault }) {
			out = append(out, c)
		}
	}
	return out
}

// named returns from where steps are named, up to that many: what is sealed is not, nor what stands whatever the answer.
func (h *handling) named(steps []rules.Step, to int, fault board.Square) int {
	taken, from := h.reader.Taken(), h.reader.Unnamed()
	if fault != board.None {
		return len(taken)
	}
	for from < min(to-1, h.reader.Fixed()) && steps[from] == taken[from] {
		from++
	}
	return from
}

// texts returns the text of each of steps since the base.
func (l *ledger) texts(steps []rules.Step) []string {
	s := l.match.before(l.match.base)
	var out []string
	for _, step := range steps {
		out = append(out, textOf(s, step))
		s, _, _ = s.Apply(step, nil)
	}
	return out
}

// question is the board's question, as viewers see it.
func (h *handling) question() *Question {
	if m := h.reading.Mixed; m != nil {
		on := h.match.state().Topology()
		return asked(rules.Say("ask.mixed", "a", on.Name(m.A), "b", on.Name(m.B)), Kept, Exchanged)
	}
	choices := h.choices()
	q := asked(rules.Say("ask.which"))
	if len(choices) == 1 {
		q = asked(rules.Say("ask.one"))
	}
	if len(h.reading.Faults) > 0 {
		on := h.match.state().Topology()
		var squares []string
		for _, c := range choices {
			if name := on.Name(c.fault); c.fault != board.None && !slices.Contains(squares, name) {
				squares = append(squares, name)
			}
		}
		q = asked(rules.Say("ask.contact", "squares", strings.Join(squares, ", ")))
	}
	for _, c := range choices {
		q.Choices = append(q.Choices, c.text)
	}
	q.Choices = append(q.Choices, NoneOfThese)
	return q
}

func asked(m rules.Message, choices ...string) *Question {
	return &Question{Question: messages.Text(m), Key: m.Key, Args: m.Args, Choices: choices}
}

// do answers the board's question with one of its choices.
func (c Answer) do(j *Judge, _ time.Duration) error {
	if !j.asking() {
		return Refuse(409, rules.Say("no.asks"), nothing)
	}
	if !slices.Contains(j.question().Choices, c.Choice) {
		return Refuse(422, rules.Say("no.choice", "choice", rules.Quote(c.Choice)), rules.Say("do.choices"))
	}
	switch c.Choice {
	case Kept:
		j.reader.Sort(false)
	case Exchanged:
		j.reader.Sort(true)
	case NoneOfThese:
		j.turnDown()
	default:
		for _, each := range j.choices() {
			if each.text == c.Choice {
				if each.fault != board.None {
					j.reportFaulty(board.SetOf(each.fault))
				}
				j.reader.Choose(each.steps, each.to)
			}
		}
	}
	j.record(archive.Event{Kind: archive.Answer, Action: c.Choice})
	if j.fault != "" { // nothing is read before the reader begins anew, from what is recorded
		j.follow(gesture.Reading{Steps: j.beforeAttack(j.reader.Taken()), Sealed: j.reader.Fixed()})
		j.reading = gesture.Reading{}
	}
	return nil
}

// beforeAttack are the steps up to an attack that would roll: while the board is not felt none does.
func (j *play) beforeAttack(steps []rules.Step) []rules.Step {
	s := j.match.before(j.match.base)
	for i, step := range steps {
		if s.Hands(step).Manner == rules.Knocked {
			return steps[:i]
		}
		s, _, _ = s.Apply(step, nil)
	}
	return steps
}

// turnDown withdraws the open steps after the common beginning of the sequences that were asked about. There is no
// question until the next touch.
func (j *play) turnDown() {
	m := j.match
	now := m.played[m.base:]
	keep := len(now)
	for _, steps := range j.reading.Ask {
		same := 0
		for same < min(len(steps)-1, len(now)) && now[same].step == steps[same] {
			same++
		}
		keep = min(keep, max(same, j.reader.Fixed()))
	}
	if j.undone {
		keep = j.reader.Fixed()
	}
	for i := len(m.played) - 1; i >= m.base+keep; i-- {
		j.withdraw(i)
	}
	armed := slices.Clone(j.reader.Armed(keep))
	j.resumeReader(false)
	j.reader.Arm(armed)
	j.reader.Deny() // last: a reader that resumes may ask about what stands
}
