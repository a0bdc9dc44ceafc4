package main

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"reeve/archive"
	"reeve/referee"
	"reeve/rules"
	"reeve/speech"
)

// recordedGame is the game on the table, and the record of all.
type recordedGame struct {
	ground
	archive *archive.Archive
	session *referee.Session
}

// games returns the game to start with, and the one of the archive to go on with.
func (g *recordedGame) games() (referee.NewGame, *referee.Recorded, error) {
	first := referee.NewGame{Game: g.settings.Game, Options: map[string]any{}, Players: g.settings.Players, Clock: g.settings.Clock, Dice: referee.DiceChoice{
		Kind: g.settings.Dice.Kind, Seed: g.settings.Dice.Seed, Scripted: g.settings.Dice.Script,
	}}
	game, err := rules.Find(games(), first.Game)
	if err != nil {
		return first, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(g.settings.Options)) {
		if first.Options[name], err = game.ParseOption(name, g.settings.Options[name]); err != nil {
			return first, nil, err
		}
	}
	id, ok, err := g.archive.Current()
	if err != nil || !ok {
		return first, nil, err
	}
	h, events, err := g.archive.Load(id)
	return first, &referee.Recorded{ID: id, Header: h, Events: events}, err
}

// tellDamage says in the log and on every page what was found damaged.
func (g *recordedGame) tellDamage(found archive.Damage) {
	for _, f := range found.Faults {
		g.log.Error("THE ARCHIVE WAS DAMAGED: "+f.String(), "folder", filepath.Join(g.settings.State, found.Aside))
	}
	g.session.Damaged(found)
}

// checkArchive looks at what was too much to be looked at when the archive was opened.
func (g *recordedGame) checkArchive(ctx context.Context) {
	if !g.archive.Glanced() {
		return
	}
	faults, err := g.archive.Check(ctx)
	if err != nil && ctx.Err() == nil {
		g.log.Error("the archive cannot be checked", "error", err)
	}
	g.tellDamage(archive.Damage{Faults: faults})
}

// speak says what everybody may know, until ctx is done.
func (g *recordedGame) speak(ctx context.Context) {
	w := g.session.Watch(rules.Table)
	defer w.Close()
	speech.Run(ctx, w.C(), speech.Config{Language: g.settings.Language, Log: g.log})
}
