package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
)

// watched is JavaScript: it keeps what ever lay over the board, and stops it in the middle.
const watched = `(() => {
	globalThis.lay = [];
	new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach((n) => {
		if (n.classList?.contains("alive")) globalThis.lay.push([n.querySelectorAll(".die").length, [...n.querySelectorAll(".count")].map((c) => c.textContent).join(" "), n.querySelectorAll(".piece").length].join("|")), n.getAnimations({ subtree: true }).forEach((a) => { a.pause(); a.currentTime = 900; });
	}))).observe(document.querySelector(".stage"), { childList: true, subtree: true });
	return true;
})()`

// An attack is shown: two dice beside the attacked, its energy counted down, the piece
// that falls leaves, and nothing is left of it. A page that is hidden meanwhile has the
// right picture at once, and who wants no motion sees none.
func TestPage_TheBoardComesAlive(t *testing.T) {
	t.Parallel()
	c := table(t, 6, 1, 6, 1)
	evaluate[bool](c.browser, watched)
	c.says("white b1-c3", "black a6-a5", "white c3-b5", "white b5*d6")
	c.until(`globalThis.lay.some((l) => /^2\|\d+ .*0\|1$/.test(l))`)
	if stays := evaluate[int](c.browser, `document.querySelectorAll(".alive .die").length`); stays != 2 {
		t.Errorf("%d dice lie there while they fall", stays)
	}
	c.shoot("alive")
	evaluate[bool](c.browser, `(document.querySelector(".alive")?.getAnimations({ subtree: true }).forEach((a) => a.finish()), true)`)
	c.until(`!document.querySelector(".alive")`)
	c.until(`!document.querySelector('[data-square="d6"]').ariaLabel.includes("Black")`)

	c.says("white advance", "black a5-a4", "white d6-e4", "white end", "black b6-b5", "white e4-c5")
	c.until(`[...document.querySelectorAll(".entry code")].some((e) => e.textContent === "e4-c5")`)
	evaluate[bool](c.browser, `(Object.defineProperty(document, "hidden", { get: () => globalThis.hides ?? false }), globalThis.lay.length = 0, true)`)
	c.says("white c5*d7")
	c.until(`globalThis.lay.length > 0`)
	evaluate[bool](c.browser, `(globalThis.hides = true, document.dispatchEvent(new Event("visibilitychange")), true)`)
	if got := evaluate[bool](c.browser, `document.querySelector(".alive") === null && document.getElementById("message").textContent === "White wins: the Emperor has fallen"`); !got {
		t.Error("a page that is hidden keeps what was moving")
	}
}

// Nothing moves for who wants no motion, and the table is quiet until it is asked.
func TestPage_NothingMovesForWhoWantsNoMotion(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1, 6, 1}}})
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}}
	if _, err := chromedp.Call(c.browser, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .token.still")))
	if on := evaluate[string](c.browser, `document.getElementById("sound").ariaPressed`); on != "false" {
		t.Errorf("the table sounds by itself: %s", on)
	}
	evaluate[bool](c.browser, watched)
	evaluate[bool](c.browser, `(globalThis.shaken = [], Object.defineProperty(navigator, "vibrate", { value: (ms) => globalThis.shaken.push(ms) }), true)`)
	c.says("white b1-c3", "black a6-a5", "white c3-b5", "white b5*d6")
	c.until(`!document.querySelector('[data-square="d6"]').ariaLabel.includes("Black")`)
	if lay := evaluate[string](c.browser, `import("/assets/animation.js").then(() => new Promise((done) => setTimeout(() => done(globalThis.lay.join()), 50)))`); lay != "" {
		t.Errorf("there is motion: %s", lay)
	}
	c.run(pressOn(".opens-menu"), pressOn("#sound"))
	heard := evaluate[string](c.browser, `import("/assets/sound.js").then((m) => m.sound([{ kind: "thrown", faces: [6, 1] }, { kind: "loss" }, { kind: "left" }, { kind: "placed" }, { kind: "placed" }, { kind: "over" }]).join())`)
	if heard != "thrown,loss,left,placed,over" || evaluate[string](c.browser, `document.getElementById("sound").ariaPressed`) != "true" {
		t.Errorf("heard %s", heard)
	}
	if shaken := evaluate[int](c.browser, `globalThis.shaken.length`); shaken != 1 {
		t.Errorf("the phone shakes %d times: never while it is switched off, once with the sounds", shaken)
	}
	c.says("white advance")
	c.until(`globalThis.shaken.length === 2`) // what happens on the page shakes it
	c.run(pressOn("#sound"))
	c.says("black a5-a4")
	c.until(`[...document.querySelectorAll(".entry code")].some((e) => e.textContent === "a5-a4")`)
	if shaken := evaluate[int](c.browser, `import("/assets/animation.js").then(() => new Promise((done) => setTimeout(() => done(globalThis.shaken.length), 50)))`); shaken != 2 {
		t.Errorf("switched off again the phone shakes")
	}
}

// Where somebody plays it sounds, where one looks on it is quiet; and the switch is one press away on every screen.
func TestPage_WhoPlaysHears(t *testing.T) {
	t.Parallel()
	h := exhibit{game: "camelot", seat: "white"}.begin(t)
	b := h.browse(t)
	for path, sounds := range map[string]string{"/": "false", "/sim": "false", "/here": "true", "/seat/white?key=" + h.keys["white"].Key: "true"} {
		if !whole(t) && path != "/" && path != "/here" {
			continue
		}
		b.run(chromedp.Navigate(b.base+path), chromedp.WaitReady(chromedp.CSS("body.ready")))
		if on := evaluate[string](b, `document.getElementById("sound").ariaPressed`); on != sounds {
			t.Errorf("%s sounds by itself: %s, want %s", path, on, sounds)
		}
		for _, w := range []int{1, 4} { // a laptop and the smallest phone
			if !whole(t) && (w == 1 || path == "/") {
				continue
			}
			b.window(windows[w].wide, windows[w].high)
			b.click(b.middleOf(".opens-menu"))
			b.until(`document.getElementById("menu").matches(":popover-open")`)
			if in := evaluate[bool](b, `(({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)(document.getElementById("sound").getBoundingClientRect())`); !in {
				t.Errorf("%s on a %s: the switch is not in view", path, windows[w].name)
			}
			b.glance("menu-" + windows[w].name)
			b.click(b.middleOf(".opens-menu"))
			b.until(`!document.getElementById("menu").matches(":popover-open")`)
		}
	}
}

func TestLongPage_WhoPlaysHears(t *testing.T) { TestPage_WhoPlaysHears(t) }

// What is shown between two tables of a random game is what the rules did, in every game:
// who left the board left it, and who lost energy lost it.
func TestPage_ChangesAreWhatTheRulesDid(t *testing.T) {
	t.Parallel()
	b := build(t, nil).browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	for _, g := range catalog.Games() {
		state, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(9, 155))
		var tables []map[string]any
		var want []string
		log := []map[string]any{}
		for n := range 120 {
			legal := state.Legal(nil)
			if len(legal) == 0 {
				break
			}
			if n == 0 {
				tables = append(tables, map[string]any{"game": g.Name, "position": state.View(rules.Full), "log": log, "log_length": 0, "status": "play"})
			}
			step := legal[rng.IntN(len(legal))]
			before := state
			if state, _, err = state.Apply(step, nil); err != nil {
				t.Fatal(err)
			}
			log = append(slices.Clip(log), map[string]any{"n": n + 1, "action": before.Text(step)})
			tables = append(tables, map[string]any{"game": g.Name, "position": state.View(rules.Full), "log": log, "log_length": n + 1, "status": "play"})
			want = append(want, fmt.Sprint(n, ":", leftBetween(before, state)))
		}
		text, err := json.Marshal(tables)
		if err != nil {
			t.Fatal(err)
		}
		got := evaluate[[]string](b, `import("/assets/animation.js").then((m) => { const all = `+string(text)+`; return all.slice(1).map((next, i) => i + ":" + m.changes(all[i], next).filter((c) => c.kind === "left").map((c) => c.piece.id).sort().join(" ")); })`)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the page tells\n%v\nthe rules\n%v", g.Name, got, want)
		}
		if backwards := evaluate[int](b, `import("/assets/animation.js").then((m) => { const all = `+string(text)+`; return all.slice(1).map((next, i) => m.changes(next, all[i]).length).reduce((a, b) => a + b, 0) + m.changes(all[0], all.at(-1)).length; })`); backwards != 0 {
			t.Errorf("%s: %d things are shown of what was taken back, or missed", g.Name, backwards)
		}
	}
}

// leftBetween are the pieces that stood on the board before, and do not after.
func leftBetween(before, after rules.State) string {
	stands := map[string]bool{}
	for _, p := range after.View(rules.Full).Pieces {
		stands[p.ID] = p.At != nil
	}
	var left []string
	for _, p := range before.View(rules.Full).Pieces {
		if p.At != nil && !stands[p.ID] {
			left = append(left, p.ID)
		}
	}
	slices.Sort(left)
	return strings.Join(left, " ")
}
