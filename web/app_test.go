package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/web"
)

// What a page would do on a phone: it counts the lines to the daemon, and who keeps the screen on.
const phone = `window.lines = 0;
	const later = window.setTimeout; // what happens when nothing is heard for two beats and more
	window.setTimeout = (does, ms, ...given) => later(ms === 40000 ? () => {} : does, ms, ...given, ms === 40000 && (window.silence = does));
	window.EventSource = class extends EventSource { constructor(...given) { super(...given); lines++; } };
	window.held = 0;
	Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
		const lock = new EventTarget();
		held++;
		lock.release = async () => { held--; lock.dispatchEvent(new Event("release")); };
		window.sleep = lock.release;
		return lock;
	} } });`

// The screen stays on while a game is on, also after the page was hidden; each wake of the
// phone opens a new line at once, and so does long silence. Till the table has come anew, nothing that may be old can be pressed.
func TestPage_APhoneStaysAwakeAndWakesUp(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess"}, nil)
	b := h.browse(t)
	added, err := chromedp.Call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: phone})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		tell(b, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams(added))
	})
	b.run(chromedp.Navigate(b.base+"/seat/white"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`lines === 1 && held === 1`)
	wake := `document.dispatchEvent(new Event("visibilitychange"))`
	evaluate[bool](b, `sleep().then(() => `+wake+`)`) // the system took the lock while the page was hidden
	b.until(`lines === 2 && held === 1`)
	stale := `, document.querySelector(".away .dock") && getComputedStyle(document.querySelector(".cell")).pointerEvents === "none" && document.getElementById("line").textContent !== ""`
	fresh := ` && document.getElementById("line").textContent === "" && getComputedStyle(document.querySelector(".cell")).pointerEvents !== "none"`
	for i, what := range []string{wake, `silence()`} {
		if !evaluate[bool](b, `(`+what+stale+`)`) {
			t.Errorf("what is old stands as if it were not, after %s", what)
		}
		b.until(fmt.Sprintf(`lines === %d && held === 1`, 3+i) + fresh)
	}
	h.do(call{method: "POST", path: "/api/resign", body: `{"seat":"white"}`})
	b.until(`held === 0`)
	evaluate[bool](b, wake)
	b.until(`lines === 5 && held === 0 && document.getElementById("line").textContent === ""`)
}

// The manifest lets phones put the page among their apps (W3C, Web Application Manifest).
func TestTheManifestMakesAnApp(t *testing.T) {
	t.Parallel()
	w := playing(t, referee.NewGame{Game: "rolechess"}, nil).do(call{method: "GET", path: "/assets/app.webmanifest"})
	var m struct {
		Name    string `json:"name"`
		Start   string `json:"start_url"`
		Display string `json:"display"`
		Icons   []struct {
			Src   string `json:"src"`
			Sizes string `json:"sizes"`
		} `json:"icons"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil || w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/manifest+json" {
		t.Fatal(w.Code, w.Header(), err)
	}
	if m.Name == "" || m.Start == "" || m.Display != "standalone" || len(m.Icons) == 0 {
		t.Errorf("the manifest says %+v", m)
	}
}

// A phone is told step by step how to trust the board; where there is nothing to trust, how to begin.
func TestPage_APhoneIsToldHowToTrustTheBoard(t *testing.T) {
	t.Parallel()
	fingerprint := strings.Repeat("3A:", 31) + "0F"
	h := playing(t, referee.NewGame{Game: "rolechess"}, func(c *web.Config) {
		c.Secure = &web.Secure{Port: 8443, Certificate: []byte{0x30}, Fingerprint: fingerprint}
	})
	b := h.browse(t)
	b.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(b.base+"/trust"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`document.getElementById("secure").href === "https://localhost:8443/start" && document.querySelector(".print").textContent === "` + fingerprint + `" &&
		document.querySelector("ol img").naturalWidth > 0 && document.documentElement.scrollWidth <= innerWidth`)
	b.accessible("/trust")
	b.shoot("trust")
	if w := h.do(call{method: "GET", path: "/authority.crt"}); w.Header().Get("Content-Type") != "application/x-x509-ca-cert" || w.Body.Len() != 1 {
		t.Errorf("the certificate: %v", w.Header())
	}
	none := playing(t, referee.NewGame{Game: "rolechess"}, nil).browse(t)
	none.run(chromedp.Navigate(none.base+"/trust"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	none.until(`document.querySelector(".notice").textContent.includes("--tls 8443")`)
	none.allow("404")
}
