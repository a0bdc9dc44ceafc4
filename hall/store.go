package hall

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Causes why a store does not open or do something.
var (
	ErrInUse  = errors.New("hall: in use by another process")
	ErrDisk   = errors.New("hall: the disk refuses")
	ErrNewer  = errors.New("hall: kept by a newer reeve-hall")
	ErrNone   = errors.New("hall: there is none")
	ErrNoHall = errors.New("hall: no hall has its folder there")
)

// storeFile is the hall's database in its folder.
const storeFile = "hall.db"

// migrations are the steps from each version of the schema to the next. They are never
// changed, only added to. Times are ms since 1970.
var migrations = []string{
	`CREATE TABLE kept (
		key   TEXT PRIMARY KEY,
		value BLOB NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE TABLE invitation (
		token  TEXT PRIMARY KEY,
		secret BLOB NOT NULL,
		name   TEXT NOT NULL,
		made   INTEGER NOT NULL,
		board  TEXT
	) STRICT, WITHOUT ROWID;
	CREATE TABLE board (
		id     TEXT PRIMARY KEY,
		name   TEXT NOT NULL,
		joined INTEGER NOT NULL,
		spoke  INTEGER NOT NULL DEFAULT 0,
		gone   INTEGER NOT NULL DEFAULT 0,
		fork   INTEGER NOT NULL DEFAULT 0,
		number INTEGER NOT NULL DEFAULT 0
	) STRICT, WITHOUT ROWID;
	CREATE TABLE game (
		board   TEXT NOT NULL REFERENCES board (id),
		number  INTEGER NOT NULL,
		started INTEGER NOT NULL,
		kind    TEXT NOT NULL,
		n       INTEGER NOT NULL,
		hash    BLOB NOT NULL,
		last    INTEGER NOT NULL,
		state   TEXT NOT NULL,
		why     TEXT NOT NULL DEFAULT '',
		outcome TEXT,
		PRIMARY KEY (board, number)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX game_state ON game (state);
	CREATE TABLE line (
		board  TEXT NOT NULL,
		number INTEGER NOT NULL,
		n      INTEGER NOT NULL,
		kind   TEXT NOT NULL,
		data   BLOB NOT NULL,
		hash   BLOB NOT NULL,
		at     INTEGER NOT NULL,
		PRIMARY KEY (board, number, n),
		FOREIGN KEY (board, number) REFERENCES game (board, number)
	) STRICT, WITHOUT ROWID;
	CREATE TRIGGER line_stays BEFORE UPDATE ON line BEGIN SELECT raise(ABORT, 'the record only grows'); END;
	CREATE TRIGGER line_remains BEFORE DELETE ON line BEGIN SELECT raise(ABORT, 'the record only grows'); END;
	CREATE TABLE command (
		board TEXT NOT NULL REFERENCES board (id),
		n     INTEGER NOT NULL,
		at    INTEGER NOT NULL,
		text  TEXT NOT NULL,
		reply TEXT,
		PRIMARY KEY (board, n)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE arbiter (
		name TEXT PRIMARY KEY,
		key  BLOB NOT NULL
	) STRICT, WITHOUT ROWID;`,
	`CREATE TABLE tournament_entry (
		tournament INTEGER NOT NULL,
		n          INTEGER NOT NULL,
		at         INTEGER NOT NULL,
		who        TEXT NOT NULL,
		why        TEXT NOT NULL,
		change     TEXT NOT NULL,
		PRIMARY KEY (tournament, n)
	) STRICT, WITHOUT ROWID;
	CREATE TRIGGER tournament_entry_stays BEFORE UPDATE ON tournament_entry BEGIN SELECT raise(ABORT, 'the history only grows'); END;
	CREATE TRIGGER tournament_entry_remains BEFORE DELETE ON tournament_entry BEGIN SELECT raise(ABORT, 'the history only grows'); END;`,
}

// Store is what a hall keeps. Its methods may be called from any goroutine.
type Store struct {
	*database
	register
	records
	tournaments
	lock *os.File // nil where the hall runs elsewhere
}

// database is where all of it is.
type database struct {
	dir   string
	write *sql.DB // one connection
	read  *sql.DB
}

// register is who belongs to the hall: boards, and arbiters with their keys.
type register struct{ *database }

// records are what boards told of their games, and what they were ordered.
type records struct{ *database }

// Open opens the store in the folder, and makes both if need be, for the one process that
// runs the hall. It wraps ErrInUse, ErrNewer or ErrDisk.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, disk(err)
	}
	lock, err := os.OpenFile(filepath.Join(dir, "hall.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, disk(err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("%w: %s", ErrInUse, dir)
	}
	if _, err = Found(dir); err != nil {
		lock.Close()
		return nil, err
	}
	s, err := Beside(dir)
	if err != nil {
		lock.Close()
		return nil, err
	}
	s.lock = lock
	return s, nil
}

// Found makes an empty store in the folder, and the folder, unless there is one, and reports whether it did.
func Found(dir string) (made bool, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return false, disk(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, storeFile), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600) // SQLite takes an empty file for none
	if errors.Is(err, os.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, disk(err)
	}
	return true, disk(f.Close())
}

// Beside opens the store that is there, beside a hall that may run: for commands that read, or change a row.
// It wraps ErrNoHall, ErrNewer or ErrDisk.
func Beside(dir string) (*Store, error) {
	if _, err := os.Stat(filepath.Join(dir, storeFile)); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNoHall, dir)
	}
	d := &database{dir: dir}
	s := &Store{database: d, register: register{d}, records: records{d}, tournaments: tournaments{database: d}}
	var err error
	if s.write, err = dial(dir, "rw", 1, "journal_mode(WAL)", "synchronous(FULL)", "journal_size_limit(4194304)"); err == nil {
		err = s.migrate()
	}
	if err == nil {
		s.read, err = dial(dir, "rw", 4, "query_only(1)")
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func dial(dir, mode string, connections int, pragmas ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(filepath.Join(dir, storeFile))
	if err != nil {
		return nil, disk(err)
	}
	query := url.Values{"mode": {mode}, "_txlock": {"immediate"}}
	for _, p := range append([]string{"busy_timeout(5000)", "foreign_keys(1)", "cache_size(-4096)", "temp_store(MEMORY)"}, pragmas...) {
		query.Add("_pragma", p)
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: abs, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, disk(err)
	}
	db.SetMaxOpenConns(connections)
	if err := db.Ping(); err != nil {
		return nil, errors.Join(disk(err), db.Close())
	}
	return db, os.Chmod(abs, 0o600)
}

func (d *database) migrate() error {
	var version int
	if err := d.write.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return disk(err)
	}
	if version > len(migrations) {
		return fmt.Errorf("%w: its form is %d, this one knows up to %d", ErrNewer, version, len(migrations))
	}
	for i := version; i < len(migrations); i++ {
		err := d.change(func(tx *sql.Tx) error {
			_, err := tx.Exec(migrations[i] + fmt.Sprintf("; PRAGMA user_version = %d", i+1))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// change runs do in one transaction: all of it is on the disk when it returns nil, or nothing.
func (d *database) change(do func(*sql.Tx) error) error {
	tx, err := d.write.BeginTx(context.Background(), nil)
	if err != nil {
		return disk(err)
	}
	defer tx.Rollback() // after Commit it does nothing
	if err := do(tx); err != nil {
		return disk(err)
	}
	return disk(tx.Commit())
}

// Close ends it.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, disk(db.Close()))
		}
	}
	if s.lock != nil {
		errs = append(errs, disk(s.lock.Close()))
	}
	return errors.Join(errs...)
}

// disk returns err as the disk's fault, unless it is a refusal of ours.
func disk(err error) error {
	if err == nil || errors.Is(err, ErrNone) || errors.Is(err, ErrRefused) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDisk, err)
}

// each calls do for every row of the answer.
func each(rows *sql.Rows, err error, do func() error) error {
	if err != nil {
		return disk(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(); err != nil {
			return disk(err)
		}
	}
	return disk(rows.Err())
}

// Kept returns what Keep stored under key; nil if there is nothing.
func (d *database) Kept(key string) (value []byte, err error) {
	err = d.read.QueryRow("SELECT value FROM kept WHERE key = ?", key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, disk(err)
}

// Keep stores a value under key, in place of what was there.
func (d *database) Keep(key string, value []byte) error {
	return d.change(func(tx *sql.Tx) error { return keep(tx, key, value) })
}

func keep(tx *sql.Tx, key string, value []byte) error {
	_, err := tx.Exec("INSERT INTO kept (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value)
	return err
}

// Backup writes the store as it is now into a new file.
func (d *database) Backup(path string) error {
	into, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600) // SQLite takes an empty file for none
	if err != nil {
		return disk(err)
	}
	from, err := dial(d.dir, "rw", 1) // those that only ask may write no other file either
	if err == nil {
		_, err = from.Exec("VACUUM INTO ?", path)
		err = errors.Join(err, from.Close())
	}
	if err = errors.Join(err, into.Close()); err != nil {
		os.Remove(path) // half a backup is none
	}
	return disk(err)
}

// Restore puts a backup in the place of the store in a folder. What was there is set aside;
// its name is returned, "" if nothing was. It wraps ErrInUse while a hall runs there, ErrRefused for what is no sound backup, or what Open wraps.
func Restore(dir, path string) (aside string, err error) {
	from, err := openBackup(path)
	if err != nil {
		return "", err
	}
	defer from.Close()
	_, err = os.Stat(filepath.Join(dir, storeFile))
	fresh := errors.Is(err, os.ErrNotExist)
	s, err := Open(dir) // nobody else runs on it
	if err != nil {
		return "", err
	}
	lock := s.lock
	s.lock = nil
	defer lock.Close()
	if err := s.Close(); err != nil {
		return "", err
	}
	new := filepath.Join(dir, storeFile+".new")
	if err := os.Remove(new); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", disk(err)
	}
	if _, err := from.Exec("VACUUM INTO ?", new); err != nil {
		return "", disk(err)
	}
	if !fresh {
		aside = "before-" + time.Now().UTC().Format("20060102-150405")
	}
	if err := setAside(dir, aside); err != nil {
		return "", disk(err)
	}
	return aside, disk(errors.Join(os.Chmod(new, 0o600), os.Rename(new, filepath.Join(dir, storeFile))))
}

// openBackup opens a backup for reading. It wraps ErrRefused for what is none that is sound.
func openBackup(path string) (*sql.DB, error) {
	f, err := os.Open(path)
	if err == nil {
		_, err = f.Read(make([]byte, 1)) // of a folder SQLite says that it has no memory
		f.Close()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, disk(err)
	}
	from, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: abs(path), RawQuery: "mode=ro"}).String())
	if err != nil {
		return nil, disk(err)
	}
	var version int
	var sound string
	err = errors.Join(from.QueryRow("PRAGMA user_version").Scan(&version), from.QueryRow("PRAGMA quick_check").Scan(&sound))
	if err != nil || version < 1 || version > len(migrations) || sound != "ok" {
		from.Close()
		return nil, fmt.Errorf("%w: %s is no sound backup of a hall (form %d); take one that reeve-hall backup wrote", ErrRefused, path, version)
	}
	return from, nil
}

// setAside puts a store into a folder in its own, or with "" removes it.
func setAside(dir, into string) error {
	if into != "" {
		if err := os.Mkdir(filepath.Join(dir, into), 0o700); err != nil {
			return err
		}
	}
	for _, name := range []string{storeFile, storeFile + "-wal", storeFile + "-shm"} {
		from, err := filepath.Join(dir, name), error(nil)
		if into == "" {
			err = os.Remove(from)
		} else {
			err = os.Rename(from, filepath.Join(dir, into, name))
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

func abs(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}
