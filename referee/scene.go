package referee

import (
	"slices"

	"reeve/board"
	"reeve/leds"
	"reeve/rules"
)

// lit is what the lights say.
func (g *glance) lit() leds.Scene {
	if picture := g.j.pictures.scene(g.now); picture != nil {
		return picture
	}
	guide := g.guide
	guide.Lift, guide.Place = g.request.Lift, g.request.Place
	if g.j.follows() { // simulated wood sets itself up: nobody needs those lights
		guide.Lift, guide.Place = board.Set{}, board.Set{}
	}
	var out leds.Scene
	for _, part := range []struct {
		squares board.Set
		meaning leds.Meaning
	}{
		{guide.Origin, leds.Origin},
		{guide.Declared, leds.Declared},
		{guide.Throw, leds.Throw},
		{guide.Legal, leds.Legal},
		{guide.Target, leds.Target},
		{guide.Partner, leds.Partner},
		{guide.Choose, leds.Choose},
		{guide.Lift, leds.Lift},
		{guide.Place, leds.Place},
		{g.j.wrong(), leds.Wrong},
		{g.j.match.lastSquares(g.viewer), leds.Last},
		{g.thinking(), leds.Thinks},
		{g.j.match.hint.squares(&g.j.match.history), leds.Hint},
	} {
		for sq := range part.squares.All() {
			out = append(out, leds.Light{Square: sq, Meaning: part.meaning})
		}
	}
	g.tellOdds(out)
	if guide.Origin.IsEmpty() && guide.Lift.IsEmpty() && guide.Place.IsEmpty() {
		for sq := range g.firstOfLesson().All() {
			out = append(out, leds.Light{Square: sq, Meaning: leds.Lift})
		}
	}
	return slices.Clip(append(out, g.uncertain()...))
}

// firstOfLesson are the squares that a lesson lights once the wood is set up.
func (g *glance) firstOfLesson() board.Set {
	if !g.j.match.ready {
		return board.Set{}
	}
	return g.j.match.lesson.first(g.j.match.state())
}

// wrong are the squares that hold wood no reading explains.
func (h *handling) wrong() board.Set { return h.reading.Wrong.Minus(h.faults.Doubted()) }

// lastSquares are the squares of the last action that a player took and viewer
// knows of.
func (m *history) lastSquares(viewer rules.Seat) board.Set {
	i := m.lastTold(viewer)
	if i < 0 {
		return board.Set{}
	}
	return m.before(i).Hands(m.played[i].step).Squares()
}

// lastTold is the last step of a player that touched the board and that viewer
// knows of, -1 for none.
func (m *history) lastTold(viewer rules.Seat) int {
	for i := len(m.played) - 1; i >= 0; i-- {
		step := m.played[i].step
		if step.By == rules.Chance || step.By == rules.Referee || !m.sees(i, viewer) {
			continue
		}
		switch m.before(i).Hands(step).Manner {
		case rules.Carried, rules.Knocked:
			return i
		}
	}
	return -1
}
