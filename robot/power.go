package robot

import (
	"slices"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
)

// cut cuts the power at this instant, whatever hands are doing, and switches it on
// again: the referee goes on from the record. Now and then somebody moves a piece
// while nobody feels it.
func (g *bench) cut() {
	g.report.Cuts++
	if g.power.cutAt = g.power.finished; g.record.sealed < g.power.finished {
		g.report.CutFinished++
	}
	g.log.note(g.now, "power", "cut "+g.moment())
	before, _ := g.judge.Steps(nil)
	g.power.off = true
	if g.oneIn(4) {
		g.disturb()
	}
	g.power.off = false
	j, err := referee.NewJudge(g.config, &referee.Recorded{ID: 1, Header: g.log.header, Events: g.log.events}, referee.NewGame{})
	if err != nil {
		g.fail(stuckGame, "the record cannot be gone on with: "+err.Error())
		return
	}
	g.judge, g.wake, g.questions.asked, g.questions.told = j, 0, false, 0
	g.blind = true // whoever saw the lights go out looks what they show when they are back
	j.Wood(g.felt.wood, g.now)
	g.felt.stirred = g.now
	g.tellPoles(g.now)
	after, _ := j.Steps(nil)
	s, _ := j.State()
	switch {
	case !slices.Equal(before, after):
		g.fail(stuckGame, "a power cut has changed the record")
	case g.felt.wood != s.Occupied(rules.Full) && !secret(s) && byHand(s) && !j.Settling():
		g.fail(stuckGame, "wood that has changed while the power was off is not noticed")
	}
	g.log.note(g.now, "power", "on")
	g.proceed()
}

// lost counts a step that was finished when the power went and has to be done again from step k of the truth.
func (g *bench) lost(k int) {
	for ; k < g.power.cutAt; k++ {
		if g.truth.at[k].Hands(g.truth.steps[k]).Manner != rules.Implied {
			g.report.FinishedAgain++
			g.power.cutAt = 0
		}
	}
}

// byHand reports whether hands can do anything now, or when a throw has fallen. Where all is said on the page, as
// before the boards of Chess Battle are joined, wood is put right when they can again.
func byHand(s rules.State) bool {
	return s.ToAct().Has(rules.Chance) || slices.ContainsFunc(s.Legal(nil), func(step rules.Step) bool { return s.Hands(step).Manner != rules.OnPage })
}

// moment says what is going on.
func (g *bench) moment() string {
	s, sealed := g.judge.State()
	want := s.Occupied(rules.Full)
	n := len(g.record.steps)
	switch {
	case g.judge.Settling():
		return "in a settle"
	case n > 0 && g.record.steps[n-1].By == rules.Chance && !g.felt.wood.Minus(want).IsEmpty():
		return "between throw and removal"
	case !want.Within(g.felt.wood) && !sealed:
		return "with a piece in the air and a step open"
	case !want.Within(g.felt.wood):
		return "with a piece in the air"
	case !sealed:
		return "with a step open"
	}
	return "at rest"
}

// disturb moves a piece, or takes one off.
func (g *bench) disturb() {
	g.log.note(g.now, "power", "somebody moves a piece")
	from, to := g.one(g.wood), g.one(g.truth.last().Topology().All().Minus(g.wood))
	g.power.shifted = board.SetOf(from, to)
	g.lift(from)
	g.pass(g.between(50, 200))
	if g.oneIn(2) {
		g.place(to)
	}
	g.pass(2*restless + 50*time.Millisecond)
}
