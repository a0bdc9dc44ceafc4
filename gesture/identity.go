package gesture

import (
	"cmp"
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// identity takes touches in, and follows which of like pieces is which: by their marks, and by doubts where two were in the air together (rule 13).
type identity struct {
	guidance
	own    marks     // of the pieces of base, by their squares in it
	put    marks     // of what was put down on each square, and stands there
	doubts []Mixed   // like pieces that were in the air together
	hand   hand      // what is in the air, for them
	toSwap Mixed     // two of them that are to change places; the zero value is none
	raised bool      // both of toSwap have been in the air
	onward bool      // the next Resume goes on from what is read
	begins bool      // the base is a game's beginning
	wrong  marks     // of pieces of the other side that were lifted then, by the squares they came from
	meant  board.Set // and those on which it was put down again: its magnet looks the other way
	memory memory    // of what is read otherwise since the wood alone decided, as long as nothing is sealed
}

// memory is what was felt and taken before other touches came in the place of those.
type memory struct {
	touches    []board.Touch
	air, spare board.Set
	taken      []rules.Step
	unsettled  []*node
	since      int  // how many are in their place, before those that came since; 0 for none
	plain      bool // they are none that were felt, but what would have done what the wood said
}

// marks are what a driver says of pieces that it can tell apart, by squares; 0 is not known, and excludes nothing. A piece keeps its mark,
// so whose it is need not be told: who is put down with one is followed as who stood there before (rule 1).
type marks [board.MaxSquares + 1]uint8

// hand is what is in the air, for rule 13: a tap, lifted and at once put back, is in the air alone.
type hand struct {
	pieces board.Set // by their squares in the base
	n      int       // how many they are; pieces may be more once they are mixed
	tap    board.Set // those lifted by the touch before
	at     board.Square
}

// Mixed is a question about two like pieces that were in the air together and that the position keeps apart: which one stands where (rule 13)?
type Mixed struct{ A, B board.Square }

// together notes, before a touch changes anything, which like pieces it may mix up: they were in the air together, and one of them is put down.
func (r *identity) together(t board.Touch) {
	h := &r.hand
	switch {
	case r.toSwap != (Mixed{}):
		r.followSwap()
		return
	case !t.Placed && r.occupancy.at[t.Square].IsEmpty() && r.spare.Has(t.Square): // the dead
		return
	case !t.Placed:
		h.tap, h.at = r.standing(t.Square).Minus(h.pieces), t.Square
		h.pieces, h.n = h.pieces.Union(h.tap), h.n+1
		return
	case h.at == t.Square:
		h.pieces = h.pieces.Minus(h.tap)
	default:
		var put board.Set // who can have been carried there since
		for p := range h.pieces.All() {
			up := r.occupancy.raised[p]
			put.Set(p, up == 0 || r.cameUnfelt(r.at(up)) || t.At >= r.at(up)+Fleeting+time.Duration(r.occupancy.on.Distance(r.touches[up-1].Square, t.Square))*millimetre)
		}
		if r.mix(put); h.n <= h.pieces.Minus(put).Len()+1 {
			h.pieces = h.pieces.Minus(put)
		}
	}
	if h.at, h.n = board.None, max(h.n-1, 0); h.n == 0 {
		h.pieces = board.Set{}
	}
}

// standing returns who may stand on sq: who does by what is taken, and whom that was mixed with.
func (r *identity) standing(sq board.Square) board.Set {
	n := r.likeliest(r.taken)
	if n == nil || !n.want.Has(sq) {
		return r.occupancy.at[sq]
	}
	all := board.SetOf(n.on(sq).piece)
	for _, d := range r.doubts {
		if pair := board.SetOf(d.A, d.B); pair.Has(n.on(sq).piece) {
			all = all.Union(pair)
		}
	}
	return all
}

// mix notes that any two like ones of pieces may be taken for one another, unless their marks tell them apart.
func (r *identity) mix(pieces board.Set) {
	for p := range pieces.All() {
		for q := range pieces.All() {
			if d := (Mixed{p, q}); p < q && r.alike(p, q) && (r.own[p] == 0 || r.own[q] == 0 || r.own[p] == r.own[q]) && !slices.Contains(r.doubts, d) {
				r.doubts = append(r.doubts, d)
			}
		}
	}
}

// doubtsNow returns the doubts by the squares where the pieces stand after the steps taken.
func (r *identity) doubtsNow() []Mixed {
	doubts := slices.Clone(r.doubts)
	if n := r.likeliest(r.taken); n != nil {
		for i, d := range doubts {
			doubts[i] = Mixed{n.stands(d.A), n.stands(d.B)}
		}
	}
	return doubts
}

// remember goes on with doubts, given by where the pieces stand after the steps taken, in a new base.
func (r *identity) remember(doubts []Mixed) {
	n := r.likeliest(r.taken)
	r.doubts = r.doubts[:0]
	for _, d := range doubts {
		if n != nil {
			d = Mixed{n.on(d.A).piece, n.on(d.B).piece}
		}
		if d = (Mixed{min(d.A, d.B), max(d.A, d.B)}); r.alike(d.A, d.B) && !slices.Contains(r.doubts, d) {
			r.doubts = append(r.doubts, d)
		}
	}
}

// followSwap follows two pieces that are to change places.
func (r *identity) followSwap() {
	switch down := r.wood.Intersect(board.SetOf(r.toSwap.A, r.toSwap.B)).Len(); {
	case down == 0:
		r.raised = true
	case down == 2 && r.raised:
		r.toSwap = Mixed{}
	}
}

// told takes the mark of a piece that stands where the position has it, while nothing was touched.
func (r *identity) told(t board.Touch) {
	if r.begins && r.base != nil && len(r.taken) == 0 && len(r.touches) == 0 && t.Says(r.wood) && board.Pole(t.Piece) {
		r.pole(t)
		return
	}
	untouched := r.base != nil && !r.strict && (r.last() == 0 || r.last() <= r.from && r.liesAs(r.reached)) && r.air.IsEmpty() && r.spare.IsEmpty()
	if untouched && t.Placed && t.Piece != 0 && !r.faulty.Has(t.Square) {
		r.own[r.origin(len(r.taken), t.Square)] = t.Piece
	}
}

// learn takes the marks of the pieces that were put where the position has them, while the wood did not agree with it.
func (r *identity) learn(want board.Set) {
	for sq := range want.Intersect(r.wood).Minus(r.faulty).All() {
		if r.put[sq] != 0 {
			r.own[r.origin(len(r.taken), sq)] = r.put[sq]
		}
	}
}

// Onward says before Resume that it goes on from what is read: nothing was undone, and hands are followed. Pieces that stay where they
// are keep their marks, also those in the air; without it all marks are forgotten.
func (r *identity) Onward() { r.onward = true }

// marked returns the marks of the pieces by where n has them: their own, or that of what was put there.
func (r *identity) marked(n *node, put *marks) (own marks) {
	for sq := range n.want.All() {
		p := n.on(sq).piece
		if !n.entered.Has(p) {
			own[sq] = r.own[p]
		}
		if own[sq] == 0 && !r.faulty.Has(sq) {
			own[sq] = put[sq]
		}
	}
	return own
}

// mistaken returns the squares of the position taken where another piece was put down.
func (r *identity) mistaken() (wrong board.Set) {
	for sq := range r.expectedWood().Intersect(r.wood).Minus(r.faulty).All() {
		if own, put := r.own[r.origin(len(r.taken), sq)], r.put[sq]; own != 0 && put != 0 && own != put {
			wrong.Add(sq)
		}
	}
	return wrong.Union(r.foreign())
}

// Begins says before Set or Resume whether the position is a game's beginning, where every piece is its side's own: then a pole (board.Pole)
// tells whose a piece is, and one of the other side on a square is no set-up. Later a side may have taken pieces over.
func (r *identity) Begins(yes bool) { r.begins = yes }

// pole takes the pole of a piece that stands there at a game's beginning. A piece of the other side has to give way before anything is read.
func (r *identity) pole(t board.Touch) {
	r.put[t.Square] = t.Piece
	switch {
	case !r.foreign().IsEmpty():
		r.strict = true
	case r.strict:
		r.settle()
	default:
		r.learn(r.expectedWood())
	}
}

// insists notes a piece of the other side that is lifted, and put down again where it was: it is meant, and its magnet looks the wrong way.
func (r *identity) insists(t board.Touch) {
	switch {
	case !r.begins || r.base == nil:
	case !t.Placed:
		if r.wrong[t.Square] = 0; r.foreign().Has(t.Square) {
			r.wrong[t.Square] = r.put[t.Square]
		}
	case r.wrong[t.Square] != 0:
		r.meant.Set(t.Square, t.Piece == r.wrong[t.Square])
	}
}

// foreign returns the squares where a piece of the other side stands. Which side has which pole nobody says: most pieces are where they belong.
func (r *identity) foreign() (wrong board.Set) {
	if !r.begins || r.base == nil || len(r.taken) > 0 {
		return wrong
	}
	var sides [2]board.Set // where the owner of the first is negative, or positive
	first := rules.Referee
	for sq := range r.expectedWood().Intersect(r.wood).Minus(r.faulty).Minus(r.meant).All() {
		man, stands := r.reached.At(sq)
		if !stands || !board.Pole(r.put[sq]) {
			continue
		}
		if first == rules.Referee {
			first = man.Owner
		}
		sides[count((man.Owner == first) == (r.put[sq] == board.Positive))].Add(sq)
	}
	switch cmp.Compare(sides[0].Len(), sides[1].Len()) {
	case -1:
		return sides[0]
	case 1:
		return sides[1]
	}
	return wrong
}

// retake puts in the place of the touches what would have done the steps taken, the last at that instant. It returns the wood that this leads to.
func (r *identity) retake(at time.Duration) (want board.Set) {
	var touches []board.Touch
	for i, d := range r.deeds {
		touches = retrace(touches, d.state, d.Hands, r.taken[i].By)
	}
	for i := range touches { // at once they would be a slide
		touches[i].At = at - time.Duration(len(touches)-1-i)*time.Second
	}
	want, r.memory = r.expectedWood(), memory{}
	r.reread(touches, want.Minus(r.wood), r.wood.Minus(want))
	return want
}

// reread reads those touches, from a wood in which that was in the air and too much.
func (r *identity) reread(touches []board.Touch, air, spare board.Set) {
	r.touches, r.air, r.spare = touches, air, spare
	r.recount()
	r.search()
}

// note records a touch in the wood and in the history.
func (r *identity) note(t board.Touch) {
	r.wood.Set(t.Square, t.Placed)
	if last := r.latest; t.Square == last.Square || t.At > last.At+oneCause {
		r.known.Add(t.Square) // it came by itself, not by the contact of another square
	}
	if !t.Placed {
		r.prior = r.latest.Square
	}
	r.latest = t
	if r.strict {
		r.arrived.Set(t.Square, t.Placed)
		r.moved = t.At
		r.settle()
		return
	}
	r.together(t)
	if r.faulty.Has(t.Square) && r.taps(t) && t.At-r.last() < Fleeting { // no touch: neither quiet nor a question begins anew
		r.touches = r.touches[:len(r.touches)-1]
		r.recount()
		return
	}
	if len(r.touches) >= maxTouches { // what is taken stands as if it had been done plainly
		r.retake(r.last())
	}
	for i := range r.deeds {
		r.deeds[i].since.Add(t.Square)
	}
	at := len(r.touches)
	for !t.Placed && at > 0 && r.touches[at-1].Placed && r.touches[at-1].At == t.At && r.touches[at-1].Square != t.Square {
		at-- // a scan says nothing of the order within it
	}
	if r.touches = slices.Insert(r.touches, at, t); at < len(r.touches)-1 {
		r.recount()
	} else {
		r.count(len(r.touches), t)
	}
}

// settle ends the settling once the wood agrees with the position.
func (r *identity) settle() {
	if want := r.expectedWood(); r.strict && r.same(r.wood, want) && r.foreign().IsEmpty() { // only squares that are not to be trusted differ
		r.strict, r.air, r.spare = false, want.Minus(r.wood), r.wood.Minus(want)
		r.learn(want)
		r.recount()
	}
}

// recount goes through the touches that are kept, from the base.
func (r *identity) recount() {
	r.seen, r.echoes = lastTouches{}, board.Set{}
	lay := r.wood
	for _, t := range slices.Backward(r.touches) {
		lay.Set(t.Square, !t.Placed)
	}
	r.lays = append(r.lays[:0], lay)
	r.occupancy.reset(r.base.Topology(), r.base.Occupied(rules.Full), r.air, r.spare, r.faulty, &r.own, len(r.armed) > 0)
	r.cautious = r.occupancy
	for i, t := range r.touches {
		r.count(i+1, t)
	}
}

// untold retakes what is taken if that cannot be told from the touches any more.
func (r *identity) untold() {
	if r.likeliest(r.taken) == nil {
		r.retake(r.last())
	}
}

// suspect returns what would explain the wood if one square more were at fault, and of each which square: after everything that is
// taken, with all pieces in their places. It is searched for each square by itself.
func (r *identity) suspect() (found [][]rules.Step, squares []board.Square) {
	assume := func(faulty board.Set) {
		r.faulty = faulty
		r.recount()
		r.search()
	}
	faulty, after, done := r.faulty, r.taken, r.done()
	for sq := range r.base.Topology().All().Minus(faulty).All() {
		assume(faulty.Union(board.SetOf(sq)))
		for i := range r.nodes {
			n := &r.nodes[i]
			if n.guess == board.SetOf(sq) && n.done > done && n.done <= done+2 && begins(n.steps, after) && r.complete(n) && r.accounts(n) {
				if found = with(found, n.steps); len(found) > len(squares) {
					squares = append(squares, sq)
				}
			}
		}
	}
	assume(faulty)
	return found, squares
}

// atFault returns the squares that hold wood no reading explains.
func (r *identity) atFault() board.Set {
	return r.wood.Minus(r.expectedWood()).Minus(r.spare).Union(r.mistaken())
}
