package rulestest

import (
	"errors"
	"fmt"

	"reeve/board"
	"reeve/rules"
)

// checkHands asks that the hands can do what each step asks of them.
func checkHands(n *node) error {
	for _, step := range n.some(64) {
		if err := checkTouches(n.s, step); err != nil {
			return fmt.Errorf("%s: %w: %+v", n.s.Text(step), err, n.s.Hands(step))
		}
	}
	return checkWays(n)
}

// checkWays asks that steps which differ in their way alone lead to the same position: hands do not show by which a piece has come.
func checkWays(n *node) error {
	type seen struct {
		by      rules.Seat
		carries [2]rules.Carry
		takes   board.Set
	}
	first := map[seen]rules.Step{}
	for _, step := range n.some(64) {
		h := n.s.Hands(step)
		is := seen{step.By, h.Carries, h.Takes}
		one, known := first[is]
		switch {
		case h.Manner != rules.Carried:
		case !known:
			first[is] = step
		case h.Via.IsEmpty():
		default:
			a, _, err := n.s.Apply(one, nil)
			b, _, also := n.s.Apply(step, nil)
			if err != nil || also != nil || a != b {
				return fmt.Errorf("%s and %s differ in their way alone, and lead to different positions", n.s.Text(one), n.s.Text(step))
			}
		}
	}
	return nil
}

func checkTouches(s rules.State, step rules.Step) error {
	h := s.Hands(step)
	if step.By == rules.Chance && h != rules.NoHands(rules.OnPage) {
		return errors.New("chance has no hands")
	}
	bare := rules.NoHands(h.Manner)
	switch h.Manner {
	case rules.OnPage, rules.Implied, rules.Passed:
		bare.Armed = h.Armed
		if h.Armed {
			bare.Target, bare.Partner = h.Target, h.Partner
		}
		if h.Partner != board.None && (h.Target == board.None || h.Target == h.Partner) {
			return errors.New("it points at the second of two squares alone")
		}
		if h != bare {
			return errors.New("it asks for touches")
		}
	case rules.Knocked:
		return checkKnock(s, h)
	case rules.Carried:
		return checkCarries(s, step, h)
	default:
		return errors.New("unknown manner")
	}
	return nil
}

func checkKnock(s rules.State, h rules.Hands) error {
	bare := rules.NoHands(rules.Knocked)
	bare.Attacker, bare.Partner, bare.Target, bare.Armed = h.Attacker, h.Partner, h.Target, h.Armed
	occupied := s.Occupied(rules.Full)
	switch {
	case h != bare:
		return errors.New("an attack carries nothing")
	case h.Attacker == board.None || !occupied.Has(h.Attacker):
		return errors.New("nobody attacks")
	case h.Target == board.None || !occupied.Has(h.Target) || h.Target == h.Attacker:
		return errors.New("nobody is attacked")
	case h.Partner != board.None && (!occupied.Has(h.Partner) || h.Partner == h.Attacker || h.Partner == h.Target):
		return errors.New("the partner is nobody else")
	}
	return nil
}

func checkCarries(s rules.State, step rules.Step, h rules.Hands) error {
	before := s.Occupied(rules.Full)
	next, _, err := s.Apply(step, nil)
	if err != nil {
		return err
	}
	after := next.Occupied(rules.Full)
	n := board.Square(s.Topology().Len())
	var from, to board.Set
	for i, c := range h.Carries {
		if c == rules.NoCarry {
			continue
		}
		if c.To >= n || c.From >= n && c.From != board.None || to.Has(c.To) || i > 0 && h.Carries[0] == rules.NoCarry {
			return errors.New("a carry is no way of a piece")
		}
		if c.From != board.None && (!before.Has(c.From) || from.Has(c.From)) {
			return errors.New("a piece is carried from an empty square")
		}
		from.Add(c.From)
		to.Add(c.To)
	}
	switch {
	case to.IsEmpty() && h.Takes.IsEmpty():
		return errors.New("nothing is carried and nothing taken")
	case h.Partner != board.None || (h.Attacker == board.None) != (h.Target == board.None):
		return errors.New("an attack without chance has one attacker and one victim")
	case h.Target != board.None && (!h.Takes.Has(h.Target) || !before.Has(h.Attacker)):
		return errors.New("the victim of an attack without chance is not taken")
	case h.Cost > 0 && (h.Carries[0] == rules.NoCarry || !h.Takes.IsEmpty()):
		return errors.New("what has a cost is not a plain step")
	case !to.Within(after):
		return errors.New("the piece is not where it was carried")
	case !h.Takes.Within(before.Union(to)):
		return errors.New("a piece is taken where none stands")
	case !from.Union(h.Takes).Minus(to).Intersect(after).IsEmpty():
		return errors.New("a square is vacated that is not empty afterwards")
	}
	for sq := range h.Via.All() {
		if sq >= n {
			return errors.New("the way leads over no square")
		}
	}
	return nil
}
