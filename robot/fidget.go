package robot

import (
	"slices"
	"strings"
	"time"

	"reeve/board"
	"reeve/rules"
)

// habits are the words of a script as people do them who push pieces slowly to the square beside, or who fidget: a piece touches down
// wherever a leap goes on, or nothing is done for a minute before.
func (g *hands) habits(d *deed, words []string) []string {
	if g.opt.Pushes && d.hands.Manner == rules.Carried && !d.hands.Armed && d.f != d.t && d.f != board.None && d.victims.IsEmpty() && d.around(d.f).Has(d.t) &&
		g.wood.Has(d.f) && !g.wood.Has(d.t) && g.oneIn(6) {
		g.log.note(g.now, "pushes", "")
		return []string{"+t", "=", "-f"}
	}
	if !g.opt.Fidgets {
		return words
	}
	if g.oneIn(100) {
		g.pass(time.Minute)
	}
	from, to := slices.Index(words, "-f"), slices.Index(words, "+t")
	if d.hands.Manner != rules.Carried || d.hands.Armed || from < 0 || to < from || d.f == d.t || strings.Count(strings.Join(words, " "), "f") > 1 {
		return words
	}
	if d.hands.Via.IsEmpty() || !g.oneIn(3) {
		return words
	}
	g.log.note(g.now, "touches down", "")
	return slices.Insert(slices.Clone(words), to, "%")
}

// touchDown puts the piece down wherever its leap goes on, in the order in which the step names the squares.
func (g *hands) touchDown(d *deed) {
	for _, name := range strings.FieldsFunc(d.state.Text(d.step), func(r rune) bool { return r == 'x' || r == '-' }) {
		if sq, ok := d.state.Topology().Square(name); ok && d.hands.Via.Has(sq) && sq != d.t && !g.wood.Has(sq) {
			g.place(sq)
			g.pass(g.pause())
			g.lift(sq)
			g.pass(g.pause())
		}
	}
}

// fidgets does what people and machines do beside a word of a script, in games with Fidgets: somebody straightens the
// piece that was just knocked on, or any piece, or the daemon stands still and misses touches.
func (g *hands) fidgets(d *deed, w string) {
	if !g.opt.Fidgets || together(w) {
		return
	}
	switch {
	case w == "+g" && g.oneIn(10):
		g.pass(g.between(50, 700))
		g.log.note(g.now, "straightens", "")
		g.tap(d.g)
	case w == "~" && g.oneIn(12):
		g.fiddle(board.SetOf(d.f))
	case g.oneIn(100):
		g.log.note(g.now, "stalls", "")
		g.scanner.stall(g.now, g.between(60, 600))
	}
}

// stall stops scans and reads for a while: touches that are undone meanwhile are lost.
func (f *scanner) stall(now, lasts time.Duration) {
	if f.at < now {
		f.loop.Rested(now)
	}
	f.at = max(f.at, now+lasts)
	f.stalledUntil = f.at
	f.activeUntil = max(f.activeUntil, f.at+restless)
}

// attacks counts the attacks of the truth that were thrown.
func (t *truth) attacks() (n int) {
	for i, step := range t.steps {
		if t.at[i].Hands(step).Manner == rules.Knocked {
			n++
		}
	}
	return n
}
