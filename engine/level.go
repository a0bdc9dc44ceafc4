package engine

import "reeve/rules"

// Levels is how many there are.
const Levels = 8

// level is how well is played: how much is looked at, and how far judgements err.
type level struct {
	nodes  int
	depth  int     // turns looked ahead
	blunt  bool    // captures behind the horizon are not looked at
	noise  float32 // of a judgement, as a part of how far the best step stands out at first sight
	worlds int     // how many positions are drawn where something is hidden
}

// ladder are the levels of every game.
var ladder = [Levels]level{
	{nodes: 4000, depth: 1, blunt: true, noise: 4, worlds: 1},
	{nodes: 4000, depth: 1, blunt: true, noise: 1.5, worlds: 1},
	{nodes: 4000, depth: 1, blunt: true, noise: 0.5, worlds: 1},
	{nodes: 1000, depth: 2, noise: 0.7, worlds: 1},
	{nodes: 4000, depth: 3, noise: 0.2, worlds: 1},
	{nodes: 10000, depth: mostDepth, worlds: 2},
	{nodes: 30000, depth: mostDepth, worlds: 3},
	{nodes: 120000, depth: mostDepth, worlds: 4},
}

// levelOf returns what that level is in g; levels out of range are the nearest.
func levelOf(g *rules.Game, n int) level {
	return ladder[min(max(n, 1), Levels)-1]
}

// greedy looks at what each step leads to, throws included, and no further.
var greedy = level{nodes: 1 << 20, depth: 1, blunt: true, worlds: 1}
