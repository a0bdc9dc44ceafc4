package web_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/web"
)

// axeVersion is the version of axe-core that the pages are held to. It is got
// for tests only, into the temporary folder, and never served.
const axeVersion = "4.10.3"

// axe returns the source of axe-core.
var axe = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(os.TempDir(), "reeve-axe-core-"+axeVersion)
	file := filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(file); err != nil {
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		defer stop()
		if err := exec.CommandContext(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", dir, "axe-core@"+axeVersion).Run(); err != nil {
			return "", err
		}
	}
	text, err := os.ReadFile(file)
	return string(text), err
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
	// What is on its way is not looked at before it is there.
	evaluate[bool](b, `Promise.allSettled(document.getAnimations().filter((a) => a.effect.getTiming().iterations !== Infinity).map((a) => a.finished)).then(() => true)`)
	found := evaluate[[]string](b, `axe.run(document, {resultTypes: ["violations"]}).then((r) => [String(r.passes.length)].concat(r.violations.map((v) =>
		v.id + " (" + v.impact + "): " + v.nodes.slice(0, 4).map((n) => n.target.join(" ") + " " + n.any.concat(n.all).slice(0, 1).map((c) => c.message)).join("; "))))`)
	if held, _ := strconv.Atoi(found[0]); held < 15 {
		b.t.Errorf("%s: axe held only %d rules to it", page, held)
	}
	for _, fault := range found[1:] {
		b.t.Errorf("%s: %s", page, fault)
	}
}

func TestEveryPageIsAccessible(t *testing.T) {
	c := choosing{nil, playing(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}}, func(cfg *web.Config) { cfg.Archive = played{} })}
	c.browser = c.h.browse(t)
	c.h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	for path, ready := range map[string]string{"/": ".token.still", "/sim": "[data-token=wW]", "/archive": ".games", "/archive?game=1": ".steps"} {
		c.run(chromedp.Navigate(c.base+path), chromedp.WaitReady(chromedp.CSS(ready)))
		evaluate[bool](c.browser, `(document.querySelectorAll("details").forEach((d) => { d.open = true; }), true)`)
		if path == "/" {
			c.until(`document.querySelector(".newgame")`)
		}
		c.accessible(path)
	}
	c.sit("white")
	c.press("word teleport")
	for _, theme := range []string{"light", "dark", "contrast"} {
		evaluate[bool](c.browser, `(() => { const el = document.getElementById("theme"); el.value = "`+theme+`"; return el.dispatchEvent(new Event("change")); })()`)
		c.accessible("/seat/white in " + theme)
		c.shoot("theme-" + theme)
	}
}

func TestThePagesFitAPhoneAndAWall(t *testing.T) {
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.sit("white")
	c.press("word swap")
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
func TestEveryGameIsAccessible(t *testing.T) {
	for _, g := range gallery {
		t.Run(g.game, func(t *testing.T) {
			h := g.begin(t)
			h.wanders(t, g.actions)
			b := h.browse(t)
			for page, path := range g.pages(h) {
				b.run(chromedp.Navigate(b.base+path), chromedp.WaitReady(chromedp.CSS("body.ready")))
				evaluate[bool](b, `(document.querySelectorAll("details").forEach((d) => { d.open = true; }), true)`)
				b.accessible(page)
			}
		})
	}
}
