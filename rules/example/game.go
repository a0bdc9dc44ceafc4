package example

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

// Game is Breakthrough on 36 squares.
var Game = &rules.Game{
	Name:  "example",
	Title: "Breakthrough",
	Seats: seatNames,
	Options: []rules.Option{
		{Name: "rows", Type: "choice", Values: []any{2, 1}, Default: 2, Means: "How many rows of pawns each side has (rule 2)."},
	},
	Credit:  "Dan Troyka, 2000",
	Law:     law,
	Card:    lookUp,
	New:     start,
	Read:    read,
	Weights: rules.MustWeights(featureNames, weightsJSON),
}

const (
	files   = 6
	squares = files * files
)

// topology is the board of rule 1.
var topology = board.MustNew("example", board.Grid(files, files, 50, 'a'))
