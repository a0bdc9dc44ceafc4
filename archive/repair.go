package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// atOnce is the size in bytes up to which a database is checked whole before it is opened. Of a larger one only
// the tip, the list of games and the current game are checked first.
var atOnce int64 = 256 << 10

// repairer looks at an archive before it is opened.
type repairer struct {
	folder
	damage  Damage
	glanced bool // it was too large to be looked at as a whole
}

// repair checks the archive, sets damaged files aside and builds a new database of what is sound.
func (r *repairer) repair() error {
	told, ok := latestHead(r.file(headName))
	faults, err := r.inspect(told)
	switch {
	case err != nil:
		return err
	case len(faults) > 0:
		return r.replace(told, faults)
	}
	if err := remove(r.file(suspectFile)); ok || err != nil {
		return disk(err)
	}
	if r.used() {
		r.damage.add(Fault{Kind: NoHead})
	}
	return disk(createHead(r.dir, tip{}))
}

// used reports whether anything was ever written into an archive of this form.
func (r *repairer) used() bool {
	db, err := connectRead(r.file(DatabaseFile))
	if err != nil {
		return false
	}
	defer db.Close()
	var n int
	return db.QueryRow("SELECT n FROM head").Scan(&n) == nil && n > 0
}

// inspect returns what is damaged, and changes no file.
func (r *repairer) inspect(told tip) ([]Fault, error) {
	path := r.file(DatabaseFile)
	info, err := os.Stat(path)
	if err != nil || info.Size() == 0 {
		return []Fault{{Kind: DamagedFile}}, nil
	}
	db, err := connectRead(path)
	if errors.Is(err, ErrDamaged) {
		return []Fault{{Kind: DamagedFile}}, nil
	}
	if err != nil {
		return nil, err
	}
	defer db.Close()
	version, err := schemaVersion(db)
	if err == nil && version > 0 && version < len(migrations) {
		return nil, nil // it has no hashes yet
	}
	if err == nil && version > len(migrations) {
		return nil, newer(version)
	}
	seen := &reader{read: db}
	var faults []Fault
	if err == nil {
		faults, err = seen.glance(told)
	}
	_, suspected := os.Lstat(r.file(suspectFile))
	r.glanced = info.Size() > atOnce && suspected != nil
	if err == nil && !r.glanced {
		var more []Fault
		more, err = seen.Check(context.Background())
		faults = append(faults, more...)
	}
	if errors.Is(err, ErrDamaged) {
		return append(faults, Fault{Kind: DamagedFile}), nil
	}
	return faults, err
}

// glance checks only what play needs: the tip, the list of games, and the current game.
func (r *reader) glance(told tip) (faults []Fault, err error) {
	err = r.view(func(tx *sql.Tx) error {
		h, err := readTip(tx)
		if err == nil && h.behind(told) {
			faults = append(faults, Fault{Kind: LostEnd})
		}
		return err
	})
	if err != nil {
		return faults, err
	}
	id, ok, err := r.Current()
	if err == nil && ok {
		err = r.checkGame(id)
	}
	return faults, err
}

// replace sets the files aside and puts a database of what is sound in their place.
func (r *repairer) replace(told tip, faults []Fault) (err error) {
	if r.damage.Aside, err = setAside(r.dir, "damaged"); err != nil {
		return disk(err)
	}
	for _, f := range faults {
		if f.Kind != CutGame { // what can be kept of games is found now
			r.damage.add(f)
		}
	}
	err = build(r.dir, func(w *transaction) error {
		s := salvage{damage: &r.damage, to: w}
		if err := s.run(r.file(DatabaseFile)); err != nil {
			return err
		}
		w.tip.n = max(w.tip.n, told.n) + 1 // no head is ahead of it
		return nil
	})
	if err != nil {
		return err
	}
	if err := r.damage.write(r.dir); err != nil {
		return disk(err)
	}
	if _, err := finishSwap(r.dir); err != nil {
		return disk(err)
	}
	if err := remove(r.file(suspectFile)); err != nil {
		return disk(err)
	}
	return r.lockDatabase()
}

// salvage carries what is sound from a damaged database into a new one.
type salvage struct {
	damage *Damage
	from   *sql.Tx
	to     *transaction
}

// run reads as much as can be read. Only what concerns the new database fails it.
func (s *salvage) run(path string) error {
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return nil
	}
	db, err := connectRead(path)
	if err != nil {
		return nil
	}
	defer db.Close()
	if s.from, err = db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true}); err != nil {
		return nil
	}
	defer s.from.Rollback()
	if h, err := readTip(s.from); err == nil {
		s.to.tip.n = h.n
	}
	rows, newest := s.rows()
	there := map[int64]bool{}
	for _, r := range rows {
		there[r.id] = true
		if err := s.game(r, r.id == newest); err != nil {
			return err
		}
	}
	for id := int64(1); id <= newest; id++ {
		if !there[id] {
			s.damage.add(Fault{GoneGame, id})
		}
	}
	if _, err := s.to.Exec("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'game'", newest); err != nil {
		return err
	}
	return s.kept()
}

// rows returns every row that can be read, from both ends of the list, and the
// number of the newest game.
func (s *salvage) rows() (rows []row, newest int64) {
	there := map[int64]bool{}
	for _, order := range []string{"", " DESC"} {
		_ = each(s.from, func(from *sql.Rows) error {
			r, err := scanRow(from)
			if err == nil && !there[r.id] && (r.whole() || r.id < 1<<31) {
				there[r.id] = true
				rows = append(rows, r)
			}
			return nil
		}, "SELECT "+rowColumns+" FROM game NOT INDEXED ORDER BY id"+order)
	}
	for _, r := range rows {
		if r.whole() {
			newest = max(newest, r.id)
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return int(a.id - b.id) })
	return rows, newest
}

// game carries over what is sound of one game.
func (s *salvage) game(r row, newest bool) error {
	h, events, err := r.record(s.from)
	if h.Game == "" {
		s.damage.add(Fault{GoneGame, r.id})
		return nil
	}
	touches, err2 := r.hands(s.from)
	if errors.Join(err, err2) != nil {
		s.damage.add(Fault{CutGame, r.id})
	}
	if _, err := s.to.begin(r.id, h, r.imported); err != nil {
		return err
	}
	got := &s.to.game
	if err := got.extend(s.to, events, nil); err != nil {
		return err
	}
	for _, t := range touches {
		if err := got.touch(s.to, t); err != nil {
			return err
		}
	}
	if err != nil && !got.ended.Valid {
		got.cut = true
		got.ended, got.outcome = s.end(r, events, newest)
	}
	return got.store(s.to)
}

// end says when a game ended whose last events are lost: as its row has it, if
// that is sound; else only the newest game may go on.
func (s *salvage) end(r row, events []Event, newest bool) (at sql.NullInt64, outcome sql.NullString) {
	switch {
	case r.whole():
		return r.ended, r.outcome
	case newest:
		return at, outcome
	}
	at = sql.NullInt64{Int64: r.started, Valid: true}
	if len(events) > 0 {
		at.Int64 = events[len(events)-1].At.UnixMilli()
	}
	return at, outcome
}

func (s *salvage) kept() error {
	values, err := allKept(s.from)
	if err != nil {
		s.damage.add(Fault{Kind: GoneValue})
	}
	for _, k := range values {
		if k.whole() != nil {
			s.damage.add(Fault{Kind: GoneValue})
			continue
		}
		if err := s.to.keep(k.key, k.value); err != nil {
			return err
		}
	}
	return nil
}

// write tells people what was found, beside the files that were set aside.
func (d Damage) write(dir string) error {
	var text []byte
	for _, f := range d.Faults {
		text = fmt.Appendln(text, f)
	}
	return os.WriteFile(filepath.Join(dir, d.Aside, "what.txt"), text, 0o600)
}
