package web_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
)

// What is chosen on the page can be shown by hand: the wood's touches do it.
func TestPage_ASpellChosenOnThePageIsShownByHand(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.sit("white")
	c.press("verb swap")
	c.press("arm")
	c.shows(".armed", "Swap: now do it on the board")
	c.shows("#detail", "Swap: now do it on the board")
	c.press("disarm") // not now
	c.until(`!document.querySelector('[data-k="disarm"]') && document.querySelector('[data-k="arm"]') && !document.querySelector("#detail").textContent.includes("Swap")`)
	c.press("verb teleport")
	c.press("pick d24")
	c.squares("c9")
	c.press("arm")
	c.until(`document.querySelector('[data-k="disarm"]')`) // the session knows it too
	c.shows(".armed", "Teleport White Raven 1 from d24 to c9")
	c.shoot("armed")
	body := `[{"square":"d24","closed":false},{"square":"c9","closed":true,"after_ms":20}]`
	if w := c.h.do(call{method: "POST", path: "/api/sim/contacts", body: body}); w.Code != 200 {
		t.Fatalf("%s", w.Body)
	}
	c.logged("teleport d24>c9")
	c.until(`!document.querySelector(".armed")`)
}

// A barrier bars a whole circle: the board shows all of it, between the rings.
func TestPage_ABarrierIsShownAsItsWholeCircle(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.says("white barrier c3|d4")
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS(".spells circle.barred[data-owner=white]")))
	if fault := evaluate[string](c.browser, `(() => {
		const circle = document.querySelector(".spells circle.barred[data-owner=white]"), r = circle.r.baseVal.value;
		const inner = [], outer = [];
		for (const cell of document.querySelectorAll("[data-square]")) {
			const m = cell.transform.baseVal.consolidate().matrix, far = Math.hypot(m.e - circle.cx.baseVal.value, m.f - circle.cy.baseVal.value);
			(far < r ? inner : outer).push(cell.dataset.square);
		}
		const rings = (list) => [...new Set(list.map((name) => name[0]))].sort().join("");
		return rings(inner) + "|" + rings(outer);
	})()`); fault != "abco|de" {
		t.Errorf("the circle parts %s, want abco|de", fault)
	}
	c.shoot("barrier")
}

// The numbers of the rules that pages show are served, not written into pages.
func TestFiguresAreServed(t *testing.T) {
	for game, want := range map[string]string{
		"chessbattle":  `"training":[0,2,6,15,30,60],"units":[{"kind":"levy","price":2},{"kind":"knights","price":12},{"kind":"pikemen","price":6},{"kind":"crossbowmen","price":8}]}`,
		"rolechess":    `{"energy":{"adjutant":25,"emperor":9,"guard":15,"knight":21,"lackey":7}}`,
		"dungeonchess": `"10":{"counts":"chests","kind":"","least":4,"points":5}`,
	} {
		h := playing(t, referee.NewGame{Game: game}, nil)
		var about struct{ Figures json.RawMessage }
		w := h.do(call{method: "GET", path: "/api/about"})
		if err := json.Unmarshal(w.Body.Bytes(), &about); err != nil {
			t.Fatalf("%s: %s", game, w.Body)
		}
		if !strings.Contains(string(about.Figures), want) {
			t.Errorf("%s: %s, want %s", game, about.Figures, want)
		}
	}
}

// The table view shows the codes of seats to the admin until they are taken.
func TestPage_TheTableShowsTheCodesOfSeats(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "dungeonchess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}})
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	c.run(pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".linked button")), pressOn(".linked button"))
	c.until(`document.querySelectorAll(".links img").length === 2 && [...document.querySelectorAll(".links img")].every((i) => i.complete && i.naturalWidth > 0)`)
	c.shoot("table-codes")
	c.h.do(call{method: "GET", path: "/seat/south?key=" + c.h.keys["south"].Key})
	c.run(pressOn(".linked button"))
	c.until(`document.querySelectorAll(".links img").length === 1 && document.querySelector(".links .taken")`)
}
