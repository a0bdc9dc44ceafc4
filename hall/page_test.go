package hall_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"reeve/hall"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
	"reeve/web/webtest"
)

// pages are the pages of a hall as its program serves them.
func pages(h *hall.Hall) *hall.Pages {
	return &hall.Pages{
		Hall: h, Base: "http://hall.test", Version: "test",
		Asset: web.Asset, Kind: web.Kind, Language: web.Language, Surface: web.Surface, QR: web.QR,
	}
}

// patience is how long a test waits for what must come: longer than any machine takes, however busy.
const patience = 10 * time.Minute

// tab is a page in a browser, and what it complained of.
type tab struct {
	context.Context
	t      *testing.T
	base   string
	mu     sync.Mutex
	faults []string
	allow  []string // in complaints that are meant
}

// browse opens a tab on a hall.
func browse(t *testing.T, h *hall.Hall, arbiter bool) *tab {
	t.Helper()
	server := httptest.NewServer(pages(h).Handler())
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 900))
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		flags = append(flags, chromedp.ExecPath(shell))
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, end := chromedp.NewContext(ctx)
	ctx, cancel := context.WithTimeout(ctx, 6*patience)
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
	b := &tab{Context: ctx, t: t, base: "http://localhost:" + port}
	t.Cleanup(func() {
		cancel()
		end()
		stop()
		for _, f := range b.faults {
			t.Errorf("the page complains: %s", f)
		}
	})
	if err := chromedp.Do(ctx); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no browser (apt install chromium-headless-shell): %v", err)
		}
		t.Skipf("no browser (apt install chromium-headless-shell): %v", err)
	}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		errOf(chromedp.Call(ctx, log.Enable, struct{}{})), errOf(chromedp.Call(ctx, network.Enable, network.EnableParams{})),
		errOf(chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if arbiter {
		b.open("/arbiter?key=" + appointed(t, h))
	}
	return b
}

// appointed is an arbiter's key.
func appointed(t *testing.T, h *hall.Hall) string {
	t.Helper()
	key, err := h.Store().Appoint("Ann")
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func errOf[R any](_ R, err error) error { return err }

func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text, _ := json.Marshal(e.ExceptionDetails)
		b.faults = append(b.faults, string(text))
	case *network.EventRequestWillBeSent:
		if u, err := url.Parse(e.Request.URL); err != nil || strings.HasPrefix(u.Scheme, "http") && u.Hostname() != "localhost" {
			b.faults = append(b.faults, "a request to "+e.Request.URL)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !slices.ContainsFunc(b.allow, func(part string) bool { return strings.Contains(e.Entry.URL, part) }) {
			b.faults = append(b.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

func (b *tab) open(path string) {
	b.t.Helper()
	if path != "about:blank" {
		path = b.base + path
	}
	if err := chromedp.Do(b, chromedp.Navigate(path)); err != nil {
		b.t.Fatal(err)
	}
}

func evaluate[T any](b *tab, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b, chromedp.Evaluate[T](expression, func(p *runtime.EvaluateParams) {
		yes := true
		p.AwaitPromise = &yes
	}))
	if err != nil {
		b.t.Fatalf("%s: %v; faults %v", expression, err, b.faults)
	}
	return v
}

// until waits for a JavaScript expression to hold.
func (b *tab) until(expression string) {
	b.t.Helper()
	if !evaluate[bool](b, `new Promise((done) => { const end = performance.now() + `+strconv.Itoa(int(patience.Milliseconds()))+`;
		const look = () => { let ok = false; try { ok = Boolean(`+expression+`); } catch {}
			if (ok || performance.now() > end) done(ok); else setTimeout(look, 20); };
		look(); })`) {
		b.shoot("never")
		b.t.Fatalf("never: %s; faults %v; the page says %.2000s", expression, b.faults, evaluate[string](b, `document.body.innerText`))
	}
}

// press presses the button that says words, once it is there.
func (b *tab) press(words string) {
	b.t.Helper()
	const find = `[...document.querySelectorAll("button, summary")].find((e) => e.textContent === %q && e.checkVisibility() && !e.disabled)`
	b.until(fmt.Sprintf(find, words))
	evaluate[bool](b, fmt.Sprintf("("+find+".click(), true)", words))
}

// shoot writes a picture of the page to the folder that SHOTS names.
func (b *tab) shoot(name string) {
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// accessible fails for everything that axe finds on the page.
func (b *tab) accessible(page string) {
	b.t.Helper()
	source, err := webtest.Axe(b)
	if err != nil && os.Getenv("CI") == "true" {
		b.t.Fatalf("axe-core (apt install npm): %v", err)
	} else if err != nil {
		b.t.Logf("axe-core (apt install npm): %v", err)
		return
	}
	evaluate[bool](b, source+"; true")
	found := evaluate[[]string](b, `axe.run(document, {resultTypes: ["violations"]}).then((r) => [String(r.passes.length)].concat(r.violations.map((v) =>
		v.id + " (" + v.impact + "): " + v.nodes.slice(0, 4).map((n) => n.target.join(" ") + " " + n.any.concat(n.all).slice(0, 1).map((c) => c.message)).join("; "))))`)
	if held, _ := strconv.Atoi(found[0]); held < 12 {
		b.t.Errorf("%s: axe held only %d rules to it", page, held)
	}
	for _, fault := range found[1:] {
		b.t.Errorf("%s: %s", page, fault)
	}
}

// castles is JavaScript: how many castles each picture shows, from the last table to the first; -1 where squares of one colour flow together.
const castles = `[...document.querySelectorAll(".card")].sort((a, b) => parseInt(b.querySelector(".name").textContent.slice(6)) - parseInt(a.querySelector(".name").textContent.slice(6))).map((card) => {
	const apart = [...card.querySelectorAll(".mini > path")].every((el) => ((c) => c.stroke !== "none" && c.stroke !== c.fill)(getComputedStyle(el)));
	return apart ? (card.querySelector(".mini > .castle").getAttribute("d").match(/M/g) ?? []).length : -1;
})`

// The hall's page shows every board as it plays, calls first; a board of it large; and an
// arbiter's orders are done on the board.
func TestPage_TheHallShowsItsBoards(t *testing.T) {
	h := newHouse(t, 3)
	for i, g := range catalog.Games() {
		h.join("Table "+strconv.Itoa(10-i), g.Name, 2*time.Second)
	}
	b := browse(t, h.hall, true)
	b.open("/")
	b.until(`document.querySelectorAll(".card .mini .piece").length > 60`)
	b.until(`[...document.querySelectorAll(".card .state")].every((e) => e.textContent.length > 3)`)
	if seen := evaluate[[]int](b, castles); !slices.Equal(seen, []int{0, 4, 5, 0, 0}) {
		t.Errorf("of RoleChess, Camelot and so on so many castles are shown apart from squares: %v", seen)
	}
	b.accessible("all boards")
	b.fits("all boards")
	b.shoot("hall")

	h.boards[3].link.Ring("white", true)
	b.until(`document.querySelector(".card .name").textContent === "Table 7" && document.querySelector(".card").dataset.urgency === "calls"`)
	b.until(`document.title.startsWith("(1)")`)
	evaluate[bool](b, `(() => { const i = document.querySelector("input[type=search]"); i.value = "table 8"; i.dispatchEvent(new Event("input")); return true; })()`)
	b.until(`document.querySelectorAll(".card").length === 1 && document.querySelector(".card .name").textContent === "Table 8"`)

	b.open("/board/" + string(h.boards[3].id))
	b.until(`document.querySelectorAll("#main .board .token").length > 1 && document.querySelector("h2").textContent.includes("Table 7")`)
	b.until(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Call heard" && !e.hidden)`)
	b.press("Call heard")
	b.until(`document.querySelector("#main").dataset.urgency !== "calls"`)
	b.press("Pause")
	b.until(`document.querySelector(".message").textContent === "Paused by the arbiter"`)
	b.accessible("one board")
	b.fits("one board")
	b.shoot("hall-board")
	b.press("Go on")
	b.until(`document.querySelector(".message").textContent !== "Paused by the arbiter"`)
	b.press("Draw")
	b.until(`document.querySelector("aside button[data-asks]")`) // what ends a game is asked once more
	if orders, err := h.store.Orders(h.boards[3].id); err != nil || len(orders) != 3 {
		t.Errorf("%d orders are given: %v", len(orders), err)
	}
	b.press("Draw? Press again")
	b.until(`document.querySelector(".archive").textContent.includes("verified")`)
	h.boards[3].Rests.Store(true)
	evaluate[bool](b, `([...document.querySelectorAll("aside details")].find((e) => e.textContent.startsWith("Start a game")).open = true)`)
	b.until(`document.querySelector("aside [maxlength='60'][name]")`)
	evaluate[bool](b, `(() => {
		const form = document.querySelector("aside [maxlength='60'][name]").closest("form"), kind = form.querySelector("select");
		kind.value = "rolechess"; kind.onchange(); kind.dispatchEvent(new Event("change"));
		form.querySelector("[name='white']").value = "Ann"; form.querySelector("[data-option='pass']").value = "always";
		form.querySelector("input[pattern]").value = "30+10";
		form.requestSubmit();
		return true;
	})()`)
	b.until(`document.querySelector("h2").textContent.includes("RoleChess") && document.querySelector(".players.large").textContent.includes("Ann")`)
	b.until(`document.querySelector("input[aria-label*=White]") && /30:00|29:5/.test(document.querySelector(".players.large").textContent)`)
	evaluate[bool](b, `(() => { const e = document.querySelector("aside input[inputmode=numeric]"); e.value = "7:00"; e.form.requestSubmit(); return true; })()`)
	b.until(`/7:00|6:5/.test(document.querySelector(".players.large").textContent)`)
	if pass := h.boards[3].Session.Table(rules.Table).Position.Options["pass"]; pass != "always" {
		t.Errorf("the option is %v", pass)
	}
	orders, err := h.store.Orders(h.boards[3].id)
	if err != nil || len(orders) != 6 {
		t.Errorf("%d orders are kept: %v", len(orders), err)
	}
	b.open("/overlay/" + string(h.boards[1].id))
	b.until(`document.querySelectorAll(".card .mini .piece").length > 5 && document.querySelector(".card .name").textContent === "Table 9"`)
	if seen := evaluate[string](b, `[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector(".bar")).display, document.querySelectorAll("button, select").length].join(" ")`); !strings.HasPrefix(seen, "rgba(0, 0, 0, 0) none") {
		t.Errorf("what is laid over a picture has %s", seen)
	}
	b.shoot("hall-overlay")
	b.open("/overlay/" + string(h.boards[1].id) + "?board=0")
	b.until(`document.querySelector(".card .name").textContent === "Table 9" && !document.querySelector("svg.mini")`)

	h.boards[0].stop()
	b.open("/?sort=name")
	b.until(`[...document.querySelectorAll(".card[data-urgency=silent]")].some((e) => /last \d+ s ago/.test(e.querySelector(".state").textContent))`)
	b.shoot("hall-silent")
	if err := h.hall.SetDelay(time.Hour); err != nil {
		t.Fatal(err)
	}
	h.boards[4].link.Ring("", true)
	b.until(`document.querySelector(".card[data-urgency=calls]")`)
	b.open("/wall") // of an arbiter's browser
	b.until(`document.querySelectorAll(".card").length > 3`)
	if seen := evaluate[string](b, `document.querySelectorAll(".card[data-urgency=calls]").length + " " + document.querySelector("#line").textContent`); seen != "0 Shown 3600 s later" {
		t.Errorf("a wall shows an arbiter what spectators see later: %s", seen)
	}
	for _, lang := range []string{"fi", "it", "pl", "sv"} {
		evaluate[bool](b, `(document.cookie = "language=`+lang+`; path=/", true)`)
		b.open("/wall")
		b.until(`document.documentElement.lang === "` + lang + `" && document.querySelectorAll(".card").length > 3`)
		if said := evaluate[string](b, `document.body.innerText`); strings.Contains(said, "hall.") {
			t.Errorf("%s: %s", lang, said)
		}
	}
	b.fits("the wall")
}
