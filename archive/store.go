package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"reeve/board"
	"reeve/rules"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// writer changes the database, one transaction after the other.
type writer struct {
	write  *sql.DB // one connection; nil when opened for reading only
	mu     sync.Mutex
	head   *headFile // nil when opened for reading only
	ready  map[string]*sql.Stmt
	latest row // of the game that was written to last
}

// Begin writes the header of a new game and returns the game's number. It wraps
// ErrReadOnly or ErrDisk.
func (w *writer) Begin(h Header) (id int64, err error) {
	err = w.change(func(tx *transaction) error {
		id, err = tx.begin(0, h, false)
		return err
	})
	return id, err
}

// Append writes events and the raw touches that came with them in one transaction: after nil they
// survive a power cut, after an error nothing was written. Either may be empty. An event of kind End closes
// the game. Times are kept to 1 ms. It wraps ErrRecord (an unknown kind, or not the next event),
// ErrNoGame, ErrEnded, ErrDamaged, ErrReadOnly or ErrDisk.
func (w *writer) Append(id int64, events []Event, touches []board.Touch) error {
	return w.change(func(tx *transaction) error { return tx.append(id, events, touches) })
}

// Finish closes the game with its outcome: it appends an event of kind End.
func (w *writer) Finish(id int64, o rules.Outcome, at time.Time) error {
	note, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRecord, err)
	}
	return w.change(func(tx *transaction) error {
		if err := tx.turnTo(id); err != nil {
			return err
		}
		return tx.append(id, []Event{{N: tx.game.events + 1, Kind: End, By: "referee", At: at, Note: note}}, nil)
	})
}

// Keep stores a small value of the daemon's own under key, in place of what
// was there.
func (w *writer) Keep(key string, value []byte) error {
	return w.change(func(tx *transaction) error { return tx.keep(key, value) })
}

// transaction is a transaction that changes the archive, with what it changes of the
// lines that sum it up.
type transaction struct {
	*sql.Tx
	ready map[string]*sql.Stmt // statements that were compiled before
	tip   tip
	game  row // that was written to last; of no game at first
}

// exec is Exec, compiled before where it can be.
func (w *transaction) exec(query string, args ...any) (err error) {
	if stmt, ok := w.ready[query]; ok {
		_, err = w.Stmt(stmt).Exec(args...)
	} else {
		_, err = w.Exec(query, args...)
	}
	return err
}

// The statements that nearly every transaction has.
const (
	insertEvent = "INSERT INTO event (game, n, kind, ref, actor, action, at, hidden, note, before, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	insertTouch = "INSERT INTO touch (game, after, data, hash) VALUES (?, ?, ?, ?)"
	updateGame  = "UPDATE game SET ended = ?, outcome = ?, cut = ?, hash = ?, events = ?, last = ?, touches = ?, touched = ?, sum = ? WHERE id = ?"
	updateTip   = "UPDATE head SET n = ?, digest = ?"
)

// compile makes the statements of writing ready.
func (w *writer) compile() error {
	w.ready = map[string]*sql.Stmt{}
	for _, query := range []string{insertEvent, insertTouch, updateGame, updateTip} {
		stmt, err := w.write.Prepare(query)
		if err != nil {
			return classified(err)
		}
		w.ready[query] = stmt
	}
	return nil
}

// change runs do in one transaction, which counts as one in the tip. What it
// leaves is what the next one finds: nobody else writes.
func (w *writer) change(do func(*transaction) error) error {
	if w.write == nil {
		return ErrReadOnly
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.head.ready(); err != nil {
		return disk(err)
	}
	t := transaction{ready: w.ready, tip: w.head.latest, game: w.latest}
	err := inTx(w.write, func(tx *sql.Tx) error {
		t.Tx = tx
		if err := do(&t); err != nil {
			return err
		}
		t.tip.n++
		return t.tip.store(&t)
	})
	if err != nil {
		return err
	}
	w.latest = t.game
	w.head.put(t.tip)
	return nil
}

// inTx runs do in one transaction: all of it, or nothing.
func inTx(db *sql.DB, do func(*sql.Tx) error) error { return within(db, &sql.TxOptions{}, do) }

func within(db *sql.DB, options *sql.TxOptions, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(context.Background(), options)
	if err != nil {
		return classified(err)
	}
	defer tx.Rollback() // after Commit it does nothing
	if err := do(tx); err != nil {
		return classified(err)
	}
	return classified(tx.Commit())
}

// classified returns err with one of the package's causes: what is not refused
// by the package itself comes from the database.
func classified(err error) error {
	if err == nil {
		return nil
	}
	for _, cause := range []error{ErrRecord, ErrNoGame, ErrEnded, ErrDisk, ErrDamaged} {
		if errors.Is(err, cause) {
			return err
		}
	}
	var refused *sqlite.Error
	if errors.As(err, &refused) && slices.Contains(damages, refused.Code()&0xff) {
		return fmt.Errorf("%w: %w", ErrDamaged, disk(err))
	}
	return disk(err)
}

// damages are what SQLite says of a file that is not what it wrote.
var damages = []int{sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

// begin stores a new game under id; 0 for the next one.
func (w *transaction) begin(id int64, h Header, imported bool) (int64, error) {
	var texts [3]string
	for i, v := range []any{h.Options, h.Players, h.Script} {
		text, err := json.Marshal(v)
		if err != nil {
			return 0, fmt.Errorf("%w: header: %w", ErrRecord, err)
		}
		texts[i] = string(text)
	}
	res, err := w.Exec(`INSERT INTO game (id, game, options, players, dice, commitment, seed, script, clock, started, imported)
		VALUES (nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, h.Game, texts[0], texts[1], h.Dice, h.Commitment, h.Seed, texts[2], h.Clock, h.Started.UnixMilli(), imported)
	if err != nil {
		return 0, err
	}
	if id, err = res.LastInsertId(); err != nil {
		return 0, err
	}
	if w.game, err = scanRow(w.QueryRow("SELECT "+rowColumns+" FROM game WHERE id = ?", id)); err != nil {
		return 0, err
	}
	if err := w.game.hashRecord(w.Tx); err != nil {
		return 0, err
	}
	return id, w.game.store(w)
}

// turnTo makes id the game that is written to.
func (w *transaction) turnTo(id int64) (err error) {
	if w.game.id != id {
		w.game, err = readRow(w.Tx, id)
	}
	return err
}

// append writes events and touches behind the record of a game.
func (w *transaction) append(id int64, events []Event, touches []board.Touch) error {
	if err := w.turnTo(id); err != nil {
		return err
	}
	if len(events) > 0 {
		if err := checkEvents(w.game.events, events); err != nil {
			return err
		}
		if w.game.ended.Valid {
			return fmt.Errorf("%w: %d", ErrEnded, id)
		}
	}
	if err := w.game.extend(w, events, touches); err != nil {
		return err
	}
	return w.game.store(w)
}

// keep stores a value in place of what was there.
func (w *transaction) keep(key string, value []byte) error {
	k := keptValue{key: key, value: value}
	err := w.QueryRow("SELECT sum FROM kept WHERE key = ?", key).Scan(&k.sum)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	return k.store(w)
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
