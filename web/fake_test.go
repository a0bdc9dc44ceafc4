package web_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/rolechess"
	"reeve/web"
)

// session is a session that obeys: it notes commands and shows what it is told.
type session struct {
	mu       sync.Mutex
	state    rules.State
	game     *rules.Game
	seq      uint64
	wood     []string
	edit     func(*referee.Table)
	watchers map[*referee.Watch]rules.Seat
	done     []referee.Command
	refusal  error
}

func newSession(t testing.TB) *session {
	t.Helper()
	state, err := rolechess.Game.Start(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, face := range []uint8{5, 2} {
		if state, _, err = state.Apply(state.Drawn([]uint8{face}), nil); err != nil {
			t.Fatal(err)
		}
	}
	return &session{state: state, game: rolechess.Game, seq: 1, wood: []string{}, watchers: map[*referee.Watch]rules.Seat{}}
}

func (s *session) Game() *rules.Game {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.game
}

// hide makes the game one that hides something.
func (s *session) hide() {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := *s.game
	g.Hidden = true
	s.game = &g
}

func (s *session) Seated() rules.Seats       { return s.state.Seated() }
func (s *session) Topology() *board.Topology { return s.state.Topology() }

func (s *session) Odds(seat rules.Seat, from string) []referee.Odds { return []referee.Odds{} }

func (s *session) Secret() bool { return s.Game().Hidden }

func (s *session) Standing() board.Set { return s.state.Occupied(rules.Full) }

func (s *session) Table(viewer rules.Seat) *referee.Table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.table(viewer)
}

func (s *session) table(viewer rules.Seat) *referee.Table {
	t := &referee.Table{
		Seq: s.seq, Game: s.game.Name, Position: s.state.View(viewer), Status: referee.StatusPlay, Open: []referee.OpenStep{},
		Message: referee.Message{Key: "turn", Args: map[string]string{"seat": "@seat.white", "what": "@now.move"}, Text: theTurn("en", "white")}, Wood: s.wood, Lights: map[string][]string{},
		Log: []referee.Entry{}, Offers: []referee.Offer{}, Can: []string{"confirm", "undo", "hint", "offer draw", "offer undo", "decline", "resign"}, Players: map[string]string{}, Hardware: referee.Hardware{Driver: "sim", Faults: []string{}},
	}
	if viewer < rules.MaxSeats {
		t.Legal = []string{"secret of " + s.game.SeatName(viewer)}
	}
	if s.edit != nil {
		s.edit(t)
	}
	t.Length = len(t.Log)
	return t
}

func (s *session) Watch(viewer rules.Seat) *referee.Watch {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := referee.NewWatch(func(w *referee.Watch) {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.watchers, w)
	})
	s.watchers[w] = viewer
	return w
}

// change shows every viewer the next table, edited.
func (s *session) change(edit func(*referee.Table)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	s.edit = edit
	for w, viewer := range s.watchers {
		w.Show(s.table(viewer))
	}
}

func (s *session) watching() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.watchers)
}

// endAll ends every stream from here.
func (s *session) endAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for w := range s.watchers {
		w.End()
	}
}

func (s *session) Do(_ context.Context, c referee.Command) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refusal != nil {
		return s.refusal
	}
	s.done = append(s.done, c)
	s.seq++
	return nil
}

func (s *session) lastDone() referee.Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.done) == 0 {
		return nil
	}
	return s.done[len(s.done)-1]
}

// wood is simulated wood that tells the session what it feels.
type wood struct {
	session *session
	takes   time.Duration // to play contacts
	heard   chan string   // every contact as it comes; nil: nobody listens
	mu      sync.Mutex
	got     []web.Contact
}

func (b *wood) Contacts(ctx context.Context, contacts []web.Contact) error {
	select {
	case <-time.After(b.takes):
	case <-ctx.Done():
		return ctx.Err()
	}
	b.mu.Lock()
	b.got = append(b.got, contacts...)
	b.mu.Unlock()
	for _, c := range contacts {
		if b.heard != nil {
			b.heard <- say(c)
		}
	}
	b.feel(func(felt []string) []string {
		for _, c := range contacts {
			felt = slices.DeleteFunc(felt, func(sq string) bool { return sq == c.Square })
			if c.Closed {
				felt = append(felt, c.Square)
			}
		}
		return felt
	})
	return nil
}

func (b *wood) Setup(_ context.Context, squares []string) error {
	b.feel(func([]string) []string { return squares })
	return nil
}

func (b *wood) feel(change func([]string) []string) {
	b.session.mu.Lock()
	felt := change(slices.Clone(b.session.wood))
	slices.Sort(felt)
	b.session.wood = felt
	edit := b.session.edit
	b.session.mu.Unlock()
	b.session.change(edit)
}

func (b *wood) contacts() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, c := range b.got {
		out = append(out, say(c))
	}
	return out
}

func say(c web.Contact) string { return fmt.Sprintf("%s %v", c.Square, c.Closed) }

func (b *wood) Colours() map[string]string { return map[string]string{"b1": "00ff40"} }

// records is an archive of one game.
type records struct{}

func (records) List(context.Context, int, int64) (any, error) {
	return []map[string]any{{"id": 1}}, nil
}
func (records) Import(_ context.Context, r io.Reader) (int64, error) {
	_, err := io.ReadAll(r)
	return 1, err
}
func (records) Show(_ context.Context, id string, _ web.Reader) (any, error) {
	return map[string]any{"id": id}, known(id)
}
func (records) Verify(_ context.Context, id string, _ web.Reader) (any, error) {
	return map[string]any{"ok": true}, known(id)
}
func (records) Replay(_ context.Context, id string, _ web.Reader) (web.Replay, error) {
	return web.Replay{}, known(id)
}
func (records) Export(_ context.Context, id string, _ web.Reader, w io.Writer) error {
	io.WriteString(w, "{\"reeve\":1}\n")
	return known(id)
}

func known(id string) error {
	if id == "1" {
		return nil
	}
	return fmt.Errorf("archive: %w", referee.Refuse(404, rules.Say("no.archived", "name", id), rules.Message{}))
}

var errDisk = errors.New("the disk is full of secrets")

// house is a server and what it serves.
type house struct {
	session *session
	wood    *wood
	server  *web.Server
	keys    map[string]web.Link
	admin   string // goes with the admin's calls that carry no key; "": nothing does
}

const adminKey = "the-admins-own-key"

// build makes a house; change may alter its configuration.
func build(t testing.TB, change func(*web.Config, *session)) *house {
	t.Helper()
	s := newSession(t)
	b := &wood{session: s}
	cfg := web.Config{
		Session: s, Games: []*rules.Game{rolechess.Game}, Engines: []referee.Engine{{Name: "reeve", Levels: 8}}, Version: "test", Listen: "127.0.0.1:8080", Simulation: b,
		Archive: records{}, Colours: func(rules.Seat) map[string]string { return b.Colours() },
		KeysFile: filepath.Join(t.TempDir(), "keys.json"),
	}
	cfg.Hint = func(ctx context.Context, seat rules.Seat) error { return s.Do(ctx, referee.Advise{Seat: seat}) }
	if change != nil {
		change(&cfg, s)
	}
	server, err := web.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &house{session: s, wood: b, server: server, keys: server.Links()}
}

// call is a request to make.
type call struct {
	method, path, body, key string
	header                  map[string]string
	host, from              string
}

func (h *house) do(c call) *httptest.ResponseRecorder {
	r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
	r.Host, r.RemoteAddr = "localhost:8080", "127.0.0.1:4711"
	if c.host != "" {
		r.Host = c.host
	}
	if c.from != "" {
		r.RemoteAddr = c.from
	}
	if c.key == "" && slices.ContainsFunc([]string{"/api/sim/", "/api/games", "/api/keys"}, func(at string) bool { return strings.HasPrefix(c.path, at) }) {
		c.key = h.admin
	}
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	for name, value := range c.header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.server.ServeHTTP(w, r)
	return w
}

func cookieOf(w *httptest.ResponseRecorder) *http.Cookie {
	for _, c := range w.Result().Cookies() {
		return c
	}
	return nil
}
