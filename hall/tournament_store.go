package hall

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"reeve/hall/wire"
)

// tournaments are those of the hall, each made of its entries.
type tournaments struct {
	*database
	mu  sync.Mutex
	all map[int64]*Tournament // as they were when they were last asked for
}

// querier is the database, or a transaction in it.
type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

// fold is a tournament with all entries that it has now. It wraps ErrNone.
func (ts *tournaments) fold(q querier, id int64) (*Tournament, error) {
	ts.mu.Lock()
	t := ts.all[id]
	ts.mu.Unlock()
	if t == nil {
		t = &Tournament{ID: id}
	}
	entries, err := entriesOf(q, id, t.last)
	for i := 0; i < len(entries) && err == nil; i++ {
		t, err = t.with(entries[i])
	}
	if err == nil && t.last == 0 {
		err = fmt.Errorf("%w: tournament %d", ErrNone, id)
	}
	return t, err
}

// entriesOf are the entries of a tournament after the nth.
func entriesOf(q querier, id int64, n int) (all []Entry, err error) {
	rows, err := q.Query("SELECT n, at, who, why, change FROM tournament_entry WHERE tournament = ? AND n > ? ORDER BY n", id, n)
	err = each(rows, err, func() error {
		var e Entry
		var text []byte
		err := rows.Scan(&e.N, &e.At, &e.Who, &e.Why, &text)
		if err == nil {
			err = json.Unmarshal(text, &e.Change)
		}
		all = append(all, e)
		return err
	})
	return all, err
}

// remember keeps a tournament for who asks next.
func (ts *tournaments) remember(t *Tournament) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.all == nil {
		ts.all = map[int64]*Tournament{}
	}
	if was := ts.all[t.ID]; was == nil || was.last < t.last {
		ts.all[t.ID] = t
	}
}

// Tournament returns a tournament as it is now. It wraps ErrNone.
func (ts *tournaments) Tournament(id int64) (*Tournament, error) {
	t, err := ts.fold(ts.read, id)
	if err == nil {
		ts.remember(t)
	}
	return t, err
}

// Tournaments returns all of them, the latest first.
func (ts *tournaments) Tournaments() (all []*Tournament, err error) {
	var ids []int64
	rows, err := ts.read.Query("SELECT DISTINCT tournament FROM tournament_entry ORDER BY tournament DESC")
	err = each(rows, err, func() error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	for i := 0; i < len(ids) && err == nil; i++ {
		var t *Tournament
		t, err = ts.Tournament(ids[i])
		all = append(all, t)
	}
	return all, err
}

// History returns all that was done to a tournament, in its order.
func (ts *tournaments) History(id int64) ([]Entry, error) { return entriesOf(ts.read, id, 0) }

// NewTournament makes a tournament, and returns it.
func (ts *tournaments) NewTournament(c Change, who string, now time.Time) (*Tournament, error) {
	c.Step = Make
	return ts.enter(0, who, "", now, func(*Tournament) ([]Change, error) { return []Change{c}, nil })
}

// Enter does changes to a tournament, all or none, and returns it as it is then. It wraps
// ErrNone, ErrRefused or ErrDisk.
func (ts *tournaments) Enter(id int64, who, why string, now time.Time, changes ...Change) (*Tournament, error) {
	return ts.enter(id, who, why, now, func(*Tournament) ([]Change, error) { return changes, nil })
}

// claimed are the boards on which other tournaments still play, each with the tournament's name.
func (ts *tournaments) claimed(other *Tournament) (map[wire.ID]string, error) {
	list, err := ts.Tournaments()
	boards := map[wire.ID]string{}
	for _, t := range list {
		if t.ID == other.ID || len(t.Rounds) == 0 {
			continue
		}
		for _, m := range t.Rounds[len(t.Rounds)-1].Tables {
			if m.Board != "" && m.Score == nil {
				boards[m.Board] = t.Plan.Name
			}
		}
	}
	return boards, err
}

// unclaimed refuses to put a match on a board on which another tournament plays.
func (ts *tournaments) unclaimed(t *Tournament, c Change) error {
	if c.Step != Put || c.Board == "" {
		return nil
	}
	boards, err := ts.claimed(t)
	if name, ok := boards[c.Board]; ok {
		return not("hall.no.t.elsewhere", sentenceArgs{"name": name}, "%s plays on that board", name)
	}
	return err
}

// enter does the changes that make says for the tournament as it is; no other comes between.
func (ts *tournaments) enter(id int64, who, why string, now time.Time, make func(*Tournament) ([]Change, error)) (t *Tournament, err error) {
	if len([]rune(why)) > 200 {
		return nil, no("a reason of more than 200 letters")
	}
	err = ts.change(func(tx *sql.Tx) error {
		if id == 0 {
			if err := tx.QueryRow("SELECT coalesce(max(tournament), 0) + 1 FROM tournament_entry").Scan(&id); err != nil {
				return err
			}
			t = &Tournament{ID: id}
		} else if t, err = ts.fold(tx, id); err != nil {
			return err
		}
		changes, err := make(t)
		if err != nil {
			return err
		}
		for _, c := range changes {
			e := Entry{N: t.last + 1, At: now.UnixMilli(), Who: who, Why: why, Change: c}
			text, err := json.Marshal(c)
			if err != nil {
				return err
			}
			if t, err = t.with(e); err != nil {
				return err
			}
			if err = ts.unclaimed(t, c); err != nil {
				return err
			}
			if _, err := tx.Exec("INSERT INTO tournament_entry (tournament, n, at, who, why, change) VALUES (?, ?, ?, ?, ?, ?)", id, e.N, e.At, who, why, string(text)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	ts.remember(t)
	return t, nil
}
