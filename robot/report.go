package robot

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Report is what came of games. The last three have to be zero.
type Report struct {
	Games     int
	Touches   int // debounced touches that the referee heard
	Actions   int // decisions of players that were meant and done
	Attacks   int // of those, attacks with a throw
	Withdrawn int // steps that were taken and then withdrawn
	Questions int // times that the board asked
	Redone    int // times that hands had to undo what was read and do it again
	Refused   int // times that the wood lay as it was meant for 1.5 s, and was neither read so nor asked about
	Late      int // steps done by hand that were taken more than 0.6 s after the last touch, or since the wood is felt again

	Promptness
	PowerCuts
	Ends map[string]int // how often games have ended so, by the name of the end

	WrongSeals      int // sealed positions that are none of the truth's
	PrematureThrows int // throws although what stands is not what was meant
	Stuck           int // games that would not go on although the hands did everything
	Failures        []Failure
}

// Promptness is how soon after the last touch steps were taken that hands did and of which one reading was left.
type Promptness struct{ Clear, AtOnce, Slow, Overdue int } // how many; within 5 ms, after more than 150 ms, after more than 600 ms

func (p *Promptness) add(o Promptness) {
	p.Clear += o.Clear
	p.AtOnce += o.AtOnce
	p.Slow += o.Slow
	p.Overdue += o.Overdue
}

// count adds one step.
func (p *Promptness) count(after time.Duration) {
	p.Clear++
	switch {
	case after <= 5*time.Millisecond:
		p.AtOnce++
	case after > late:
		p.Overdue++
		p.Slow++
	case after > 150*time.Millisecond:
		p.Slow++
	}
}

// PowerCuts are how often the power was cut, how often a finished step was not sealed yet then, and that had to be done again.
type PowerCuts struct{ Cuts, CutFinished, FinishedAgain int }

func (p *PowerCuts) add(o PowerCuts) {
	p.Cuts += o.Cuts
	p.CutFinished += o.CutFinished
	p.FinishedAgain += o.FinishedAgain
}

// Failure is one game that failed, to be played again from its seed.
type Failure struct {
	Seed       uint64
	What       string   // wrong seal, premature throw or stuck
	Why        string   // one sentence
	Before     []string // the truth up to the last rest: everything sealed, every piece in its place
	Since      []string // and from there to the failure
	Touches    string   // the touches since that rest, with milliseconds since the first
	Transcript []string // all that happened since
}

// Add adds up another report.
func (r *Report) Add(o Report) {
	r.Games += o.Games
	r.Touches += o.Touches
	r.Actions += o.Actions
	r.Attacks += o.Attacks
	r.Withdrawn += o.Withdrawn
	r.Questions += o.Questions
	r.Redone += o.Redone
	r.Refused += o.Refused
	r.Late += o.Late
	r.Promptness.add(o.Promptness)
	r.PowerCuts.add(o.PowerCuts)
	for why, n := range o.Ends {
		if r.Ends == nil {
			r.Ends = map[string]int{}
		}
		r.Ends[why] += n
	}
	r.WrongSeals += o.WrongSeals
	r.PrematureThrows += o.PrematureThrows
	r.Stuck += o.Stuck
	r.Failures = append(r.Failures, o.Failures...)
}

// Sound reports whether nothing went wrong that must not.
func (r *Report) Sound() bool { return r.WrongSeals == 0 && r.PrematureThrows == 0 && r.Stuck == 0 }

// String writes the counts, one "name: number" a line: first those that every soak
// has, then the power cuts, and how games have ended.
func (r *Report) String() string {
	text := ""
	for _, line := range [...]struct {
		name string
		n    int
	}{
		{"games", r.Games}, {"touches", r.Touches}, {"actions", r.Actions}, {"attacks thrown", r.Attacks}, {"withdrawn steps", r.Withdrawn},
		{"questions asked", r.Questions}, {"redone", r.Redone}, {"refused", r.Refused}, {"taken late", r.Late},
		{"one reading left", r.Clear}, {"of these taken at once", r.AtOnce}, {"of these slowly", r.Slow}, {"of these late", r.Overdue},
		{"wrong seals", r.WrongSeals}, {"premature throws", r.PrematureThrows}, {"stuck games", r.Stuck},
		{"power cuts", r.Cuts}, {"finished steps open then", r.CutFinished}, {"of these done again", r.FinishedAgain},
	} {
		text += fmt.Sprintf("%s: %d\n", line.name, line.n)
	}
	for _, why := range slices.Sorted(maps.Keys(r.Ends)) {
		text += fmt.Sprintf("ended %s: %d\n", why, r.Ends[why])
	}
	return text
}
