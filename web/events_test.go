package web_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"reeve/referee"
	"reeve/rules"
	"reeve/web"
	"reeve/web/webtest"
)

// line is an open event stream.
type line struct {
	header http.Header
	out    *io.PipeWriter
	in     *bufio.Reader
	status int
	leave  context.CancelFunc

	follower *webtest.Follower
}

func (l *line) Header() http.Header         { return l.header }
func (l *line) WriteHeader(status int)      { l.status = status }
func (l *line) Write(b []byte) (int, error) { return l.out.Write(b) }
func (l *line) Flush()                      {}

// listen opens a stream; stop is the viewer's leaving.
func (h *house) listen(t testing.TB, path, key string) (l *line, stop context.CancelFunc) {
	t.Helper()
	return h.listenTo(t, call{path: path, key: key})
}

// stream opens a stream from an address.
func (h *house) stream(t testing.TB, from, path, key string) *line {
	t.Helper()
	l, _ := h.listenTo(t, call{path: path, key: key, from: from})
	return l
}

func (h *house) listenTo(t testing.TB, c call) (*line, context.CancelFunc) {
	t.Helper()
	in, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	l := &line{header: http.Header{}, out: out, in: bufio.NewReader(in), leave: func() { cancel(); in.Close() }}
	r := httptest.NewRequestWithContext(ctx, "GET", c.path, nil)
	r.Host, r.RemoteAddr = "localhost:8080", "127.0.0.1:4711"
	if c.from != "" {
		r.RemoteAddr = c.from
	}
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	for name, value := range c.header {
		r.Header.Set(name, value)
	}
	t.Cleanup(l.leave)
	go func() {
		h.server.ServeHTTP(l, r)
		out.Close()
	}()
	return l, l.leave
}

// next reads one event or comment; "" at the end of the stream.
func (l *line) next() string {
	var b strings.Builder
	for {
		text, err := l.in.ReadString('\n')
		if err != nil {
			return ""
		}
		if text == "\n" {
			return b.String()
		}
		b.WriteString(text)
	}
}

// table reads the next table, joined to those before it.
func (l *line) table(t *testing.T) referee.Table {
	t.Helper()
	if l.follower == nil {
		l.follower = &webtest.Follower{}
		l.follower.Open(l.in)
	}
	got, err := l.follower.Next()
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestEventsShowTheTableAtOnceAndOnEveryChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := build(t, nil)
		l, stop := h.listen(t, "/api/events", "")
		if got := l.table(t); got.Seq != 1 || got.RGB != nil || got.Legal != nil {
			t.Errorf("first: %+v", got)
		}
		if got := l.header.Get("Content-Type"); got != "text/event-stream" {
			t.Errorf("type %q", got)
		}
		for range 3 {
			h.session.change(nil)
			synctest.Wait()
		}
		// A pipe holds nothing: the second table was being sent, the third gave way to the fourth.
		if second, last := l.table(t), l.table(t); second.Seq != 2 || last.Seq != 4 {
			t.Errorf("after three changes: %d, %d", second.Seq, last.Seq)
		}
		if got := l.next(); got != "event: beat\ndata: {}\n" {
			t.Errorf("in the silence: %q", got)
		}
		stop()
		synctest.Wait()
		if n := h.session.watching(); n != 0 {
			t.Errorf("%d still watching", n)
		}
	})
}

func TestEventsOfASeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := build(t, keysOn)
		l, stop := h.listen(t, "/api/events?seat=white", h.keys["white"].Key)
		defer stop()
		if got := l.table(t); len(got.Legal) != 1 || got.Legal[0] != "secret of white" {
			t.Errorf("legal %v", got.Legal)
		}
		public, leave := h.listen(t, "/api/events", h.keys["white"].Key)
		defer leave()
		if got := public.table(t); got.Legal != nil {
			t.Errorf("everybody sees %v", got.Legal)
		}
		// The old game's key shows nothing of the new game.
		w := h.do(call{method: "POST", path: "/api/games", body: `{"game":"rolechess"}`, key: adminKey})
		if w.Code != 200 {
			t.Fatalf("new game: %d %s", w.Code, w.Body)
		}
		h.session.change(nil)
		if got := l.next(); got != "" {
			t.Errorf("after the new game the seat sees %q", got)
		}
		if got := public.table(t); got.Seq < 2 {
			t.Errorf("after the new game everybody sees %d", got.Seq)
		}
	})
}

func TestEventsWithColours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		shown := make(chan map[string]string, 1)
		now := map[string]string{"b1": "00ff40"}
		h := build(t, func(c *web.Config, _ *session) {
			c.Colours = func(rules.Seat) map[string]string {
				select {
				case now = <-shown:
				default:
				}
				return now
			}
		})
		l, stop := h.listen(t, "/api/events?rgb=1", "")
		defer stop()
		if got := l.table(t); got.RGB["b1"] != "00ff40" {
			t.Errorf("colours %v", got.RGB)
		}
		time.Sleep(time.Second)
		shown <- map[string]string{"c3": "ff0000"}
		if got := l.next(); got != "event: rgb\ndata: {\"b1\":null,\"c3\":\"ff0000\"}\n" {
			t.Errorf("then %q", got)
		}
	})
}

func TestEventsEndWithTheSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := build(t, nil)
		l, stop := h.listen(t, "/api/events", "")
		defer stop()
		l.table(t)
		synctest.Wait()
		h.session.endAll()
		if got := l.next(); got != "" {
			t.Errorf("after the end: %q", got)
		}
	})
}

// slow is a line that takes nothing until its deadline has passed.
type slow struct {
	header   http.Header
	deadline time.Time
}

func (l *slow) Header() http.Header                 { return l.header }
func (l *slow) WriteHeader(int)                     {}
func (l *slow) Flush()                              {}
func (l *slow) SetWriteDeadline(at time.Time) error { l.deadline = at; return nil }
func (l *slow) Write([]byte) (int, error) {
	time.Sleep(time.Until(l.deadline))
	return 0, os.ErrDeadlineExceeded
}

func TestAViewerWhoDoesNotReadIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := build(t, nil)
		start := time.Now()
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/events", nil)
		r.Host = "localhost"
		h.server.ServeHTTP(&slow{header: http.Header{}}, r)
		if took := time.Since(start); took > 10*time.Second || h.session.watching() != 0 {
			t.Errorf("dropped after %v, %d still watching", took, h.session.watching())
		}
	})
}
