package engine

import (
	"math"
	"slices"

	"reeve/rules"
)

// What is made of a throw: finders play what a search of so many positions finds, the others each step the more often the more
// foresight likes it, e times as often for so much (quantal response: McKelvey and Palfrey, 1995). Measured (decision 0552).
const (
	finders  = 0.3
	searched = 300
	careless = 0.1
)

// thrown is what is expected, between two, after a throw at before of which so much is made: what was expected, now, and as much
// of the difference to all throws as comes true on average. For no throw that can leave 0 to 1, of any as much less does.
func (a *analyst) thrown(before rules.State, made, now []float64) []float64 {
	mean, least, most := a.offered(before)
	taken := a.weights.Taken
	if least < most {
		taken = min(taken, (1-now[0])/(most-mean), now[0]/(mean-least))
	}
	v := now[0] + taken*(made[0]-mean)
	return []float64{v, 1 - v}
}

// offered is what is made for the first seat of the throws that can fall at before: on average, of the worst, and of the best.
func (a *analyst) offered(before rules.State) (mean, least, most float64) {
	x, _ := rules.NewScratch(before)
	least = 1
	for _, l := range x.Luck(nil) {
		v := a.expect(reached(before, l.Steps[0]))[0]
		mean += float64(l.Weight) * v
		least, most = min(least, v), max(most, v)
	}
	return mean, least, most
}

// made is what is made of the throw that fell at s, on average.
func (a *analyst) made(s rules.State) []float64 {
	x, _ := rules.NewScratch(s)
	by := s.ToAct().All()[0]
	own := ownSteps(s, by)
	found, all := a.found(s, by, own), 0.0
	out, best := make([]float64, len(a.seats)), []float64(nil)
	next, _ := rules.NewScratch(s)
	for _, step := range own {
		next.Copy(x)
		next.Do(step)
		v := a.mean(next)
		if step == found {
			best = v
		}
		often := math.Exp(v[slices.Index(a.seats, by)] / careless)
		all += often
		for i := range out {
			out[i] += often * v[i]
		}
	}
	for i := range out {
		out[i] = finders*best[i] + (1-finders)*out[i]/all
	}
	return out
}

// found is the step of own that a short search finds for by.
func (a *analyst) found(s rules.State, by rules.Seat, own []rules.Step) rules.Step {
	if len(own) == 1 {
		return own[0]
	}
	c := newChoice(s, by, own, a.room, level{nodes: searched, depth: mostDepth}, Limits{Seed: a.seed})
	c.think(searched)
	return c.options[0].step
}

// reached is the position after one of the steps of s.
func reached(s rules.State, step rules.Step) rules.State {
	next, _, err := s.Apply(step, nil)
	if err != nil {
		panic(err) // it is one of them
	}
	return next
}
