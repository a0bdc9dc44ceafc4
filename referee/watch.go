package referee

import "sync"

// Watch is one viewer's line to the session. It holds at most one table: the
// latest wins, so that a slow viewer never holds up the session.
type Watch struct {
	tables chan *Table
	stop   func(*Watch)
	once   sync.Once
}

// NewWatch makes a line whose Close calls stop once; the session forgets it there.
func NewWatch(stop func(*Watch)) *Watch {
	return &Watch{tables: make(chan *Table, 1), stop: stop}
}

// C yields the tables; it is closed when the session ends.
func (w *Watch) C() <-chan *Table { return w.tables }

// Show puts t in the place of a table not yet taken. It never blocks. Only one
// goroutine, the session's, may call Show and End.
func (w *Watch) Show(t *Table) {
	select {
	case <-w.tables:
	default:
	}
	w.tables <- t
}

// End tells the viewer that no table will follow.
func (w *Watch) End() { close(w.tables) }

// Close tells the session that nobody watches any more. It may be called twice.
func (w *Watch) Close() {
	w.once.Do(func() {
		if w.stop != nil {
			w.stop(w)
		}
	})
}
