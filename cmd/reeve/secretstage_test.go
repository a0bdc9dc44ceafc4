package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/config"
	"reeve/referee"
	"reeve/rules"
	"reeve/speech"
)

const secretAdmin = "the-admins-own-key"

// secretStage is a daemon in virtual time, as the program wires it, with a simulated board
// and an archive on the disk: all but the sockets. What others get of it is noted.
type secretStage struct {
	*testing.T
	*daemon
	keys map[string]string // of the seats, "" for nobody's
	log  *logBuffer
	got  *bytes.Buffer // what was answered
	mu   sync.Mutex
	told map[string]map[time.Duration]string // what streams, voice and LEDs told, and when
	seen map[string]map[string]any           // the colours that each stream has told of
	end  func()
}

// newStage opens the curtain; settings are lines of a settings file.
func newStage(t *testing.T, settings string) *secretStage {
	t.Helper()
	text := "listen: 127.0.0.1:0\nboard: sim\ncurrent_limit_ma: 300\nadmin_key: " + secretAdmin + "\nstate: " + t.TempDir() + "\n" + settings
	parsed, err := config.ParseSettings("test", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	log := &logBuffer{}
	d := newDaemon(parsed, nowhere, slog.New(slog.NewTextHandler(log, nil)))
	if err := d.open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	for _, run := range append(d.board.run, d.session.Run) {
		group.Go(func() { run(ctx) })
	}
	s := &secretStage{T: t, daemon: d, log: log, got: &bytes.Buffer{}, told: map[string]map[time.Duration]string{}, seen: map[string]map[string]any{}}
	s.end = sync.OnceFunc(func() { cancel(); group.Wait(); d.close() })
	t.Cleanup(s.end)
	s.takeKeys()
	time.Sleep(time.Second + 1700*time.Microsecond) // nothing is done at the instant of a scan
	synctest.Wait()
	return s
}

func (s *secretStage) takeKeys() {
	s.keys = map[string]string{"": ""}
	for seat, link := range s.doors.pages.Links() {
		s.keys[seat] = link.Key
	}
}

// tell notes what somebody was told at an instant: of several things the last, since
// streams leave out what is overtaken.
func (s *secretStage) tell(who, what string) { s.tellAt(time.Since(s.start), who, what) }

func (s *secretStage) tellAt(at time.Duration, who, what string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.told[who] == nil {
		s.told[who] = map[time.Duration]string{}
	}
	s.told[who][at] = what
}

// hear notes one event of a stream. Colours are joined, and noted for the next look at
// the LEDs: a table that is sent while they change has them before or after that.
func (s *secretStage) hear(who, text string, look time.Duration) {
	kind, data, _ := strings.Cut(strings.TrimPrefix(text, "retry: 700\n"), "\ndata: ")
	data, id, _ := strings.Cut(data, "\n")
	event := map[string]any{}
	if json.Unmarshal([]byte(data), &event) != nil {
		s.tell("stream of "+who+", "+kind, data)
		return
	}
	colours := event
	if kind != "event: rgb" {
		colours, _ = event["rgb"].(map[string]any)
		delete(event, "rgb")
		rest, _ := json.Marshal(event)
		s.tell("stream of "+who+", "+kind, string(rest)+id)
	}
	s.tellAt(look, "colours of "+who, s.join(who, colours))
}

// join takes in what a stream says of colours, and returns all that it has said.
func (s *secretStage) join(who string, colours map[string]any) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen[who] == nil {
		s.seen[who] = map[string]any{}
	}
	for square, colour := range colours {
		if s.seen[who][square] = colour; colour == nil {
			delete(s.seen[who], square)
		}
	}
	all, _ := json.Marshal(s.seen[who])
	return string(all)
}

// heldAnswer is what a request is answered with; a stream, what it says at once, or until
// it is closed.
type heldAnswer struct {
	*httptest.ResponseRecorder
	mu   sync.Mutex
	told func(string) // of a stream: each thing it says
}

func (a *heldAnswer) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.told != nil {
		a.told(string(p))
		return len(p), nil
	}
	return a.ResponseRecorder.Write(p)
}

func (a *heldAnswer) Flush() {}

// request makes one, from this machine.
func (s *secretStage) request(ctx context.Context, method, path, body, key string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "localhost:8080", "127.0.0.1:4711"
	if key != "" {
		r.Header.Set("Authorization", "Bearer "+key)
	}
	return r
}

// ask makes a request and returns its answer; a stream is closed when it has said what
// it says at once.
func (s *secretStage) ask(method, path, body, key string) *httptest.ResponseRecorder {
	ctx, cancel := context.WithCancel(s.Context())
	defer cancel()
	a := &heldAnswer{ResponseRecorder: httptest.NewRecorder()}
	done := make(chan struct{})
	go func() { defer close(done); s.doors.pages.ServeHTTP(a, s.request(ctx, method, path, body, key)) }()
	if method == "GET" {
		synctest.Wait()
		cancel()
	}
	<-done
	return a.ResponseRecorder
}

// must is ask for what is granted.
func (s *secretStage) must(method, path, body, key string) *httptest.ResponseRecorder {
	s.Helper()
	w := s.ask(method, path, body, key)
	if w.Code != http.StatusOK {
		s.Fatalf("%s %s %s: %d %s", method, path, body, w.Code, w.Body)
	}
	return w
}

// overhear opens a stream for each viewer, to the end of the play, and listens to the
// voice.
func (s *secretStage) overhear(viewers []string) {
	time.Sleep(500 * time.Microsecond) // no look at the LEDs falls together with a frame
	for _, who := range viewers {
		path := "/api/events?rgb=1"
		if who != "" {
			path += "&seat=" + who
		}
		opened := time.Since(s.start)
		a := &heldAnswer{ResponseRecorder: httptest.NewRecorder(), told: func(text string) {
			const look = 100 * time.Millisecond // between two looks of a stream
			for event := range strings.SplitSeq(strings.TrimSuffix(text, "\n\n"), "\n\n") {
				s.hear(who, event, opened+(time.Since(s.start)-opened+look-1).Truncate(look))
			}
		}}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); s.doors.pages.ServeHTTP(a, s.request(ctx, "GET", path, "", s.keys[who])) }()
		s.Cleanup(func() { cancel(); <-done })
		synctest.Wait()
	}
	voice := s.session.Watch(rules.Table)
	go func() {
		for t := range voice.C() {
			s.tell("voice", speech.Announcement("en", t))
		}
	}()
	synctest.Wait()
}

// watch notes every frame of the LEDs behind some squares, as the driver was handed it.
func (s *secretStage) watch(who string, squares []int) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	s.Cleanup(func() { cancel(); <-done })
	go func() {
		defer close(done)
		time.Sleep(500 * time.Microsecond)
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		var last []byte
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			frame, part := s.board.lamps[0].Colours(), []byte(nil)
			for _, sq := range squares {
				part = append(part, frame[3*sq:3*sq+3]...)
			}
			if !bytes.Equal(part, last) {
				last = part
				s.tell("LEDs of "+who, fmt.Sprintf("%x", part))
			}
		}
	}()
}

// do does one thing that a script says, and fails if it is refused.
func (s *secretStage) do(said string) {
	s.Helper()
	who, what, _ := strings.Cut(said, " ")
	post := func(path, key, format string, args ...any) {
		s.Helper()
		s.must("POST", path, fmt.Sprintf(format, args...), key)
	}
	switch word, rest, _ := strings.Cut(what, " "); {
	case said == "setup":
		post("/api/sim/setup", secretAdmin, "{}")
	case who == "begin":
		post("/api/games", secretAdmin, `{"game":%q,"dice":{"seeded":"04"}}`, what)
		s.takeKeys()
	case who == "hands":
		post("/api/sim/contacts", secretAdmin, "%s", contactsOf(what))
	case who == "clear":
		var list []string
		for _, name := range s.session.Topology().Names(s.session.Topology().All()) {
			list = append(list, "-"+name)
		}
		post("/api/sim/contacts", secretAdmin, "%s", contactsOf(strings.Join(list, " ")))
	case word == "press":
		post("/api/button", s.keys[who], `{"seat":%q,"button":%q}`, who, rest)
	case word == "resign":
		post("/api/resign", s.keys[who], `{"seat":%q}`, who)
	case what == "pays":
		for pays := s.legal(who); strings.HasPrefix(pays[0], "pay "); pays = s.legal(who) {
			post("/api/action", s.keys[who], `{"seat":%q,"action":%q}`, who, pays[0])
		}
	case word == "keep":
		post("/api/action", s.keys[who], `{"seat":%q,"action":%q}`, who, s.legal(who)[map[string]int{"second": 1}[rest]])
	default:
		post("/api/action", s.keys[who], `{"seat":%q,"action":%q}`, who, what)
	}
	synctest.Wait()
}

func (s *secretStage) legal(seat string) []string {
	var t referee.Table
	if err := json.Unmarshal(s.must("GET", "/api/seat/"+seat, "", s.keys[seat]).Body.Bytes(), &t); err != nil {
		s.Fatal(err)
	}
	return append(t.Legal, "")
}

// contactsOf is "+a1 -b2" as the simulated board takes it, each between two scans.
func contactsOf(hands string) string {
	var list []map[string]any
	for _, w := range strings.Fields(hands) {
		list = append(list, map[string]any{"square": w[1:], "closed": w[0] == '+', "after_ms": 20})
	}
	list[0]["after_ms"] = 22
	text, _ := json.Marshal(list)
	return string(text)
}

// note keeps what was answered. Keys are drawn anew in every game, and so is the port.
func (s *secretStage) note(what string, w *httptest.ResponseRecorder) {
	fmt.Fprintf(s.got, "%s: %d %v %s\n", what, w.Code, w.Header(), w.Body)
}

// command runs a verb of the program and notes what it prints.
func (s *secretStage) command(args ...string) {
	var out bytes.Buffer
	root := rootCommand()
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	err := root.ExecuteContext(s.Context())
	fmt.Fprintf(s.got, "reeve %s: %s %v\n", strings.Join(args[:2], " "), out.Bytes(), err)
}

// all is everything that others were told.
func (s *secretStage) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	text := s.got.String()
	for _, who := range slices.Sorted(maps.Keys(s.told)) {
		last := ""
		for _, at := range slices.Sorted(maps.Keys(s.told[who])) {
			if s.told[who][at] == last {
				continue
			}
			last = s.told[who][at]
			text += fmt.Sprintf("%s at %v: %s\n", who, at, s.told[who][at])
		}
	}
	text += "log:\n" + s.log.text.String()
	for seat, key := range s.keys {
		if key != "" {
			text = strings.ReplaceAll(text, key, "KEY OF "+seat)
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, s.settings.State, "STATE"), s.doors.listener.Addr().String(), "ADDRESS")
}
