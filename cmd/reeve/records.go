package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"reeve/archive"
	"reeve/referee"
	"reeve/rules"
)

// records shows the archive to pages.
type records struct{ archive *archive.Archive }

// summary is one game in the list of games.
type summary struct {
	ID      int64             `json:"id"`
	Game    string            `json:"game"`
	Players map[string]string `json:"players"`
	Started string            `json:"started"`
	Ended   string            `json:"ended,omitempty"`
	Outcome *rules.Outcome    `json:"outcome,omitempty"`
	Events  int               `json:"events"`
}

// List returns games, the latest first: at most limit, those that follow the one
// numbered after; 0 is no limit, and the beginning.
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
		s := summarize(g)
		if g.Ended.IsZero() {
			if s.Events, err = r.public(g.ID); err != nil {
				return nil, err
			}
		}
		list = append(list, s)
	}
	return list, nil
}

// public counts the events of a game that goes on which are no secret: how many are
// would tell who has done something.
func (r records) public(id int64) (n int, err error) {
	_, events, err := r.archive.Load(id)
	for _, e := range events {
		if !e.Hidden {
			n++
		}
	}
	return n, err
}

func summarize(g archive.Summary) summary {
	const layout = "2006-01-02T15:04:05Z07:00"
	s := summary{ID: g.ID, Game: g.Game, Players: g.Players, Started: g.Started.UTC().Format(layout), Outcome: g.Outcome, Events: g.Events}
	if !g.Ended.IsZero() {
		s.Ended = g.Ended.UTC().Format(layout)
	}
	return s
}

// shown is one game with the steps that stand.
type shown struct {
	summary
	Dice       string   `json:"dice"`
	Commitment string   `json:"commitment,omitempty"`
	Steps      []stands `json:"steps"`
}

type stands struct {
	N      int    `json:"n"`
	By     string `json:"by"`
	Action string `json:"action"`
	Open   bool   `json:"open,omitempty"`
}

// Show returns one game and the steps of it that everybody may know.
func (r records) Show(_ context.Context, id string) (any, error) {
	g, h, events, err := r.load(id)
	if err != nil {
		return nil, err
	}
	standing, err := archive.Fold(events)
	if err != nil {
		return nil, err
	}
	out := shown{summary: summarize(g), Dice: h.Dice, Commitment: h.Commitment, Steps: []stands{}}
	for _, s := range standing {
		if !s.Hidden || !g.Ended.IsZero() {
			out.Steps = append(out.Steps, stands{N: s.N, By: s.By, Action: s.Action, Open: s.Open})
		}
	}
	return out, nil
}

// Verify computes every throw of a finished game again.
func (r records) Verify(_ context.Context, id string) (any, error) {
	g, h, events, err := r.load(id)
	if err != nil {
		return nil, err
	}
	if g.Ended.IsZero() {
		return nil, &referee.Refusal{Status: 409, Text: fmt.Sprintf("game %d goes on: its seed is still secret", g.ID), Hint: "verify it when it is over"}
	}
	report, err := archive.Verify(games(), h, events, recordedDice)
	if err != nil {
		return map[string]any{"verified": false, "why": err.Error()}, nil
	}
	return map[string]any{"verified": true, "computed": report.Computed, "entered": report.Entered}, nil
}

// Export writes the record of a game; of one that goes on, nothing secret.
func (r records) Export(_ context.Context, id string, w io.Writer) error {
	_, h, events, err := r.load(id)
	if err != nil {
		return err
	}
	return archive.Export(w, h, events, false)
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
			err = &referee.Refusal{Status: 422, Text: "the record is refused: " + err.Error(), Hint: "send what GET /api/archive/ID/export answers"}
		}
	}
	return id, err
}

func (r records) load(id string) (archive.Summary, archive.Header, []archive.Event, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err == nil {
		var g archive.Summary
		if g, err = r.archive.Summary(n); err == nil {
			h, events, err := loadGame(r.archive, n)
			return g, h, events, err
		}
	}
	if errors.Is(err, archive.ErrNoGame) || errors.Is(err, strconv.ErrSyntax) || errors.Is(err, strconv.ErrRange) {
		err = &referee.Refusal{Status: 404, Text: fmt.Sprintf("no game %q is in the archive", id), Hint: "GET /api/archive lists them"}
	}
	return archive.Summary{}, archive.Header{}, nil, err
}

// loadGame reads a game with the seats that take part in it.
func loadGame(a *archive.Archive, id int64) (archive.Header, []archive.Event, error) {
	h, events, err := a.Load(id)
	if err != nil {
		return h, events, err
	}
	if g, err := rules.Find(games(), h.Game); err == nil { // of a game no longer known the record is shown all the same
		if start, err := g.Start(h.Options); err == nil {
			h.Seats = archive.SeatsOf(start)
		}
	}
	return h, events, nil
}
