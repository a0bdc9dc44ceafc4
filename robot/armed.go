package robot

import (
	"strings"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// swaps are the orders in which two pieces change places.
var swaps = []order{
	{"plain", "-f -t +f +t", 10},
	{"other way round", "-t -f +t +f", 5},
	{"hesitating", "-f ~ -t ~ +t +f", 5},
	{"another piece first", "-e +e -f -t +t +f", 3},
	{"put back first", "-f +f ~ -f -t +f +t", 3},
}

// arm chooses a step's kind on the page and shows its squares by hand. What hands
// then cannot say, or the board does not take, is said on the page whole.
func (g *game) arm(s rules.State, step rules.Step) {
	g.tidy(true)
	g.reconcile()
	if g.judgeAt() < len(g.truth.steps) {
		g.confirm()
	}
	d := g.deedOf(s, step)
	orders, ok := g.armedOrders(d)
	kind := g.kindOf(s.Text(step))
	if !ok || !g.do(referee.Arm{Seat: step.By, Text: kind}, "arm "+kind) {
		g.say(s, step)
		return
	}
	g.pass(g.between(200, 900))
	g.perform(d, g.pickOf(d, orders))
	for try := 0; try < 3 && !g.failed && !g.shown(); try++ {
		if g.judge.Asked() != nil {
			g.answer()
		}
		g.pass(g.between(400, 900))
	}
	if !g.failed && !g.shown() {
		g.cancel(s, step)
	}
	g.tidy(true)
	g.reconcile()
}

// kindOf is what is chosen on the page of an armed action: its first word, and who
// comes back to the board, for hands cannot say that; now and then the board has to ask.
// Of what is ended it is all.
func (g *whim) kindOf(action string) string {
	if who, _, comes := strings.Cut(action, "@"); comes && !g.oneIn(50) {
		return who
	}
	kind, _, _ := strings.Cut(action, " ")
	if kind == "cancel" {
		return action
	}
	return kind
}

// armedOrders are the orders of an armed step, with the letters they need.
func (g *hands) armedOrders(d *deed) ([]order, bool) {
	h := d.hands
	switch {
	case h.Manner == rules.Carried && h.Carries[1] != rules.NoCarry:
		return swaps, true
	case h.Manner == rules.Carried && d.t == board.None && !d.victims.IsEmpty():
		return removals, true
	case h.Manner == rules.Carried && d.t != board.None:
		return d.orders(), true
	case h.Target == board.None:
		return nil, false
	}
	d.t, d.letters['t'] = h.Target, h.Target
	d.given.Add(h.Target)
	if h.Partner == board.None {
		return points("t", g.wood.Has(h.Target)), true
	}
	d.p, d.letters['p'] = h.Partner, h.Partner
	d.given.Add(h.Partner)
	one, two := points("t", g.wood.Has(h.Target)), points("p", g.wood.Has(h.Partner))
	return []order{
		{"one side of the line, then the other", one[0].script + " " + two[0].script, 10},
		{"other way round", two[0].script + " " + one[0].script, 5},
		{"slow", one[1].script + " ~ " + two[1].script, 3},
	}, true
}

// points are the orders in which the square of a letter is pointed at.
func points(letter string, stands bool) []order {
	touch := []string{"+", " -"}
	if stands {
		touch = []string{"-", " +"}
	}
	tap := touch[0] + letter + touch[1] + letter
	return []order{{"plain", tap, 10}, {"slow", strings.Replace(tap, " ", " ~ ", 1), 3}}
}

// cancel gives up the hands' way, puts the wood back and says the step on the page.
func (g *game) cancel(s rules.State, step rules.Step) {
	g.report.Redone++
	g.do(referee.Arm{Seat: step.By}, "cancel")
	g.lay(s)
	seat := step.By
	if k := g.judgeAt(); k >= 0 && k < len(g.truth.steps) && !g.do(referee.Act{Seat: &seat, Text: s.Text(step)}, s.Text(step)) {
		g.fail(stuckGame, "the page refuses what is legal")
	}
	g.pass(500 * time.Millisecond)
}
