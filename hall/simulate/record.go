package simulate

import (
	"fmt"
	"sync"

	"reeve/archive"
	"reeve/board"
)

// Record is the games of one board, in memory, all of them: what a referee writes and a link reads.
type Record struct {
	mu    sync.Mutex
	games map[int64]*game
	last  int64
}

type game struct {
	header archive.Header
	events []archive.Event
}

// NewRecord makes an empty record.
func NewRecord() *Record { return &Record{games: map[int64]*game{}} }

// Begin puts a new game into the record.
func (r *Record) Begin(h archive.Header) (int64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	r.games[r.last] = &game{header: h}
	return r.last, nil
}

// Append puts events behind those of a game.
func (r *Record) Append(id int64, events []archive.Event, _ []board.Touch) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.games[id]
	if g == nil {
		return fmt.Errorf("%w: %d", archive.ErrNoGame, id)
	}
	for _, e := range events {
		e.At = e.At.UTC()
		g.events = append(g.events, e)
	}
	return nil
}

// NextGame returns the first game with a number of at least from.
func (r *Record) NextGame(from int64) (int64, bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := max(from, 1)
	return id, id <= r.last, nil
}

// Last is the number of the latest game.
func (r *Record) Last() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// Header returns the header of a game.
func (r *Record) Header(id int64) (archive.Header, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if g := r.games[id]; g != nil {
		return g.header, nil
	}
	return archive.Header{}, fmt.Errorf("%w: %d", archive.ErrNoGame, id)
}

// Tail returns at most limit events of a game behind event after.
func (r *Record) Tail(id int64, after, limit int) ([]archive.Event, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.games[id]
	if g == nil {
		return nil, fmt.Errorf("%w: %d", archive.ErrNoGame, id)
	}
	after = min(after, len(g.events))
	return append([]archive.Event(nil), g.events[after:min(len(g.events), after+limit)]...), nil
}
