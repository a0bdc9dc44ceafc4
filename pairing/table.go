package pairing

import (
	"fmt"
	"slices"
)

// Table is one table of a round: who sits there, in the order of the seats, by starting
// numbers. One alone has nobody to play, and a win for it.
type Table struct {
	Players []int  `json:"players"`
	Score   *Score `json:"score,omitempty"` // nil: not known yet
}

// Score is how it ended at a table.
type Score struct {
	Winners []int `json:"winners"`          // several, or none, share: half a point each
	Absent  []int `json:"absent,omitempty"` // who did not come: whoever did has won without playing
}

// TableOf is the table of a pair.
func TableOf(p Pair) Table {
	if p.Black == 0 {
		return Table{Players: []int{p.White}}
	}
	return Table{Players: []int{p.White, p.Black}}
}

// ScoreOf reads "1-0", "0-1", "1/2", "+-", "-+" or "--" of a table of two, or of any table
// the numbers of the seats that won, from 1: "3", "1,4"; "0" is a draw.
func ScoreOf(text string, players []int) (*Score, error) {
	bad := fmt.Errorf("%w: %.20q is no result: 1-0, 1/2, 0-1, +-, -+ or --; at larger tables the seats that won", ErrTournament, text)
	if len(players) == 2 {
		a, b := players[:1], players[1:]
		score, ok := map[string]Score{
			"1-0": {Winners: a}, "0-1": {Winners: b}, "1/2": {Winners: []int{}}, "+-": {Winners: []int{}, Absent: b}, "-+": {Winners: []int{}, Absent: a},
			"--": {Winners: []int{}, Absent: players},
		}[text]
		if !ok {
			return nil, bad
		}
		return &score, nil
	}
	s := &Score{Winners: []int{}}
	if text == "0" {
		return s, nil
	}
	for i, c := range []byte(text) {
		if i%2 == 1 {
			if c != ',' || i == len(text)-1 {
				return nil, bad
			}
			continue
		}
		if c < '1' || int(c-'0') > len(players) || slices.Contains(s.Winners, players[c-'1']) {
			return nil, bad
		}
		s.Winners = append(s.Winners, players[c-'1'])
	}
	if len(s.Winners) == 0 {
		return nil, bad
	}
	return s, nil
}

// Result is what the score is for a player of the table.
func (t *Table) Result(n int) Result {
	s := t.Score
	switch {
	case len(t.Players) == 1:
		return Bye
	case s == nil:
		return Open
	case slices.Contains(s.Absent, n):
		return Absent
	case len(s.Absent) > 0 && len(s.Absent) == len(t.Players)-1:
		return Walked
	case len(s.Winners) == 0:
		return Drawn
	case !slices.Contains(s.Winners, n):
		return Lost
	case len(s.Winners) > 1:
		return Drawn
	}
	return Won
}

// check refuses a table at which somebody sits twice or wins who does not sit there.
func (t *Table) check(players int, seen map[int]bool) error {
	if len(t.Players) == 0 || len(t.Players) > 8 {
		return fmt.Errorf("%w: a table of %d", ErrTournament, len(t.Players))
	}
	for _, n := range t.Players {
		if n < 1 || n > players {
			return fmt.Errorf("%w: there is no player %d", ErrTournament, n)
		}
		if seen[n] {
			return fmt.Errorf("%w: player %d is paired twice", ErrTournament, n)
		}
		seen[n] = true
	}
	if t.Score == nil {
		return nil
	}
	for _, n := range slices.Concat(t.Score.Winners, t.Score.Absent) {
		if !slices.Contains(t.Players, n) {
			return fmt.Errorf("%w: player %d does not sit at this table", ErrTournament, n)
		}
	}
	return nil
}

// Add puts a round behind the others, as far as it is known. Who sits nowhere has what away
// says of him, or nothing. It wraps ErrTournament, and has changed nothing then.
func (t *Tournament) Add(tables []Table, away map[int]Result) error {
	seen, round := map[int]bool{}, t.Done()
	for i := range tables {
		if err := tables[i].check(len(t.Players), seen); err != nil {
			return err
		}
	}
	games := make([]Game, len(t.Players))
	for i := range games {
		games[i] = Game{Colour: '-', Result: ZeroBye}
		if r := away[i+1]; r == HalfBye || r == FullBye {
			games[i].Result = r
		}
	}
	for i := range tables {
		table := &tables[i]
		for seat, n := range table.Players {
			g := Game{Colour: '-', Result: table.Result(n)}
			if len(table.Players) == 2 {
				g.Against, g.Colour = table.Players[1-seat], Colour("wb"[seat])
			} else if len(table.Players) > 2 {
				g.Others = slices.DeleteFunc(slices.Clone(table.Players), func(o int) bool { return o == n })
			}
			games[n-1] = g
		}
	}
	for i := range t.Players {
		p := &t.Players[i]
		for len(p.Rounds) < round {
			p.Rounds = append(p.Rounds, Game{Colour: '-', Result: ZeroBye})
		}
		p.Rounds = append(p.Rounds, games[i])
	}
	return nil
}
