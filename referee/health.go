package referee

import (
	"strings"
	"time"

	"reeve/board"
	"reeve/leds"
	"reeve/messages"
	"reeve/referee/health"
	"reeve/rules"
)

// Health finds squares whose sensor is at fault. It is told what play makes of
// them, and tells Distrust what it finds.
type Health interface {
	// Expect says what squares the position has occupied, once for each step
	// that is sealed and for the set-up. What is busy hands are at work on, or
	// does not belong to the game.
	Expect(occupied, busy board.Set, at time.Duration)
	// Unexplained says it while the wood lies otherwise and nothing is made of it.
	Unexplained(occupied board.Set)
}

// Distrust takes the squares at fault, all of them anew: no step is taken that
// needs one, but asked about (hands.md rule 14). Touches of a square that is no
// longer among them count again.
func (h *handling) Distrust(told []health.Fault) {
	h.faults.Tell(told)
	h.reader.Distrust(h.faults.Doubted())
}

// takeReport handles confirm while the lights still ask for wood: whoever presses it says that the wood is right,
// so the differing squares are sensed wrongly. False if no square differs, or too many do.
func (j *play) takeReport() bool {
	off := j.reportable()
	j.reportFaulty(off)
	return !off.IsEmpty()
}

// reportable is where takeReport believes somebody.
func (j *play) reportable() board.Set {
	if m := j.match; !j.felt || j.fault != "" || m.secret() || m.ready && !j.reader.Settling() {
		return board.Set{}
	}
	off := j.differing()
	if off.Len() > health.MostReported || !off.Intersect(j.faults.Behind()).IsEmpty() {
		return board.Set{}
	}
	return off
}

// reportFaulty takes the word of who says that squares are felt wrongly.
func (h *handling) reportFaulty(squares board.Set) {
	if !squares.IsEmpty() {
		h.faults.Report(squares, h.wood)
		h.reader.Distrust(h.faults.Doubted())
	}
}

// differing returns the squares that are felt otherwise than the position has them.
func (s *sensedWood) differing() board.Set {
	return symmetricDifference(s.here(), s.match.state().Occupied(rules.Full)).Minus(s.faults.Doubted())
}

func symmetricDifference(a, b board.Set) board.Set { return a.Minus(b).Union(b.Minus(a)) }

// contactChanged notes that a square has changed.
func (h *handling) contactChanged(sq board.Square, at time.Duration) {
	if h.faults.Moved(sq, at) {
		h.reader.Distrust(h.faults.Doubted())
	}
}

// notePageChange notes what has changed on the page since the position had those squares occupied.
func (s *sensedWood) notePageChange(before board.Set) {
	s.faults.Lag(symmetricDifference(before, s.match.state().Occupied(rules.Full)), s.differing())
}

// expect tells Health what the position has occupied, and reports whether it found anything.
func (j *Judge) expect(now time.Duration) (found bool) {
	m := j.match
	if j.cfg.Health == nil || !j.felt || j.fault != "" || j.outbox.trouble != "" || m.secret() {
		return false
	}
	before := j.faults.Doubted()
	if !m.ready || j.reader.Settling() || !j.reading.Wrong.IsEmpty() {
		j.cfg.Health.Unexplained(m.state().Occupied(rules.Full).Union(m.otherSquares()))
	}
	if m.ready && !j.follows() && j.faults.Due() { // wood that is still following says nothing of contacts
		j.cfg.Health.Expect(m.state().Occupied(rules.Full), m.otherSquares().Union(j.busy(now)), now)
	}
	return j.faults.Doubted() != before
}

// otherSquares are the squares that a board may have and the game has not.
func (m *history) otherSquares() (others board.Set) {
	for sq := range board.Square(board.MaxSquares) {
		others.Set(sq, !m.surface.Has(sq))
	}
	return others
}

// busy are the squares that hands are at work on: of steps that may still be
// withdrawn, of what is in the air or fights, and of what the page is ahead with.
func (h *handling) busy(now time.Duration) board.Set {
	m := h.match
	guide := h.reader.Guide(now)
	busy := h.faults.Behind().Union(guide.Origin).Union(guide.Declared).Union(guide.Throw).Union(m.fighting(m.chance.lastDie))
	for i, p := range m.played {
		if p.open {
			busy = busy.Union(symmetricDifference(m.before(i).Occupied(rules.Full), p.after.Occupied(rules.Full)))
		}
	}
	return busy
}

// fighting are the squares of the attack that was thrown, until the next step by hands: the attacker is held or
// lies on the die during the throw, and players take off a beaten piece when they like.
func (m *history) fighting(die board.Set) board.Set {
	for i := len(m.played) - 1; i >= 0; i-- {
		switch h := m.before(i).Hands(m.played[i].step); h.Manner {
		case rules.OnPage: // a throw, or what is added to it on the page
		case rules.Knocked:
			return die.Union(board.SetOf(h.Attacker, h.Partner, h.Target))
		default:
			return board.Set{}
		}
	}
	return board.Set{}
}

// logFaults logs new faults once. Not while anything is secret: a fault may tell where a piece stands.
func (s *sensedWood) logFaults() {
	if s.match.secret() {
		return
	}
	on := s.match.state().Topology()
	tell := func(list []health.Fault, text string) {
		for _, each := range list {
			if s.match.surface.Has(each.Square) {
				s.cfg.Log.Warn(text, "part", "sensors", "square", on.Name(each.Square), "fault", each.Kind)
			}
		}
	}
	there, gone := s.faults.News()
	tell(there, "square at fault")
	tell(gone, "square well again")
}

// faults says what is wrong with the squares that the viewer may know of.
func (g *glance) faults() (said []Message) {
	state, may := g.j.match.state(), g.j.match.surface
	if g.j.match.secret() {
		may = state.Occupied(g.viewer)
	}
	for _, each := range g.j.faults.All() {
		if may.Has(each.Square) {
			said = append(said, sayFault(each.Kind, state.Topology().Name(each.Square)))
		}
	}
	return said
}

// wouldSeal says what the button confirm of the viewer would seal now, nil if nothing: beside a square at fault nobody knows it from
// what was felt. What is secret is not said.
func (g *glance) wouldSeal() *Message {
	m := g.j.match
	if !m.ready || !g.j.felt || m.secret() || m.entering() {
		return nil
	}
	by := rules.Referee
	if g.viewer < rules.MaxSeats {
		by = g.viewer
	}
	steps, ok := g.j.reader.Confirm(by)
	fixed := g.j.reader.Fixed()
	if !ok || len(steps) <= fixed || by != rules.Referee && steps[len(steps)-1].By != by {
		return nil
	}
	said := say(rules.Say("confirm.seals", "steps", strings.Join(g.j.texts(steps)[fixed:], ", ")))
	return &said
}

// sayFault is the sentence for one fault; one that the catalogue does not know
// is named.
func sayFault(kind, square string) Message {
	m := say(rules.Say("fault."+kind, "square", square))
	if !messages.Has(m.Key) {
		m.Text = "The sensor of " + square + " is at fault: " + kind
	}
	return m
}

// uncertain lights the squares at fault, unless that would tell a secret.
func (g *glance) uncertain() (scene leds.Scene) {
	if g.j.match.secret() {
		return nil
	}
	for sq := range g.j.faults.Doubted().Intersect(g.j.match.surface).All() {
		scene = append(scene, leds.Light{Square: sq, Meaning: leds.Uncertain})
	}
	return scene
}
