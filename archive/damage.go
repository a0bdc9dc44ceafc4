package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// FaultKind is what was found damaged.
type FaultKind string

// The kinds of faults.
const (
	DamagedFile FaultKind = "file" // the database file; what became of the games is told beside
	LostEnd     FaultKind = "lost" // the latest entries: a file is missing or older than the others
	CutGame     FaultKind = "cut"  // a game, which is kept up to its last sound event
	GoneGame    FaultKind = "gone" // a game, of which nothing is sound
	GoneValue   FaultKind = "kept" // a value of the daemon's own
	NoHead      FaultKind = "head" // the head file: whether the latest entries are there cannot be told
)

// Fault is one thing that was found damaged.
type Fault struct {
	Kind FaultKind
	Game int64 // of CutGame and GoneGame
}

// String says it to people. It tells nothing that a game hides.
func (f Fault) String() string {
	switch f.Kind {
	case LostEnd:
		return "the latest entries of the archive are missing: one of its files is lost, or older than the others"
	case CutGame:
		return fmt.Sprintf("the record of game %d is damaged: it is kept up to its last sound entry", f.Game)
	case GoneGame:
		return fmt.Sprintf("the record of game %d is damaged from its beginning: nothing of it could be kept", f.Game)
	case GoneValue:
		return "how the simulated wood lay was damaged: it is forgotten"
	case NoHead:
		return headName + " was missing or damaged: whether the latest entries of the archive are there cannot be told"
	}
	return DatabaseFile + " was damaged"
}

// Damage is what was found when an archive was opened, or checked.
type Damage struct {
	Faults []Fault
	Aside  string // the folder with the files as they were found; "" if they are still in place
}

func (d *Damage) add(f Fault) {
	if !slices.Contains(d.Faults, f) {
		d.Faults = append(d.Faults, f)
	}
}

// Repaired reports whether nothing of it needs another start: what was damaged was
// replaced.
func (d *Damage) Repaired() bool {
	return d.Aside != "" || !slices.ContainsFunc(d.Faults, func(f Fault) bool { return f.Kind != NoHead })
}

// Damage returns what Open found damaged.
func (r *repairer) Damage() Damage { return r.damage }

// Glanced reports whether Open, to be quick, has looked only at what play needs of
// a large archive: somebody should Check the rest.
func (r *repairer) Glanced() bool { return r.glanced }

// behind reports whether an archive at tip h lacks transactions that told has, or has others.
func (h tip) behind(told tip) bool {
	return h.n < told.n || h.n == told.n && h.digest != told.digest
}

// Check reads the whole archive and returns what is damaged: the file's form,
// every game, its raw touches, and whatever is kept. It wraps ErrDisk, or
// ctx's error.
func (r *reader) Check(ctx context.Context) ([]Fault, error) {
	var found Damage
	if err := quickCheck(ctx, r.read); errors.Is(err, ErrDamaged) {
		found.add(Fault{Kind: DamagedFile})
	} else if err != nil {
		return nil, err
	}
	var ids []int64
	err := r.view(func(tx *sql.Tx) error {
		rows, err := allRows(tx)
		for _, row := range rows {
			ids = append(ids, row.id)
		}
		_, unsound := survey(tx)
		return errors.Join(err, unsound)
	})
	if errors.Is(err, ErrDamaged) {
		found.add(Fault{Kind: DamagedFile})
	} else if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if err := errors.Join(ctx.Err(), r.checkGame(id)); errors.Is(err, ErrDamaged) {
			found.add(Fault{CutGame, id})
		} else if err != nil {
			return nil, err
		}
	}
	return found.Faults, nil
}

func (r *reader) checkGame(id int64) error {
	return r.viewRow(id, func(tx *sql.Tx, row row) error {
		_, _, err := row.record(tx)
		_, err2 := row.hands(tx)
		return errors.Join(err, err2)
	})
}

// quickCheck has SQLite look at every page of the database. It wraps ErrDamaged
// or ErrDisk.
func quickCheck(ctx context.Context, db *sql.DB) error {
	var said string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&said); err != nil {
		return classified(err)
	}
	if said != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, said)
	}
	return nil
}
