package referee

import (
	"errors"
	"strings"

	"reeve/board"
	"reeve/lessons"
	"reeve/rules"
)

// knock is a piece that was lifted and put back while another was held.
type knock struct {
	held, target board.Square
	isKnock      bool
	steps        int // number of steps then; if it differs now, the knock was read as a step
}

// handsHold are the pieces in the hands.
type handsHold struct {
	from    []board.Square // where they stood, the first lifted first
	knocked knock          // by the last touch
}

// touch follows which pieces are held, and notes a knock; steps is how many stand.
func (h *handsHold) touch(t board.Touch, steps int) {
	n := len(h.from)
	h.knocked = knock{}
	switch {
	case !t.Placed:
		h.from = append(h.from, t.Square)
	case n > 1 && h.from[n-1] == t.Square:
		h.knocked, h.from = knock{held: h.from[n-2], target: t.Square, isKnock: true, steps: steps}, h.from[:n-1]
	case n > 0:
		h.from = h.from[:n-1]
	}
}

// wrongMessage explains wood that no reading explains: the rules' reason where one piece went from one square to
// another.
func (g *glance) wrongMessage(on *board.Topology) rules.Message {
	squares := strings.Join(on.Names(g.j.wrong()), ", ")
	var why rules.Message
	switch sq, one := only(g.j.wrong()); {
	case g.j.match.secret():
	case len(g.request.Pairs) == 1:
		why = reason(g.j.match.state(), g.request.Pairs[0].To, g.request.Pairs[0].From)
	case one:
		why = outside(g.j.match.state(), sq)
	}
	switch {
	case why.Key == lessons.Later:
		return follow(rules.Say("wrong.knock"), "why", why) // what it says to do is the remedy
	case !why.IsZero():
		return follow(rules.Say("wrong.why", "squares", squares), "why", why)
	}
	return rules.Say("wrong.unexplained", "squares", squares)
}

// outside says why a piece from off the board cannot come onto sq, if pieces can come onto the board now.
func outside(s rules.State, sq board.Square) rules.Message {
	on := s.Topology()
	for _, step := range s.Legal(nil) {
		to, enters := entryOf(s, step)
		text, named := strings.CutSuffix(s.Text(step), on.Name(to))
		if !enters || !named {
			continue
		}
		there, err := s.Parse(text + on.Name(sq))
		if err == nil {
			_, _, err = s.Apply(there, nil)
		}
		var r *rules.Refusal
		if errors.As(err, &r) {
			return r.Why
		}
	}
	return rules.Message{}
}

// knockMessage says why a knock means no attack; nothing if it means one, or nobody knocked.
func (g *glance) knockMessage() rules.Message {
	k := g.j.inHand.knocked
	if !k.isKnock || k.steps != len(g.j.match.played) || g.j.match.secret() || !g.j.match.state().Occupied(rules.Table).Has(k.held) {
		return rules.Message{}
	}
	why := reason(g.j.match.state(), k.held, k.target)
	if why.IsZero() {
		return why
	}
	return follow(rules.Say("wrong.knock"), "why", why)
}

// reason says why what stands on from can do nothing with to. Whose turn begins
// when the one before is ended is asked then.
func reason(s rules.State, from, to board.Square) rules.Message {
	man, ok := s.At(from)
	if !ok || s.ToAct().Has(man.Owner) {
		return s.Why(from, to)
	}
	for _, step := range s.Legal(nil) {
		if s.Hands(step).Manner != rules.Implied {
			continue
		}
		if next, _, err := s.Apply(step, nil); err == nil && next.ToAct().Has(man.Owner) {
			if why := next.Why(from, to); !why.IsZero() && why.Key != lessons.Later {
				return why
			}
			break // the last turn has to be ended first
		}
	}
	return rules.NotTurn(s)
}
