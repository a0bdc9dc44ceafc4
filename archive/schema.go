package archive

import (
	"database/sql"
	"errors"
	"fmt"
)

// ErrNewer is the cause when the archive was written by a newer reeve.
var ErrNewer = errors.New("archive: written by a newer reeve")

// ErrOlder is the cause when an archive that may only be read has an old form.
var ErrOlder = errors.New("archive: written by an older reeve; start the daemon once to bring it up to date")

// migrations are the steps from each version of the schema to the next. They
// are never changed, only added to; the database's user_version counts them.
var migrations = []string{
	// 1. Times are milliseconds since 1970, UTC.
	`CREATE TABLE game (
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
	) STRICT, WITHOUT ROWID;`,
	// 2. Imported games are told apart, since none of them lies on the table.
	`ALTER TABLE game ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
	CREATE INDEX game_open ON game (id) WHERE ended IS NULL;
	CREATE INDEX touch_of ON touch (game, after);`,
}

// migrate brings the database up to the newest of the given migrations.
func migrate(db *sql.DB, migrations []string) error {
	version, err := schemaVersion(db)
	if err != nil {
		return err
	}
	if version > len(migrations) {
		return fmt.Errorf("%w: its form is %d, this reeve knows up to %d", ErrNewer, version, len(migrations))
	}
	for i := version; i < len(migrations); i++ {
		if err := inTx(db, func(tx *sql.Tx) error {
			_, err := tx.Exec(migrations[i] + fmt.Sprintf("; PRAGMA user_version = %d", i+1))
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

func schemaVersion(db *sql.DB) (version int, err error) {
	return version, disk(db.QueryRow("PRAGMA user_version").Scan(&version))
}
