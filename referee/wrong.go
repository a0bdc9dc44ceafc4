package referee

import (
	"strings"

	"reeve/board"
	"reeve/rules"
)

// knock is a piece that was lifted and put back while another was held.
type knock struct {
	held, target board.Square
	on           bool
	steps        int // that stood then: if there are others now, it meant something
}

// feel follows which pieces are in the air, and notes a knock.
func (j *Judge) feel(t board.Touch) {
	n := len(j.air)
	j.knocked = knock{}
	switch {
	case !t.Placed:
		j.air = append(j.air, t.Square)
	case n > 1 && j.air[n-1] == t.Square:
		j.knocked, j.air = knock{held: j.air[n-2], target: t.Square, on: true, steps: len(j.match.played)}, j.air[:n-1]
	case n > 0:
		j.air = j.air[:n-1]
	}
}

// wrongMessage says what is wrong with the wood that nothing explains: the true
// reason where one piece went from one square to another.
func (j *Judge) wrongMessage(on *board.Topology, asked request) rules.Message {
	squares := strings.Join(on.Names(j.wrong()), ", ")
	if len(asked.pairs) == 1 && !j.match.secret() {
		if why := reason(j.match.state(), asked.pairs[0].To, asked.pairs[0].From); !why.IsZero() {
			return follow(rules.Say("wrong.why", "squares", squares), "why", why)
		}
	}
	return rules.Say("wrong.unexplained", "squares", squares)
}

// knockMessage says why a knock means no attack; nothing if it means one, or nobody knocked.
func (j *Judge) knockMessage() rules.Message {
	k := j.knocked
	if !k.on || k.steps != len(j.match.played) || j.match.secret() || !j.match.state().Occupied(rules.Table).Has(k.held) {
		return rules.Message{}
	}
	why := reason(j.match.state(), k.held, k.target)
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
			return next.Why(from, to)
		}
	}
	return rules.NotTurn(s)
}
