package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// refusal is wood that no reading explains, and how often hands have come back to it.
type refusal struct {
	wood  board.Set
	times int
	at    time.Duration // the last touch, the last time
}

// refused is what would explain the wood if one square were at fault.
type refused struct {
	touches int // that were looked at, 0 for none
	steps   [][]rules.Step
	squares []board.Square
}

// mostAccused is how many explanations people are asked about: of more none is likely.
const mostAccused = 12

// accuse asks, where hands have come back to wood that nothing explains, whether a contact is at fault.
func (r *Reader) accuse(now time.Duration, out *Reading) {
	if r.wood == r.wanted() || len(r.touches) == 0 {
		return
	}
	if due := r.last() + patience*r.quiet; now < due {
		out.Wake = earliest(out.Wake, due)
		return
	}
	if !r.insist() || len(r.touches) <= r.denied {
		return
	}
	if e := &r.explained; e.touches != len(r.touches) {
		e.touches = len(r.touches)
		e.steps, e.squares = r.suspect()
	}
	if n := len(r.explained.steps); n > 0 && n <= mostAccused {
		r.asked, r.accused = append(r.asked, r.explained.steps...), r.explained.squares
	}
}

// wanted is the wood that the position taken asks for.
func (r *Reader) wanted() board.Set {
	s, _ := r.After()
	return s.Occupied(rules.Full)
}

// insists is how often the same wood is refused before a contact is suspected: once may be a slip.
const insists = 2

// insist notes that nothing explains the wood, once the hands are still; it reports whether they have come back to it
// so often that a contact may be at fault.
func (r *Reader) insist() bool {
	f := &r.refusal
	switch {
	case f.wood != r.wood || f.times == 0:
		*f = refusal{r.wood, 1, r.last()}
	case f.at != r.last():
		f.times, f.at = f.times+1, r.last()
	}
	return f.times >= insists
}

// suspect returns what would explain the wood if one square more were at fault, and of each which square: after everything that is
// taken, with all pieces in their places. It is searched for each square by itself.
func (r *Reader) suspect() (found [][]rules.Step, squares []board.Square) {
	faulty, after, done := r.faulty, r.taken, r.done()
	for sq := range r.base.Topology().All().Minus(faulty).All() {
		r.faulty = faulty
		r.faulty.Add(sq)
		r.recount()
		r.search()
		for i := range r.nodes {
			n := &r.nodes[i]
			if n.guess == board.SetOf(sq) && n.done > done && n.done <= done+2 && begins(n.steps, after) && r.complete(n) && r.accounts(n) &&
				!slices.ContainsFunc(found, func(steps []rules.Step) bool { return slices.Equal(steps, n.steps) }) {
				found, squares = append(found, slices.Clone(n.steps)), append(squares, sq)
			}
		}
	}
	r.faulty = faulty
	r.recount()
	r.search()
	return found, squares
}
