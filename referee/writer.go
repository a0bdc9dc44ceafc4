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

// write writes b into the game with that id and returns the id of the game it
// is in.
func (b *batch) write(a Archive, id int64) (int64, error) {
	if b.begin != nil {
		return a.Begin(*b.begin)
	}
	return id, a.Append(id, b.events, b.touches)
}

// outbox is what waits to be written, in order.
type outbox struct {
	touches     []board.Touch // since the last event
	queue       []batch       // the oldest first
	id          int64         // of the game in the archive, as far as it is known
	sent, acked uint64        // batches made so far, and on the disk
	trouble     string        // why the record cannot be written; "" when it can
}

// begin queues the header of a new game.
func (o *outbox) begin(h *archive.Header) { o.send(batch{begin: h}) }

// event queues one event, with the touches since the one before, as one transaction with those that still wait.
func (o *outbox) event(e archive.Event) {
	if last := len(o.queue) - 1; last >= 0 && o.queue[last].begin == nil {
		b := &o.queue[last]
		b.events, b.touches = append(b.events, e), append(b.touches, o.touches...)
	} else {
		o.send(batch{events: []archive.Event{e}, touches: o.touches})
	}
	o.touches = nil
}

func (o *outbox) send(b batch) {
	o.sent++
	o.queue = append(o.queue, b)
}

// written notes what became of the oldest batch that is not yet on the disk, and reports whether trouble begins.
func (o *outbox) written(err error) (begins bool) {
	if err == nil {
		o.acked++
		o.trouble = ""
		return false
	}
	begins, o.trouble = o.trouble == "", err.Error()
	return begins
}

// writer writes batches in order on a goroutine of its own, and tries again
// until the disk takes them, so that a slow or full disk never blocks the
// session.
type writer struct {
	archive Archive
	in      chan batch
	out     chan error    // of each try: nil, one more batch is on the disk
	quit    chan struct{} // closed: nobody listens any more
	stopped chan struct{}
	id      int64 // of the current game; the goroutine's own
}

// retryWrite is how long the writer waits before it tries a failed write again.
const retryWrite = time.Second

func newWriter(a Archive, id int64) *writer {
	return &writer{archive: a, id: id, in: make(chan batch, 1024), out: make(chan error, 16), quit: make(chan struct{}), stopped: make(chan struct{})}
}

func (w *writer) run() {
	defer close(w.stopped)
	for b := range w.in {
		for !w.try(b) {
		}
	}
}

// try writes b and tells the session how that went; false to try again.
func (w *writer) try(b batch) bool {
	id, err := b.write(w.archive, w.id)
	select {
	case w.out <- err:
	case <-w.quit:
	}
	if err == nil {
		w.id = id
		return true
	}
	select {
	case <-time.After(retryWrite):
		return false
	case <-w.quit:
		return true // what is not on the disk was never shown
	}
}

// close writes what is still queued, once each, and ends the writer.
func (w *writer) close() {
	close(w.in)
	close(w.quit)
	<-w.stopped
}
