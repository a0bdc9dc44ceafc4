package gesture

import "reeve/board"

// span is a count of pieces that is not known for sure. The last that was put down is who was lifted last for certain only if row is 1: none
// but it was put down since, and nobody else is in the air.
type span struct{ least, most, row int }

// occupancy follows which piece may lie where: presence alone does not say, but a piece that is put down was in the air (rule 1). Pieces are
// named by the square they had in the base. What it says is never too little, and exact as long as one piece at a time is in the air.
type occupancy struct {
	at     [board.MaxSquares + 1]board.Set // the pieces that may lie on each square
	air    board.Set                       // the pieces that may be in the air
	up     span                            // how many are: less than none at least if a piece was felt that may be sliding
	put    board.Touch                     // the last that was put down
	slid   bool                            // it may have slid in
	n      uint16                          // touches so far
	off    board.Set                       // squares of the dead
	dead   board.Touch                     // the one that was lifted last
	still  board.Set                       // the pieces that were in the air when another may have been put down
	armed  bool                            // what was lifted last may have been shown for what was chosen on the page, and be off the board
	guess  bool                            // who was in the air still is, if a piece that was not felt was put down
	silent board.Set                       // squares that are not to be trusted
	own    *marks                          // of the pieces, as far as they are known
	on     *board.Topology
	raised [board.MaxSquares + 1]uint16 // the last touch by which each piece was lifted for certain
}

// reset begins with every piece on its square, but for those in the air; the dead lie on off. What stands on silent may go or come unfelt.
func (w *occupancy) reset(on *board.Topology, pieces, air, off, silent board.Set, own *marks, armed bool) {
	air = air.Minus(silent)
	*w = occupancy{on: on, air: air, up: span{air.Len(), air.Len(), 0}, off: off, silent: silent, dead: board.Touch{Square: board.None}, own: own, armed: armed}
	for sq := range pieces.Minus(air).All() {
		w.at[sq].Add(sq)
	}
}

func (w *occupancy) touch(t board.Touch) {
	w.n++
	if t.Placed {
		w.place(t)
		w.put, w.slid, w.up.row = t, false, w.up.row+1+count(w.up.most > 0)
		return
	}
	if w.at[t.Square].IsEmpty() && w.off.Has(t.Square) {
		w.dead, w.up.row = t, 0                                       // nobody of the base, but in the air
		w.up.least, w.up.most = max(w.up.least, 0), max(w.up.most, 0) // and what was felt there did not slide in
		return
	}
	if w.at[t.Square].Len() == 1 {
		w.raised[w.at[t.Square].First()] = w.n
	}
	near := w.n > 1 && w.put.Square != t.Square && w.put.At+push >= t.At
	certain := near && w.put.At+slide >= t.At && (w.put.At+outOfOrder >= t.At || (w.up.least != 0 || w.up.most != 0 || w.slid) && w.on.Beside(w.put.Square).Has(t.Square))
	pushed := certain || near && (w.up.least < 0 || (w.up.row > 1 || w.armed) && w.on.Beside(w.put.Square).Has(t.Square)) // who else is in the air may be dead
	if pushed {
		was := w.at[w.put.Square] // who was thought to be there is in the air, if anybody is
		w.at[w.put.Square], w.air = was.Union(w.like(w.at[t.Square], w.put)), w.air.Union(was)
		w.slid = true // this one, or the next that is lifted so soon
	} else {
		w.up.least = max(w.up.least, 0)
	}
	if !certain {
		w.up.most = max(w.up.most, 0)
	}
	if w.guess {
		w.air, w.guess = board.Set{}, false
	}
	w.air = w.air.Union(w.at[t.Square])
	w.at[t.Square], w.up.row = board.Set{}, count(pushed)
	w.up.least++
	w.up.most++
}

// echo is touch for a place that may be none: the square may have felt what was put down beside it, on with, and who was in the air before that
// still is; or it felt that alone, and with did not.
func (w *occupancy) echo(t board.Touch, with board.Set) {
	was, up, guess := w.air, w.up, w.guess
	w.touch(t)
	w.air, w.up, w.guess = was.Union(w.at[t.Square]), up, guess
	for sq := range with.All() {
		w.at[t.Square] = w.at[t.Square].Union(w.at[sq])
	}
}

func (w *occupancy) place(t board.Touch) {
	var unfelt board.Set
	for sq := range w.silent.All() {
		unfelt = unfelt.Union(w.at[sq])
	}
	w.at[t.Square] = w.like(w.air.Union(unfelt), t)
	if w.off.Has(t.Square) { // the dead may be back, and whoever was in the air still is
		if w.still = w.air; w.dead.Square == t.Square {
			if w.dead.Square = board.None; t.At < w.dead.At+rest {
				return
			}
			w.up.most = max(w.up.most, 1) // where nobody was in the air it is the dead, who was not counted
		}
	} else if w.air.IsEmpty() { // nobody was but those
		w.at[t.Square], w.still = w.like(w.still.Union(unfelt), t), board.Set{}
	}
	w.up.least--
	if w.up.most--; w.up.most > 0 {
		return
	}
	if unfelt.IsEmpty() {
		w.air = board.Set{}
	} else { // it may have come from where nothing is felt
		w.still, w.guess = w.air, true
	}
}

// like returns those of pieces that t can have put down: they have its mark, or theirs is not known.
func (w *occupancy) like(pieces board.Set, t board.Touch) board.Set {
	if t.Piece == 0 || w.silent.Has(t.Square) {
		return pieces
	}
	for p := range pieces.All() {
		if w.own[p] != 0 && w.own[p] != t.Piece {
			pieces.Remove(p)
		}
	}
	return pieces
}
