package web_test

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"reeve/docs"
	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

// helping is a house with all games whose pictures are all the same.
func helping(t *testing.T) *house {
	t.Helper()
	return build(t, func(c *web.Config, _ *session) {
		c.Games = catalog.Games()
		c.Picture = func(name string) ([]byte, error) {
			if name == "none.svg" {
				return nil, fs.ErrNotExist
			}
			return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>`), nil
		}
	})
}

var (
	hrefs = regexp.MustCompile(` (href|src)="([^"]*)"`)
	ids   = regexp.MustCompile(` id="([^"]*)"`)
)

// Whatever a document of /help leads to is there: pages, sections of them and
// pictures; and no address is outside but those that the text itself names.
func TestHelpLeadsToWhatThereIs(t *testing.T) {
	h := helping(t)
	shown := map[string]string{}
	page := func(path string) string {
		if _, ok := shown[path]; !ok {
			w := h.do(call{method: "GET", path: path})
			if w.Code != 200 {
				t.Errorf("%s: %d", path, w.Code)
			}
			shown[path] = w.Body.String()
		}
		return shown[path]
	}
	n := 0
	for _, shelf := range docs.Shelves {
		for _, name := range shelf.Names {
			path := "/help/" + strings.TrimSuffix(name, ".md")
			if !strings.Contains(page("/help"), `href="`+path+`"`) {
				t.Errorf("/help does not list %s", path)
			}
			for _, m := range hrefs.FindAllStringSubmatch(page(path), -1) {
				to, section, _ := strings.Cut(m[2], "#")
				if strings.Contains(to, "://") {
					if m[1] == "src" || !strings.Contains(m[0], "href") {
						t.Errorf("%s takes %s from outside", path, to)
					}
					continue
				}
				n++
				if to == "" {
					to = path
				}
				if text := page(to); section != "" && !strings.Contains(text, ` id="`+section+`"`) {
					t.Errorf("%s: %s has no section %s", path, to, section)
				}
			}
			seen := map[string]bool{}
			for _, m := range ids.FindAllStringSubmatch(page(path), -1) {
				if seen[m[1]] {
					t.Errorf("%s: two parts are called %s", path, m[1])
				}
				seen[m[1]] = true
			}
			if text := page(path); strings.Contains(text, "```") || strings.Contains(text, "\x00") || strings.Contains(text, "](") || strings.Contains(text, "<th></th>") {
				t.Errorf("%s is not wholly rendered, or a column's head is empty", path)
			}
		}
	}
	if n < 300 {
		t.Errorf("only %d addresses", n)
	}
	for _, path := range []string{"/help/nothing", "/help/games/../api", "/help/none.svg", "/help/docs.go", "/help/"} {
		if w := h.do(call{method: "GET", path: path}); w.Code != 404 && w.Code != 307 && w.Code != 301 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

// The documents are found from the start page and the menu, read with the keyboard
// alone, and fit a phone; their pages ask for nothing outside.
func TestPage_HelpIsAtHand(t *testing.T) {
	t.Parallel()
	h := helping(t)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`document.querySelector('main a[href="/help"]') && document.querySelector('nav a[href="/help"]')`)
	b.run(chromedp.Navigate(b.base+"/help"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`document.querySelectorAll("main li a").length >= 15 && document.body.classList.contains("ready")`)
	b.accessible("help")
	b.shoot("help")
	typist{b}.tabs("main li a")
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(`location.pathname.startsWith("/help/") && document.body.classList.contains("ready")`)
	typist{b}.tabs("main a[href='/help']")
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(`location.pathname === "/help" && document.body.classList.contains("ready")`)
	b.run(chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile))
	b.until(`document.documentElement.scrollWidth <= innerWidth`)
	for _, name := range []string{"games/rolechess", "operations", "build-a-board", "hands"} {
		b.run(chromedp.Navigate(b.base+"/help/"+name), chromedp.WaitReady(chromedp.CSS("body.ready")))
		b.until(`document.documentElement.scrollWidth <= innerWidth && [...document.images].every((i) => i.alt !== null)`)
		b.until(`parseFloat(getComputedStyle(document.querySelector("main h1")).fontSize) <= 26`) // the longest words of titles have room
		b.accessible("help " + name)
		b.shoot("help-" + strings.ReplaceAll(name, "/", "-"))
	}
	b.sound()
}

func TestHelpSpeaksEveryLanguage(t *testing.T) {
	h := helping(t)
	for _, lang := range messages.Languages() {
		w := h.do(call{method: "GET", path: "/help", header: map[string]string{"Accept-Language": lang}})
		for _, key := range []string{"page.help", "shelf.players", "shelf.builders", "shelf.operators", "shelf.programmers"} {
			if text := messages.In(lang, rules.Say(key)); !strings.Contains(w.Body.String(), ">"+text+"<") {
				t.Errorf("%s: no %q", lang, text)
			}
		}
	}
}
