package gesture

import (
	"time"

	"reeve/board"
	"reeve/rules"
)

// Guide is what the hands may do now, as squares.
type Guide struct {
	Origin   board.Set // the pieces in hand came from here
	Legal    board.Set // the next placing here continues or completes a legal action
	Target   board.Set // a tap or a lift here does
	Partner  board.Set // may join the declared attack
	Declared board.Set // attackers and target of the declared attack
	Throw    board.Set // knock here to throw
	Choose   board.Set // a tap here passes
	Lift     board.Set // wood to be taken off
	Place    board.Set // squares that wait for their piece
}

// Guide says what may be done at now.
func (r *Reader) Guide(now time.Duration) Guide {
	var g Guide
	if r.base == nil {
		return g
	}
	if r.strict {
		g.misplaced(r)
		return g
	}
	g.Lift = r.spare.Intersect(r.wood)
	main := r.main()
	if main == nil {
		g.misplaced(r)
		return g
	}
	air := main.missing(r.wood)
	g.Place = air.Intersect(r.air)
	for sq := range air.All() {
		if r.seen.lastLift[sq] != 0 {
			g.Origin.Add(sq)
		}
	}
	for i := range r.nodes {
		g.ways(r, &r.nodes[i], len(r.nodes[i].steps) >= len(main.steps))
	}
	g.knocks(r, now)
	return g
}

// misplaced guides back to the position taken when nothing fits.
func (g *Guide) misplaced(r *Reader) {
	s, _ := r.After()
	want := s.Occupied(rules.Full)
	g.Lift = g.Lift.Union(r.wood.Minus(want))
	g.Place = want.Minus(r.wood)
}

// main returns the sequence that is shown: the one taken if it fits, else the
// first that fits.
func (r *Reader) main() *node {
	if n := r.node(r.taken); n != nil {
		return n
	}
	if len(r.nodes) == 0 {
		return nil
	}
	return &r.nodes[0]
}

// ways adds where the pieces that n has in the air may go, and, where n is at
// least as long as what is taken, what they may attack.
func (g *Guide) ways(r *Reader, n *node, attacks bool) {
	air := n.missing(r.wood)
	r.legal = n.state.Legal(r.legal[:0])
	for _, step := range r.legal {
		h := n.state.Hands(step)
		switch h.Manner {
		case rules.Carried:
			for _, c := range h.Carries {
				if c.To != board.None && (air.Has(c.From) || c.From == board.None) && !h.Armed {
					g.goes(r, c, h.Takes)
				}
			}
		case rules.Knocked:
			if attacks && air.Has(h.Attacker) {
				g.Target.Add(h.Target)
			}
		case rules.Passed:
			if n.stuck && air.IsEmpty() && len(n.steps) == len(r.taken) {
				g.own(n, step.By)
			}
		}
	}
	r.legal = r.legal[:0]
}

// goes adds one way: to a square still occupied the victim is lifted first.
func (g *Guide) goes(r *Reader, c rules.Carry, takes board.Set) {
	if takes.Has(c.To) && r.wood.Has(c.To) {
		g.Target.Add(c.To)
	} else {
		g.Legal.Add(c.To)
	}
}

func (g *Guide) own(n *node, seat rules.Seat) {
	for sq := range n.want.All() {
		if man, _ := n.state.At(sq); man.Owner == seat {
			g.Choose.Add(sq)
		}
	}
}

// knocks adds the declared attack.
func (g *Guide) knocks(r *Reader, now time.Duration) {
	attackers, target, ready, on := r.Declared(now)
	if !on {
		return
	}
	g.Declared = board.SetOf(attackers...)
	g.Declared.Add(target)
	if ready {
		g.Throw.Add(target)
	}
	r.legal = r.knock.state.Legal(r.legal[:0])
	for _, step := range r.legal {
		h := r.knock.state.Hands(step)
		if h.Manner == rules.Knocked && h.Attacker == attackers[0] && h.Target == target && h.Partner != board.None {
			g.Partner.Add(h.Partner)
		}
	}
	g.Partner = g.Partner.Minus(g.Declared)
	r.legal = r.legal[:0]
}

// Accounted reports whether every piece of the position taken stands on its
// square and nothing else lies on the board.
func (r *Reader) Accounted() bool {
	s, _ := r.After()
	return !r.strict && s.Occupied(rules.Full) == r.wood
}
