package web_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// watches opens an event stream from an address, reads its first event, and
// reports when it ends.
func (h *house) watches(t *testing.T, from, path, key string) *line {
	t.Helper()
	l := h.stream(t, from, path, key)
	if first := l.next(); !strings.Contains(first, "event: table") {
		t.Fatalf("%s from %s: %d %q", path, from, l.status, first)
	}
	return l
}

// open counts the streams that go on: those that are told the next change.
func (h *house) open(lines []*line) (n int) {
	h.session.change(nil)
	synctest.Wait()
	for _, l := range lines {
		if strings.Contains(l.next(), "event: table") {
			n++
		}
	}
	return n
}

// Whatever streams an address opens, and however many addresses: who has a seat's
// key or is the admin watches, and so does everybody who comes anew; the oldest
// stream that proved nothing ends for him.
func TestStreamsLockNobodyOut(t *testing.T) {
	for name, from := range map[string]func(i int) string{
		"one address":    func(int) string { return "10.0.0.1:5" },
		"this machine":   func(int) string { return "127.0.0.1:5" },
		"many addresses": func(i int) string { return fmt.Sprintf("10.0.%d.1:5", i%200) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := build(t, keysOn)
				var crowd []*line
				for i := range 300 {
					crowd = append(crowd, h.watches(t, from(i), "/api/events", ""))
				}
				synctest.Wait()
				if n := h.session.watching(); n > 192 || name == "one address" && n > 128 {
					t.Errorf("%d streams go on", n)
				}
				var proved []*line
				for range 4 {
					for key, path := range map[string]string{h.keys["white"].Key: "/api/events?seat=white", h.keys["black"].Key: "/api/events", adminKey: "/api/events"} {
						proved = append(proved, h.watches(t, from(0), path, key))
					}
				}
				other := h.watches(t, "10.9.9.9:5", "/api/events", "")
				if n := h.open(append(proved, other)); n != len(proved)+1 {
					t.Errorf("of %d streams with a key, and one from elsewhere, %d go on", len(proved), n)
				}
				if last := crowd[0].next(); !strings.Contains(last, "retry: 30000") || crowd[0].next() != "" {
					t.Errorf("the oldest stream ends with %q", last)
				}
			})
		})
	}
}

// A seat's key is no way to keep another seat out, or the admin.
func TestASeatsStreamsLockNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := build(t, keysOn)
		for range 300 {
			h.watches(t, "10.0.0.1:5", "/api/events?seat=white", h.keys["white"].Key)
		}
		synctest.Wait()
		if n := h.session.watching(); n > 12 {
			t.Errorf("%d streams of one seat go on", n)
		}
		others := []*line{h.watches(t, "10.0.0.1:5", "/api/events?seat=black", h.keys["black"].Key), h.watches(t, "10.0.0.1:5", "/api/events", adminKey), h.watches(t, "10.0.0.1:5", "/api/events", "")}
		if n := h.open(others); n != 3 {
			t.Errorf("beside them %d of 3 go on", n)
		}
	})
}

// Streams that end make room.
func TestStreamsThatEndMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := build(t, keysOn)
		stays := h.watches(t, "10.0.0.1:5", "/api/events", "")
		for range 500 {
			h.watches(t, "10.0.0.1:5", "/api/events", "").leave()
			synctest.Wait()
		}
		if h.open([]*line{stays}) != 1 || h.session.watching() != 1 {
			t.Errorf("%d streams go on", h.session.watching())
		}
	})
}

// wire is a listener whose connections are pipes, which keep virtual time.
type wire struct {
	calls chan net.Conn
	once  sync.Once
	shut  chan struct{}
}

func newWire() *wire { return &wire{calls: make(chan net.Conn), shut: make(chan struct{})} }

type wired struct {
	net.Conn
	from net.Addr
}

func (w wired) RemoteAddr() net.Addr { return w.from }

func (w *wire) Accept() (net.Conn, error) {
	select {
	case c := <-w.calls:
		return c, nil
	case <-w.shut:
		return nil, net.ErrClosed
	}
}
func (w *wire) Close() error   { w.once.Do(func() { close(w.shut) }); return nil }
func (w *wire) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080} }

// dial calls from an address.
func (w *wire) dial(from string) net.Conn {
	near, far := net.Pipe()
	w.calls <- wired{far, &net.TCPAddr{IP: net.ParseIP(from), Port: 5}}
	return near
}

// ask sends a request and returns the status of the answer, 0 if the connection ends.
func ask(c net.Conn, request string) int {
	if _, err := io.WriteString(c, request); err != nil {
		return 0
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	if answer.Header.Get("Content-Type") != "text/event-stream" {
		io.Copy(io.Discard, answer.Body)
	}
	return answer.StatusCode
}

const health = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

// ends waits until a connection is closed from there, and returns when.
func ends(t *testing.T, c net.Conn, since time.Time) time.Duration {
	t.Helper()
	c.SetReadDeadline(time.Now().Add(24 * time.Hour))
	if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the connection stays for ever")
	}
	return time.Since(since)
}

// onWire serves a house on a wire of so many connections.
func onWire(t *testing.T, most int, body func(h *house, w *wire)) {
	synctest.Test(t, func(t *testing.T) {
		h, w := build(t, keysOn), newWire()
		server := h.server.HTTP(most)
		go server.Serve(w)
		body(h, w)
		server.Close()
		w.Close()
	})
}

// Whatever is left half done ends by itself: a call that says nothing, half a
// header, half a body, an answer that nobody reads, a connection that rests.
func TestWhatIsHalfDoneEnds(t *testing.T) {
	for name, c := range map[string]struct {
		sends string
		most  time.Duration
	}{
		"nothing":     {"", 10 * time.Second},
		"half a line": {"GET /heal", 10 * time.Second},
		"half a head": {"GET /healthz HTTP/1.1\r\nHost: local", 10 * time.Second},
		"half a body": {"POST /api/words HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"seat\"", 30 * time.Second},
		"no body":     {"POST /api/games HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + adminKey + "\r\nContent-Length: 100\r\n\r\n", 30 * time.Second},
		"no chunk":    {"POST /api/sim/contacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + adminKey + "\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[", 30 * time.Second},
		"it rests":    {health, 60 * time.Second},
		"many rest":   {health + health + health, 60 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			onWire(t, 400, func(_ *house, w *wire) {
				const many = 200
				start, took := time.Now(), make(chan time.Duration, many)
				for i := range many {
					conn := w.dial(fmt.Sprintf("10.0.%d.1", i))
					go io.WriteString(conn, c.sends)
					go func() { took <- ends(t, conn, start) }()
				}
				for range many {
					if after := <-took; after > c.most+time.Second {
						t.Errorf("it stays for %v, %v is the most", after, c.most)
						break
					}
				}
			})
		})
	}
}

// An answer that nobody takes is not kept for ever.
func TestAnAnswerThatNobodyTakesEnds(t *testing.T) {
	onWire(t, 400, func(_ *house, w *wire) {
		conn := w.dial("10.0.0.1")
		io.WriteString(conn, "GET /assets/page.css HTTP/1.1\r\nHost: localhost\r\n\r\n")
		time.Sleep(2 * time.Minute)
		if n, err := io.Copy(io.Discard, conn); err != nil || n > 8<<10 {
			t.Errorf("two minutes later %d bytes come, %v", n, err)
		}
	})
}

// A stream that is ended from here after a silence is ended whole: the browser sees
// its end, not a broken line.
func TestAStreamThatEndsAfterASilenceEndsWhole(t *testing.T) {
	onWire(t, 400, func(h *house, w *wire) {
		conn := w.dial("10.0.0.1")
		io.WriteString(conn, "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		rest := make(chan error)
		go func() { _, err := io.Copy(io.Discard, answer.Body); rest <- err }()
		time.Sleep(12 * time.Second)
		h.session.endAll()
		if err := <-rest; err != nil {
			t.Errorf("the stream breaks off: %v", err)
		}
	})
}

// What takes its time is let: a stream goes on for hours, contacts for a minute.
func TestWhatTakesItsTimeIsLet(t *testing.T) {
	onWire(t, 400, func(h *house, w *wire) {
		h.wood.takes = 59 * time.Second
		conn := w.dial("10.0.0.1")
		body := `[{"square":"b1","closed":true}]`
		if got := ask(conn, fmt.Sprintf("POST /api/sim/contacts HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s", adminKey, len(body), body)); got != 200 {
			t.Errorf("contacts that take a minute: %d", got)
		}
		stream := w.dial("10.0.0.2")
		io.WriteString(stream, "GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
		lines, last := bufio.NewReader(stream), ""
		for end := time.Now().Add(6 * time.Hour); time.Now().Before(end); {
			text, err := lines.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream ends %v before it should: %v after %q", time.Until(end), err, last)
			}
			last = text
		}
		h.session.change(nil)
		for !strings.Contains(last, `"seq":`) {
			text, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			last = text
		}
		stream.Close()
	})
}

// Connections that rest, or send nothing, keep nobody out: not one from elsewhere,
// not one from the same address, and no stream with a key ends for them.
func TestConnectionsLockNobodyOut(t *testing.T) {
	const most = 120
	for name, sends := range map[string]string{"they send nothing": "", "they rest": health, "they send half a body": "POST /api/words HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"} {
		t.Run(name, func(t *testing.T) {
			onWire(t, most, func(h *house, w *wire) {
				stream := func(key string) *bufio.Reader {
					conn := w.dial("10.0.0.1")
					io.WriteString(conn, "GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "+key+"\r\n\r\n")
					in := bufio.NewReader(conn)
					if head, err := in.ReadString('\n'); err != nil || !strings.Contains(head, "200") {
						t.Fatalf("a stream: %q %v", head, err)
					}
					return in
				}
				white := stream(h.keys["white"].Key)
				go io.Copy(io.Discard, white)
				elsewhere := w.dial("10.0.0.2")
				if ask(elsewhere, health) != 200 {
					t.Fatal("nobody answers")
				}
				for range 260 {
					conn := w.dial("10.0.0.1")
					go func() { io.WriteString(conn, sends); io.Copy(io.Discard, conn) }()
					synctest.Wait()
				}
				if n := h.server.Connections(); n > most {
					t.Errorf("%d connections are open", n)
				}
				for _, from := range []string{"10.0.0.1", "10.0.0.3"} {
					if got := ask(w.dial(from), health); got != 200 {
						t.Errorf("another from %s: %d", from, got)
					}
				}
				if got := ask(elsewhere, health); got != 200 {
					t.Errorf("the one that was there from elsewhere: %d", got)
				}
				if n := h.session.watching(); n != 1 {
					t.Errorf("%d streams with a key go on, want 1", n)
				}
			})
		})
	}
}
