package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
)

// maxTurns is how many turns players may be ahead of the sealing: quick hands
// leave no quiet time between them.
const maxTurns = 6

// node is a sequence of legal steps from the base, and what the wood would be
// after it.
type node struct {
	state  rules.State
	steps  []rules.Step
	want   board.Set // squares where a piece stands after the steps
	filled board.Set // squares the steps put a piece on
	may    board.Set // squares where a victim may still stand
	ways   []way     // the pieces that the steps have moved
	tail   bool      // ends with an implied step, which counts only if another follows
	turns  int       // how often the seat to act has changed since the last sealed step
	placed uint16    // the touch by which the last of the steps was placed
	odd    int       // how many steps were placed before the step they follow
	stuck  bool      // nothing but a pass is left: only then may a tap say it
}

// physical reports whether a step of that manner is done to the wood.
func physical(m rules.Manner) bool { return m == rules.Carried || m == rules.Knocked }

// way is a piece that the steps have moved: from its square in the base to
// where they put it.
type way struct{ piece, at board.Square }

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
func (n *node) missing(wood board.Set) board.Set { return n.want.Minus(wood) }

// fits reports whether the wood is what n leads to, but for pieces in the air
// and wood still to be taken off, and each piece can be where n has it.
func (r *Reader) fits(n *node) bool {
	if !r.wood.Minus(n.want).Minus(n.may).Within(r.spare) {
		return false
	}
	for sq := range n.want.All() {
		if r.seen.touched(sq) && !r.whose.may(n.piece(sq), sq, r.wood.Has(sq)) {
			return false
		}
	}
	return true
}

// likelier reports whether n explains the same wood better than m: its steps
// were placed in their order, or, as well as m's were, there are fewer.
func (n *node) likelier(m *node) bool {
	return n.odd < m.odd || n.odd == m.odd && len(n.steps) < len(m.steps)
}

// complete reports whether every piece the steps carried stands where it was
// carried to.
func (r *Reader) complete(n *node) bool { return !n.tail && n.filled.Within(r.wood) }

// search finds every sequence that fits the wood (rule 1).
func (r *Reader) search() {
	r.nodes = r.nodes[:0]
	if r.base == nil || r.strict {
		return
	}
	n := node{state: r.base, want: r.base.Occupied(rules.Full)}
	for _, step := range r.taken[:r.fixed] {
		n = r.after(n, step, n.state.Hands(step))
	}
	n.turns = 0
	r.explore(n)
}

// explore adds n if it fits and tries every step whose squares were touched.
func (r *Reader) explore(n node) {
	from := len(r.legal)
	r.legal = n.state.Legal(r.legal)
	n.stuck = !slices.ContainsFunc(r.legal[from:], func(s rules.Step) bool { return physical(n.state.Hands(s).Manner) })
	if r.fits(&n) {
		r.nodes = append(r.nodes, n)
	}
	if n.turns > maxTurns || n.odd > 1 {
		r.legal = r.legal[:from]
		return
	}
	for i := from; i < len(r.legal); i++ {
		step := r.legal[i]
		h := n.state.Hands(step)
		if r.touched(&n, step, h) {
			r.explore(r.after(n, step, h))
		}
	}
	r.legal = r.legal[:from]
}

// touched reports whether the touches since the base allow step to have been
// done by hand after n.
func (r *Reader) touched(n *node, step rules.Step, h rules.Hands) bool {
	switch h.Manner {
	case rules.Implied:
		return !n.tail
	case rules.Passed:
		return n.stuck && r.tappedOwn(n, step.By)
	case rules.Carried:
		return !h.Armed && r.carried(n, h.Carries[0]) && (h.Carries[1] == rules.NoCarry || r.carried(n, h.Carries[1]))
	}
	return false
}

// carried reports whether a piece can have gone from c.From to c.To: lifted
// from one, and later placed on the other.
func (r *Reader) carried(n *node, c rules.Carry) bool {
	if c.To == board.None || r.seen.lastPlace[c.To] == 0 {
		return false
	}
	if c.From == board.None || r.air.Has(c.From) {
		return true
	}
	lifted := r.seen.firstLift[c.From]
	return lifted != 0 && lifted < r.seen.lastPlace[c.To]
}

// arrived is the number of the touch by which a piece first came to c.To after
// it was lifted; later touches there may be taps.
func (r *Reader) arrived(c rules.Carry) uint16 {
	lifted := uint16(0)
	if c.From != board.None {
		lifted = r.seen.firstLift[c.From]
	}
	for i := int(lifted); i < len(r.touches); i++ {
		if t := r.touches[i]; t.Placed && t.Square == c.To {
			return uint16(i + 1)
		}
	}
	return 0
}

// tappedOwn reports whether a piece of seat was lifted and put back: how a player
// passes who can do nothing else (rule 8).
func (r *Reader) tappedOwn(n *node, seat rules.Seat) bool {
	for sq := range n.want.Intersect(r.wood).All() {
		man, _ := n.state.At(sq)
		if man.Owner == seat && !n.filled.Has(sq) && r.seen.firstLift[sq] != 0 && r.seen.lastPlace[sq] > r.seen.firstLift[sq] {
			return true
		}
	}
	return false
}

// after returns the node after step.
func (r *Reader) after(n node, step rules.Step, h rules.Hands) node {
	next, _, err := n.state.Apply(step, nil)
	if err != nil {
		panic("gesture: a legal step was refused: " + err.Error())
	}
	m := node{
		state: next, steps: append(slices.Clip(n.steps), step), want: next.Occupied(rules.Full),
		filled: n.filled, may: n.may.Union(h.Takes), tail: h.Manner == rules.Implied, turns: n.turns,
		placed: n.placed, odd: n.odd,
	}
	m.ways = slices.Clip(n.ways)
	for _, c := range h.Carries {
		if c.From != board.None {
			m.ways = append(m.ways, way{n.piece(c.From), c.To})
		}
		m.filled.Remove(c.From)
		m.filled.Add(c.To)
		arrived := r.arrived(c)
		m.placed = max(m.placed, arrived)
		if arrived < n.placed && c != rules.NoCarry {
			m.odd++
		}
	}
	m.filled = m.filled.Intersect(m.want)
	m.may = m.may.Minus(m.want)
	if next.ToAct() != n.state.ToAct() {
		m.turns++
	}
	return m
}
