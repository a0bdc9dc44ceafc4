// Package legal remembers what the rules say of positions: each legal step with what it asks of the hands, and where a piece can run by several of
// them. Whoever comes back to the same positions again, as touches do, asks here. It must not know which game is played, nor of touches; its one
// idea: a position is a value, and what is legal in it never changes.
package legal

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// Start is where a run begins.
type Start struct {
	State rules.State
	From  board.Square
}

// Leg is a piece on its way through a run.
type Leg struct {
	State rules.State  // where it has led
	At    board.Square // where the piece stands
	Cost  int          // what the steps cost, added up (rules.Hands)
	Steps []rules.Step // from the start
}

// Move is a legal step, and what it asks of the hands. The shortest stands for all that differ in their way alone, for hands do not show
// which it was (rules.Hands): Via are the squares of all these ways.
type Move struct {
	Step  rules.Step
	Hands rules.Hands
}

// trace is what touches show of a step: not its way.
type trace struct {
	by      rules.Seat
	carries [2]rules.Carry
	takes   board.Set
}

// shortest is the move that stands for a trace, and over how many squares it goes.
type shortest struct{ at, via int }

// Table is what the rules have said. It is a value owned by one goroutine.
type Table struct {
	known     map[rules.State][]Move
	kept      int                // how many moves these are
	ran       map[Start][]Leg    // where pieces can run, as far as it was asked
	legal     []rules.Step       // scratch
	found     []Move             // scratch
	stands    map[trace]shortest // scratch: of one position
	mostMoves int
	mostRuns  int
}

// NewTable returns a table that keeps at most so many moves, of about 100 bytes each, and runs; once they are more it begins anew.
func NewTable(moves, runs int) Table {
	return Table{known: map[rules.State][]Move{}, ran: map[Start][]Leg{}, stands: map[trace]shortest{}, mostMoves: moves, mostRuns: runs}
}

// Apply is the position after a legal step.
func Apply(s rules.State, step rules.Step) rules.State {
	next, _, err := s.Apply(step, nil)
	if err != nil {
		panic("legal: a legal step was refused: " + err.Error())
	}
	return next
}

// Moves returns what hands can do at s, in legal order.
func (b *Table) Moves(s rules.State) []Move {
	if known, ok := b.known[s]; ok {
		return known
	}
	b.legal, b.found = s.Legal(b.legal[:0]), b.found[:0]
	clear(b.stands)
	for _, step := range b.legal {
		b.add(Move{step, s.Hands(step)})
	}
	if b.kept += len(b.found); b.kept > b.mostMoves {
		clear(b.known)
		b.kept = len(b.found)
	}
	b.known[s] = slices.Clone(b.found)
	return b.known[s]
}

// add notes m, unless it is only another way of one that was found.
func (b *Table) add(m Move) {
	left, via := trace{m.Step.By, m.Hands.Carries, m.Hands.Takes}, m.Hands.Via.Len()
	is, again := b.stands[left]
	if !again || is.via == 0 && via == 0 {
		b.stands[left] = shortest{len(b.found), via}
		b.found = append(b.found, m)
		return
	}
	one := &b.found[is.at]
	one.Hands.Via = one.Hands.Via.Union(m.Hands.Via)
	if via < is.via {
		one.Step = m.Step
		b.stands[left] = shortest{is.at, via}
	}
}

// Runs returns every square that a piece can run to, by the cheapest way, of equals the first in legal order (Dijkstra's algorithm).
func (b *Table) Runs(s Start) []Leg {
	if known, ok := b.ran[s]; ok {
		return known
	}
	var found []Leg
	open := []Leg{{State: s.State, At: s.From}}
	var done board.Set
	for len(open) > 0 {
		next := 0
		for i := range open {
			if open[i].Cost < open[next].Cost {
				next = i
			}
		}
		l := open[next]
		open = slices.Delete(open, next, next+1)
		if done.Has(l.At) {
			continue
		}
		if done.Add(l.At); l.At != s.From {
			found = append(found, l)
		}
		open = b.further(open, l, s, &done)
	}
	if len(b.ran) >= b.mostRuns {
		clear(b.ran)
	}
	b.ran[s] = found
	return found
}

// further appends the legs that follow l on a run from s, but for those to squares that are reached as cheaply. What others could do at s they can
// do still, and nothing is asked about that. Their moves on the way are not kept: they would crowd out what touches come back to.
func (b *Table) further(open []Leg, l Leg, s Start, done *board.Set) []Leg {
	first := b.Moves(s.State)
	b.legal = l.State.Legal(b.legal[:0])
	for _, step := range b.legal {
		if i := index(first, step); i >= 0 {
			from := first[i].Hands.Carries[0].From
			if first = first[i+1:]; from != s.From && from != l.At {
				continue
			}
		}
		h := l.State.Hands(step)
		to, cost := h.Carries[0].To, l.Cost+int(h.Cost)
		if h.Cost == 0 || h.Carries[0].From != l.At || done.Has(to) || reached(open, to, cost) {
			continue
		}
		open = append(open, Leg{Apply(l.State, step), to, cost, append(slices.Clip(l.Steps), step)})
	}
	return open
}

// reached reports whether one of open leads to sq for no more than cost.
func reached(open []Leg, sq board.Square, cost int) bool {
	for i := range open {
		if open[i].At == sq && open[i].Cost <= cost {
			return true
		}
	}
	return false
}

// index is where moves, in legal order, have step; -1 if they do not.
func index(moves []Move, step rules.Step) int {
	for i := range moves {
		if moves[i].Step == step {
			return i
		}
	}
	return -1
}
