package hall

import (
	"encoding/json"
	"fmt"
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

// Change is one thing that is done to a tournament. Step says which; the members that it
// needs are named there.
type Change struct {
	Step    Step                   `json:"step"`
	Plan    *Plan                  `json:"plan,omitempty"`
	Players []pairing.Player       `json:"players,omitempty"`
	Number  int                    `json:"number,omitempty"`
	Out     bool                   `json:"out,omitempty"`
	Next    pairing.Result         `json:"next,omitempty"`
	Tables  [][]int                `json:"tables,omitempty"`
	Away    map[int]pairing.Result `json:"away,omitempty"`
	Round   int                    `json:"round,omitempty"` // from 1
	Table   int                    `json:"table,omitempty"` // from 1
	Board   wire.ID                `json:"board,omitempty"`
	After   *wire.Game             `json:"after,omitempty"`
	Refused *wire.Message          `json:"refused,omitempty"`
	Game    int64                  `json:"game,omitempty"`
	Score   *pairing.Score         `json:"score,omitempty"`
}

// Step is a kind of change.
type Step string

// The steps of a tournament.
const (
	Make    Step = "make"    // Plan and Players: the first of all
	Replan  Step = "plan"    // Plan, before the first round; after it only name, clock, options, tie-breaks
	List    Step = "players" // Players in place of those that were, before the first round
	Enrol   Step = "enrol"   // Players come behind the others
	Away    Step = "away"    // Number: Out for good (or no longer), or Next instead of the next game
	Begin   Step = "begin"   // Tables, and who is Away
	Undo    Step = "undo"    // takes back the latest round, as long as nothing of it was played
	Put     Step = "put"     // Round, Table on Board; without Board on none
	Order   Step = "order"   // the board is told to start Round, Table; After lay there
	Start   Step = "start"   // the board has started it
	Refuse  Step = "refuse"  // the board does not, for Refused
	Attend  Step = "attend"  // Round, Table is Game of its board
	Result  Step = "result"  // Score of Round, Table, entered by an arbiter; none takes it back
	Arrived Step = "arrived" // Score of Round, Table, as its board has told it
)

// Entry is a change that was made.
type Entry struct {
	N      int    `json:"n"`
	At     int64  `json:"at"` // ms since 1970
	Who    string `json:"who"`
	Why    string `json:"why,omitempty"`
	Change Change `json:"change"`
}

// No more than these.
const (
	mostPlayers = 1000
	mostRounds  = 60
)

// with returns the tournament after an entry. It wraps ErrRefused.
func (t *Tournament) with(e Entry) (*Tournament, error) {
	next := t.clone()
	do := steps[e.Change.Step]
	if do == nil {
		return nil, no("%q is no step of a tournament", e.Change.Step)
	}
	if (t.last == 0) != (e.Change.Step == Make) {
		return nil, no("a tournament is made once, and first")
	}
	if err := do(next, &e); err != nil {
		return nil, err
	}
	next.last = e.N
	return next, nil
}

// clone copies all that steps change.
func (t *Tournament) clone() *Tournament {
	c := *t
	c.Players = slices.Clone(t.Players)
	c.Rounds = slices.Clone(t.Rounds)
	for i := range c.Rounds {
		c.Rounds[i].Tables = slices.Clone(c.Rounds[i].Tables)
	}
	return &c
}

var steps = map[Step]func(*Tournament, *Entry) error{
	Make: (*Tournament).make, Replan: (*Tournament).replan, List: (*Tournament).list, Enrol: (*Tournament).enrol, Away: (*Tournament).away,
	Begin: (*Tournament).begin, Undo: (*Tournament).undo, Put: (*Tournament).put, Result: (*Tournament).result, Arrived: (*Tournament).result,
	Order:  at(func(m *Match, c *Change) error { m.State, m.After = Sent, c.After; return nil }),
	Start:  at(func(m *Match, _ *Change) error { m.State = Started; return nil }),
	Refuse: at(func(m *Match, c *Change) error { m.State, m.Refused = Refused, c.Refused; return nil }),
	Attend: at(func(m *Match, c *Change) error { m.State, m.Game = Started, c.Game; return nil }),
}

// at is a step of one match that was put on a board.
func at(do func(*Match, *Change) error) func(*Tournament, *Entry) error {
	return func(t *Tournament, e *Entry) error {
		m, err := t.Match(e.Change.Round, e.Change.Table)
		if err == nil && m.Board == "" {
			err = no("table %d of round %d is on no board", e.Change.Table, e.Change.Round)
		}
		if err != nil {
			return err
		}
		return do(m, &e.Change)
	}
}

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

func (t *Tournament) make(e *Entry) error {
	c := e.Change
	if c.Plan == nil {
		return no("a tournament needs a plan")
	}
	t.Plan, t.Players = *c.Plan, c.Players
	return t.check()
}

func (t *Tournament) replan(e *Entry) error {
	c := e.Change
	if c.Plan == nil || t.Done() > 0 && (c.Plan.System != t.Plan.System || c.Plan.Game != t.Plan.Game) {
		return no("once a round has begun, system and game stay")
	}
	t.Plan = *c.Plan
	return t.check()
}

func (t *Tournament) list(e *Entry) error {
	if len(t.Rounds) > 0 {
		return not("hall.no.t.begun", nil, "a round has begun: enrol who comes late, and say who plays no more")
	}
	t.Players = e.Change.Players
	return t.check()
}

func (t *Tournament) enrol(e *Entry) error {
	if len(t.Rounds) > 0 && t.Plan.System != Swiss && t.Plan.System != Hand {
		return not("hall.no.t.late", nil, "once the first round has begun nobody can enrol where everybody meets everybody")
	}
	for _, p := range e.Change.Players {
		p.Rounds = nil
		for range t.imported() {
			p.Rounds = append(p.Rounds, pairing.Game{Colour: '-', Result: pairing.ZeroBye})
		}
		t.Players = append(t.Players, p)
	}
	return t.check()
}

func (t *Tournament) away(e *Entry) error {
	c := e.Change
	if c.Number < 1 || c.Number > len(t.Players) {
		return no("there is no player %d", c.Number)
	}
	if c.Next != 0 && c.Next != pairing.HalfBye && c.Next != pairing.ZeroBye {
		return no("instead of a game one can have half a point (H) or none (Z)")
	}
	t.Players[c.Number-1].Out, t.Players[c.Number-1].Next = c.Out, c.Next
	return nil
}

// check holds plan and players to what can be.
func (t *Tournament) check() error {
	p := &t.Plan
	text, err := name(p.Name)
	if err != nil {
		return err
	}
	p.Name = text
	if p.Breaks == nil {
		p.Breaks = breaks[p.System]
	}
	switch {
	case breaks[p.System] == nil:
		return no("%q is no system: swiss, robin, double, fours or hand", p.System)
	case p.Rounds < 0 || p.Rounds > mostRounds:
		return no("%d rounds; up to %d can be", p.Rounds, mostRounds)
	case len(pairing.Named(p.Breaks...)) != len(p.Breaks):
		return no("not all of %v are tie-breaks", p.Breaks)
	case len(t.Players) > mostPlayers:
		return no("%d players; up to %d can be", len(t.Players), mostPlayers)
	}
	known := map[string]bool{}
	for i, player := range t.Players {
		if _, err := name(player.Name); err != nil {
			return err
		}
		if known[player.Name] {
			return not("hall.no.t.twice", gaps{"name": player.Name}, "two players are called %s: write something behind one", player.Name)
		}
		if known[player.Name] = true; player.Rounds == nil {
			t.Players[i].Rounds = []pairing.Game{}
		}
	}
	return nil
}

// begin begins a round. A table at which somebody sits who plays no more is won by the others.
func (t *Tournament) begin(e *Entry) error {
	if open := t.Open(); open > 0 {
		return not("hall.no.t.open", gaps{"n": open, "round": t.Done()}, "%d results of round %d are missing", open, t.Done())
	}
	r := Round{Away: e.Change.Away}
	for _, players := range e.Change.Tables {
		m := Match{Players: players}
		var out []int
		for _, n := range players {
			if n >= 1 && n <= len(t.Players) && t.Players[n-1].Out {
				out = append(out, n)
			}
		}
		if len(players) == 2 && len(out) > 0 {
			m.Score, m.From, m.At, m.entered = &pairing.Score{Winners: []int{}, Absent: out}, e.Who, e.At, true
		}
		r.Tables = append(r.Tables, m)
	}
	if len(r.Tables) == 0 {
		return no("a round needs tables")
	}
	t.Rounds = append(t.Rounds, r)
	for i := range t.Players {
		t.Players[i].Next = 0
	}
	if _, err := t.sheet(); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}

func (t *Tournament) undo(*Entry) error {
	if len(t.Rounds) == 0 {
		return no("no round has begun")
	}
	last := len(t.Rounds) - 1
	for i, m := range t.Rounds[last].Tables {
		if m.Score != nil && len(m.Score.Absent) == 0 || m.State == Sent || m.State == Started {
			return not("hall.no.t.played", gaps{"n": i + 1}, "table %d of round %d has begun: a round is taken back only as long as nothing of it was played", i+1, t.Done())
		}
	}
	t.Rounds = t.Rounds[:last]
	return nil
}

func (t *Tournament) put(e *Entry) error {
	c := e.Change
	m, err := t.Match(c.Round, c.Table)
	if err != nil {
		return err
	}
	if len(m.Players) < 2 {
		return no("nobody plays at table %d", c.Table)
	}
	if c.Board != "" {
		if _, err := wire.ParseID(string(c.Board)); err != nil {
			return fmt.Errorf("%w: %w", ErrRefused, err)
		}
		for i, other := range t.Rounds[c.Round-t.imported()-1].Tables {
			if i != c.Table-1 && other.Board == c.Board && other.Score == nil {
				return not("hall.no.t.busy", gaps{"n": i + 1}, "table %d is on that board, and still plays", i+1)
			}
		}
	}
	m.Board, m.State, m.After, m.Refused, m.Game = c.Board, "", nil, nil, 0
	if c.Board != "" && m.Score == nil {
		m.State = Placed
	}
	return nil
}

// result takes a score. What an arbiter has entered no board changes.
func (t *Tournament) result(e *Entry) error {
	c := e.Change
	m, err := t.Match(c.Round, c.Table)
	if err != nil {
		return err
	}
	if c.Step == Arrived && m.entered {
		return no("an arbiter has entered another result")
	}
	m.Score, m.From, m.At, m.entered = c.Score, e.Who, e.At, c.Step == Result && c.Score != nil
	if c.Step == Arrived {
		m.From, m.Game, m.State = fromBoard, c.Game, Started
	}
	if len(m.Players) < 2 {
		return no("nobody plays at table %d", c.Table)
	}
	if _, err := t.sheet(); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}

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
		return nil, nil, not("hall.no.t.seats", gaps{"game": g.Title, "n": players}, "%v", err)
	}
	var seats []string
	for _, seat := range s.Seated().All() {
		seats = append(seats, g.SeatName(seat))
	}
	if players > 0 && len(seats) != players {
		return nil, nil, not("hall.no.t.seats", gaps{"game": g.Title, "n": players}, "%s is played by %d, not by %d", g.Title, len(seats), players)
	}
	return seats, options, nil
}
