package robot

import (
	"slices"
	"strings"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/rules"
)

// pick chooses one of the orders that apply.
func (g *game) pick(d *deed) []string { return g.pickOf(d, d.orders()) }

func (g *game) pickOf(d *deed, orders []order) []string {
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

// perform does a script. The step becomes part of the truth before the touch that
// completes it.
func (g *game) perform(d *deed, words []string) {
	g.acts = d.step.By
	g.blind = slices.Contains(words, "-v") && len(words) > 1 && together(words[len(words)-2]) // slid in: the victim's contact may not have opened
	words = g.habits(d, words)
	now := meant(words)
	g.aim = board.Set{}
	idle := g.rnd.IntN(12 * len(words))
	for i, w := range words {
		if i == idle && i > 0 && !together(words[i-1]) && !together(w) {
			g.fiddle(d.given.Minus(board.SetOf(d.g)))
		}
		if i == now {
			g.means(d)
		}
		if wary := g.broken() || g.opt.Noise >= sim.Heavy; w == "+z" && (g.careful || d.p != board.None || wary) && !g.look(d) && g.broken() {
			g.takeOff()
			g.place(d.f)
			g.pass(g.between(350, 850))
			g.sayMissing()
			return
		}
		g.word(d, w)
		g.fidgets(d, w)
		if i+1 < len(words) && len(w) == 2 && len(words[i+1]) == 2 {
			g.pass(g.pause())
		}
	}
}

// together reports whether a word ties two touches to one.
func together(word string) bool { return word == "&" || word == "," || word == "=" }

// means makes the step that is being done part of the truth.
func (g *game) means(d *deed) {
	if !d.done {
		d.done = true
		g.mean(d.step)
	}
}

// look sees to it, before the attacker is put on the die, that what is lit is what is meant;
// false if that cannot be brought about.
func (g *game) look(d *deed) bool {
	want := board.SetOf(d.f, d.p, d.g)
	for try := 0; try < 6 && !g.failed; try++ { // what taps do not bring about, a new start does
		lit := g.judge.Guide(g.now).Declared
		switch {
		case g.judge.Asked() != nil:
			g.answer()
			continue
		case lit == want:
			return true
		case lit.IsEmpty():
			g.lift(d.f)
			g.pass(g.pause())
			g.tap(d.g)
		case lit.Has(d.f) && lit.Has(d.g) && d.p != board.None && try%4 < 2:
			g.tap(d.p)
		default:
			g.takeOff()
			g.place(d.f)
			g.pass(g.between(350, 850))
			continue
		}
		g.pass(g.between(350, 850))
	}
	return g.judge.Guide(g.now).Declared == want
}

// meant is the word before which a script's step is meant.
func meant(words []string) int {
	for _, mark := range []string{"!", "+t", ">t"} {
		if i := slices.Index(words, mark); i >= 0 {
			return i
		}
	}
	last := len(words) - 1
	for len(words[last]) != 2 {
		last--
	}
	return last
}

// word does one word of a script.
func (g *game) word(d *deed, w string) {
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
		g.roll()
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
func (g *game) lights(sq board.Square) bool {
	return g.judge.Asked() != nil && g.judge.Guide(g.now).Choose.Has(sq)
}

// pause is a person's between two touches.
func (g *game) pause() time.Duration {
	switch g.rnd.IntN(8) {
	case 0:
		return g.between(250, 700)
	case 1:
		return g.between(50, 80)
	}
	return g.between(60, 250)
}

func (g *game) lift(sq board.Square) {
	if g.failed || !g.wood.Has(sq) {
		return
	}
	g.calm()
	g.wood.Remove(sq)
	g.scanner.lift(sq, g.now)
}

// calm waits until a hand that is slow enough for the board touches again.
func (g *game) calm() {
	if wait := g.scanner.ready(g.now); wait > 0 {
		g.pass(wait)
	}
	g.scanner.touched = g.now
}

func (g *game) place(sq board.Square) {
	if g.failed || sq == board.None || g.wood.Has(sq) {
		return
	}
	g.calm()
	g.wood.Add(sq)
	g.scanner.place(sq, g.poleFor(sq), g.now)
}

// drag slides a piece over the board, without taking it up.
func (g *game) drag(from, to board.Square) {
	if g.failed || !g.wood.Has(from) || g.wood.Has(to) {
		return
	}
	long := max(g.between(200, 900), 4*g.scanner.calm)
	g.calm()
	g.wood.Remove(from)
	g.wood.Add(to)
	g.scanner.drag(from, to, g.now, g.now+long)
	g.pass(long)
	g.scanner.touched = g.now
}

// tap lifts a piece and puts it back.
func (g *game) tap(sq board.Square) {
	if !g.wood.Has(sq) {
		return
	}
	g.lift(sq)
	g.pass(g.between(60, 400))
	g.place(sq)
	g.pass(g.between(30, 200))
}

// fiddle taps a piece that has nothing to do with anything.
func (g *game) fiddle(spare board.Set) {
	s := g.truth.last()
	idle := s.Occupied(rules.Full).Intersect(g.wood).Minus(spare).Minus(g.passers(s)).Minus(g.entered(s))
	lit := g.judge.Guide(g.now)
	idle = idle.Minus(lit.Choose).Minus(lit.Partner) // a tap there would answer, or join
	if sq := g.one(idle); sq != board.None {
		g.log.note(g.now, "idle", "")
		g.tap(sq)
	}
}

// passers are the pieces whose tap would pass.
func (g *game) passers(s rules.State) (p board.Set) {
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
