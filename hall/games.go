package hall

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"reeve/archive"
	"reeve/hall/wire"
	"reeve/rules"
)

// Game is one game in the archive of the hall.
type Game struct {
	Board   wire.ID           `json:"board"`
	Number  int64             `json:"number"`
	Name    string            `json:"name"` // of the board
	Kind    string            `json:"game"`
	Started int64             `json:"started"` // ms since 1970
	Players map[string]string `json:"players,omitempty"`
	Lines   int               `json:"lines"`
	State   string            `json:"state"`
	Why     string            `json:"why,omitempty"` // of a wrong one: what is
	Outcome json.RawMessage   `json:"outcome,omitempty"`
	File    string            `json:"file"` // JSON Lines
	told    int64             // when its latest line came, ms since 1970
}

// Games returns the games of a board, or of all, the latest first.
func (r *records) Games(id wire.ID) (all []Game, err error) {
	all = []Game{}
	rows, err := r.read.Query(`SELECT game.board, game.number, board.name, game.kind, game.started, game.n, game.state, game.why, game.outcome, line.data,
			(SELECT at FROM line AS latest WHERE latest.board = game.board AND latest.number = game.number AND latest.n = game.n)
		FROM game JOIN board ON board.id = game.board JOIN line ON line.board = game.board AND line.number = game.number AND line.n = 0
		WHERE ? = '' OR game.board = ? ORDER BY game.started DESC, game.board`, string(id), string(id))
	err = each(rows, err, func() error {
		var g Game
		var outcome sql.NullString
		var head []byte
		err := rows.Scan(&g.Board, &g.Number, &g.Name, &g.Kind, &g.Started, &g.Lines, &g.State, &g.Why, &outcome, &head, &g.told)
		if outcome.Valid {
			g.Outcome = json.RawMessage(outcome.String)
		}
		if h, err := archive.ReadHead(head); err == nil {
			g.Players = h.Players
		}
		g.File = fileOf(g.Board, g.Number)
		all = append(all, g)
		return err
	})
	return all, err
}

// told is how far a game is, and when its latest line came.
func (r *records) told(id wire.ID, number int64) (g Game, err error) {
	err = r.read.QueryRow("SELECT game.state, line.at FROM game JOIN line ON line.board = game.board AND line.number = game.number AND line.n = game.n WHERE game.board = ? AND game.number = ?",
		string(id), number).Scan(&g.State, &g.told)
	return g, disk(err)
}

func (room *boardRoom) games(w http.ResponseWriter, r *http.Request) {
	room.listOf(w, wire.ID(r.PathValue("board")), r)
}

// list is all games, for whoever broadcasts them.
func (room *boardRoom) list(w http.ResponseWriter, r *http.Request) { room.listOf(w, "", r) }

func (room *boardRoom) listOf(w http.ResponseWriter, id wire.ID, r *http.Request) {
	list, err := room.records.Games(id)
	if err != nil {
		room.fail(w, err)
		return
	}
	if room.who(r) == "" {
		list = slices.DeleteFunc(list, func(g Game) bool { return !room.hall.public(&g, time.Now()) })
	}
	answer(w, map[string]any{"hall": room.hall.cfg.Title, "games": list})
}

// game is one game as JSON Lines, or as text for people.
func (room *boardRoom) game(w http.ResponseWriter, r *http.Request) {
	number, form, _ := strings.Cut(r.PathValue("file"), ".")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || form != "jsonl" && form != "txt" {
		http.NotFound(w, r)
		return
	}
	id := wire.ID(r.PathValue("board"))
	seen, text, err := room.hall.Seen(id, n)
	if err != nil {
		room.fail(w, err)
		return
	}
	told, err := room.records.told(id, n)
	if err != nil {
		room.fail(w, err)
		return
	}
	if room.who(r) == "" && !room.hall.public(&told, time.Now()) {
		refuse(w, http.StatusForbidden, "hall.no.yet")
		return
	}
	w.Header().Set("Content-Type", map[string]string{"jsonl": "application/jsonl", "txt": "text/plain; charset=utf-8"}[form])
	if form == "jsonl" {
		w.Write(text)
	} else if err := archive.WriteScore(w, seen); err != nil {
		room.log.Warn("a score is not written", "part", "hall", "error", err)
	}
}

// Seen returns a game as everybody may know it, and as it is exported: its whole record
// once that is there, else what was told of it so far.
func (g *gallery) Seen(id wire.ID, number int64) (archive.Seen, []byte, error) {
	text, err := g.cfg.Store.Record(id, number)
	if err == nil {
		head, events, err := archive.Read(g.cfg.Games, bytes.NewReader(text))
		if err != nil {
			return archive.Seen{}, nil, err
		}
		return archive.Seen{Header: head, Events: events, Whole: true, Viewer: rules.Table}, text, nil
	}
	lines, err := g.cfg.Store.Lines(id, number)
	if err != nil {
		return archive.Seen{}, nil, err
	}
	if len(lines) == 0 {
		return archive.Seen{}, nil, fmt.Errorf("%w: game %d of board %.60s", ErrNone, number, id)
	}
	seen := archive.Seen{Viewer: rules.Table}
	if seen.Header, err = archive.ReadHead(lines[0]); err != nil {
		return archive.Seen{}, nil, err
	}
	var out bytes.Buffer
	for i, line := range lines {
		out.Write(line)
		out.WriteByte('\n')
		if i == 0 {
			continue
		}
		e, err := archive.ReadEvent(line)
		if err != nil {
			return archive.Seen{}, nil, err
		}
		seen.Events = append(seen.Events, e)
	}
	return seen, out.Bytes(), nil
}

// body reads what is asked, strictly.
func body(r *http.Request, into any) error {
	text, err := io.ReadAll(r.Body)
	if err == nil {
		err = rules.ReadJSON(text, into)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}
