package archive

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"reeve/board"
	"reeve/rules"
)

// Begin writes the header of a new game and returns the game's number. It wraps
// ErrReadOnly or ErrDisk.
func (a *Archive) Begin(h Header) (id int64, err error) {
	err = a.change(func(tx *sql.Tx) error {
		id, err = insertGame(tx, h, false)
		return err
	})
	return id, err
}

// Append writes events, and the raw touches that came with them, as one whole:
// when it returns nil they survive a power cut, else nothing was written. Either
// may be empty. An event of kind End closes the game. Times are kept to the
// millisecond. It wraps ErrRecord for events that are not the next ones or of
// an unknown kind, ErrNoGame, ErrEnded, ErrReadOnly or ErrDisk.
func (a *Archive) Append(id int64, events []Event, touches []board.Touch) error {
	return a.change(func(tx *sql.Tx) error {
		last, err := lastEvent(tx, id)
		if err != nil {
			return err
		}
		return insertEvents(tx, id, last, events, touches)
	})
}

// Finish closes the game with its outcome: it appends an event of kind End.
func (a *Archive) Finish(id int64, o rules.Outcome, at time.Time) error {
	note, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return a.change(func(tx *sql.Tx) error {
		last, err := lastEvent(tx, id)
		if err != nil {
			return err
		}
		return insertEvents(tx, id, last, []Event{{N: last + 1, Kind: End, By: "referee", At: at, Note: note}}, nil)
	})
}

// Keep stores a small value of the daemon's own under key, in place of what
// was there.
func (a *Archive) Keep(key string, value []byte) error {
	if value == nil {
		value = []byte{}
	}
	return a.change(func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO kept (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value)
		return err
	})
}

// change runs do in one transaction.
func (a *Archive) change(do func(*sql.Tx) error) error {
	if a.write == nil {
		return ErrReadOnly
	}
	return inTx(a.write, do)
}

// inTx runs do in one transaction: all of it, or nothing.
func inTx(db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.Begin()
	if err != nil {
		return disk(err)
	}
	defer tx.Rollback() // after Commit it does nothing
	if err := do(tx); err != nil {
		return classified(err)
	}
	return disk(tx.Commit())
}

// classified returns err with one of the package's causes: what is not refused
// by the package itself comes from the database.
func classified(err error) error {
	for _, cause := range []error{ErrRecord, ErrNoGame, ErrEnded, ErrDisk} {
		if errors.Is(err, cause) {
			return err
		}
	}
	return disk(err)
}

func insertGame(tx *sql.Tx, h Header, imported bool) (int64, error) {
	var texts [3]string
	for i, v := range []any{h.Options, h.Players, h.Script} {
		text, err := json.Marshal(v)
		if err != nil {
			return 0, fmt.Errorf("%w: header: %w", ErrRecord, err)
		}
		texts[i] = string(text)
	}
	res, err := tx.Exec(`INSERT INTO game (game, options, players, dice, commitment, seed, script, clock, started, imported)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		h.Game, texts[0], texts[1], h.Dice, h.Commitment, h.Seed, texts[2], h.Clock, h.Started.UnixMilli(), imported)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// lastEvent returns the number of the game's last event, 0 if there is none.
func lastEvent(tx *sql.Tx, id int64) (n int, err error) {
	err = tx.QueryRow("SELECT ifnull((SELECT max(n) FROM event WHERE event.game = game.id), 0) FROM game WHERE id = ?", id).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("%w: %d", ErrNoGame, id)
	}
	return n, err
}

func insertEvents(tx *sql.Tx, id int64, last int, events []Event, touches []board.Touch) error {
	if len(events) > 0 {
		if err := errors.Join(checkEvents(last, events), refuseEnded(tx, id)); err != nil {
			return err
		}
	}
	for _, e := range events {
		if err := insertEvent(tx, id, e); err != nil {
			return err
		}
		last = e.N
	}
	if len(touches) == 0 {
		return nil
	}
	_, err := tx.Exec("INSERT INTO touch (game, after, data) VALUES (?, ?, ?)", id, last, encodeTouches(touches))
	return err
}

func checkEvents(last int, events []Event) error {
	for i, e := range events {
		switch {
		case e.N != last+1+i || !slices.Contains(kinds, e.Kind):
			return fmt.Errorf("%w: event %d of kind %q after event %d", ErrRecord, e.N, e.Kind, last+i)
		case e.Ref < 0 || e.Ref >= e.N:
			return fmt.Errorf("%w: event %d is about event %d", ErrRecord, e.N, e.Ref)
		case e.Kind == End && i+1 < len(events):
			return fmt.Errorf("%w: event %d after the end", ErrRecord, e.N+1)
		case e.Note != nil && !json.Valid(e.Note):
			return fmt.Errorf("%w: event %d: its note is no JSON: %.80q", ErrRecord, e.N, e.Note)
		}
	}
	return nil
}

func refuseEnded(tx *sql.Tx, id int64) error {
	var ended bool
	if err := tx.QueryRow("SELECT ended IS NOT NULL FROM game WHERE id = ?", id).Scan(&ended); err != nil {
		return err
	}
	if ended {
		return fmt.Errorf("%w: %d", ErrEnded, id)
	}
	return nil
}

func insertEvent(tx *sql.Tx, id int64, e Event) error {
	var note any
	if e.Note != nil {
		note = string(e.Note)
	}
	_, err := tx.Exec("INSERT INTO event (game, n, kind, ref, actor, action, at, hidden, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		id, e.N, string(e.Kind), e.Ref, e.By, e.Action, e.At.UnixMilli(), e.Hidden, note)
	if err != nil || e.Kind != End {
		return err
	}
	_, err = tx.Exec("UPDATE game SET ended = ?, outcome = ? WHERE id = ?", e.At.UnixMilli(), note, id)
	return err
}
