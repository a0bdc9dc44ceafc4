package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ErrExists is the cause when a backup would overwrite a file.
var ErrExists = errors.New("archive: the file exists already")

// Backup writes a copy of the whole archive, secrets and raw touches included,
// to a new file that only its owner can read, also while games go on. When it
// returns nil the copy survives a power cut and was read and found sound. It
// wraps ErrExists, ErrDisk, or ErrDamaged for an archive that is not sound.
func (f *folder) Backup(path string) error {
	// SQLite takes an empty file for none.
	copied, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%w: %s", ErrExists, path)
	}
	if err != nil {
		return disk(err)
	}
	if err = errors.Join(copyDatabase(filepath.Join(f.dir, DatabaseFile), path), disk(copied.Sync()), disk(copied.Close())); err == nil {
		err = checkFile(path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// copyDatabase writes what is in the database at from into the empty file at to.
// It needs a connection of its own: one for queries only may not even write
// another file.
func copyDatabase(from, to string) error {
	db, err := connect(from)
	if err != nil {
		return err
	}
	_, err = db.Exec("VACUUM INTO ?", to)
	return errors.Join(classified(err), db.Close())
}

// checkFile refuses a database that is not sound as a whole. It wraps ErrDamaged,
// naming what is, or ErrDisk.
func checkFile(path string) error {
	db, err := connectRead(path)
	if err != nil {
		return err
	}
	defer db.Close()
	faults, err := (&reader{read: db}).Check(context.Background())
	for _, f := range faults {
		err = errors.Join(err, fmt.Errorf("%w: %s: %s", ErrDamaged, path, f))
	}
	return err
}

// Restore puts the backup at path in the place of the archive in dir, and returns
// the name of the folder in dir where the files that were there are now; "" if
// there were none. A backup that is not sound is refused, and nothing is changed.
// It wraps what Open wraps; ErrDisk if there is no such file, or ErrDamaged.
func Restore(dir, path string) (aside string, err error) {
	if err := readable(path); err != nil {
		return "", err
	}
	f := &folder{dir: dir}
	defer f.unlock()
	if err := errors.Join(f.acquire(), f.lockDatabase()); err != nil {
		return "", err
	}
	if err := buildFrom(dir, path); errors.Is(err, ErrDamaged) {
		return "", fmt.Errorf("%w; take another copy", err)
	} else if err != nil {
		return "", err
	}
	if _, err := os.Stat(f.file(DatabaseFile)); err == nil {
		if aside, err = setAside(dir, "replaced"); err != nil {
			return "", disk(err)
		}
	}
	if _, ok := latestHead(f.file(headName)); !ok {
		err = createHead(dir, tip{})
	}
	if err == nil {
		_, err = finishSwap(dir)
	}
	return aside, disk(err)
}

// readable refuses what is no database, before anything is made for it.
func readable(path string) error {
	const begins = "SQLite format 3\x00"
	f, err := os.Open(path)
	if err != nil {
		return disk(err)
	}
	defer f.Close()
	head := make([]byte, len(begins))
	if n, err := io.ReadFull(f, head); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return disk(err)
	} else if string(head[:n]) != begins {
		return fmt.Errorf("%w: %s is no copy of an archive; take one that reeve archive backup wrote", ErrDamaged, path)
	}
	return nil
}

// buildFrom makes the database of a backup the one that waits to take the place
// of the one in dir.
func buildFrom(dir, path string) error {
	to := filepath.Join(dir, newFile)
	if err := errors.Join(remove(to, to+"-wal", to+"-shm"), touchFile(to)); err != nil {
		return disk(err)
	}
	if err := copyDatabase(path, to); err != nil {
		return err
	}
	db, err := connect(to, "journal_mode(WAL)", "synchronous(FULL)")
	if err != nil {
		return err
	}
	err = migrate(db, migrations)
	if err == nil {
		err = inTx(db, func(tx *sql.Tx) error {
			h, err := readTip(tx)
			told, _ := latestHead(filepath.Join(dir, headName))
			h.n = max(h.n, told.n) + 1 // it is restored on purpose: no head is ahead of it
			return errors.Join(err, h.store(&transaction{Tx: tx}))
		})
	}
	if err = errors.Join(err, classified(db.Close())); err == nil {
		err = checkFile(to)
	}
	if err != nil {
		return errors.Join(err, remove(to))
	}
	return disk(errors.Join(syncFile(to), os.Rename(to, filepath.Join(dir, soundFile)), syncFolder(dir)))
}
