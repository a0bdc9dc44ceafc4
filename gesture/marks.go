package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// marks are what a driver says of pieces that it can tell apart, by squares; 0 is not
// known, and excludes nothing. A piece keeps its mark, so whose it is need not be told:
// who is put down with one is followed as who stood there before (rule 1).
type marks [board.MaxSquares + 1]uint8

// told takes the mark of a piece that stands where the position has it, while nothing
// was touched.
func (r *Reader) told(t board.Touch) {
	if r.begins && r.base != nil && len(r.taken) == 0 && len(r.touches) == 0 && t.Says(r.wood) && board.Pole(t.Piece) {
		r.pole(t)
		return
	}
	if !t.Placed || t.Piece == 0 || r.base == nil || r.strict || len(r.touches) > 0 && r.last() > 0 {
		return
	}
	if !r.air.IsEmpty() || !r.spare.IsEmpty() || r.faulty.Has(t.Square) {
		return
	}
	r.own[r.origin(len(r.taken), t.Square)] = t.Piece
	r.whose.own, r.wary.own = r.own, r.own
}

// learn takes the marks of the pieces that were put where the position has them, while
// the wood did not agree with it.
func (r *Reader) learn(want board.Set) {
	for sq := range want.Intersect(r.wood).Minus(r.faulty).All() {
		if r.put[sq] != 0 {
			r.own[r.origin(len(r.taken), sq)] = r.put[sq]
		}
	}
}

// Onward says before Resume that it goes on from what is read: nothing was undone, and
// hands are followed. Pieces that stay where they are keep their marks, also those in
// the air; without it all marks are forgotten.
func (r *Reader) Onward() { r.onward = true }

// handOver returns the marks of the pieces that are the same in s, where the reading
// goes on.
func (r *Reader) handOver(s rules.State, taken []rules.Step) (own marks) {
	if !r.onward || r.base == nil || r.strict || len(taken) > 0 {
		return own
	}
	stand := r.taken
	if r.thrown {
		stand = stand[:len(stand)-1] // which moved nothing
	}
	n := r.node(stand)
	if n == nil {
		return own
	}
	own = r.marked(n, &r.put)
	for sq := range n.want.All() {
		was, _ := n.state.At(sq)
		if is, stands := s.At(sq); !stands || is.Owner != was.Owner || is.Kind != was.Kind {
			own[sq] = 0
		}
	}
	return own
}

// marked returns the marks of the pieces by where n has them: their own, or that of what
// was put there.
func (r *Reader) marked(n *node, put *marks) (own marks) {
	for sq := range n.want.All() {
		p := n.piece(sq)
		if !n.entered.Has(p) {
			own[sq] = r.own[p]
		}
		if own[sq] == 0 && !r.faulty.Has(sq) && !r.doubted(p, sq) {
			own[sq] = put[sq]
		}
	}
	return own
}

// doubted reports whether the piece that should stand on sq may be another (rule 13).
func (r *Reader) doubted(piece, sq board.Square) bool {
	return r.mend != (pair{}) && (sq == r.mend.a || sq == r.mend.b) ||
		slices.ContainsFunc(r.doubts, func(d pair) bool { return d.a == piece || d.b == piece })
}

// tells reports whether two pieces cannot be taken for one another.
func (r *Reader) tells(p, q board.Square) bool {
	return r.own[p] != 0 && r.own[q] != 0 && r.own[p] != r.own[q]
}

// mistaken returns the squares of the position taken where another piece was put down.
func (r *Reader) mistaken() (wrong board.Set) {
	s, _ := r.After()
	for sq := range s.Occupied(rules.Full).Intersect(r.wood).Minus(r.faulty).All() {
		if r.put[sq] == 0 {
			continue
		}
		if own := r.own[r.origin(len(r.taken), sq)]; own != 0 && own != r.put[sq] {
			wrong.Add(sq)
		}
	}
	return wrong.Union(r.foreign())
}
