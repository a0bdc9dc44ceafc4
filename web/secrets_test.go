package web_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/referee"
	"reeve/web"
)

// notebook is an archive in memory: what a session writes into it is exported
// as the daemon exports it.
type notebook struct {
	records
	mu     sync.Mutex
	header archive.Header
	events []archive.Event
}

func (n *notebook) Begin(h archive.Header) (int64, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.header = h
	return 1, nil
}

func (n *notebook) Append(_ int64, events []archive.Event, _ []board.Touch) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.events = append(n.events, events...)
	return nil
}

func (n *notebook) Export(_ context.Context, _ string, w io.Writer) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return archive.Export(w, n.header, n.events, false)
}

// heist is a game played twice, differently only in what is white's, or south's,
// alone: everything that anybody else gets has to be the same, byte for byte.
type heist struct {
	name   string
	game   referee.NewGame
	others []string // the seats that listen
	same   []string // public or the others' actions before
	secret [2][]string
	after  []string
}

var heists = []heist{
	{
		"cards laid in espionage", referee.NewGame{Game: "chessbattle"}, []string{"black"}, chessBattleCamps,
		[2][]string{{"white spy 7h", "white spy 2d"}, {"white spy 10d", "white spy 3h"}}, []string{"black spy 9s"},
	},
	{
		"army, payment, training and deployment", referee.NewGame{Game: "chessbattle"}, []string{"black"},
		append(chessBattleCamps, "white done white", "black done black", "black army levy=1", "black pay 2s"),
		[2][]string{
			{"white army levy=2", "white pay 4h", "white train 1", "white pay 2h"},
			{"white army knights=1 pikemen=1", "white pay 10d", "white pay 8h", "white train 0"},
		}, nil,
	},
	{
		"deployment", referee.NewGame{Game: "chessbattle"}, []string{"black"},
		append(chessBattleCamps, "white done white", "black done black", "black army levy=1", "black pay 2s", "white army levy=1", "white pay 2h", "white train 0", "black train 0"),
		[2][]string{{"white deploy king e1", "white deploy levy a3"}, {"white deploy levy c2"}}, []string{"black deploy king d16"},
	},
	{
		"the card kept", referee.NewGame{Game: "dungeonchess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}}, []string{"north"},
		nil, [2][]string{{"south keep first"}, {"south keep second"}}, []string{"north keep first", "south c1-c2"},
	},
}

// chessBattleCamps is clipped, so that each game appends to its own.
var chessBattleCamps = slices.Clip([]string{"white camp b2", "white camp g2", "black camp b15", "black camp g15", "white bridge d", "black bridge e"})

// play plays one way through and returns all that others get of it.
func (x heist) play(t *testing.T, way int) []byte {
	var log, got bytes.Buffer
	game := x.game
	if game.Dice.Kind == "" {
		game.Dice = referee.DiceChoice{Kind: "seeded", Seed: []byte{4}}
	}
	logger, kept := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})), &notebook{}
	h := refereed(t, referee.Config{Archive: kept, Log: logger}, game, func(cfg *web.Config) {
		cfg.AdminKey, cfg.Log, cfg.Archive = adminKey, logger, kept
	})
	synctest.Wait() // the first of what they hear is the same
	streams := x.overhear(t, h)
	if w := h.do(call{method: "POST", path: "/api/sim/setup", body: "{}", key: adminKey}); w.Code != 200 {
		t.Fatalf("set-up: %s", w.Body)
	}
	actions := append(append(append([]string{}, x.same...), x.secret[way]...), x.after...)
	for i, said := range actions {
		seat, action, _ := strings.Cut(said, " ")
		if card, ok := strings.CutPrefix(action, "keep "); ok {
			action = h.dealt(t, seat, card)
		}
		w := h.do(call{method: "POST", path: "/api/action", body: fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, action), key: h.keys[seat].Key})
		if w.Code != 200 {
			t.Fatalf("%s, way %d: %s: %s", x.name, way, said, w.Body)
		}
		synctest.Wait()
		if !strings.HasPrefix(said, "white ") && !strings.HasPrefix(said, "south ") || i == len(actions)-1 {
			for _, who := range x.others {
				x.asks(h, &got, who)
			}
		}
	}
	time.Sleep(time.Minute) // a minute later they know no more
	synctest.Wait()
	for _, who := range append([]string{""}, x.others...) {
		fmt.Fprintf(&got, "stream of %q: %s\n", who, streams[who].Bytes())
	}
	fmt.Fprintf(&got, "log: %s\n", log.Bytes())
	return got.Bytes()
}

// overhear opens the streams of the table and of the others.
func (x heist) overhear(t *testing.T, h *house) map[string]*bytes.Buffer {
	streams := map[string]*bytes.Buffer{}
	for _, who := range append([]string{""}, x.others...) {
		path := "/api/events?rgb=1"
		if who != "" {
			path += "&seat=" + who
		}
		streams[who] = h.overhears(t, path, h.keys[who].Key)
		synctest.Wait()
	}
	return streams
}

// asks writes the answers that a seat and the table get to everything they may ask.
func (x heist) asks(h *house, got *bytes.Buffer, who string) {
	for _, path := range []string{"/api/seat/" + who, "/api/table", "/api/table?rgb=1", "/api/topology", "/api/about", "/api/hardware", "/healthz", "/api/seat/white", "/api/seat/south", "/api/events?seat=white", "/api/archive/1/export"} {
		w := h.do(call{method: "GET", path: path, key: h.keys[who].Key})
		fmt.Fprintf(got, "%s for %s: %d %v %s\n", path, who, w.Code, w.Header(), w.Body)
	}
	for _, post := range [][2]string{{"/api/action", `{"seat":"white","action":"pay 10h"}`}, {"/api/arm", `{"seat":"white","action":"swap"}`}, {"/api/button", `{"button":"confirm"}`}} {
		w := h.do(call{method: "POST", path: post[0], body: post[1], key: h.keys[who].Key})
		fmt.Fprintf(got, "%s for %s: %d %s\n", post[0], who, w.Code, w.Body)
	}
}

// dealt is the action that keeps the first or the second of the cards dealt.
func (h *house) dealt(t *testing.T, seat, which string) string {
	t.Helper()
	legal := h.legal(t, seat)
	if len(legal) != 2 {
		t.Fatalf("%s may %v", seat, legal)
	}
	return map[string]string{"first": legal[0], "second": legal[1]}[which]
}

// overhears notes all that a stream says.
func (h *house) overhears(t *testing.T, path, key string) *bytes.Buffer {
	l, stop := h.listen(t, path, key)
	t.Cleanup(stop)
	var heard bytes.Buffer
	go func() { heard.ReadFrom(l.in) }()
	return &heard
}

// What is a seat's own stays with it: two games that differ in nothing else give
// everybody else the same bytes at the same instants, in answers, streams, the
// record of the game as it goes on, and the logs of the pages and the referee.
func TestSecretsMoveNoByte(t *testing.T) {
	for _, x := range heists {
		t.Run(x.name, func(t *testing.T) {
			var ways [2][]byte
			for way := range ways {
				synctest.Test(t, func(t *testing.T) { ways[way] = x.play(t, way) })
			}
			for _, part := range []string{"msg=step part=referee", `{"reeve":1,`, `"kind":"step"`, "event: table"} {
				if !bytes.Contains(ways[0], []byte(part)) && !bytes.Contains(ways[1], []byte(part)) || len(ways[0]) < 20_000 {
					t.Errorf("of %d bytes compared, none are %s", len(ways[0]), part)
				}
			}
			if at := differ(ways[0], ways[1]); at >= 0 {
				t.Errorf("others can tell the two apart from byte %d on:\n%s\n%s", at, around(ways[0], at), around(ways[1], at))
			}
		})
	}
}

// differ is where two texts part, -1 if they do not.
func differ(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

func around(text []byte, at int) []byte { return text[max(0, at-300):min(len(text), at+200)] }
