package engine

import (
	"slices"

	"reeve/rules"
)

// Limits of the search.
const (
	mostPlies   = 96      // how deep a line may get
	mostDepth   = 40      // decisions looked ahead
	tableBits   = 15      // of the transposition table
	historyBits = 12      // of the places of steps that were good
	pollEvery   = 1 << 10 // nodes between two questions whether to stop
)

// search is alpha-beta (Knuth and Moore, 1975) with iterative deepening and a
// transposition table, whose chance nodes are cut by Star1 (Ballard, 1983; Hauk,
// Buro and Schaeffer, 2006). All seats but one are taken to play against that one:
// exact for two, cautious for more.
type search struct {
	judge
	nodes, most int
	capture     int // decisions of captures behind the horizon
	poll        func() bool
	stopped     bool
	stack       []frame
	table       []entry
	path        []uint64   // hashes of the decisions on the way
	history     []int32    // of steps that were good elsewhere (Schaeffer, 1983), by place
	best        rules.Step // of the root, in the depth under way
}

// frame is what is needed at one ply of the line under way.
type frame struct {
	at    rules.Scratch
	steps []rules.Step
	order []int32
	luck  []rules.Luck
	line  []rules.Step // the best line from here
}

// entry is what the table knows of a position.
type entry struct {
	hash  uint64
	best  rules.Step
	value float32
	depth int8
	bound bound
}

type bound uint8

const (
	exact bound = iota + 1
	atLeast
	atMost
)

// place is where a step stands in history: by who does what from where to where. Two
// may share a place, which costs a little order and nothing else.
func place(s *rules.Step) int {
	return int((uint32(s.By)*31+uint32(s.Kind))*40503^uint32(s.Arg[0])*2654435761>>16^uint32(s.Arg[1])*97) & (1<<historyBits - 1)
}

func newSearch(j judge, root rules.Scratch, fresh func() rules.Scratch, most, capture int, poll func() bool) *search {
	s := &search{judge: j, most: most, capture: capture, poll: poll, table: make([]entry, 1<<tableBits), history: make([]int32, 1<<historyBits)}
	s.stack = make([]frame, mostPlies)
	for i := range s.stack {
		s.stack[i].at = fresh()
	}
	s.stack[0].at.Copy(root)
	return s
}

// tick counts a node and reports whether the search must end.
func (s *search) tick() bool {
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
	actors := f.at.Actors()
	if ply+4 >= mostPlies {
		return s.rate(f.at)
	}
	if actors.Has(rules.Chance) {
		return s.chance(ply, depth, low, high, last)
	}
	if actors != last || s.weights.Steps {
		depth--
	}
	hash := f.at.Hash()
	if s.repeated(hash) {
		return s.share
	}
	still := float32(-1) // what it is worth to do nothing more
	if depth <= 0 {
		if depth <= -s.capture {
			return s.rate(f.at)
		}
		still = s.rate(f.at)
		if actors.Has(s.me) {
			if still >= high {
				return still
			}
			low = max(low, still)
		} else {
			if still <= low {
				return still
			}
			high = min(high, still)
		}
	}
	e := &s.table[hash>>(64-tableBits)]
	known := rules.Step{}
	if e.hash == hash {
		known = e.best
		if int(e.depth) >= depth && depth > 0 {
			if v := e.value; e.bound == exact || e.bound == atLeast && v >= high || e.bound == atMost && v <= low {
				return v
			}
		}
	}
	f.steps = f.at.Legal(f.steps[:0])
	s.sort(f, known, still >= 0)
	s.path = append(s.path, hash)
	v, best := s.decide(ply, depth, low, high, still, actors)
	s.path = s.path[:len(s.path)-1]
	if !s.stopped && depth > 0 {
		b := exact
		if v >= high {
			b = atLeast
		} else if v <= low {
			b = atMost
		}
		*e = entry{hash: hash, best: best, value: v, depth: int8(depth), bound: b}
	}
	return v
}

// decide tries the steps at ply in order. still is negative, or what the position
// is worth without any: then only those that gain are tried, unless all do.
func (s *search) decide(ply, depth int, low, high, still float32, actors rules.Seats) (float32, rules.Step) {
	f, next := &s.stack[ply], &s.stack[ply+1]
	mine := actors.Has(s.me)
	value := float32(2)
	if mine {
		value = -1
	}
	if still >= 0 {
		value = still
	}
	var best rules.Step
	for i, at := range f.order {
		step := f.steps[at&orderMask]
		next.at.Copy(f.at)
		next.at.Do(step)
		if s.tick() {
			return value, best
		}
		v := s.value(ply+1, depth, low, high, actors)
		if s.stopped {
			return value, best
		}
		if mine && v > value || !mine && v < value || i == 0 && still < 0 {
			value, best = v, step
			f.line = append(append(f.line[:0], step), next.line...)
			if ply == 0 {
				s.best = step
			}
		}
		if mine {
			low = max(low, value)
		} else {
			high = min(high, value)
		}
		if low >= high {
			if depth > 0 {
				s.history[place(&step)] += int32(depth * depth)
			}
			break
		}
	}
	return value, best
}

// chance is the mean of what can be drawn. A window for each outcome says when the
// mean cannot come between low and high any more (Star1).
func (s *search) chance(ply, depth int, low, high float32, last rules.Seats) float32 {
	f, next := &s.stack[ply], &s.stack[ply+1]
	f.luck = f.at.Luck(f.luck[:0])
	slices.SortStableFunc(f.luck, func(a, b rules.Luck) int {
		switch {
		case a.Weight > b.Weight:
			return -1
		case a.Weight < b.Weight:
			return 1
		}
		return 0
	})
	sum, rest := float32(0), float32(1)
	for i := range f.luck {
		l := &f.luck[i]
		rest = max(rest-l.Weight, 0)
		least := (low - sum - rest) / l.Weight
		most := (high - sum) / l.Weight
		next.at.Copy(f.at)
		for _, step := range l.Steps[:l.N] {
			next.at.Do(step)
		}
		if s.tick() {
			return sum + rest/2
		}
		v := s.value(ply+1, depth, max(least, 0), min(most, 1), last)
		switch {
		case v <= least:
			return sum + l.Weight*v + rest
		case v >= most:
			return sum + l.Weight*v
		}
		sum += l.Weight * v
	}
	return sum
}

// repeated reports whether the position was on the way here already: going round
// in circles is worth a draw.
func (s *search) repeated(hash uint64) bool { return slices.Contains(s.path, hash) }

const (
	orderBits = 12
	orderMask = 1<<orderBits - 1
)

// sort puts the steps of f into an order in which good ones come early: the one
// that the table knows, what gains most, what was good elsewhere. loud leaves out the
// quiet ones.
func (s *search) sort(f *frame, known rules.Step, loud bool) {
	f.order = f.order[:0]
	for i := range f.steps {
		step := &f.steps[i]
		score := int32(f.at.Gain(*step)) << orderBits
		if loud && score == 0 {
			continue
		}
		if !loud && *step == known {
			score += 1 << 29
		}
		f.order = append(f.order, score|int32(i&orderMask))
	}
	if len(f.order) < 2 {
		return
	}
	slices.SortFunc(f.order, func(a, b int32) int {
		if x, y := a>>orderBits, b>>orderBits; x != y {
			return int(y - x)
		}
		p, q := s.history[place(&f.steps[a&orderMask])], s.history[place(&f.steps[b&orderMask])]
		if p != q {
			return int(q - p)
		}
		return int(a&orderMask - b&orderMask)
	})
}
