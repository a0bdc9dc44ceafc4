package web_test

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules"
)

// shifts is JavaScript: what has moved on the page although nobody asked for it.
const shifts = `new Promise((done) => {
	const out = [];
	new PerformanceObserver((list) => {
		for (const e of list.getEntries()) if (!e.hadRecentInput) out.push(e.value.toFixed(4) + " " + e.sources.map((s) => (s.node?.className?.baseVal ?? s.node?.className ?? s.node?.nodeName) + " from " + JSON.stringify(s.previousRect) + " to " + JSON.stringify(s.currentRect)));
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
				t.Status, t.Ask = referee.StatusAsk, &referee.Question{Question: "Which was meant?", Choices: []string{"c3*d5", "c3-d5", "none of these"}}
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
