package pairing

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// fields are the columns that a list of players can have, by the names in its first line.
var fields = []struct {
	names []string
	take  func(*Player, string) error
}{
	{[]string{"name", "player"}, func(p *Player, v string) error { p.Name = v; return nil }},
	{[]string{"rating", "elo"}, func(p *Player, v string) (err error) { p.Rating, err = strconv.Atoi(v); return err }},
	{[]string{"title"}, func(p *Player, v string) error { p.Title = v; return nil }},
	{[]string{"federation", "fed"}, func(p *Player, v string) error { p.Federation = v; return nil }},
	{[]string{"fide", "id", "fideid"}, func(p *Player, v string) error { p.FIDE = v; return nil }},
	{[]string{"birth", "born"}, func(p *Player, v string) error { p.Birth = v; return nil }},
	{[]string{"sex"}, func(p *Player, v string) error { p.Sex = strings.ToLower(v); return nil }},
}

// ReadCSV reads a list of players: a first line with the names of the columns, of which
// name is needed; or a list of names alone. Columns are parted by commas, semicolons or
// tabs. Who has the highest rating comes first. It wraps ErrTournament.
func ReadCSV(r io.Reader) ([]Player, error) {
	text, err := io.ReadAll(io.LimitReader(r, 4<<20))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTournament, err)
	}
	rows, err := records(bytes.TrimPrefix(text, []byte("\ufeff")))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTournament, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: the list is empty", ErrTournament)
	}
	columns, named := header(rows[0])
	if named {
		rows = rows[1:]
	}
	players := []Player{}
	for i, row := range rows {
		p, err := columns.player(row)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: player %d: %w", ErrTournament, i+1, err)
		case p.Name == "" && len(row) <= 1:
		case p.Name == "":
			return nil, fmt.Errorf("%w: player %d has no name", ErrTournament, i+1)
		default:
			players = append(players, p)
		}
	}
	slices.SortStableFunc(players, func(a, b Player) int { return b.Rating - a.Rating })
	return players, nil
}

// records parts a text by what parts its first line: semicolons, tabs or commas.
func records(text []byte) ([][]string, error) {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	in := csv.NewReader(bytes.NewReader(text))
	for _, comma := range ";\t," {
		if bytes.ContainsRune(first, comma) {
			in.Comma = comma
			break
		}
	}
	in.FieldsPerRecord, in.TrimLeadingSpace = -1, true
	return in.ReadAll()
}

// listColumns say what each column holds; nil for one that nobody asks for.
type listColumns []func(*Player, string) error

// header reads the columns from the first line; false where that is a player.
func header(row []string) (all listColumns, named bool) {
	for _, title := range row {
		var take func(*Player, string) error
		for _, f := range fields {
			if slices.Contains(f.names, strings.ToLower(strings.TrimSpace(title))) {
				take, named = f.take, true
			}
		}
		all = append(all, take)
	}
	if !named {
		all = listColumns{fields[0].take, fields[1].take}
	}
	return all, named
}

// player reads one line.
func (all listColumns) player(row []string) (Player, error) {
	p := Player{Rounds: []Game{}}
	for k, value := range row {
		if value = strings.TrimSpace(value); value == "" || k >= len(all) || all[k] == nil {
			continue
		}
		if err := all[k](&p, value); err != nil {
			return p, fmt.Errorf("%q: %w", value, err)
		}
	}
	return p, nil
}

// WriteCSV writes the standings as a table for people and other programs.
func (t *Tournament) WriteCSV(w io.Writer, breaks []TieBreak) error {
	out := csv.NewWriter(w)
	head := []string{"rank", "number", "name", "rating", "federation", "points"}
	for _, b := range breaks {
		head = append(head, b.Name)
	}
	out.Write(head)
	for _, s := range t.Standings(breaks) {
		p := t.Players[s.Number-1]
		row := []string{strconv.Itoa(s.Rank), strconv.Itoa(s.Number), p.Name, number(p.Rating), p.Federation, halves(s.Halves)}
		for _, v := range s.Breaks {
			row = append(row, strconv.FormatFloat(v, 'f', -1, 64))
		}
		out.Write(row)
	}
	out.Flush()
	return out.Error()
}

func halves(n int) string { return strconv.FormatFloat(float64(n)/2, 'f', 1, 64) }
