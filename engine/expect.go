package engine

import (
	"slices"

	"reeve/rules"
)

// expect returns the result that each seat may expect in s.
func (a *analyst) expect(s rules.State) []float64 {
	if r, over := s.Result(); over {
		out := make([]float64, len(a.seats))
		for i, seat := range a.seats {
			out[i] = sharedOf(r.Winners, seat, len(a.seats))
		}
		return out
	}
	switch {
	case preparing(s):
		return a.even()
	case a.weights.Foresight.BeforeThrows() && !s.ToAct().Has(rules.Chance):
		return a.made(s)
	}
	x, _ := rules.NewScratch(s)
	return a.mean(x)
}

// even is what is expected as long as somebody prepares: who has placed what counts nothing before the others have, too.
func (a *analyst) even() []float64 {
	out := make([]float64, len(a.seats))
	for i := range out {
		out[i] = 1 / float64(len(out))
	}
	return out
}

func sharedOf(winners rules.Seats, seat rules.Seat, seated int) float64 {
	switch {
	case winners == 0:
		return 1 / float64(seated)
	case !winners.Has(seat):
		return 0
	}
	return 1 / float64(winners.Len())
}

// mean is the expectation at x: what foresight says, the mean of all that chance can bring, or what the position is worth.
func (a *analyst) mean(x rules.Scratch) []float64 {
	if winners, over := x.Winners(); over {
		out := make([]float64, len(a.seats))
		for i, seat := range a.seats {
			out[i] = sharedOf(winners, seat, len(a.seats))
		}
		return out
	}
	foresight, throws := a.weights.Foresight, x.Actors().Has(rules.Chance)
	switch {
	case choosing(x) && (foresight != nil || len(a.weights.Further) == 0):
		return a.chosen(x)
	case foresight != nil && throws == foresight.BeforeThrows():
		return a.foretold(x)
	case throws:
		return a.drawn(x)
	}
	return a.worth(x)
}

// choosing reports whether x is worth what the best of all that can be decided is: of what has begun, counting says nothing.
func choosing(x rules.Scratch) bool {
	c, chooses := x.(rules.Chooser)
	open, begun := x.(rules.Unsettler)
	return chooses && c.Choosing() || begun && open.Unsettled()
}

// drawn is the mean of all that chance, whose turn it is at x, can bring.
func (a *analyst) drawn(x rules.Scratch) []float64 {
	out := make([]float64, len(a.seats))
	next, _ := rules.NewScratch(a.blank())
	for _, l := range x.Luck(nil) {
		for i, v := range a.after(x, next, l) {
			out[i] += float64(l.Weight) * v
		}
	}
	return out
}

// after is the expectation once x has brought l; next is room for the position.
func (a *analyst) after(x, next rules.Scratch, l rules.Luck) []float64 {
	next.Copy(x)
	for _, step := range l.Steps[:l.N] {
		next.Do(step)
	}
	return a.mean(next)
}

// chosen is the expectation at x once the first who decides has what is best for it.
func (a *analyst) chosen(x rules.Scratch) (best []float64) {
	by := x.Actors().All()[0]
	i := slices.Index(a.seats, by)
	next, _ := rules.NewScratch(a.blank())
	for _, step := range x.Legal(nil) {
		if step.By != by {
			continue
		}
		next.Copy(x)
		next.Do(step)
		if v := a.mean(next); best == nil || v[i] > best[i] {
			best = v
		}
	}
	return best
}

// blank is any position of the game, to copy others into.
func (a *analyst) blank() rules.State {
	s, err := a.game.Start(nil)
	if err != nil {
		panic(err) // without options every game starts
	}
	return s
}

// worth judges a position in which somebody decides, captures followed to their end.
func (a *analyst) worth(x rules.Scratch) []float64 {
	out := make([]float64, len(a.seats))
	sum := 0.0
	for i, look := range a.look {
		look.nodes, look.stopped, look.path = 0, false, look.path[:0]
		look.stack[0].at.Copy(x)
		v := look.value(0, 1, 0, 1, 0)
		if look.stopped {
			v = look.rate(look.stack[0].at)
		}
		out[i] = float64(a.weights.Result(v))
		sum += out[i]
	}
	if len(a.look) < len(a.seats) {
		out[1] = 1 - out[0]
		return out
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}
