package gesture

import (
	"iter"
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/legal"
)

// record is what is taken since the base, and sealed. It knows the rules, and nothing of hands.
type record struct {
	base    rules.State
	reached rules.State  // the position after all that is taken
	taken   []rules.Step // the steps taken since base, in order
	deeds   []deed       // what is known of each of them
	fixed   int          // how many of them are sealed, for as long as the later ones stand
	pinned  int          // how many of taken stand until they are undone, for no touch would say so
}

// deed is a step that is taken, or one thing that hands do: a run is one (rule 5).
type deed struct {
	rules.Hands
	state rules.State   // the position it was done in
	since board.Set     // the squares touched since it was taken
	when  time.Duration // the last touch when it was taken
	lit   time.Duration // since when it is lit
	came  uint16        // the touch by which it was placed
}

// deedsOf says of each step what it asks of the hands in its position, and where they lead.
func deedsOf(s rules.State, steps []rules.Step) (deeds []deed, after rules.State) {
	for _, step := range steps {
		deeds = append(deeds, deed{Hands: s.Hands(step), state: s})
		s = legal.Apply(s, step)
	}
	return deeds, s
}

// doings returns what hands do for steps, one thing after the other, and how many steps there were before each and in all. After apart steps a new run begins.
func doings(s rules.State, steps []rules.Step, apart int) (did []deed, at []int) {
	deeds, _ := deedsOf(s, steps)
	for i, d := range deeds {
		if k := len(did) - 1; k >= 0 && i != apart && d.Cost > 0 && did[k].Cost > 0 && d.Carries[0].From == did[k].Carries[0].To {
			did[k].Carries[0].To = d.Carries[0].To
			did[k].Cost += d.Cost
			continue
		}
		did, at = append(did, d), append(at, i)
	}
	return did, append(at, len(steps))
}

// write makes steps what is taken, of which the first same were before; the others are at that instant.
func (r *record) write(steps []rules.Step, same int, when time.Duration) {
	from := r.reached
	if same < len(r.deeds) {
		from = r.deeds[same].state
	}
	deeds, now := deedsOf(from, steps[same:])
	for i := range deeds {
		deeds[i].when, deeds[i].lit = when, 1<<63-1 // once it is read
	}
	r.taken, r.deeds, r.reached = slices.Clone(steps), append(r.deeds[:same], deeds...), now
}

// common is how many steps a and b begin with that are the same.
func common(a, b []rules.Step) (k int) {
	for k < min(len(a), len(b)) && a[k] == b[k] {
		k++
	}
	return k
}

// withoutKnock splits an attack that is knocked for off the end of a choice.
func (r *record) withoutKnock(steps []rules.Step) (before []rules.Step, attack *rules.Step) {
	deeds, _ := deedsOf(r.base, steps)
	if i := slices.IndexFunc(deeds, func(d deed) bool { return d.Manner == rules.Knocked }); i >= 0 {
		return steps[:i], &steps[i]
	}
	return steps, nil
}

// squares returns the squares that hands touch for steps since the base.
func (r *record) squares(steps []rules.Step) (all board.Set) {
	deeds, _ := deedsOf(r.base, steps)
	for _, d := range deeds {
		all = all.Union(squaresOf(d.Hands))
	}
	return all
}

// squaresOf returns the squares that hands touch or take from.
func squaresOf(h rules.Hands) board.Set { return h.Squares().Union(h.Takes) }

// alike reports whether two pieces of the base look alike but are not.
func (r *record) alike(p, q board.Square) bool {
	a, ok := r.base.At(p)
	b, also := r.base.At(q)
	return p != q && ok && also && a.Owner == b.Owner && a.Kind == b.Kind && a.State != b.State
}

// origin returns where the piece stood in the base that stands on sq before the step taken as number i.
func (r *record) origin(i int, sq board.Square) board.Square {
	for _, d := range slices.Backward(r.deeds[:i]) {
		for _, c := range d.Carries {
			if c.To == sq && sq != board.None {
				sq = c.From
				break
			}
		}
	}
	return sq
}

// holds reports whether everything taken that hands did stands in n.
func (r *record) holds(n *node) bool { return r.stands(n) == len(r.taken) }

// stands returns how many of the steps taken stand in n, from the first, but for those that hands did not do.
func (r *record) stands(n *node) int {
	for i := range r.lost(n) {
		return i
	}
	return len(r.taken)
}

// givesUp counts the steps taken that n gives up.
func (r *record) givesUp(n *node) (k int) {
	for range r.lost(n) {
		k++
	}
	return k
}

// lost are the steps taken that hands did and that do not stand in n.
func (r *record) lost(n *node) iter.Seq[int] {
	return func(yield func(int) bool) {
		at := 0
		for i, d := range r.deeds {
			if !physical(d.Manner) {
				continue
			}
			if k := slices.Index(n.steps[at:], r.taken[i]); k >= 0 {
				at += k + 1
			} else if !yield(i) {
				return
			}
		}
	}
}

// retrace appends the touches by which seat would have done what asks h of the hands at s.
func retrace(touches []board.Touch, s rules.State, h rules.Hands, seat rules.Seat) []board.Touch {
	own := owned(s, s.Occupied(rules.Full), seat)
	for i, t := range touches {
		own.Set(t.Square, own.Has(t.Square) && (!t.Placed || i > 0 && touches[i-1].Square == t.Square)) // a tap of who has just come says nothing
	}
	if h.Manner == rules.Passed && !own.IsEmpty() {
		return append(touches, board.Touch{Square: own.First()}, board.Touch{Square: own.First(), Placed: true})
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

// Taken returns the steps taken since Base, in order; the first Fixed of them are sealed for as long as the later ones stand.
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

// before counts the taken steps of turns before the last one.
func (r *record) before() int { return max(turnOf(r.taken, len(r.taken)-1), 0) }

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

// expectedWood is the wood that the position taken asks for.
func (r *record) expectedWood() board.Set { return r.reached.Occupied(rules.Full) }

// done counts what the hands did of what is taken.
func (r *record) done() (n int) {
	for _, d := range r.deeds {
		n += count(physical(d.Manner))
	}
	return n
}
