package archive

import (
	"bytes"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"reeve/board"
)

// row is a game as the table of games has it: its header, how its record ends,
// and the sum of all that.
type row struct {
	id                           int64
	game, options, players, dice string
	commitment                   string
	seed                         []byte
	script, clock                string
	started                      int64
	imported                     bool
	ended                        sql.NullInt64
	outcome                      sql.NullString
	cut                          bool // the record was damaged, and what followed is lost
	hash                         []byte
	events                       int
	last                         []byte // the hash of the last event; of the header before the first
	touches                      int    // rows of them
	touched                      []byte // the hash of the last of those
	sum                          []byte
}

const rowColumns = `id, game, options, players, dice, commitment, seed, script, clock, started, imported,
	ended, outcome, cut, hash, events, last, touches, touched, sum`

func scanRow(from interface{ Scan(...any) error }) (r row, err error) {
	err = from.Scan(&r.id, &r.game, &r.options, &r.players, &r.dice, &r.commitment, &r.seed, &r.script, &r.clock, &r.started, &r.imported,
		&r.ended, &r.outcome, &r.cut, &r.hash, &r.events, &r.last, &r.touches, &r.touched, &r.sum)
	for _, b := range []*[]byte{&r.hash, &r.last, &r.touched, &r.sum} {
		*b = append([]byte{}, *b...) // SQLite's empty ones come as nil
	}
	return r, err
}

// readRow reads the row of a game. It wraps ErrNoGame, or ErrDamaged for a row
// that was not written so, which it returns all the same.
func readRow(tx *sql.Tx, id int64) (row, error) {
	r, err := scanRow(tx.QueryRow("SELECT "+rowColumns+" FROM game WHERE id = ?", id))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return r, fmt.Errorf("%w: %d", ErrNoGame, id)
	case err == nil && !r.whole():
		err = fmt.Errorf("%w: the header of game %d", ErrDamaged, id)
	}
	return r, err
}

// summed is the sum of the row.
func (r *row) summed() hash {
	return sha256.Sum256(fmt.Appendf(nil, "game %d %q %q %q %q %q %x %q %q %d %t %v %q %t %x %d %x %d %x", r.id, r.game, r.options, r.players, r.dice, r.commitment,
		r.seed, r.script, r.clock, r.started, r.imported, r.ended, r.outcome.String, r.cut, r.hash, r.events, r.last, r.touches, r.touched))
}

func (r *row) whole() bool { return r.summed().is(r.sum) }

// header reads the header out of the row.
func (r *row) header() (Header, error) {
	h := Header{Game: r.game, Dice: r.dice, Commitment: r.commitment, Seed: r.seed, Clock: r.clock, Started: time.UnixMilli(r.started).UTC()}
	err := errors.Join(json.Unmarshal([]byte(r.options), &h.Options), json.Unmarshal([]byte(r.players), &h.Players), json.Unmarshal([]byte(r.script), &h.Script))
	if err != nil {
		return Header{}, fmt.Errorf("%w: the header of game %d: %w", ErrDamaged, r.id, err)
	}
	return h, nil
}

// record reads the record of the game as far as it is sound. It wraps ErrDamaged
// if that is not all of it; then a header without a game is none.
func (r *row) record(tx *sql.Tx) (Header, []Event, error) {
	h, err := r.header()
	if err != nil {
		return Header{}, nil, err
	}
	var c chain
	if err := c.begin(h); err != nil {
		return Header{}, nil, err
	}
	first := c.last
	var events []Event
	sound := first.is(r.hash) // what event 1 says of the header is as good
	err = each(tx, func(rows *sql.Rows) error {
		e, before, own, err := scanEvent(rows)
		if err != nil {
			return err
		}
		if e.N != len(events)+1 || !c.last.is(before) || c.next(e) != nil || !c.last.is(own) {
			return fmt.Errorf("%w: the record of game %d, from some event on", ErrDamaged, r.id) // how many there are may be a secret
		}
		events, sound = append(events, e), true
		return nil
	}, eventQuery, r.id)
	if !sound {
		return Header{}, nil, fmt.Errorf("%w: the header of game %d", ErrDamaged, r.id)
	}
	if err == nil && (len(events) != r.events || !c.last.is(r.last) || !first.is(r.hash) || !r.whole()) {
		err = fmt.Errorf("%w: the end of game %d is missing", ErrDamaged, r.id)
	}
	return h, events, err
}

const eventQuery = "SELECT n, kind, ref, actor, action, at, hidden, note, before, hash FROM event WHERE game = ? ORDER BY n"

func scanEvent(rows *sql.Rows) (e Event, before, own []byte, err error) {
	var at int64
	var note sql.NullString
	if err := rows.Scan(&e.N, &e.Kind, &e.Ref, &e.By, &e.Action, &at, &e.Hidden, &note, &before, &own); err != nil {
		return e, nil, nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	e.At = time.UnixMilli(at).UTC()
	if note.Valid {
		e.Note = json.RawMessage(note.String)
	}
	return e, before, own, nil
}

// storedTouches is raw touches as they are stored.
type storedTouches struct {
	after int
	data  []byte
}

// hands reads the raw touches of the game as far as they are sound. It wraps
// ErrDamaged if that is not all of them.
func (r *row) hands(tx *sql.Tx) ([]storedTouches, error) {
	var all []storedTouches
	var last []byte
	err := each(tx, func(rows *sql.Rows) error {
		var t storedTouches
		var own []byte
		if err := rows.Scan(&t.after, &t.data, &own); err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		if !touchHash(last, t.after, t.data).is(own) {
			return fmt.Errorf("%w: the raw touches of game %d", ErrDamaged, r.id)
		}
		all, last = append(all, t), own
		return nil
	}, "SELECT after, data, hash FROM touch WHERE game = ? ORDER BY rowid", r.id)
	if err == nil && (len(all) != r.touches || string(last) != string(r.touched)) {
		err = fmt.Errorf("%w: the last raw touches of game %d are missing", ErrDamaged, r.id)
	}
	return all, err
}

func (r *row) summary() (Summary, error) {
	s := Summary{ID: r.id, Game: r.game, Started: time.UnixMilli(r.started).UTC(), Events: r.events, Imported: r.imported, Damaged: r.cut}
	if r.ended.Valid {
		s.Ended = time.UnixMilli(r.ended.Int64).UTC()
	}
	err := json.Unmarshal([]byte(r.players), &s.Players)
	if r.outcome.Valid {
		err = errors.Join(err, json.Unmarshal([]byte(r.outcome.String), &s.Outcome))
	}
	if err != nil {
		return s, fmt.Errorf("%w: the header of game %d: %w", ErrDamaged, r.id, err)
	}
	return s, nil
}

// extend takes in events and touches that are written behind the record.
func (r *row) extend(w *transaction, events []Event, touches []board.Touch) error {
	c := chain{last: hash(r.last)}
	for _, e := range events {
		if err := r.insert(w, &c, e); err != nil {
			return err
		}
	}
	if len(touches) == 0 {
		return nil
	}
	return r.touch(w, storedTouches{r.events, encodeTouches(touches)})
}

func (r *row) insert(w *transaction, c *chain, e Event) error {
	before := c.last
	e.By, e.Action, e.Note = strings.ToValidUTF8(e.By, "\uFFFD"), strings.ToValidUTF8(e.Action, "\uFFFD"), compact(e.Note)
	if err := c.next(e); err != nil {
		return err
	}
	var note any
	if e.Note != nil {
		note = string(e.Note)
	}
	err := w.exec(insertEvent,
		r.id, e.N, string(e.Kind), e.Ref, e.By, e.Action, e.At.UnixMilli(), e.Hidden, note, before[:], c.last[:])
	if e.Kind == End {
		r.ended, r.outcome = sql.NullInt64{Int64: e.At.UnixMilli(), Valid: true}, sql.NullString{String: string(e.Note), Valid: e.Note != nil}
	}
	r.events, r.last = e.N, append([]byte(nil), c.last[:]...)
	return err
}

// compact returns a note as it is hashed, so that what is stored has nothing that no hash covers.
func compact(note json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if note == nil || json.Compact(&b, note) != nil {
		return note
	}
	return b.Bytes()
}

func (r *row) touch(w *transaction, t storedTouches) error {
	own := touchHash(r.touched, t.after, t.data)
	r.touches, r.touched = r.touches+1, own[:]
	return w.exec(insertTouch, r.id, t.after, t.data, own[:])
}

// store writes what has changed of the row, and its sum into the archive's.
func (r *row) store(w *transaction) error {
	w.tip.digest.toggle(r.sum)
	sum := r.summed()
	r.sum = sum[:]
	w.tip.digest.toggle(r.sum)
	return w.exec(updateGame,
		r.ended, r.outcome, r.cut, r.hash, r.events, r.last, r.touches, r.touched, r.sum, r.id)
}

// each calls do for every row of the answer.
func each(tx *sql.Tx, do func(*sql.Rows) error, query string, args ...any) error {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
