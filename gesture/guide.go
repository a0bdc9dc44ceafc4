package gesture

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// Capture is one way of a piece in hand that takes others off: where it stood, where it is put (None
// if it falls with them), and whom it takes. One that takes nobody stands beside those that lead to the same square.
type Capture struct {
	From, To board.Square
	Off      board.Set
}

// Guide is what the hands may do now, as squares.
type Guide struct {
	Origin   board.Set // the pieces in hand came from here
	Legal    board.Set // the next placing here continues or completes a legal action
	Target   board.Set // a tap or a lift here does
	Partner  board.Set // may join the declared attack
	Declared board.Set // attackers and target of the declared attack
	Throw    board.Set // put the attacker here to throw, or tap here
	Choose   board.Set // a tap here passes, or answers what is asked
	Lift     board.Set // wood to be taken off
	Place    board.Set // squares that wait for their piece
	Astray   bool      // nothing explains the wood: Lift and Place are all that is amiss
	Captures []Capture // what the pieces in hand may take by being put down, no throw between
}

// Guide says what may be done at now.
func (r *Reader) Guide(now time.Duration) (g Guide) {
	if r.base == nil {
		return g
	}
	main := r.likeliest(r.taken) // what is shown: what is taken if it fits, else the first that fits
	if main == nil && len(r.nodes) > 0 {
		main = &r.nodes[0]
	}
	if r.strict || main == nil || len(r.asked) == 0 && r.stuck(now) {
		g.misplaced(r)
		return g
	}
	g.Lift = r.spare.Intersect(r.wood).Minus(main.want)
	air := r.missing(main)
	for sq := range air.All() {
		if r.seen.lastLift[sq] != 0 {
			g.Origin.Add(sq)
		} else if r.air.Has(sq) { // in the hand since before the base: it has a place to go back to
			g.Place.Add(sq)
		}
	}
	lit := map[rules.State]int{} // by how many steps
	done := len(r.taken) > 0 && r.complete(main) && r.accounts(main)
	for i := range r.nodes {
		n := &r.nodes[i]
		if done && n.air > 0 {
			continue // at rest nothing is lit for a piece that is taken to stand
		}
		if steps, is := lit[n.state]; n.guess.IsEmpty() && (!is || steps != len(n.steps)) {
			lit[n.state] = len(n.steps)
			g.ways(r, n, len(n.steps) >= len(main.steps))
		}
	}
	g.choices()
	g.knocks(r, now)
	g.waits(r)
	return g
}

// waits adds what would tell sequences apart: their victims that still stand, the squares of the choices once it is asked, and where a tap throws.
func (g *Guide) waits(r *Reader) {
	if len(r.top) > 1 {
		for _, n := range r.top {
			g.Target = g.Target.Union(r.leftover(n))
		}
	}
	if n := r.likeliest(r.taken); n != nil && len(r.taken) > 0 && !r.knock.on {
		g.Throw = g.Throw.Union(r.opening(n))
	}
	if m := r.mixed(); m != nil && r.knock.struck {
		g.Choose = g.Choose.Union(board.SetOf(m.A, m.B))
	}
	if r.toSwap != (Mixed{}) {
		pieces := board.SetOf(r.toSwap.A, r.toSwap.B)
		g.Lift, g.Place = g.Lift.Union(pieces.Intersect(r.wood)), g.Place.Union(pieces.Minus(r.wood))
	}
	g.Choose = g.Choose.Union(r.telling(r.byHand()))
}

// misplaced guides back to the position taken when nothing fits.
func (g *Guide) misplaced(r *Reader) {
	want := r.expectedWood()
	g.Astray = true
	g.Lift = g.Lift.Union(r.wood.Minus(want)).Union(r.mistaken())
	g.Place = want.Minus(r.wood)
}

// ways adds where the pieces that n has in the air may go, and, where n is at least as long as what is taken, what they may attack.
func (g *Guide) ways(r *Reader, n *node, attacks bool) {
	air := r.missing(n)
	armed := len(n.steps) == 0 && len(r.armed) > 0
	if armed {
		if r.disarmed() {
			return
		}
		g.Target = g.Target.Union(r.unshown(n))
	}
	for _, m := range r.legal.Moves(n.state) {
		h := m.Hands
		if (h.Armed || armed) && !(armed && slices.Contains(r.armed, m.Step)) {
			continue
		}
		switch h.Manner {
		case rules.Carried:
			g.carries(r, h, air)
			g.captures(h, air)
		case rules.Knocked:
			if attacks && air.Has(h.Attacker) {
				g.Target.Add(h.Target)
			}
		case rules.Passed:
			if n.stuck && air.IsEmpty() && len(n.steps) == len(r.taken) {
				g.Choose = g.Choose.Union(owned(n.state, n.want, m.Step.By))
			}
		}
	}
}

// captures adds how h takes, or goes where another takes, with a piece in the air.
func (g *Guide) captures(h rules.Hands, air board.Set) {
	c := Capture{h.Carries[0].From, h.Carries[0].To, h.Takes}
	if h.Attacker != board.None {
		c.From, c.Off = h.Attacker, h.Takes.Minus(board.SetOf(h.Attacker))
	}
	if air.Has(c.From) && (c.From != c.To || h.Attacker != board.None) {
		g.Captures = append(g.Captures, c)
	}
}

// choices leaves of what is put down only what takes, and what leads to the same square; each once.
func (g *Guide) choices() {
	taking, seen := map[board.Square]bool{}, map[Capture]bool{}
	for _, c := range g.Captures {
		taking[c.To] = taking[c.To] || !c.Off.IsEmpty()
	}
	g.Captures = slices.DeleteFunc(g.Captures, func(c Capture) bool {
		again := seen[c]
		seen[c] = true
		return again || !taking[c.To]
	})
}

// carries adds what h asks of the pieces in the air: an attack without chance asks for its victims, and so does magic that is armed.
func (g *Guide) carries(r *Reader, h rules.Hands, air board.Set) {
	c := h.Carries[0]
	switch {
	case c.From != c.To:
		for _, c := range h.Carries {
			switch {
			case c.To == board.None || !air.Has(c.From) && c.From != board.None:
			case h.Takes.Has(c.To) && r.wood.Has(c.To): // the victim is lifted first
				g.Target.Add(c.To)
			default:
				g.Legal.Add(c.To)
			}
		}
	case h.Target != board.None && (air.Has(h.Attacker) || air.Has(h.Target)), h.Armed, !h.Takes.Intersect(air).IsEmpty():
		g.Target = g.Target.Union(h.Takes.Intersect(r.wood))
	}
}

// knocks adds the declared attack.
func (g *Guide) knocks(r *Reader, now time.Duration) {
	if h := &r.knock.hands; r.knock.on {
		g.Declared = board.SetOf(h.Attacker, h.Partner, h.Target)
		g.Throw, g.Target = g.Throw.Union(r.diceAt(now)), board.Set{}
		g.Partner = r.partners().Minus(g.Declared)
	}
}
