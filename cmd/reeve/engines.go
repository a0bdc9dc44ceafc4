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

// engineList is every engine that can be chosen, the built-in one first.
func (d *daemon) engineList() []referee.Engine {
	list := []referee.Engine{{Name: builtIn, Levels: engineLevels, Apart: apart(games())}}
	for _, name := range slices.Sorted(maps.Keys(d.settings.Engines)) {
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
func (d *daemon) engines() map[string]opponent.Engine {
	out := map[string]opponent.Engine{}
	if self, err := d.machine.program(); err == nil { // else it is missing, and that is told
		out[builtIn] = opponent.Engine{Command: []string{self, "engine"}, Env: []string{gamesVariable + "=" + gamesDir()}}
	}
	for name, path := range d.settings.Engines {
		out[name] = opponent.Engine{Command: []string{path}}
	}
	return out
}

// adviser gives hints of the built-in engine.
func (d *daemon) adviser() *opponent.Adviser {
	return opponent.NewAdviser(opponent.Adviser{Session: d.session, Engine: d.engines()[builtIn], Limits: d.engineLimits(), Log: d.log})
}

// hintTo gives a hint to a seat; nil is the one that is to act.
func (d *daemon) hintTo(ctx context.Context, seat *rules.Seat) error {
	if seat == nil {
		act := d.session.Table(rules.Table).Position.ToAct
		if len(act) != 1 {
			return referee.Refuse(409, rules.Say("no.hint"), rules.Say("do.wait"))
		}
		whose, _ := d.session.Game().SeatOf(act[0])
		seat = &whose
	}
	return d.advice.Hint(ctx, *seat)
}

func (d *daemon) engineLimits() opponent.Limits {
	return opponent.Limits{Memory: int64(d.settings.EngineMemory) << 20}
}

// play has computers play their seats, until ctx is done.
func (d *daemon) play(ctx context.Context) {
	opponent.Run(ctx, opponent.Config{Session: d.session, Pace: d.settings.Pace, Engines: d.engines(), Limits: d.engineLimits(), Log: d.log})
}
