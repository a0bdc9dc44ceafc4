package guidance

import (
	"slices"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/gesture"
	"reeve/rules"
)

// atATime is how many pieces are led back at a time.
const atATime = 3

// Request is what the lights ask for now: wood to be lifted, and squares that lack a piece.
type Request struct {
	Lift, Place board.Set
	Pairs       []board.Pair // of both: which goes where

	kind  []rules.Piece // of one seat and kind, to be put on Place
	known bool          // of one pair: the piece is known to belong there
	dead  string        // of one square to be cleared: the piece on it, if it is known
	swap  board.Pair    // of a piece that belongs where the dead one still stands, which is to be taken off first
	swaps bool          // there is one
}

// SetUp asks for the pieces of a game that has yet to begin: one kind after the other.
func SetUp(s rules.State, g gesture.Guide) Request {
	out := byKind(s, g.Place)
	out.Lift = g.Lift
	return out
}

// Ask lists what makes the wood agree with the position s, a few at a time: first a piece in hand, then the
// cheapest pairs, extra wood, missing wood. During play everything that hands may do is listed.
func (l *Lead) Ask(s rules.State, wood board.Set, g gesture.Guide) Request {
	if !g.Astray {
		return l.named(Request{Lift: g.Lift, Place: g.Place})
	}
	if swap, found := l.swap(g, wood); found {
		return Request{Lift: board.SetOf(swap.From, swap.To), dead: l.dead[swap.To], swap: swap, swaps: true}
	}
	return l.named(l.pick(s, g))
}

// pick selects from what is wrong.
func (l *Lead) pick(s rules.State, g gesture.Guide) Request {
	if hand := board.SetOf(l.hand...).Intersect(g.Place); !hand.IsEmpty() {
		return Request{Place: hand}
	}
	pairs := l.pairs(s.Topology(), g.Lift.Minus(fallen(s)), g.Place)
	if len(pairs) == 0 && g.Lift.IsEmpty() && g.Place.Len() > atATime {
		return byKind(s, g.Place)
	}
	out := Request{Pairs: pairs[:min(len(pairs), atATime)]}
	for _, p := range out.Pairs {
		out.Lift.Add(p.From)
		out.Place.Add(p.To)
	}
	switch {
	case len(pairs) > 0:
	case !g.Lift.IsEmpty():
		out.Lift = few(g.Lift)
	default:
		out.Place = few(g.Place)
	}
	return out
}

// named adds what is known of the piece that is to be lifted, where it is one.
func (l *Lead) named(r Request) Request {
	from := r.Lift.First()
	if r.Lift.Len() != 1 || !l.known.Has(from) {
		return r
	}
	r.known = len(r.Pairs) == 1 && l.home[from] == r.Pairs[0].To
	if l.home[from] == board.None {
		r.dead = l.dead[from]
	}
	return r
}

// swap finds a known piece that belongs on the square of a piece it has captured and that still stands: the
// sensors tell only that the capturer is back where it came from.
func (l *Lead) swap(g gesture.Guide, wood board.Set) (swap board.Pair, found bool) {
	for from := range g.Lift.Intersect(l.known).All() {
		onto := l.home[from]
		if onto != board.None && wood.Has(onto) && l.known.Has(onto) && l.home[onto] == board.None && l.dead[onto] != "" {
			return board.Pair{From: from, To: onto}, true
		}
	}
	return swap, false
}

// fallen are the squares of victims that the next step may take off: wood there is a captured piece.
func fallen(s rules.State) (all board.Set) {
	for _, step := range s.Legal(nil) {
		all = all.Union(s.Hands(step).Takes)
	}
	return all.Minus(s.Occupied(rules.Full))
}

// few returns the first squares of a set, as many as are led at a time.
func few(set board.Set) (out board.Set) {
	for sq := range set.All() {
		if out.Len() < atATime {
			out.Add(sq)
		}
	}
	return out
}

// byKind picks from the squares that lack a piece those of the first kind of the
// first seat, by what everybody may know; all if it is not known.
func byKind(s rules.State, place board.Set) Request {
	lacking := func(p rules.Piece) bool {
		if p.At == nil {
			return false
		}
		sq, ok := s.Topology().Square(*p.At)
		return ok && place.Has(sq)
	}
	view := s.View(rules.Table)
	for _, seat := range s.Game().Seats {
		first := slices.IndexFunc(view.Pieces, func(p rules.Piece) bool { return p.Owner == seat && lacking(p) })
		if first < 0 {
			continue
		}
		out := Request{}
		for _, p := range view.Pieces {
			if p.Owner == seat && p.Kind == view.Pieces[first].Kind && lacking(p) {
				sq, _ := s.Topology().Square(*p.At)
				out.Place.Add(sq)
				out.kind = append(out.kind, p)
			}
		}
		slices.SortStableFunc(out.kind, func(a, b rules.Piece) int { return number(a) - number(b) })
		return out
	}
	return Request{Place: place}
}

// number is the number a piece's id ends with, 0 for none.
func number(p rules.Piece) int {
	n, _ := strconv.Atoi(strings.TrimLeftFunc(p.ID, func(r rune) bool { return r < '0' || r > '9' }))
	return n
}
