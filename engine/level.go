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

// ladder are the levels of a game that has no own ones.
var ladder = []rules.Rung{
	{Positions: 4000, Turns: 1, Error: 4},
	{Positions: 4000, Turns: 1, Error: 2.2},
	{Positions: 4000, Turns: 1, Error: 1.2},
	{Positions: 2500, Turns: 2, Error: 0.6},
	{Positions: 6000, Turns: 3, Error: 0.25},
	{Positions: 12000},
	{Positions: 60000},
	{Positions: 300000},
}

// ladderOf returns the levels in g.
func ladderOf(g *rules.Game) []rules.Rung {
	if len(g.Weights.Ladder) > 0 {
		return g.Weights.Ladder
	}
	return ladder
}

// levelOf returns what that level is in g: above the highest it is the highest, and 0 is as well as can be, which no level
// looks further than.
func levelOf(g *rules.Game, n int) level {
	of := ladderOf(g)
	if n < 1 {
		return level{nodes: max(best.nodes, of[len(of)-1].Positions), depth: mostDepth}
	}
	r := of[min(n, len(of))-1]
	if r.Turns == 0 {
		r.Turns = mostDepth
	}
	return level{nodes: r.Positions, depth: r.Turns, noise: r.Error}
}

// best is for those who ask for no level: who wants a hint, and trials with a number of positions.
var best = level{nodes: 300000, depth: mostDepth}

// greedy looks at what each step leads to, throws included, and no further.
var greedy = level{nodes: 1 << 20, depth: 1, blunt: true}
