package camelot

import "reeve/rules"

// The seats.
const (
	White rules.Seat = iota
	Black
)

var seatNames = []string{"white", "black"}

// Game is Camelot.
var Game = &rules.Game{
	Name:  "camelot",
	Title: "Camelot",
	Seats: seatNames,
	Options: []rules.Option{
		{
			Name: "men_white", Seat: "white", Type: "int", Values: []any{leastMen, men}, Default: men,
			Means: "With how many men White begins: a handicap (rule 18).",
		},
		{
			Name: "men_black", Seat: "black", Type: "int", Values: []any{leastMen, men}, Default: men,
			Means: "With how many men Black begins: a handicap (rule 18).",
		},
	},
	Credit:  "George S. Parker, 1930; rules of the World Camelot Federation, 2012",
	Law:     law,
	Card:    lookUp,
	New:     start,
	Weights: rules.MustWeights(featureNames, weightsJSON),
	Read:    read,
}
