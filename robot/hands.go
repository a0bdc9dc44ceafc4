package robot

import (
	"strings"

	"reeve/board"
	"reeve/rules"
)

// hands do scripts on the bench, and hold what they have taken up.
type hands struct {
	bench
	moved board.Square // where the last piece was set down
	die   board.Square // where an attacker lies that was put there to throw
	aim   board.Set    // the dice that were lit when its player looked up
	legal []rules.Step
}

// pick chooses one of the orders that apply.
func (g *hands) pick(d *deed) []string { return g.pickOf(d, d.orders()) }

func (g *hands) pickOf(d *deed, orders []order) []string {
	sum := 0
	for _, o := range orders {
		sum += o.often
	}
	for range 8 {
		k := g.rnd.IntN(sum)
		for _, o := range orders {
			if k -= o.often; k < 0 {
				words := o.words()
				if g.fill(d, words) {
					g.log.note(g.now, "order", o.name)
					return words
				}
				break
			}
		}
	}
	return orders[0].words()
}

// word does one word of a script.
func (g *hands) word(d *deed, w string) {
	switch w {
	case "~":
		g.pass(g.between(320, 850))
		g.aim = g.judge.Guide(g.now).Throw
	case ",":
		g.pass(g.between(6, 60))
	case "&", "!":
	case "=":
		g.pass(g.between(0, 2000))
	case "%":
		g.touchDown(d)
	case "+z":
		if !g.wood.Has(d.f) { // else it was put back, for what was lit was something else
			g.roll()
		}
	case "?z":
		g.slip()
	case "-v":
		for sq := range d.victims.All() {
			g.lift(sq)
			g.pass(g.between(0, 200))
		}
	case "+v":
		for sq := range d.victims.All() {
			g.place(sq)
			g.pass(g.between(0, 200))
		}
	default:
		switch to := d.letters[w[1]]; w[0] {
		case '-':
			if !strings.ContainsRune(bystanders, rune(w[1])) || !g.lights(to) {
				g.lift(to)
			}
		case '>':
			g.drag(d.f, to)
			g.moved = to
		default:
			g.place(to)
			g.moved = to
		}
	}
}

// bystanders are the letters of pieces that a step has nothing to do with.
const bystanders = "oiedqh"

// lights reports whether a square is lit as an answer to a question: nobody taps it
// then without meaning to.
func (g *trial) lights(sq board.Square) bool {
	return g.judge.Asked() != nil && g.judge.Guide(g.now).Choose.Has(sq)
}

// fiddle taps a piece that has nothing to do with anything.
func (g *hands) fiddle(spare board.Set) {
	s := g.truth.last()
	idle := s.Occupied(rules.Full).Intersect(g.wood).Minus(spare).Minus(g.passers(s)).Minus(g.truth.entered(s))
	lit := g.judge.Guide(g.now)
	idle = idle.Minus(lit.Choose).Minus(lit.Partner) // a tap there would answer, or join
	if sq := g.one(idle); sq != board.None {
		g.log.note(g.now, "idle", "")
		g.tap(sq)
	}
}

// passers are the pieces whose tap would pass.
func (g *hands) passers(s rules.State) (p board.Set) {
	for _, step := range s.Legal(g.legal[len(g.legal):]) {
		if s.Hands(step).Manner != rules.Passed {
			continue
		}
		for sq := range s.Occupied(rules.Full).All() {
			if man, _ := s.At(sq); man.Owner == step.By {
				p.Add(sq)
			}
		}
	}
	return p
}

// putBack puts pieces back that are in a hand and not needed by the deed.
func (g *hands) putBack(d *deed) {
	g.takeOff()
	need := board.SetOf(d.f)
	for sq := range d.state.Occupied(rules.Full).Minus(g.wood).Minus(need).All() {
		g.place(sq)
		g.pass(g.between(40, 300))
	}
}

// tidy brings the wood to the truth. Unless all is to be tidied, a piece that
// may go on stays in the hand now and then, and the dead may lie for a while.
func (g *hands) tidy(all bool) {
	g.takeOff()
	s := g.truth.last()
	want := s.Occupied(rules.Full)
	var goesOn board.Set
	if !all {
		for _, step := range s.Legal(nil) {
			goesOn.Add(s.Hands(step).Carries[0].From)
		}
		if len(g.truth.steps) > 0 && s.ToAct() != g.truth.at[len(g.truth.at)-2].ToAct() {
			goesOn = board.Set{}
		}
	}
	for sq := range g.wood.Minus(want).All() {
		if all || g.oneIn(2) {
			g.lift(sq)
			g.pass(g.between(40, 300))
		}
	}
	for sq := range want.Minus(g.wood).All() {
		if !goesOn.Has(sq) || g.oneIn(2) {
			g.place(sq)
			g.pass(g.between(40, 300))
		}
	}
}

// lay lays the wood as a position has it.
func (g *hands) lay(s rules.State) {
	g.takeOff()
	want := s.Occupied(rules.Full)
	for sq := range g.wood.Minus(want).All() {
		g.lift(sq)
		g.pass(g.between(40, 200))
	}
	for sq := range want.Minus(g.wood).All() {
		g.place(sq)
		g.pass(g.between(40, 200))
	}
	g.pass(g.between(350, 900))
}
