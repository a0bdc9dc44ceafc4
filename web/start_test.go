package web_test

import (
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules/catalog"
)

var plainMove = regexp.MustCompile(`^([A-Za-z]+\d+)-([A-Za-z]+\d+)$`)

// tooSmall is JavaScript: what a finger would miss, and a page that is wider than the screen.
const tooSmall = `[...document.querySelectorAll("main button, main a, main select")].filter((el) => el.offsetHeight > 0 && el.offsetHeight < 44).map((el) => el.textContent + " is " + el.offsetHeight + " px high")
	.concat(document.documentElement.scrollWidth > innerWidth ? ["the page is " + document.documentElement.scrollWidth + " px wide"] : [])`

// From the start page the first move is three presses away: the game, the way that is
// marked, the move; a game that is on is put away only when asked twice. A game that hides something shows each player's code instead.
func TestTheStartPageLeadsToTheFirstMove(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	b := h.browse(t)
	for _, size := range []struct {
		name       string
		wide, high int64
	}{{"phone", 320, 640}, {"laptop", 1366, 768}} {
		for _, g := range catalog.Games() {
			b.run(chromedp.EmulateViewport(size.wide, size.high), chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")))
			b.run(chromedp.Click(chromedp.CSS(`[data-game="` + g.Name + `"]`)))
			if small := evaluate[[]string](b, tooSmall); len(small) > 0 {
				t.Errorf("%s: %s", size.name, small)
			}
			b.shoot("start-" + g.Name + "-" + size.name)
			if g.Name == "camelot" {
				b.accessible("/start at " + size.name)
			}
			b.run(chromedp.Click(chromedp.CSS(".where .strong")))
			if evaluate[bool](b, `document.getElementById("go-on") !== null`) { // a game is on: it is asked once
				b.until(`!document.querySelector("main > .notice").hidden`)
				b.run(chromedp.Click(chromedp.CSS(".where .strong")))
			}
			if g.Hidden {
				b.until(`[...document.querySelectorAll(".links img")].length > 1 && [...document.querySelectorAll(".links img")].every((img) => img.complete && img.naturalWidth > 0)`)
				b.shoot("start-codes-" + g.Name + "-" + size.name)
				continue
			}
			b.run(chromedp.WaitReady(chromedp.CSS("body.ready #setup")))   // the simulated board
			h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"}) // as the simulated wood of the daemon does by itself
			if got := h.game(); got != g.Name {
				t.Fatalf("%s was chosen, %s is on the table", g.Name, got)
			}
			h.firstMove(t, b)
		}
	}
	b.sound()
}

// firstMove drags the first piece that may go somewhere.
func (h *house) firstMove(t *testing.T, b *browser) {
	t.Helper()
	for seat := range h.keys {
		for _, action := range h.legal(t, seat) {
			if m := plainMove.FindStringSubmatch(action); m != nil {
				b.until(`document.querySelector('[data-square="` + m[1] + `"]') !== null && !document.body.classList.contains("unset")`)
				b.drag(b.middle(m[1]), b.middle(m[2]))
				b.logged(action)
				return
			}
		}
	}
	t.Fatalf("%s: nobody can move", h.game())
}
