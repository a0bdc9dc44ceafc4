package hall_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/archive"
	"reeve/dice"
	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/simulate"
	"reeve/hall/wire"
	"reeve/pairing"
	"reeve/rules"
	"reeve/rules/catalog"
)

// house is a hall with simulated boards, in virtual time.
type house struct {
	*testing.T
	air    *air
	dir    string
	store  *hall.Store
	hall   *hall.Hall
	stop   func() // the hall
	boards []*table
	most   int    // actions of a game; 0 is 40
	key    string // an arbiter's, once there is one
	swiss  func(context.Context, *pairing.Tournament) ([]pairing.Pair, error)
	checks func() // is called before each record is checked; nil does nothing
}

// table is one board of the house.
type table struct {
	*simulate.Board
	folder string
	id     wire.ID
	member *link.Member
	link   *link.Link
	stop   func() // the link
}

func newHouse(t *testing.T, seed uint64) *house {
	return newHouseThat(t, seed, nil)
}

// newHouseThat is a house that calls checks before it checks a record.
func newHouseThat(t *testing.T, seed uint64, checks func()) *house {
	h := &house{T: t, air: newAir(seed), dir: t.TempDir(), checks: checks}
	h.open()
	t.Cleanup(func() {
		h.close()
		for _, b := range h.boards {
			b.stop()
		}
	})
	return h
}

// open starts the hall on what its store has, and returns when it hears: a board's greeting before that is lost.
func (h *house) open() {
	h.Helper()
	var err error
	if h.store, err = hall.Open(h.dir); err != nil {
		h.Fatal(err)
	}
	key, err := h.store.Key()
	if err != nil {
		h.Fatal(err)
	}
	h.hall, err = hall.New(hall.Config{
		Store: h.store, Key: key, Games: catalog.Games(), Title: "Test", Call: []string{"air"}, Pair: h.pair(), Pairs: func() bool { return h.swiss != nil },
		Dice: func(head archive.Header) (archive.Dice, error) {
			if h.checks != nil {
				h.checks()
			}
			return dice.New(dice.Choice{Kind: dice.Kind(head.Dice), Seed: head.Seed, Script: head.Script}, nil)
		},
		Pass: func(wire.ID, string) (string, error) { return "pass", nil },
	})
	if err != nil {
		h.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done, line := make(chan struct{}), h.air.call(ctx)
	go func() {
		defer close(done)
		if err := h.hall.Run(ctx, line); err != nil {
			h.Error(err)
		}
	}()
	for range wire.Ears(h.hall.ID()) {
		select {
		case <-line.open:
		case <-done:
		}
	}
	h.stop = sync.OnceFunc(func() { cancel(); <-done; h.store.Close() })
}

// pair pairs a Swiss as the house is told to when that is asked for.
func (h *house) pair() func(context.Context, *pairing.Tournament) ([]pairing.Pair, error) {
	return func(ctx context.Context, t *pairing.Tournament) ([]pairing.Pair, error) {
		if h.swiss == nil {
			return nil, errors.New("nothing is installed")
		}
		return h.swiss(ctx, t)
	}
}

// close stops the hall, as a crash would: what is not written is lost.
func (h *house) close() { h.stop() }

// join adds a board that plays a game.
func (h *house) join(name, game string, pace time.Duration) *table {
	h.Helper()
	token, err := h.store.Invite(name, time.Now())
	if err != nil {
		h.Fatal(err)
	}
	b, err := h.byInvitation(wire.Invitation{Base: "http://hall.test", Hall: h.hall.ID(), Token: token}.String(), game, pace)
	if err != nil {
		h.Fatal(err)
	}
	h.connect(b)
	return b
}

// byInvitation is a board that joins by an invitation, with a key of its own, and plays a game.
func (h *house) byInvitation(invitation, game string, pace time.Duration) (*table, error) {
	h.Helper()
	sim, err := simulate.New(simulate.Options{Games: catalog.Games(), Game: game, Seed: uint64(len(h.boards)), Pace: pace, Most: cmp.Or(h.most, 40)})
	if err != nil {
		h.Fatal(err)
	}
	b := &table{Board: sim, folder: h.TempDir(), stop: func() {}}
	if b.member, err = link.JoinedBy(h.Context(), joiner{h}, b.folder, invitation, 1); err != nil {
		return nil, err
	}
	b.id = b.member.ID()
	h.boards = append(h.boards, b)
	ctx, cancel := context.WithCancel(context.Background())
	played := make(chan struct{})
	go func() { defer close(played); b.Run(ctx) }()
	h.Cleanup(func() { cancel(); <-played })
	return b, nil
}

// joiner answers a board that joins.
type joiner struct{ h *house }

func (j joiner) Do(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	(&hall.Pages{Hall: j.h.hall}).Handler().ServeHTTP(w, r)
	return w.Result(), nil
}

// connect starts the link of a board, as after a start of its daemon.
func (h *house) connect(b *table) {
	h.Helper()
	h.connects(b, b.Record)
}

// connects is connect on a record that may not be the board's own.
func (h *house) connects(b *table, r link.Record) {
	h.Helper()
	member, err := link.Load(b.folder)
	if err != nil {
		h.Fatal(err)
	}
	b.link = link.New(member, link.Board{Games: catalog.Games(), Record: r, Session: b.Session, Version: "test", Simulated: true})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := b.link.Run(ctx, h.air.call(ctx)); err != nil {
			h.Error(err)
		}
	}()
	b.stop = sync.OnceFunc(func() { cancel(); <-done })
}

// settled has all boards rest, and lets what was said arrive.
func (h *house) settled() {
	for _, b := range h.boards {
		b.Rests.Store(true)
	}
	h.wait(3 * time.Minute)
}

// equal compares, board by board, what the hall has with what the board may tell, and
// returns how many lines there are.
func (h *house) equal() (lines int) {
	h.Helper()
	for _, b := range h.boards {
		for id := int64(1); ; id++ {
			if _, ok, _ := b.Record.NextGame(id); !ok {
				break
			}
			want := told(h.T, b.Record, id)
			got, err := h.store.Lines(b.id, id)
			if err != nil {
				h.Fatal(err)
			}
			if len(got) != len(want) {
				h.Fatalf("%s, game %d: the hall has %d lines of %d", b.id.Short(), id, len(got), len(want))
			}
			for i := range min(len(got), len(want)) {
				if !bytes.Equal(got[i], want[i]) {
					h.Fatalf("%s, game %d, line %d: the hall has %s, the board %s", b.id.Short(), id, i, got[i], want[i])
				}
			}
			lines += len(got)
		}
	}
	return lines
}

// told are the lines that everybody may know of a game, made by another way than the link's.
func told(t *testing.T, r *simulate.Record, id int64) (lines [][]byte) {
	t.Helper()
	header, err := r.Header(id)
	if err != nil {
		t.Fatal(err)
	}
	events, err := r.Tail(id, 0, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rules.Find(catalog.Games(), header.Game)
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Start(header.Options)
	if err != nil {
		t.Fatal(err)
	}
	header.Seats = archive.SeatsOf(start)
	going, ended := events, false
	if n := len(events); n > 0 && events[n-1].Kind == archive.End {
		going, ended = events[:n-1], true
	}
	seen, err := archive.Visible(catalog.Games(), header, going, rules.Table)
	if err != nil {
		t.Fatal(err)
	}
	text, err := archive.HeadText(seen.Header)
	if err != nil {
		t.Fatal(err)
	}
	lines = append(lines, text)
	if ended {
		last := events[len(events)-1]
		last.N = len(seen.Events) + 1
		seen.Events = append(seen.Events, last)
	}
	for _, e := range seen.Events {
		if text, err = archive.EventText(e); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, text)
	}
	return lines
}

// wait lets time pass, and then all that is under way arrive.
func (h *house) wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// frame is what a page is shown of the cards.
func (h *house) frame(query string) (f struct {
	Order []wire.ID
	Cards []hall.Card
	Found int
	Count hall.Counts
}) {
	h.Helper()
	w := httptest.NewRecorder()
	(&hall.Pages{Hall: h.hall}).Handler().ServeHTTP(w, httptest.NewRequest("GET", "/api/cards?"+query, nil))
	if err := json.Unmarshal(w.Body.Bytes(), &f); err != nil {
		h.Fatalf("%s: %v", w.Body, err)
	}
	return f
}
