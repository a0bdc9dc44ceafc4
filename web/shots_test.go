package web_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules/catalog"
)

// shot is a screen in a theme.
type shot struct {
	wide, high int64
	theme      string
}

// shotSizes are the screens that every page is pictured on.
var shotSizes = []shot{
	{320, 568, "light"}, {390, 844, "light"}, {1366, 768, "light"}, {1920, 1080, "light"}, {390, 844, "dark"}, {1366, 768, "contrast"},
}

// album pictures pages of one game, or of none.
type album struct {
	*browser
	game string
}

// page opens an address, and pictures what comes of it on every screen: nothing is wider than the
// screen, and a board is as large as it can be.
func (a album) page(name, path, ready string, first ...action) {
	a.t.Helper()
	a.run(chromedp.Navigate(a.base+path), chromedp.WaitReady(chromedp.CSS(ready)))
	a.run(first...)
	a.views(name)
}

// overBoard is JavaScript: whether the dock may lie over the board: a result is told until it is seen, or what is to be chosen now is
// not on the board.
const overBoard = `Boolean(document.querySelector(".told:not([hidden])") || document.querySelector(".box.legal .step button") && !document.querySelector(".cell.choice"))`

// views pictures the page that is open on every screen.
func (a album) views(name string) {
	a.t.Helper()
	for _, s := range shotSizes {
		a.window(s.wide, s.high)
		what := fmt.Sprintf("%s-%s-%dx%d-%s", name, a.game, s.wide, s.high, s.theme)
		if over := evaluate[int](a.browser, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			a.t.Errorf("%s is %d px wider than the screen", what, over)
		}
		if cut := evaluate[[]string](a.browser, cutOff); len(cut) > 0 {
			a.t.Errorf("%s: cut off: %q", what, cut)
		}
		if evaluate[bool](a.browser, `document.querySelector(".room .board:not(.near) .plank") !== null`) && !evaluate[bool](a.browser, overBoard) {
			l := evaluate[layout](a.browser, laid)
			if name == "end" { // the board keeps its size when nothing more is to be chosen
				l.Dock.Top = min(l.Dock.Top, l.Bottom)
			}
			l.held(a.t, what)
		}
		a.painted(s.theme)
		a.glance(what)
	}
}

// phases pictures what a seat sees in each phase of Chess Battle, from the first camp to the desertions after a clock has run out.
func (a album) phases(d daemon) {
	a.t.Helper()
	keys := d.begin(`{"game":"chessbattle","options":{"time":"clocks"},"clock":"1+0","dice":{"seeded":"01"}}`)
	seen := map[string]bool{}
	for range 120 {
		seat, own := "", referee.Table{}
		for _, seat = range []string{"white", "black"} {
			if d.call("GET", "/api/seat/"+seat, "", keys[seat], &own); len(own.Legal) > 0 {
				break
			}
		}
		phase := own.Position.Phase
		if !seen[phase] {
			a.page("phase-"+phase, "/seat/"+seat+"?key="+keys[seat], "body.ready .box.legal .choices")
		}
		if seen[phase] = true; phase == "battle" {
			break
		}
		action := own.Legal[len(own.Legal)/2]
		switch phase {
		case "espionage": // or all cards would go
			action = "done " + seat
		case "army":
			action = "army levy=2 knights=1 crossbowmen=1"
		}
		d.call("POST", "/api/action", fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, action), keys[seat], nil)
	}
	a.run(chromedp.Navigate(a.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	a.until(`(fetch("/api/table").then((r) => r.json()).then((table) => { window.now = table.position; }), window.now?.phase === "desert")`)
	seat := evaluate[string](a.browser, `[window.now.to_act].flat()[0]`)
	a.page("phase-desert", "/seat/"+seat+"?key="+keys[seat], "body.ready .box.legal .choices")
	if len(seen) < 8 {
		a.t.Errorf("only the phases %v were pictured", seen)
	}
}

// Every page of every game on screens from a small phone to a wall. make shots keeps the pictures.
func TestHoursPage_Shots(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			d := launch(t)
			a := album{tab(t), g.Name}
			a.base = d.base
			a.page("start", "/start?key="+d.key, ".where .strong", pressOn(`[data-game="`+g.Name+`"]`))
			a.page("learn", "/learn?game="+g.Name, ".cell.choice, .coach .next") // the wood is set up
			keys := d.begin(`{"game":"` + g.Name + `","dice":{"seeded":"01"}}`)  // the turn after a move has few attacks left, and one way to end it
			a.page("first", "/seat/"+g.Seats[0]+"?key="+keys[g.Seats[0]], "body.ready .box.legal .choices")
			d.play(keys, 40)
			a.page("table", "/", "body.ready .token")
			a.page("seat", "/seat/"+g.Seats[0], "body.ready .box.legal .choices")
			a.run(chromedp.Click(chromedp.CSS("button.rules")), chromedp.WaitVisible(chromedp.CSS("dialog[open]")))
			a.views("panel")
			second := slices.DeleteFunc(slices.Sorted(maps.Keys(keys)), func(seat string) bool { return seat == g.Seats[0] })[0]
			a.page("seat2", "/seat/"+second+"?key="+keys[second], "body.ready .box.legal .choices")
			a.page("sim", "/sim", "body.ready .token")
			a.page("here", "/here", "body.ready .token")
			d.call("POST", "/api/resign", `{"seat":"`+g.Seats[0]+`"}`, keys[g.Seats[0]], nil)
			a.page("end", "/seat/"+g.Seats[0], "#rematch")
			a.page("replay", "/archive?game=latest", "body.ready .steps")
			a.page("rules", "/rules/"+g.Name, ".document")
			a.page("help", "/help/games/"+g.Name, "body.ready main")
			if g.Name == "chessbattle" {
				a.phases(d)
			}
		})
	}
	t.Run("of no game", func(t *testing.T) {
		t.Parallel()
		d := launch(t)
		a := album{tab(t), "all"}
		a.base = d.base
		a.page("start", "/start?key="+d.key, ".where .strong")
		keys := d.begin(`{"game":"camelot"}`)
		d.call("POST", "/api/resign", `{"seat":"white"}`, keys["white"], nil)
		a.page("archive", "/archive", "body.ready .games")
		a.page("doctor", "/doctor", "main > *")
		a.page("trust", "/trust", "body.ready")
		a.allow("/api/trust") // by plain http nothing is to be trusted
		a.page("help", "/help", "body.ready main li a")
		a.page("help-operations", "/help/operations", "body.ready main")
	})
}
