package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reeve/referee"
)

// shape is what a game's board is drawn of.
type shape struct {
	Plank                                        string
	Squares                                      int
	Castle, Town, Teleport, Entry, River, Circle int
	Files, Ranks                                 int // whose names stand at the edge, on both sides
}

// drawn is JavaScript: what the board is drawn of.
const drawn = `(() => { const n = (s) => document.querySelectorAll("#board " + s).length;
	return { Plank: document.querySelector(".plank").tagName, Squares: n("[data-square]"),
		Castle: n(".mark-castle path.mark"), Town: n(".mark-town"), Teleport: n(".mark-teleport path.mark"), Entry: n(".mark-entry path.mark"), River: n(".river rect"), Circle: n(".circles circle"),
		Files: [...document.querySelectorAll(".edge-names text")].filter((el) => !/[0-9]/.test(el.textContent)).length, Ranks: [...document.querySelectorAll(".edge-names text")].filter((el) => /[0-9]/.test(el.textContent)).length }; })()`

// misplaced is JavaScript: squares that are not where the topology says, in mm,
// and lines that are not just those from neighbour to neighbour, on a board that
// does not lie on its side.
const misplaced = `fetch("/api/topology").then((r) => r.json()).then(({squares}) => {
	const left = Math.min(...squares.map((q) => q.x)), high = Math.max(...squares.map((q) => q.y));
	const at = (q) => [q.x - left, high - q.y], where = new Map(squares.map((q) => [q.name, at(q)]));
	const way = (a, b) => [a, b].map((p) => p.map((n) => Math.round(100 * n)).join(" ")).sort().join("-");
	const box = squares[0].shape === "box", lines = [...(document.querySelector("#board .lines")?.getAttribute("d") ?? "").matchAll(/M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)/g)].map((m) => way([+m[1], +m[2]], [+m[3], +m[4]])).sort();
	const pairs = squares.flatMap((q) => q.neighbours.filter((n) => n > q.name).map((n) => way(at(q), where.get(n)))).sort();
	const dark = (q) => document.querySelector('[data-square="' + q.name + '"] .well').matches("rect.dark"), chequered = squares.filter((q) => box && dark(q) !== q.dark).map((q) => q.name + " is of the wrong colour");
	return squares.filter((q) => { const m = document.querySelector('[data-square="' + q.name + '"]').transform.baseVal.consolidate().matrix;
		return Math.hypot(m.e - at(q)[0], m.f - at(q)[1]) > 0.01; }).map((q) => q.name).concat(chequered, box || lines.join() === pairs.join() && pairs.length > 100 ? [] : ["the lines"]); })`

// Each game's board is drawn as SVG in its own geometry: 7×7 circles with their
// lines, 160 squares with two castles and names at the edge, the round board with castles and towns, the
// dungeon with its alcoves, two boards with the river between.
func TestPage_EachGameHasItsOwnGeometry(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	b := h.browse(t)
	b.run(chromedp.EmulateViewport(1000, 1100))
	for game, want := range map[string]shape{
		"rolechess":    {Plank: "rect", Squares: 49},
		"camelot":      {Plank: "rect", Squares: 160, Castle: 4, Files: 24, Ranks: 32},
		"kaleidochess": {Plank: "circle", Squares: 89, Castle: 5, Town: 28, Circle: 5},
		"dungeonchess": {Plank: "rect", Squares: 72, Teleport: 8, Entry: 8, Files: 20, Ranks: 20},
		"chessbattle":  {Plank: "rect", Squares: 128, River: 1, Files: 16, Ranks: 32},
	} {
		if w := h.do(call{method: "POST", path: "/api/games", body: `{"game":"` + game + `"}`}); w.Code != 200 {
			t.Fatalf("%s: %s", game, w.Body)
		}
		b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
		if got := evaluate[shape](b, drawn); got != want {
			t.Errorf("%s is drawn of %+v, want %+v", game, got, want)
		}
		if off := evaluate[[]string](b, misplaced); len(off) > 0 {
			t.Errorf("%s: not in their places: %v", game, off)
		}
	}
}

// What lasts on pieces, fields and lines is drawn on the table's board, named on
// its squares, explained among the signs, and gone when it ends.
func TestPage_MarksLieOnTheBoard(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	c.says("white imprison d10", "black block c1", "white weaken e11", "black strengthen d16", "white barrier c13|d19")
	for square, words := range map[string]string{"d10": "Imprison (White)", "c1": "Block (Black)", "e11": "Weaken (White)", "d16": "Strengthen (Black)", "c13": "Barrier (White)", "d19": "Barrier (White)"} {
		c.until(fmt.Sprintf(`((cell) => cell.ariaLabel.includes("; %s") && cell.querySelector("title").textContent === cell.ariaLabel)(document.querySelector('[data-square=%q]'))`, words, square))
	}
	if got := evaluate[[]string](c.browser, `[...document.querySelectorAll(".spells .spell:not(.back)")].map((el) => {
		const r = el.getBoundingClientRect(), near = (cell) => { const q = cell.querySelector(".well").getBoundingClientRect(); return Math.hypot(q.x + q.width / 2 - r.x - r.width / 2, q.y + q.height / 2 - r.y - r.height / 2); };
		return [...document.querySelectorAll("[data-square]")].sort((a, b) => near(a) - near(b))[0].dataset.square + " " + el.dataset.owner; }).sort()`); !slices.Equal(got, []string{"c1 black", "d10 white", "d16 black", "e11 white"}) {
		t.Errorf("spells lie on %v", got)
	}
	c.until(`document.querySelector(".spells .bolt") && document.querySelector(".spells .barred")`)
	c.until(`["castle", "town", "imprison", "block", "weaken", "strengthen", "barrier"].every((sign) => document.querySelector('.legend [data-sign=' + sign + '] svg').children.length > 2)`)
	c.shows(".beside", "Strengthen on Black Tiger 2 (Black)")
	evaluate[bool](c.browser, `(document.querySelector(".help").open = true)`)
	c.shoot("marks")
	c.says("black heal d10/imprison")
	c.until(`!document.querySelector('[data-square="d10"]').ariaLabel.includes("Imprison") && !document.querySelector(".legend [data-sign=imprison]")`)
}

// What rests on a piece in a castle or a town is drawn faint and says so, until the
// piece has left.
func TestPage_ARestingFormulaIsDrawnFaint(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	const lies = `document.querySelectorAll(".spells .spell:not(.back)").length`
	const faint = `document.querySelectorAll(".spells .spell.resting:not(.back)").length`
	named := func(square string) string {
		return fmt.Sprintf(`document.querySelector('[data-square=%q]').ariaLabel.includes("Weaken (White), cannot be chosen")`, square)
	}
	c.says("white weaken e5", "black e17-e18")
	c.until(lies + " === 1 && " + faint + " === 0 && !" + named("e5"))
	c.says("white e5-e6") // a town
	c.until(faint + " === 1 && " + named("e6"))
	c.says("black e18-e17", "white e6-e5")
	c.until(lies + " === 1 && " + faint + " === 0 && !" + named("e5"))
}

// signs is JavaScript: which squares have which signs, drawn.
const signs = `Object.fromEntries([...document.querySelectorAll(".cell")].map((cell) => [cell.dataset.square, cell.dataset.lit]).filter(([, lit]) => lit))`

func (b *browser) lights(want map[string]string) {
	b.t.Helper()
	text, _ := json.Marshal(want)
	b.until(fmt.Sprintf(`((a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort()))(%s, %s)`, signs, text))
	n := 0
	for _, lit := range want {
		n += len(strings.Split(lit, ","))
	}
	b.until(fmt.Sprintf(`[...document.querySelectorAll(".signs .sign")].filter((g) => g.children.length > 0 && g.getBoundingClientRect().width > 0).length === %d`, n))
}

// A piece in hand lights where it may go and what it may attack on the table; the
// last action stays lit; the page glows as the LEDs of the real daemon do.
func TestPage_TheTableShowsTheLights(t *testing.T) {
	t.Parallel()
	d := launch(t)
	d.begin(`{"game":"rolechess","dice":{"scripted":[6,1]}}`)
	b := tab(t)
	b.base = d.base
	b.run(chromedp.Navigate(d.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .token.still")))
	touch := func(square string, closed bool) {
		d.call("POST", "/api/sim/contacts", fmt.Sprintf(`[{"square":%q,"closed":%v}]`, square, closed), "", nil)
	}
	touch("b1", false)
	b.lights(map[string]string{"b1": "origin", "a3": "legal", "c3": "legal"})
	b.until(`document.querySelector('[data-square="c3"]').ariaLabel === "c3: empty; lit: it may go here"`)
	touch("c3", true)
	b.lights(map[string]string{"b1": "last", "c3": "last"})
	b.until(`document.querySelector('[data-square="c3"]').ariaLabel === "c3: White Knight 1, energy 21; lit: last move"`)
	touch("a6", false)
	touch("a5", true)
	b.logged("a6-a5")
	touch("c3", false)
	touch("b5", true)
	b.logged("c3-b5")
	touch("b5", false) // to attack with
	b.until(`["a7", "c7", "d6"].every((name) => document.querySelector('[data-square="' + name + '"]').dataset.lit === "target")`)
	touch("b5", true)
	b.lights(map[string]string{"c3": "last", "b5": "last"})
	var table referee.Table
	d.call("GET", "/api/table?rgb=1", "", "", &table)
	lit := slices.DeleteFunc(slices.Sorted(maps.Keys(table.RGB)), func(sq string) bool { return table.RGB[sq] == "000000" || strings.Contains(sq, ":") })
	if !slices.Equal(lit, []string{"b5", "c3"}) {
		t.Fatalf("the LEDs of %v glow: %v", lit, table.RGB)
	}
	want, _ := json.Marshal(lit)
	b.until(fmt.Sprintf(`JSON.stringify([...document.querySelectorAll("[data-square]")].filter((cell, i) => document.querySelectorAll(".glows circle")[i].getAttribute("visibility") === "visible").map((cell) => cell.dataset.square).sort()) === '%s'`, want))
	b.until(fmt.Sprintf(`((rgb, fill) => { const want = [0, 2, 4].map((i) => parseInt(rgb.slice(i, i + 2), 16)), most = Math.max(...want);
		return want.map((v) => Math.round(v * 255 / most)).join() === fill.match(/\d+/g).join(); })(%q, document.querySelector('.glows circle[visibility="visible"]').getAttribute("fill"))`, table.RGB["b5"]))
}

// Each meaning of a light has a form of its own, and so has each player's piece:
// without any colour they can be told apart.
func TestPage_NothingIsToldByColourAlone(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "dungeonchess", Options: map[string]any{"players": 4.0}}, nil)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .token.still")))
	b.until(`document.querySelectorAll(".legend .sign").length >= 15`)
	for what, forms := range map[string]string{
		"lights": `[...document.querySelectorAll(".legend .sign")].map((g) => [g.classList[1], g.innerHTML.replace(/class="[^"]*"/g, "")])`,
		"pieces": `[...document.querySelectorAll(".token .piece")].map((p) => [p.dataset.owner, p.querySelector(".disc").outerHTML.replace(/class="[^"]*"/g, "")]).filter(([o], i, all) => all.findIndex(([p]) => p === o) === i)`,
	} {
		of := map[string]string{}
		for _, form := range evaluate[[][2]string](b, forms) {
			if other, taken := of[form[1]]; taken || form[1] == "" {
				t.Errorf("%s: %s looks like %s but for its colour", what, form[0], other)
			}
			of[form[1]] = form[0]
		}
		if len(of) < 4 {
			t.Errorf("%s: only %v", what, of)
		}
	}
}

// pale is JavaScript: what on the board has too little contrast to what is under
// it (WCAG 2.2: 1.4.3 for text, 1.4.11 for signs).
const pale = `(() => {
	const light = ([r, g, b]) => [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const rgb = (colour) => (colour.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map(Number);
	const ratio = (a, b) => { const [x, y] = [light(rgb(a)), light(rgb(b))].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
	const fill = (el) => getComputedStyle(el).fill, stroke = (el) => getComputedStyle(el).stroke, out = [];
	const hold = (what, a, b, least) => { if (ratio(a, b) < least) out.push(what + " " + ratio(a, b).toFixed(2)); };
	const wells = [...new Set([...document.querySelectorAll("#board .cell:not(.mark-castle) .well")].map(fill))];
	for (const el of document.querySelectorAll("#board .label")) for (const under of [fill(document.querySelector('[data-square="' + el.textContent + '"] .well')), stroke(el)]) hold("the name of " + el.textContent, fill(el), under, 4.5);
	if (document.querySelector("#board .label")?.compareDocumentPosition(document.querySelector(".glows")) & Node.DOCUMENT_POSITION_FOLLOWING) out.push("the LEDs lie over the names");
	const choices = new Set([...document.querySelectorAll("#board .cell:not(.chosen)")].map((el) => (el.classList.add("choice"), fill(el.querySelector(".well")))));
	for (const el of document.querySelectorAll("#board .cell")) el.classList.remove("choice");
	if (choices.size > 1) out.push("what may be chosen looks unlike: " + [...choices]);
	for (const el of document.querySelectorAll("#board .edge-names text")) for (const stop of document.querySelectorAll("#board #wood stop")) {
		const plank = fill(document.querySelector("#board .plank"));
		hold("the edge's " + el.textContent, fill(el), plank.startsWith("url") ? getComputedStyle(stop).stopColor : plank, 4.5);
	}
	for (const p of document.querySelectorAll(".token .piece")) {
		const disc = fill(p.querySelector(".disc"));
		hold("the symbol of " + p.dataset.owner, fill(p.querySelector(".symbol")), disc, 3);
		if (p.querySelector(".left")) hold("the energy of " + p.dataset.owner, fill(p.querySelector(".left")), disc, 4.5);
		if (p.querySelector(".number")) hold("the number of " + p.dataset.owner, fill(p.querySelector(".number")), fill(p.querySelector(".badge")), 4.5);
		const ring = p.querySelector(".energy");
		if (ring) hold("the ring of " + p.dataset.owner, stroke(ring), disc, 3);
	}
	for (const well of wells) for (const g of document.querySelectorAll(".legend .sign")) hold("the sign " + g.classList[1], g.querySelector(".full, .said") ? fill(g.querySelector(".full, .said")) : stroke(g), well, 3);
	return [...new Set(out)];
})()`

// painted picks a theme, as people do.
func (b *browser) painted(theme string) {
	b.t.Helper()
	evaluate[bool](b, `(() => { const el = document.getElementById("theme"); el.value = "`+theme+`"; return el.dispatchEvent(new Event("change")); })()`)
}

// In every theme the names of squares, the pieces, their numbers, energies and
// rings, and the signs of the lights stand out.
func TestPage_TheBoardStandsOutInEveryTheme(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	b := h.browse(t)
	for _, g := range gallery {
		options, _ := json.Marshal(g.options)
		if w := h.do(call{method: "POST", path: "/api/games", body: fmt.Sprintf(`{"game":%q,"options":%s,"dice":{"seeded":"05"}}`, g.game, options)}); w.Code != 200 {
			t.Fatalf("%s: %s", g.game, w.Body)
		}
		h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
		b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
		for _, theme := range []string{"light", "dark", "contrast"} {
			b.painted(theme)
			b.until(`document.documentElement.dataset.theme === "` + theme + `"`)
			for _, fault := range evaluate[[]string](b, pale) {
				t.Errorf("%s in %s: %s", g.game, theme, fault)
			}
			b.shoot("theme-" + g.game + "-" + theme)
		}
	}
	const plank = `getComputedStyle(document.querySelector("#board .plank")).fill`
	strong := evaluate[string](b, plank)
	if _, err := chromedp.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-contrast", Value: "more"}}}); err != nil {
		t.Fatal(err)
	}
	for theme, want := range map[string]bool{"auto": true, "light": false, "dark": false} { // a picked theme wins
		b.painted(theme)
		if got := evaluate[string](b, plank); (got == strong) != want {
			t.Errorf("who wants more contrast and picks %s has a board of %s", theme, got)
		}
		if want {
			for _, fault := range evaluate[[]string](b, pale) {
				t.Errorf("more contrast: %s", fault)
			}
		}
	}
}

// Who wants no motion gets none: no sign pulses, nothing falls or slides, and the
// LEDs' flashing is not shown.
func TestPage_ReducedMotionIsHonoured(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	h.session.edit = func(t *referee.Table) {
		t.Lights = map[string][]string{"a3": {"throw"}, "b3": {"wrong"}, "c3": {"choose"}, "d3": {"lift"}}
		t.Log = []referee.Entry{{N: 1, By: "white", Action: "c3*d5", Text: "Knight 1 attacks Lackey 4 on d5"}, {N: 2, By: "chance", Action: "die 4", Text: "Knight 1 throws 4: 16"}}
	}
	b := h.browse(t)
	for wish, want := range map[string]string{"no-preference": "true true", "reduce": "false false"} {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: wish}}}
		if _, err := chromedp.Call(b, emulation.SetEmulatedMedia, media); err != nil {
			t.Fatal(err)
		}
		b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .fallen .die")))
		got := evaluate[string](b, `(() => { const moves = document.getAnimations().length > 5 || getComputedStyle(document.querySelector(".token")).transitionDuration !== "0s";
			const flashes = performance.getEntriesByType("resource").some((e) => e.name.includes("rgb=1")) || document.querySelector('.glows [visibility="visible"]') !== null;
			return moves + " " + flashes; })()`)
		if got != want {
			t.Errorf("%s: moves and flashes: %s, want %s", wish, got, want)
		}
	}
}
