package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// record is what is taken since the base, and sealed. It knows the rules, and nothing of hands.
type record struct {
	base    rules.State
	taken   []rules.Step    // the steps taken since base, in order
	fixed   int             // how many of them are sealed, for as long as the later ones stand
	pinned  int             // how many of taken stand until they are undone, for no touch would say so
	since   []board.Set     // of each, the squares touched since it was taken
	when    []time.Duration // of each, the last touch when it was taken
	came    []uint16        // of each, the touch by which it was placed
	implied []bool          // of each, whether hands did nothing for it
	final   rules.Hands     // what the last of them asked of the hands
	marks   []uint16        // of the pieces that those moved, the touch by which each came
	strikes []uint16        // and those by which the victims of pieces that stayed were off
	rested  []rules.Step    // what was taken when the wood last lay so
}

// withoutKnock splits an attack that is knocked for off the end of a choice.
func (r *record) withoutKnock(steps []rules.Step) (before []rules.Step, attack *rules.Step) {
	s := r.base
	for i, step := range steps {
		if s.Hands(step).Manner == rules.Knocked {
			return steps[:i], &steps[i]
		}
		s, _, _ = s.Apply(step, nil)
	}
	return steps, nil
}

// squares returns the squares that hands touch for steps since the base.
func (r *record) squares(steps []rules.Step) (all board.Set) {
	s := r.base
	for _, step := range steps {
		all = all.Union(squaresOf(s.Hands(step)))
		s, _, _ = s.Apply(step, nil)
	}
	return all
}

// squaresOf returns the squares that hands touch or take from.
func squaresOf(h rules.Hands) board.Set {
	set := h.Takes.Union(board.SetOf(h.Attacker, h.Partner, h.Target))
	for _, c := range h.Carries {
		set.Add(c.From)
		set.Add(c.To)
	}
	return set
}

// alike reports whether two pieces of the base look alike but are not.
func (r *record) alike(p, q board.Square) bool {
	a, ok := r.base.At(p)
	b, also := r.base.At(q)
	return p != q && ok && also && a.Owner == b.Owner && a.Kind == b.Kind && a.State != b.State
}

// movedBefore counts how often the steps taken before number i moved a piece of the base.
func (r *record) movedBefore(i int, piece board.Square) (k int) {
	s, at := r.base, piece
	for _, step := range r.taken[:i] {
		h := s.Hands(step)
		for _, c := range h.Carries {
			if c.From == at && c != rules.NoCarry {
				at = c.To
				k++
				break
			}
		}
		s, _, _ = s.Apply(step, nil)
	}
	return k
}

// origin returns where the piece stood in the base that stands on sq before the
// step taken as number i.
func (r *record) origin(i int, sq board.Square) board.Square {
	s := r.base
	var ways []way
	for _, step := range r.taken[:i] {
		for _, c := range s.Hands(step).Carries {
			ways = append(ways, way{c.From, c.To, 0})
		}
		s, _, _ = s.Apply(step, nil)
	}
	for k := len(ways) - 1; k >= 0; k-- {
		if ways[k].at == sq && sq != board.None {
			sq = ways[k].piece
		}
	}
	return sq
}

// holds reports whether everything taken that hands did stands in n.
func (r *record) holds(n *node) bool { return r.stands(n) == len(r.taken) }

// stands returns how many of the steps taken stand in n, from the first, but for those that
// hands did not do.
func (r *record) stands(n *node) int {
	s, at := r.base, 0
	for i, step := range r.taken {
		h := s.Hands(step)
		s, _, _ = s.Apply(step, nil)
		if !physical(h.Manner) {
			continue
		}
		k := slices.Index(n.steps[at:], step)
		if k < 0 {
			return i
		}
		at += k + 1
	}
	return len(r.taken)
}

// retrace appends the touches by which a step would have been done at s.
func retrace(touches []board.Touch, s rules.State, step rules.Step) []board.Touch {
	h := s.Hands(step)
	if h.Manner == rules.Passed {
		for sq := range s.Occupied(rules.Full).All() {
			if man, _ := s.At(sq); man.Owner == step.By {
				return append(touches, board.Touch{Square: sq}, board.Touch{Square: sq, Placed: true})
			}
		}
	}
	if h.Manner == rules.OnPage && h.Armed && h.Target != board.None { // a tap, or a press
		for _, sq := range [...]board.Square{h.Target, h.Partner} {
			if _, stands := s.At(sq); sq != board.None {
				touches = append(touches, board.Touch{Square: sq, Placed: !stands}, board.Touch{Square: sq, Placed: stands})
			}
		}
		return touches
	}
	for _, c := range h.Carries {
		if c.From != board.None {
			touches = append(touches, board.Touch{Square: c.From})
		}
	}
	if h.Takes.Has(h.Attacker) { // who falls with the victim is lifted first (rule 6)
		touches = append(touches, board.Touch{Square: h.Attacker})
		h.Takes.Remove(h.Attacker)
	}
	for sq := range h.Takes.All() {
		touches = append(touches, board.Touch{Square: sq})
	}
	for _, c := range h.Carries {
		if c.To != board.None {
			touches = append(touches, board.Touch{Square: c.To, Placed: true})
		}
	}
	return touches
}

// Base returns the position after the last step that can no longer change.
func (r *record) Base() rules.State { return r.base }

// Taken returns the steps taken since Base, in order; the first Fixed of them
// are sealed for as long as the later ones stand.
func (r *record) Taken() []rules.Step { return r.taken }

// Fixed returns how many of Taken are sealed.
func (r *record) Fixed() int { return r.fixed }

// Waits reports whether a position waits for seats alone, or for a throw that is theirs.
func Waits(s rules.State, seats rules.Seats) bool {
	who := s.ToAct()
	if who.Has(rules.Chance) {
		who = rules.SeatsOf(s.Ask().For)
	}
	return who != 0 && who&^seats == 0
}

func over(s rules.State) bool {
	_, is := s.Result()
	return is
}

// before counts the taken steps of turns before the last one.
func (r *record) before() int {
	if len(r.taken) == 0 {
		return 0
	}
	return turnOf(r.taken, len(r.taken)-1)
}

// turnOf returns where the turn begins in which step i was done.
func turnOf(steps []rules.Step, i int) int {
	for i > 0 && steps[i-1].By == steps[i].By {
		i--
	}
	return i
}

// begins reports whether steps begin with first.
func begins(steps, first []rules.Step) bool {
	return len(steps) >= len(first) && slices.Equal(steps[:len(first)], first)
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

// takes reports whether one of steps takes a piece.
func (r *record) takes(steps []rules.Step) bool {
	s := r.base
	for _, step := range steps {
		if !s.Hands(step).Takes.IsEmpty() {
			return true
		}
		s, _, _ = s.Apply(step, nil)
	}
	return false
}

// expectedWood is the wood that the position taken asks for.
func (r *record) expectedWood() board.Set {
	s, _ := r.After()
	return s.Occupied(rules.Full)
}

// done counts what the hands did of what is taken.
func (r *record) done() (n int) {
	s := r.base
	for _, step := range r.taken {
		if physical(s.Hands(step).Manner) {
			n++
		}
		s, _, _ = s.Apply(step, nil)
	}
	return n
}

// After returns the position after all steps taken, and the seat that took the
// last of them.
func (r *record) After() (rules.State, rules.Seat) {
	s, by := r.base, rules.Referee
	for _, step := range r.taken {
		s, _, _ = s.Apply(step, nil)
		by = step.By
	}
	return s, by
}

// keepsRested reports whether steps give up no more than the last thing that was lit when the wood last lay as it was taken.
func (r *record) keepsRested(steps []rules.Step) bool {
	s, last := r.base, 0
	for at := 0; at < len(r.rested); {
		_, k := doing(s, r.rested[at:])
		for _, step := range r.rested[at : at+k] {
			s, _, _ = s.Apply(step, nil)
		}
		last, at = at, at+k
	}
	return begins(steps, r.rested[:last])
}
