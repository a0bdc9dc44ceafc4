package archive

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Causes of refusal.
var (
	ErrLocked   = errors.New("archive: in use by another process")
	ErrDisk     = errors.New("archive: cannot be read or written") // the database's own error is wrapped too
	ErrReadOnly = errors.New("archive: opened for reading only")
	ErrNone     = errors.New("archive: there is none")
	ErrNoGame   = errors.New("archive: no such game")
	ErrEnded    = errors.New("archive: the game is over")
)

const (
	databaseFile = "reeve.db"
	lockFile     = "reeve.lock"
)

// Archive is an open archive. Its methods may be called from any goroutine;
// writers wait for each other, and readers for nobody.
type Archive struct {
	dir   string
	lock  *os.File // nil when opened for reading only
	write *sql.DB  // one connection; nil when opened for reading only
	read  *sql.DB  // one connection, for queries only
}

// Open opens the archive in the folder dir for reading and writing, and creates
// both if need be, readable by their owner only. It wraps ErrLocked, naming the
// other process, if the archive is open for writing already; ErrNewer; or ErrDisk.
func Open(dir string) (*Archive, error) {
	lock, err := acquire(dir)
	if err != nil {
		return nil, err
	}
	a := &Archive{dir: dir, lock: lock}
	if err := a.openForWriting(); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (a *Archive) openForWriting() error {
	path := filepath.Join(a.dir, databaseFile)
	// SQLite gives its other files the mode of this one.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return disk(err)
	}
	if err := errors.Join(f.Close(), syncFolder(a.dir), syncFolder(filepath.Dir(a.dir))); err != nil {
		return disk(err)
	}
	if a.write, err = connect(path, "journal_mode(WAL)", "synchronous(FULL)", "journal_size_limit(1048576)"); err != nil {
		return err
	}
	if err := migrate(a.write, migrations); err != nil {
		return err
	}
	a.read, err = connect(path, "query_only(1)")
	return err
}

// OpenReadOnly opens the archive in dir for reading, also while another process
// writes it. It wraps ErrNone if there is no archive, ErrOlder, ErrNewer or ErrDisk.
func OpenReadOnly(dir string) (*Archive, error) {
	path := filepath.Join(dir, databaseFile)
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	db, err := connect(path, "query_only(1)")
	if err != nil {
		return nil, err
	}
	a := &Archive{dir: dir, read: db}
	version, err := schemaVersion(db)
	switch {
	case err != nil:
	case version > len(migrations):
		err = fmt.Errorf("%w: its form is %d, this reeve knows up to %d", ErrNewer, version, len(migrations))
	case version < len(migrations):
		err = fmt.Errorf("%w: its form is %d, this reeve reads %d", ErrOlder, version, len(migrations))
	default:
		return a, nil
	}
	a.Close()
	return nil, err
}

// Close releases the archive. Everything appended is on the disk already.
func (a *Archive) Close() error {
	var errs []error
	for _, db := range []*sql.DB{a.read, a.write} {
		if db != nil {
			errs = append(errs, disk(db.Close()))
		}
	}
	if a.lock != nil {
		errs = append(errs, disk(a.lock.Close()))
	}
	return errors.Join(errs...)
}

// connect opens the database with one connection. The memory it may take is
// small, since the daemon has 20 MB in all.
func connect(path string, pragmas ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, disk(err)
	}
	query := url.Values{"_txlock": {"immediate"}}
	for _, p := range append([]string{"busy_timeout(5000)", "foreign_keys(1)", "cache_size(-512)", "mmap_size(0)", "temp_store(MEMORY)"}, pragmas...) {
		query.Add("_pragma", p)
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: abs, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, disk(err)
	}
	db.SetMaxOpenConns(1)
	if err := db.Ping(); err != nil {
		return nil, errors.Join(disk(err), db.Close())
	}
	return db, nil
}

// acquire creates dir and takes the lock in it. The kernel gives it back when
// the process ends, however it ends; the number in the file is for people.
func acquire(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, disk(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, disk(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		defer f.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, disk(err)
		}
		pid, _ := io.ReadAll(io.LimitReader(f, 20))
		return nil, fmt.Errorf("%w: process %s has %s", ErrLocked, strings.TrimSpace(string(pid)), dir)
	}
	if err := errors.Join(f.Truncate(0), writePID(f)); err != nil {
		return nil, errors.Join(disk(err), f.Close())
	}
	return f, nil
}

func writePID(f *os.File) error {
	_, err := fmt.Fprintln(f, os.Getpid())
	return err
}

// syncFolder makes a new entry of the folder survive a power cut.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

// disk returns err as the disk's fault.
func disk(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrDisk, err)
}
