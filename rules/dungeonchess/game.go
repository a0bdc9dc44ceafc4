package dungeonchess

import "reeve/rules"

// The seats, in the order of play (rule 2).
const (
	South rules.Seat = iota
	West
	North
	East
	seats = rules.MaxSeats
)

// noSeat acts where an action names nobody's card.
const noSeat rules.Seat = seats

var seatTitles = [seats]string{"South", "West", "North", "East"}

var seatNames = []string{"south", "west", "north", "east"}

// seatings are the seats that take part, by the number of players (rule 2).
var seatings = [seats + 1]rules.Seats{
	2: rules.SeatsOf(South, North),
	3: rules.SeatsOf(South, West, North),
	4: rules.SeatsOf(South, West, North, East),
}

// Game is DungeonChess.
var Game = &rules.Game{
	Name:   "dungeonchess",
	Title:  "DungeonChess",
	Chance: true,
	Seats:  seatNames,
	Options: append([]rules.Option{
		{
			Name: "players", Type: "int", Values: []any{2, seats}, Default: 2,
			Means: "How many play. Two sit opposite each other, the third in the west, the fourth in the east (rule 2).",
		},
		{
			Name: "calm", Type: "int", Values: []any{0, 500}, Default: 40,
			Means: "After this many rounds without a capture or ransom the game ends and points are counted. 0: never (rule 15).",
		},
	}, handicapOptions()...),
	Verbs: []rules.Verb{
		{Name: "keep", Parts: []string{"target"}, AtOnce: true},
		{Name: "ransom", Parts: []string{"piece", "square"}, Shown: "carry"},
		{Name: "pass", AtOnce: true, Ends: true},
	},
	Hidden: true,
	Rebuilt: "The figures of the original are lost. Rebuilt are the board with its entry and teleport squares, the starting position, " +
		"how many there are of each character, the Knight's name (Cavaliere) and the ten cards.",
	Figures: targetDocs,
	Law:     law,
	Card:    lookUp,
	New:     start,
	Read:    read,
	Sample:  sample,
	Weights: rules.MustWeights(featureNames, weightsJSON),
}

// mostHandicap is about what a player's characters are worth (rule 16).
const mostHandicap = 20

// handicaps are the names of the options of rule 16, by seat.
var handicaps = [seats]string{"handicap_south", "handicap_west", "handicap_north", "handicap_east"}

func handicapOptions() (list []rules.Option) {
	for seat, name := range handicaps {
		list = append(list, rules.Option{
			Name: name, Seat: seatNames[seat], Type: "int", Values: []any{0, mostHandicap}, Default: 0,
			Means: "How many points are taken from " + seatTitles[seat] + "'s score in the end: a handicap (rule 16).",
		})
	}
	return list
}

// options returns the options as the interchange has them.
func (c *course) options() rules.Options {
	o := rules.Options{"players": int(c.players), "calm": int(c.rounds)}
	for seat, name := range handicaps {
		o[name] = int(c.handicap[seat])
	}
	return o
}

// start returns the starting position.
func start(o rules.Options) (rules.State, error) {
	s := empty(o)
	for _, seat := range s.seated().All() {
		s.chests[seat] = table.chests
		for i := range perSeat {
			p := first(seat) + piece(i)
			s.put(p, table.home[p])
		}
	}
	return s, nil
}
