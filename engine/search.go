package engine

import (
	"slices"

	"reeve/rules"
)

// Limits of the search.
const (
	mostPlies   = 96      // how deep a line may get
	mostDepth   = 40      // decisions looked ahead
	pollEvery   = 1 << 10 // nodes between two questions whether to stop
	lateFrom    = 4       // the steps of a position that come so late are looked at one turn less deep at first
	nullWidth   = 2e-5    // of a window that asks only whether a step is better
	historyMost = 1 << 20
)

// search is alpha-beta (Knuth and Moore, 1975) with iterative deepening and a
// transposition table; all steps but the first are only asked whether they are better
// (principal variation search: Marsland and Campbell, 1982), late ones less deep at first.
// All seats but one are taken to play against that one: exact for two, cautious for more.
type search struct {
	judge
	*memory
	nodes, most int
	capture     int // decisions of captures behind the horizon
	poll        func() bool
	stopped     bool
	prunes      bool     // looks at no dominated steps, and at few outcomes for all, where the game knows them
	path        []uint64 // hashes of the decisions on the way
}

func newSearch(j judge, m *memory, root rules.Scratch, most, capture int, poll func() bool) *search {
	s := &search{judge: j, memory: m, most: most, capture: capture, poll: poll, path: m.path[:0]}
	m.begin()
	s.stack[0].at.Copy(root)
	return s
}

// tick counts a node and reports whether the search must end.
func (s *search) tick() bool {
	if s.stopped {
		return true
	}
	s.nodes++
	if s.nodes >= s.most || s.nodes%pollEvery == 0 && s.poll != nil && s.poll() {
		s.stopped = true
	}
	return s.stopped
}

// value is what the position at ply is worth to the seat, as far as it lies between
// low and high: at most low or at least high are bounds. last is who decided before.
// Depth counts turns: as long as the same seat decides, none is used up, so that all
// lines end where another one is to act.
func (s *search) value(ply, depth int, low, high float32, last rules.Seats) float32 {
	f := &s.stack[ply]
	f.line = f.line[:0]
	if winners, over := f.at.Winners(); over {
		return s.result(winners, ply)
	}
	if ply+4 >= mostPlies {
		return s.rate(f.at)
	}
	actors := f.at.Actors()
	if actors.Has(rules.Chance) {
		return s.chance(ply, depth, low, high, last)
	}
	open := f.open != nil && f.open.Unsettled()
	if !open && (actors != last || s.weights.Steps) {
		depth--
	}
	if !open && depth <= 0 {
		return s.loud(ply, depth, low, high, actors)
	}
	hash := f.at.Hash()
	if s.repeated(hash) {
		return s.share
	}
	e := s.find(hash)
	known := rules.Step{}
	if e.hash == hash && e.age == s.age {
		known = e.best
		if e.answers(depth, low, high) {
			return e.value
		}
	}
	s.path = append(s.path, hash)
	v, best := s.decide(ply, depth, low, high, known, actors)
	s.path = s.path[:len(s.path)-1]
	if !s.stopped {
		s.enter(entry{hash: hash, best: best, value: v, depth: int8(depth), bound: boundOf(v, low, high), age: s.age})
	}
	return v
}

// loud is the value behind the horizon: of doing nothing more, or of what gains
// something, unless nothing else is legal.
func (s *search) loud(ply, depth int, low, high float32, actors rules.Seats) float32 {
	f, next := &s.stack[ply], &s.stack[ply+1]
	if depth <= -s.capture {
		return s.rate(f.at)
	}
	mine := actors.Has(s.me)
	value := float32(2)
	if mine {
		value = -1
	}
	if !f.at.Forced() {
		value = s.rate(f.at)
		if mine && value >= high || !mine && value <= low {
			return value
		}
	}
	f.steps = f.at.Loud(f.steps[:0])
	f.order = f.order[:0]
	for i := range f.steps {
		f.order = append(f.order, rank(f.at.Gain(f.steps[i]), i))
	}
	for i := range f.order {
		step := f.steps[f.pick(i)]
		if mine {
			low = max(low, value)
		} else {
			high = min(high, value)
		}
		if low >= high {
			break
		}
		next.at.Copy(f.at)
		next.at.Do(step)
		if s.tick() {
			return value
		}
		v := s.value(ply+1, depth, low, high, actors)
		if s.stopped {
			return value
		}
		if mine && v > value || !mine && v < value {
			value = v
			f.line = append(append(f.line[:0], step), next.line...)
		}
	}
	if value < 0 || value > 1 {
		return s.rate(f.at) // it had nothing to do, after all
	}
	return value
}

// decide tries the steps at ply in order, known first.
func (s *search) decide(ply, depth int, low, high float32, known rules.Step, actors rules.Seats) (float32, rules.Step) {
	f := &s.stack[ply]
	t := try{mine: actors.Has(s.me), low: low, high: high, value: 2, actors: actors}
	if t.mine {
		t.value = -1
	}
	if known != (rules.Step{}) && s.try(ply, depth, &t, known, false) {
		return t.value, t.best
	}
	f.steps = s.legal(f)
	s.sort(f)
	for i := range f.order {
		at := f.pick(i)
		step := f.steps[at]
		if step == known {
			continue
		}
		if s.try(ply, depth, &t, step, f.order[i] > quietRank) {
			break
		}
	}
	return t.value, t.best
}

// try is how far the steps of a position have been tried.
type try struct {
	mine      bool
	low, high float32
	value     float32
	best      rules.Step
	actors    rules.Seats
	n         int // how many
}

// improves reports whether v is better than what is known for the side that tries.
func (t *try) improves(v float32) bool { return t.mine && v > t.low || !t.mine && v < t.high }

// null is the window of no width at the end that the side that tries would move: a value beyond it improves.
func (t *try) null() (low, high float32) {
	if t.mine {
		return t.low, min(t.high, t.low+nullWidth)
	}
	return max(t.low, t.high-nullWidth), t.high
}

// narrow moves the window's end by v, and reports whether nothing is left between.
func (t *try) narrow(v float32) bool {
	if t.mine {
		t.low = max(t.low, v)
	} else {
		t.high = min(t.high, v)
	}
	return t.low >= t.high
}

// try tries one step and reports whether no other need be.
func (s *search) try(ply, depth int, t *try, step rules.Step, quiet bool) bool {
	f, next := &s.stack[ply], &s.stack[ply+1]
	next.at.Copy(f.at)
	next.at.Do(step)
	if s.tick() {
		return true
	}
	t.n++
	v, better := s.tried(ply, depth, t, quiet)
	if s.stopped {
		return true
	}
	if t.mine && v > t.value || !t.mine && v < t.value {
		t.value = v
		if better {
			t.best = step
			f.line = append(append(f.line[:0], step), next.line...)
		}
	}
	if !t.narrow(v) {
		return false
	}
	if quiet {
		s.good(f, step, depth)
	}
	return true
}

// tried values the step that was just done. Every step but the first is expected not to improve: it is asked with a null
// window, a late quiet one less deep, and valued in full only if it does.
func (s *search) tried(ply, depth int, t *try, quiet bool) (v float32, better bool) {
	if t.n == 1 {
		return s.value(ply+1, depth, t.low, t.high, t.actors), true
	}
	less := 0
	if quiet && depth >= 2 && t.n > lateFrom {
		less = 1
	}
	low, high := t.null()
	v = s.value(ply+1, depth-less, low, high, t.actors)
	better = t.improves(v)
	if better && !s.stopped && (less > 0 || v > t.low && v < t.high) {
		v = s.value(ply+1, depth, t.low, t.high, t.actors)
		better = t.mine && v > t.value || !t.mine && v < t.value
	}
	return v, better
}

// legal lists the steps at f that are worth a look.
func (s *search) legal(f *frame) []rules.Step {
	if f.pruner != nil && s.prunes {
		return f.pruner.Undominated(f.steps[:0])
	}
	return f.at.Legal(f.steps[:0])
}

// repeated reports whether the position was on the way here already, or in the game
// before.
func (s *search) repeated(hash uint64) bool {
	return slices.Contains(s.path, hash) || len(s.past) > 0 && s.past[hash]
}
