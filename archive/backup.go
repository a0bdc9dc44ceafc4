package archive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ErrExists is the cause when a backup would overwrite a file.
var ErrExists = errors.New("archive: the file exists already")

// Backup writes a copy of the whole archive, secrets and raw touches included,
// to a new file that only its owner can read, also while games go on. When it
// returns nil the copy survives a power cut. It wraps ErrExists or ErrDisk.
func (a *Archive) Backup(path string) error {
	// SQLite takes an empty file for none.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%w: %s", ErrExists, path)
	}
	if err != nil {
		return disk(err)
	}
	if err = errors.Join(a.copyTo(path), f.Sync(), f.Close()); err != nil {
		return errors.Join(disk(err), os.Remove(path))
	}
	return nil
}

// copyTo needs a connection of its own: one for queries only may not even write
// another file.
func (a *Archive) copyTo(path string) error {
	db, err := connect(filepath.Join(a.dir, databaseFile))
	if err != nil {
		return err
	}
	_, err = db.Exec("VACUUM INTO ?", path)
	return errors.Join(err, db.Close())
}
