package chessbattle

import (
	"slices"

	"reeve/rules"
)

// The seats.
const (
	White rules.Seat = iota
	Black
)

var seatNames = []string{"white", "black"}

func seatOf(name string) (rules.Seat, bool) {
	i := slices.Index(seatNames, name)
	return rules.Seat(max(i, 0)), i >= 0
}

// Game is Chess Battle.
var Game = &rules.Game{
	Name:   "chessbattle",
	Title:  "Szachowa Bitwa",
	Pieces: 58, // both Kings, all camps, and the units that there are to buy
	Seats:  seatNames,
	Options: []rules.Option{
		{
			Name: "river", Type: "bool", Default: true,
			Means: "A river with bridges lies between the two halves (rule 1).",
		},
		{
			Name: "combat", Type: "choice", Values: []any{"cards", "sure"}, Default: "cards", Chance: []any{"cards"},
			Means: "With cards: both sides draw. Without chance: every attack succeeds (rule 2).",
		},
		{
			Name: "time", Type: "choice", Values: []any{"none", "agreed", "clocks"}, Default: "none", Clocked: []any{"agreed", "clocks"},
			Means: "None; a time limit that you agree on; or a clock for each player (rule 30).",
		},
		{
			Name: "knights_advance", Type: "bool", Default: false,
			Means: "Also with cards, Knights move onto the square of the piece they have destroyed (rule 24).",
		},
		{
			Name: "removal_limit", Type: "int", Values: []any{1, maxLimit}, Default: defaultLimit,
			Means: "After this many turns by each side without a loss the game is a draw (rule 30).",
		},
		{
			Name: "cards_white", Seat: "white", Type: "int", Values: []any{leastCards, cardCount}, Default: cardCount,
			Means: "With how many cards White begins, the highest left out first: a handicap (rule 33).",
		},
		{
			Name: "cards_black", Seat: "black", Type: "int", Values: []any{leastCards, cardCount}, Default: cardCount,
			Means: "With how many cards Black begins, the highest left out first: a handicap (rule 33).",
		},
	},
	Verbs:   verbs,
	Opening: phaseNames[:battle],
	Hidden:  true,
	Rebuilt: "The figures of the attack (where front, flank and rear lie, and who falls besides) are lost and rebuilt. " +
		"What else the source leaves open, such as the order of the opening, change and diagonal attacks, is marked as a decision in the rules.",
	Figures: tariff,
	Law:     law,
	Card:    lookUp,
	New:     start,
	Read:    read,
	Sample:  sample,
	Weights: rules.MustWeights(featureNames, weightsJSON, outlooks...),
}

const (
	defaultLimit = 100
	maxLimit     = 1000
	leastCards   = 8 // worth 28 points (rule 33)
)

// start returns the starting position.
func start(o rules.Options) (rules.State, error) { return empty(o), nil }

// empty returns the starting position: no camp named, all cards in hand.
func empty(o rules.Options) (s State) {
	s.sure, s.advance, s.limit = o.Text("combat") == "sure", o.Bool("knights_advance"), uint16(o.Int("removal_limit"))
	s.begins = [2]uint8{uint8(o.Int("cards_white")), uint8(o.Int("cards_black"))}
	s.field, s.points, s.orders, s.fight = emptyField(o.Bool("river")), [2]uint8{1, 1}, newOrders(0), noFight
	for seat := range s.cards {
		s.cards[seat].hand = s.owns(rules.Seat(seat))
	}
	for i, v := range scenarioNames {
		if v == o.Text("time") {
			s.scenario = scenario(i)
		}
	}
	return s
}

// options returns the options as the interchange has them.
func (w *war) options() rules.Options {
	o := rules.Options{
		"river": w.field.river, "combat": "cards", "time": scenarioNames[w.scenario], "knights_advance": w.advance, "removal_limit": int(w.limit),
		"cards_white": int(w.begins[White]), "cards_black": int(w.begins[Black]),
	}
	if w.sure {
		o["combat"] = "sure"
	}
	return o
}

type scenario uint8

const (
	noLimit scenario = iota
	agreedTime
	clocks
)

var scenarioNames = [...]string{"none", "agreed", "clocks"}
