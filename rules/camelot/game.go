package camelot

import "reeve/rules"

// The seats.
const (
	White rules.Seat = iota
	Black
)

var seatNames = []string{"white", "black"}

// Game is Camelot. It has no options.
var Game = &rules.Game{
	Name:    "camelot",
	Title:   "Camelot",
	Seats:   seatNames,
	Credit:  "George S. Parker, 1930; rules of the World Camelot Federation, 2012",
	Law:     law,
	Card:    lookUp,
	New:     start,
	Weights: rules.MustWeights(featureNames, weightsJSON),
	Ladder:  ladderJSON,
	Read:    read,
}
