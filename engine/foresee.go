package engine

import (
	"math"
	"slices"

	"reeve/rules"
)

// foretold judges a position by foresight, between two.
func (a *analyst) foretold(x rules.Scratch) []float64 {
	v := float64(a.foresee.Result(expectation(a.foresee)(counted(&a.weights, x, a.seats[0]))))
	return []float64{v, 1 - v}
}

// counted is all that x counts for seat, of what only foresight counts, too.
func counted(w *rules.Weights, x rules.Scratch, seat rules.Seat) []float32 {
	to := make([]float32, len(w.Names)+len(w.Further))
	x.Features(seat, to)
	if f, ok := x.(rules.Foreteller); ok {
		f.Foretell(seat, to[len(w.Names):])
	}
	return to
}

// seenThrow is a throw of self-play: the position before it, and what fell.
type seenThrow struct {
	before rules.State
	step   rules.Step
}

// takenGames is of how many games the throws are kept, to see what came true of them: more say no more, and positions are large.
const takenGames = 500

func throwAt(game int, before rules.State, step rules.Step) *seenThrow {
	if game >= takenGames {
		return nil
	}
	return &seenThrow{before, step}
}

// foreseen are the samples that foresight judges: where somebody decides, unless all that is decided answers a throw. Of a game
// without throws there are none.
func foreseen(samples []sample) (decided []sample) {
	thrown := false
	for _, s := range samples {
		if thrown = thrown || s.chance; !s.chance {
			decided = append(decided, s)
		}
	}
	switch {
	case !thrown:
		return nil
	case len(decided) == 0:
		return samples
	}
	return decided
}

// foresee fits foresight to games.
func (t Training) foresee(samples []sample) (Trained, error) {
	w := t.Game.Weights
	w.Foresight, w.Curve = &rules.Foresight{Foretells: map[string]float32{}}, nil
	if samples[0].chance {
		w.Taken = 1
	}
	near := append(slices.Clone(w.Values), make([]float32, len(w.Further))...)
	for i, v := range fit(samples, near, 20) {
		w.Foretells[w.Known()[i]] = v
	}
	w.Came = fitCurve(samples, expectation(w.Foreseeing()))
	out := Trained{Samples: len(samples), Fitted: w.Foretells, Features: w.Foretells}
	if w.BeforeThrows() {
		var err error
		if out.Taken, err = t.taken(w, samples); err != nil {
			return Trained{}, err
		}
		t.tell("of what throws changed %.2f came true", out.Taken)
	}
	return out, t.calibrate(w.Foreseeing(), samples, &out)
}

// taken is how much of what throws changed came true: the slope of results over the luck that w finds if all of it does.
func (t Training) taken(w rules.Weights, samples []sample) (float64, error) {
	start, err := t.Game.Start(t.Options)
	if err != nil {
		return 0, err
	}
	root, _ := rules.NewScratch(start)
	a := newAnalyst(start, root, 1)
	a.weights, a.foresee = w, w.Foreseeing()
	var results, lucks []float64
	last := -1
	for _, s := range samples {
		if s.throw == nil {
			break
		}
		if s.game != last {
			last = s.game
			results, lucks = append(results, float64(s.result)), append(lucks, 0)
		}
		mean, _, _ := a.offered(s.throw.before)
		lucks[len(lucks)-1] += a.expect(reached(s.throw.before, s.throw.step))[0] - mean
	}
	return math.Round(1e4*slope(lucks, results)) / 1e4, nil
}

// slope is that of the line through points (least squares).
func slope(x, y []float64) float64 {
	n, sx, sy, sxx, sxy := float64(len(x)), 0.0, 0.0, 0.0, 0.0
	for i := range x {
		sx, sy, sxx, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], sxy+x[i]*y[i]
	}
	return (n*sxy - sx*sy) / max(n*sxx-sx*sx, 1e-9)
}
