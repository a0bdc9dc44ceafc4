package hall

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"reeve/archive"
	"reeve/hall/wire"
	"reeve/pairing"
)

// tournamentFile is a tournament in the forms of other programs.
func (room *tournamentRoom) tournamentFile(w http.ResponseWriter, r *http.Request) {
	t, arbiter, err := room.tournamentOf(r)
	file := r.PathValue("file")
	var text []byte
	var kind string
	if err == nil {
		text, kind, err = room.hall.Export(t, file, arbiter)
	}
	if err != nil {
		room.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	if kind != "application/json" {
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", fmt.Sprintf("tournament-%d-%s", t.ID, file)))
	}
	w.Write(text)
}

// Export writes a tournament as tournament.trf, standings.csv or games.json, and of a round
// the records as round-3.jsonl, and as text for people as round-3.txt; kind is its media
// type. It wraps ErrNone or ErrRefused.
func (d *director) Export(t *Tournament, file string, arbiter bool) (text []byte, kind string, err error) {
	var out bytes.Buffer
	switch name, form, _ := strings.Cut(file, "."); {
	case file == "tournament.trf":
		kind, err = "text/plain; charset=utf-8", t.Sheet().WriteTRF(&out)
	case file == "standings.csv":
		kind, err = "text/csv; charset=utf-8", t.Sheet().WriteCSV(&out, pairing.Named(t.Plan.Breaks...))
	case file == "games.json":
		kind, err = "application/json", json.NewEncoder(&out).Encode(map[string]any{"tournament": t.Plan.Name, "games": d.matches(t, arbiter)})
	case strings.HasPrefix(name, "round-") && (form == "jsonl" || form == "txt"):
		n, bad := strconv.Atoi(strings.TrimPrefix(name, "round-"))
		if bad != nil {
			return nil, "", fmt.Errorf("%w: %.40q", ErrNone, file)
		}
		kind = map[string]string{"jsonl": "application/jsonl", "txt": "text/plain; charset=utf-8"}[form]
		err = d.writeRound(&out, t, n, form, arbiter)
	default:
		err = fmt.Errorf("%w: %.40q", ErrNone, file)
	}
	if errors.Is(err, pairing.ErrTournament) {
		err = not("hall.no.t.trf", nil, "%v", err)
	}
	return out.Bytes(), kind, err
}

// matchFile is a match in a list for whoever broadcasts them.
type matchFile struct {
	Round   int      `json:"round"`
	Table   int      `json:"table"`
	Players []string `json:"players"`
	Results []string `json:"results"`
	Board   wire.ID  `json:"board,omitempty"`
	File    string   `json:"file,omitempty"` // JSON Lines; none: not played on a board, or not over
}

func (d *director) matches(t *Tournament, arbiter bool) []matchFile {
	list := []matchFile{}
	for _, r := range d.shown(t, arbiter).Rounds {
		for i, m := range r.Tables {
			f := matchFile{Round: r.N, Table: i + 1, Results: m.Results, Board: m.Board, File: m.File}
			for _, n := range m.Players {
				f.Players = append(f.Players, t.Players[n-1].Name)
			}
			list = append(list, f)
		}
	}
	return list
}

// writeRound writes the records of a round that are over, one after the other. In text each
// begins with tags that say where it was played.
func (d *director) writeRound(out *bytes.Buffer, t *Tournament, n int, form string, arbiter bool) error {
	if _, err := t.Match(n, 1); err != nil {
		return fmt.Errorf("%w: round %d", ErrNone, n)
	}
	for i, m := range t.Rounds[n-t.imported()-1].Tables {
		if m.Game == 0 || m.Score == nil || !arbiter && !d.mayHave(&m) {
			continue
		}
		seen, text, err := d.Seen(m.Board, m.Game)
		if err != nil {
			return err
		}
		if form == "jsonl" {
			out.Write(text)
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		fmt.Fprintf(out, "[tournament %q]\n[round \"%d\"]\n[table \"%d\"]\n", t.Plan.Name, n, i+1)
		if err := archive.WriteScore(out, seen); err != nil {
			return err
		}
	}
	return nil
}

// public reports whether spectators may have a game by now: once it is over, as late as they
// see everything.
func (g *gallery) public(game *Game, now time.Time) bool {
	d := g.Delay()
	return d == 0 || game.State != Going && now.Sub(time.UnixMilli(game.told)) >= d
}

// fileOf is where the record of a game lies.
func fileOf(board wire.ID, number int64) string {
	return fmt.Sprintf("/games/%s/%d.jsonl", board, number)
}
