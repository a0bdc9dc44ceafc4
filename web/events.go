package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"reeve/referee"
	"reeve/rules"
)

const (
	beat       = 15 * time.Second       // between comments that keep a silent line open
	writeWait  = 5 * time.Second        // after which a viewer who does not read is dropped
	colourWait = 100 * time.Millisecond // between looks at the LEDs

	// again is what a page is told first: after how many milliseconds it calls once
	// more when the line is lost.
	again = "retry: 700\n"

	// later is what a page is told last whose stream makes room for others.
	later = "retry: 30000\n: too many are watching\n\n"
)

// stream is one viewer's line of events.
type stream struct {
	s       *Server
	w       http.ResponseWriter
	r       *http.Request
	viewer  rules.Seat
	seat    string // "" for what everybody sees
	colours map[string]string
	sent    uint64 // seq of the last table sent
}

// events sends the table at once and on every change; with ?rgb=1 also the
// colours whenever they change, as `event: rgb`.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	r = r.WithContext(ctx)
	st := stream{s: s, w: w, r: r, viewer: rules.Table, seat: r.URL.Query().Get("seat")}
	watch, err := st.open()
	if err != nil {
		s.fail(w, r, err)
		return
	}
	defer watch.Close()
	defer s.admit(r, func() { cancel(errCrowd) })()
	patient(w, 0)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.Header().Set("Connection", "close") // a stream is the last of its connection
	st.run(watch)
	if context.Cause(ctx) == errCrowd {
		watch.Close()
		st.write([]byte(later))
	}
}

// open subscribes first, so that no change falls between the first table and
// those that follow.
func (st *stream) open() (*referee.Watch, error) {
	st.s.gate.RLock()
	defer st.s.gate.RUnlock()
	if st.seat != "" {
		seat, err := st.s.viewerOf(st.r, st.seat)
		if err != nil {
			return nil, err
		}
		st.viewer = seat
	}
	return st.s.cfg.Session.Watch(st.viewer), nil
}

// run sends until the viewer goes, may see no more, or the session ends.
func (st *stream) run(watch *referee.Watch) {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	var looks <-chan time.Time
	if st.s.colourful(st.r) {
		t := time.NewTicker(colourWait)
		defer t.Stop()
		looks = t.C
	}
	err := st.now()
	for err == nil {
		select {
		case <-st.r.Context().Done():
			return
		case t, more := <-watch.C():
			if !more {
				return
			}
			err = st.table(t)
		case <-looks:
			err = st.look()
		case <-beats.C:
			err = st.write([]byte(": beat\n\n"))
		}
	}
}

// now sends the table as it is.
func (st *stream) now() error {
	return st.allowed(func() ([]byte, error) {
		text, err := st.tableEvent(st.s.cfg.Session.Table(st.viewer))
		return slices.Concat([]byte(again), text), err
	})
}

// table sends t unless it was sent already.
func (st *stream) table(t *referee.Table) error {
	if t.Seq <= st.sent {
		return nil
	}
	return st.allowed(func() ([]byte, error) { return st.tableEvent(t) })
}

// allowed sends what event makes if the viewer may still see it. The gate is
// shut while a game begins, and then the old game's keys show nothing more; it
// is open again before the first byte leaves.
func (st *stream) allowed(event func() ([]byte, error)) error {
	st.s.gate.RLock()
	err := st.still()
	var text []byte
	if err == nil {
		text, err = event()
	}
	st.s.gate.RUnlock()
	if err != nil || text == nil {
		return err
	}
	return st.write(text)
}

var (
	errCrowd = errors.New("web: the stream made room for another")
	errShut  = errors.New("web: the seat is no longer this viewer's")
)

// still reports whether the viewer may still see what was opened.
func (st *stream) still() error {
	if st.seat == "" || !st.s.keysFor(st.r) || st.s.proved(sentKeys(st.r)).seats[st.seat] {
		return nil
	}
	return errShut
}

func (st *stream) tableEvent(t *referee.Table) ([]byte, error) {
	st.sent = t.Seq
	if st.s.colourful(st.r) {
		st.colours = st.s.cfg.Colours(st.viewer)
		return event("table", coloured(t, st.colours))
	}
	return event("table", t)
}

// look sends the colours if they have changed.
func (st *stream) look() error {
	return st.allowed(func() ([]byte, error) {
		colours := st.s.cfg.Colours(st.viewer)
		if maps.Equal(colours, st.colours) {
			return nil, nil
		}
		st.colours = colours
		return event("rgb", colours)
	})
}

// event is one server-sent event as text.
func event(name string, v any) ([]byte, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("web: event %s: %w", name, err)
	}
	return slices.Concat([]byte("event: "+name+"\ndata: "), data, []byte("\n\n")), nil
}

// write sends text at once; a viewer who does not read it in time is dropped.
func (st *stream) write(text []byte) error {
	rc := http.NewResponseController(st.w)
	if err := rc.SetWriteDeadline(time.Now().Add(writeWait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := st.w.Write(text); err != nil {
		return err
	}
	return rc.Flush()
}
