package web_test

import (
	"encoding/json"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

// asks makes the browser ask for these languages, navigator.languages and
// requests alike.
func (b *browser) asks(languages string) {
	b.t.Helper()
	agent := evaluate[string](b, `navigator.userAgent`)
	if _, err := chromedp.Call(b, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: languages}); err != nil {
		b.t.Fatal(err)
	}
}

// texts is JavaScript: all that a reader of the page sees or hears, details
// opened.
const texts = `(() => {
	document.querySelectorAll("details").forEach((d) => { d.open = true; });
	const out = [document.title], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) if (!walk.currentNode.parentElement.closest("script, noscript, code")) out.push(walk.currentNode.data);
	for (const el of document.querySelectorAll("*")) for (const name of ["aria-label", "title", "placeholder", "alt"]) if (el.getAttribute(name)) out.push(el.getAttribute(name));
	return out.map((s) => s.trim()).filter((s) => /\p{L}{3}/u.test(s));
})()`

var (
	rawKey  = regexp.MustCompile(`(?:^|[\s@])[a-z]+(?:\.[a-z_]{2,})+(?:$|\s)|[{}]|undefined|NaN`)
	plain   = regexp.MustCompile(`^https?://\S+$|^[A-Za-z]\d*(?:[-x*+!~>,@|/ ][A-Za-z]\d*)*$`)
	anyGaps = regexp.MustCompile(`\{[^}]*\}`)
)

// alike are the texts of a language that are the same in English.
func alike(t *testing.T, lang string) map[string]bool {
	t.Helper()
	same := map[string]bool{"reeve": true, "Ann": true, "English": true, "Suomi": true, "Svenska": true, "Polski": true, "Italiano": true, "die 4": true}
	for _, g := range catalog.Games() {
		same[g.Title], same[g.Name] = true, true
	}
	var own map[string]messages.Entry
	if err := json.Unmarshal(messages.File(lang), &own); err != nil {
		t.Fatal(err)
	}
	for key := range own {
		if text := messages.In(lang, rules.Message{Key: key}); strings.EqualFold(text, messages.Text(rules.Message{Key: key})) && !anyGaps.MatchString(text) {
			same[text], same[strings.ToLower(text)] = true, true
		}
	}
	return same
}

// reads fails if a key shows on the page, or if what it said in English, which
// is asked first and kept, is said so in another language too.
func (b *browser) reads(page, lang string, english map[string][]string, same map[string]bool) {
	b.t.Helper()
	found := evaluate[[]string](b, texts)
	for _, text := range found {
		switch {
		case rawKey.MatchString(text):
			b.t.Errorf("%s in %s says %q", page, lang, text)
		case lang != "en" && slices.Contains(english[page], text) && !same[text] && !plain.MatchString(text):
			b.t.Errorf("%s in %s stays English: %q", page, lang, text)
		}
	}
	if lang == "en" {
		english[page] = found
	}
	if len(found) < 20 {
		b.t.Errorf("%s in %s says only %q", page, lang, found)
	}
}

// tried are the languages that a test takes: all, if it is named TestLong or TestHours.
func tried(t *testing.T) []string {
	if whole(t) {
		return messages.Languages()
	}
	return []string{"en", "fi"}
}

// Each page in each language: no key shows, nothing stays English, and nothing
// is wider than a small phone.
func TestPage_EveryPageInEveryLanguage(t *testing.T) {
	t.Parallel()
	c := choosing{nil, playing(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}}, func(cfg *web.Config) { cfg.Archive = played{} })}
	c.browser = c.h.browse(t)
	c.h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	c.says("white teleport d24>c9")
	c.run(chromedp.Navigate(c.base+"/"), chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile))
	english := map[string][]string{}
	for _, lang := range tried(t) {
		c.asks(lang + ",en")
		same := alike(t, lang)
		for _, page := range []struct{ path, ready string }{
			{"/", ".entry"}, {"/sim", "[data-token=wW]"}, {"/seat/black?key=" + c.h.keys["black"].Key, ".box.legal h2"},
			{"/archive", ".games"}, {"/archive?game=1", "body.ready .players .player"},
		} {
			c.run(chromedp.Navigate(c.base+page.path), chromedp.WaitReady(chromedp.CSS(page.ready)))
			evaluate[bool](c.browser, `(document.querySelectorAll("details").forEach((d) => { d.open = true; }), true)`)
			if page.path == "/" || page.path == "/sim" {
				c.until(`document.querySelector(".newgame")`)
				c.until(`!document.querySelector(".rebuilt").hidden && document.querySelector(".rebuilt p")`)
			}
			if got := evaluate[string](c.browser, `document.documentElement.lang`); got != lang {
				t.Fatalf("%s in %s is %s", page.path, lang, got)
			}
			c.reads(page.path, lang, english, same)
			c.until(`innerWidth === 320 && document.documentElement.scrollWidth <= 320`)
			c.shoot("language-" + lang + strings.NewReplacer("/", "-", "?", "-", "=", "-").Replace(page.path[:min(len(page.path), 12)]))
		}
	}
}

func TestLongEveryPageInEveryLanguage(t *testing.T) { TestPage_EveryPageInEveryLanguage(t) }

// Each game's table, and the form that starts each, in each language.
func TestPage_EveryGameInEveryLanguage(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{2}}}, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	english := map[string][]string{}
	for _, lang := range tried(t) {
		b.asks(lang)
		same := alike(t, lang)
		for _, g := range catalog.Games() {
			if w := h.do(call{method: "POST", path: "/api/games", body: `{"game":"` + g.Name + `","dice":{"seeded":"02"}}`}); w.Code != 200 {
				t.Fatalf("%s: %s", g.Name, w.Body)
			}
			h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
			b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("[data-square]")))
			b.until(`document.querySelector(".rebuilt").hidden === ` + strconv.FormatBool(g.Rebuilt == ""))
			evaluate[bool](b, `(document.querySelector(".more").open = true)`)
			b.until(`document.querySelector(".newgame")`)
			evaluate[bool](b, `(() => { const el = document.getElementById("new-game"); el.value = "`+g.Name+`"; return el.dispatchEvent(new Event("change")); })()`)
			b.reads(g.Name, lang, english, same)
		}
	}
}

func TestLongEveryGameInEveryLanguage(t *testing.T) { TestPage_EveryGameInEveryLanguage(t) }

// What is refused is told in the page's language, and so are games played.
func TestPage_RefusalsAreTold(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "camelot"})
	c.run(chromedp.Navigate(c.base + "/"))
	c.asks("pl,en")
	c.sit("white")
	c.until(`document.getElementById("message").textContent === "Twój ruch: przesuń bierkę"`)
	evaluate[bool](c.browser, `((undo) => (undo.disabled = false, undo.click(), true))(document.querySelector('[data-button="undo"]'))`) // as on a page that has yet to hear
	c.shows(".note", "Nie ma czego cofać")
	c.allow("409")
	c.run(chromedp.Navigate(c.base + "/nowhere"))
	c.shows(".notice", "Pod tym adresem nic nie ma.")
	c.allow("404")
}

// The browser's languages choose; a choice by hand goes before and stays.
func TestPage_ALanguageIsChosen(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	forget := func() {
		evaluate[bool](b, `(document.cookie = "language=; path=/; max-age=0", true)`)
		b.until(`!document.cookie.includes("language")`)
	}
	says := func(lang string) {
		t.Helper()
		var now string
		var err error
		for now != lang { // the page may be on its way to another
			now, err = chromedp.Run(b, chromedp.Evaluate[string](`new Promise((done) => setTimeout(() => done(document.readyState === "complete" ? document.getElementById("language")?.value ?? "" : ""), 20))`, awaited))
			if b.Err() != nil {
				t.Fatalf("the page is in %q, want %s: %v", now, lang, err)
			}
		}
		b.until(`document.documentElement.lang === "` + lang + `"`)
		b.until(`document.getElementById("message").textContent === "` + theTurn(lang, "white") + `"`)
	}
	b.asks("de,fi-FI,it,en")
	b.run(chromedp.Reload())
	says("fi")
	evaluate[bool](b, `(() => { const el = document.getElementById("language"); el.value = "sv"; return el.dispatchEvent(new Event("change")); })()`)
	says("sv")
	b.run(chromedp.Navigate(b.base + "/sim"))
	says("sv")
	b.asks("pl")
	b.run(chromedp.Reload())
	says("sv")
	forget()
	b.run(chromedp.Reload())
	says("pl")
}

func TestTheLanguageOfARequest(t *testing.T) {
	h := build(t, nil)
	for _, c := range []struct{ accept, cookie, want string }{
		{"", "", "en"}, {"fi", "", "fi"}, {"FI-fi", "", "fi"}, {"de, sv;q=0.5, pl;q=0.7", "", "pl"}, {"*", "", "en"}, {"fi;q=0", "", "en"},
		{"it;q=x", "", "en"}, {"fi", "language=it", "it"}, {"fi", "language=xx", "fi"}, {"en-GB,en;q=0.9,fi;q=0.8", "", "en"}, {strings.Repeat("fi;", 300), "", "fi"},
	} {
		r := httptest.NewRequest("GET", "http://localhost/", nil)
		r.Header.Set("Accept-Language", c.accept)
		r.Header.Set("Cookie", c.cookie)
		w := httptest.NewRecorder()
		h.server.ServeHTTP(w, r)
		if body := w.Body.String(); !strings.Contains(body, `<html lang="`+c.want+`">`) || !strings.Contains(body, "<title>") && !strings.Contains(body, "</title>") {
			t.Errorf("%q, %q: %.80s, want %s", c.accept, c.cookie, body, c.want)
		}
		if vary := w.Header().Get("Vary"); vary != "Accept-Language, Cookie" {
			t.Errorf("Vary %q", vary)
		}
	}
	for _, lang := range append(messages.Languages(), "xx") {
		for _, name := range []string{"words.", "refusals."} {
			w := h.do(call{method: "GET", path: "/assets/" + name + lang + ".json"})
			if known := lang != "xx"; known != (w.Code == 200) || known && !json.Valid(w.Body.Bytes()) {
				t.Errorf("%s%s.json: %d", name, lang, w.Code)
			}
		}
	}
}

// The voice is off until it is turned on; then the latest is said in the page's
// language, and breaks off what was being said.
func TestPage_TheVoice(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	b.asks("fi")
	b.run(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("#voice")))
	evaluate[bool](b, `(window.said = [], speechSynthesis.speak = (u) => said.push(u.lang + " " + u.text), speechSynthesis.cancel = () => said.push("-"), true)`)
	h.session.change(func(t *referee.Table) {
		t.Message.Args = map[string]string{"seat": "@seat.black", "what": "@now.move"}
	})
	b.until(`document.getElementById("message").textContent === "` + theTurn("fi", "black") + `"`)
	if n := evaluate[int](b, `said.length`); n != 0 {
		t.Errorf("%d things are said with the voice off", n)
	}
	evaluate[bool](b, `(document.getElementById("voice").click(), true)`)
	b.until(`said.join() === "-,-,fi ` + theTurn("fi", "black") + `" && document.getElementById("voice").ariaPressed === "true"`)
	h.session.change(func(t *referee.Table) {
		t.Message.Args = map[string]string{"seat": "@seat.black", "what": "@now.move"}
		t.Log = []referee.Entry{{N: 1, By: "black", Action: "draw", Key: "rules.draw", Text: "A draw is agreed"}}
	})
	b.until(`said.slice(3).join() === "-,fi Tasapelistä on sovittu. ` + theTurn("fi", "black") + `"`)
	b.run(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("#voice")))
	b.until(`document.getElementById("voice").ariaPressed === "true"`)
}

// The choices of language and colours have room for their longest words, on every width and in every language.
func TestLongPage_TheLongestChoiceOfTheHeaderHasRoom(t *testing.T) {
	t.Parallel()
	b := playing(t, referee.NewGame{Game: "rolechess"}, nil).browse(t)
	b.run(chromedp.Navigate(b.base + "/help"))
	for _, lang := range messages.Languages() {
		evaluate[bool](b, `(document.cookie = "language=`+lang+`; path=/", document.cookie !== "")`)
		for _, page := range []string{"/start", "/"} { // in the bar, and in the menu of a board
			b.run(chromedp.Navigate(b.base+page), chromedp.WaitReady(chromedp.CSS("body.ready #theme")))
			for _, w := range windows {
				b.window(w.wide, w.high)
				b.glance("choices-" + lang + strings.ReplaceAll(page, "/", "-") + "-" + itoa(int(w.wide)))
				for _, cut := range evaluate[[]string](b, cutChoices) {
					t.Errorf("%s in %s on a %s: %s", page, lang, w.name, cut)
				}
			}
		}
	}
}

// cutChoices is JavaScript: which choices of the header are narrower than their longest words, or beyond the window.
const cutChoices = `(() => {
	const menu = document.getElementById("menu");
	if (document.querySelector(".opens-menu").checkVisibility()) menu.showPopover();
	const cut = [...document.querySelectorAll(".picks select")].flatMap((el) => {
		const free = el.cloneNode(true);
		free.style.cssText = "position: absolute; width: max-content; max-width: none";
		el.after(free);
		const wants = free.offsetWidth, { left, right } = el.getBoundingClientRect();
		free.remove();
		return el.offsetWidth < wants || left < 0 || right > innerWidth ? [el.id + " is " + el.offsetWidth + " px wide and wants " + wants + ", from " + left + " to " + right] : [];
	});
	if (menu.matches(":popover-open")) menu.hidePopover();
	return cut;
})()`
