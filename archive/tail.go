package archive

import (
	"database/sql"
	"errors"
	"fmt"
)

// NextGame returns the first game with a number of at least from that lies on the table,
// or lay there; false if there is none. It wraps ErrDamaged or ErrDisk.
func (r *reader) NextGame(from int64) (id int64, ok bool, err error) {
	err = r.view(func(tx *sql.Tx) error {
		err := tx.QueryRow("SELECT id FROM game WHERE id >= ? AND NOT imported ORDER BY id LIMIT 1", from).Scan(&id)
		if ok = err == nil; errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return id, ok, err
}

// Header returns the header of a game. It wraps ErrNoGame, ErrDamaged or ErrDisk.
func (r *reader) Header(id int64) (h Header, err error) {
	err = r.viewRow(id, func(_ *sql.Tx, row row) (err error) {
		h, err = row.header()
		return err
	})
	return h, err
}

// Tail returns at most limit events of a game after event after, so that a follower of a growing record reads none
// twice. It wraps ErrDisk, or ErrDamaged where an event does not follow the hash of the one before.
func (r *reader) Tail(id int64, after, limit int) (events []Event, err error) {
	err = r.view(func(tx *sql.Tx) error {
		var c chain
		n := after
		return each(tx, func(rows *sql.Rows) error {
			e, before, own, err := scanEvent(rows)
			if err != nil {
				return err
			}
			if n == after {
				copy(c.last[:], before)
			}
			if n++; e.N != n || !c.last.is(before) || c.next(e) != nil || !c.last.is(own) {
				return fmt.Errorf("%w: the record of game %d, from some event on", ErrDamaged, id)
			}
			events = append(events, e)
			return nil
		}, "SELECT n, kind, ref, actor, action, at, hidden, note, before, hash FROM event WHERE game = ? AND n > ? ORDER BY n LIMIT ?", id, after, limit)
	})
	return events, err
}
