package web_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"reeve/referee"
	"reeve/web"
)

// feeling is a board of two drivers that a test moves.
type feeling struct {
	mu   sync.Mutex
	live web.Live
}

func newFeeling() *feeling {
	main := web.LiveDriver{Name: "main", Kind: "gpio"}
	for i := range 49 {
		square := fmt.Sprintf("%c%d", 'a'+i%7, i/7+1)
		main.Contacts = append(main.Contacts, web.LiveContact{Channel: i, Label: square, Square: square})
	}
	main.Contacts = append(main.Contacts, web.LiveContact{Channel: 50, Label: "[confirm]"}, web.LiveContact{Channel: 51, Edges: 1})
	return &feeling{live: web.Live{Drivers: []web.LiveDriver{main, {Name: "more", Kind: "serial", Fault: "waiting for the controller", Contacts: []web.LiveContact{}}}}}
}

func (f *feeling) get() web.Live {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.live.At += time.Second
	live := web.Live{At: f.live.At}
	for _, d := range f.live.Drivers {
		d.Contacts = append([]web.LiveContact{}, d.Contacts...)
		live.Drivers = append(live.Drivers, d)
	}
	return live
}

func (f *feeling) change(what func(*web.Live)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	what(&f.live)
}

func (f *feeling) house(t *testing.T) *house {
	return build(t, func(cfg *web.Config, _ *session) { cfg.Doctor = f.get })
}

func TestTheDoctorAnswersTheAdminOnly(t *testing.T) {
	f := newFeeling()
	h := f.house(t)
	const want = `{"at":2000,"drivers":[{"name":"main","kind":"gpio","contacts":[{"channel":0,"label":"a1","square":"a1","closed":false,"edges":0,"flickers":0},`
	for _, c := range []struct {
		from   string
		status int
		has    string
	}{
		{"127.0.0.1:5", 200, `"contacts":`}, {"[::1]:5", 200, want}, {"192.168.1.7:5", 401, `"key":"no.admin"`},
	} {
		w := h.do(call{method: "GET", path: "/api/doctor", from: c.from})
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.has) {
			t.Errorf("from %s: %d %s", c.from, w.Code, w.Body)
		}
	}
	if w := build(t, nil).do(call{method: "GET", path: "/api/doctor"}); w.Code != 404 {
		t.Errorf("without a doctor: %d", w.Code)
	}
	if w := h.do(call{method: "GET", path: "/doctor"}); w.Code != 200 || strings.Contains(w.Header().Get("Content-Security-Policy"), "unsafe") {
		t.Errorf("the page: %d %v", w.Code, w.Header())
	}
}

// While armies are placed in secret nobody sees what the sensors feel. A game with secrets that do not lie on the board hides
// nothing of it, and one that has ended does not either, though its record stays sealed: the admin may read that (decision 0031).
func TestTheDoctorWaitsOnlyWhilePiecesArePlacedInSecret(t *testing.T) {
	for game, refused := range map[string]bool{"chessbattle": true, "dungeonchess": false} {
		h := playing(t, referee.NewGame{Game: game}, func(c *web.Config) { c.Doctor = func() web.Live { return web.Live{} } })
		for range 60 {
			if p := h.public(t).Phase; p == "deployment" || p == "turn" {
				break
			}
			h.stepsOn(t, slices.Sorted(maps.Keys(h.keys))...)
		}
		look := call{method: "GET", path: "/api/doctor", key: h.admin}
		if w := h.do(look); (w.Code == 409 && strings.Contains(w.Body.String(), `"key":"no.hides"`)) != refused || !refused && w.Code != 200 {
			t.Errorf("%s, %s: %d %s", game, h.public(t).Phase, w.Code, w.Body)
		}
		if refused {
			h.do(call{method: "POST", path: "/api/resign", body: `{"seat":"white"}`, key: h.keys["white"].Key})
			if w := h.do(look); w.Code != 200 {
				t.Errorf("%s has ended: %d %s", game, w.Code, w.Body)
			}
		}
	}
}

// The page shows what every contact does, while it does it.
func TestPage_TheDoctorsPage(t *testing.T) {
	t.Parallel()
	f := newFeeling()
	b := f.house(t).browse(t)
	b.run(chromedp.Navigate(b.base+"/doctor"), chromedp.WaitReady(chromedp.CSS(`[data-contact="0/0"]`)))
	b.until(`document.querySelectorAll("[data-contact]").length === 51`)
	b.until(`document.querySelector(".sensors svg [data-square='g7']").ariaLabel === "g7: open; changes: 0, last 10 s: 0; flickers: 0"`)
	b.until(`document.body.innerText.includes("more (serial) does not answer: waiting for the controller")`)

	f.change(func(l *web.Live) {
		c := &l.Drivers[0].Contacts[8] // b2
		c.Closed, c.Edges, c.Flickers, c.Fault = true, 3, 120, "flickering"
		l.Drivers[0].Contacts[49].Edges = 2
		l.Drivers[1].Fault = ""
	})
	row := func(key string) string {
		return `[...document.querySelector("[data-contact='` + key + `']").children].map((e) => e.textContent).join()`
	}
	b.until(row("0/8") + ` === "8,b2,closed,3,3,120"`)
	b.until(row("0/50") + ` === "50,[confirm],open,2,2,0"`)
	b.until(row("0/51") + ` === "51,not wired,open,1,0,0"`)
	b.until(`document.querySelector("[data-square='b2']").ariaLabel.startsWith("b2: closed; changes: 3")`)
	b.until(`document.querySelectorAll(".sensors .closed .contact").length === 1 && document.querySelectorAll(".sensors .faulty .contact").length === 1`)
	b.until(`document.getElementById("spoken").textContent.includes("b2: unsteady sensor") && document.getElementById("spoken").textContent.includes("more (serial) answers")`)
	b.until(`document.querySelector(".faults").innerText.includes("check the sensor and its joints")`)
	b.shoot("doctor")

	f.change(func(l *web.Live) { l.At += 20 * time.Second }) // the changes are long past
	b.until(row("0/8") + ` === "8,b2,closed,3,0,120"`)
	f.change(func(l *web.Live) {
		l.At, l.Drivers[0].Contacts[8] = 0, web.LiveContact{Channel: 8, Square: "b2", Edges: 1}
	}) // another daemon
	b.until(row("0/8") + ` === "8,b2,open,1,0,0"`)
	b.until(`document.querySelector(".faults").children.length === 0`)
}

// The arrow keys walk over the contacts, a phone is wide enough, and axe finds nothing in any theme.
func TestPage_TheDoctorsPageIsForEverybody(t *testing.T) {
	t.Parallel()
	f := newFeeling()
	f.change(func(l *web.Live) { l.Drivers[0].Contacts[0].Fault = "dead" })
	b := f.house(t).browse(t)
	b.run(chromedp.Navigate(b.base+"/doctor"), chromedp.WaitReady(chromedp.CSS(`[data-contact="0/0"]`)), focusOn(`[data-square="b1"]`), chromedp.KeyEvent(kb.ArrowUp))
	if here := evaluate[string](b, `document.activeElement.dataset.square`); here != "b2" {
		t.Errorf("the up arrow led from b1 to %q", here)
	}
	for _, theme := range []string{"light", "dark", "contrast"} {
		evaluate[bool](b, `(() => { const el = document.getElementById("theme"); el.value = "`+theme+`"; return el.dispatchEvent(new Event("change")); })()`)
		b.accessible("/doctor in " + theme)
	}
	b.run(chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile))
	b.until(`innerWidth === 320 && document.documentElement.scrollWidth <= 320`)
	b.shoot("doctor-320")
	evaluate[bool](b, `(localStorage.clear(), true)`)
}

// Who may not see it is told why, and a daemon that is gone too.
func TestPage_TheDoctorsPageSaysWhyNot(t *testing.T) {
	t.Parallel()
	h := newFeeling().house(t)
	h.session.hide()
	h.admin = h.server.AdminLink().Key
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base + "/doctor"))
	b.until(`document.querySelector("[role=alert]").textContent === "Pieces are placed in secret now, and the sensors would show where. Look again when they are shown to all, or the game has ended."`)
	b.allow("409")
}
