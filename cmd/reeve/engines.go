package main

import (
	"context"
	"maps"
	"slices"

	"reeve/opponent"
	"reeve/referee"
	"reeve/rules"
)

// builtIn is the engine that is this program itself, and engineLevels how many an engine has
// (docs/engine-protocol.md).
const (
	builtIn      = "reeve"
	engineLevels = 8
)

// computers are the programs that play, judge and give hints.
type computers struct {
	*recordedGame
	advice *opponent.Adviser
}

// list is every engine that can be chosen, the built-in one first.
func (c *computers) list() []referee.Engine {
	list := []referee.Engine{{Name: builtIn, Levels: engineLevels, Apart: apart(games())}}
	for _, name := range slices.Sorted(maps.Keys(c.settings.Engines)) {
		list = append(list, referee.Engine{Name: name, Levels: engineLevels})
	}
	return list
}

// apart are the levels of the built-in engine that matches have told apart, by game.
func apart(games []*rules.Game) map[string][]int {
	out := map[string][]int{}
	for _, g := range games {
		if levels := g.Weights.Levels; levels != nil {
			out[g.Name] = levels
		}
	}
	return out
}

// engines are the programs behind them. The built-in one is told where games are corrected.
func (c *computers) engines() map[string]opponent.Engine {
	out := map[string]opponent.Engine{}
	if self, err := c.machine.program(); err == nil { // else it is missing, and that is told
		out[builtIn] = opponent.Engine{Command: []string{self, "engine"}, Env: []string{gamesVariable + "=" + gamesDir()}}
	}
	for name, path := range c.settings.Engines {
		out[name] = opponent.Engine{Command: []string{path}}
	}
	return out
}

// advise makes who gives hints: the built-in engine.
func (c *computers) advise() {
	c.advice = opponent.NewAdviser(opponent.Adviser{Session: c.session, Engine: c.engines()[builtIn], Limits: c.limits(), Log: c.log})
}

// hintTo gives a hint to a seat; nil is the one that is to act.
func (c *computers) hintTo(ctx context.Context, seat *rules.Seat) error {
	if seat == nil {
		act := c.session.Table(rules.Table).Position.ToAct
		if len(act) != 1 {
			return referee.Refuse(409, rules.Say("no.hint"), rules.Say("do.wait"))
		}
		whose, _ := c.session.Game().SeatOf(act[0])
		seat = &whose
	}
	return c.advice.Hint(ctx, *seat)
}

func (c *computers) limits() opponent.Limits {
	return opponent.Limits{Memory: int64(c.settings.EngineMemory) << 20}
}

// play has computers play their seats, until ctx is done.
func (c *computers) play(ctx context.Context) {
	opponent.Run(ctx, opponent.Config{Session: c.session, Pace: c.settings.Pace, Engines: c.engines(), Limits: c.limits(), Log: c.log})
}
