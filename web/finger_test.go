package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// phones are the narrowest screens that pages are for.
var phones = []struct{ wide, high int64 }{{320, 640}, {390, 844}}

// slim is JavaScript: what is pressed by fingers and is less than 44 px wide or high. The board's squares are
// as large as the screen allows: the list beside them has every choice. A link within a sentence is as high as
// its line (WCAG 2.2, 2.5.8).
const slim = `(() => {
	const pressed = (el) => el.type === "checkbox" ? el.closest("label") : el;
	return [...document.querySelectorAll("button, select, input, summary, a[href], [role=button]")].filter((el) => el.checkVisibility() && !el.closest("svg, .skip") && !(el.matches("p a, li a") && el.parentElement.textContent !== el.textContent))
		.map(pressed).filter((el) => { const r = el.getBoundingClientRect(); return r.width > 1 && (r.width < 43.5 || r.height < 43.5); })
		.map((el) => el.outerHTML.slice(0, 90) + " " + ["width", "height"].map((k) => Math.round(el.getBoundingClientRect()[k])).join("×")); })()`

// barred is JavaScript: what is wrong with the bar at the bottom: not in view, or choices in it that are not.
const barred = `(() => {
	const bar = document.querySelector(".dock"), r = bar.getBoundingClientRect();
	return [...(Math.abs(r.bottom - innerHeight) > 1 || r.top < 0 ? ["it is not at the bottom: " + r.top + " to " + r.bottom] : []), ...(bar.scrollHeight > bar.clientHeight + 1 ? ["it scrolls"] : []),
		...[...bar.querySelectorAll("button, input")].filter((el) => el.checkVisibility()).filter((el) => { const b = el.getBoundingClientRect(); return b.bottom > innerHeight || b.top < r.top || b.right > innerWidth; }).map((el) => el.outerHTML.slice(0, 90))];
})()`

// On a phone everything that is pressed is as large as a finger, on every page of every
// game, and what a seat can do now is a bar at the bottom, in view wherever the page is.
func TestPage_FingersFindEverything(t *testing.T) {
	t.Parallel()
	onEveryPage(t, func(b *browser, g exhibit, page string) {
		for _, size := range phones {
			b.run(chromedp.EmulateViewport(size.wide, size.high))
			b.until(`innerWidth === ` + itoa(int(size.wide)))
			for _, fault := range evaluate[[]string](b, slim) {
				t.Errorf("%s, %s, %d px: too slim: %s", g.game, page, size.wide, fault)
			}
			if page != "seat" {
				continue
			}
			b.shoot("finger-" + g.game + "-" + itoa(int(size.wide)))
			for _, where := range []string{"0", "document.body.scrollHeight"} {
				for _, fault := range evaluate[[]string](b, `(scrollTo(0, `+where+`), `+barred+`)`) {
					t.Errorf("%s, %d px: the bar: %s", g.game, size.wide, fault)
				}
			}
		}
	})
}

func TestLongPage_FingersFindEverything(t *testing.T) { TestPage_FingersFindEverything(t) }

// lowest is JavaScript: whose pieces stand nearest to the bottom of the screen, in the middle.
const lowest = `(() => { const sums = {};
	for (const el of document.querySelectorAll(".token [data-owner]")) (sums[el.dataset.owner] ??= []).push(el.getBoundingClientRect().y);
	return Object.entries(sums).map(([owner, all]) => [all.reduce((a, b) => a + b) / all.length, owner]).sort((a, b) => b[0] - a[0])[0][1]; })()`

// Each seat of a game, of four as of two, sees its own side at the bottom.
func TestPage_TheOwnSideIsAtTheBottom(t *testing.T) {
	t.Parallel()
	for _, g := range []exhibit{{game: "dungeonchess", options: map[string]any{"players": 4}}, {game: "camelot"}} {
		h := g.begin(t)
		b := h.browse(t)
		b.run(chromedp.EmulateViewport(390, 844))
		for seat, key := range h.keys {
			b.run(chromedp.Navigate(b.base+"/seat/"+seat+"?key="+key.Key), chromedp.WaitReady(chromedp.CSS("body.ready")))
			b.until(lowest + ` === "` + seat + `"`)
			b.shoot("own-side-" + seat)
		}
	}
}
