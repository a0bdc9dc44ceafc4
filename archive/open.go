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

// The files of an archive in its folder. SQLite keeps two of its own beside the
// database.
const (
	DatabaseFile = "reeve.db"
	headName     = "reeve.head"
	lockFile     = "reeve.lock"
	suspectFile  = "reeve.suspect"  // an empty file: something was found damaged while the archive was open
	newFile      = "reeve.db.new"   // a database that is not complete yet
	soundFile    = "reeve.db.sound" // one that is to take the place of the database
)

var logFiles = []string{DatabaseFile + "-wal", DatabaseFile + "-shm"}

// Archive is an open archive, safe for concurrent use; writers wait for each other, readers for nobody.
type Archive struct {
	repairer
	reader
	writer
}

// folder is where the files of an archive are, and the locks on them.
type folder struct {
	dir   string
	locks []*os.File // none when opened for reading only
}

// Open opens the archive in the folder dir for reading and writing. It creates both if need be,
// readable by their owner only. It sets damaged data aside, keeps what is sound, and reports it in
// Damage. It wraps ErrLocked (naming the process that has it open for writing), ErrNewer or ErrDisk.
func Open(dir string) (*Archive, error) {
	a := &Archive{repairer: repairer{folder: folder{dir: dir}}}
	if err := a.open(); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// file is the path of one of the archive's files.
func (f *folder) file(name string) string { return filepath.Join(f.dir, name) }

func (a *Archive) open() error {
	if err := a.acquire(); err != nil {
		return err
	}
	interrupted, err := finishSwap(a.dir)
	if err != nil {
		return disk(err)
	}
	if before, _ := filepath.Glob(a.file("damaged-*")); interrupted && len(before) > 0 {
		a.damage = Damage{[]Fault{{Kind: DamagedFile}}, filepath.Base(before[len(before)-1])}
	}
	if err := a.create(); err != nil {
		return err
	}
	if err := a.lockDatabase(); err != nil {
		return err
	}
	if err := a.repair(); err != nil {
		return err
	}
	return a.connectAll()
}

// create makes a new database if there never was one.
func (f *folder) create() error {
	for _, name := range append(logFiles, DatabaseFile, headName) {
		if _, err := os.Lstat(f.file(name)); err == nil {
			return nil
		}
	}
	if err := build(f.dir, func(*transaction) error { return nil }); err != nil {
		return err
	}
	if _, err := finishSwap(f.dir); err != nil {
		return disk(err)
	}
	return disk(syncFolder(filepath.Dir(f.dir)))
}

// connectAll opens the connections after the repair.
func (a *Archive) connectAll() (err error) {
	path := a.file(DatabaseFile)
	if a.write, err = connect(path, "journal_mode(WAL)", "synchronous(FULL)", "journal_size_limit(1048576)"); err != nil {
		return err
	}
	if err := errors.Join(migrate(a.write, migrations), a.compile()); err != nil {
		return err
	}
	if a.read, err = connect(path, "query_only(1)"); err != nil {
		return err
	}
	var h tip
	if err := a.view(func(tx *sql.Tx) (err error) {
		h, err = readTip(tx)
		return err
	}); err != nil {
		return err
	}
	a.head, err = openHead(a.dir, h)
	a.suspect = a.file(suspectFile)
	return disk(err)
}

// OpenReadOnly opens the archive in dir for reading, also while another process
// writes it. It wraps ErrNone if there is no archive, ErrOlder, ErrNewer,
// ErrDamaged if its files do not belong together, or ErrDisk.
func OpenReadOnly(dir string) (*Archive, error) {
	path := filepath.Join(dir, DatabaseFile)
	told, ok := latestHead(filepath.Join(dir, headName)) // before the database, which is never behind it
	info, err := os.Stat(path)
	if err != nil && !ok {
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if err != nil || info.Size() == 0 {
		return nil, fmt.Errorf("%w: %s is empty or missing: start the daemon, which says what can be kept, or restore a backup", ErrDamaged, path)
	}
	db, err := connectRead(path)
	if err != nil {
		return nil, err
	}
	a := &Archive{repairer: repairer{folder: folder{dir: dir}}, reader: reader{read: db}}
	if err := a.checkForm(told); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// checkForm refuses an archive of another form, or one that is behind the head
// that its head file told of.
func (r *reader) checkForm(told tip) error {
	version, err := schemaVersion(r.read)
	switch {
	case err != nil:
		return err
	case version > len(migrations):
		return newer(version)
	case version < len(migrations):
		return fmt.Errorf("%w: its form is %d, this reeve reads %d", ErrOlder, version, len(migrations))
	}
	return r.view(func(tx *sql.Tx) error {
		h, err := readTip(tx)
		if err == nil && h.behind(told) {
			err = fmt.Errorf("%w: its latest entries are missing: start the daemon, which keeps what is there, or restore a backup", ErrDamaged)
		}
		return err
	})
}

// Close releases the archive. Everything appended is on the disk already.
func (a *Archive) Close() error {
	var errs []error
	for _, db := range []*sql.DB{a.read, a.write} {
		if db != nil {
			errs = append(errs, disk(db.Close()))
		}
	}
	if a.head != nil {
		errs = append(errs, disk(a.head.close()))
	}
	a.head = nil
	return errors.Join(append(errs, a.unlock())...)
}

// unlock gives the locks back, the database's last: to close it takes SQLite's own locks.
func (f *folder) unlock() error {
	var errs []error
	for _, lock := range f.locks {
		errs = append(errs, disk(lock.Close()))
	}
	f.locks = nil
	return errors.Join(errs...)
}

// connectRead opens the database for reading, and leaves its files as they are.
func connectRead(path string) (*sql.DB, error) { return dial(path, "ro", "query_only(1)") }

func connect(path string, pragmas ...string) (*sql.DB, error) { return dial(path, "rw", pragmas...) }

// dial opens the database with one connection. The memory it may take is small,
// since the daemon has 20 MB in all.
func dial(path, mode string, pragmas ...string) (*sql.DB, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, disk(err)
	}
	query := url.Values{"mode": {mode}, "_txlock": {"immediate"}} // of what writes
	for _, p := range append([]string{"busy_timeout(5000)", "foreign_keys(1)", "cache_size(-512)", "mmap_size(0)", "temp_store(MEMORY)"}, pragmas...) {
		query.Add("_pragma", p)
	}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: abs, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, disk(err)
	}
	db.SetMaxOpenConns(1)
	if err := db.Ping(); err != nil {
		return nil, errors.Join(classified(err), db.Close())
	}
	return db, nil
}

// acquire creates the folder and takes the lock in it. The kernel gives it back
// when the process ends, however it ends; the number in the file is for people.
func (f *folder) acquire() error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return disk(err)
	}
	lock, err := os.OpenFile(f.file(lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return disk(err)
	}
	f.locks = append(f.locks, lock)
	if err := flock(lock); errors.Is(err, ErrLocked) {
		pid, _ := io.ReadAll(io.LimitReader(lock, 20))
		return fmt.Errorf("%w: process %s has %s", ErrLocked, strings.TrimSpace(string(pid)), f.dir)
	} else if err != nil {
		return err
	}
	return nil
}

// lockDatabase locks the database itself, since the lock file may have been removed: only both locks together own
// the folder.
func (f *folder) lockDatabase() error {
	lock, err := os.OpenFile(f.file(DatabaseFile), os.O_RDWR, 0)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil // it is lost: repair says so, and locks the new one
	case err != nil:
		return disk(err)
	}
	f.locks = append(f.locks, lock)
	if err := flock(lock); errors.Is(err, ErrLocked) {
		return fmt.Errorf("%w: another process has %s (its %s was removed; `fuser %[2]s` names it)", ErrLocked, lock.Name(), lockFile)
	} else if err != nil {
		return err
	}
	return disk(errors.Join(f.locks[0].Truncate(0), writePID(f.locks[0])))
}

// flock takes the lock of a file. It wraps ErrLocked if another has it.
func flock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return disk(err)
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
