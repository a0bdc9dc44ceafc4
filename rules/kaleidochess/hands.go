package kaleidochess

import (
	"reeve/board"
	"reeve/rules"
)

// Hands says what a legal step asks of the hands. Magic and fire are chosen on
// the page first (Armed).
func (s State) Hands(st rules.Step) rules.Hands {
	a, b := fieldsOf(st)
	switch st.Kind {
	case kindMove:
		return rules.CarryHands(a, b)
	case kindCapture:
		return rules.CaptureHands(a, b)
	case kindPass:
		return rules.NoHands(rules.Passed)
	case kindCancel, kindFire:
		return s.armed(st)
	}
	if _, cast := formulaOf(st.Kind); cast {
		return s.armed(st)
	}
	return rules.NoHands(rules.OnPage)
}

// armed returns the touches of magic and fire: the ways of pieces, and what
// leaves the board as the step itself finds it.
func (s *forces) armed(st rules.Step) rules.Hands {
	h := rules.NoHands(rules.OnPage)
	h.Armed = true
	a, b := fieldsOf(st)
	switch st.Kind - kindCast {
	case uint8(teleport):
		h.Carries[0] = rules.Carry{From: a, To: b}
		if _, taken := s.At(b); !taken { // the most of all steps, and they take nothing
			h.Manner = rules.Carried
			return h
		}
	case uint8(swap):
		h.Carries = [2]rules.Carry{{From: a, To: b}, {From: b, To: a}}
	case uint8(revive):
		h.Carries[0] = rules.Carry{From: board.None, To: a}
	}
	h.Takes = s.leaves(st)
	switch {
	case h.Carries[0] != rules.NoCarry || !h.Takes.IsEmpty():
		h.Manner = rules.Carried
	case st.Kind == kindCancel:
		h.Target, h.Partner = s.lies(formula(st.Arg[0]))
	case st.Kind == kindFire || st.Kind >= kindCast && b == off:
		h.Target = a // off for what names no field
	case st.Kind == kindCast+uint8(barrier):
		h.Target, h.Partner = a, b // on both sides of the line
	}
	return h
}

// lies returns where an active f of the seat whose turn it is lies: on a field, on
// its piece's or, a barrier, between two.
func (s *forces) lies(f formula) (a, b board.Square) {
	on := s.active[s.turn][f-firstLasting]
	switch {
	case on == uint8(off):
		return off, off
	case f == barrier:
		spot := s.ground().spots[on]
		return spot.first, spot.second
	case f == block:
		return board.Square(on), off
	}
	return s.at[on], off
}

// leaves returns the fields whose piece a legal step of magic or fire takes off
// the board.
func (s *forces) leaves(st rules.Step) (gone board.Set) {
	next := *s
	var room [pieces + 3]rules.Effect
	fx, _, _ := next.carry(st, room[:0])
	for _, e := range fx {
		if e.Kind == rules.EffectRemoved {
			gone.Add(e.From)
		}
	}
	return gone
}
