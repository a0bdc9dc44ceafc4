package robot

import (
	"slices"

	"reeve/board"
	"reeve/hw/sim"
)

// perform does a script. The step becomes part of the truth before the touch that
// completes it. Who finds that somebody has moved one of its pieces while the power was off, stops there.
func (g *player) perform(d *deed, words []string) {
	g.acts = d.step.By
	g.blind = slices.Contains(words, "-v") && len(words) > 1 && together(words[len(words)-2]) // slid in: the victim's contact may not have opened
	words = g.habits(d, words)
	now := meant(words)
	g.aim = board.Set{}
	g.power.shifted = board.Set{}
	idle := g.rnd.IntN(12 * len(words))
	for i, w := range words {
		if !g.power.shifted.Intersect(d.given).IsEmpty() { // nobody taps a piece that is not there
			return
		}
		if i == idle && i > 0 && !together(words[i-1]) && !together(w) {
			g.fiddle(d.given.Minus(board.SetOf(d.g)))
		}
		if i == now {
			g.means(d)
		}
		if wary := g.broken() || g.opt.Noise >= sim.Heavy; w == "+z" && (g.careful || d.p != board.None || wary) && !g.look(d) { // who sees others lit does not throw
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

// look sees to it, before the attacker is put on the die, that what is lit is what is meant;
// false if that cannot be brought about.
func (g *player) look(d *deed) bool {
	want := board.SetOf(d.f, d.p, d.g)
	for try := 0; try < 6 && !g.failed; try++ { // what taps do not bring about, a new start does
		lit := g.judge.Guide(g.now).Declared
		switch {
		case g.broken() && g.judgeAt() < 0: // what stands there nobody has meant
			return false
		case g.judge.Asked() != nil:
			g.answer()
			continue
		case lit == want:
			g.aim = board.Set{} // the die that is lit now
			return true
		case lit.IsEmpty():
			g.lift(d.f)
			g.pass(g.pause())
			g.tap(d.g)
		case lit.Has(d.f) && lit.Has(d.g) && d.p != board.None && try%4 < 2:
			g.tap(d.p)
		default:
			g.takeOff()
			g.aim = board.Set{} // whoever begins again looks again
			g.place(d.f)
			g.pass(g.between(350, 850))
			continue
		}
		g.pass(g.between(350, 850))
	}
	return g.judge.Guide(g.now).Declared == want
}

// means makes the step that is being done part of the truth.
func (g *trial) means(d *deed) {
	if !d.done {
		d.done = true
		g.mean(d.step)
	}
}

// together reports whether a word ties two touches to one.
func together(word string) bool { return word == "&" || word == "," || word == "=" }

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
