package gesture

import (
	"reeve/board"
	"reeve/rules"
)

// Begins says before Set or Resume whether the position is a game's beginning, where every piece is its side's own:
// then a pole (board.Pole) tells whose a piece is, and one of the other side on a square is no set-up. Later a side
// may have taken pieces over.
func (r *Reader) Begins(yes bool) { r.begins = yes }

// pole takes the pole of a piece that stands there at a game's beginning. A piece of the other side has to give way
// before anything is read.
func (r *Reader) pole(t board.Touch) {
	r.put[t.Square] = t.Piece
	switch s, _ := r.After(); {
	case !r.foreign().IsEmpty():
		r.strict = true
	case r.strict:
		r.settle()
	default:
		r.learn(s.Occupied(rules.Full))
		r.whose.own, r.wary.own = r.own, r.own
	}
}

// insists notes a piece of the other side that is lifted, and put down again where it was: it is meant, and its
// magnet looks the wrong way.
func (r *Reader) insists(t board.Touch) {
	switch {
	case !r.begins || r.base == nil:
	case !t.Placed:
		r.wrong.Set(t.Square, r.foreign().Has(t.Square))
	case r.wrong.Has(t.Square):
		r.put[t.Square] = t.Piece
		r.wood.Add(t.Square)
		r.meant.Set(t.Square, r.foreign().Has(t.Square))
		r.wood.Remove(t.Square)
		r.put[t.Square] = 0
	}
}

// foreign returns the squares on which a piece of the other side stands. Which side has which pole nobody says: most
// pieces are where they belong.
func (r *Reader) foreign() (wrong board.Set) {
	if !r.begins || r.base == nil || len(r.taken) > 0 {
		return wrong
	}
	s, _ := r.After()
	var as, against board.Set // the owner of the first is positive, or negative
	first := rules.Referee
	for sq := range s.Occupied(rules.Full).Intersect(r.wood).Minus(r.faulty).Minus(r.meant).All() {
		man, stands := s.At(sq)
		if !stands || !board.Pole(r.put[sq]) {
			continue
		}
		if first == rules.Referee {
			first = man.Owner
		}
		if (man.Owner == first) == (r.put[sq] == board.Positive) {
			as.Add(sq)
		} else {
			against.Add(sq)
		}
	}
	switch {
	case as.Len() > against.Len():
		return against
	case as.Len() < against.Len():
		return as
	}
	return wrong
}
