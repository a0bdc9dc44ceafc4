package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// start is where a run begins.
type start struct {
	state rules.State
	from  board.Square
}

// leg is a piece on its way through a run.
type leg struct {
	state rules.State
	at    board.Square
	cost  int
	steps []rules.Step
}

// move is a legal step, and what it asks of the hands.
type move struct {
	step  rules.Step
	hands rules.Hands
	again bool // one before it asks for the same, on another way that hands do not show, and leads to the same position
}

// book keeps what the rules have said: every touch leads to the same positions again.
type book struct {
	known map[rules.State][]move
	kept  int             // how many moves these are
	ran   map[start][]leg // where pieces can run, as far as it was asked
	legal []rules.Step    // scratch
}

func newBook() book { return book{known: map[rules.State][]move{}, ran: map[start][]leg{}} }

// moves returns what can be done at s, in legal order.
func (b *book) moves(s rules.State) []move {
	if known, ok := b.known[s]; ok {
		return known
	}
	b.legal = s.Legal(b.legal[:0])
	found := make([]move, len(b.legal))
	for i, step := range b.legal {
		h := s.Hands(step)
		found[i] = move{step, h, !h.Via.IsEmpty() && slices.ContainsFunc(found[:i], func(m move) bool {
			return m.hands.Carries == h.Carries && m.hands.Takes == h.Takes && !m.again && apply(s, m.step) == apply(s, step)
		})}
	}
	if b.kept += len(found); b.kept > maxMoves {
		clear(b.known)
		b.kept = len(found)
	}
	b.known[s] = found
	return found
}

// runs returns every square that a piece can run to, by the cheapest way, of equals the first in legal order (Dijkstra's algorithm).
func (b *book) runs(s start) []leg {
	if known, ok := b.ran[s]; ok {
		return known
	}
	var found []leg
	open := []leg{{state: s.state, at: s.from}}
	var done board.Set
	for len(open) > 0 {
		slices.SortStableFunc(open, func(a, b leg) int { return a.cost - b.cost })
		l := open[0]
		open = open[1:]
		if done.Has(l.at) {
			continue
		}
		done.Add(l.at)
		if l.at != s.from {
			found = append(found, l)
		}
		open = b.further(open, l, &done)
	}
	if len(b.ran) >= maxRuns {
		clear(b.ran)
	}
	b.ran[s] = found
	return found
}

// further appends the legs that follow l. The moves of others on the way are not kept: they would crowd out what touches come back to.
func (b *book) further(open []leg, l leg, done *board.Set) []leg {
	b.legal = l.state.Legal(b.legal[:0])
	for _, step := range b.legal {
		h := l.state.Hands(step)
		if h.Cost == 0 || h.Carries[0].From != l.at || done.Has(h.Carries[0].To) {
			continue
		}
		open = append(open, leg{apply(l.state, step), h.Carries[0].To, l.cost + int(h.Cost), append(slices.Clip(l.steps), step)})
	}
	return open
}
