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

// choice is one answer to the board's question, and the steps since the base
// that it stands for.
type choice struct {
	text  string
	steps []rules.Step
	fault board.Square // the faulty square that this choice implies; None if it implies none
}

// asking reports whether the board asks something.
func (h *handling) asking() bool { return len(h.reading.Ask) > 0 || h.reading.Mixed != nil }

// choices returns the answers to the board's question: of each sequence what it has
// beyond what is sealed, beyond all that stands taken and that every choice has, and before what stands and follows in every choice.
func (h *handling) choices() []choice {
	taken := h.reader.Taken()
	follows := 0
	if len(h.reading.Faults) == 0 {
		follows = following(taken, h.reading.Ask)
	}
	sealed := taken[:h.reader.Fixed()]
	var out []choice
	var named []part
	for i, steps := range h.reading.Ask {
		fault := board.None
		if i < len(h.reading.Faults) {
			fault = h.reading.Faults[i]
		}
		from := gesture.Unnamed(taken, h.reading.Ask)
		for from < min(len(steps)-1-follows, len(sealed)) && steps[from] == sealed[from] {
			from++
		}
		if fault != board.None {
			from = len(taken) // it stands whatever the answer
		}
		named = append(named, part{steps, from, len(steps) - follows})
		out = append(out, choice{fault: fault})
	}
	short := named
	if _, _, declared := h.reader.Declared(); !declared && len(h.reading.Faults) == 0 { // else the attack belongs to the answer, or the fault explains all
		short = shortest(named)
	}
	for i, p := range short {
		out[i].text, out[i].steps = strings.Join(h.texts(p.steps)[p.from:p.to], ", "), p.steps[:p.to]
		if p.to < named[i].to {
			out[i].text += ", " + More
		}
	}
	return out
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
	q := asked(rules.Say("ask.which"))
	choices := h.choices()
	if len(h.reading.Faults) > 0 {
		on := h.match.state().Topology()
		var squares []string
		for _, c := range choices {
			if name := on.Name(c.fault); !slices.Contains(squares, name) {
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
				j.reader.Choose(each.steps)
			}
		}
	}
	j.record(archive.Event{Kind: archive.Answer, Action: c.Choice})
	return nil
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
	for i := len(m.played) - 1; i >= m.base+keep; i-- {
		j.withdraw(i)
	}
	armed := slices.Clone(j.reader.Armed())
	j.resumeReader(false)
	j.reader.Arm(armed)
	j.reader.Deny() // last: a reader that resumes may ask about what stands
}
