package gesture

import (
	"slices"

	"reeve/board"
)

// pair is two pieces, by their squares.
type pair struct{ a, b board.Square }

// Mixed is a question about two pieces of one kind and owner that were in the
// air together and differ in what the position keeps of them: which one stands
// where (rule 13)?
type Mixed struct{ A, B board.Square }

// hand is what is in the air, for rule 13: a tap, lifted and at once put back, is
// in the air alone.
type hand struct {
	pieces board.Set // by their squares in the base
	n      int       // how many they are; pieces may be more once they are mixed
	tap    board.Set // those lifted by the touch before
	at     board.Square
}

// together notes, before a touch changes anything, which like pieces may be mixed
// up by it: they were in the air together, and one of them is put down.
func (r *Reader) together(t board.Touch) {
	if r.mend != (pair{}) {
		r.mending()
		return
	}
	h := &r.hand
	switch {
	case !t.Placed && r.whose.at[t.Square].IsEmpty() && r.spare.Has(t.Square): // the dead
		return
	case !t.Placed:
		h.tap, h.at = r.whose.at[t.Square].Minus(h.pieces), t.Square
		h.pieces = h.pieces.Union(h.tap)
		h.n++
		return
	case h.at == t.Square:
		h.pieces = h.pieces.Minus(h.tap)
	default:
		r.mix(h.pieces)
	}
	h.at, h.n = board.None, max(h.n-1, 0)
	if h.n == 0 {
		h.pieces = board.Set{}
	}
}

// mix notes that any two like ones of pieces may be taken for one another.
func (r *Reader) mix(pieces board.Set) {
	for p := range pieces.All() {
		for q := range pieces.All() {
			if d := (pair{p, q}); p < q && r.alike(p, q) && !r.tells(p, q) && !slices.Contains(r.doubts, d) {
				r.doubts = append(r.doubts, d)
			}
		}
	}
}

// alike reports whether two pieces of the base look alike but are not.
func (r *Reader) alike(p, q board.Square) bool {
	a, ok := r.base.At(p)
	b, also := r.base.At(q)
	return p != q && ok && also && a.Owner == b.Owner && a.Kind == b.Kind && a.State != b.State
}

// doubtsNow returns the doubts by the squares where the pieces stand after the
// steps taken.
func (r *Reader) doubtsNow() []pair {
	if len(r.doubts) == 0 {
		return nil
	}
	n := r.node(r.taken)
	if n == nil {
		return slices.Clone(r.doubts)
	}
	var out []pair
	for _, d := range r.doubts {
		out = append(out, pair{n.stands(d.a), n.stands(d.b)})
	}
	return out
}

// stands returns where n has the piece of the base that stood on sq.
func (n *node) stands(piece board.Square) board.Square {
	for i := len(n.ways) - 1; i >= 0; i-- {
		if n.ways[i].piece == piece {
			return n.ways[i].at
		}
	}
	return piece
}

// heldNow returns where the pieces of hand stand after the steps taken, or stood when
// they were lifted.
func (r *Reader) heldNow() (out board.Set) {
	n := r.node(r.taken)
	for p := range r.hand.pieces.All() {
		if n != nil {
			p = n.stands(p)
		}
		out.Add(p)
	}
	return out
}

// arrival returns the touch by which n moved the piece of the base that stood on
// sq, after it had moved it k times; 0 if it has not.
func (n *node) arrival(piece board.Square, k int) uint16 {
	for _, w := range n.ways {
		if w.piece != piece {
			continue
		}
		if k == 0 {
			return w.touch
		}
		k--
	}
	return 0
}

// remember goes on with doubts, given by where the pieces stand after the steps
// taken, in a new base.
func (r *Reader) remember(doubts []pair) {
	n := r.node(r.taken)
	r.doubts = r.doubts[:0]
	for _, d := range doubts {
		if n != nil {
			d = pair{n.piece(d.a), n.piece(d.b)}
		}
		if d = (pair{min(d.a, d.b), max(d.a, d.b)}); r.alike(d.a, d.b) && !slices.Contains(r.doubts, d) {
			r.doubts = append(r.doubts, d)
		}
	}
}

// Forget drops all doubts about pieces, and about contacts that are not at fault now: another game is on the
// table.
func (r *Reader) Forget() {
	r.doubts, r.mend, r.hand, r.refusal = nil, pair{}, hand{at: board.None}, refusal{}
	r.distrust = distrust{faulty: r.faulty, bad: r.faulty}
}

// mixed returns the question that has to be answered before the declared attack
// may be thrown.
func (r *Reader) mixed() *Mixed {
	if !r.knock.on {
		return nil
	}
	n := r.node(r.knock.steps)
	if n == nil {
		return nil
	}
	h := r.knock.hands
	for _, d := range r.doubts {
		a, b := n.stands(d.a), n.stands(d.b)
		for _, sq := range [...]board.Square{h.Attacker, h.Partner, h.Target} {
			if sq != board.None && (sq == a || sq == b) {
				return &Mixed{a, b}
			}
		}
	}
	return nil
}

// Kept answers the question: the pieces stand as the position has them. An attack
// that was put on the die is thrown.
func (r *Reader) Kept() {
	m := r.mixed()
	if m == nil {
		return
	}
	r.settleDoubt(*m)
	if r.knock.struck {
		r.throw()
	}
}

// Exchanged answers the question: they have changed places. Nothing is read for
// a throw until both were lifted and put down again.
func (r *Reader) Exchanged() {
	m := r.mixed()
	if m == nil {
		return
	}
	r.settleDoubt(*m)
	r.mend, r.raised = pair{m.A, m.B}, false
	r.undeclare()
}

func (r *Reader) settleDoubt(m Mixed) {
	n := r.node(r.knock.steps)
	r.doubts = slices.DeleteFunc(r.doubts, func(d pair) bool {
		a, b := n.stands(d.a), n.stands(d.b)
		return a == m.A && b == m.B
	})
}

// mending follows two pieces that are to change places.
func (r *Reader) mending() {
	up := !r.wood.Has(r.mend.a) && !r.wood.Has(r.mend.b)
	down := r.wood.Has(r.mend.a) && r.wood.Has(r.mend.b)
	switch {
	case up:
		r.raised = true
	case down && r.raised:
		r.mend, r.mended = pair{}, len(r.touches)+1
	}
}
