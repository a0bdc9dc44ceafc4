package robot

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// decide has the seat to act choose a step and do it.
func (g *game) decide(s rules.State) {
	g.rested()
	if g.scanner.stalledUntil != 0 && g.now < g.scanner.stalledUntil+time.Second { // no light has come, or late: nobody plays on without a look
		g.pass(max(0, g.scanner.stalledUntil-g.now) + g.between(50, 400))
		g.reconcile()
		if s = g.truth.last(); g.failed {
			return
		}
	}
	step := g.choose(s)
	g.report.Actions++
	g.log.note(g.now, "mean", s.Text(step))
	if g.onPage(s, step) {
		switch h := s.Hands(step); {
		case h.Armed && !secret(s) && g.oneIn(2):
			g.arm(s, step)
		case !g.typed && g.truth.closes(s, step):
			g.close(step)
		default:
			g.say(s, step)
		}
		return
	}
	if g.judge.Settling() {
		g.tidy(true)
		g.pass(g.between(50, 400))
		g.confirmUnfelt()
	}
	d := g.deedOf(s, step)
	g.outages = g.felt.outages
	g.putBack(d)
	switch d.hands.Manner {
	case rules.Implied:
		g.end(step)
	case rules.Passed:
		g.giveWay(d)
	default:
		if g.opt.lie > 0 && g.report.Actions >= g.opt.lie && g.cheat(d) {
			g.opt.lie = 0
		}
		g.perform(d, g.pick(d))
	}
	g.afterwards()
}

// cheat does another step than the one that is meant, and confirms it: what a
// judge of the referee has to notice. False if there is no other.
func (g *game) cheat(d *deed) bool {
	for _, other := range slices.Clone(d.legal) {
		h := d.state.Hands(other)
		if other == d.step || !carriesOne(h) || g.wood.Has(h.Carries[0].To) {
			continue
		}
		for _, w := range moves[0].words() {
			g.word(g.deedOf(d.state, other), w)
			g.pass(g.between(100, 200))
		}
		g.pass(time.Second)
		g.press("confirm")
		return true
	}
	return false
}

// choose draws a legal step. What brings the game to an end is likelier.
func (g *game) choose(s rules.State) rules.Step {
	if n := g.report.Actions; n < len(g.opt.line) {
		step, err := s.Parse(g.opt.line[n])
		if err != nil {
			panic(err)
		}
		return step
	}
	legal := slices.DeleteFunc(s.Legal(nil), func(step rules.Step) bool { return step.By >= rules.Chance })
	if !g.typed {
		legal = asked(s, legal)
	}
	var sharp, last []rules.Step
	for _, step := range legal {
		h := s.Hands(step)
		switch {
		case h.Manner == rules.Knocked, !h.Takes.IsEmpty():
			sharp = append(sharp, step)
		case h.Manner == rules.OnPage && s.Text(step) == "done "+s.Game().SeatName(step.By):
			last = append(last, step)
		}
	}
	switch {
	case len(sharp) > 0 && !g.oneIn(3):
		legal = sharp
	case len(last) > 0 && g.oneIn(3):
		legal = last
	}
	for range 8 {
		step := legal[g.rnd.IntN(len(legal))]
		if g.truth.sayable(s, step) {
			return step
		}
	}
	for _, step := range legal {
		if g.truth.sayable(s, step) {
			return step
		}
	}
	return legal[0]
}

// onPage reports whether a step is said on the page: what has no touches, what
// is chosen there first, and what is done in secret but for pieces that are put on
// a board behind a screen.
func (g *game) onPage(s rules.State, step rules.Step) bool {
	h := s.Hands(step)
	if entry(h) != board.None {
		return g.typed
	}
	return h.Manner == rules.OnPage || h.Armed || secret(s)
}

// secret reports whether a piece stands, or may be put, where not everybody may
// know of it.
func secret(s rules.State) bool {
	return s.Game().Hidden && (s.ToAct().Len() > 1 || s.Occupied(rules.Table) != s.Occupied(rules.Full))
}

// say does a step on the page and puts the wood right after it.
func (g *game) say(s rules.State, step rules.Step) {
	g.tidy(true)
	g.reconcile()
	if g.judgeAt() < len(g.truth.steps) {
		g.confirm() // a turn's end that nothing has said yet
	}
	g.mean(step)
	seat := step.By
	if !g.do(referee.Act{Seat: &seat, Text: s.Text(step)}, s.Text(step)) {
		g.fail(stuckGame, "the page refuses what is legal")
	}
	g.pass(g.between(100, 600))
	g.tidy(true)
	g.pass(g.between(100, 600))
	g.reconcile()
}

// end ends a turn: with the button, or with what the next seat does. A turn in which
// hands did nothing is ended with the button: nothing else would say so.
func (g *game) end(step rules.Step) {
	n := len(g.truth.steps)
	idle := n == 0 || g.truth.at[n-1].Hands(g.truth.steps[n-1]).Manner == rules.Implied
	after, _, _ := g.truth.last().Apply(step, nil)
	_, over := after.Result() // nobody plays after it
	if idle || over || g.oneIn(3) {
		g.tidy(true)
		g.pass(g.between(350, 900))
		g.reconcile()
		if g.judgeAt() < len(g.truth.steps) {
			g.confirm() // the end of the turn before, which nothing has said yet
		}
		g.mean(step)
		g.confirm()
		return
	}
	g.mean(step)
}

// giveWay passes.
func (g *game) giveWay(d *deed) {
	g.tidy(true)
	g.pass(g.between(350, 900))
	g.reconcile()
	g.mean(d.step)
	forced := !slices.ContainsFunc(d.legal, func(s rules.Step) bool { return s != d.step })
	if own := d.own.Intersect(g.wood); forced && !own.IsEmpty() && g.oneIn(2) {
		g.tap(g.one(own))
		return
	}
	if g.confirm(); g.judgeAt() == len(g.truth.steps)-1 { // it was taken for the other's, whose step was open
		g.confirm()
	}
}

// afterwards tidies up, pauses, fiddles, and looks whether the board has
// understood, as people do or not; after an outage they do.
func (g *game) afterwards() {
	last := len(g.truth.steps) - 1
	knocked := last >= 0 && g.truth.at[last].Hands(g.truth.steps[last]).Manner == rules.Knocked
	if s := g.truth.last(); s.ToAct().Has(rules.Chance) {
		if (g.blind || g.broken() || g.felt.outages != g.outages) && last >= 0 && !knocked {
			g.reconcile()
		}
		for !g.failed && g.truth.last().ToAct().Has(rules.Chance) {
			g.awaitThrow()
		}
		g.power.finished = len(g.truth.steps)
		g.pass(g.between(100, 900))
		g.tidy(false)
		return
	}
	g.power.finished = len(g.truth.steps)
	g.pass(g.between(30, 300))
	g.tidy(false)
	if g.oneIn(5) {
		g.fiddle(board.SetOf(g.moved))
	}
	if g.blind || g.broken() || g.felt.outages != g.outages || !g.oneIn(4) || knocked { // on a board that is broken, and after an attack, people look every time
		g.pass(g.between(350, 1200))
		g.reconcile()
	}
}
