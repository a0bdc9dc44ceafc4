package gesture

import (
	"slices"

	"reeve/board"
	"reeve/rules"
	"reeve/rules/legal"
)

// walk looks for the ways from what is taken to the wood as it lies: where hands are still and what was touched explains
// nothing, or not how the wood lies, the wood decides, whatever was touched. If there is one way, that is what was played (rule 15).
type walk struct {
	*guidance
	felt  bool         // pieces were felt where they come to
	more  bool         // one thing more is done after the first
	moved board.Square // where the first left its piece, which does not do the second: all of one piece is one thing (rule 5)
	most  int          // after the first no more squares lie amiss than so many
	ends  []rules.State
	found [][]rules.Step
}

// on looks for one thing done at s, where steps lead; tail says that the last of them only ended a turn, ran whose runs are looked for elsewhere.
func (w *walk) on(s rules.State, steps []rules.Step, tail bool, ran board.Set) {
	here := w.sureWood() // who stands there was not the last to go
	for _, m := range w.legal.Moves(s) {
		h := m.Hands
		from := h.Carries[0].From
		switch {
		case h.Armed || h.Cost > 0 && ran.Has(from) || from != board.None && (from == w.moved || !w.more && here.Has(from) && from != h.Carries[0].To && h.Carries[1] == rules.NoCarry):
		case h.Cost > 0:
			ran.Add(from)
			for _, l := range w.legal.Runs(legal.Start{State: s, From: from}) {
				if w.came(s, steps, rules.Carry{From: from, To: l.At}, board.Set{}) {
					w.arrive(l.State, append(slices.Clip(steps), l.Steps...), l.At)
				}
			}
		case h.Manner == rules.Implied && !tail:
			w.on(legal.Apply(s, m.Step), append(slices.Clip(steps), m.Step), true, board.Set{})
		case h.Manner == rules.Carried && w.carries(s, steps, h):
			w.arrive(legal.Apply(s, m.Step), append(slices.Clip(steps), m.Step), h.Carries[0].To)
		}
	}
}

// arrive notes s, where steps lead with a piece that comes to sq, if the wood lies so, or goes on from there.
func (w *walk) arrive(s rules.State, steps []rules.Step, sq board.Square) {
	amiss := w.amiss(s)
	switch {
	case w.more && amiss <= w.most:
		w.more, w.moved = false, sq
		w.on(s, steps, false, board.Set{})
		w.more, w.moved = true, board.None
	case !w.more && amiss == 0 && !slices.Contains(w.ends, s):
		w.ends, w.found = append(w.ends, s), append(w.found, steps)
	}
}

// carries reports whether hands can have done h at s, where steps lead, as far as that is asked.
func (w *walk) carries(s rules.State, steps []rules.Step, h rules.Hands) bool {
	return !slices.ContainsFunc(h.Carries[:], func(c rules.Carry) bool {
		return c != rules.NoCarry && w.felt && (c.From == board.None || c.From == c.To || !w.came(s, steps, c, h.Takes))
	})
}

// came reports whether a piece was felt to come the way c after steps, which lead to s, as far as that is asked: where nothing lay it was, and elsewhere one
// that had left where it stood. Nobody need have felt a capture by the first of two things done; but who alone is gone is in a hand.
func (w *walk) came(s rules.State, steps []rules.Step, c rules.Carry, takes board.Set) bool {
	if !w.felt || c.To == board.None {
		return !w.felt
	}
	_, stands := s.At(c.To)
	if w.strict {
		return (!stands || w.more && takes.Has(c.To)) && w.moved == board.None || w.arrived.Has(c.To) // the second comes after the first
	}
	if up := w.seen.lastLift[c.From]; !stands && !w.spare.Has(c.To) || up > 0 && w.later(w.seen.lastPlace[c.To], up) {
		return true // or something has come there since it left
	}
	n := beginning(s)
	for _, d := range w.deeds[:min(len(steps), len(w.deeds))] {
		n.placed = max(n.placed, d.came)
	}
	return len(w.coming(&n, c)) > 0 && (w.more || !w.vanished(&n, c))
}
