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

// More stands at the end of a choice that names only its first turns.
const More = "…"

// fewTurns is how many turns of each choice are named, where that tells them apart.
const fewTurns = 2

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
	turns := fewTurns
	if _, _, declared := h.reader.Declared(); declared || len(named) == 1 || len(h.reading.Faults) > 0 {
		turns = 1 << 20 // the attack belongs to the answer, or the fault explains all of it
	}
	for i, p := range shortest(named, turns) {
		out[i].text, out[i].steps = strings.Join(h.texts(p.steps)[p.from:p.to], ", "), p.steps[:p.to]
		if p.to < named[i].to {
			out[i].text += ", " + More
		}
	}
	return out
}

// part is what a question names of a sequence: the steps from one up to another.
type part struct {
	steps    []rules.Step
	from, to int
}

// first is the part as far as its first turns go.
func (p part) first(turns int) part {
	to := p.from
	for ; to < p.to && turns >= 0; to++ {
		if to == p.from || p.steps[to].By != p.steps[to-1].By {
			if turns--; turns < 0 {
				break
			}
		}
	}
	p.to = to
	return p
}

// shortest are the first so many turns of each part, or more if it takes more to tell them apart. An answer speaks for these alone.
func shortest(named []part, turns int) (short []part) {
	for ; ; turns++ {
		short = short[:0]
		for _, p := range named {
			short = append(short, p.first(turns))
		}
		if slices.EqualFunc(short, named, func(a, b part) bool { return a.to == b.to }) || !alike(short) {
			return short
		}
	}
}

// alike reports whether two of the parts say the same.
func alike(named []part) bool {
	for i, a := range named {
		if slices.ContainsFunc(named[i+1:], func(b part) bool { return slices.Equal(a.steps[:a.to], b.steps[:b.to]) }) {
			return true
		}
	}
	return false
}

// following counts the steps at the end of taken that all which is asked about ends with, too, as far as the choices
// are told apart without them: hands that play on while something is asked make no other question of it.
func following(taken []rules.Step, asked [][]rules.Step) (k int) {
	for len(asked) > 1 && k < len(taken) && !slices.ContainsFunc(asked, func(steps []rules.Step) bool {
		return len(steps) <= k || steps[len(steps)-1-k] != taken[len(taken)-1-k]
	}) {
		k++
	}
	for k > 0 && oneBeginsAnother(asked, k) {
		k--
	}
	return k
}

// oneBeginsAnother reports whether one of the sequences without its last k steps is the beginning of another, or the other.
func oneBeginsAnother(asked [][]rules.Step, k int) bool {
	for i, a := range asked {
		for _, b := range asked[i+1:] {
			if n := min(len(a), len(b)) - k; slices.Equal(a[:n], b[:n]) {
				return true
			}
		}
	}
	return false
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
