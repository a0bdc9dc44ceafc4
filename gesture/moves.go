package gesture

import "reeve/rules"

// move is a legal step, and what it asks of the hands.
type move struct {
	step  rules.Step
	hands rules.Hands
}

// maxMoves bounds how many moves are remembered, about 100 bytes each: every touch leads to
// the same positions again.
const maxMoves = 100_000

// moves returns what can be done at s, in legal order.
func (r *Reader) moves(s rules.State) []move {
	if known, ok := r.known[s]; ok {
		return known
	}
	r.legal = s.Legal(r.legal[:0])
	found := make([]move, len(r.legal))
	for i, step := range r.legal {
		found[i] = move{step, s.Hands(step)}
	}
	if r.kept += len(found); r.kept > maxMoves {
		clear(r.known)
		r.kept = len(found)
	}
	r.known[s] = found
	return found
}
