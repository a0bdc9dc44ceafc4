package web_test

import (
	"reflect"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules/catalog"
)

// Every game has its own geometry, a symbol for every piece, and its note of what
// is rebuilt, on the table view.
func TestPage_TheTableShowsEveryGame(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{2}}}, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	for _, game := range catalog.Games() {
		body := `{"game":"` + game.Name + `","dice":{"seeded":"02"}}`
		if w := h.do(call{method: "POST", path: "/api/games", body: body}); w.Code != 200 {
			t.Fatalf("%s: %s", game.Name, w.Body)
		}
		b.until(`document.getElementById("title").textContent.includes("` + game.Title + `")`)
		start, err := game.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		squares := start.Topology().Len()
		b.until(`document.querySelectorAll("[data-square]").length === ` + itoa(squares))
		b.until(`document.querySelectorAll(".token.still").length === ` + itoa(start.Occupied(0).Len()))
		if letters := evaluate[int](b, `document.querySelectorAll(".token .letter").length`); letters > 0 {
			t.Errorf("%s: %d pieces have no symbol", game.Name, letters)
		}
		b.until(`document.querySelector(".rebuilt").hidden === ` + map[bool]string{true: "true", false: "false"}[game.Rebuilt == ""])
		h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
		b.shoot("table-" + game.Name)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

func TestPage_FaultsAndALostLineAreTold(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS(".token.still")))
	h.session.change(func(t *referee.Table) {
		t.Hardware.Faults = []string{"sensor d4 is stuck"}
		t.Settle = &referee.Settle{Lift: []string{"d5"}, Place: []string{"b1"}}
		t.Chore = &referee.Message{Key: "settle", Args: map[string]string{"lift": "d5", "place": "b1"}, Text: "…"}
		t.Lights = map[string][]string{"d5": {"lift"}, "b1": {"place"}}
	})
	b.until(`document.querySelector(".fault").textContent.includes("sensor d4 is stuck")`)
	b.until(`document.querySelector(".dock .chore").textContent === "Take off d5 and put pieces on b1"`)
	b.until(`document.querySelector('[data-square="d5"]').ariaLabel === "d5: empty; lit: take this piece off"`)
	h.session.mu.Lock()
	for w := range h.session.watchers {
		delete(h.session.watchers, w)
		w.End()
	}
	h.session.mu.Unlock()
	b.until(`document.getElementById("line").textContent === "Connection lost. Reconnecting…"`)
	b.until(`document.getElementById("line").textContent === "" && document.getElementById("spoken").textContent === "Connected again"`)
}

func TestPage_TheFormStartsAGame(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS(".token.still")), pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".newgame")))
	b.until(`document.getElementById("means-pass").textContent.includes("Pass only when nothing else is possible")`)
	evaluate[bool](b, `(() => {
		const set = (selector, value) => { const el = document.querySelector(selector); el.value = value; el.dispatchEvent(new Event("change")); };
		set('[data-option="pass"]', "always"); set("#new-minutes", "15"); set("#new-plus", "5"); set("#new-dice", "manual"); set('[data-player="white"]', "Ann");
		return true; })()`)
	b.shoot("new-game")
	b.run(pressOn(".newgame .strong"))
	want := referee.NewGame{Game: "rolechess", Options: map[string]any{"pass": "always"}, Dice: referee.DiceChoice{Kind: "manual"}, Players: map[string]string{"white": "Ann"}, Clock: "15+5"}
	for !reflect.DeepEqual(h.session.lastDone(), want) {
		b.until(`document.querySelector(".note").hidden`)
	}
}

// Dice fall when they are thrown, and when their fall is to be seen again; on a page that is opened later they lie there.
func TestPage_DiceFallUnlessNoMotionIsWanted(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.session.edit = func(t *referee.Table) {
		t.Log = []referee.Entry{{N: 1, By: "white", Action: "c3*d5", Text: "Knight 1 attacks Lackey 4 on d5"}, {N: 2, By: "chance", Action: "die 4", Text: "Knight 1 throws 4: 16"}}
	}
	b := h.browse(t)
	for want, wish := range map[string]string{"fall": "no-preference", "none": "reduce"} {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: wish}}}
		if _, err := chromedp.Call(b, emulation.SetEmulatedMedia, media); err != nil {
			t.Fatal(err)
		}
		b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS(".fallen .die")))
		b.until(`document.querySelector(".fallen .die").getAnimations().length === 0 && getComputedStyle(document.querySelector(".fallen li")).animationName === "none"`)
		b.run(pressOn(".story .plain"))
		b.until(`getComputedStyle(document.querySelector(".fallen .die")).animationName === "` + want + `"`)
		b.until(`document.querySelectorAll(".fallen li").length === 2`)
	}
}
