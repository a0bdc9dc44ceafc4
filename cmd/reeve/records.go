package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"

	"reeve/archive"
	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/web"
)

// records shows the archive to pages.
type records struct {
	archive *archive.Archive
	tally   *tally
}

// tally caches how many events of a game everybody may know of, valid while the game has that many events.
type tally struct {
	mu    sync.Mutex
	games map[int64][2]int
}

func newTally() *tally { return &tally{games: map[int64][2]int{}} }

// summary is one game in the list of games.
type summary struct {
	ID      int64             `json:"id"`
	Game    string            `json:"game"`
	Players map[string]string `json:"players"`
	Started string            `json:"started"`
	Ended   string            `json:"ended,omitempty"`
	Outcome *rules.Outcome    `json:"outcome,omitempty"`
	RanOut  string            `json:"ran_out,omitempty"` // the seat whose time ended it
	Events  int               `json:"events"`            // that the reader may know of
	Damaged bool              `json:"damaged,omitempty"` // only what was sound of it is there
	Sealed  bool              `json:"sealed,omitempty"`
}

// List returns games as everybody may know them, the latest first: at most limit,
// those that follow the one numbered after; 0 is no limit, and the beginning.
func (r records) List(_ context.Context, limit int, after int64) (any, error) {
	if limit == 0 {
		limit = -1 // all
	}
	games, err := r.archive.Page(after, limit)
	if err != nil {
		return nil, err
	}
	list := []summary{}
	for _, g := range games {
		s := r.summarize(g)
		if s.Events, err = r.tally.of(r.archive, g); err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// of counts the events of a game that everybody may know of; none of a record that is
// no record of a game.
func (t *tally) of(a *archive.Archive, g archive.Summary) (int, error) {
	game, err := rules.Find(games(), g.Game)
	if err == nil && !game.Hidden && !g.Ended.IsZero() {
		return g.Events, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n, ok := t.games[g.ID]; ok && n[0] == g.Events {
		return n[1], nil
	}
	h, events, err := a.Load(g.ID)
	if err != nil && !errors.Is(err, archive.ErrDamaged) { // what is sound of it is there
		return 0, err
	}
	seen, _ := archive.Visible(games(), h, events, rules.Table)
	t.games[g.ID] = [2]int{len(events), len(seen.Events)}
	return len(seen.Events), nil
}

// summarize is the summary of a game without the number of its events.
func (r records) summarize(g archive.Summary) summary {
	const layout = "2006-01-02T15:04:05Z07:00"
	s := summary{ID: g.ID, Game: g.Game, Players: g.Players, Started: g.Started.UTC().Format(layout), Outcome: g.Outcome, Damaged: g.Damaged}
	if !g.Ended.IsZero() {
		s.Ended = g.Ended.UTC().Format(layout)
		s.RanOut, _ = r.archive.RanOut(g) // of a damaged record nobody knows
	}
	return s
}

// gameWithSteps is one game with the steps that stand.
type gameWithSteps struct {
	summary
	Dice       string     `json:"dice"`
	Commitment string     `json:"commitment,omitempty"`
	Steps      []gameStep `json:"steps"`
}

type gameStep struct {
	N      int    `json:"n"`
	By     string `json:"by"`
	Action string `json:"action"`
	Open   bool   `json:"open,omitempty"`
}

// Show returns one game and the steps of it that by may know of.
func (r records) Show(_ context.Context, id string, by web.Reader) (any, error) {
	g, seen, err := r.see(id, by)
	if err != nil {
		return nil, err
	}
	standing, err := archive.Fold(seen.Events)
	if err != nil {
		return nil, err
	}
	out := gameWithSteps{summary: r.summarize(g), Dice: seen.Header.Dice, Commitment: seen.Header.Commitment, Steps: []gameStep{}}
	out.Events, out.Sealed = len(seen.Events), !g.Ended.IsZero() && !seen.Whole
	for _, s := range standing {
		out.Steps = append(out.Steps, gameStep{N: s.N, By: s.By, Action: s.Action, Open: s.Open})
	}
	return out, nil
}

func gameNumber(g archive.Summary) string { return strconv.FormatInt(g.ID, 10) }

// Verify computes every throw of a finished game again.
func (r records) Verify(_ context.Context, id string, by web.Reader) (any, error) {
	g, seen, err := r.see(id, by)
	switch {
	case err != nil:
		return nil, err
	case g.Ended.IsZero():
		return nil, referee.Refuse(409, rules.Say("no.goes.secret", "n", gameNumber(g)), rules.Say("do.verify.over"))
	case !seen.Whole:
		return nil, referee.Refuse(409, rules.Say("no.sealed", "n", gameNumber(g)), rules.Say("do.admin"))
	}
	report, err := archive.Verify(games(), seen.Header, seen.Events, recordedDice)
	if err != nil {
		return map[string]any{"verified": false, "why": err.Error()}, nil
	}
	return map[string]any{"verified": true, "computed": report.Computed, "entered": report.Entered}, nil
}

// Replay returns a finished game to be stepped through.
func (r records) Replay(_ context.Context, id string, by web.Reader) (web.Replay, error) {
	g, seen, err := r.see(id, by)
	if err != nil {
		return web.Replay{}, err
	}
	if g.Ended.IsZero() {
		return web.Replay{}, referee.Refuse(409, rules.Say("no.goes.on", "n", gameNumber(g)), rules.Say("do.step.over"))
	}
	start, steps, err := seen.Steps(games())
	if err != nil {
		return web.Replay{}, err
	}
	out := web.Replay{ID: g.ID, Game: start.Game(), Options: seen.Header.Options, Viewer: seen.Viewer, Start: start}
	for _, s := range steps {
		out.Steps = append(out.Steps, web.Played(s))
	}
	return out, nil
}

// Export writes what by may know of the record of a game.
func (r records) Export(_ context.Context, id string, by web.Reader, w io.Writer) error {
	_, seen, err := r.see(id, by)
	if err != nil {
		return err
	}
	return archive.Export(w, seen)
}

// see returns what by may know of a game: everybody the same, but for whom the key
// of a seat of the game on the table opens what that seat knows, and the admin's key
// all of a game that is over.
func (r records) see(id string, by web.Reader) (archive.Summary, archive.Seen, error) {
	g, h, events, err := r.load(id)
	if err != nil {
		return g, archive.Seen{}, err
	}
	viewer := rules.Table
	if by.Admin && !g.Ended.IsZero() {
		viewer = rules.Full
	} else if len(by.Seats) > 0 {
		latest, err := r.archive.Latest()
		if err != nil {
			return g, archive.Seen{}, err
		}
		if latest == g.ID {
			viewer = by.Seats[0]
		}
	}
	seen, err := archive.Visible(games(), h, events, viewer)
	return g, seen, err
}

// Import stores a record as a new game.
func (r records) Import(_ context.Context, in io.Reader) (int64, error) {
	id, err := r.archive.Import(games(), in)
	var tooLong *http.MaxBytesError
	if errors.As(err, &tooLong) {
		return 0, err
	}
	for _, cause := range []error{archive.ErrRecord, rules.ErrGame, rules.ErrOption, rules.ErrIllegal, rules.ErrAction} {
		if errors.Is(err, cause) {
			err = referee.Refuse(422, rules.Say("no.record.refused", "trouble", rules.Quote(messages.Told(err))), rules.Say("do.record"))
		}
	}
	return id, err
}

// number is the number of a game; "latest" is the one on the table.
func (r records) number(id string) (int64, error) {
	if id == "latest" {
		return r.archive.Latest()
	}
	return strconv.ParseInt(id, 10, 64)
}

func (r records) load(id string) (archive.Summary, archive.Header, []archive.Event, error) {
	n, err := r.number(id)
	if err == nil {
		var g archive.Summary
		if g, err = r.archive.Summary(n); err == nil {
			h, events, err := loadGame(r.archive, n)
			return g, h, events, err
		}
	}
	if errors.Is(err, archive.ErrNoGame) || errors.Is(err, strconv.ErrSyntax) || errors.Is(err, strconv.ErrRange) {
		err = referee.Refuse(404, rules.Say("no.archived", "name", rules.Quote(id)), rules.Say("do.archive"))
	}
	return archive.Summary{}, archive.Header{}, nil, err
}

// loadGame reads a game with the seats that take part in it.
func loadGame(a *archive.Archive, id int64) (archive.Header, []archive.Event, error) {
	h, events, damaged := a.Load(id)
	if damaged != nil && !errors.Is(damaged, archive.ErrDamaged) {
		return h, events, damaged
	}
	if g, err := rules.Find(games(), h.Game); err == nil { // of a game no longer known the record is shown all the same
		if start, err := g.Start(h.Options); err == nil {
			h.Seats = archive.SeatsOf(start)
		}
	}
	return h, events, damaged
}
