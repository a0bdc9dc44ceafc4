package engine

import (
	"math"
	"sort"

	"reeve/rules"
)

// option is one step that the seat may choose.
type option struct {
	step  rules.Step
	value float32 // in the last depth that it was looked at
	line  []rules.Step
}

// choice compares the seat's steps.
type choice struct {
	first   rules.State
	seat    rules.Seat
	level   level
	limits  Limits
	options []option
	exact   bool // all values are to be, and of one depth: they are compared, not only the best is wanted
	memory  *memory
	nodes   int
}

func newChoice(s rules.State, seat rules.Seat, own []rules.Step, m *memory, v level, l Limits) *choice {
	c := &choice{first: s, seat: seat, level: v, limits: l, memory: m}
	for _, step := range own {
		c.options = append(c.options, option{step: step})
	}
	return c
}

// think looks at so many nodes.
func (c *choice) think(nodes int) {
	s := c.first
	root, _ := rules.NewScratch(s)
	j := newJudge(s, c.seat, 0, c.limits.Seed)
	if c.limits.weights != nil {
		j.weights = c.limits.weights
	}
	captures := s.Game().Weights.Captures
	if c.level.blunt {
		captures = 0
	}
	if c.limits.Captures > 0 {
		captures = c.limits.Captures - 1
	}
	if c.limits.Nodes == 0 {
		nodes = max(nodes, len(c.options)+1) // a level looks at each step at least once
	}
	x := newSearch(j, c.memory, root, nodes, captures, c.limits.Stop)
	x.path = append(x.path, root.Hash())
	done := c.ends(s)
	for i := range c.options {
		c.options[i].value = x.rate(root) // until it was looked at
	}
	x.capture = 0 // a first look
	c.deepen(x, 1, done)
	if c.level.noise > 0 {
		x.noise = c.level.noise * j.weights.Errs * c.spread()
		c.deepen(x, 1, done)
	}
	x.capture = captures
	for depth := 1; depth <= c.level.depth; depth++ {
		if !c.deepen(x, depth, done) {
			break
		}
		sort.SliceStable(c.options, func(a, b int) bool { return c.options[a].value > c.options[b].value })
		if c.nodes = x.nodes; c.limits.Info != nil {
			c.limits.Info(c.report())
		}
		if best := c.options[0].value; best > 0.99 || best < 0.01 || x.nodes >= x.most {
			break
		}
	}
	sort.SliceStable(c.options, func(a, b int) bool { return c.options[a].value > c.options[b].value })
	c.nodes = x.nodes
}

// spread is how far the best option stands out from what any of them is worth. Their
// standard deviation would not do: of a hundred moves of which one takes a piece it is so
// small that the piece is always taken.
func (c *choice) spread() float32 {
	best, sum := c.options[0].value, float32(0)
	for _, o := range c.options {
		best, sum = max(best, o.value), sum+o.value
	}
	return best - sum/float32(len(c.options))
}

// ends are the values of the steps that end the game at once, by the rules in full:
// repetition and quiet turns are counted in State only.
func (c *choice) ends(s rules.State) map[rules.Step]float32 {
	out := map[rules.Step]float32{}
	j := newJudge(s, c.seat, 0, 0)
	for _, o := range c.options {
		next, _, err := s.Apply(o.step, nil)
		if err != nil {
			continue
		}
		if r, over := next.Result(); over {
			out[o.step] = j.result(r.Winners, 1)
		}
	}
	return out
}

// deepen gives each option its value at that depth; false if the search was stopped
// before it had looked at the first ones.
func (c *choice) deepen(x *search, depth int, done map[rules.Step]float32) bool {
	x.prunes = depth > 1 // one turn is looked at in full
	best := float32(math.Inf(-1))
	values := make([]float32, len(c.options))
	lines := make([][]rules.Step, len(c.options))
	seen := 0
	for i, o := range c.options {
		v, over := done[o.step]
		lines[i] = []rules.Step{o.step}
		if !over {
			if v = c.look(x, o.step, depth, best); x.stopped {
				break
			}
			lines[i] = append(lines[i], x.stack[1].line...)
		}
		if i > 0 && v <= best && !c.exact {
			v = min(v, best) - 1e-6*float32(i) // a bound only: no better than the best
		}
		values[i] = v
		best = max(best, v)
		seen++
	}
	if c.exact && seen < len(c.options) && c.options[0].line != nil {
		return false
	}
	for i := range c.options {
		switch {
		case i < seen:
			c.options[i].value, c.options[i].line = values[i], lines[i]
		case seen > 0: // not looked at again: behind those that were
			c.options[i].value = min(c.options[i].value, best-1e-6*float32(i+1))
		case c.options[i].line == nil:
			c.options[i].line = []rules.Step{c.options[i].step}
		}
	}
	return !x.stopped
}

// look is what step is worth, less the part that waiting costs. It is exact if that is wanted, and
// without that cost; else no more is asked of one that is no better than best.
func (c *choice) look(x *search, step rules.Step, depth int, best float32) float32 {
	left := float32(1)
	if w, ok := x.stack[0].at.(rules.Waiter); ok && !c.exact {
		left = 1 - w.Waits(step)
	}
	ask := func(depth int, low, high float32) float32 {
		f := &x.stack[1]
		f.at.Copy(x.stack[0].at)
		f.at.Do(step)
		return left * x.value(1, depth, low/left, high/left, rules.SeatsOf(c.seat))
	}
	x.tick()
	if c.exact || best < 0 {
		return ask(depth, 0, 1)
	}
	v := ask(depth, best, best+nullWidth)
	if v > best && !x.stopped {
		v = ask(depth, best, 1)
	}
	return v
}

// report is the best option as it is known now.
func (c *choice) report() Answer {
	o := c.options[0]
	return answer(c.first, o.line, o.value, c.nodes)
}
