package hall

import (
	"slices"
	"strings"
	"time"

	"reeve/hall/wire"
	"reeve/pairing"
)

// tournamentView is a tournament as pages show it.
type tournamentView struct {
	ID        int64              `json:"id"`
	Plan      Plan               `json:"plan"`
	Of        int                `json:"of,omitempty"` // rounds there will be; 0: not said
	Players   []playerView       `json:"players"`
	Rounds    []roundView        `json:"rounds"`
	Standings []pairing.Standing `json:"standings"`
	Breaks    []pairing.TieBreak `json:"breaks"`
	Open      int                `json:"open"`             // results of the latest round that are missing
	Last      int                `json:"last,omitempty"`   // number of the latest entry; for arbiters: it counts results that others see later
	Boards    []boardName        `json:"boards,omitempty"` // of the hall, by name; for arbiters
}

// boardName is a board and what it is called.
type boardName struct {
	ID   wire.ID `json:"id"`
	Name string  `json:"name"`
}

type playerView struct {
	Number     int            `json:"number"`
	Name       string         `json:"name"`
	Title      string         `json:"title,omitempty"`
	Rating     int            `json:"rating,omitempty"`
	Federation string         `json:"federation,omitempty"`
	Out        bool           `json:"out,omitempty"`
	Next       string         `json:"next,omitempty"`
	Games      []pairing.Game `json:"games"`
}

type roundView struct {
	N      int         `json:"n"`
	Tables []matchView `json:"tables"`
}

type matchView struct {
	Players []int         `json:"players"`
	Results []string      `json:"results"` // of each, as TRF writes it: 1 = 0 + - U
	Board   wire.ID       `json:"board,omitempty"`
	Name    string        `json:"name,omitempty"` // of the board
	State   string        `json:"state,omitempty"`
	Refused *wire.Message `json:"refused,omitempty"`
	From    string        `json:"from,omitempty"`
	File    string        `json:"file,omitempty"` // the record
}

// shown is what pages show; who entered what only arbiters see.
func (d *director) shown(t *Tournament, arbiter bool) tournamentView {
	sheet := t.Sheet()
	ties := pairing.Named(t.Plan.Breaks...)
	out := tournamentView{ID: t.ID, Plan: t.Plan, Of: t.rounds(), Rounds: []roundView{}, Players: []playerView{}, Standings: sheet.Standings(ties), Breaks: ties, Open: t.Open()}
	if arbiter {
		out.Last, out.Boards = t.last, d.floor.named()
	}
	for i, p := range sheet.Players {
		next := ""
		if p.Next != 0 {
			next = string(rune(p.Next))
		}
		out.Players = append(out.Players, playerView{i + 1, p.Name, p.Title, p.Rating, p.Federation, p.Out, next, p.Rounds})
	}
	for k, r := range t.Rounds {
		round := roundView{N: t.imported() + k + 1, Tables: []matchView{}}
		for _, m := range r.Tables {
			round.Tables = append(round.Tables, d.shownMatch(&m, arbiter))
		}
		out.Rounds = append(out.Rounds, round)
	}
	return out
}

func (d *director) shownMatch(m *Match, arbiter bool) matchView {
	s := matchView{Players: m.Players, Board: m.Board, State: m.State}
	table := pairing.Table{Players: m.Players, Score: m.Score}
	for _, n := range m.Players {
		s.Results = append(s.Results, strings.TrimSpace(string(rune(table.Result(n)))))
	}
	if m.Board != "" {
		s.Name = d.floor.boardName(m.Board)
	}
	if arbiter {
		s.Refused, s.From = m.Refused, m.From
	}
	if m.Game > 0 && m.Score != nil && (arbiter || d.mayHave(m)) {
		s.File = fileOf(m.Board, m.Game)
	}
	return s
}

// mayHave reports whether spectators may have the record of a match by now.
func (d *director) mayHave(m *Match) bool {
	g, err := d.cfg.Store.told(m.Board, m.Game)
	return err == nil && d.public(&g, time.Now())
}

// boardName is what a board is called.
func (f *floor) boardName(id wire.ID) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if s := f.boards[id]; s != nil {
		return s.name
	}
	return id.Short()
}

// tournamentSummary is a tournament in a list.
type tournamentSummary struct {
	ID      int64  `json:"id"`
	Name    string `json:"name"`
	System  System `json:"system"`
	Game    string `json:"game,omitempty"`
	Players int    `json:"players"`
	Done    int    `json:"done"`
	Of      int    `json:"of,omitempty"`
	Open    int    `json:"open"`
}

// PlayersOf reads a list of players: TRF or CSV. It wraps ErrRefused.
func PlayersOf(text string) ([]pairing.Player, error) {
	players, _, err := playersOf(text)
	return players, err
}

// playersOf reads a list of players: TRF where it is one, else CSV.
func playersOf(text string) ([]pairing.Player, string, error) {
	if isTRF(text) {
		t, err := pairing.ReadTRF(strings.NewReader(text))
		if err != nil {
			return nil, "", not("hall.no.t.list", nil, "%v", err)
		}
		return t.Players, t.Name, nil
	}
	players, err := pairing.ReadCSV(strings.NewReader(text))
	if err != nil {
		return nil, "", not("hall.no.t.list", nil, "%v", err)
	}
	return players, "", nil
}

// isTRF reports whether a line is a player as TRF has it.
func isTRF(text string) bool {
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return strings.HasPrefix(strings.TrimPrefix(line, "\ufeff"), "001 ") })
}
