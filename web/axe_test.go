package web_test

import (
	"context"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/web"
	"reeve/web/webtest"
)

// axe returns the source of axe-core.
var axe = sync.OnceValues(func() (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	return webtest.Axe(ctx)
})

// accessible fails for everything that axe finds on the page.
func (b *browser) accessible(page string) {
	b.t.Helper()
	source, err := axe()
	if err != nil && os.Getenv("CI") == "true" {
		b.t.Fatalf("axe-core (apt install npm): %v", err)
	} else if err != nil {
		b.t.Skipf("axe-core (apt install npm): %v", err)
	}
	if _, err := chromedp.Run(b, chromedp.Evaluate[bool](source+"; true")); err != nil {
		b.t.Fatalf("axe-core does not load: %.200v", err)
	}
	// What is on its way is looked at where it goes.
	evaluate[bool](b, `(document.getAnimations().filter((a) => a.effect.getTiming().iterations !== Infinity).forEach((a) => a.finish()), true)`)
	found := evaluate[[]string](b, `axe.run(document, {resultTypes: ["violations"]}).then((r) => [String(r.passes.length)].concat(r.violations.map((v) =>
		v.id + " (" + v.impact + "): " + v.nodes.slice(0, 4).map((n) => n.target.join(" ") + " " + n.any.concat(n.all).slice(0, 1).map((c) => c.message)).join("; "))))`)
	if held, _ := strconv.Atoi(found[0]); held < 15 {
		b.t.Errorf("%s: axe held only %d rules to it", page, held)
	}
	for _, fault := range found[1:] {
		b.t.Errorf("%s: %s", page, fault)
	}
}

// touchable fails for what is too small, or too near to something else, to be
// touched on a small phone (WCAG 2.2, 2.5.8).
func (b *browser) touchable(page string) {
	b.t.Helper()
	b.run(chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile))
	b.until(`innerWidth === 320`)
	found := evaluate[[]string](b, `axe.run(document, {runOnly: ["target-size"]}).then((r) => [String(r.passes.concat(r.violations).flatMap((p) => p.nodes).length)]
		.concat(r.violations.flatMap((v) => v.nodes.map((n) => n.target.join(" ") + " " + n.any.map((c) => c.message)))))`)
	if held, _ := strconv.Atoi(found[0]); held < 12 { // as many are on the barest page
		b.t.Errorf("%s: only %d things can be touched", page, held)
	}
	for _, fault := range found[1:min(len(found), 6)] {
		b.t.Errorf("%s, one of %d: %s", page, len(found)-1, fault)
	}
	near := evaluate[float64](b, nearest)
	b.t.Logf("%s: the nearest squares are %.1f px apart", page, near)
	if near < 24 && !evaluate[bool](b, zooms) {
		b.t.Errorf("%s: two squares are %.1f px apart, and two fingers make them no larger", page, near)
	}
	if _, err := chromedp.Call(b, emulation.ClearDeviceMetricsOverride, struct{}{}); err != nil {
		b.t.Fatal(err)
	}
}

// zooms is JavaScript: whether fingers on the board can enlarge it.
const zooms = `["manipulation", "pinch-zoom"].includes(getComputedStyle(document.getElementById("board")).touchAction)
	&& !/maximum-scale|user-scalable/.test(document.querySelector("meta[name=viewport]").content)`

// nearest is JavaScript: how far the two nearest squares are apart, from middle to
// middle. Axe looks only at what Tab leads to.
const nearest = `(() => {
	const at = [...document.querySelectorAll("[data-square] .hit")].map((el) => el.getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2]);
	return Math.min(...at.flatMap(([x, y], i) => at.slice(0, i).map(([a, b]) => Math.hypot(x - a, y - b))));
})()`

// The list of games, and a spell half chosen, in every theme; the pages of a game
// are in TestPage_EveryGameIsAccessible, and its replay in that of finished games.
func TestPage_EveryPageIsAccessible(t *testing.T) {
	t.Parallel()
	c := choosing{nil, playing(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}}, func(cfg *web.Config) { cfg.Archive = played{} })}
	c.browser = c.h.browse(t)
	c.h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	c.run(chromedp.Navigate(c.base+"/archive"), chromedp.WaitReady(chromedp.CSS(".games")))
	c.accessible("/archive")
	c.sit("white")
	c.press("verb teleport")
	for _, theme := range []string{"light", "dark", "contrast"} {
		evaluate[bool](c.browser, `(() => { const el = document.getElementById("theme"); el.value = "`+theme+`"; return el.dispatchEvent(new Event("change")); })()`)
		c.accessible("/seat/white in " + theme)
		c.shoot("theme-" + theme)
	}
}

func TestPage_ThePagesFitAPhoneAndAWall(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.sit("white")
	c.press("verb swap")
	c.run(chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile))
	c.until(`innerWidth === 320 && document.documentElement.scrollWidth <= 320`)
	c.shoot("seat-320")
	if _, err := chromedp.Call(c, emulation.ClearDeviceMetricsOverride, struct{}{}); err != nil {
		t.Fatal(err)
	}
	c.run(chromedp.Navigate(c.base+"/"), chromedp.EmulateViewport(2560, 1440), chromedp.WaitReady(chromedp.CSS(".token.still")))
	c.until(`document.getElementById("board").getBoundingClientRect().height > 1000 && document.documentElement.scrollWidth <= innerWidth`)
	c.shoot("table-wall")
}

// Every game on every page, in the middle of play, with everything opened.
func TestPage_EveryGameIsAccessible(t *testing.T) {
	t.Parallel()
	onEveryPage(t, func(b *browser, _ exhibit, page string) {
		evaluate[bool](b, `(document.querySelectorAll("details").forEach((d) => { d.open = true; }), true)`)
		b.until(`document.querySelector("` + map[bool]string{true: ".more .promise", false: ".newgame"}[page == "seat"] + `")`)
		b.accessible(page)
		b.touchable(page)
	})
}

func TestLongEveryGameIsAccessible(t *testing.T) { TestPage_EveryGameIsAccessible(t) }
