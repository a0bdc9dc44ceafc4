package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"reeve/referee"
	"reeve/rules/catalog"
	"reeve/web/webtest"
)

// What docs/api.md promises of the stream.
const (
	longestEvent = 8 << 10
	perStep      = 2 << 20 / 856 // a game of 856 steps in 2 MiB
)

// hearing is a viewer who reads all that comes.
type hearing struct {
	mu       sync.Mutex
	follower webtest.Follower
	table    referee.Table
	stop     func()
}

func (h *house) hear(t *testing.T, path, key string) *hearing {
	t.Helper()
	l, stop := h.listen(t, path, key)
	v := &hearing{stop: stop}
	v.follower.Open(l.in)
	go func() {
		for {
			table, err := v.follower.Next()
			if err != nil {
				return
			}
			v.mu.Lock()
			v.table = table
			v.mu.Unlock()
		}
	}()
	return v
}

// bare is a table as JSON without what streams leave out; what is null is not there.
func bare(t *testing.T, table referee.Table) any {
	t.Helper()
	text, err := json.Marshal(table)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	if state, ok := out["position"].(map[string]any)["state"].(map[string]any); ok {
		delete(state, "seen")
	}
	return filled(out)
}

func filled(object map[string]any) map[string]any {
	maps.DeleteFunc(object, func(_ string, v any) bool { return v == nil })
	for _, v := range object {
		if inner, ok := v.(map[string]any); ok {
			filled(inner)
		}
	}
	return object
}

// A game of any kind to one viewer is small, no event of it is long, and what is joined
// of it is the table.
func TestWhole_AGameToOneViewerIsSmall(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			playedToViewers(t, referee.NewGame{Game: g.Name}, 120)
		})
	}
}

// The longest of the games that were played when the limit was set had 856 steps.
func TestLongAGameOf856StepsToOneViewerIsSmall(t *testing.T) {
	if steps := playedToViewers(t, referee.NewGame{Game: "dungeonchess", Options: map[string]any{"calm": 0}}, 856); steps < 856 {
		t.Errorf("the game was over after %d steps: choose another seed", steps)
	}
}

// playedToViewers plays so many steps at random to the table and to a seat, and holds what
// they get to the limits.
func playedToViewers(t *testing.T, game referee.NewGame, most int) (steps int) {
	t.Helper()
	game.Dice = referee.DiceChoice{Kind: "seeded", Seed: []byte{3}}
	synctest.Test(t, func(t *testing.T) {
		h := playing(t, game, nil)
		seat := slices.Min(slices.Collect(maps.Keys(h.keys)))
		heard := map[string]*hearing{"/api/table": h.hear(t, "/api/events?rgb=1", ""), "/api/seat/" + seat: h.hear(t, "/api/events?seat="+seat, h.keys[seat].Key)}
		steps = h.playOut(t, most, func(n int) {
			for path, v := range heard {
				var whole referee.Table
				json.Unmarshal(h.do(call{method: "GET", path: path, key: h.keys[seat].Key}).Body.Bytes(), &whole)
				v.mu.Lock()
				if d := cmp.Diff(bare(t, whole), bare(t, v.table)); d != "" {
					t.Fatalf("step %d: the table of %s (-), joined (+):\n%s", n, path, d)
				}
				v.mu.Unlock()
			}
		})
		for path, v := range heard {
			v.stop()
			synctest.Wait()
			f := &v.follower
			if t.Logf("%s: %d bytes in %d steps, the longest event %d", path, f.Bytes, steps, f.Longest); f.Longest > longestEvent || f.Bytes > longestEvent+perStep*steps {
				t.Errorf("%s: the limits are %d bytes for an event and %d for the game", path, longestEvent, longestEvent+perStep*steps)
			}
		}
	})
	return steps
}

// playOut plays at random until the log is so long or the game is over.
func (h *house) playOut(t *testing.T, most int, look func(n int)) (steps int) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	seats := slices.Sorted(maps.Keys(h.keys))
	for n := 0; steps < most; n++ {
		var table referee.Table
		h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
		for _, i := range random.Perm(len(seats)) {
			table = referee.Table{}
			json.Unmarshal(h.do(call{method: "GET", path: "/api/seat/" + seats[i], key: h.keys[seats[i]].Key}).Body.Bytes(), &table)
			if len(table.Legal) > 0 {
				body := fmt.Sprintf(`{"seat":%q,"action":%q}`, seats[i], table.Legal[random.IntN(len(table.Legal))])
				if w := h.do(call{method: "POST", path: "/api/action", body: body, key: h.keys[seats[i]].Key}); w.Code != 200 {
					t.Fatalf("%s: %s", body, w.Body)
				}
				break
			}
		}
		synctest.Wait()
		if n%50 == 0 || len(table.Legal) == 0 {
			look(n)
		}
		if steps = len(table.Log); len(table.Legal) == 0 {
			return steps
		}
	}
	return steps
}

func entries(n int, last string) []referee.Entry {
	var out []referee.Entry
	for i := range n {
		out = append(out, referee.Entry{N: i + 1, By: "white", Action: "b1-c3", Key: "rolechess.move", Text: "Knight 1 to c3", At: "2026-11-21T10:00:00Z"})
	}
	out[n-1].Action = last
	return out
}

// One more step is told in as many bytes after ten as after thousands.
func TestAnEventDoesNotGrowWithTheGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sizes := map[int]int{}
		for _, n := range []int{10, 5000} {
			h := build(t, nil)
			v := h.hear(t, "/api/events", "")
			h.session.change(func(t *referee.Table) { t.Log = entries(n, "c3-d5") })
			synctest.Wait()
			before := v.follower.Bytes
			h.session.change(func(t *referee.Table) { t.Log = append(entries(n, "c3-d5"), entries(n+1, "d5-e3")[n]) })
			synctest.Wait()
			if len(v.table.Log) != n+1 || v.table.Log[n].Action != "d5-e3" {
				t.Fatalf("%d entries are joined", len(v.table.Log))
			}
			sizes[n] = v.follower.Bytes - before
			late := h.hear(t, "/api/events", "") // is told all of it at once
			synctest.Wait()
			if longest := max(v.follower.Longest, late.follower.Longest); longest > longestEvent || len(late.table.Log) != n+1 {
				t.Errorf("with %d entries an event has %d bytes, and who comes then knows %d", n+1, longest, len(late.table.Log))
			}
			late.stop()
			v.stop()
		}
		if sizes[5000] > sizes[10]+20 || sizes[5000] > 600 { // more digits
			t.Errorf("bytes of one more step: %v", sizes)
		}
	})
}

// Whatever becomes of a log while the line is down, what is joined after is the
// log, and of what was known nothing is told again.
func TestAfterALostLineTheLogIsWhole(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := build(t, nil)
		random := rand.New(rand.NewPCG(2, 2))
		var log []referee.Entry
		forgot := false
		show := func() {
			shown := slices.Clone(log)
			h.session.change(func(t *referee.Table) { t.Log = shown })
		}
		var f webtest.Follower
		for range 100 {
			r := call{method: "GET", path: "/api/events", header: map[string]string{"Last-Event-ID": f.ID}}
			l, stop := h.listenTo(t, r)
			f.Open(l.in)
			known := f.Bytes
			table, err := f.Next()
			if err != nil {
				t.Fatal(err)
			}
			if !equal(table.Log, log) {
				t.Fatalf("after the line was lost: %v, want %v", actionsOf(table.Log), actionsOf(log))
			}
			if len(log) > 50 && f.Bytes-known > 12_000 && table.Length != 0 && !forgot {
				t.Fatalf("%d bytes to go on with", f.Bytes-known)
			}
			for range random.IntN(3) {
				mutate(random, &log)
				show()
				synctest.Wait()
				if table, err = f.Next(); err != nil || !equal(table.Log, log) {
					t.Fatalf("%v %v, want %v", err, actionsOf(table.Log), actionsOf(log))
				}
			}
			stop()
			synctest.Wait()
			forgot = false
			for range random.IntN(4) {
				forgot = mutate(random, &log) || forgot
				show()
			}
		}
	})
}

// mutate does to a log what a session may do, and says whether sealed entries were taken back.
func mutate(random *rand.Rand, log *[]referee.Entry) bool {
	l := slices.Clone(*log)
	defer func() { *log = l }()
	last := len(l) - 1
	switch k := random.IntN(20); {
	case k == 0 && last > 5: // undone
		l = l[:last-random.IntN(5)]
		return true
	case k == 1 && last > 100: // another game
		l = nil
		return true
	case k < 6 && last >= 0 && l[last].Open: // withdrawn
		l = l[:last]
	case last >= 0 && l[last].Open: // sealed
		l[last].Open = false
	default:
		for range 1 + random.IntN(3) {
			if n := len(l); n == 0 || !l[n-1].Open {
				l = append(l, referee.Entry{N: n + 1, By: "white", Action: fmt.Sprint("a", random.IntN(1000)), At: "2026-11-21T10:00:00Z", Open: random.IntN(2) == 0})
			}
		}
	}
	return false
}

func equal(a, b []referee.Entry) bool { return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b) }

func actionsOf(log []referee.Entry) (out []string) {
	for _, e := range log {
		out = append(out, fmt.Sprint(e.N, e.Action, e.Open))
	}
	return out
}

// The log can be asked for from a number on, wherever a table is answered.
func TestTheLogFromANumberOn(t *testing.T) {
	h := build(t, nil)
	h.session.change(func(t *referee.Table) { t.Log = entries(12, "c3-d5") })
	for _, c := range []call{{method: "GET", path: "/api/table"}, {method: "GET", path: "/api/seat/white"}, {method: "POST", path: "/api/action", body: `{"action":"b1-c3"}`}, {method: "POST", path: "/api/sim/setup"}} {
		for query, first := range map[string]int{"": 1, "?log=0": 1, "?log=1": 1, "?log=12": 12, "?log=13": 13, "?log=999999": 13} {
			with := c
			with.path += query
			var got referee.Table
			if err := json.Unmarshal(h.do(with).Body.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			if got.Length != 12 || len(got.Log) != 13-first || len(got.Log) > 0 && got.Log[0].N != first {
				t.Errorf("%s: %d entries of %d", with.path, len(got.Log), got.Length)
			}
		}
	}
	for query, status := range map[string]int{"?log=x": 422, "?log=-1": 422, "?log=1&log=2": 400, "?lgo=1": 400, "?rgb=yes": 422, "?%zz": 400} {
		if w := h.do(call{method: "GET", path: "/api/table" + query}); w.Code != status {
			t.Errorf("%s: %d %s, want %d", query, w.Code, w.Body, status)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		h := build(t, nil)
		h.session.change(func(t *referee.Table) { t.Log = entries(12, "c3-d5") })
		l, stop := h.listen(t, "/api/events?log=12", "")
		defer stop()
		if text := l.next(); strings.Count(text, `"n":`) != 1 || !strings.Contains(text, `"n":12`) {
			t.Errorf("the stream begins with %s", text)
		}
	})
}

// A page whose line breaks while a step is withdrawn and others are taken shows
// what there is, and nothing else.
func TestPage_ThePageIsRightAfterALostLine(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS(".token.still")))
	before, after := entries(5, "c3-d5"), entries(6, "g1-f3")
	before[4].Open, after[4].Action = true, "a1-a2"
	h.session.change(func(t *referee.Table) { t.Log = before })
	shown := func(want ...string) {
		b.until(`[...document.querySelectorAll(".entries code")].map((e) => e.textContent).join() === "` + strings.Join(want, ",") + `"`)
	}
	shown("b1-c3", "b1-c3", "b1-c3", "b1-c3", "c3-d5")
	h.session.mu.Lock()
	h.session.edit = func(t *referee.Table) { t.Log = after }
	for w := range h.session.watchers {
		delete(h.session.watchers, w)
		w.End()
	}
	h.session.mu.Unlock()
	shown("b1-c3", "b1-c3", "b1-c3", "b1-c3", "a1-a2", "g1-f3")
	h.session.change(func(t *referee.Table) { t.Log = after[:2] })
	shown("b1-c3", "b1-c3")
	h.session.change(func(t *referee.Table) { t.Log = entries(400, "c3-d5") })
	b.until(`[...document.querySelectorAll(".entry code")].length === 30 && document.querySelector(".log li:last-child").value === 400`)
	b.run(pressOn(`.log [data-k="log"]`))
	b.until(`document.querySelectorAll("dialog[open] .entry").length === 400`)
}

func BenchmarkEvent(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10_000} {
		b.Run(fmt.Sprint(n, " steps"), func(b *testing.B) {
			h := build(b, nil)
			l, stop := h.listen(b, "/api/events", "")
			defer stop()
			var f webtest.Follower
			f.Open(l.in)
			base := entries(n+1, "c3-d5")
			show := func(extra int) {
				h.session.change(func(t *referee.Table) { t.Log = base[:n+extra] })
				var err error
				for t := (referee.Table{}); len(t.Log) != n+extra; {
					if t, err = f.Next(); err != nil {
						b.Fatal(err)
					}
				}
			}
			show(0)
			before, events := f.Bytes, 0
			for b.Loop() {
				events++
				show(events % 2)
			}
			b.ReportMetric(float64(f.Bytes-before)/float64(events), "bytes/event")
		})
	}
}
