package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"reeve/bus"
	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/wire"
)

// opened is a hall that runs in this process, as the program wires it.
func opened(t *testing.T, change func(*settings)) *daemon {
	t.Helper()
	d, _ := running(t, change)
	return d
}

// running is opened, and how it is ended before the test is.
func running(t *testing.T, change func(*settings)) (*daemon, func()) {
	t.Helper()
	s := settings{state: filepath.Join(t.TempDir(), "hall"), listen: "127.0.0.1:0", busListen: "127.0.0.1:0", title: "Test", most: 100, log: slog.New(slog.DiscardHandler)}
	if change != nil {
		change(&s)
	}
	d := &daemon{settings: s}
	if err := d.open(t.Context()); err != nil {
		d.close()
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- d.run(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		d.close()
	})
	t.Cleanup(stop)
	return d, stop
}

// A hall that fails while it runs does not end with 2, after which its service is not started again.
func TestAHallThatFailsIsStartedAgain(t *testing.T) {
	d := &daemon{settings: settings{state: filepath.Join(t.TempDir(), "hall"), listen: "127.0.0.1:0", busListen: "127.0.0.1:0", log: slog.New(slog.DiscardHandler)}}
	defer d.close()
	if err := d.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.listener.Close()
	var exit exitError
	if err := d.run(t.Context()); !errors.As(err, &exit) || exit.code != 1 {
		t.Errorf("%v", err)
	}
}

// invited is a board that has joined.
func (d *daemon) invited(t *testing.T, name string) *link.Member {
	t.Helper()
	token, err := d.store.Invite(name, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	m, err := link.Joined(t.Context(), t.TempDir(), wire.Invitation{Base: d.base.String(), Hall: hall.ID(d.key), Token: token}.String(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// complaints is a log that tells what the bus refuses.
type complaints chan string

func (c complaints) Enabled(context.Context, slog.Level) bool { return true }
func (c complaints) WithAttrs([]slog.Attr) slog.Handler       { return c }
func (c complaints) WithGroup(string) slog.Handler            { return c }
func (c complaints) Handle(_ context.Context, r slog.Record) error {
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "error" {
			c <- a.Value.String()
		}
		return true
	})
	return nil
}

// refused waits until the bus says that it does not let somebody.
func (c complaints) refused(t *testing.T, what, subject string) {
	t.Helper()
	for {
		select {
		case said := <-c:
			if strings.Contains(strings.ToLower(said), strings.ToLower(`permissions violation for `+what+` to "`+subject+`"`)) {
				return
			}
			t.Logf("the bus says %s", said)
		case <-time.After(patience):
			t.Fatalf("the bus refuses no %s to %s", what, subject)
		}
	}
}

// A board can say nothing in another's name, and hears nothing that is said to another: the
// bus itself refuses it. What it may it can, so the refusals are not for another reason.
func TestABoardMaySayAndHearOnlyItsOwn(t *testing.T) {
	d := opened(t, nil)
	a, b := d.invited(t, "Table 1"), d.invited(t, "Table 2")
	log := make(complaints, 1000)
	line, err := link.Call(a, slog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	<-line.Back()
	own, other := wire.Place{Hall: a.Hall, Board: a.ID()}, wire.Place{Hall: b.Hall, Board: b.ID()}
	var mu sync.Mutex
	var heard []string
	hear := func(m bus.Message) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, m.Subject)
	}
	game := wire.Game{Number: 1, Started: 1}
	for _, subject := range []string{other.Up(), other.Table(), other.Call(), other.Line(game, wire.Event), other.Line(game, wire.Record), other.Have(), other.To("pause"), own.Have(), own.To("pause"), "R.x", "reeve.x", "homeassistant.status", "$SYS.REQ.SERVER.PING"} {
		if err := line.Publish(subject, []byte("x")); err != nil {
			t.Fatal(err)
		}
		log.refused(t, "publish", subject)
	}
	for _, subject := range []string{">", "R.>", wire.Hall(a.Hall) + ".>", wire.Hall(a.Hall) + ".*.up", wire.Hall(a.Hall) + ".*.to.*", other.Up(), other.Table(), other.Call(), other.Have(), other.To("*"), own.Up(), link.Inbox(b.ID()) + ".>", "_INBOX_hall.>", "_INBOX.>", "reeve.>", "$SYS.>"} {
		if err := line.Listen(subject, hear); err != nil {
			t.Fatal(err)
		}
		log.refused(t, "subscription", subject)
	}
	got := make(chan string, 10)
	if err := line.Listen(own.Have(), func(m bus.Message) { got <- m.Subject }); err != nil {
		t.Fatal(err)
	}
	soon(t, "the hall has called its bus", d.bus.Here)
	for _, subject := range []string{other.Have(), other.To("pause")} {
		if err := d.bus.Publish(subject, []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	for tick := time.NewTicker(20 * time.Millisecond); ; <-tick.C { // until it is known to the bus that the board listens
		if err := d.bus.Publish(own.Have(), []byte("x")); err != nil {
			t.Fatal(err)
		}
		if len(got) > 0 {
			break
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(heard) > 0 {
		t.Errorf("the board hears %q", heard)
	}
}

// Who connects and says nothing keeps nobody out: the oldest goes when there is room for no more.
func TestSilentConnectionsKeepNobodyOut(t *testing.T) {
	d := opened(t, func(s *settings) { s.most = 2 })
	var lines []net.Conn
	for range 3 {
		line, err := net.Dial("tcp", d.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer line.Close()
		lines = append(lines, line)
	}
	if _, err := lines[0].Read(make([]byte, 1)); err == nil {
		t.Error("the oldest of three connections is answered before it asks")
	}
	answer, err := http.Get("http://" + d.listener.Addr().String() + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
}

// Nobody is let in without a pass of this hall, and one that is expelled no more.
func TestWhoIsExpelledIsShutOut(t *testing.T) {
	d := opened(t, nil)
	stranger := opened(t, nil).invited(t, "Table 1")
	stranger.Bus = d.hall.Buses()
	log := make(complaints, 1000)
	line, err := link.Call(stranger, slog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	defer line.Close()
	for said := range log {
		if strings.Contains(strings.ToLower(said), "authorization") {
			break
		}
	}
	m := d.invited(t, "Table 1")
	inside, err := link.Call(m, slog.New(log))
	if err != nil {
		t.Fatal(err)
	}
	defer inside.Close()
	<-inside.Back()
	if err := d.hall.Expel(m.ID()); err != nil {
		t.Fatal(err)
	}
	for inside.Here() {
		<-log
	}
	if line.Here() {
		t.Error("a stranger is let in")
	}
}
