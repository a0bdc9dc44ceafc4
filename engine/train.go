package engine

import (
	"fmt"
	"math"
	"math/rand/v2"

	"reeve/rules"
)

// Training is how weights are fitted: a player plays itself, and the logistic function of
// the features is fitted to how the games ended. New weights are taken only if they win a
// match against the old ones.
type Training struct {
	Game    *rules.Game
	Options map[string]any
	Seed    uint64
	Games   int  // of self-play
	Nodes   int  // looked at for each decision, in self-play
	Match   int  // games that decide; even
	Think   int  // nodes a decision in them
	Foresee bool // fitted is what people are told to expect; no match decides
	Tell    func(string)
}

// Trained is what training came to.
type Trained struct {
	Features map[string]float32 `json:"features"`
	Fitted   map[string]float32 `json:"fitted"` // the new weights, accepted or not
	Curve    [][2]float32       `json:"curve"`  // what a game comes to, by what those expect
	Accepted bool               `json:"accepted"`
	Match    Score              `json:"match"` // the new weights against the old
	Error    float64            `json:"error"` // the greatest calibration error in a tenth, in fresh games
	Tenths   []Tenth            `json:"tenths"`
	Samples  int                `json:"samples"`
	Taken    float64            `json:"taken,omitempty"` // how much of what throws changed came true
}

// Run trains. It wraps ErrMatch.
func (t Training) Run() (Trained, error) {
	if err := t.possible(); err != nil {
		return Trained{}, err
	}
	old := t.Game.Weights
	samples, err := t.selfPlay(old, t.Seed, t.Games)
	if err != nil {
		return Trained{}, err
	}
	t.tell("%d positions of %d games", len(samples), t.Games)
	if len(samples) == 0 {
		return Trained{}, fmt.Errorf("%w: no position of these games says anything; dice or cards for two are needed to foresee", ErrMatch)
	}
	if t.Foresee {
		return t.foresee(samples)
	}
	fitted := old
	fitted.Values = fit(samples, old.Values, 20)
	out := Trained{Samples: len(samples)}
	m := Match{Game: t.Game, Options: t.Options, Players: [2]string{fmt.Sprintf("nodes:%d", t.Think), fmt.Sprintf("nodes:%d", t.Think)},
		Games: t.Match, Opening: 6, Seed: t.Seed + 1, weights: [2]*rules.Weights{&fitted, &old}}
	if t.Match > 0 {
		if out.Match, err = m.Play(); err != nil {
			return Trained{}, err
		}
		t.tell("fitted weights have %.1f %% of %d games", 100*out.Match.Rate, t.Match)
		out.Accepted = out.Match.Interval[0] > 0.5
	}
	out.Fitted = named(fitted)
	if !out.Accepted {
		fitted = old
	}
	out.Features = named(fitted)
	return out, t.calibrate(fitted, samples, &out)
}

// possible refuses what would be found out after hours, or never.
func (t Training) possible() error {
	switch {
	case t.Games < 1:
		return fmt.Errorf("%w: %d games of self-play: 1 or more are needed", ErrMatch, t.Games)
	case t.Nodes < 1:
		return fmt.Errorf("%w: %d positions a decision: 1 or more are needed", ErrMatch, t.Nodes)
	case t.Match < 0 || t.Match%2 != 0:
		return fmt.Errorf("%w: a match of %d games: an even number is needed, or 0", ErrMatch, t.Match)
	case t.Match > 0 && t.Think < 1:
		return fmt.Errorf("%w: %d positions a decision of the match: 1 or more are needed", ErrMatch, t.Think)
	}
	return nil
}

// named are the values of w by the names of the features.
func named(w rules.Weights) map[string]float32 {
	out := map[string]float32{}
	for i, name := range w.Names {
		out[name] = w.Values[i]
	}
	return out
}

// calibrate fits the curve of w, and measures it on games of another seed.
func (t Training) calibrate(w rules.Weights, samples []sample, out *Trained) error {
	w.Curve = nil
	out.Curve = fitCurve(samples, expectation(w))
	played := w
	if t.Foresee {
		played = t.Game.Weights
	}
	fresh, err := t.selfPlay(played, t.Seed+1e6, max(2, t.Games/2))
	if err != nil {
		return err
	}
	w.Curve = out.Curve
	out.Tenths = calibration(fresh, expectation(w))
	for _, tenth := range out.Tenths {
		if tenth.Games >= 30 {
			out.Error = max(out.Error, math.Abs(tenth.Came-tenth.Expected))
		}
	}
	return nil
}

// expectation is what w tells people to expect of a position with such features.
func expectation(w rules.Weights) func([]float32) float32 {
	return func(features []float32) float32 {
		sum := float32(0)
		for i, v := range w.Values {
			sum += v * features[i]
		}
		return w.Result(rules.Logistic(sum))
	}
}

func (t Training) tell(format string, args ...any) {
	if t.Tell != nil {
		t.Tell(fmt.Sprintf(format, args...))
	}
}

// strayed is how many decisions of self-play are random after the opening, one in so many:
// games are to be unlike.
const strayed = 20

// selfPlay plays games of w against itself and returns their quiet positions.
func (t Training) selfPlay(w rules.Weights, seed uint64, games int) ([]sample, error) {
	start, err := t.Game.Start(t.Options)
	if err != nil {
		return nil, err
	}
	if n := start.Seated().Len(); n != 2 {
		return nil, fmt.Errorf("%w: training is between two, and %s seats %d", ErrMatch, t.Game.Name, n)
	}
	thinker := new(Thinker)
	var samples []sample
	for n := range games {
		list, err := t.selfGame(thinker, start, w, seed, n)
		if err != nil {
			return nil, err
		}
		samples = append(samples, list...)
		if (n+1)%100 == 0 {
			t.tell("%d games", n+1)
		}
	}
	if t.Foresee {
		return foreseen(samples), nil
	}
	return samples, nil
}

func (t Training) selfGame(thinker *Thinker, start rules.State, w rules.Weights, seed uint64, n int) (list []sample, err error) {
	g := &game{state: start, known: map[rules.Seat][]string{}, dice: rand.New(rand.NewPCG(seed, uint64(n)))}
	r := rand.New(rand.NewPCG(seed, ^uint64(n)))
	astray := t.strays(start, r)
	first := start.Seated().All()[0]
	result := float32(0.5)
	for {
		if end, over := g.state.Result(); over || g.decided >= mostDecisions {
			if over {
				result = float32(shareOf(end.Winners, first))
			}
			break
		}
		step, quiet, err := t.selfStep(thinker, g, w, r, astray, seed)
		if err != nil {
			return nil, err
		}
		switch x, _ := rules.NewScratch(g.state); {
		case t.Foresee && step.By == rules.Chance:
			list = append(list, sample{features: counted(&t.Game.Weights, x, first), game: n, chance: true, throw: throwAt(n, g.state, step)})
		case t.Foresee && !choosing(x) && !preparing(g.state):
			list = append(list, sample{features: counted(&t.Game.Weights, x, first), game: n})
		case quiet && !t.Foresee:
			s := sample{features: make([]float32, len(w.Names)), game: n}
			x.Features(first, s.features)
			list = append(list, s)
		}
		note(g.known, g.state, step)
		if g.state, _, err = g.state.Apply(step, nil); err != nil {
			return nil, err
		}
	}
	for i := range list {
		list[i].result = result
	}
	return list, nil
}

// strays says of one decision after the other whether it is random: of the opening, and now and then after it. In games that
// are to tell people what to expect nobody errs so, if preparations make them unlike already.
func (t Training) strays(start rules.State, r *rand.Rand) func() bool {
	opening := 2 + r.IntN(8)
	if t.Foresee && preparing(start) {
		return func() bool { return false }
	}
	return func() bool {
		random := opening > 0 || r.IntN(strayed) == 0
		opening--
		return random
	}
}

// selfStep is what comes next, and whether the position is quiet: one that a search would
// judge.
func (t Training) selfStep(thinker *Thinker, g *game, w rules.Weights, r *rand.Rand, astray func() bool, seed uint64) (rules.Step, bool, error) {
	seat, ok := someSeat(g.state)
	if !ok {
		return throw(g.state, g.dice), false, nil
	}
	g.decided++
	if step, plans := planned(g.state, seat, r); plans {
		return step, false, nil
	}
	if astray() {
		return randomStep(g.state, seat, r), false, nil
	}
	a, err := thinker.Think(tableAt(g.known[seat], g.state, seat), Limits{Nodes: t.Nodes, Seed: seed + uint64(g.decided), weights: &w})
	if err != nil {
		return rules.Step{}, false, err
	}
	x, _ := rules.NewScratch(g.state)
	return a.Step, !x.Forced() && (w.Captures == 0 || x.Gain(a.Step) == 0), nil
}
