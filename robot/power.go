package robot

import (
	"slices"
	"time"

	"reeve/referee"
	"reeve/rules"
)

// cut cuts the power at this instant, whatever hands are doing, and switches it on
// again: the referee goes on from the record. Now and then somebody moves a piece
// while nobody feels it.
func (g *game) cut() {
	g.report.Cuts++
	g.log.note(g.now, "power", "cut")
	before, _ := g.judge.Steps(nil)
	g.off = true
	if g.oneIn(4) {
		g.disturb()
	}
	g.off = false
	j, err := referee.NewJudge(g.config, &referee.Recorded{ID: 1, Header: g.log.header, Events: g.log.events}, referee.NewGame{})
	if err != nil {
		g.fail(stuckGame, "the record cannot be gone on with: "+err.Error())
		return
	}
	g.judge, g.wake, g.asked = j, 0, false
	j.Wood(g.felt, g.now)
	after, _ := j.Steps(nil)
	s, _ := j.State()
	switch {
	case !slices.Equal(before, after):
		g.fail(stuckGame, "a power cut has changed the record")
	case g.felt != s.Occupied(rules.Full) && !secret(s) && !j.Settling():
		g.fail(stuckGame, "wood that has changed while the power was off is not noticed")
	}
	g.log.note(g.now, "power", "on")
	g.proceed()
}

// disturb moves a piece, or takes one off.
func (g *game) disturb() {
	from, to := g.one(g.wood), g.one(g.truth.last().Topology().All().Minus(g.wood))
	g.lift(from)
	g.pass(g.between(50, 200))
	if g.oneIn(2) {
		g.place(to)
	}
	g.pass(2*restless + 50*time.Millisecond)
}
