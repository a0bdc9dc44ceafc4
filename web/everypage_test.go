package web_test

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/rules"
	"reeve/rules/catalog"
)

// place is a page, and what is there when it is whole.
type place struct{ name, path, ready string }

// pagesOf are the kinds of pages on which a game is played; its replay needs one that is over.
func pagesOf(g *rules.Game, key string) []place {
	const whole = "body.ready .token"
	seat := "/seat/" + g.Seats[0]
	return []place{{"table", "/", whole}, {"here", "/here", whole}, {"sim", "/sim", whole}, {"seat", seat + "?key=" + key, "body.ready .box.legal .choices"}}
}

// afterwards are the pages of a game that is over, and those of no game.
func afterwards(g *rules.Game) []place {
	return []place{{"end", "/seat/" + g.Seats[0], "#rematch"}, {"replay", "/archive?game=latest", "body.ready .steps"},
		{"rules", "/rules/" + g.Name, ".document"}, {"help", "/help/games/" + g.Name, "body.ready main"}, {"start", "/start", ".where .strong"}}
}

// onAllPages opens every kind of page of each game that is wanted, in the middle of play, in a lesson, and after the end.
func onAllPages(t *testing.T, games []*rules.Game, wanted func(at place) bool, look func(b *browser, g *rules.Game, at place)) {
	d := launch(t)
	b := tab(t)
	b.base = d.base
	b.allow("status of 403") // one screen for all may not act for seats that have secrets
	b.allow("/api/doctor")   // nor is the board examined while pieces are placed in secret
	open := func(g *rules.Game, all ...place) {
		for _, at := range all {
			if wanted(at) {
				b.run(chromedp.Navigate(b.base+at.path), chromedp.WaitReady(chromedp.CSS(at.ready)))
				look(b, g, at)
			}
		}
	}
	b.run(chromedp.Navigate(b.base+"/start?key="+d.key), chromedp.WaitReady(chromedp.CSS("body.ready")))
	for _, g := range games {
		b.run(chromedp.Navigate("about:blank")) // a page that is open while another game begins may ask for a seat of the one before
		keys := d.begin(`{"game":"` + g.Name + `","dice":{"seeded":"01"}}`)
		d.play(keys, 30)
		open(g, pagesOf(g, keys[g.Seats[0]])...)
		for _, seat := range g.Seats[:len(keys)-1] {
			d.call("POST", "/api/resign", `{"seat":"`+seat+`"}`, keys[seat], nil)
		}
		open(g, afterwards(g)...)
		open(g, place{"learn", "/learn?game=" + g.Name, ".coach progress"})
	}
	open(nil, place{"archive", "/archive", ".games"}, place{"doctor", "/doctor", "main > *"})
}

// covered is JavaScript: what the panel of the rules covers that must stay in view, at a point in the middle of each.
const covered = `[".status", ".bar .rules"].concat(innerWidth > innerHeight ? [".board", ".dock"] : []).filter((css) => {
	const el = document.querySelector(css), r = el.getBoundingClientRect();
	return document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)?.closest("dialog");
})`

// cramped is JavaScript: words of the title of the rules that break, and that the rules are read through a slot, beside a board.
const cramped = `(() => { const h2 = document.querySelector("dialog.guide h2"), range = document.createRange(), high = document.querySelector("dialog.guide").clientHeight;
	const broken = [...h2.textContent.matchAll(/\S+/g)].filter((word) => (range.setStart(h2.firstChild, word.index), range.setEnd(h2.firstChild, word.index + word[0].length), range.getClientRects().length > 1));
	return broken.map(String).concat(innerWidth > innerHeight && high < 0.4 * innerHeight ? ["a slot of " + high + " px"] : []); })()`

// The rules are one press away on every page of a game, and the same press shuts them: a card a piece, with what the rules let it
// do; what to do now stays in view, and beside a board the board and what can be done do, too.
func TestPage_OnePressOpensTheRulesOnEveryPage(t *testing.T) {
	t.Parallel()
	games, wanted := catalog.Games(), func(at place) bool {
		return !slices.Contains([]string{"rules", "help", "start", "archive", "doctor"}, at.name)
	}
	if !whole(t) {
		games, wanted = games[4:], func(at place) bool { return at.name == "seat" || at.name == "replay" }
	}
	onAllPages(t, games, wanted, func(b *browser, g *rules.Game, at place) {
		for _, w := range windows {
			if w.name != "laptop" && w.name != "small phone" {
				continue
			}
			b.window(w.wide, w.high)
			button := b.middleOf(".bar .rules")
			b.click(button)
			b.until(`document.querySelectorAll("dialog.guide .card").length === ` + itoa(len(g.Card().Pieces)) + ` && [...document.querySelectorAll("dialog.guide .card")].every((c) => c.querySelector("h3 + .figures") && c.querySelector("h3").textContent && c.textContent.length > 20)`)
			b.until(`document.querySelector("dialog.guide .diagram .dot") && document.querySelector("dialog.guide .top a").pathname === "/rules/` + g.Name + `/card.pdf" && document.querySelector('dialog.guide a[href="/rules/` + g.Name + `"]')`)
			if over := evaluate[[]string](b, covered); len(over) > 0 {
				b.t.Errorf("%s, %s, %s: the rules lie over %q", g.Name, at.name, w.name, over)
			}
			b.until(`document.querySelector("dialog.guide").scrollWidth <= document.querySelector("dialog.guide").clientWidth && document.querySelector(".bar .rules").ariaExpanded === "true"`)
			if tight := evaluate[[]string](b, cramped); len(tight) > 0 {
				b.t.Errorf("%s, %s, %s: the rules have no room: %q", g.Name, at.name, w.name, tight)
			}
			if at.name == "replay" {
				b.accessible(g.Name + ", rules, " + w.name)
			}
			b.shoot("rules-" + g.Name + "-" + at.name + "-" + w.name)
			b.click(button)
			b.until(`!document.querySelector("dialog.guide") && document.querySelector(".bar .rules").ariaExpanded === "false"`)
		}
	})
}

func TestHoursPage_OnePressOpensTheRulesOnEveryPage(t *testing.T) {
	TestPage_OnePressOpensTheRulesOnEveryPage(t)
}

// Every kind of page with every game on it, its rules opened, on wide and small screens, in every theme.
func TestHoursPage_EveryPageOfEveryGameIsAccessible(t *testing.T) {
	onAllPages(t, catalog.Games(), func(place) bool { return true }, func(b *browser, g *rules.Game, at place) {
		name := at.name
		if g != nil {
			name = g.Name + ", " + name
		}
		for wide, theme := range map[int64]string{1366: "light", 320: "dark", 1280: "contrast"} {
			b.window(wide, 768)
			b.painted(theme)
			b.accessible(name + ", " + theme)
			if evaluate[bool](b, `Boolean(document.querySelector(".bar .rules"))`) && wide != 1280 {
				b.click(b.middleOf(".bar .rules"))
				b.until(`document.querySelector("dialog.guide .card")`)
				b.accessible(name + ", the rules, " + theme)
				b.click(b.middleOf(".bar .rules"))
				b.until(`!document.querySelector("dialog.guide")`)
			}
		}
	})
}
