package archive

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// build makes a new database that waits to take the place of the one in dir: it
// is there whole, or not at all.
func build(dir string, fill func(*transaction) error) error {
	path := filepath.Join(dir, newFile)
	if err := errors.Join(remove(path, path+"-wal", path+"-shm"), touchFile(path)); err != nil {
		return disk(err)
	}
	db, err := connect(path, "journal_mode(WAL)", "synchronous(FULL)")
	if err != nil {
		return err
	}
	if err := errors.Join(fillNew(db, fill), classified(db.Close())); err != nil {
		return err
	}
	return disk(errors.Join(syncFile(path), os.Rename(path, filepath.Join(dir, soundFile)), syncFolder(dir)))
}

func fillNew(db *sql.DB, fill func(*transaction) error) error {
	if err := migrate(db, migrations); err != nil {
		return err
	}
	return inTx(db, func(tx *sql.Tx) (err error) {
		w := transaction{Tx: tx}
		if w.tip, err = readTip(tx); err != nil {
			return err
		}
		if err := fill(&w); err != nil {
			return err
		}
		return w.tip.store(&w)
	})
}

// finishSwap puts the database that waits into place, and reports whether there
// was one. After a power cut anywhere in it, it is done again.
func finishSwap(dir string) (bool, error) {
	sound, path := filepath.Join(dir, soundFile), filepath.Join(dir, DatabaseFile)
	if _, err := os.Lstat(sound); err != nil {
		return false, nil
	}
	for _, log := range logFiles { // the old one's, gone for sure before the new one is there
		if err := remove(filepath.Join(dir, log)); err != nil {
			return true, err
		}
	}
	return true, errors.Join(syncFolder(dir), os.Rename(sound, path), syncFolder(dir))
}

// setAside copies the archive's files into a new folder in dir, named with the
// time, and returns the folder's name.
func setAside(dir, why string) (string, error) {
	name := why + "-" + time.Now().UTC().Format("20060102T150405Z")
	for n := 2; ; n++ {
		err := os.Mkdir(filepath.Join(dir, name), 0o700)
		if err == nil {
			break
		}
		if !errors.Is(err, os.ErrExist) || n > 1000 {
			return "", err
		}
		name = fmt.Sprintf("%s-%s-%d", why, time.Now().UTC().Format("20060102T150405Z"), n)
	}
	for _, file := range append([]string{DatabaseFile, headName}, logFiles...) {
		if err := copyFile(filepath.Join(dir, file), filepath.Join(dir, name, file)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	return name, errors.Join(syncFolder(filepath.Join(dir, name)), syncFolder(dir))
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// touchFile makes an empty file that only its owner can read. SQLite gives its
// other files the mode of this one.
func touchFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// remove removes files that may not be there.
func remove(paths ...string) error {
	for _, path := range paths {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}
