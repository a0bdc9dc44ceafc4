package robot

import (
	"time"

	"reeve/board"
	"reeve/rules"
)

// fidgets does what people and machines do beside a word of a script, in games with Fidgets: somebody straightens the
// piece that was just knocked on, or any piece, or the daemon stands still and misses touches.
func (g *game) fidgets(d *deed, w string) {
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
		g.feel.stall(g.now, g.between(60, 600))
	}
}

// stall makes no scan for so long, nor is anything read: what is touched and goes back meanwhile nobody has felt.
func (f *feel) stall(now, lasts time.Duration) {
	f.at = max(f.at, now+lasts)
	f.stalls = f.at
	f.busy = max(f.busy, f.at+restless)
}

// attacks counts the attacks of the truth that were thrown.
func (g *game) attacks() (n int) {
	for i, step := range g.truth.steps {
		if g.truth.at[i].Hands(step).Manner == rules.Knocked {
			n++
		}
	}
	return n
}
