package hall

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"reeve/hall/wire"
)

// tournamentCache are the tournaments as they were when they were last asked for.
type tournamentCache struct {
	mu  sync.Mutex
	all map[int64]*Tournament
}

// querier is the database, or a transaction in it.
type querier interface {
	Query(query string, args ...any) (*sql.Rows, error)
}

// fold is a tournament with all entries that it has now. It wraps ErrNone.
func (s *Store) fold(q querier, id int64) (*Tournament, error) {
	s.contests.mu.Lock()
	t := s.contests.all[id]
	s.contests.mu.Unlock()
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
func (s *Store) remember(t *Tournament) {
	s.contests.mu.Lock()
	defer s.contests.mu.Unlock()
	if s.contests.all == nil {
		s.contests.all = map[int64]*Tournament{}
	}
	if was := s.contests.all[t.ID]; was == nil || was.last < t.last {
		s.contests.all[t.ID] = t
	}
}

// Tournament returns a tournament as it is now. It wraps ErrNone.
func (s *Store) Tournament(id int64) (*Tournament, error) {
	t, err := s.fold(s.read, id)
	if err == nil {
		s.remember(t)
	}
	return t, err
}

// Tournaments returns all of them, the latest first.
func (s *Store) Tournaments() (all []*Tournament, err error) {
	var ids []int64
	rows, err := s.read.Query("SELECT DISTINCT tournament FROM tournament_entry ORDER BY tournament DESC")
	err = each(rows, err, func() error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	for i := 0; i < len(ids) && err == nil; i++ {
		var t *Tournament
		t, err = s.Tournament(ids[i])
		all = append(all, t)
	}
	return all, err
}

// History returns all that was done to a tournament, in its order.
func (s *Store) History(id int64) ([]Entry, error) { return entriesOf(s.read, id, 0) }

// NewTournament makes a tournament, and returns it.
func (s *Store) NewTournament(c Change, who string, now time.Time) (*Tournament, error) {
	c.Step = Make
	return s.enter(0, who, "", now, func(*Tournament) ([]Change, error) { return []Change{c}, nil })
}

// Enter does changes to a tournament, all or none, and returns it as it is then. It wraps
// ErrNone, ErrRefused or ErrDisk.
func (s *Store) Enter(id int64, who, why string, now time.Time, changes ...Change) (*Tournament, error) {
	return s.enter(id, who, why, now, func(*Tournament) ([]Change, error) { return changes, nil })
}

// claimed are the boards on which other tournaments still play, each with the tournament's name.
func (s *Store) claimed(other *Tournament) (map[wire.ID]string, error) {
	list, err := s.Tournaments()
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
func (s *Store) unclaimed(t *Tournament, c Change) error {
	if c.Step != Put || c.Board == "" {
		return nil
	}
	boards, err := s.claimed(t)
	if name, ok := boards[c.Board]; ok {
		return not("hall.no.t.elsewhere", sentenceArgs{"name": name}, "%s plays on that board", name)
	}
	return err
}

// enter does the changes that make says for the tournament as it is; no other comes between.
func (s *Store) enter(id int64, who, why string, now time.Time, make func(*Tournament) ([]Change, error)) (t *Tournament, err error) {
	if len([]rune(why)) > 200 {
		return nil, no("a reason of more than 200 letters")
	}
	err = s.change(func(tx *sql.Tx) error {
		if id == 0 {
			if err := tx.QueryRow("SELECT coalesce(max(tournament), 0) + 1 FROM tournament_entry").Scan(&id); err != nil {
				return err
			}
			t = &Tournament{ID: id}
		} else if t, err = s.fold(tx, id); err != nil {
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
			if err = s.unclaimed(t, c); err != nil {
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
	s.remember(t)
	return t, nil
}
