package hall

import (
	"fmt"
	"slices"

	"reeve/hall/wire"
	"reeve/pairing"
)

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
	Begin: (*Tournament).begin, Undo: (*Tournament).undo, Put: at((*Tournament).put), Result: at((*Tournament).result), Arrived: at((*Tournament).result),
	Order:  onBoard(func(m *Match, c *Change) { m.State, m.After = Sent, c.After }),
	Start:  onBoard(func(m *Match, _ *Change) { m.State = Started }),
	Refuse: onBoard(func(m *Match, c *Change) { m.State, m.Refused = Refused, c.Refused }),
	Attend: onBoard(func(m *Match, c *Change) { m.State, m.Game = Started, c.Game }),
}

// at is a step of one match.
func at(do func(*Tournament, *Match, *Entry) error) func(*Tournament, *Entry) error {
	return func(t *Tournament, e *Entry) error {
		m, err := t.Match(e.Change.Round, e.Change.Table)
		if err != nil {
			return err
		}
		if len(m.Players) < 2 {
			return no("nobody plays at table %d", e.Change.Table)
		}
		return do(t, m, e)
	}
}

// onBoard is a step of one match that was put on a board.
func onBoard(do func(*Match, *Change)) func(*Tournament, *Entry) error {
	return at(func(_ *Tournament, m *Match, e *Entry) error {
		if m.Board == "" {
			return no("table %d of round %d is on no board", e.Change.Table, e.Change.Round)
		}
		do(m, &e.Change)
		return nil
	})
}

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
			return not("hall.no.t.twice", sentenceArgs{"name": player.Name}, "two players are called %s: write something behind one", player.Name)
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
		return not("hall.no.t.open", sentenceArgs{"n": open, "round": t.Done()}, "%d results of round %d are missing", open, t.Done())
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
	return t.counts()
}

// counts refuses what cannot be scored.
func (t *Tournament) counts() error {
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
			return not("hall.no.t.played", sentenceArgs{"n": i + 1}, "table %d of round %d has begun: a round is taken back only as long as nothing of it was played", i+1, t.Done())
		}
	}
	t.Rounds = t.Rounds[:last]
	return nil
}

func (t *Tournament) put(m *Match, e *Entry) error {
	c := e.Change
	if c.Board != "" {
		if _, err := wire.ParseID(string(c.Board)); err != nil {
			return fmt.Errorf("%w: %w", ErrRefused, err)
		}
		for i, other := range t.Rounds[c.Round-t.imported()-1].Tables {
			if i != c.Table-1 && other.Board == c.Board && other.Score == nil {
				return not("hall.no.t.busy", sentenceArgs{"n": i + 1}, "table %d is on that board, and still plays", i+1)
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
func (t *Tournament) result(m *Match, e *Entry) error {
	c := e.Change
	if c.Step == Arrived && m.entered {
		return no("an arbiter has entered another result")
	}
	m.Score, m.From, m.At, m.entered = c.Score, e.Who, e.At, c.Step == Result && c.Score != nil
	if c.Step == Arrived {
		m.From, m.Game, m.State = fromBoard, c.Game, Started
	}
	return t.counts()
}
