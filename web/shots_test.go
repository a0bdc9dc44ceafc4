package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/rules/catalog"
)

// shotSizes are the screens that every page is pictured on.
var shotSizes = []struct{ wide, high int64 }{{320, 568}, {412, 915}, {768, 1024}, {1024, 768}, {1366, 768}, {1920, 1080}}

var themes = []string{"light", "dark", "contrast"}

// album pictures pages of one game.
type album struct {
	*browser
	game string
}

// page opens an address, and pictures what comes of it on every screen and in every theme: nothing is wider than the
// screen, and a board is as large as it can be.
func (a album) page(name, path, ready string, first ...action) {
	a.t.Helper()
	a.run(chromedp.Navigate(a.base+path), chromedp.WaitReady(chromedp.CSS(ready)))
	a.run(first...)
	for _, size := range shotSizes {
		a.window(size.wide, size.high)
		what := fmt.Sprintf("%s-%s-%dx%d", name, a.game, size.wide, size.high)
		if over := evaluate[int](a.browser, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			a.t.Errorf("%s is %d px wider than the screen", what, over)
		}
		if evaluate[bool](a.browser, `document.querySelector(".room .plank") !== null`) {
			evaluate[layout](a.browser, laid).held(a.t, what)
		}
		for _, theme := range themes {
			evaluate[bool](a.browser, `(document.documentElement.dataset.theme = "`+theme+`", true)`)
			a.glance(what + "-" + theme)
		}
	}
}

// Every page of every game on every screen in every theme. make shots keeps the pictures.
func TestHoursPage_Shots(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			d := launch(t)
			a := album{tab(t), g.Name}
			a.base = d.base
			a.page("start", "/start?key="+d.key, ".where .strong", pressOn(`[data-game="`+g.Name+`"]`))
			keys := d.begin(`{"game":"` + g.Name + `","dice":"fair"}`)
			a.page("first", "/seat/"+g.Seats[0]+"?key="+keys[g.Seats[0]], "body.ready .box.legal .choices")
			d.play(keys, 40)
			a.page("table", "/", "body.ready .token")
			a.page("seat", "/seat/"+g.Seats[0], "body.ready .box.legal .choices")
			a.page("seat2", "/seat/"+g.Seats[1]+"?key="+keys[g.Seats[1]], "body.ready .box.legal .choices")
			a.page("sim", "/sim", "body.ready .token")
			d.call("POST", "/api/resign", `{"seat":"`+g.Seats[0]+`"}`, keys[g.Seats[0]], nil)
			a.page("end", "/seat/"+g.Seats[0], "#rematch")
			a.page("replay", "/archive?game=latest", "body.ready .steps")
			a.page("archive", "/archive", "body.ready .games")
			a.page("rules", "/rules/"+g.Name, ".document")
			a.page("doctor", "/doctor", "body.ready svg")
			a.page("trust", "/trust", "body.ready")
			a.page("learn", "/learn?game="+g.Name, ".coach progress")
		})
	}
}
