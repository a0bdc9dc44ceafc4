package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The overlay of the examples, from an origin of its own, follows the real program.
func TestPage_TheOverlayFollowsTheTableFromElsewhere(t *testing.T) {
	t.Parallel()
	files := httptest.NewServer(http.FileServer(http.Dir("../examples")))
	t.Cleanup(files.Close)
	origin := strings.Replace(files.URL, "127.0.0.1", "localhost", 1)
	d := launch(t, "--allow-origin", origin)
	b := tab(t)
	b.run(chromedp.Navigate(origin + "/overlay.html?daemon=" + d.base))
	b.until(`document.getElementById("message").textContent !== ""`)
	keys := d.begin(`{"game":"camelot","dice":"fair","clock":"30+0"}`)
	d.play(keys, 1)
	b.until(`document.getElementById("last").textContent !== "" && document.getElementById("clocks").textContent.includes("white ")`)
	b.allow("favicon")
}
