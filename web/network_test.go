package web_test

import (
	"encoding/json"
	"net"
	"net/netip"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"reeve/cli/clitest"
	"reeve/web"
)

// The daemon dies in the middle of a game and comes back: the page says that it
// has lost it, comes back by itself with the game as it is now, and goes on.
func TestPage_ThePageOutlivesTheDaemon(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	at := "127.0.0.1:" + clitest.FreePort(t)
	d := launch(t, "--state", state, "--listen", at)
	d.begin(`{"game":"rolechess","dice":{"scripted":[6,1]}}`)
	b := tab(t)
	b.run(chromedp.Navigate(d.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .token.still")))
	d.call("POST", "/api/action", `{"seat":"white","action":"b1-c3"}`, "", nil)
	b.logged("b1-c3")
	if p, err := os.FindProcess(d.pid); err != nil || p.Kill() != nil {
		t.Fatalf("the daemon lives on: %v", err)
	}
	b.until(`document.getElementById("line").textContent === "Connection lost. Reconnecting…" && document.body.classList.contains("away")`)
	d = launch(t, "--state", state, "--listen", at)
	d.call("POST", "/api/action", `{"seat":"black","action":"a6-a5"}`, "", nil)
	b.logged("a6-a5")
	b.until(`document.getElementById("line").textContent === "" && !document.body.classList.contains("away")`)
	b.until(`document.querySelector('[data-square="a5"]').ariaLabel.startsWith("a5: Black Lackey 7") && document.querySelector('[data-square="c3"]').ariaLabel.startsWith("c3: White Knight 1")`)
	d.call("POST", "/api/action", `{"seat":"white","action":"f1-e3"}`, "", nil)
	b.logged("f1-e3")
	b.allow("ERR_") // what the browser says of the line that was lost
}

// What a page loads only when it is needed comes late, not never, if the daemon is away just then.
func TestPage_WhatIsNeededWhileTheDaemonIsAwayComesLater(t *testing.T) {
	t.Parallel()
	b := build(t, nil).browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	block := func(patterns ...*network.BlockPattern) {
		if err := tell(b, network.SetBlockedURLs, network.SetBlockedURLsParams{URLPatterns: patterns}); err != nil {
			t.Fatal(err)
		}
	}
	block(&network.BlockPattern{URLPattern: "*://*:*/assets/sound.js*", Block: true})
	evaluate[bool](b, `import("/assets/lazy.js").then((m) => { m.part("sound").then((m) => { window.came = typeof m.sound; }); return true; })`)
	b.until(`performance.getEntriesByType("resource").some((e) => e.name.includes("sound.js"))`)
	block()
	b.until(`window.came === "function"`)
	b.allow("ERR_BLOCKED_BY_CLIENT")
}

// Who looks at the board's pages on the machine that serves them gets links for others that open on their phones:
// those of the seats, of a finished game, and of the page of trust.
func TestLinksForOthersNameTheMachineAsTheyCallIt(t *testing.T) {
	t.Parallel()
	own := "localhost"
	all, err := net.InterfaceAddrs()
	for _, a := range all {
		if addr := netip.MustParsePrefix(a.String()).Addr(); err == nil && addr.Is4() && addr.IsGlobalUnicast() {
			own = addr.String()
			break
		}
	}
	for listen, want := range map[string]string{"0.0.0.0:8080": "http://" + own + ":8080/", ":8080": "http://" + own + ":8080/", "127.0.0.1:8080": "http://localhost:8080/"} {
		h := build(t, func(cfg *web.Config, _ *session) { cfg.Listen = listen })
		var dealt web.Keys
		admin := ""
		if link := h.server.AdminLink(); link != nil {
			admin = link.Key
		}
		w := h.do(call{method: "GET", path: "/api/keys", host: "localhost:8080", key: admin})
		if err := json.Unmarshal(w.Body.Bytes(), &dealt); err != nil || w.Code != 200 || !strings.HasPrefix(dealt.Seats["white"].URL, want) {
			t.Errorf("listening on %s, white's link is %q (%d %s), want %s…", listen, dealt.Seats["white"].URL, w.Code, w.Body, want)
		}
	}
}
