package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"reeve/referee"
	"reeve/rules"
)

const (
	beat       = 15 * time.Second       // between events that keep a silent line open, and tell the page that it is (api.js)
	writeWait  = 5 * time.Second        // after which a viewer who does not read is dropped
	colourWait = 100 * time.Millisecond // between looks at the LEDs

	// again is the retry interval that a page gets first, in ms.
	again = "retry: 700\n"

	// later is the last event of a stream that makes room for others.
	later = "retry: 30000\n: too many are watching\n\n"
)

// eventRoom is where viewers follow the table.
type eventRoom struct {
	tables
	gate    *gate
	streams crowd // event streams
	calls   crowd // connections
}

func (e *eventRoom) routes() []route {
	return []route{open("/api/events", e.events, "log", "rgb", "seat")}
}

// events sends the table at once and on every change; with ?rgb=1 also the
// colours whenever they change, as `event: rgb`.
func (e *eventRoom) events(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	r = r.WithContext(ctx)
	st := stream{room: e, w: w, r: r, viewer: rules.Table, seat: r.URL.Query().Get("seat")}
	watch, err := st.open()
	if err != nil {
		e.fail(w, r, err)
		return
	}
	defer watch.Close()
	defer e.admit(r, func() { cancel(errCrowd) })()
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
	st.soon() // what ends the stream is written, too, after whatever silence
}

// admit gives a stream a place and returns the function that frees it; drop ends the stream. A caller with a valid
// key has a place of its own, and so has its connection.
func (e *eventRoom) admit(r *http.Request, drop func()) (leave func()) {
	g := &guest{e.proved(sentKeys(r)).party(), drop}
	if g.party == (party{}) {
		g.from = remote(r)
	} else if call, ok := r.Context().Value(guestKey{}).(*guest); ok {
		e.calls.leave(call) // for good: a stream is the last of its connection
	}
	e.streams.enter(g)
	return func() { e.streams.leave(g) }
}

// stream is one viewer's line of events.
type stream struct {
	room    *eventRoom
	w       http.ResponseWriter
	r       *http.Request
	viewer  rules.Seat
	seat    string          // "" for what everybody sees
	sent    uint64          // seq of the last table sent
	table   json.RawMessage // as it was told last; nil: not yet
	colours json.RawMessage
	log     []referee.Entry
	mark    logPrefix
}

// open subscribes first, so that no change falls between the first table and
// those that follow.
func (st *stream) open() (*referee.Watch, error) {
	st.room.gate.RLock()
	defer st.room.gate.RUnlock()
	if st.seat != "" {
		seat, err := st.room.viewerOf(st.r, st.seat)
		if err != nil {
			return nil, err
		}
		st.viewer = seat
	}
	return st.room.session.Watch(st.viewer), nil
}

// run sends until the viewer goes, may see no more, or the session ends.
func (st *stream) run(watch *referee.Watch) {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	var looks <-chan time.Time
	if st.room.colourful(st.r) {
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
			err = st.show(t)
		case <-looks:
			err = st.look()
		case <-beats.C:
			err = st.write([]byte("event: beat\ndata: {}\n\n"))
		}
	}
}

// now sends the table as it is.
func (st *stream) now() error {
	return st.allowed(func() ([]byte, error) {
		text, err := st.tableEvent(st.room.session.Table(st.viewer))
		return slices.Concat([]byte(again), text), err
	})
}

// show sends t unless it was sent already.
func (st *stream) show(t *referee.Table) error {
	if t.Seq <= st.sent {
		return nil
	}
	return st.allowed(func() ([]byte, error) { return st.tableEvent(t) })
}

// allowed sends the event if the viewer may still see it. It holds the gate, which is shut while a game begins and
// makes the old game's keys void, only until the event is made.
func (st *stream) allowed(event func() ([]byte, error)) error {
	st.room.gate.RLock()
	err := st.still()
	var text []byte
	if err == nil {
		text, err = event()
	}
	st.room.gate.RUnlock()
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
	if st.seat == "" || !st.room.keysFor(st.r) || st.room.proved(sentKeys(st.r)).seats[st.seat] {
		return nil
	}
	return errShut
}

// tableEvent tells of t what the viewer was not told yet.
func (st *stream) tableEvent(t *referee.Table) ([]byte, error) {
	rest := *t
	rest.Log = nil
	now, err := json.Marshal(rest)
	if err != nil {
		return nil, fmt.Errorf("web: table: %w", err)
	}
	members, err := changed("", st.table, now)
	if err != nil {
		return nil, fmt.Errorf("web: table: %w", err)
	}
	for name, value := range map[string]any{"seq": t.Seq, "game": t.Game, "status": t.Status} {
		members[name], _ = json.Marshal(value)
	}
	if err := st.addLog(members, t.Log); err != nil {
		return nil, err
	}
	if st.room.colourful(st.r) {
		if members["rgb"], err = st.glow(); err != nil {
			return nil, err
		}
	}
	st.table, st.sent = now, t.Seq
	return burst(members, st.mark.String())
}

// addLog adds the entries that the viewer does not have.
func (st *stream) addLog(members map[string]json.RawMessage, log []referee.Entry) error {
	has := shared(st.log, log)
	if st.table == nil {
		has = told(st.r, log)
		if id := st.r.Header.Get("Last-Event-ID"); id != "" {
			has = known(id, log)
		}
	}
	if has < st.mark.n {
		st.mark = logPrefix{}
	}
	st.log, st.mark = log, st.mark.on(log)
	if st.table != nil && has == len(log) {
		return nil
	}
	var err error
	if members["log"], err = json.Marshal(log[has:]); err != nil {
		return fmt.Errorf("web: log: %w", err)
	}
	return nil
}

// glow is the changed colours; nil if none has.
func (st *stream) glow() (json.RawMessage, error) {
	now, err := json.Marshal(glowing(st.room.colours(st.viewer)))
	if err != nil {
		return nil, fmt.Errorf("web: colours: %w", err)
	}
	if st.colours == nil {
		st.colours = now
		return now, nil
	}
	new, err := change("colours", st.colours, now)
	st.colours = now
	return new, err
}

// look sends the colours that have changed, if any.
func (st *stream) look() error {
	return st.allowed(func() ([]byte, error) {
		now, err := st.glow()
		if err != nil || now == nil {
			return nil, err
		}
		return slices.Concat([]byte("event: rgb\ndata: "), now, []byte("\n\n")), nil
	})
}

// write sends text at once; a viewer who does not read it in time is dropped.
func (st *stream) write(text []byte) error {
	if err := st.soon(); err != nil {
		return err
	}
	if _, err := st.w.Write(text); err != nil {
		return err
	}
	return http.NewResponseController(st.w).Flush()
}

// soon sets the deadline of the next write.
func (st *stream) soon() error {
	err := http.NewResponseController(st.w).SetWriteDeadline(time.Now().Add(writeWait))
	if errors.Is(err, http.ErrNotSupported) {
		return nil
	}
	return err
}
