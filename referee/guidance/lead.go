package guidance

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// Lead remembers which piece lies on a wrong square, as far as the steps since wood and position last agreed say
// so, and which pieces were lifted on request. The zero value knows nothing.
type Lead struct {
	home  [board.MaxSquares + 1]board.Square // where the piece on each known square belongs; None: off the board
	known board.Set
	hand  []board.Square               // where the pieces belong that were lifted as they were to be, oldest first
	dead  [board.MaxSquares + 1]string // of a known square whose piece belongs off the board: which one it is
}

// pairs matches extra wood with squares that lack a piece: known pieces first, then the cheapest assignment.
// Captured pieces are not put back.
func (l *Lead) pairs(on *board.Topology, lift, place board.Set) (pairs []board.Pair) {
	place = place.Minus(board.SetOf(l.hand...))
	for sq := range lift.Intersect(l.known).All() {
		switch to := l.home[sq]; {
		case to == board.None:
			lift.Remove(sq)
		case place.Has(to):
			pairs = append(pairs, board.Pair{From: sq, To: to})
			lift.Remove(sq)
			place.Remove(to)
		}
	}
	if lift.IsEmpty() || place.IsEmpty() {
		return pairs
	}
	return append(pairs, board.Pairs(on, lift, place)...)
}

// Touch notes a touch that is about to change the wood, beside the position s: a piece taken from where it is not wanted
// has a square of ground, where it may have come from, that waits for it.
func (l *Lead) Touch(t board.Touch, s rules.State, wood, ground board.Set) {
	want := s.Occupied(rules.Full)
	l.known.Remove(t.Square)
	l.hand = slices.DeleteFunc(l.hand, func(sq board.Square) bool { return !want.Has(sq) || wood.Has(sq) })
	switch {
	case t.Placed && len(l.hand) > 0 && !slices.Contains(l.hand, t.Square):
		l.hand = l.hand[:len(l.hand)-1]
	case !t.Placed && wood.Has(t.Square) && !want.Has(t.Square):
		for _, p := range l.pairs(s.Topology(), wood.Minus(want).Minus(fallen(s)).Intersect(ground), want.Minus(wood).Intersect(ground)) {
			if p.From == t.Square {
				l.hand = append(l.hand, p.To)
			}
		}
	}
	if t.Placed && !want.Has(t.Square) {
		l.astray(t.Square, want, wood)
	}
}

// astray notes that wood put where the position has nothing is the missing piece, if exactly one is missing and
// all other wood is accounted for.
func (l *Lead) astray(sq board.Square, want, wood board.Set) {
	amiss, lacking := wood.Minus(want), want.Minus(wood)
	if !amiss.Minus(l.known).IsEmpty() {
		return
	}
	for other := range amiss.All() {
		lacking.Remove(l.home[other])
	}
	if lacking.Len() == 1 {
		l.known.Add(sq)
		l.home[sq] = lacking.First()
	}
}

// right notes that the pieces on these squares, occupied in the position, are where they belong, unless others are
// known to belong there.
func (l *Lead) right(squares, wood board.Set) {
	l.known = l.known.Intersect(wood)
	if wood == squares { // all is well: what was known before is past
		l.known = board.Set{}
	}
	var claimed board.Set
	for sq := range l.known.All() {
		claimed.Add(l.home[sq])
	}
	for sq := range squares.Intersect(wood).Minus(l.known).Minus(claimed).All() {
		l.known.Add(sq)
		l.home[sq] = sq
	}
}

// Follow updates the homes of pieces for a step from before to after. A piece that hands put down themselves
// counts as the right one.
func (l *Lead) Follow(before, after rules.State, h rules.Hands, wood board.Set, byHand bool) {
	there := before.Occupied(rules.Full)
	l.right(there, wood)
	dead := there.Minus(after.Occupied(rules.Full))
	for _, c := range h.Carries {
		dead.Remove(c.From)
	}
	dead = dead.Union(h.Takes)
	for sq := range l.known.All() {
		home := l.home[sq]
		if dead.Has(home) {
			l.home[sq], l.dead[sq] = board.None, ""
			view := before.View(rules.Table)
			if p := pieceOn(view, before.Topology().Name(home)); p != nil {
				l.dead[sq] = nameOf(view.Game, *p)
			}
			continue
		}
		for _, c := range h.Carries {
			if home == c.From && home != board.None {
				l.home[sq] = c.To
				break
			}
		}
	}
	for _, c := range h.Carries {
		if byHand && c.To != board.None {
			l.known.Remove(c.To)
		}
	}
}

// Back updates the homes of pieces for a step that is undone.
func (l *Lead) Back(after rules.State, h rules.Hands, wood board.Set) {
	l.right(after.Occupied(rules.Full), wood)
	for sq := range l.known.All() {
		for _, c := range h.Carries {
			if l.home[sq] == c.To && c.To != board.None {
				l.home[sq] = c.From
				break
			}
		}
	}
}
