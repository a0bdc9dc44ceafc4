package opponent_test

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/leds"
	"reeve/opponent"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/camelot"
)

// disk keeps the record in memory.
type disk struct {
	mu     sync.Mutex
	header archive.Header
	events []archive.Event
}

func (d *disk) Begin(h archive.Header) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.header, d.events = h, nil
	return 1, nil
}

func (d *disk) Append(_ int64, events []archive.Event, _ []board.Touch) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, events...)
	return nil
}

func (d *disk) sittings() map[string]archive.Sitting {
	d.mu.Lock()
	defer d.mu.Unlock()
	return archive.Sittings(d.header, d.events)
}

type dark struct{}

func (dark) Show(leds.Scene, ...leds.Part) {}

// warnings passes on each line of a log.
type warnings chan string

func (w warnings) Write(text []byte) (int, error) {
	select {
	case w <- string(text):
	default: // nobody waits for so many
	}
	return len(text), nil
}

// hall is a session whose computers play, and whose wood follows by itself.
type hall struct {
	*testing.T
	*referee.Session
	disk disk
	log  warnings
	all  *referee.Watch
}

// manners are the engines that can be chosen here, by name.
var manners = map[string]string{"good": "well", "hung": "hang", "crashing": "crash", "lying": "lie", "flooding": "lines for ever", "growing": "grow"}

func newHall(t *testing.T, players map[string]string) *hall {
	h := &hall{T: t, log: make(warnings, 100)}
	engines, list := map[string]opponent.Engine{}, []referee.Engine{}
	for name, manner := range manners {
		engines[name] = engine(t, manner)
		list = append(list, referee.Engine{Name: name, Levels: 8})
	}
	start := time.Now()
	var err error
	h.Session, err = referee.New(referee.Config{Games: []*rules.Game{camelot.Game}, Archive: &h.disk, Lights: dark{}, Random: rand.Reader, Start: start,
		Engines: list}, nil, referee.NewGame{Game: "camelot", Players: players})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() { h.Session.Run(ctx) })
	h.all = h.Watch(rules.Table)
	group.Go(func() { h.follow(start, h.Watch(rules.Table)) })
	group.Go(func() {
		limits := opponent.Limits{Think: time.Minute, Stop: time.Minute, Look: 5 * time.Millisecond}
		if players["black"] == "hung:3" { // the others end in time on a busy machine, too
			limits.Think = 2 * time.Second
		}
		opponent.Run(ctx, opponent.Config{Session: h.Session, Engines: engines, Limits: limits, Pace: time.Millisecond, Retry: time.Millisecond, Log: slog.New(slog.NewTextHandler(h.log, nil))})
	})
	t.Cleanup(func() { cancel(); group.Wait() })
	return h
}

// follow puts the wood to the position whenever it differs.
func (h *hall) follow(start time.Time, w *referee.Watch) {
	for t := range w.C() {
		var want board.Set
		for _, p := range t.Position.Pieces {
			if p.At != nil {
				sq, _ := h.Topology().Square(*p.At)
				want.Add(sq)
			}
		}
		if strings.Join(h.Topology().Names(want), " ") != strings.Join(t.Wood, " ") {
			h.Wood(want, time.Since(start))
		}
	}
}

// until returns the first table of which ok is true.
func (h *hall) until(ok func(*referee.Table) bool) *referee.Table {
	h.Helper()
	for t := range h.all.C() {
		if ok(t) {
			return t
		}
	}
	h.Fatal("the session has ended")
	return nil
}

func toAct(seat string) func(*referee.Table) bool {
	return func(t *referee.Table) bool {
		return t.Status == referee.StatusPlay && len(t.Position.ToAct) == 1 && t.Position.ToAct[0] == seat
	}
}

func (h *hall) act(seat rules.Seat) {
	h.Helper()
	h.do(referee.Act{Seat: &seat, Text: h.Table(seat).Legal[0]})
}

func (h *hall) do(c referee.Command) {
	h.Helper()
	if err := h.Do(h.Context(), c); err != nil {
		h.Fatal(err)
	}
}

const white, black = rules.Seat(0), rules.Seat(1)

// Whatever the engine of a seat does, it is told on the table and in the log and started again, the
// position stands, the session answers, and another engine goes on with the same game.
func TestABadEngineHarmsNoGame(t *testing.T) {
	for player, key := range map[string]string{
		"hung:3": "engine.silent", "crashing:3": "engine.crashed", "lying:3": "engine.illegal", "flooding:3": "engine.flood", "growing:3": "engine.grown",
	} {
		t.Run(player, func(t *testing.T) {
			t.Parallel()
			h := newHall(t, map[string]string{"white": "Ann", "black": player})
			h.until(toAct("white"))
			h.act(white)
			told := h.until(func(t *referee.Table) bool { return t.Computers["black"].Trouble != nil })
			if got := told.Computers["black"].Trouble; got.Key != key || got.Args["engine"] != strings.TrimSuffix(player, ":3") {
				t.Fatalf("%+v, want %s", got, key)
			}
			for range 2 { // it was started again
				if line := <-h.log; !strings.Contains(line, "an engine fails") || !strings.Contains(line, key) {
					t.Fatal(line)
				}
			}
			if now := h.Table(rules.Table); now.Length != 1 || !toAct("black")(now) {
				t.Fatalf("%d steps, %s, %v", now.Length, now.Status, now.Position.ToAct)
			}
			h.do(referee.Sit{Seat: black, Player: "good:3"})
			if after := h.until(toAct("white")); after.Length != 2 || after.Computers["black"].Trouble != nil {
				t.Fatalf("%d steps, %+v", after.Length, after.Computers)
			}
		})
	}
}

// Two computers play with one another, and the record says who they were.
func TestComputersPlay(t *testing.T) {
	h := newHall(t, map[string]string{"white": "good:2", "black": "good:3"})
	h.until(func(t *referee.Table) bool { return t.Length >= 12 })
	for seat, want := range map[string]string{"white": "good:2", "black": "good:3"} {
		if got := h.disk.sittings()[seat]; got.Player != want || got.Identity != (archive.Identity{Name: "test engine", Version: "1.2"}) {
			t.Errorf("%s: %+v", seat, got)
		}
	}
}

// An undo after a computer's move takes back both, an undo that is offered it does not mind, and a
// draw it takes only if it does not expect more.
func TestAComputerIsGoodCompany(t *testing.T) {
	h := newHall(t, map[string]string{"black": "good:3"})
	h.until(toAct("white"))
	two := func(t *referee.Table) bool { return t.Length == 2 && toAct("white")(t) }
	none := func(t *referee.Table) bool { return t.Length == 0 && toAct("white")(t) }
	seat := white
	h.act(white)
	h.until(two)
	h.do(referee.Press{Button: "undo", Seat: &seat})
	h.until(none)
	h.act(white)
	h.until(two)
	h.do(referee.MakeOffer{Seat: white, Kind: "undo", Accept: true})
	h.until(none)
	h.act(white)
	h.until(two)
	h.do(referee.MakeOffer{Seat: white, Kind: "draw", Accept: true})
	if after := h.until(func(t *referee.Table) bool { return len(t.Offers) == 0 }); after.Status == referee.StatusOver {
		t.Error("it expects 0.625 and takes a draw")
	}
	h.do(referee.Sit{Seat: black, Player: "Bea"})
	h.act(white)
	if now := h.until(toAct("black")); len(now.Computers) != 0 || now.Players["black"] != "Bea" {
		t.Errorf("%v %v", now.Computers, now.Players)
	}
}

// A hint is of a position: what else changes on the table meanwhile takes nothing from it. Once somebody has played
// it is too late.
func TestAHintOutlivesAllButAMove(t *testing.T) {
	h := newHall(t, nil)
	h.until(toAct("white"))
	then := h.Table(white)
	a := opponent.NewAdviser(opponent.Adviser{Session: h.Session})
	h.do(referee.Sit{Seat: black, Player: "Bo"})
	if err := a.Give(t.Context(), white, then, h.Table(white).Legal[0]); err != nil || h.Table(white).Hint == nil {
		t.Errorf("it is refused: %v", err)
	}
	h.act(white)
	h.act(black)
	var stale *referee.Stale
	if err := a.Give(t.Context(), white, then, h.Table(white).Legal[0]); !errors.As(err, &stale) {
		t.Errorf("after a move it is given: %v", err)
	}
}

// Who is not to act is told to wait, and who asks when the game is over is told that.
func TestWhyThereIsNoHintIsSaid(t *testing.T) {
	h := newHall(t, nil)
	h.until(toAct("white"))
	a := opponent.NewAdviser(opponent.Adviser{Session: h.Session})
	for _, want := range []string{"no.hint", "no.over"} {
		var refusal *referee.Refusal
		if err := a.Hint(t.Context(), black); !errors.As(err, &refusal) || refusal.Why.Key != want {
			t.Errorf("%v, want %s", err, want)
		}
		if want == "no.hint" {
			h.do(referee.GiveUp{Seat: white})
		}
	}
}
