package hall

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"reeve/hall/wire"
)

// stream shows the cards of boards as they change.
type stream struct {
	entrance
	floor *floor
}

func (s stream) routes(m *http.ServeMux) {
	m.HandleFunc("GET /api/events", s.events)
	m.HandleFunc("GET /api/cards", s.cards)
}

// filter reads what somebody wants to see.
func filter(q url.Values) Filter {
	f := Filter{Search: q.Get("search"), Kind: q.Get("kind"), State: q.Get("state"), Sort: q.Get("sort"), Board: wire.ID(q.Get("board")), Size: pageSize}
	if n, err := strconv.Atoi(q.Get("size")); err == nil && n >= 1 && n <= 100 {
		f.Size = n
	}
	if n, err := strconv.Atoi(q.Get("page")); err == nil && n >= 0 && n < 100_000 {
		f.Page = n
	}
	f.Search, f.Kind, f.State = short(f.Search), short(f.Kind), short(f.State)
	switch {
	case f.Board != "":
		f = Filter{Board: wire.ID(short(string(f.Board))), Sort: "name", Size: 1}
	case f.Sort != "name":
		f.Sort = "urgent"
	}
	return f
}

// short is as much of a word as anybody searches for.
func short(text string) string {
	if len(text) > 100 {
		return text[:100]
	}
	return text
}

// screen is what the caller may see: arbiters what is, spectators what was.
func (s stream) screen(r *http.Request) *screen {
	if r.URL.Query().Get("as") != "spectator" && s.who(r) != "" {
		return s.floor.live
	}
	return s.floor.public
}

func (s stream) cards(w http.ResponseWriter, r *http.Request) {
	text := s.screen(r).now(filter(r.URL.Query()))
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(text[len("data: ") : len(text)-2])
}

// Times of a stream.
const (
	beats     = 15 * time.Second // between comments that keep a silent line open
	writeWait = 5 * time.Second  // after which a viewer who does not read is dropped

	// givesWay is what a viewer is told last whose search gives way to others.
	givesWay = "retry: 30000\n: too many search for something else\n\n"
)

// events shows cards as they change.
func (s stream) events(w http.ResponseWriter, r *http.Request) {
	frames, stop := s.screen(r).watch(filter(r.URL.Query()))
	defer stop()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	rc := http.NewResponseController(w)
	if err := rc.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return
	}
	tick := time.NewTicker(beats)
	defer tick.Stop()
	text := []byte("retry: 1000\n\n")
	for {
		if err := rc.SetWriteDeadline(time.Now().Add(writeWait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return
		}
		if _, err := w.Write(text); err != nil || rc.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case frame, more := <-frames:
			if text = frame; !more {
				w.Write([]byte(givesWay)) // it may not arrive: then he calls again sooner
				return
			}
		case <-tick.C:
			text = []byte(": beat\n\n")
		}
	}
}
