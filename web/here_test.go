package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules"
)

// On the page that all share whoever is to act taps or carries a piece; what cannot be is
// answered with its reason, and a piece let go there stands where it stood.
func TestPage_OneScreenForAllTakesTapsAndCarriesAndSaysWhyNot(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1}}}, nil)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	b := h.browse(t)
	b.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(b.base+"/here"), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
	toast := func(says string) {
		t.Helper()
		b.until(`document.querySelector(".toast:not([hidden])")?.textContent.includes("` + says + `")`)
	}
	b.click(b.middle("b1"))
	b.until(`document.querySelector('[data-square="b1"]').classList.contains("chosen")`)
	b.click(b.middle("b5"))
	toast("Knight on b1 cannot reach b5")
	b.until(`document.querySelector('[data-square="b1"].chosen') && document.querySelector('[data-square="c3"].choice')`) // where it may go is lit still
	b.click(b.middle("c2"))
	b.until(`document.querySelector('[data-square="c2"].chosen') && document.querySelector(".toast").hidden`)
	b.drag(b.middle("b1"), b.middle("e4"))
	toast("Knight on b1 cannot reach e4")
	b.click(b.middle("b6"))
	b.click(b.middle("b5"))
	toast("The piece on b6 belongs to Black")
	evaluate[bool](b, `(() => { const plain = window.fetch; const gone = new Promise((done) => { window.letGo = done; });
		window.fetch = (to, given) => (String(to).includes("/api/seat/black") ? gone.then(() => plain(to, given)) : plain(to, given));
		return true; })()`)
	b.drag(b.middle("b1"), b.middle("a3"))
	b.logged("b1-a3")
	b.until(`document.getElementById("message").textContent.startsWith("Black's turn") && !document.querySelector(".cell.choice")`) // it is not known yet what Black may do
	evaluate[bool](b, `(window.letGo(), true)`)
	b.until(`document.querySelector('[data-square="d6"].choice')`)
	b.drag(b.middle("d6"), b.middle("d5"))
	b.logged("d6-d5")
	b.allow("status of 409")
	// What a computer may do is not for those on this side of the screen; who plays alone against it has the own side below.
	const top = `((square) => document.querySelector('[data-square="' + square + '"]').getBoundingClientRect().top)`
	h.do(call{method: "POST", path: "/api/players", body: `{"seat":"white","player":"reeve:4"}`})
	b.until(`document.querySelector(".cell.choice") === null && ` + top + `("d7") > ` + top + `("d1")`)
	b.run(chromedp.Navigate(b.base + "/seat/white"))
	b.until(`document.querySelector(".box.legal .does")?.textContent === "Wait for White." && document.querySelector(".cell.choice") === null`) // nor for who has given it the seat
	b.run(chromedp.Navigate(b.base + "/here"))
	h.do(call{method: "POST", path: "/api/players", body: `{"seat":"white","player":"Bo"}`})
	b.until(`document.querySelector(".cell.choice") && ` + top + `("d7") < ` + top + `("d1")`)
	// Where there is room, the first moves stand under their heading, not at the foot of an empty box.
	b.run(chromedp.EmulateViewport(1280, 900))
	if gap := evaluate[int](b, `Math.round(document.querySelector(".log .entries").getBoundingClientRect().top - document.querySelector(".log .head").getBoundingClientRect().bottom)`); gap < 0 || gap > 32 {
		t.Errorf("the first move stands %d px under the heading of the moves", gap)
	}
}

// What may be done stands beside the button that shows all of it, or above it where there is no room: beside the board of a small window
// it ran down in eight lines of a word or two.
func TestPage_WhatMayBeDoneHasRoomForItsWords(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1}}}, nil)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	b := h.browse(t)
	for _, wide := range []int64{985, 1100, 1280} { // narrower pages have no room for it at all
		b.run(chromedp.EmulateViewport(wide, 900), chromedp.Navigate(b.base+"/here"), chromedp.WaitReady(chromedp.CSS(`body.ready .onboard [data-k="all"]`)))
		if lines := evaluate[int](b, `(() => { const p = document.querySelector(".onboard .does"); return Math.round(p.getBoundingClientRect().height / parseFloat(getComputedStyle(p).lineHeight)); })()`); lines < 1 || lines > 3 {
			t.Errorf("%d px wide: it runs down in %d lines", wide, lines)
		}
	}
}

// The way back beside a chosen piece is as wide as its word, in the language with the longest one, too: a button of the least
// width for a finger shrank to that, and its word lay over the edge.
func TestPage_TheWayBackHasRoomForItsWord(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1}}}, nil)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	b := h.browse(t)
	if err := tell(b, network.SetCookie, network.SetCookieParams{Name: "language", Value: "fi", URL: b.base}); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.EmulateViewport(390, 844), chromedp.Navigate(b.base+"/here"), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
	b.click(b.middle("b1"))
	b.until(`document.querySelector(".trail button")?.textContent === "Takaisin"`)
	if over := evaluate[float64](b, `((el) => { const word = document.createRange(); word.selectNodeContents(el); return word.getBoundingClientRect().right - el.getBoundingClientRect().right; })(document.querySelector(".trail button"))`); over > -2 {
		t.Errorf("the word ends %.0f px beyond its button", over)
	}
	b.glance("way-back")
}

// The page asks for the board and for what is said of the game without waiting for the first table: from the address to the
// board drawn three answers follow one another (the page, its modules, the table), and no fourth.
func TestPage_NothingWaitsForTheFirstTable(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/here", "/learn"} {
		if path == "/learn" && !whole(t) {
			continue
		}
		h := playing(t, referee.NewGame{Game: "camelot"}, nil)
		var asked sync.WaitGroup
		asked.Add(2)
		once := map[string]*sync.Once{"/api/topology": {}, "/api/about": {}}
		ts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if first := once[r.URL.Path]; first != nil {
				first.Do(asked.Done)
			}
			if r.URL.Path == "/api/events" {
				asked.Wait() // the table comes only once the others were asked for
			}
			h.server.ServeHTTP(w, r)
		}))
		t.Cleanup(func() { ts.CloseClientConnections(); ts.Close() })
		b := tab(t)
		b.run(chromedp.Navigate(strings.Replace(ts.URL, "127.0.0.1", "localhost", 1)+path), chromedp.WaitReady(chromedp.CSS("body.ready .plank")))
	}
}

func TestLongPage_NothingWaitsForTheFirstTable(t *testing.T) {
	TestPage_NothingWaitsForTheFirstTable(t)
}

// Where each has secrets of the own, the page that all share says whom to wait for.
func TestPage_OneScreenForAllWaitsForWhoHasSecrets(t *testing.T) {
	t.Parallel()
	d := launch(t)
	keys := d.begin(`{"game":"dungeonchess","dice":{"seeded":"01"}}`)
	d.play(keys, 3)
	var now referee.Table
	d.call("GET", "/api/table", "", "", &now)
	b := tab(t)
	b.allow("status of 401") // nobody there has a seat's key
	b.run(chromedp.Navigate(d.base+"/here"), chromedp.WaitReady(chromedp.CSS("body.ready .box.legal .does")))
	want := "Wait for " + strings.ToUpper(now.Position.ToAct[0][:1]) + now.Position.ToAct[0][1:] + "."
	b.until(fmt.Sprintf(`document.querySelector(".box.legal .does").textContent === %q`, want))
	d.play(keys, 6)
	d.call("GET", "/api/table", "", "", &now)
	b.until(fmt.Sprintf(`[...document.querySelectorAll(".entry")].some((e) => e.value >= %d)`, now.Log[len(now.Log)-1].N))
	if again := evaluate[[]string](b, `performance.getEntriesByType("resource").map((e) => new URL(e.name).pathname).filter((path, i, all) => path.startsWith("/api/seat/") && all.indexOf(path) !== i)`); len(again) > 0 {
		t.Errorf("seats that are another's are asked for again: %q", again)
	}
}

// answers waits until the page answers with these words.
func (b *browser) answers(says string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector(".toast:not([hidden])")?.textContent.startsWith(%q)`, says))
	evaluate[bool](b, `(document.querySelector(".toast").hidden = true)`)
	b.allow("status of 409")
	b.allow("status of 422")
}

// squareIn is a square in an action.
var squareIn = regexp.MustCompile(`[A-Za-z]\d+`)

// mistakes are what a seat may try with a piece that can move: to put it onto one of its own, on an enemy that it
// cannot take, and where it cannot go. Nothing of it is legal. No from if the seat has no such piece now.
type mistakes struct{ from, own, enemy, empty string }

// errs finds the mistakes of a seat in the position of now.
func (h *house) errs(t *testing.T, seat string) mistakes {
	t.Helper()
	var now referee.Table
	if w := h.do(call{method: "GET", path: "/api/seat/" + seat, key: h.keys[seat].Key}); json.Unmarshal(w.Body.Bytes(), &now) != nil {
		t.Fatal(w.Body)
	}
	var on struct{ Squares []struct{ Name string } }
	_ = json.Unmarshal(h.do(call{method: "GET", path: "/api/topology"}).Body.Bytes(), &on)
	for _, action := range now.Legal {
		squares := squareIn.FindAllString(action, -1)
		if len(squares) < 2 || strings.Contains(action, " ") {
			continue
		}
		m, taken := mistakes{from: squares[0]}, map[string]bool{}
		fits := func(square string) bool {
			return square == m.from || slices.ContainsFunc(now.Legal, func(other string) bool {
				all := squareIn.FindAllString(other, -1)
				return slices.Contains(all, m.from) && slices.Contains(all, square)
			})
		}
		for _, p := range now.Position.Pieces {
			if p.At == nil {
				continue
			}
			taken[*p.At] = true
			switch {
			case fits(*p.At):
			case p.Owner == seat:
				m.own = *p.At
			default:
				m.enemy = *p.At
			}
		}
		for _, q := range on.Squares {
			if !taken[q.Name] && !fits(q.Name) {
				m.empty = q.Name
			}
		}
		if m.own != "" && m.enemy != "" && m.empty != "" && slices.ContainsFunc(now.Position.Pieces, func(p rules.Piece) bool { return p.At != nil && *p.At == m.from }) {
			return m
		}
	}
	return mistakes{}
}

// why is the reason that the rules give against going from one square to another, by way of the interface.
func (h *house) why(t *testing.T, seat, from, to string) string {
	t.Helper()
	return h.whyNot(t, seat, from+"-"+to)
}

// whyNot is the reason against an action.
func (h *house) whyNot(t *testing.T, seat, action string) string {
	t.Helper()
	w := h.do(call{method: "POST", path: "/api/action", body: fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, action), key: h.keys[seat].Key})
	var said struct {
		Error, Key string
		Args       map[string]string
	}
	if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code != 409 && w.Code != 422 || !strings.HasPrefix(said.Key, "no.") || said.Args == nil {
		t.Fatalf("%s is answered with %d, %s", action, w.Code, w.Body)
	}
	return said.Error
}

// In the middle of every game what cannot be done with a piece is answered with the reason of the rules, on every
// page where one plays: a tap on another's piece, a tap where it cannot go, a knock on an enemy that it cannot take, a drop on a piece of one's own.
func TestPage_WhatCannotBeIsAnsweredWithItsReason(t *testing.T) {
	t.Parallel()
	for _, g := range shown(t) {
		t.Run(g.game, func(t *testing.T) {
			t.Parallel()
			h := g.begin(t)
			h.wanders(t, g.actions)
			var seat string
			var m mistakes
			for ; m.from == ""; h.wanders(t, 1) {
				for name := range h.keys {
					if m = h.errs(t, name); m.from != "" {
						seat = name
						break
					}
				}
				if m.from != "" {
					break
				}
			}
			pages := []string{"/seat/" + seat + "?key=" + h.keys[seat].Key}
			if !gameOf(g.game).Hidden {
				pages = append(pages, "/here")
			}
			b := h.browse(t)
			for _, page := range pages {
				b.run(chromedp.EmulateViewport(390, 844), chromedp.Navigate(b.base+page), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
				b.click(b.middle(m.enemy))
				b.answers(h.why(t, seat, m.enemy, m.enemy))
				for _, to := range []string{m.empty, m.enemy} {
					b.click(b.middle(m.from))
					b.click(b.middle(to))
					b.answers(h.why(t, seat, m.from, to))
				}
				for _, to := range []string{m.own, m.enemy, m.empty} {
					b.drag(b.middle(m.from), b.middle(to))
					b.answers(h.why(t, seat, m.from, to))
				}
			}
		})
	}
}

func TestLongPage_WhatCannotBeIsAnsweredWithItsReason(t *testing.T) {
	TestPage_WhatCannotBeIsAnsweredWithItsReason(t)
}

// Where something else than a move is chosen on the board, a square that cannot be is answered, too, and what was
// chosen before stays chosen.
func TestPage_SquaresThatAreNoChoiceAreAnswered(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "chessbattle", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{3}}})
	c.sit("white")
	c.click(c.middle("b2"))
	c.logged("camp b2")
	c.click(c.middle("b2"))
	c.answers(c.h.whyNot(t, "white", "camp b2"))
	c.sit("black")
	c.click(c.middle("d12")) // who is not to act is told so, on an empty square, too, until that is so no more
	says := c.h.whyNot(t, "black", "d12-d12")
	c.until(fmt.Sprintf(`document.querySelector(".toast:not([hidden])")?.textContent.startsWith(%q)`, says))
	c.h.do(call{method: "POST", path: "/api/action", body: `{"seat":"white","action":"camp c3"}`, key: c.h.keys["white"].Key})
	c.until(`document.querySelector(".toast").hidden`)
	c.allow("status of 409")
	c = chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.run(chromedp.EmulateViewport(320, 568))
	c.sit("white")
	c.press("verb block")
	c.squares("e13")
	c.answers(c.h.whyNot(t, "white", "block e13"))
	c.until(`document.querySelector(".trail")`)
}
