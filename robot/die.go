package robot

import (
	"time"

	"reeve/board"
)

// roll puts the attacker on the die that was lit when its player looked up, and leaves it there until the dice have
// fallen or it was asked about. Hands take a moment to come there.
func (g *hands) roll() {
	at := g.one(g.aim.Minus(g.wood))
	if at == board.None {
		at = g.one(g.judge.Guide(g.now).Throw.Minus(g.wood))
	}
	if g.aim = (board.Set{}); at == board.None {
		return
	}
	g.pass(g.between(150, 700))
	g.die = at
	g.place(at)
	until := g.now + g.between(2000, 4000)
	for n := len(g.truth.steps); len(g.truth.steps) == n && g.judge.Asked() == nil && !g.failed && g.now < until; {
		g.pass(100 * time.Millisecond)
	}
}

// slip puts the attacker on the die, and takes it off before the dice fall.
func (g *hands) slip() {
	at := g.one(g.judge.Guide(g.now).Throw.Minus(g.wood))
	g.place(at)
	g.pass(g.between(60, 400))
	g.lift(at)
}

// takeOff takes what lies on a die into the hand again.
func (g *hands) takeOff() {
	if g.die != board.None {
		g.lift(g.die)
		g.die = board.None
		g.pass(g.between(40, 200))
	}
}
