package hall_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"reeve/hall"
	"reeve/rules/catalog"
)

// place is a page of the hall, where it is, and what is there when it is whole.
type place struct{ route, path, ready string }

// places are all pages of a hall with a board and a tournament; each route has at least one.
func places(board string) []place {
	const cards, contest = `document.querySelectorAll(".card .mini .piece").length > 60 && [...document.querySelectorAll(".card .state")].every((e) => e.textContent)`, `document.querySelectorAll("table.cross").length > 0`
	return []place{
		{"/{$}", "/", cards}, {"/wall", "/wall", cards},
		{"/board/{board}", "/board/" + board, `document.querySelectorAll("#main .board .token").length > 1 && document.querySelector(".archive li") && document.querySelector(".message").textContent`},
		{"/board/{board}", "/board/none", `document.querySelector("h2").textContent && document.querySelector("aside").hidden`},
		{"/overlay/{board}", "/overlay/" + board, `document.querySelectorAll(".card .mini .piece").length > 5`},
		{"/join", "/join", `document.querySelector("#main p")`}, {"/join", "/join#a.b", `document.querySelectorAll(".copies button").length === 2`},
		{"/tournament", "/tournament", contest}, {"/tournament/{id}", "/tournament/1", contest},
		{"/tournament/{id}", "/tournament/1?overlay=pairs", contest}, {"/tournament/{id}", "/tournament/1?overlay=standings", contest},
		{"/tournament/{id}", "/tournament/9", `document.querySelector("h2").textContent`},
	}
}

// No page is held to less than the others.
func TestEveryPageIsAmongPlaces(t *testing.T) {
	all := places("board")
	for _, route := range hall.PagePaths {
		if !slices.ContainsFunc(all, func(p place) bool { return p.route == route }) {
			t.Errorf("%s is a page that is held to nothing: put it among places", route)
		}
	}
}

// onEveryPage opens every page of a hall of five boards and a tournament that has begun.
func onEveryPage(t *testing.T, arbiter bool, look func(b *tab, p place)) {
	h := newHouse(t, 4)
	for i, g := range catalog.Games() {
		h.join("Table "+strconv.Itoa(10-i), g.Name, 2*time.Second)
	}
	h.ask(true, "POST", "/api/tournaments", `{"plan":{"name":"Club championship of the autumn","system":"robin","rounds":0,"game":"","breaks":null},"list":"name,rating\nvan der Westhuizen-Korhonen Annemarie,2100\nBo,1985\nCid\nDora"}`)
	if code, said := h.ask(true, "POST", "/api/tournaments/1", `{"do":"pair"}`); code != 200 {
		t.Fatal(said)
	}
	b := browse(t, h.hall, arbiter)
	b.allow = []string{"/api/tournaments/9", "/games"}
	for _, p := range places(string(h.boards[2].id)) {
		b.open("about:blank") // another part of the same page is no new one
		b.open(p.path)
		b.until(p.ready)
		look(b, p)
	}
}

// window gives the page the size of a screen.
func (b *tab) window(wide, high int64) {
	b.t.Helper()
	if err := chromedp.Do(b, chromedp.EmulateViewport(wide, high)); err != nil {
		b.t.Fatal(err)
	}
	b.until(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, wide, high))
	evaluate[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// spills is JavaScript: what does not fit: the page into its window, words into their card, a wall's cards onto the
// wall, and what an arbiter does on a board into the window of a laptop.
const spills = `(() => {
	const out = [], right = (el) => el.getBoundingClientRect().right, low = (el) => el.getBoundingClientRect().bottom, seen = (css) => [...document.querySelectorAll(css)].filter((el) => el.checkVisibility());
	if (document.documentElement.scrollWidth > innerWidth) out.push("the page is " + document.documentElement.scrollWidth + " wide: " + seen("body *").filter((el) => right(el) > innerWidth && !el.closest(".scroll")).slice(0, 3).map((el) => el.tagName + "." + el.className));
	for (const el of seen(".card *")) if (right(el) > right(el.closest(".card")) + 1) out.push("beyond its card: " + el.textContent);
	for (const el of seen(".box, .box *")) if (!el.closest(".scroll") && right(el) > right(el.closest(".box")) + 1) out.push("beyond its box: " + el.textContent);
	if (document.body.matches(".wall") && innerWidth >= 640) for (const el of seen(".card, .card *, .tools *")) if (low(el) > innerHeight || el.matches(".card *") && low(el) > low(el.closest(".card"))) out.push("not on the wall: " + el.className);
	if (innerWidth >= 1366) for (const el of seen(".single .message, .single .board, .single aside button")) if (low(el) > innerHeight && !el.closest("details")) out.push("below the window: " + (el.textContent || el.tagName));
	for (const el of seen(".overlay :is(select, button, input)")) out.push("to be pressed on a broadcast: " + el.textContent);
	if (innerWidth >= 640) for (const el of seen(".overlay .scroll")) if (el.scrollWidth > el.clientWidth) out.push("cut off where nobody scrolls: " + el.ariaLabel);
	if (seen("#main .board").some((el) => el.getBoundingClientRect().height < 0.6 * Math.min(innerHeight, innerWidth))) out.push("the board is small");
	for (const el of seen("button, select, input, summary, textarea")) if (el.getBoundingClientRect().height < 24) out.push("too low to be touched: " + (el.textContent || el.ariaLabel));
	return out;
})()`

// Each page of the hall fits every screen, from a small phone to a wall.
func TestLongPage_EveryPageOfTheHallFits(t *testing.T) {
	onEveryPage(t, true, func(b *tab, p place) { b.fits(p.path) })
}

// fits holds the page to every screen.
func (b *tab) fits(page string) {
	b.t.Helper()
	for _, size := range [][2]int64{{320, 568}, {1920, 1080}, {1366, 768}} {
		b.window(size[0], size[1])
		for _, fault := range evaluate[[]string](b, spills) {
			b.t.Errorf("%s at %d: %s", page, size[0], fault)
		}
		b.shoot(fmt.Sprintf("every%s-%d", strings.NewReplacer("/", "-", "?", "-", "#", "-").Replace(page[:min(len(page), 30)]), size[0]))
	}
}

// Each page of the hall, for arbiters and for spectators, is accessible in every theme, can be reached through by keyboard, and
// speaks every language.
func TestLongPage_EveryPageOfTheHallIsForEverybody(t *testing.T) {
	for arbiter, themes := range map[bool]map[int64]string{true: {1366: "light", 320: "dark"}, false: {1280: "contrast"}} {
		onEveryPage(t, arbiter, func(b *tab, p place) {
			for wide, theme := range themes {
				b.window(wide, 768)
				evaluate[bool](b, `(document.documentElement.dataset.theme = "`+theme+`", document.querySelectorAll("details").forEach((e) => { e.open = true; }), true)`)
				if p.path != "/join" && p.route != "/overlay/{board}" && !strings.Contains(p.path, "overlay=") { // what is laid over a picture has no colours of its own
					b.accessible(fmt.Sprintf("%s, %s, arbiter %t", p.path, theme, arbiter))
				}
				for _, fault := range evaluate[[]string](b, spills) {
					b.t.Errorf("%s, all open, at %d: %s", p.path, wide, fault)
				}
			}
			if !arbiter { // he has less of the same
				return
			}
			b.reached(p.path)
			for _, lang := range []string{"fi", "it", "pl", "sv", "en"} {
				evaluate[bool](b, `(document.cookie = "language=`+lang+`; path=/", true)`)
				b.open("about:blank")
				b.open(p.path)
				b.until(`document.documentElement.lang === "` + lang + `" && (` + p.ready + `)`)
				evaluate[bool](b, `(document.querySelectorAll("details").forEach((e) => { e.open = true; }), true)`)
				if said := evaluate[string](b, `document.body.innerText + [...document.querySelectorAll("[aria-label], [placeholder], [title], [alt]")].map((e) => [e.ariaLabel, e.placeholder, e.title, e.alt].join(" ")).join(" ")`); strings.Contains(said, "hall.") || strings.Contains(said, "undefined") {
					b.t.Errorf("%s, %s: %s", p.path, lang, said)
				}
			}
		})
	}
}

// reached fails for what can be pressed or filled in on the page and is not reached by the key Tab.
func (b *tab) reached(page string) {
	b.t.Helper()
	const every = `[...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled)`
	n := evaluate[int](b, `(document.activeElement.blur(), window.reached = new Set(), document.addEventListener("focusin", (e) => reached.add(e.target)), `+every+`.length)`)
	for range n + 20 {
		for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
			if _, err := chromedp.Call(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: "Tab", Code: "Tab", WindowsVirtualKeyCode: 9}); err != nil {
				b.t.Fatal(err)
			}
		}
	}
	for _, missed := range evaluate[[]string](b, every+`.filter((e) => !reached.has(e)).map((e) => e.outerHTML.slice(0, 120))`) {
		b.t.Errorf("%s: the key Tab never comes to %s", page, missed)
	}
}

// As long as the hall has said nothing of a board, its page offers nothing that could be ordered there.
func TestLongPage_NothingIsOrderedBeforeItIsKnown(t *testing.T) {
	h := newHouse(t, 4)
	h.join("Table 1", "camelot", 2*time.Second)
	b := browse(t, h.hall, true)
	if _, err := chromedp.Call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `window.EventSource = class { constructor() { window.asked = true; } close() {} };`}); err != nil {
		t.Fatal(err)
	}
	b.open("/board/" + string(h.boards[0].id))
	b.until(`window.asked`)
	if said := evaluate[[]string](b, `[...document.querySelectorAll("#main :is(button, input, summary)")].filter((e) => e.checkVisibility()).map((e) => e.textContent || e.ariaLabel)`); len(said) > 0 {
		t.Errorf("before anything is known the page offers %q", said)
	}
}
