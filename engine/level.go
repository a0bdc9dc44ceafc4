package engine

import "reeve/rules"

// Levels is how many there are.
const Levels = 8

// level is how well is played: how much is looked at, and how far judgements err.
type level struct {
	nodes int
	depth int     // turns looked ahead
	blunt bool    // captures behind the horizon are not looked at
	noise float32 // of a judgement, as a part of how far the best step stands out at first sight
}

// ladder are the levels of every game.
var ladder = [Levels]level{
	{nodes: 4000, depth: 1, noise: 4},
	{nodes: 4000, depth: 1, noise: 2.2},
	{nodes: 4000, depth: 1, noise: 1.2},
	{nodes: 2500, depth: 2, noise: 0.6},
	{nodes: 6000, depth: 3, noise: 0.25},
	{nodes: 12000, depth: mostDepth},
	{nodes: 60000, depth: mostDepth},
	{nodes: 300000, depth: mostDepth},
}

// levelOf returns what that level is in g; levels out of range are the nearest.
func levelOf(g *rules.Game, n int) level {
	return ladder[min(max(n, 1), Levels)-1]
}

// greedy looks at what each step leads to, throws included, and no further.
var greedy = level{nodes: 1 << 20, depth: 1, blunt: true}
