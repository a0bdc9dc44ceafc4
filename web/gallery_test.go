package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules/catalog"
)

type exhibit struct {
	game    string
	options map[string]any
	actions int
	seat    string
}

// begin begins it, with its wood set up.
func (g exhibit) begin(t *testing.T) *house {
	t.Helper()
	h := playing(t, referee.NewGame{Game: g.game, Options: g.options, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{3}}}, nil)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	return h
}

// pages are the pages of a game, by name.
func (g exhibit) pages(h *house) map[string]string {
	return map[string]string{"table": "/", "seat": "/seat/" + g.seat + "?key=" + h.keys[g.seat].Key, "sim": "/sim"}
}

// gallery is what each game is pictured in: how far it is played by chance. A game that
// nobody has chosen a picture for is at its end.
var gallery = withTheOthers([]exhibit{
	{"rolechess", nil, 40, "white"},
	{"camelot", nil, 30, "black"},
	{"kaleidochess", map[string]any{"magic": true}, 24, "white"},
	{"dungeonchess", map[string]any{"players": 4}, 60, "south"},
	{"chessbattle", nil, 70, "white"},
})

// withTheOthers adds the games of the catalog that are not in the list.
func withTheOthers(list []exhibit) []exhibit {
	for _, g := range catalog.Games() {
		if !slices.ContainsFunc(list, func(e exhibit) bool { return e.game == g.Name }) {
			list = append(list, exhibit{g.Name, nil, 30, g.Seats[0]})
		}
	}
	return list
}

// shown are the games that a test shows: two boards of other shapes. TestLong shows the others, TestHours all.
func shown(t *testing.T) []exhibit {
	two := []exhibit{gallery[2], gallery[4]}
	switch {
	case strings.HasPrefix(t.Name(), "TestHours"):
		return gallery
	case strings.HasPrefix(t.Name(), "TestLong"):
		return slices.DeleteFunc(slices.Clone(gallery), func(g exhibit) bool {
			return slices.ContainsFunc(two, func(other exhibit) bool { return other.game == g.game })
		})
	}
	return two
}

// longer are those that a test shows which looks longer at each where its name says so: all of them there.
func longer(t *testing.T) []exhibit {
	if whole(t) {
		return gallery
	}
	return shown(t)
}

// sizes are the screens that pictures are taken on.
var sizes = []struct {
	name       string
	wide, high int64
	theme      string
}{{"laptop", 1280, 800, "light"}, {"tablet", 820, 1180, "dark"}, {"phone", 390, 844, "light"}, {"small", 320, 640, "dark"}, {"wall", 1920, 1080, "dark"}}

// legal is what a seat may do.
func (h *house) legal(t *testing.T, seat string) []string {
	t.Helper()
	var table referee.Table
	w := h.do(call{method: "GET", path: "/api/seat/" + seat, key: h.keys[seat].Key})
	if err := json.Unmarshal(w.Body.Bytes(), &table); err != nil {
		t.Fatalf("%s: %s", seat, w.Body)
	}
	return table.Legal
}

// wanders plays so many actions by chance through the interface.
func (h *house) wanders(t *testing.T, actions int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	for range actions {
		var said []call
		for _, seat := range slices.Sorted(maps.Keys(h.keys)) {
			key := h.keys[seat].Key
			if legal := h.legal(t, seat); len(legal) > 0 {
				body := fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, legal[rng.IntN(len(legal))])
				said = append(said, call{method: "POST", path: "/api/action", body: body, key: key})
			}
		}
		if len(said) == 0 {
			break
		}
		h.do(said[rng.IntN(len(said))])
	}
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
}

// onEveryPage opens every game on every page, in the middle of play.
func onEveryPage(t *testing.T, look func(b *browser, g exhibit, page string)) {
	for _, g := range shown(t) {
		t.Run(g.game, func(t *testing.T) {
			t.Parallel()
			h := g.begin(t)
			h.wanders(t, g.actions)
			b := h.browse(t)
			for page, path := range g.pages(h) {
				b.run(chromedp.Navigate(b.base+path), chromedp.WaitReady(chromedp.CSS("body.ready")))
				look(b, g, page)
			}
		})
	}
}

// Every game on every page fits every screen, from a small phone to a wall, with
// its whole board on it; SHOTS keeps pictures for people to look at.
func TestPage_EveryGameFitsEveryScreen(t *testing.T) {
	t.Parallel()
	onEveryPage(t, func(b *browser, g exhibit, page string) {
		for _, size := range sizes {
			b.picture(g.game+"-"+page+"-"+size.name, size.wide, size.high, size.theme)
		}
	})
}

func TestLongEveryGameFitsEveryScreen(t *testing.T) { TestPage_EveryGameFitsEveryScreen(t) }

// outside is JavaScript: squares that are not wholly on the screen's width, and
// what is cut off.
const outside = `(() => { const r = document.querySelector(".plank").getBoundingClientRect(), room = document.getElementById("board").getBoundingClientRect();
	return r.top < room.top - 1 || r.bottom > room.bottom + 1 || r.left < room.left - 1 || r.right > room.right + 1 ? ["the board's wood"] : []; })().concat([...document.querySelectorAll(".zones text")].filter((el) => { const r = el.getBoundingClientRect(), z = el.previousSibling.getBoundingClientRect(); return r.left < z.left - 1 || r.right > z.right + 1; }).map((el) => el.textContent)).concat([...document.querySelectorAll("[data-square] .well")].filter((el) => { const r = el.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || r.width < 8; })
	.map((el) => el.parentElement.dataset.square), ` + cutOff + `)`

// cutOff is JavaScript: words that their boxes cut off, or that run over them.
const cutOff = `[...document.querySelectorAll("button, h2, h3, .message, .detail, summary, .who, .entry span")].filter((el) => el.offsetParent && el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).display !== "inline" && getComputedStyle(el).clipPath === "none").map((el) => el.textContent.slice(0, 40))`

// picture holds the page to a screen of that size, and takes its picture.
func (b *browser) picture(name string, wide, high int64, theme string) {
	b.t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}}
	if _, err := chromedp.Call(b, emulation.SetEmulatedMedia, media); err != nil {
		b.t.Fatal(err)
	}
	b.run(chromedp.EmulateViewport(wide, high))
	b.until(fmt.Sprintf(`innerWidth === %d`, wide))
	b.until(`document.documentElement.scrollWidth <= innerWidth`)
	if cut := evaluate[[]string](b, outside); len(cut) > 0 {
		b.t.Errorf("%s: cut off or beside the screen: %v", name, cut[:min(len(cut), 6)])
	}
	b.shoot(name)
}
