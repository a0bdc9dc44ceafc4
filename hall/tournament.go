package hall

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"reeve/hall/wire"
	"reeve/pairing"
	"reeve/rules"
)

// Tournament is one tournament of the hall: what its entries have made of it. It is never
// changed once somebody else has it.
type Tournament struct {
	ID      int64
	Plan    Plan
	Players []pairing.Player // in the order of their numbers, with the rounds of an imported file
	Rounds  []Round          // that were paired here
	last    int              // number of the latest entry
}

// Plan is what is played.
type Plan struct {
	Name    string         `json:"name"`
	System  System         `json:"system"`
	Rounds  int            `json:"rounds"`
	Game    string         `json:"game"`
	Options map[string]any `json:"options,omitempty"`
	Clock   string         `json:"clock,omitempty"` // MIN+INC
	Breaks  []string       `json:"breaks"`          // codes of tie-breaks
}

// System is how rounds are paired.
type System string

// The systems.
const (
	Swiss  System = "swiss"
	Robin  System = "robin"
	Double System = "double" // everybody meets everybody twice
	Fours  System = "fours"
	Hand   System = "hand"
)

// breaks are the tie-breaks of a system unless somebody says otherwise.
var breaks = map[System][]string{
	Swiss: {"BH-C1", "BH", "SB", "DE"}, Robin: {"DE", "SB", "WON"}, Double: {"DE", "SB", "WON"}, Fours: {"WON", "BH", "PS"}, Hand: {"BH-C1", "BH", "SB", "DE"},
}

// Round is a round that has begun.
type Round struct {
	Tables []Match
	Away   map[int]pairing.Result
}

// Match is one table of a round: who sits there, on which board, and how it ended.
type Match struct {
	Players []int
	Board   wire.ID       // "" for none: the result is entered by hand
	State   string        // of the start on the board: "", or a Stage
	After   *wire.Game    // what lay on the board when the start was ordered
	Refused *wire.Message // why the board did not start it
	Game    int64         // the board's number of the game; 0: not known yet
	Score   *pairing.Score
	From    string // who entered the score: an arbiter, or "board"
	At      int64  // when, in ms since 1970
	entered bool   // by an arbiter: what a board says does not change it
}

// How far a match is that was put on a board.
const (
	Placed  = "placed" // it waits to be ordered
	Sent    = "sent"   // the board was told
	Started = "started"
	Refused = "refused"
)

// fromBoard is who enters what a board has told.
const fromBoard = "board"

// Match is a table of a round, both from 1.
func (t *Tournament) Match(round, table int) (*Match, error) {
	first := t.imported()
	if round <= first || round > first+len(t.Rounds) || table < 1 || table > len(t.Rounds[round-first-1].Tables) {
		return nil, no("there is no table %d in round %d", table, round)
	}
	return &t.Rounds[round-first-1].Tables[table-1], nil
}

// imported is how many rounds came with the list of players.
func (t *Tournament) imported() int { return (&pairing.Tournament{Players: t.Players}).Done() }

// Done is how many rounds have begun.
func (t *Tournament) Done() int { return t.imported() + len(t.Rounds) }

// Open is how many results of the latest round are missing.
func (t *Tournament) Open() (n int) {
	if len(t.Rounds) == 0 {
		return 0
	}
	for _, m := range t.Rounds[len(t.Rounds)-1].Tables {
		if m.Score == nil && len(m.Players) > 1 {
			n++
		}
	}
	return n
}

// sheet is the tournament as pairing has it.
func (t *Tournament) sheet() (*pairing.Tournament, error) {
	s := &pairing.Tournament{Name: t.Plan.Name, Rounds: t.Plan.Rounds, Players: slices.Clone(t.Players)}
	for i := range s.Players {
		s.Players[i].Rounds = slices.Clone(s.Players[i].Rounds)
	}
	for _, r := range t.Rounds {
		var tables []pairing.Table
		for _, m := range r.Tables {
			tables = append(tables, pairing.Table{Players: m.Players, Score: m.Score})
		}
		if err := s.Add(tables, r.Away); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Sheet is the tournament as pairing has it, and as FIDE's form is made of.
func (t *Tournament) Sheet() *pairing.Tournament {
	s, err := t.sheet()
	if err != nil { // with lets in only what has one
		panic(err)
	}
	return s
}

// seen is the tournament as it was known at a time: later results are not.
func (t *Tournament) seen(until time.Time) *Tournament {
	c := t.clone()
	for _, r := range c.Rounds {
		for i := range r.Tables {
			if m := &r.Tables[i]; m.At > until.UnixMilli() {
				m.Score, m.From = nil, ""
			}
		}
	}
	return c
}

// names are the players of a match by the names of the seats of the game.
func (t *Tournament) names(m *Match, seats []string) wire.Names {
	out := wire.Names{}
	for i, n := range m.Players {
		if i < len(seats) {
			out[seats[i]] = t.Players[n-1].Name
		}
	}
	return out
}

// score is what a game's end is for a match; nil if it is none, for the game was broken off.
func (m *Match) score(outcome json.RawMessage, seats []string) *pairing.Score {
	var o rules.Outcome
	if json.Unmarshal(outcome, &o) != nil || o.Why == "abandoned" {
		return nil
	}
	s := &pairing.Score{Winners: []int{}}
	for _, seat := range o.Winners {
		if i := slices.Index(seats, seat); i >= 0 && i < len(m.Players) {
			s.Winners = append(s.Winners, m.Players[i])
		}
	}
	if len(s.Winners) == len(m.Players) {
		s.Winners = []int{}
	}
	return s
}

// seatsOf are the names of the seats of a game in which so many play.
func seatsOf(games []*rules.Game, plan *Plan, players int) ([]string, map[string]any, error) {
	g, err := rules.Find(games, plan.Game)
	if err != nil {
		return nil, nil, no("the game %q is not known", plan.Game)
	}
	options := maps.Clone(plan.Options)
	for _, o := range g.Options {
		if o.Name == "players" && players > 0 {
			options = maps.Clone(options)
			if options == nil {
				options = map[string]any{}
			}
			options["players"] = players
		}
	}
	s, err := g.Start(options)
	if err != nil {
		return nil, nil, not("hall.no.t.seats", sentenceArgs{"game": g.Title, "n": players}, "%v", err)
	}
	var seats []string
	for _, seat := range s.Seated().All() {
		seats = append(seats, g.SeatName(seat))
	}
	if players > 0 && len(seats) != players {
		return nil, nil, not("hall.no.t.seats", sentenceArgs{"game": g.Title, "n": players}, "%s is played by %d, not by %d", g.Title, len(seats), players)
	}
	return seats, options, nil
}
