package rolechess

import (
	"reeve/board"
	"reeve/rules"
)

// The seats.
const (
	White rules.Seat = iota
	Black
)

var seatNames = []string{"white", "black"}

// Game is RoleChess.
var Game = &rules.Game{
	Name:   "rolechess",
	Title:  "RoleChess",
	Chance: true,
	Seats:  seatNames,
	Options: []rules.Option{
		{
			Name: "pass", Type: "choice", Values: []any{"stuck", "always"}, Default: "stuck",
			Means: "Pass only when nothing else is possible, or at any time (rule 7).",
		},
		{
			Name: "pair_reach", Type: "choice", Values: []any{"after", "before-and-after"}, Default: "after",
			Means: "The second attacker must reach the target after the first one's move, or before it as well (rule 8).",
		},
		{
			Name: "energy_white", Seat: "white", Type: "int", Values: []any{leastEnergy, fullPercent}, Default: fullPercent,
			Means: "With how much of its energy each of White's pieces begins, in percent, rounded up: a handicap (rule 15).",
		},
		{
			Name: "energy_black", Seat: "black", Type: "int", Values: []any{leastEnergy, fullPercent}, Default: fullPercent,
			Means: "With how much of its energy each of Black's pieces begins, in percent, rounded up: a handicap (rule 15).",
		},
		{
			Name: "dice_white", Seat: "white", Type: "int", Values: []any{1, mostDice}, Default: 1,
			Means: "How many dice each of White's pieces rolls in a battle, of which the highest counts: a help for the weaker player (rule 16).",
		},
		{
			Name: "dice_black", Seat: "black", Type: "int", Values: []any{1, mostDice}, Default: 1,
			Means: "How many dice each of Black's pieces rolls in a battle, of which the highest counts: a help for the weaker player (rule 16).",
		},
	},
	Verbs: []rules.Verb{
		{Name: "advance", AtOnce: true}, {Name: "stay", AtOnce: true, Ends: true},
		{Name: "end", AtOnce: true, Ends: true}, {Name: "pass", AtOnce: true, Ends: true},
	},
	Credit:  "Jari Hakulinen, Powan Ltd., 2011",
	Figures: fresh,
	Law:     law,
	Card:    lookUp,
	New:     start,
	Read:    read,
	Weights: rules.MustWeights(featureNames, weightsJSON),
}

// The range of handicaps, in percent of a fresh piece's energy (rule 15).
const (
	leastEnergy = 20
	fullPercent = 100
)

// mostDice is the largest number of dice that a piece throws (rule 16).
const mostDice = 2

var topology = board.MustNew("rolechess", surface())

// surface is 49 circles of one colour, with lines to where pieces may go (rule 1).
func surface() []board.Place {
	places := board.Grid(files, files, 50, 'a')
	for i := range places {
		places[i].Shape, places[i].Dark = board.Circle, false
	}
	return places
}
