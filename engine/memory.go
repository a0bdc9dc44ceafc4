package engine

import (
	"slices"

	"reeve/rules"
)

// Sizes of what a search remembers.
const (
	tableBits   = 15 // of the transposition table, by pairs
	historyBits = 12 // of the places of steps that were good
)

// memory is the room of a search: what it needs at each ply, and what it remembers. It
// serves one search after the other of the same game, each of which begins with nothing.
type memory struct {
	fresh   func() rules.Scratch
	stack   []frame
	table   [][2]entry
	history []int32 // of steps that were good elsewhere (Schaeffer, 1983), by place
	path    []uint64
	past    map[uint64]bool // hashes of the positions of the game before the root
	age     uint32          // of the search under way: what is older is not there
}

// frame is what is needed at one ply of the line under way.
type frame struct {
	at      rules.Scratch
	open    rules.Unsettler // the same, of a game that has such positions
	pruner  rules.Pruner    // the same, of a game that has dominated steps
	drawer  rules.Drawer    // the same, of a game that has many throws
	steps   []rules.Step
	order   []int64 // ranks
	luck    []rules.Luck
	known   []span       // of luck
	line    []rules.Step // the best line from here
	killers [2]rules.Step
}

// entry is what the table knows of a position.
type entry struct {
	hash  uint64
	best  rules.Step
	value float32
	age   uint32
	depth int8
	bound bound
}

type bound uint8

const (
	exact bound = iota + 1
	atLeast
	atMost
)

// boundOf says what a value found in a window is of the true one.
func boundOf(v, low, high float32) bound {
	switch {
	case v >= high:
		return atLeast
	case v <= low:
		return atMost
	}
	return exact
}

// answers reports whether the entry's value is all that a search of that depth in that window would find.
func (e *entry) answers(depth int, low, high float32) bool {
	return int(e.depth) >= depth && (e.bound == exact || e.bound == atLeast && e.value >= high || e.bound == atMost && e.value <= low)
}

// newMemory returns room for searches of the game of which fresh makes positions.
func newMemory(fresh func() rules.Scratch) *memory {
	m := &memory{fresh: fresh, stack: make([]frame, mostPlies), table: make([][2]entry, 1<<tableBits), history: make([]int32, 1<<historyBits), path: make([]uint64, 0, mostPlies)}
	for i := range m.stack {
		m.stack[i].at = fresh()
		m.stack[i].open, _ = m.stack[i].at.(rules.Unsettler)
		m.stack[i].pruner, _ = m.stack[i].at.(rules.Pruner)
		m.stack[i].drawer, _ = m.stack[i].at.(rules.Drawer)
	}
	return m
}

// memoryFor returns room for searches of the game of s.
func memoryFor(s rules.State) *memory {
	return newMemory(func() rules.Scratch { x, _ := rules.NewScratch(s); return x })
}

// begin forgets all of the searches before.
func (m *memory) begin() {
	m.age++
	clear(m.history)
	for i := range m.stack {
		m.stack[i].killers = [2]rules.Step{}
	}
}

// find returns what the table knows of the position, or the entry of another one.
func (m *memory) find(hash uint64) *entry {
	pair := &m.table[hash>>(64-tableBits)]
	if pair[0].hash == hash {
		return &pair[0]
	}
	return &pair[1]
}

// enter notes e: in the first place of its pair if it is as deep as what stands there.
func (m *memory) enter(e entry) {
	pair := &m.table[e.hash>>(64-tableBits)]
	if first := &pair[0]; first.age != m.age || first.hash == e.hash || e.depth >= first.depth {
		if first.hash != e.hash {
			pair[1] = *first
		}
		*first = e
		return
	}
	pair[1] = e
}

// place is where a step stands in history: by who does what from where to where. Two
// may share a place, which costs a little order and nothing else.
func place(s *rules.Step) int {
	return int((uint32(s.By)*31+uint32(s.Kind))*40503^uint32(s.Arg[0])*2654435761>>16^uint32(s.Arg[1])*97) & (1<<historyBits - 1)
}

// good notes a quiet step that was good enough.
func (m *memory) good(f *frame, step rules.Step, depth int) {
	h := &m.history[place(&step)]
	*h = min(*h+int32(depth*depth), historyMost)
	if f.killers[0] != step {
		f.killers[1] = f.killers[0]
		f.killers[0] = step
	}
}

// A rank is a worth, the greater the lower, and the number of the step.
const (
	rankBits          = 13
	loudWorth         = 1 << 30
	killerWorth       = 1 << 28
	quietRank   int64 = -loudWorth << rankBits // and above
)

func rank(worth, i int) int64 { return -int64(worth)<<rankBits | int64(i) }

// sort ranks the steps of f so that good ones come early: what gains most, what was
// good elsewhere.
func (m *memory) sort(f *frame) {
	f.order = slices.Grow(f.order[:0], len(f.steps))[:len(f.steps)]
	at, killers := f.at, f.killers
	for i := range f.order {
		step := &f.steps[i]
		worth := at.Gain(*step)
		switch {
		case worth > 0:
			worth += loudWorth
		case *step == killers[0]:
			worth = killerWorth + 1
		case *step == killers[1]:
			worth = killerWorth
		default:
			worth = int(m.history[place(step)])
		}
		f.order[i] = rank(worth, i)
	}
}

// picked is how many steps are chosen one by one before the rest is sorted.
const picked = 6

// pick puts the best of the ranks from i on into place i and returns its step's number.
func (f *frame) pick(i int) int {
	rest := f.order[i:]
	switch {
	case i < picked:
		best := 0
		for j := range rest {
			if rest[j] < rest[best] {
				best = j
			}
		}
		rest[0], rest[best] = rest[best], rest[0]
	case i == picked:
		slices.Sort(rest)
	}
	return int(rest[0] & (1<<rankBits - 1))
}
