package gesture_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"reeve/board"
	"reeve/rules"
)

// wooden follows which piece is where, as a driver would that can tell them apart.
type wooden struct {
	as     func(rules.Man, int) uint8
	on     map[board.Square]uint8 // the mark on each square
	held   []piece                // what is in a hand, or off the board; the last lifted last
	deed   *deed
	mover  uint8 // the mark of the piece that acts, once it was lifted
	slides bool  // it is not lifted before it is felt
}

// piece is one that is off the board, and where it stood.
type piece struct {
	from board.Square
	mark uint8
}

// tellMarks has the driver say who stands where, as it does after the whole wood.
func (s *sitting) tellMarks() {
	w := s.wooden
	if w == nil {
		return
	}
	w.on = map[board.Square]uint8{}
	for sq := range s.truth[0].Occupied(rules.Full).Union(s.wood).All() {
		mark := uint8(250) // the dead
		if man, ok := s.truth[0].At(sq); ok {
			mark = w.as(man, len(w.on))
		}
		if w.on[sq] = mark; !s.wood.Has(sq) {
			w.held = append(w.held, piece{sq, mark})
			if sq == s.d.f {
				w.mover, w.deed = mark, s.d
			}
			continue
		}
		s.r.Touch(board.Touch{Square: sq, Placed: true, Piece: mark, At: s.now})
	}
}

// piece follows one touch, and returns the mark of what it puts down.
func (s *sitting) piece(sq board.Square, placed bool) uint8 {
	w := s.wooden
	if w == nil {
		return 0
	}
	if w.deed != s.d {
		w.deed, w.mover = s.d, 0
	}
	if !placed {
		if w.on[sq] != 0 { // else it has slid away
			w.held = append(w.held, piece{sq, w.on[sq]})
		}
		if sq == s.d.f && w.mover == 0 {
			w.mover = w.on[sq]
		}
		w.on[sq] = 0
		return 0
	}
	w.on[sq] = w.putDown(s.d, sq)
	return w.on[sq]
}

// putDown takes out of the hands what is put on sq.
func (w *wooden) putDown(d *deed, sq board.Square) uint8 {
	if sq == d.t && w.mover == 0 && (w.slides || len(w.held) == 0) && d.f != board.None && w.on[d.f] != 0 {
		w.mover, w.on[d.f] = w.on[d.f], 0
		return w.mover
	}
	if len(w.held) == 0 {
		return 251 // from the box
	}
	mover := slices.IndexFunc(w.held, func(p piece) bool { return p.mark == w.mover && w.mover != 0 })
	own := slices.IndexFunc(w.held, func(p piece) bool { return p.from == sq })
	k := len(w.held) - 1
	switch goes := sq == d.t && d.hands.Manner == rules.Carried; {
	case d.hands.Carries[1] != rules.NoCarry && sq == d.f: // of a swap
		if k = slices.IndexFunc(w.held, func(p piece) bool { return p.mark != w.mover && p.from == d.t }); k < 0 {
			k = mover
		}
	case mover >= 0 && (goes || sq == d.f || own < 0):
		k = mover
	case own >= 0:
		k = own
	}
	mark := w.held[k].mark
	w.held = slices.Delete(w.held, k, k+1)
	return mark
}

// Every order of hands says what it says, too, where the driver tells pieces apart, all of
// them or by kind; and then no more is asked.
func TestEveryOrderOfHandsSaysWhatIsMeantWherePiecesAreKnown(t *testing.T) {
	for name, as := range map[string]func(rules.Man, int) uint8{"each": each, "by kind": byKind} {
		t.Run(name, func(t *testing.T) {
			runs, asked, blindly := 0, 0, 0
			for _, a := range actions {
				if d := a.ready(t).deed; d.f == board.None || thin(t) && d.heavy() {
					continue // what comes from the box has no mark that is known
				}
				for i, o := range a.ready(t).deed.ordersOf() {
					if thin(t) && i%5 != 0 {
						continue
					}
					s, ok := a.known(t, i, o, as)
					if !ok {
						continue
					}
					runs++
					blind, _ := a.history(t, i, o, nil)
					switch {
					case s.asked && !blind.asked:
						t.Errorf("%s, %s: asked though it is known who is who\n%s", a.name, o.name, s.told())
					case s.asked:
						asked++
					case blind.asked:
						blindly++
					}
				}
			}
			t.Logf("%d histories, %d of them asked about, %d more where nobody is known", runs, asked, blindly)
		})
	}
}

func TestLongEveryOrderOfHandsSaysWhatIsMeantWherePiecesAreKnown(t *testing.T) {
	TestEveryOrderOfHandsSaysWhatIsMeantWherePiecesAreKnown(t)
}

// known does an order number i where pieces are known; false if there is none.
func (a *action) known(t *testing.T, i int, o order, as func(rules.Man, int) uint8) (*sitting, bool) {
	t.Helper()
	if o.name == a.but || o.words()[0] == "wrong" || a.ready(t).deed.heavy() && i%6 != 0 {
		return nil, false
	}
	s, why := a.history(t, i, o, &wooden{as: as, slides: o.name == "place before lift"})
	if s != nil && why != "" {
		t.Errorf("%s, %s: %s\n%s", a.name, o.name, why, s.told())
	}
	return s, s != nil
}

// history does it; nil if there are no squares for it.
func (a *action) history(t *testing.T, i int, o order, w *wooden) (s *sitting, why string) {
	t.Helper()
	k := i % len(paces)
	s = a.sit(t, paces[k])
	s.wooden = w
	words, ok := s.fill(o, rand.New(rand.NewPCG(uint64(k), 1)))
	if !ok {
		return nil, ""
	}
	return s, s.does(words)
}
