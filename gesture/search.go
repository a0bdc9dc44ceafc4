package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// maxTurns is how many turns players may be ahead of the sealing: quick hands
// leave no quiet time between them.
const maxTurns = 16

// maxGuess is how many squares that are not to be trusted a sequence may rely on, and
// maxGuesses how many such sequences are tried.
const (
	maxGuess   = 2
	maxGuesses = 600
)

// node is a sequence of legal steps from the base, and what the wood would be
// after it.
type node struct {
	state   rules.State
	steps   []rules.Step
	last    rules.Hands    // what the hands did last
	before  rules.State    // the position before that
	want    board.Set      // squares where a piece stands after the steps
	filled  board.Set      // squares the steps put a piece on
	entered board.Set      // of those, the squares of pieces that came from off the board: nobody follows them
	may     board.Set      // squares where a victim may still stand
	ways    []way          // the pieces that the steps have moved
	offs    []uint16       // the touches by which the victims of pieces that stayed were off
	rings   []board.Square // where those stand that jumped in a ring, which need not be touched
	said    int            // how often the steps pass by a tap, or do what was chosen on the page
	tail    bool           // ends with an implied step, which counts only if another follows
	stuck   bool           // nothing but a pass is left: only then may a tap say it
	turns   int            // how often the seat to act has changed since the last sealed step
	raised  int            // the touches by which the pieces that moved were taken up, added up
	begun   uint16         // the touch by which the last of the steps began, 0 if that is not known
	placed  uint16         // the touch by which the last of the steps was placed
	ran     board.Square   // where the piece stands that made the last step, a run; None
	kept    int            // how many of the steps taken in earlier turns it has
	air     int            // how many pieces it leaves in the air
	effort
	reliance
}

// effort is what a sequence asks of the hands: of two that explain the wood, the one that asks for less is likelier.
type effort struct {
	done   int    // how many things they have done: a run is one
	acts   int    // the same, with what was implied
	idle   int    // how many turns ended in which they did nothing
	odd    int    // how often wood lay where the position has none
	again  int    // how often who had taken another stood on its own square again
	over   int    // how many pieces were lifted before the step before theirs was placed
	slid   int    // how many pieces were slid
	slidBy uint16 // the touch by which the last of them was let go
	unseen int    // how many pieces that jumped in a ring were not touched
}

// reliance is what a sequence needs of squares that are not to be trusted (rule 14).
type reliance struct {
	guess     board.Set // those that the steps rely on
	blind     bool      // of one of those nothing was felt
	left      board.Set // those that a step has left
	entrusted board.Set // those to which a step has gone
}

// physical reports whether a step of that manner is done to the wood.
func physical(m rules.Manner) bool { return m == rules.Carried || m == rules.Knocked }

// way is a piece that the steps have moved: from its square in the base to
// where they put it, by which touch.
type way struct {
	piece, at board.Square
	touch     uint16
}

// since returns the touch by which the piece on sq came there, 0 if it stood
// there in the base.
func (n *node) since(sq board.Square) uint16 {
	for i := len(n.ways) - 1; i >= 0; i-- {
		if n.ways[i].at == sq {
			return n.ways[i].touch
		}
	}
	return 0
}

// piece returns which piece of the base stands on sq after n.
func (n *node) piece(sq board.Square) board.Square {
	for i := len(n.ways) - 1; i >= 0; i-- {
		if n.ways[i].at == sq {
			return n.ways[i].piece
		}
	}
	return sq
}

// missing returns the squares of n whose piece is in the air.
func (r *Reader) missing(n *node) board.Set { return n.want.Minus(r.wood).Minus(r.faulty) }

// leftover returns the victims of n that still stand on the board.
func (r *Reader) leftover(n *node) board.Set {
	return r.wood.Minus(n.want).Minus(r.unsure())
}

// unsure returns the squares where wood may be felt that the position has not: the
// dead of before and what is not to be trusted; where all is searched, echoes too.
func (r *Reader) unsure() board.Set {
	if r.free {
		return r.spare.Union(r.faulty).Union(r.echoes)
	}
	return r.spare.Union(r.faulty)
}

// accounts reports whether the wood is exactly what n leads to, but for the dead
// of before and for squares that are not to be trusted.
func (r *Reader) accounts(n *node) bool { return r.missing(n).IsEmpty() && r.leftover(n).IsEmpty() }

// fits reports whether the wood is what n leads to, but for pieces in the air
// and wood still to be taken off, and each piece can be where n has it.
func (r *Reader) fits(n *node) bool {
	if !r.leftover(n).Within(n.may) {
		return false
	}
	whose := &r.whose
	if r.free {
		whose = &r.wary
	}
	for sq := range n.want.Minus(r.faulty).All() {
		if r.seen.touched(sq) && !n.entered.Has(n.piece(sq)) && !whose.may(n.piece(sq), sq, r.wood.Has(sq)) {
			return false
		}
	}
	return true
}

// complete reports whether every piece the steps carried stands where it was
// carried to.
func (r *Reader) complete(n *node) bool { return r.completeBut(n, board.Set{}) }

// completeBut is complete, but for what is held.
func (r *Reader) completeBut(n *node, held board.Set) bool {
	return !n.tail && n.filled.Minus(r.faulty).Minus(held).Within(r.wood)
}

// search finds every sequence that fits the wood (rule 1).
func (r *Reader) search() {
	r.nodes = r.nodes[:0]
	if r.base == nil || r.strict {
		return
	}
	n := node{state: r.base, want: r.base.Occupied(rules.Full), ran: board.None}
	sealed, last := n, r.before()
	r.led, r.came, r.implied, r.final = r.led[:0], r.came[:0], r.implied[:0], rules.NoHands(rules.OnPage)
	for len(r.came) < len(r.taken) {
		at := len(r.came)
		h, k := doing(n.state, r.taken[at:])
		n = r.again(n, h, r.taken[at:at+k]...)
		for range k {
			r.came, r.implied = append(r.came, n.placed), append(r.implied, !physical(h.Manner))
		}
		r.final = h
		n.kept = min(at+k, last)
		if at+k <= max(r.fixed, r.pinned) && h.Manner != rules.Implied { // what is implied goes with what implied it
			sealed, r.led = n, r.led[:0]
		} else {
			r.led = append(r.led, n)
		}
	}
	for i := range r.led {
		r.led[i].turns -= sealed.turns
	}
	sealed.turns, sealed.kept = 0, len(sealed.steps)
	r.root = sealed
	r.exploreAll(sealed)
}

// doing returns what hands do for the first of steps, and how many of them that
// does: a run is one (rule 5).
func doing(s rules.State, steps []rules.Step) (h rules.Hands, k int) {
	h = s.Hands(steps[0])
	for k = 1; h.Cost > 0 && k < len(steps); k++ {
		s, _, _ = s.Apply(steps[k-1], nil)
		next := s.Hands(steps[k])
		if next.Cost == 0 || next.Carries[0].From != h.Carries[0].To {
			break
		}
		h.Carries[0].To = next.Carries[0].To
		h.Cost += next.Cost
	}
	return h, k
}

// follow returns how many of the steps taken in earlier turns n has after steps;
// false if it departs from them: those stand, but for what is implied (rule 12).
func (r *Reader) follow(n *node, steps ...rules.Step) (kept int, ok bool) {
	kept = n.kept
	if r.free {
		return kept, true
	}
	last := r.before()
	for _, step := range steps {
		for kept < last && r.implied[kept] && step != r.taken[kept] {
			kept++
		}
		switch {
		case kept >= last:
		case step == r.taken[kept]:
			kept++
		case len(steps) > 1 || n.state.Hands(step).Manner != rules.Implied:
			return kept, false
		}
	}
	return kept, true
}

// explore adds n if it fits and tries every step whose squares were touched.
func (r *Reader) explore(n node) {
	if r.tried++; r.tried > maxTried || r.hopeless(&n) || r.guessed(&n) {
		return
	}
	moves := r.book.moves(n.state)
	n.stuck = !slices.ContainsFunc(moves, func(m move) bool { return physical(m.hands.Manner) })
	if r.fits(&n) {
		n.air = r.missing(&n).Len()
		r.nodes = append(r.nodes, n)
	}
	if n.turns > maxTurns {
		return
	}
	var ran board.Set
	for i := range moves {
		step, h := moves[i].step, moves[i].hands
		if h.Cost > 0 {
			if at := h.Carries[0].From; at != n.ran && !ran.Has(at) {
				ran.Add(at)
				r.run(n, at)
			}
			continue
		}
		if r.touched(&n, step, h) {
			if kept, ok := r.follow(&n, step); ok {
				r.descend(n, h, kept, step)
			}
		}
	}
}

// guessed reports whether n relies on squares that are not to be trusted though enough
// such sequences were tried.
func (r *Reader) guessed(n *node) bool {
	if n.guess.IsEmpty() {
		return false
	}
	r.guesses++
	return n.guess.Len() > maxGuess || r.guesses > maxGuesses
}

// again is after for steps that are taken: of those that are sealed the piece came
// when it was seen to.
func (r *Reader) again(n node, h rules.Hands, steps ...rules.Step) node {
	k, c := 0, h.Carries[0]
	moves, strikes := len(n.ways), len(n.offs)
	for j := range r.comings(&n, h) {
		switch {
		case c.From == c.To && strikes < len(r.strikes) && r.tookOff(&n, h, j) == r.strikes[strikes],
			c.From != c.To && moves < len(r.marks) && r.landed(&n, h, c, j) == r.marks[moves]:
			k = j
		}
	}
	return r.after(n, h, k, steps...)
}

// hopeless reports whether wood lies where n has none that no later step can put
// there: each is placed after the one before it.
func (r *Reader) hopeless(n *node) bool {
	for sq := range r.leftover(n).Minus(n.may).All() {
		if !r.later(r.seen.lastPlace[sq], n.placed) {
			return true
		}
	}
	return false
}

// descend explores what can come after steps, once for every time that their piece
// came to where they put it.
func (r *Reader) descend(n node, h rules.Hands, kept int, steps ...rules.Step) {
	for k := range r.comings(&n, h) {
		m := r.after(n, h, k, steps...)
		m.kept = kept
		r.goOn(m)
	}
}

// after returns the node after steps, which the hands did as h says: one step,
// or a run of one piece.
func (r *Reader) after(n node, h rules.Hands, k int, steps ...rules.Step) node {
	next := n.state
	for _, step := range steps {
		var err error
		if next, _, err = next.Apply(step, nil); err != nil {
			panic("gesture: a legal step was refused: " + err.Error())
		}
	}
	m := node{
		state: next, before: n.state, steps: append(slices.Clip(n.steps), steps...), last: h, want: next.Occupied(rules.Full),
		filled: n.filled, may: n.may.Union(h.Takes), tail: h.Manner == rules.Implied, turns: n.turns,
		placed: n.placed, said: n.said, entered: n.entered, raised: n.raised, offs: n.offs, rings: n.rings, ran: board.None,
		effort: n.effort, reliance: n.reliance,
	}
	if h.Armed || h.Manner == rules.Passed {
		m.said++
	}
	m.acts++
	m.ways = slices.Clip(n.ways)
	if c := h.Carries[0]; c.From == c.To && !h.Takes.IsEmpty() {
		m.offs = append(slices.Clip(n.offs), r.tookOff(&n, h, k))
		m.placed = max(n.placed, m.offs[len(n.offs)])
		m.may = n.may // they are off, or it was not done
		if h.Target == board.None {
			m.rings = append(slices.Clip(n.rings), c.To)
			if r.takenUp(&n, c.To, uint16(len(r.touches))) <= n.placed {
				m.unseen++
			}
		}
		m.filled.Add(c.To)
	} else {
		for _, c := range h.Carries {
			if c != rules.NoCarry {
				r.carry(&m, &n, c, k)
			}
		}
	}
	switch {
	case h.Cost > 0:
		m.ran = h.Carries[0].To
	case h.Manner == rules.Passed:
		m.placed = max(n.placed, r.tappedOwn(&n, steps[0].By))
	case h.Manner == rules.OnPage && h.Armed:
		m.placed = max(n.placed, r.shown(&n, h))
	case h.Manner == rules.Implied && (len(n.steps) == 0 || n.state.ToAct() != n.before.ToAct()):
		m.idle++
	}
	if physical(h.Manner) {
		m.done++
	}
	if r.stood(m.steps) {
		m.guess, m.blind = board.Set{}, false
	}
	m.filled = m.filled.Intersect(m.want)
	m.may = m.may.Minus(m.want)
	if next.ToAct() != n.state.ToAct() {
		m.turns++
	}
	if m.placed > n.placed {
		odd, again := r.strewn(&n, &m)
		m.odd += odd
		m.again += again
	}
	return m
}

// stood reports whether steps are no guess any more: they are taken, or a question
// was answered with them.
func (r *Reader) stood(steps []rules.Step) bool {
	return begins(r.taken, steps) || begins(r.chosen, steps)
}

// carry notes in m that a piece went the way c after n, and came there for the
// k-th time.
func (r *Reader) carry(m, n *node, c rules.Carry, k int) {
	arrived := r.landed(n, m.last, c, k)
	m.begun = r.begun(n, c.From)
	lifted := r.takenUp(n, c.From, arrived)
	m.raised += int(lifted)
	switch {
	case lifted == 0 && r.air.Has(c.From) && n.placed > 0, lifted != 0 && lifted < n.placed:
		m.over++
	case lifted != 0 && arrived > lifted && r.touches[arrived-1].At <= r.touches[lifted-1].At+late && r.heldAt(n, lifted):
		m.slid++ // or what was in the hand was put down
	}
	if c.From != board.None {
		m.ways = append(m.ways, way{n.piece(c.From), c.To, arrived})
	} else {
		m.entered.Add(c.To)
	}
	m.filled.Remove(c.From)
	m.filled.Add(c.To)
	m.left = m.left.Union(board.SetOf(c.From).Intersect(r.faulty))
	m.entrusted = m.entrusted.Union(board.SetOf(c.To).Intersect(r.faulty))
	guess := board.SetOf(c.From, c.To).Intersect(r.faulty)
	m.guess = m.guess.Union(guess)
	if arrived == 0 && !guess.IsEmpty() {
		m.blind = m.blind || guess.Len() < 2 // between two of them nothing is ever felt
		if !guess.Has(c.From) {
			m.placed = max(m.placed, r.takenUp(n, c.From, r.until(m.steps)))
		}
	}
	if arrived > 0 && !r.touches[arrived-1].Placed {
		m.slid, m.slidBy = m.slid+1, arrived
	}
	m.placed = max(m.placed, arrived)
}

// until is the number of the last touch that may have been made for steps: those that came after
// they were taken were not.
func (r *Reader) until(steps []rules.Step) uint16 {
	at := len(r.touches)
	if k := len(steps); k > 0 && begins(r.taken, steps) {
		for at > 0 && r.touches[at-1].At > r.when[k-1] {
			at--
		}
	}
	return uint16(at)
}

// heldAt reports whether another piece of n was in the air when touch number lifted came.
func (r *Reader) heldAt(n *node, lifted uint16) bool {
	others := n.want.Minus(r.lays[lifted-1]).Minus(r.faulty)
	others.Remove(r.touches[lifted-1].Square)
	return !others.IsEmpty()
}

// goesOn reports whether another step of the same piece leads on over the square
// where the last one has put it.
func (r *Reader) goesOn(n *node) bool {
	c := n.last.Carries[0]
	if c == rules.NoCarry {
		return false
	}
	return slices.ContainsFunc(r.book.moves(n.before), func(m move) bool {
		return m.hands.Carries[0].From == c.From && m.hands.Via.Has(c.To)
	})
}
