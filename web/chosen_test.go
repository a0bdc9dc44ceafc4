package web_test

import (
	"image"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// moves plays by chance until a piece can be moved, and returns the page on which that is chosen: one screen for all, or where a game
// has secrets that of the seat that may.
func (g exhibit) moves(t *testing.T, h *house) (page string) {
	t.Helper()
	way := func(action string) bool { return verbOf(action) == "" }
	for rng := rand.New(rand.NewPCG(4, 0)); ; {
		for _, seat := range slices.Sorted(maps.Keys(h.keys)) {
			if !slices.ContainsFunc(h.legal(t, seat), way) {
				continue
			}
			h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
			if gameOf(g.game).Hidden {
				return "/seat/" + seat + "?key=" + h.keys[seat].Key
			}
			return "/here"
		}
		if !h.steps(t, rng) {
			t.Fatalf("%s ends before a piece can be moved", g.game)
		}
	}
}

// marks is JavaScript: the squares that are chosen and that may be.
const marks = `[...document.querySelectorAll(".cell.chosen, .cell.choice")].map((el) => el.dataset.square + (el.classList.contains("chosen") ? " chosen" : "")).join()`

// goals is JavaScript: the empty squares that a chosen piece may go to, and where on the screen.
const goals = `[...document.querySelectorAll(".cell.choice:not(.aim)")].map((el) => [el, el.querySelector(".well").getBoundingClientRect()]).map(([el, r]) => ({ Square: el.dataset.square, X: r.x + r.width / 2, Y: r.y + r.height / 4, Empty: el.getAttribute("aria-label").includes("empty") })).filter((g) => g.Empty)`

// greener reports by how much more green than red there is at a point, of 255.
func greener(before, after image.Image, x, y float64) int {
	green := func(p image.Image) int {
		r, g, _, _ := p.At(int(x), int(y)).RGBA()
		return int(g>>8) - int(r>>8)
	}
	return green(after) - green(before)
}

// Who chooses a piece sees where it may go: in the picture itself the squares are green that were not. A board laid anew, as for a
// narrow window, keeps what is chosen at once, though the daemon does not answer meanwhile.
func TestPage_WhatIsChosenIsLitAndStaysSo(t *testing.T) {
	t.Parallel()
	for _, g := range shown(t) {
		t.Run(g.game, func(t *testing.T) {
			t.Parallel()
			h := g.begin(t)
			b := h.browse(t)
			b.run(chromedp.Navigate(b.base+g.moves(t, h)), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice[aria-label]")))
			b.window(1180, 820)
			before := b.photo()
			b.run(pressOn(`.cell.choice[aria-label] .well`))
			b.until(`document.querySelector(".cell.chosen") && document.querySelector(".cell.choice")`)
			after, seen := b.photo(), 0
			for _, at := range evaluate[[]struct {
				Square string
				X, Y   float64
			}](b, goals) {
				if by := greener(before, after, at.X, at.Y); by < 20 {
					t.Errorf("%s, where the piece may go, is greener by %d", at.Square, by)
				}
				seen++
			}
			want := evaluate[string](b, marks)
			evaluate[bool](b, `(window.fetch = () => new Promise(() => {}), true)`)
			b.window(390, 844)
			if got := evaluate[string](b, marks); got != want || seen == 0 {
				t.Errorf("%d squares lit; marked are %s; before the window was narrow %s", seen, got, want)
			}
			b.glance("chosen-" + g.game)
		})
	}
}

func TestLongPage_WhatIsChosenIsLitAndStaysSo(t *testing.T) { TestPage_WhatIsChosenIsLitAndStaysSo(t) }
