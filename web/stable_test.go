package web_test

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"reeve/referee"
	"reeve/rules"
)

// shifts is JavaScript: what has moved on the page although nobody asked for it. The dock grows over the page by design.
const shifts = `new Promise((done) => {
	const out = [];
	new PerformanceObserver((list) => {
		for (const e of list.getEntries()) if (!e.hadRecentInput && !e.sources.every((s) => s.node?.parentElement?.closest(".dock") || s.node?.classList?.contains("dock"))) out.push(e.value.toFixed(4) + " " + e.sources.map((s) => (s.node?.className?.baseVal ?? s.node?.className ?? s.node?.nodeName) + " from " + JSON.stringify(s.previousRect) + " to " + JSON.stringify(s.currentRect)));
	}).observe({ type: "layout-shift", buffered: true });
	requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(out), 0)));
})`

// still fails if anything on the page has moved since it was opened.
func (b *browser) still(what string) {
	b.t.Helper()
	for _, s := range evaluate[[]string](b, shifts) {
		b.t.Errorf("%s: the page moved: %s", what, s)
	}
}

// seq is that of what everybody sees.
func (h *house) seq(t *testing.T) uint64 {
	t.Helper()
	var table referee.Table
	if err := json.Unmarshal(h.do(call{method: "GET", path: "/api/table"}).Body.Bytes(), &table); err != nil {
		t.Fatal(err)
	}
	return table.Seq
}

// screens are a laptop and a phone.
var screens = []struct {
	name       string
	wide, high int64
	pages      []string
}{{"laptop", 1280, 800, []string{"table"}}, {"phone", 390, 844, []string{"table", "seat"}}}

// Nothing on a page moves while it loads and while a game of any kind is played,
// nor on a seat's page when it becomes its turn.
func TestPage_NothingMovesWhileAGameIsPlayed(t *testing.T) {
	t.Parallel()
	for _, g := range shown(t) {
		for _, screen := range screens {
			for _, page := range screen.pages {
				t.Run(g.game+", "+page+" on a "+screen.name, func(t *testing.T) {
					t.Parallel()
					h := g.begin(t)
					b := h.browse(t)
					b.run(chromedp.EmulateViewport(screen.wide, screen.high), chromedp.Navigate(b.base+g.pages(h)[page]))
					b.until(`document.body.classList.contains("ready")`)
					b.still("loaded")
					b.followed(h, g.actions/6)
				})
			}
		}
	}
}

func TestLongNothingMovesWhileAGameIsPlayed(t *testing.T) { TestPage_NothingMovesWhileAGameIsPlayed(t) }

// followed fails if anything moves while a game is played on.
func (b *browser) followed(h *house, actions int) {
	b.t.Helper()
	for range 6 {
		h.wanders(b.t, actions)
		seq := h.seq(b.t)
		b.until(`document.body.dataset.seq >= ` + itoa(int(seq)))
		b.still("played")
	}
	if n := evaluate[int](b, `document.querySelectorAll(".entry").length`); n < 5 {
		b.t.Errorf("the log has only %d entries", n)
	}
}

// What stands beside the menu is seen before the menu has come, on a busy machine, and stays where it is.
func TestPage_TheRulesStandWhereTheyStandWithoutTheMenu(t *testing.T) {
	t.Parallel()
	h := gallery[4].begin(t)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	const left = `document.querySelector(".bar .rules").getBoundingClientRect().left`
	for _, w := range windows {
		b.window(w.wide, w.high)
		if by := evaluate[float64](b, `(() => { const menu = document.querySelector(".opens-menu"), before = `+left+`; menu.style.display = "none"; const by = `+left+` - before; menu.style.display = ""; return by; })()`); by != 0 {
			t.Errorf("%s: without the menu the rules stand %.0f px to the right", w.name, by)
		}
	}
}

// Nor does anything move when the board asks, waits for dice, wants wood moved or
// refuses.
func TestPage_NothingMovesWhenTheBoardAsks(t *testing.T) {
	t.Parallel()
	for _, screen := range screens {
		h := build(t, nil)
		b := h.browse(t)
		b.run(chromedp.EmulateViewport(screen.wide, screen.high), chromedp.Navigate(b.base+"/"))
		b.until(`document.body.classList.contains("ready")`)
		for what, edit := range map[string]func(*referee.Table){
			"asks": func(t *referee.Table) {
				t.Status, t.Ask = referee.StatusAsk, &referee.Question{Question: "Which move did you mean?", Choices: []string{"c3*d5", "c3-d5", "none of these"}}
			},
			"throw":    func(t *referee.Table) { t.Status = referee.StatusThrow },
			"declared": func(t *referee.Table) { t.Declared = &referee.Declared{Attackers: []string{"b1", "d2"}, Target: "d6"} },
			"settle": func(t *referee.Table) {
				t.Status, t.Settle = referee.StatusSettle, &referee.Settle{Lift: []string{"d6"}, Place: []string{"b1", "c3", "d2"}}
			},
			"fault": func(t *referee.Table) { t.Hardware.Faults = []string{"the square b1 is stuck"} },
			"rest":  func(*referee.Table) {},
		} {
			h.session.change(edit)
			b.until(`document.getElementById("status").dataset.status === "` + string(h.session.Table(rules.Table).Status) + `" && document.body.dataset.seq >= ` + itoa(int(h.session.Table(rules.Table).Seq)))
			b.still(screen.name + " " + what)
		}
	}
}

// panels are what stands beside the board and below it, in words, and what its fields hold.
const panels = `[...document.querySelectorAll(".side .box, #foot > .box, .dock > .again")].filter((el) => el.checkVisibility()).map((el) => el.className + ": " + el.innerText + " " +
	[...el.querySelectorAll("select, input")].map((i) => i.value).join(",")).join("\n")`

// A page is a function of the last table: one that has seen two games, their ends and the wood
// of each says what a page says that was opened just now.
func TestLongPage_APageThatStaysOpenIsAsTrueAsANewOne(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"/", "/seat/white"} {
		d := launch(t)
		d.begin(`{"game":"rolechess","players":{"white":"Ann"}}`)
		b := tab(t)
		b.run(chromedp.Navigate(d.base+at), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".promise code")))
		same := func(when string) {
			t.Helper()
			fresh := tab(t)
			fresh.run(chromedp.Navigate(d.base+at), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".promise code")))
			seq := evaluate[string](fresh, `document.body.dataset.seq`)
			b.until(`document.body.dataset.seq === "` + seq + `"`)
			if evaluate[bool](fresh, `document.querySelector("[data-status=over]") !== null`) {
				b.until(`document.getElementById("replay") !== null`)
				fresh.until(`document.getElementById("replay") !== null`)
			}
			if diff := cmp.Diff(evaluate[string](fresh, panels), evaluate[string](b, panels)); diff != "" {
				t.Errorf("%s, %s (- new, + open):\n%s", at, when, diff)
			}
		}
		d.call("POST", "/api/resign", `{"seat":"white"}`, "", nil)
		same("the game is over")
		d.begin(`{"game":"rolechess","players":{"white":"Eve","black":"Bob"}}`)
		same("another has begun")
		d.begin(`{"game":"camelot","players":{"white":"Cy"}}`)
		same("a game of another kind has begun")
		d.call("POST", "/api/resign", `{"seat":"black"}`, "", nil)
		same("that is over, too")
	}
}

// A new game ends the one that is on: the form asks for it once, if somebody has played.
func TestPage_TheFormAsksBeforeItEndsAGame(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".newgame")))
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	h.wanders(t, 1)
	b.until(`document.querySelectorAll(".log .entry").length > 0`)
	b.run(pressOn(".newgame .strong"))
	b.until(`!document.querySelector(".note").hidden`)
	if !evaluate[bool](b, `document.querySelectorAll(".log .entry").length > 0`) {
		t.Error("one press has ended the game")
	}
	b.run(pressOn(".newgame .strong"))
	b.until(`document.querySelectorAll(".log .entry").length === 0`)
}
