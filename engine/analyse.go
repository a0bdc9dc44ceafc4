package engine

import (
	"errors"

	"reeve/rules"
)

// ErrNoAnalysis is why a game cannot be analysed: it has no evaluation, or no steps.
var ErrNoAnalysis = errors.New("engine: this game cannot be analysed")

// Played is a step of a finished game, with the positions around it.
type Played struct {
	Before, After rules.State
	Step          rules.Step
}

// Judged is what is said of one step. Results are 0 a loss to 1 a win, by seat in the order of play.
type Judged struct {
	N      int       `json:"n"`      // which step, from 1
	Expect []float64 `json:"expect"` // the result expected after it
	Luck   []float64 `json:"luck,omitempty"`
	Cost   float64   `json:"cost,omitempty"` // what a decision gave away against the best
	Best   string    `json:"best,omitempty"` // that one; only where Cost is worth telling
	Line   []string  `json:"line,omitempty"` // what was to be expected after it, Best first

	by    int // the seat that decided, -1 for chance and for the referee
	delta []float64
}

// worthTelling is the least cost that is told: less is within what the evaluation errs.
const worthTelling = 0.03

// analyst judges the steps of one game.
type analyst struct {
	game    *rules.Game
	weights rules.Weights // with the curve of the options
	foresee rules.Weights // of its Foresight
	seats   []rules.Seat
	look    []*search // by seat; of two one is enough
	room    *memory   // for comparisons
	nodes   int
	seed    uint64
}

// Analyse judges every step and says so to tell, one after the other. nodes is how many
// positions are looked at for each decision. It wraps ErrNoAnalysis.
//
// A throw's luck is what is expected after it less the mean of all that could have been
// thrown: its own mean is zero, whatever the evaluation is worth, so that the result is
// the first expectation and the sums of luck and of play (Veness, Lanctot and Bowling,
// 2011, on control variates).
func Analyse(start rules.State, steps []Played, nodes int, tell func(Judged)) (Totals, error) {
	root, ok := rules.NewScratch(start)
	if !ok || len(start.Game().Weights.Names) == 0 || len(steps) == 0 {
		return Totals{}, ErrNoAnalysis
	}
	a := newAnalyst(start, root, nodes)
	total := newTotals(start, a.expect(start))
	now := total.Start
	for i, p := range steps {
		j := a.judge(p, now)
		j.N = i + 1
		total.add(j)
		now = j.Expect
		tell(j)
	}
	total.turns()
	return total, nil
}

func newAnalyst(start rules.State, root rules.Scratch, nodes int) *analyst {
	game := start.Game()
	options, err := game.Complete(start.View(rules.Full).Options)
	if err != nil {
		panic(err) // it has begun with them
	}
	a := &analyst{game: game, weights: game.Weights.For(options), seats: start.Seated().All(), nodes: nodes, seed: 1, room: memoryFor(start)}
	a.foresee = a.weights.Foreseeing()
	for _, seat := range a.seats {
		if len(a.seats) == 2 && len(a.look) == 1 {
			break
		}
		a.look = append(a.look, newSearch(newJudge(start, seat, 0, 0), memoryFor(start), root, mostLooked, a.game.Weights.Captures, nil))
	}
	return a
}

// mostLooked bounds how far captures are followed to judge one position.
const mostLooked = 4000

// judge says what step p changed; now is what was expected before it.
func (a *analyst) judge(p Played, now []float64) Judged {
	j := Judged{Expect: a.expect(p.After), by: -1}
	if p.Step.By == rules.Chance && a.weights.Foresight.BeforeThrows() {
		j.Expect = a.thrown(p.Before, j.Expect, now)
	}
	for i, v := range j.Expect {
		j.delta = append(j.delta, v-now[i])
		if a.seats[i] == p.Step.By {
			j.by = i
		}
	}
	switch {
	case p.Step.By == rules.Chance:
		j.Luck = j.delta
	case j.by >= 0:
		a.compare(p, &j)
	}
	return j
}

// compare says what the decision gave away.
func (a *analyst) compare(p Played, j *Judged) {
	own := ownSteps(p.Before, p.Step.By)
	if len(own) < 2 || preparing(p.Before) {
		return
	}
	c := newChoice(p.Before, p.Step.By, own, a.room, level{nodes: a.nodes, depth: mostDepth}, Limits{Seed: a.seed})
	c.exact = true
	c.think(a.nodes)
	best := c.options[0]
	for _, o := range c.options {
		if o.step == p.Step {
			j.Cost = max(0, float64(a.weights.Result(best.value)-a.weights.Result(o.value)))
		}
	}
	if j.Cost >= worthTelling {
		j.Line = answer(p.Before, best.line, best.value, c.nodes).Text
		j.Best = j.Line[0]
	}
}

// preparing reports whether somebody prepares out of sight, where search says nothing.
func preparing(s rules.State) bool {
	x, _ := rules.NewScratch(s)
	planner, ok := x.(rules.Planner)
	if !ok {
		return false
	}
	for _, seat := range s.Seated().All() {
		if s.ToAct().Has(seat) {
			if _, plans := planner.Plan(seat, func(int) int { return 0 }); plans {
				return true
			}
		}
	}
	return false
}
