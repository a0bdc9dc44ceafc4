package web_test

import (
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// rightWithin is how soon after the daemon answers again a page is right again.

// The daemon dies in the middle of a game and comes back: the page says that it
// has lost it, comes back by itself with the game as it is now, and goes on.
func TestPage_ThePageOutlivesTheDaemon(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	d := launch(t, "--state", state)
	d.begin(`{"game":"rolechess","dice":{"scripted":[6,1]}}`)
	b := tab(t)
	b.run(chromedp.Navigate(d.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .token.still")))
	d.call("POST", "/api/action", `{"seat":"white","action":"b1-c3"}`, "", nil)
	b.logged("b1-c3")
	if p, err := os.FindProcess(d.pid); err != nil || p.Kill() != nil {
		t.Fatalf("the daemon lives on: %v", err)
	}
	b.until(`document.getElementById("line").textContent === "Connecting again…" && document.body.classList.contains("away")`)
	d = launch(t, "--state", state, "--listen", strings.Replace(strings.TrimPrefix(d.base, "http://"), "localhost", "127.0.0.1", 1))
	d.call("POST", "/api/action", `{"seat":"black","action":"a6-a5"}`, "", nil)
	b.logged("a6-a5")
	b.until(`document.getElementById("line").textContent === "" && !document.body.classList.contains("away")`)
	b.until(`document.querySelector('[data-square="a5"]').ariaLabel.startsWith("a5: Black Lackey 7") && document.querySelector('[data-square="c3"]').ariaLabel.startsWith("c3: White Knight 1")`)
	d.call("POST", "/api/action", `{"seat":"white","action":"f1-e3"}`, "", nil)
	b.logged("f1-e3")
	b.allow("ERR_") // what the browser says of the line that was lost
}
