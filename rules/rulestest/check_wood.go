package rulestest

import (
	"fmt"

	"reeve/board"
	"reeve/rules"
)

// stands is the wood of a position: whose piece of which kind stands where.
type stands map[board.Square]look

// look is what eyes see of a piece.
type look struct {
	owner rules.Seat
	kind  uint8
	onTop bool // of another piece
}

func woodOf(s rules.State) stands {
	wood := stands{}
	for sq := range s.Occupied(rules.Full).All() {
		man, _ := s.At(sq)
		wood[sq] = look{owner: man.Owner, kind: man.Kind}
	}
	return wood
}

// checkWood asks that carrying and taking off what a step's Hands say, and nothing
// else, makes the pieces of the next position: so that hands can do it, and whoever
// looks at the wood alone sees that it is done. What moves no piece is said on the page.
func checkWood(n *node) error {
	if n.s.ToAct().Has(rules.Chance) {
		return nil
	}
	before := woodOf(n.s)
	for _, step := range n.some(16) {
		next, _, err := n.s.Apply(step, nil)
		if err != nil {
			return blame(n.s, fmt.Errorf("%s is among the legal steps, and refused: %w", n.s.Text(step), err), "Legal", "Apply")
		}
		h := n.s.Hands(step)
		after := carried(before, h, next)
		if h.Manner == rules.Knocked { // whoever falls is taken off when it is known
			for _, sq := range []board.Square{h.Attacker, h.Target} {
				if _, stands := next.At(sq); !stands {
					delete(after, sq)
				}
			}
		}
		if err := sameWood(n.s, step, after, woodOf(next)); err != nil {
			return err
		}
	}
	return nil
}

// carried is the wood after the hands did what h says. A piece that comes onto the
// board looks as the next position has it.
func carried(before stands, h rules.Hands, next rules.State) stands {
	after := stands{}
	lifted := map[board.Square]bool{}
	for _, c := range h.Carries {
		lifted[c.From] = true
	}
	for sq, piece := range before {
		if !lifted[sq] && !h.Takes.Has(sq) {
			after[sq] = piece
		}
	}
	for _, c := range h.Carries {
		if c == rules.NoCarry {
			continue
		}
		piece := before[c.From]
		if man, ok := next.At(c.To); ok && c.From == board.None {
			piece = look{owner: man.Owner, kind: man.Kind}
		}
		_, piece.onTop = after[c.To]
		after[c.To] = piece
	}
	return after
}

func sameWood(s rules.State, step rules.Step, hands, want stands) error {
	for sq := range board.Square(s.Topology().Len()) {
		has, stood := hands[sq]
		wants, stands := want[sq]
		if stood == stands && has == wants {
			continue
		}
		is := func(there bool, l look) string {
			switch {
			case !there:
				return "nothing"
			case l.onTop:
				return "one piece on top of another"
			}
			return fmt.Sprintf("%s's piece of kind %d", s.Game().SeatName(l.owner), l.kind)
		}
		err := fmt.Errorf("%s: after the hands' work %s stands on %s; in the next position %s does. Carry and take off in Hands all that the step moves",
			s.Text(step), is(stood, has), s.Topology().Name(sq), is(stands, wants))
		return blame(s, err, "Hands", "Apply")
	}
	return nil
}

// checkOwners asks that At tells the owner of a piece as the view does, and that pieces
// of one owner are of one kind for it if they are of one kind in the view.
func checkOwners(n *node) error {
	type kind struct {
		owner string
		kind  uint8
	}
	names, numbers := map[kind]string{}, map[[2]string]uint8{}
	for _, p := range n.s.View(rules.Full).Pieces {
		if p.At == nil {
			continue
		}
		sq, _ := n.s.Topology().Square(*p.At)
		man, _ := n.s.At(sq)
		if owner := n.g.SeatName(man.Owner); owner != p.Owner {
			return fmt.Errorf("%s on %s is %s's in the view, At says %s's", p.ID, *p.At, p.Owner, owner)
		}
		k, view := kind{p.Owner, man.Kind}, [2]string{p.Owner, p.Kind}
		name, named := names[k]
		number, numbered := numbers[view]
		if named && name != p.Kind || numbered && number != man.Kind {
			return fmt.Errorf("%s on %s is a %s in the view, At says kind %d, as of another kind of piece", p.ID, *p.At, p.Kind, man.Kind)
		}
		names[k], numbers[view] = p.Kind, man.Kind
	}
	return nil
}

// seen reports whether everybody may see all pieces.
func seen(s rules.State) bool { return s.Occupied(rules.Table) == s.Occupied(rules.Full) }

// checkTold asks that every square whose piece changes is named by an effect: what
// lights, voice and page show of the step.
func checkTold(n *node) error {
	before := woodOf(n.s)
	for _, step := range n.some(8) {
		next, fx, err := n.s.Apply(step, nil)
		if err != nil {
			return err
		}
		if !seen(n.s) || !seen(next) { // effects are what everybody may see
			continue
		}
		after, told, removed := woodOf(next), board.Set{}, 0
		for _, e := range fx {
			for _, sq := range []board.Square{e.From, e.To} {
				if sq != board.None {
					told.Add(sq)
				}
			}
			switch e.Kind {
			case rules.EffectRemoved:
				removed++
			case rules.EffectEntered:
				removed--
			}
		}
		for sq := range board.Square(n.s.Topology().Len()) {
			if before[sq] != after[sq] && !told.Has(sq) {
				return fmt.Errorf("%s changes what stands on %s, and no effect tells it", n.s.Text(step), n.s.Topology().Name(sq))
			}
		}
		if gone := len(before) - len(after); gone != removed {
			return fmt.Errorf("%s: %d pieces leave the board, the effects tell of %d", n.s.Text(step), gone, removed)
		}
	}
	return nil
}
