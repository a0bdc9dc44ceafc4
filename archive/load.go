package archive

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// reader asks the database.
type reader struct {
	read    *sql.DB // one connection, for queries only
	suspect string  // the file that says at the next start that damage was found; "" when opened for reading only
}

// Load returns the header and the events of a game. It wraps ErrNoGame, ErrDisk,
// or ErrDamaged, then with what is sound: no event behind one that is not, and
// of a damaged header nothing.
func (r *reader) Load(id int64) (h Header, events []Event, err error) {
	err = r.view(func(tx *sql.Tx) error {
		row, err := readRow(tx, id)
		if err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
		h, events, err = row.record(tx)
		return err
	})
	return h, events, err
}

// Current returns the last game that goes on; false if there is none. Imported
// games do not count, since they do not lie on the table. It wraps ErrDamaged
// or ErrDisk.
func (r *reader) Current() (id int64, ok bool, err error) {
	err = r.view(func(tx *sql.Tx) error {
		rows, err := survey(tx)
		for _, row := range rows {
			if !row.ended.Valid && !row.imported {
				id, ok = row.id, true
			}
		}
		return err
	})
	return id, ok, err
}

// Latest returns the last game that lies on the table, or lay there; 0 if there is
// none. It wraps ErrDamaged or ErrDisk.
func (r *reader) Latest() (id int64, err error) {
	err = r.view(func(tx *sql.Tx) error {
		rows, err := survey(tx)
		for _, row := range rows {
			if !row.imported {
				id = max(id, row.id)
			}
		}
		return err
	})
	return id, err
}

// List returns all games, the latest first. It wraps ErrDisk, or ErrDamaged,
// then with the games whose headers are sound.
func (r *reader) List() ([]Summary, error) {
	list := []Summary{}
	err := r.view(func(tx *sql.Tx) error {
		rows, err := survey(tx)
		for i := len(rows) - 1; i >= 0; i-- {
			s, bad := rows[i].summary()
			if bad == nil {
				list = append(list, s)
			}
			err = errors.Join(err, bad)
		}
		return err
	})
	return list, err
}

// Page returns of what List does at most limit games, those that follow the one
// numbered after; 0 is the beginning, and below 0 limit is none. It wraps what List does.
func (r *reader) Page(after int64, limit int) ([]Summary, error) {
	list, err := r.List()
	if after > 0 {
		list = slices.DeleteFunc(list, func(s Summary) bool { return s.ID >= after })
	}
	if limit >= 0 && limit < len(list) {
		list = list[:limit]
	}
	return list, err
}

// Summary returns what List tells of one game. It wraps ErrNoGame, ErrDamaged or
// ErrDisk.
func (r *reader) Summary(id int64) (s Summary, err error) {
	err = r.viewRow(id, func(_ *sql.Tx, row row) (err error) {
		s, err = row.summary()
		return err
	})
	return s, err
}

// Touches returns the raw touches of a game in the order they were written. It
// wraps ErrDisk, or ErrDamaged, then with those before the first that is not sound.
func (r *reader) Touches(id int64) (all []Touched, err error) {
	err = r.viewRow(id, func(tx *sql.Tx, row row) error {
		written, err := row.hands(tx)
		for _, t := range written {
			touches, bad := decodeTouches(t.data)
			if bad != nil {
				return bad
			}
			all = append(all, Touched{t.after, touches})
		}
		return err
	})
	return all, err
}

// Kept returns what Keep stored under key; false if there is nothing. It wraps
// ErrDamaged or ErrDisk.
func (r *reader) Kept(key string) (value []byte, ok bool, err error) {
	err = r.view(func(tx *sql.Tx) error {
		values, err := allKept(tx)
		for _, k := range values {
			if k.key == key {
				value, ok, err = k.value, true, errors.Join(err, k.whole())
			}
		}
		return err
	})
	return value, ok, err
}

// view runs do in a read transaction. Damage found there is repaired at the next start.
func (r *reader) view(do func(*sql.Tx) error) error {
	err := within(r.read, &sql.TxOptions{ReadOnly: true}, do)
	if r.suspect != "" && errors.Is(err, ErrDamaged) {
		err = errors.Join(err, disk(touchFile(r.suspect)))
	}
	return err
}

// viewRow is view of what is known of one game.
func (r *reader) viewRow(id int64, do func(*sql.Tx, row) error) error {
	return r.view(func(tx *sql.Tx) error {
		row, err := readRow(tx, id)
		if err != nil {
			return err
		}
		return do(tx, row)
	})
}

// survey returns the rows of all games that are sound. It wraps ErrDamaged if
// those are not all that were written.
func survey(tx *sql.Tx) ([]row, error) {
	want, err := readTip(tx)
	if err != nil {
		return nil, err
	}
	all, err := allRows(tx)
	values, err2 := allKept(tx)
	errs := []error{err, err2}
	var rows []row
	var d digest
	for _, r := range all {
		d.toggle(r.sum)
		if r.whole() {
			rows = append(rows, r)
			continue
		}
		errs = append(errs, fmt.Errorf("%w: the header of game %d", ErrDamaged, r.id))
	}
	for _, k := range values {
		d.toggle(k.sum)
		errs = append(errs, k.whole())
	}
	if err := errors.Join(errs...); err != nil {
		return rows, classified(err)
	}
	if d != want.digest {
		return rows, fmt.Errorf("%w: the list of games is not what was written", ErrDamaged)
	}
	return rows, nil
}

// allRows returns the rows of all games that can be read, the first one first.
func allRows(tx *sql.Tx) (rows []row, err error) {
	err = each(tx, func(from *sql.Rows) error {
		r, err := scanRow(from)
		if err != nil {
			return fmt.Errorf("%w: the list of games: %w", ErrDamaged, err)
		}
		rows = append(rows, r)
		return nil
	}, "SELECT "+rowColumns+" FROM game NOT INDEXED ORDER BY id")
	return rows, err
}
