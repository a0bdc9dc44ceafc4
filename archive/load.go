package archive

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Load returns the header and the events of a game. It wraps ErrNoGame,
// ErrRecord for a damaged one, or ErrDisk.
func (a *Archive) Load(id int64) (Header, []Event, error) {
	h, err := a.header(id)
	if err != nil {
		return Header{}, nil, err
	}
	var events []Event
	err = a.query(func(rows *sql.Rows) error {
		var e Event
		var at int64
		var note sql.NullString
		if err := rows.Scan(&e.N, &e.Kind, &e.Ref, &e.By, &e.Action, &at, &e.Hidden, &note); err != nil {
			return err
		}
		e.At = time.UnixMilli(at).UTC()
		if note.Valid {
			e.Note = json.RawMessage(note.String)
		}
		events = append(events, e)
		return nil
	}, "SELECT n, kind, ref, actor, action, at, hidden, note FROM event WHERE game = ? ORDER BY n", id)
	return h, events, err
}

func (a *Archive) header(id int64) (h Header, err error) {
	var options, players, script string
	var started int64
	err = a.read.QueryRow("SELECT game, options, players, dice, commitment, seed, script, clock, started FROM game WHERE id = ?", id).
		Scan(&h.Game, &options, &players, &h.Dice, &h.Commitment, &h.Seed, &script, &h.Clock, &started)
	if errors.Is(err, sql.ErrNoRows) {
		return Header{}, fmt.Errorf("%w: %d", ErrNoGame, id)
	}
	if err != nil {
		return Header{}, disk(err)
	}
	h.Started = time.UnixMilli(started).UTC()
	err = errors.Join(json.Unmarshal([]byte(options), &h.Options), json.Unmarshal([]byte(players), &h.Players), json.Unmarshal([]byte(script), &h.Script))
	if err != nil {
		return Header{}, fmt.Errorf("%w: header of game %d: %w", ErrRecord, id, err)
	}
	return h, nil
}

// Current returns the last game that goes on; false if there is none. Imported
// games do not count, since they do not lie on the table.
func (a *Archive) Current() (id int64, ok bool, err error) {
	err = a.read.QueryRow("SELECT id FROM game WHERE ended IS NULL AND imported = 0 ORDER BY id DESC LIMIT 1").Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return id, err == nil, disk(err)
}

const summaryQuery = `SELECT id, game, players, started, ended, outcome, imported,
	(SELECT count(*) FROM event WHERE event.game = game.id) FROM game`

// List returns all games, the latest first.
func (a *Archive) List() ([]Summary, error) {
	return a.summaries(summaryQuery + " ORDER BY id DESC")
}

// Page returns of what List does at most limit games, those that follow the one
// numbered after; 0 is the beginning.
func (a *Archive) Page(after int64, limit int) ([]Summary, error) {
	if after == 0 {
		return a.summaries(summaryQuery+" ORDER BY id DESC LIMIT ?", limit)
	}
	return a.summaries(summaryQuery+" WHERE id < ? ORDER BY id DESC LIMIT ?", after, limit)
}

// Summary returns what List tells of one game. It wraps ErrNoGame.
func (a *Archive) Summary(id int64) (Summary, error) {
	list, err := a.summaries(summaryQuery+" WHERE id = ?", id)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%w: %d", ErrNoGame, id)
	}
	if err != nil {
		return Summary{}, err
	}
	return list[0], nil
}

func (a *Archive) summaries(query string, args ...any) ([]Summary, error) {
	list := []Summary{}
	err := a.query(func(rows *sql.Rows) error {
		s, err := scanSummary(rows)
		list = append(list, s)
		return err
	}, query, args...)
	return list, err
}

func scanSummary(rows *sql.Rows) (Summary, error) {
	var s Summary
	var players string
	var started int64
	var ended sql.NullInt64
	var outcome sql.NullString
	if err := rows.Scan(&s.ID, &s.Game, &players, &started, &ended, &outcome, &s.Imported, &s.Events); err != nil {
		return s, err
	}
	s.Started = time.UnixMilli(started).UTC()
	if ended.Valid {
		s.Ended = time.UnixMilli(ended.Int64).UTC()
	}
	err := json.Unmarshal([]byte(players), &s.Players)
	if outcome.Valid {
		err = errors.Join(err, json.Unmarshal([]byte(outcome.String), &s.Outcome))
	}
	if err != nil {
		return s, fmt.Errorf("%w: header of game %d: %w", ErrRecord, s.ID, err)
	}
	return s, nil
}

// Touches returns the raw touches of a game in the order they were written.
func (a *Archive) Touches(id int64) ([]Touched, error) {
	var all []Touched
	err := a.query(func(rows *sql.Rows) error {
		var t Touched
		var data []byte
		err := rows.Scan(&t.After, &data)
		if err == nil {
			t.Touches, err = decodeTouches(data)
		}
		all = append(all, t)
		return err
	}, "SELECT after, data FROM touch WHERE game = ? ORDER BY rowid", id)
	return all, err
}

// Kept returns what Keep stored under key; false if there is nothing.
func (a *Archive) Kept(key string) (value []byte, ok bool, err error) {
	err = a.read.QueryRow("SELECT value FROM kept WHERE key = ?", key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return value, err == nil, disk(err)
}

// query calls each for every row of the answer.
func (a *Archive) query(each func(*sql.Rows) error, query string, args ...any) error {
	rows, err := a.read.Query(query, args...)
	if err != nil {
		return disk(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows); err != nil {
			return classified(err)
		}
	}
	return disk(rows.Err())
}
