package sensors

import (
	"context"
	"slices"
	"sync"
	"time"

	"reeve/board"
)

// Watch runs a Health for each driver of a board during play, each behind its own Watched, and tells all faults
// anew when they change. It is safe for concurrent use.
type Watch struct {
	mu    sync.Mutex
	parts []*Health
	tell  func([]Fault)
}

// NewWatch makes a watch over no driver yet. Tell must not block nor call the watch; it is called in the
// order of what was found.
func NewWatch(tell func([]Fault)) *Watch { return &Watch{tell: tell} }

// Watched is the sink of one driver that is watched. It hands everything on to the sink behind it.
type Watched struct {
	watch  *Watch
	health *Health
	next   Sink
}

// Over has the watch look after a driver whose channels are wired so, and returns the driver's sink.
func (w *Watch) Over(wiring *Wiring, o HealthOptions, next Sink) *Watched {
	w.mu.Lock()
	defer w.mu.Unlock()
	h := NewHealth(wiring, o)
	w.parts = append(w.parts, h)
	return &Watched{watch: w, health: h, next: next}
}

// Expect tells every driver's Health what Health.Expect is to be told.
func (w *Watch) Expect(occupied, busy board.Set, at time.Duration) {
	w.each(func(h *Health) bool { return h.Expect(occupied, busy, at) })
}

// Unexplained tells every driver's Health what Health.Unexplained is to be told.
func (w *Watch) Unexplained(occupied board.Set) {
	w.each(func(h *Health) bool { return h.Unexplained(occupied) })
}

// Drift takes what a driver says of the sensor of a square that it feels, as Health.Drift does.
func (w *Watch) Drift(sq board.Square, drifted bool, at time.Duration) {
	w.each(func(h *Health) bool { return h.Drift(sq, drifted, at) })
}

func (w *Watch) each(what func(*Health) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	changed := false
	for _, h := range w.parts {
		changed = what(h) || changed
	}
	if changed {
		w.tellAll()
	}
}

func (w *Watch) one(h *Health, what func(*Health) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if what(h) {
		w.tellAll()
	}
}

func (w *Watch) tellAll() {
	all := []Fault{}
	for _, h := range w.parts {
		all = append(all, h.Faults()...)
	}
	slices.SortFunc(all, func(a, b Fault) int { return int(a.Square) - int(b.Square) })
	w.tell(all)
}

// Touch takes a touch as Sink.Touch does.
func (w *Watched) Touch(t board.Touch) {
	w.next.Touch(t)
	w.watch.one(w.health, func(h *Health) bool { return h.Touch(t) })
}

// Wood takes the state of all squares of the driver as Sink.Wood does.
func (w *Watched) Wood(wood board.Set, at time.Duration) {
	w.next.Wood(wood, at)
	w.watch.one(w.health, func(h *Health) bool { return h.Wood(wood, at) })
}

// Fault says that the driver fails or is well again, as Sink.Fault does: that is no fault of a square.
func (w *Watched) Fault(err error) { w.next.Fault(err) }

// Flickers takes the driver's counts, as Health.Flickers does.
func (w *Watched) Flickers(count func(channel int) uint32, at time.Duration) {
	w.watch.one(w.health, func(h *Health) bool { return h.Flickers(count, at) })
}

// often is how often Run looks at the flicker.
const often = time.Second

// Run passes the driver's flicker counts to its Health once a second until ctx is done. Contact is Loop.Contact or
// Edges.Contact; start is the instant 0 of the driver's touches.
func (w *Watched) Run(ctx context.Context, contact func(channel int) Contact, start time.Time) {
	count := func(channel int) uint32 { return contact(channel).Flickers }
	tick := time.NewTicker(often)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.Flickers(count, time.Since(start))
		}
	}
}
