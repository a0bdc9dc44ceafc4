package web_test

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"reeve/archive"
	"reeve/board"
	"reeve/leds"
	"reeve/referee"
	"reeve/rules/catalog"
	"reeve/web"
)

// memory is an archive that keeps nothing beyond the test.
type memory struct{}

func (memory) Begin(archive.Header) (int64, error)                { return 1, nil }
func (memory) Append(int64, []archive.Event, []board.Touch) error { return nil }

// dark is a board without lights.
type dark struct{}

func (dark) Show(leds.Scene, ...leds.Part) {}

// felt is simulated wood without bounces: each contact is a touch.
type felt struct {
	session *referee.Session
	start   time.Time
	mu      sync.Mutex
	wood    board.Set
	last    time.Duration
}

// now is an instant later than all before it.
func (f *felt) now() time.Duration {
	f.last = max(time.Since(f.start), f.last+1)
	return f.last
}

func (f *felt) Contacts(ctx context.Context, contacts []web.Contact) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range contacts {
		sq, _ := f.session.Topology().Square(c.Square)
		if c.After > 0 {
			<-time.After(c.After)
		}
		if f.wood.Has(sq) != c.Closed {
			f.wood.Set(sq, c.Closed)
			f.session.Touch(board.Touch{Square: sq, Placed: c.Closed, At: f.now()})
		}
	}
	f.session.Sync(ctx)
	return nil
}

func (f *felt) Setup(ctx context.Context, squares []string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.wood = board.Set{}
	for _, name := range squares {
		sq, _ := f.session.Topology().Square(name)
		f.wood.Add(sq)
	}
	f.session.Wood(f.wood, f.now())
	f.session.Sync(ctx)
	return nil
}

func (f *felt) Colours() map[string]string { return nil }

// realHouse is a server on a real session of RoleChess.
func realHouse(t *testing.T, dice ...int) *house {
	t.Helper()
	return playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: dice}}, nil)
}

// playing is a server on a real session of any game, its wood not yet set up.
func playing(t *testing.T, first referee.NewGame, change func(*web.Config)) *house {
	t.Helper()
	start := time.Now()
	session, err := referee.New(referee.Config{
		Games: catalog.Games(), Archive: memory{}, Lights: dark{}, Random: rand.Reader,
		Start: start, Quiet: 60 * time.Millisecond, Driver: "sim", Engines: []referee.Engine{{Name: "reeve", Levels: 8}}, // which only thinks
	}, nil, first)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background()) // the pages go first
	done := make(chan struct{})
	go func() { session.Run(ctx); close(done) }()
	t.Cleanup(func() { stop(); <-done })
	wood := &felt{session: session, start: start}
	session.Wood(board.Set{}, 0)
	cfg := web.Config{Session: session, Games: catalog.Games(), Listen: "127.0.0.1:0", Simulation: wood}
	if change != nil {
		change(&cfg)
	}
	server, err := web.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{server: server, keys: server.Links(), admin: cfg.AdminKey}
	if link := server.AdminLink(); link != nil {
		h.admin = link.Key
	}
	return h
}

// A whole game of RoleChess with nothing but the mouse on the wooden board:
// moves, an attack that kills, the advance, the attack that wins.
func TestPage_AGameByMouseAlone(t *testing.T) {
	t.Parallel()
	h := realHouse(t, 6, 1, 6, 1, 6, 1)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/sim"), chromedp.WaitVisible(chromedp.CSS("[data-token=wE]")), pressOn("#setup"))
	b.until(`document.getElementById("message").textContent === "` + theTurn("en", "white") + `"`)
	f := filmed(b)
	f.shot(120)
	move := func(from, to string) {
		t.Helper()
		f.carry(b.middle(from), b.middle(to))
		b.logged(from + "-" + to)
		f.shot(70)
	}
	attack := func(from, target string) {
		t.Helper()
		f.carry(b.middle(from), b.middle(target))
		die := b.middle(b.die())
		f.shot(140)
		b.click(die)
		b.logged(from + "*" + target)
	}
	move("b1", "c3")
	move("a6", "a5")
	move("c3", "b5")
	attack("b5", "d6")
	b.until(`document.querySelectorAll(".fallen .die").length === 2`)
	f.shot(140)
	b.until(`/\blift\b/.test(document.querySelector('[data-square="d6"]').dataset.lit)`)
	b.shoot("game-advance")
	f.shot(100)
	f.carry(b.middleOf(`[data-token="wN1"] .disc`), b.middle("d6"))
	b.logged("advance")
	f.shot(90)
	move("a5", "a4")
	move("d6", "e4")
	move("b6", "b5")
	move("e4", "c5")
	attack("c5", "d7")
	b.until(`document.getElementById("message").textContent === "White wins: the Emperor has fallen"`)
	b.shoot("game-over")
	f.shot(350)
	f.develop()
	want := []string{"die 6", "die 1", "b1-c3", "end", "a6-a5", "c3-b5", "b5*d6", "die 6", "die 1", "advance", "a5-a4", "d6-e4", "end", "b6-b5", "e4-c5", "c5*d7", "die 6", "die 1"}
	got := strings.Split(evaluate[string](b, `[...document.querySelectorAll(".entry code")].map((e) => e.textContent).join()`), ",")
	if !slices.Equal(slices.DeleteFunc(got, isEnd), slices.DeleteFunc(want, isEnd)) {
		t.Errorf("the log: %v\nwant     %v", got, want)
	}
}

// isEnd: whether a turn ends by itself depends on what could be attacked.
func isEnd(action string) bool { return action == "end" }

// logged waits until the page's log has the action.
func (b *browser) logged(action string) {
	b.t.Helper()
	b.until(`[...document.querySelectorAll(".entry code")].some((e) => e.textContent === "` + action + `")`)
}
