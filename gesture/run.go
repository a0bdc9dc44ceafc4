package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// leg is a piece on its way through a run.
type leg struct {
	state rules.State
	at    board.Square
	cost  int
	steps []rules.Step
}

// start is where a run begins.
type start struct {
	state rules.State
	from  board.Square
}

// maxRuns bounds how many runs are remembered; touches come back to the same few.
const maxRuns = 256

// run explores where the piece on from can have gone by steps that it may follow
// by more: one displacement, however often it was put down on the way (rule 5).
func (r *Reader) run(n node, from board.Square) {
	if !r.mayRun(&n, from) {
		return
	}
	for _, l := range r.ways(start{n.state, from}) {
		c := rules.Carry{From: from, To: l.at}
		if kept, ok := r.follow(&n, l.steps...); ok && r.carried(&n, c) {
			h := rules.CarryHands(c.From, c.To)
			h.Cost = uint8(l.cost)
			r.descend(n, h, kept, l.steps...)
		}
	}
}

// mayRun reports whether anything was put down after from was lifted, or may have
// been where nothing would be felt.
func (r *Reader) mayRun(n *node, from board.Square) bool {
	up := r.air.Has(from) || r.faulty.Has(from) || n.since(from) == 0 && r.seen.lastLift[from] != 0 || r.seen.lastLift[from] > n.since(from)
	if !up {
		return false
	}
	for sq := range r.faulty.All() {
		if r.carried(n, rules.Carry{From: from, To: sq}) {
			return true
		}
	}
	return slices.ContainsFunc(r.touches, func(t board.Touch) bool {
		return t.Placed && r.carried(n, rules.Carry{From: from, To: t.Square})
	})
}

// ways returns every square that a piece can run to, by the cheapest way, of
// equals the first in legal order. That is Dijkstra's algorithm over the legal
// steps.
func (r *Reader) ways(s start) []leg {
	if known, ok := r.runs[s]; ok {
		return known
	}
	var found []leg
	open := []leg{{state: s.state, at: s.from}}
	var done board.Set
	for len(open) > 0 {
		l := cheapest(&open)
		if done.Has(l.at) {
			continue
		}
		done.Add(l.at)
		if l.at != s.from {
			found = append(found, l)
		}
		open = r.further(open, l, &done)
	}
	if len(r.runs) >= maxRuns {
		clear(r.runs)
	}
	r.runs[s] = found
	return found
}

// cheapest takes the cheapest leg out of open, of equals the first.
func cheapest(open *[]leg) leg {
	best := 0
	for i, l := range *open {
		if l.cost < (*open)[best].cost {
			best = i
		}
	}
	l := (*open)[best]
	*open = slices.Delete(*open, best, best+1)
	return l
}

// further appends the legs that follow l.
func (r *Reader) further(open []leg, l leg, done *board.Set) []leg {
	for _, m := range r.moves(l.state) {
		h := m.hands
		if h.Cost == 0 || h.Carries[0].From != l.at || done.Has(h.Carries[0].To) {
			continue
		}
		next, _, err := l.state.Apply(m.step, nil)
		if err != nil {
			panic("gesture: a legal step was refused: " + err.Error())
		}
		open = append(open, leg{next, h.Carries[0].To, l.cost + int(h.Cost), append(slices.Clip(l.steps), m.step)})
	}
	return open
}
