package referee

import (
	"time"

	"reeve/archive"
	"reeve/board"
)

// batch is what is written as one: a new game, or events with their touches.
type batch struct {
	begin   *archive.Header
	events  []archive.Event
	touches []board.Touch
}

// outcome of one try to write.
type outcome struct {
	err error // nil: one more batch is on the disk
}

// writer writes batches in order on a goroutine of its own, and tries again
// until the disk takes them, so that a slow or full disk never blocks the
// session.
type writer struct {
	archive Archive
	in      chan batch
	out     chan outcome
	quit    chan struct{} // closed: nobody listens any more
	stopped chan struct{}
	id      int64 // of the current game; the goroutine's own

	sent, acked uint64 // owned by the session
}

// retryWrite is how long the writer waits before it tries a failed write again.
const retryWrite = time.Second

func newWriter(a Archive) *writer {
	return &writer{archive: a, in: make(chan batch, 1024), out: make(chan outcome, 16), quit: make(chan struct{}), stopped: make(chan struct{})}
}

// send queues b; the session calls it.
func (w *writer) send(b batch) {
	w.sent++
	w.in <- b
}

// idle reports whether all that was sent is on the disk.
func (w *writer) idle() bool { return w.acked == w.sent }

func (w *writer) run() {
	defer close(w.stopped)
	for b := range w.in {
		for !w.try(b) {
		}
	}
}

// try writes b and tells the session how that went; false to try again.
func (w *writer) try(b batch) bool {
	err := w.write(b)
	select {
	case w.out <- outcome{err: err}:
	case <-w.quit:
	}
	if err == nil {
		return true
	}
	select {
	case <-time.After(retryWrite):
		return false
	case <-w.quit:
		return true // what was never on the disk was never shown either
	}
}

func (w *writer) write(b batch) error {
	if b.begin != nil {
		id, err := w.archive.Begin(*b.begin)
		if err == nil {
			w.id = id
		}
		return err
	}
	return w.archive.Append(w.id, b.events, b.touches)
}

// close writes what is still queued, once each, and ends the writer.
func (w *writer) close() {
	close(w.in)
	close(w.quit)
	<-w.stopped
}
