package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// ErrNewer is the cause when the archive was written by a newer reeve.
var ErrNewer = errors.New("archive: written by a newer reeve")

// ErrOlder is the cause when an archive that may only be read has an old form.
var ErrOlder = errors.New("archive: written by an older reeve; start the daemon once to bring it up to date")

// migration is one step from a version of the schema to the next.
type migration struct {
	schema string
	fill   func(*sql.Tx) error // what the schema alone cannot do; nil for nothing
}

// migrations are the steps from each version of the schema to the next. They
// are never changed, only added to; the database's user_version counts them.
var migrations = []migration{
	// 1. Times are milliseconds since 1970, UTC.
	{schema: `CREATE TABLE game (
		id         INTEGER PRIMARY KEY AUTOINCREMENT,
		game       TEXT NOT NULL,
		options    TEXT NOT NULL,
		players    TEXT NOT NULL,
		dice       TEXT NOT NULL,
		commitment TEXT NOT NULL,
		seed       BLOB,
		script     TEXT NOT NULL,
		clock      TEXT NOT NULL,
		started    INTEGER NOT NULL,
		ended      INTEGER,
		outcome    TEXT
	) STRICT;
	CREATE TABLE event (
		game   INTEGER NOT NULL REFERENCES game (id),
		n      INTEGER NOT NULL,
		kind   TEXT NOT NULL,
		ref    INTEGER NOT NULL,
		actor  TEXT NOT NULL,
		action TEXT NOT NULL,
		at     INTEGER NOT NULL,
		hidden INTEGER NOT NULL,
		note   TEXT,
		PRIMARY KEY (game, n)
	) STRICT, WITHOUT ROWID;
	CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT raise(ABORT, 'the record only grows'); END;
	CREATE TRIGGER event_remains BEFORE DELETE ON event BEGIN SELECT raise(ABORT, 'the record only grows'); END;
	CREATE TABLE touch (
		game  INTEGER NOT NULL REFERENCES game (id),
		after INTEGER NOT NULL,
		data  BLOB NOT NULL
	) STRICT;
	CREATE TABLE kept (
		key   TEXT PRIMARY KEY,
		value BLOB NOT NULL
	) STRICT, WITHOUT ROWID;`},
	// 2. Imported games are told apart, since none of them lies on the table.
	{schema: `ALTER TABLE game ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
	CREATE INDEX game_open ON game (id) WHERE ended IS NULL;
	CREATE INDEX touch_of ON touch (game, after);`},
	// 3. Every line carries the hash of the one before it and its own; a game says where its record ends, and
	// one row what all games say.
	{schema: `DROP INDEX game_open;
	DROP TRIGGER event_stays;
	ALTER TABLE game ADD COLUMN cut     INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE game ADD COLUMN hash    BLOB NOT NULL DEFAULT x'';
	ALTER TABLE game ADD COLUMN events  INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE game ADD COLUMN last    BLOB NOT NULL DEFAULT x'';
	ALTER TABLE game ADD COLUMN touches INTEGER NOT NULL DEFAULT 0;
	ALTER TABLE game ADD COLUMN touched BLOB NOT NULL DEFAULT x'';
	ALTER TABLE game ADD COLUMN sum     BLOB NOT NULL DEFAULT x'';
	ALTER TABLE event ADD COLUMN before BLOB NOT NULL DEFAULT x'';
	ALTER TABLE event ADD COLUMN hash   BLOB NOT NULL DEFAULT x'';
	ALTER TABLE touch ADD COLUMN hash   BLOB NOT NULL DEFAULT x'';
	ALTER TABLE kept  ADD COLUMN sum    BLOB NOT NULL DEFAULT x'';
	CREATE TABLE head (
		only   INTEGER PRIMARY KEY CHECK (only = 1),
		n      INTEGER NOT NULL,
		digest BLOB NOT NULL
	) STRICT;
	INSERT INTO head VALUES (1, 0, zeroblob(32));`, fill: hashAll},
}

// migrate brings the database up to the newest of the given migrations.
func migrate(db *sql.DB, migrations []migration) error {
	version, err := schemaVersion(db)
	if err != nil {
		return err
	}
	if version > len(migrations) {
		return newer(version)
	}
	if version > 0 && version < len(migrations) {
		if err := quickCheck(context.Background(), db); err != nil { // what is damaged now would be taken for what was written
			return err
		}
	}
	for i := version; i < len(migrations); i++ {
		if err := inTx(db, func(tx *sql.Tx) error {
			if _, err := tx.Exec(migrations[i].schema + fmt.Sprintf("; PRAGMA user_version = %d", i+1)); err != nil || migrations[i].fill == nil {
				return err
			}
			return migrations[i].fill(tx)
		}); err != nil {
			return err
		}
	}
	return nil
}

func schemaVersion(db *sql.DB) (version int, err error) {
	err = db.QueryRow("PRAGMA user_version").Scan(&version)
	return version, classified(err)
}

// hashAll makes the hashes of an archive that has none yet.
func hashAll(tx *sql.Tx) error {
	rows, err := allRows(tx)
	if err != nil {
		return err
	}
	w := transaction{Tx: tx}
	for i := range rows {
		if err := errors.Join(rows[i].hashRecord(tx), rows[i].store(&w)); err != nil {
			return err
		}
	}
	values, err := allKept(tx)
	for _, k := range values {
		err = errors.Join(err, k.store(&w))
	}
	w.tip.n = int64(len(rows) + len(values))
	if err := errors.Join(err, w.tip.store(&w)); err != nil {
		return err
	}
	_, err = tx.Exec("CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT raise(ABORT, 'the record only grows'); END")
	return err
}

// hashRecord makes the hashes of one game.
func (r *row) hashRecord(tx *sql.Tx) error {
	h, err := r.header()
	if err != nil {
		return err
	}
	var c chain
	if err := c.begin(h); err != nil {
		return err
	}
	r.hash = slices.Clone(c.last[:])
	var events []Event
	if err := each(tx, func(rows *sql.Rows) error {
		e, _, _, err := scanEvent(rows)
		events = append(events, e)
		return err
	}, eventQuery, r.id); err != nil {
		return err
	}
	if err := checkEvents(0, events); err != nil {
		return fmt.Errorf("%w: game %d: %w", ErrDamaged, r.id, err)
	}
	for _, e := range events {
		before := c.last
		if err := c.next(e); err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE event SET before = ?, hash = ? WHERE game = ? AND n = ?", before[:], c.last[:], r.id, e.N); err != nil {
			return err
		}
	}
	r.events, r.last = len(events), slices.Clone(c.last[:])
	return r.hashTouches(tx)
}

func (r *row) hashTouches(tx *sql.Tx) error {
	var ids []int64
	var all []storedTouches
	if err := each(tx, func(rows *sql.Rows) error {
		var id int64
		var t storedTouches
		err := rows.Scan(&id, &t.after, &t.data)
		ids, all = append(ids, id), append(all, t)
		return err
	}, "SELECT rowid, after, data FROM touch WHERE game = ? ORDER BY rowid", r.id); err != nil {
		return err
	}
	for i, t := range all {
		own := touchHash(r.touched, t.after, t.data)
		r.touches, r.touched = r.touches+1, own[:]
		if _, err := tx.Exec("UPDATE touch SET hash = ? WHERE rowid = ?", own[:], ids[i]); err != nil {
			return err
		}
	}
	return nil
}

func newer(version int) error {
	return fmt.Errorf("%w: its form is %d, this reeve knows up to %d", ErrNewer, version, len(migrations))
}
