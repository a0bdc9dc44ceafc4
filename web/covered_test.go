package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
)

// covering is JavaScript: whether the dock lies over the headline, in a page that is higher than wide.
const covering = `(() => { const dock = document.querySelector(".dock").getBoundingClientRect(), head = document.querySelector(".status").getBoundingClientRect(); return dock.left < head.right && dock.top < head.bottom - 1; })()`

// uncovered fails where a square that can be chosen lies under the dock, or the headline does. A result that is told is pressed away first.
// It returns how many squares can be chosen.
func (b *browser) uncovered(what string) int {
	b.t.Helper()
	evaluate[bool](b, `(scrollTo(0, 0), document.querySelector(".told:not([hidden]) .seen")?.click(), new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))`)
	got := evaluate[struct {
		Off []string
		All int
	}](b, reached)
	head := evaluate[bool](b, covering)
	if len(got.Off) > 0 || head {
		b.t.Errorf("%s: out of reach are %v, the headline is covered: %v; to choose is %q", what, got.Off, head, evaluate[string](b, `document.querySelector(".box.legal").innerText`))
		b.glance("covered-" + what)
	}
	return got.All
}

// Through games of every kind on the smallest phone, in one of the languages with long words, what can be chosen now is on the board and
// no choice lies over it: neither before a piece is chosen nor after. TestHours takes each game in each of them, and in English.
func TestLongPage_NothingThatCanBeChosenIsCovered(t *testing.T) {
	t.Parallel()
	languages := []string{"fi", "it", "en"}
	for n, g := range gallery {
		for i, language := range languages {
			if !strings.HasPrefix(t.Name(), "TestHours") && i != n%2 {
				continue
			}
			t.Run(g.game+", "+language, func(t *testing.T) {
				t.Parallel()
				h := g.begin(t)
				b := h.browse(t)
				b.run(chromedp.Navigate(b.base + g.pages(h)["seat"]))
				evaluate[bool](b, `(document.cookie = "language=`+language+`; path=/", document.cookie !== "")`)
				b.run(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("body.ready")))
				b.window(320, 568)
				rng, seen := rand.New(rand.NewPCG(4, uint64(i))), 0
				for n := range 60 {
					if !h.steps(t, rng) {
						break
					}
					h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
					b.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d`, h.own(t, g.seat).Seq))
					seen += b.uncovered(fmt.Sprintf("%s-%s-%d", g.game, language, n))
					if own := `.cell.choice[aria-label]`; evaluate[bool](b, `document.querySelector('`+own+`') !== null && !document.querySelector(".kinds")`) {
						b.run(pressOn(own + " .well"))
						b.uncovered(fmt.Sprintf("%s-%s-%d-chosen", g.game, language, n))
					}
				}
				if seen < 50 {
					t.Errorf("squares could be chosen %d times only", seen)
				}
			})
		}
	}
}

// under is JavaScript: what beside the board lies under headline or dock once it has the focus, come to from above and from below.
const under = `(() => {
	const off = new Set(), head = document.querySelector(".status"), dock = document.querySelector(".dock"), seen = (el) => el.checkVisibility() && el.getBoundingClientRect().height < innerHeight / 3;
	document.querySelectorAll(".side details").forEach((el) => { el.open = true; });
	for (const el of [...document.querySelectorAll(".side :is(a, button, summary, input, select)")].filter(seen)) {
		for (const from of [0, document.documentElement.scrollHeight]) {
			document.activeElement.blur();
			scrollTo(0, from);
			el.focus();
			const r = el.getBoundingClientRect();
			if (r.top < head.getBoundingClientRect().bottom - 1 || r.bottom > dock.getBoundingClientRect().top + 1) off.add(el.textContent);
		}
	}
	return [...off];
})()`

// What has the focus lies under neither headline nor dock, wherever one comes from: beside the board the headline has a line more, and lay over it.
func TestPage_TheFocusIsUnderNeitherHeadlineNorDock(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "rolechess"})
	for _, w := range [][2]int64{{1366, 768}, {1024, 768}, {390, 844}} {
		c.run(chromedp.EmulateViewport(w[0], w[1]), chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".promise code")))
		if off := evaluate[[]string](c.browser, under); len(off) > 0 {
			t.Errorf("%v: covered are %q", w, off)
		}
	}
}

func TestHoursPage_NothingThatCanBeChosenIsCovered(t *testing.T) {
	TestLongPage_NothingThatCanBeChosenIsCovered(t)
}
