package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// How the wood decides: where hands are still and what was touched explains nothing, or not how the wood lies, it is looked for
// the steps that lead exactly there, whatever was touched. If there is one way, that is what was played (rule 15).

// mostLying is how many ways to the wood as it lies people are asked about.
const mostLying = 3

// lying takes what the wood says, or asks which of few ways to it was meant: after two quiet times what the touches tell, too, and
// after patience what the wood says alone.
func (r *Reader) lying(now time.Duration, out *Reading) {
	if r.knock.on || len(r.armed) > 0 || r.mend != (pair{}) || !r.faulty.IsEmpty() || len(r.asked) > 0 || len(r.touches) <= r.denied {
		return
	}
	if s, _ := r.After(); r.liesAs(s) {
		return
	}
	if due := r.last() + 2*r.quiet; now < due {
		out.Wake = earliest(out.Wake, due)
		return
	}
	found := r.walked()
	told := len(found) > 0
	if !told {
		if due := r.last() + patience*r.quiet; now < due {
			out.Wake = earliest(out.Wake, due)
			return
		}
		found = r.oneDeed(true)
	}
	switch {
	case len(found) == 1 && r.keepsRested(found[0]):
		r.believeWood(found[0], told, now)
	case len(found) > 0 && len(found) <= mostLying:
		r.asked = append(r.asked, found...)
	}
}

// keepsRested reports whether steps give up no more than the last thing that was lit when the wood last lay as it was taken.
func (r *Reader) keepsRested(steps []rules.Step) bool {
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

// Lies returns the steps that lead from Base to the wood as it lies, if there is one way, however the pieces came there.
func (r *Reader) Lies() ([]rules.Step, bool) {
	if r.base == nil || r.strict || len(r.touches) == 0 || !r.bad.IsEmpty() {
		return nil, false
	}
	found := r.oneDeed(false)
	if len(found) != 1 {
		return nil, false
	}
	return found[0], true
}

// believeWood takes steps, and reads on as if they had been done plainly where the touches do not tell them.
func (r *Reader) believeWood(steps []rules.Step, told bool, now time.Duration) {
	if r.take(steps); told && r.node(steps) != nil {
		return
	}
	r.retake(now)
	r.search()
	r.rewrote = now
}

// liesAs reports whether the wood lies as s has it, but for the dead of before.
func (r *Reader) liesAs(s rules.State) bool { return r.amiss(s) == 0 }

// amiss counts the squares on which the wood does not lie as s has it.
func (r *Reader) amiss(s rules.State) int {
	want := s.Occupied(rules.Full)
	return want.Minus(r.wood).Minus(r.faulty).Len() + r.wood.Minus(want).Minus(r.unsure()).Len()
}

// walked returns the sequences that lead to the wood as it lies and that the touches tell, whatever is taken: the likeliest for each
// position, as people see it.
func (r *Reader) walked() (found [][]rules.Step) {
	var ends []*node
	for i := range r.everything() {
		n := &r.wide[i]
		if !r.complete(n) || !r.accounts(n) || len(n.steps) <= r.fixed || !r.heeds(n) {
			continue
		}
		switch k := slices.IndexFunc(ends, func(m *node) bool { return looksAlike(m.state, n.state) }); {
		case k < 0:
			ends = append(ends, n)
		case n.oddity() < ends[k].oddity():
			ends[k] = n
		}
	}
	for _, n := range ends {
		found = append(found, n.steps)
	}
	return found
}

// looksAlike reports whether the same pieces stand on the same squares, and the same seats may act.
func looksAlike(a, b rules.State) bool {
	if a.ToAct() != b.ToAct() || a.Occupied(rules.Full) != b.Occupied(rules.Full) {
		return false
	}
	for sq := range a.Occupied(rules.Full).All() {
		man, _ := a.At(sq)
		if other, _ := b.At(sq); man != other {
			return false
		}
	}
	return true
}

// walk looks for the ways from what is taken to the wood as it lies.
type walk struct {
	*Reader
	felt  bool // pieces were felt where they come to
	ends  []rules.State
	found [][]rules.Step
}

// oneDeed returns the sequences that lead to the wood as it lies by one thing done, after what is taken or in the place of what was
// taken last. Felt keeps to those whose pieces were felt where they come to.
func (r *Reader) oneDeed(felt bool) [][]rules.Step {
	w := walk{Reader: r, felt: felt}
	w.after(r.taken)
	if begins(r.rested, r.taken[:r.fixed]) && !slices.Equal(r.taken, r.rested) { // hands have been astray since
		w.after(r.rested)
	}
	return w.found
}

// after looks for one thing done after steps, or in the place of the last of them.
func (w *walk) after(steps []rules.Step) {
	s, at := w.base, 0
	for at < len(steps) {
		h, k := doing(s, steps[at:])
		if at+k == len(steps) && at >= max(w.fixed, w.pinned) && physical(h.Manner) {
			w.on(s, steps[:at:at], false)
		}
		for _, step := range steps[at : at+k] {
			s, _, _ = s.Apply(step, nil)
		}
		at += k
	}
	if at >= w.fixed {
		w.on(s, slices.Clip(steps), false)
	}
}

// on looks for one thing done at s, where steps lead; tail says that the last of them only ended a turn.
func (w *walk) on(s rules.State, steps []rules.Step, tail bool) {
	var ran board.Set
	for _, m := range w.book.moves(s) {
		h := m.hands
		from := h.Carries[0].From
		switch {
		case h.Armed || h.Cost > 0 && ran.Has(from):
		case h.Cost > 0:
			ran.Add(from)
			for _, l := range w.book.runs(start{s, from}) {
				if w.came(s, steps, l.at) {
					w.arrive(l.state, append(slices.Clip(steps), l.steps...))
				}
			}
		case h.Manner == rules.Implied && !tail:
			next, _, _ := s.Apply(m.step, nil)
			w.on(next, append(slices.Clip(steps), m.step), true)
		case h.Manner == rules.Carried && w.carries(s, steps, h):
			next, _, _ := s.Apply(m.step, nil)
			w.arrive(next, append(slices.Clip(steps), m.step))
		}
	}
}

// arrive notes s, where steps lead, if the wood lies so.
func (w *walk) arrive(s rules.State, steps []rules.Step) {
	if w.liesAs(s) && !slices.Contains(w.ends, s) {
		w.ends, w.found = append(w.ends, s), append(w.found, steps)
	}
}

// carries reports whether hands can have done h at s, where steps lead, as far as that is asked.
func (w *walk) carries(s rules.State, steps []rules.Step, h rules.Hands) bool {
	for _, c := range h.Carries {
		if c != rules.NoCarry && w.felt && (c.From == board.None || c.From == c.To || !w.came(s, steps, c.To)) {
			return false
		}
	}
	return true
}

// came reports whether a piece was felt to come to sq after steps, which lead to s, as far as that is asked: where nothing lay it was.
func (w *walk) came(s rules.State, steps []rules.Step, sq board.Square) bool {
	if !w.felt || sq == board.None {
		return !w.felt
	}
	if _, stands := s.At(sq); !stands && !w.spare.Has(sq) {
		return true
	}
	lift := w.seen.lastLift[sq]
	for k := range min(len(steps), len(w.Reader.came)) {
		if lift <= w.Reader.came[k] {
			return false
		}
	}
	return lift > 0
}
