package engine

import "reeve/rules"

// Levels is how many there are.
const Levels = 8

// level is how well is played: how much is looked at, and how far judgements err.
type level struct {
	nodes   int
	depth   int     // decisions looked ahead
	capture int     // and more of captures
	noise   float32 // of an expected result
	worlds  int     // how many positions are drawn where something is hidden
}

// ladder are the levels of every game.
var ladder = [Levels]level{
	{nodes: 2000, depth: 1, capture: 0, noise: 0.35, worlds: 1},
	{nodes: 2000, depth: 1, capture: 0, noise: 0.15, worlds: 1},
	{nodes: 2000, depth: 1, capture: 0, noise: 0.05, worlds: 2},
	{nodes: 2000, depth: 2, capture: 2, noise: 0.02, worlds: 2},
	{nodes: 4000, depth: mostDepth, capture: 4, worlds: 3},
	{nodes: 12000, depth: mostDepth, capture: 4, worlds: 4},
	{nodes: 40000, depth: mostDepth, capture: 6, worlds: 6},
	{nodes: 120000, depth: mostDepth, capture: 6, worlds: 8},
}

// levelOf returns what that level is in g; levels out of range are the nearest.
func levelOf(g *rules.Game, n int) level {
	return ladder[min(max(n, 1), Levels)-1]
}
