package archive

import "fmt"

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

// OpenVersion opens an archive as a reeve would that knew only the first n
// versions of the schema.
func OpenVersion(dir string, n int) (*Archive, error) {
	all := migrations
	migrations = migrations[:n]
	defer func() { migrations = all }()
	return Open(dir)
}
