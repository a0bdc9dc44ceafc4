package engine

import (
	"slices"

	"reeve/rules"
)

// plain is a program to play against: alpha-beta by decisions with iterative deepening, Star1
// at throws, what gains first, and an evaluation made by hand. It has no table, leaves nothing
// out and looks at all outcomes.
type plain struct {
	weights     *rules.Weights
	me          rules.Seat
	nodes, most int
	room        []float32
	stack       []rules.Scratch
	steps       [][]rules.Step // by ply
}

// newPlain is one that plays the game of s and counts what byHand says.
func newPlain(s rules.State, byHand map[string]float32) *plain {
	w := rules.Weights{Names: s.Game().Weights.Names}
	for _, name := range w.Names {
		w.Values = append(w.Values, byHand[name])
	}
	p := &plain{weights: &w, room: make([]float32, len(w.Names)), steps: make([][]rules.Step, mostPlies)}
	for range mostPlies {
		x, _ := rules.NewScratch(s)
		p.stack = append(p.stack, x)
	}
	return p
}

// choose is the best of seat's own steps at s, the best of each depth first in the next.
func (p *plain) choose(s rules.State, seat rules.Seat, own []rules.Step, most int) rules.Step {
	x, _ := rules.NewScratch(s)
	p.stack[0].Copy(x)
	p.me, p.nodes, p.most = seat, 0, most
	own = slices.Clone(own)
	for depth := 1; depth < mostDepth && p.nodes < p.most; depth++ {
		best, value := 0, float32(-1)
		for i, step := range own {
			v := p.after(step, 0, depth-1, max(value, 0), 1)
			if p.nodes >= p.most && depth > 1 {
				break
			}
			if v > value {
				best, value = i, v
			}
		}
		step := own[best]
		own = slices.Insert(slices.Delete(own, best, best+1), 0, step)
	}
	return own[0]
}

// after is the value of a step at ply.
func (p *plain) after(step rules.Step, ply, depth int, low, high float32) float32 {
	p.stack[ply+1].Copy(p.stack[ply])
	p.stack[ply+1].Do(step)
	return p.value(ply+1, depth, low, high)
}

func (p *plain) value(ply, depth int, low, high float32) float32 {
	x := p.stack[ply]
	p.nodes++
	if winners, over := x.Winners(); over {
		return float32(shareOf(winners, p.me))
	}
	switch actors := x.Actors(); {
	case actors.Has(rules.Chance):
		return p.mean(ply, depth, low, high)
	case depth <= 0 || p.nodes >= p.most || ply+2 >= len(p.stack):
		return p.weights.Expect(x, p.me, p.room)
	case actors.Has(p.me):
		value := float32(-1)
		for _, step := range p.gainsFirst(ply) {
			if value >= high {
				break
			}
			value = max(value, p.after(step, ply, depth-1, max(low, value), high))
		}
		return value
	}
	value := float32(2)
	for _, step := range p.gainsFirst(ply) {
		if value <= low {
			break
		}
		value = min(value, p.after(step, ply, depth-1, low, min(high, value)))
	}
	return value
}

// gainsFirst are the legal steps at ply.
func (p *plain) gainsFirst(ply int) []rules.Step {
	x := p.stack[ply]
	steps := x.Legal(p.steps[ply][:0])
	p.steps[ply] = steps
	first := 0
	for i, step := range steps {
		if x.Gain(step) > 0 {
			steps[first], steps[i] = step, steps[first]
			first++
		}
	}
	return steps
}

// mean is that of the outcomes, as far as it lies between low and high (Ballard, 1983).
func (p *plain) mean(ply, depth int, low, high float32) float32 {
	x := p.stack[ply]
	sum, rest := float32(0), float32(1)
	for _, l := range x.Luck(nil) {
		rest = max(rest-l.Weight, 0)
		p.stack[ply+1].Copy(x)
		for _, step := range l.Steps[:l.N] {
			p.stack[ply+1].Do(step)
		}
		v := p.value(ply+1, depth, max((low-sum-rest)/l.Weight, 0), min((high-sum)/l.Weight, 1))
		if sum += l.Weight * v; sum+rest <= low {
			return sum + rest
		} else if sum >= high {
			return sum
		}
	}
	return sum
}
