package kaleidochess

import (
	"reeve/rules"
)

// The seats.
const (
	White rules.Seat = iota
	Black
)

var seatNames = []string{"white", "black"}

// Game is KaleidoChess on the rebuilt board.
var Game = mustLoad()

// ruleOptions are what can be agreed on, in the order in which they are offered.
var ruleOptions = []rules.Option{
	{
		Name: "fly_over_pieces", Type: "bool", Default: false,
		Means: "On: flying pieces pass over other pieces. Off: every field on the way must be empty (rule 3).",
	},
	{
		Name: "hold", Type: "bool", Default: true,
		Means: "On: you must still hold the castles when your turn comes round again. Off: you win at once (rule 5).",
	},
	{
		Name: "castles_to_win", Type: "int", Values: []any{3, 4}, Default: 3,
		Means: "How many of the five castles win (rule 5).",
	},
	{
		Name: "die", Type: "bool", Default: false, Chance: []any{true},
		Means: "A die is rolled before every turn and says which pieces may move (rule 6).",
	},
	{
		Name: "magic", Type: "bool", Default: false,
		Means: "The rules for advanced players: twelve spells and the Dragon's fire (rules 8 to 15).",
	},
	{
		Name: "pieces_white", Seat: "white", Type: "int", Values: []any{leastPieces, perSide}, Default: perSide,
		Means: "With how many pieces White begins: a handicap (rule 16).",
	},
	{
		Name: "pieces_black", Seat: "black", Type: "int", Values: []any{leastPieces, perSide}, Default: perSide,
		Means: "With how many pieces Black begins: a handicap (rule 16).",
	},
}

// newGame returns the game that is played on g.
func newGame(g *ground) *rules.Game {
	return &rules.Game{
		Name:    "kaleidochess",
		Title:   "KaleidoChess",
		Seats:   seatNames,
		Options: ruleOptions,
		Rebuilt: "The rules of the basic game and every figure are lost to us. The division of the board into fields, " +
			"the starting position, the numbers of each kind of piece, how a move goes, the ends of the game and the die's " +
			"table are rebuilt; so is what the advanced rules leave open.",
		Credit:  "Patrick Hassel Zein, 1997",
		Verbs:   verbs,
		Law:     law,
		Card:    g.lookUp,
		New:     func(o rules.Options) (rules.State, error) { return start(g, o), nil },
		Weights: rules.MustWeights(featureNames, weightsJSON, promises...),
		Read:    func(d rules.Document, o rules.Options) (rules.State, error) { return read(g, d, o) },
	}
}

// leastPieces is how many pieces a side begins with at least (rule 16).
const leastPieces = 6

// options holds a game's options as bits.
type options uint8

const (
	flyOver options = 1 << iota
	hold
	fourCastles
	withDie
	withMagic
)

func packOptions(o rules.Options) (bits options) {
	for name, bit := range map[string]options{"fly_over_pieces": flyOver, "hold": hold, "die": withDie, "magic": withMagic} {
		if o.Bool(name) {
			bits |= bit
		}
	}
	if o.Int("castles_to_win") == 4 {
		bits |= fourCastles
	}
	return bits
}

func (o options) has(bit options) bool { return o&bit != 0 }

// castles returns how many castles win.
func (o options) castles() int {
	if o.has(fourCastles) {
		return 4
	}
	return 3
}

// holder returns who wins by castles after the turn of mover: mover itself, or with the option hold the player
// whose turn begins.
func (o options) holder(mover rules.Seat) rules.Seat {
	if o.has(hold) {
		return 1 - mover
	}
	return mover
}

// given returns the options as the interchange has them.
func (s *forces) given() rules.Options {
	o := s.options
	return rules.Options{
		"fly_over_pieces": o.has(flyOver), "hold": o.has(hold), "castles_to_win": o.castles(),
		"die": o.has(withDie), "magic": o.has(withMagic),
		"pieces_white": int(s.begins[White]), "pieces_black": int(s.begins[Black]),
	}
}
