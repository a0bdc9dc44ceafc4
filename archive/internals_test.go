package archive

import (
	"reeve/rules"

	"errors"
	"fmt"
	"os"
)

// FillDisk lets the database grow by no page more; FreeDisk lets it grow again.
func (a *Archive) FillDisk() error {
	var pages int
	if err := a.write.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		return err
	}
	_, err := a.write.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages))
	return err
}

func (a *Archive) FreeDisk() error {
	_, err := a.write.Exec("PRAGMA max_page_count = 1073741823")
	return err
}

// Checkpoint moves what is in the write-ahead log into the database file.
func (a *Archive) Checkpoint() error {
	_, err := a.write.Exec("PRAGMA wal_checkpoint(TRUNCATE)")
	return err
}

// Exec runs a statement past all checks.
func (a *Archive) Exec(statement string) error {
	_, err := a.write.Exec(statement)
	return err
}

// OldDatabase makes the database of a reeve that knew only the first n versions
// of the schema, and fills it by statements.
func OldDatabase(path string, n int, statements ...string) error {
	if err := touchFile(path); err != nil {
		return err
	}
	db, err := connect(path, "journal_mode(WAL)")
	if err != nil {
		return err
	}
	err = migrate(db, migrations[:n])
	for _, statement := range statements {
		if err == nil {
			_, err = db.Exec(statement)
		}
	}
	return errors.Join(err, db.Close())
}

// ListenToHead calls back for everything that a head file asks of the kernel, until stop is called.
func ListenToHead(wrote func(path string, at int64, data []byte), synced func(path string)) (stop func()) {
	write, sync := writeHead, syncHead
	writeHead = func(f *os.File, data []byte, at int64) (int, error) {
		wrote(f.Name(), at, data)
		return write(f, data, at)
	}
	syncHead = func(f *os.File) error {
		err := sync(f)
		synced(f.Name())
		return err
	}
	return func() { writeHead, syncHead = write, sync }
}

// LookAtOnce has databases of at most so many bytes looked at as a whole when they are opened, until back is called.
func LookAtOnce(bytes int64) (back func()) {
	was := atOnce
	atOnce = bytes
	return func() { atOnce = was }
}

// BreakHead lets a head file refuse what is written to it, or what is brought to the disk, until repair is called.
func BreakHead(written, synced error) (repair func()) {
	write, sync := writeHead, syncHead
	writeHead = func(f *os.File, data []byte, at int64) (int, error) {
		if written != nil {
			return 0, written
		}
		return write(f, data, at)
	}
	syncHead = func(f *os.File) error { return errors.Join(synced, sync(f)) }
	return func() { writeHead, syncHead = write, sync }
}

// HeadSettles waits until nothing of the head is on its way to the disk.
func (a *Archive) HeadSettles() { a.head.syncs.Wait() }

// Flagged is what is left of a record without the events that are said to be hidden.
func Flagged(h Header, events []Event) Seen {
	s, t := Seen{Header: h, Events: events}, &Telling{viewer: rules.Table, secret: []bool{false}, number: []int{0}}
	for _, e := range events {
		if _, _, err := t.Next(e); err != nil {
			panic(err)
		}
	}
	s.leaveOut(t)
	return s
}
