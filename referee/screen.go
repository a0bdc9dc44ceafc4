package referee

import (
	"slices"
	"strconv"

	"reeve/board"
	"reeve/gesture"
	"reeve/messages"
	"reeve/rules"
)

// screens are the boards that players have for themselves, behind their screens,
// until they are joined.
type screens struct {
	seating
	boards  [rules.MaxSeats]board.Set // where each seat may put pieces in, as far as the positions have told
	scanned int                       // how many positions have been looked at
	joined  int                       // the first position in which pieces are played over the boards, plus 1; 0 while there is none
	entries bool                      // pieces can be put in now

	secrecy secrecy
}

// secrecy is what the boards behind screens mean now.
type secrecy struct {
	steps, events int // the record that it is known of, plus 1
	secret        bool
	entering      bool
	deploying     bool
}

// secret reports whether a piece stands, or may be put, where not everybody may know it: in simultaneous phases,
// and until the boards are joined. A board behind a screen is secret once its public pieces stand, so that laying
// pieces out early does not show how many there are.
func (m *screens) secret() bool {
	return m.survey().secret
}

// entering reports whether pieces are put in, or may yet be lifted again, openly or
// behind screens.
func (m *screens) entering() bool {
	return m.survey().entering
}

// deploying reports whether pieces are put on boards behind screens. What was put openly
// may yet be lifted when what follows is secret: nothing is put in then.
func (m *screens) deploying() bool {
	return m.survey().deploying
}

// survey brings the secrecy up to the record.
func (m *screens) survey() *secrecy {
	k := &m.secrecy
	if !m.game.Hidden || k.steps == len(m.played)+1 && k.events == m.events+1 {
		return k
	}
	k.steps, k.events = len(m.played)+1, m.events+1
	if m.joined > len(m.played)+1 {
		m.joined = 0
	}
	for m.scanned = min(m.scanned, len(m.played)); m.scanned <= len(m.played) && m.joined == 0; m.scanned++ {
		m.scanPosition(m.before(m.scanned), m.scanned)
	}
	state := m.state()
	apart := state.Occupied(rules.Table) != state.Occupied(rules.Full)
	open := !apart && state.ToAct().Len() == 1 && (m.entries || m.isOpen())
	behind := m.joined == 0 && slices.ContainsFunc(m.boards[:], func(b board.Set) bool { return !b.IsEmpty() })
	k.secret = state.ToAct().Len() > 1 || apart || behind && !open
	k.entering = behind && state.ToAct() != 0 && (m.entries || apart || m.isOpen())
	k.deploying = k.secret && k.entering && (m.entries || apart)
	return k
}

// scanPosition adds what a position tells: where seats may put pieces in, and whether
// pieces that stand are played.
func (m *screens) scanPosition(state rules.State, n int) {
	boards := m.boards
	m.entries = false
	for _, step := range state.Legal(nil) {
		to, entry := entryOf(state, step)
		switch h := state.Hands(step); {
		case entry:
			boards[step.By].Add(to)
			m.entries = true
		case h.Manner == rules.Carried || h.Manner == rules.Knocked:
			m.joined = n + 1
			return
		}
	}
	m.boards = boards
}

// entryOf returns the square that step puts a piece in on; false if it does
// anything else.
func entryOf(state rules.State, step rules.Step) (board.Square, bool) {
	h := state.Hands(step)
	c := h.Carries[0]
	return c.To, step.By < rules.MaxSeats && h.Manner == rules.Carried && !h.Armed &&
		c.From == board.None && c.To != board.None && h.Carries[1] == rules.NoCarry
}

// mayComeFrom is where wood on sq may have come from: the board of its own seat while
// it is behind a screen, else all squares of the game.
func (m *screens) mayComeFrom(sq board.Square) board.Set {
	if m.secret() {
		for _, b := range m.boards {
			if b.Has(sq) {
				return b
			}
		}
	}
	return m.surface
}

// litFor are the squares whose lights viewer may see.
func (m *screens) litFor(viewer rules.Seat) board.Set {
	lit := m.surface
	if m.secret() {
		for seat, b := range m.boards {
			if rules.Seat(seat) != viewer {
				lit = lit.Minus(b)
			}
		}
	}
	return lit
}

// woodBehind is the wood that the viewer may know while something is secret: on its own board what is sensed,
// elsewhere what the position says.
func (g *glance) woodBehind() board.Set {
	m, viewer := g.j.match, g.viewer
	known, own := m.state().Occupied(viewer), board.Set{}
	var apart board.Set
	for seat, b := range m.boards {
		apart = apart.Union(b)
		if rules.Seat(seat) == viewer {
			own = b
		}
	}
	wood := g.j.here().Intersect(own.Union(known.Minus(apart)))
	if !g.j.felt || !m.ready {
		return wood
	}
	return wood.Union(known.Intersect(apart).Minus(own))
}

// guideOpen says what is amiss where pieces are put openly.
func (s *sensedWood) guideOpen() gesture.Guide {
	g := gesture.Guide{Astray: true}
	for _, seat := range s.match.start.Seated().All() {
		wood, want, loose := s.ownWood(seat)
		g.Place = g.Place.Union(want.Minus(loose).Minus(wood))
		if s.match.deployment.mustAgree.Has(seat) || !s.match.handsCount().Has(seat) {
			g.Lift, g.Place = g.Lift.Union(wood.Minus(want)), g.Place.Union(want.Minus(wood))
		}
	}
	return g
}

// guideBehind says what viewer's hands may do on its own board, behind its screen.
func (s *sensedWood) guideBehind(viewer rules.Seat) gesture.Guide {
	m := s.match
	if viewer >= rules.MaxSeats || !s.felt {
		return gesture.Guide{}
	}
	wood, want, _ := s.ownWood(viewer)
	if m.deploying() && m.state().ToAct().Has(viewer) && m.deployment.on && !m.deployment.mustAgree.Has(viewer) {
		var g gesture.Guide
		for _, step := range m.state().Legal(nil) {
			if to, entry := entryOf(m.state(), step); entry && step.By == viewer {
				g.Legal.Add(to)
			}
		}
		g.Legal = g.Legal.Minus(wood)
		if g.Legal.IsEmpty() {
			g.Lift, g.Astray = wood.Minus(want), true
		}
		return g
	}
	return gesture.Guide{Lift: wood.Minus(want), Place: want.Minus(wood), Astray: true}
}

// deployMessage says to a seat which kind it is to put in, or that it may confirm.
func (m *screens) deployMessage(t *Table) rules.Message {
	viewer, seated := m.game.SeatOf(t.Position.Viewer)
	if !seated || !m.deploying() || !m.state().ToAct().Has(viewer) {
		return rules.Message{}
	}
	for sq := range m.boards[viewer].Minus(m.state().Occupied(viewer)).All() {
		step, ok := entryStep(m.state(), viewer, sq)
		if !ok {
			break
		}
		after, _, _ := m.state().Apply(step, nil)
		return m.askFor(t.Position, after.View(viewer), m.state().Topology().Name(sq))
	}
	return messages.SayOr("deploy.confirm", rules.Message{}, "seat", "@seat."+t.Position.Viewer)
}

// askFor asks for the pieces of the kind that would stand on a square after one
// of them is put there.
func (m *screens) askFor(now, then rules.View, at string) rules.Message {
	i := slices.IndexFunc(then.Pieces, func(p rules.Piece) bool { return p.At != nil && *p.At == at })
	if i < 0 {
		return rules.Message{}
	}
	kind, n := then.Pieces[i].Kind, 0
	for _, p := range now.Pieces {
		if p.Owner == now.Viewer && p.Kind == kind && p.At == nil {
			n++
		}
	}
	return messages.SayOr("deploy.kind", rules.Message{}, "kind", messages.Named(m.game.Name+"."+kind, kind), "n", strconv.Itoa(n))
}
