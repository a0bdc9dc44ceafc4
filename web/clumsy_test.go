package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// On the real daemon contacts that bounce and pieces that slip over the squares
// beside are refereed as the moves they were meant to be.
func TestPage_ClumsyHandsAreUnderstood(t *testing.T) {
	t.Parallel()
	d := launch(t)
	d.begin(`{"game":"rolechess","dice":{"scripted":[6,1]}}`)
	b := tab(t)
	b.base = d.base
	b.run(chromedp.Navigate(d.base+"/sim"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`document.getElementById("message").textContent === "` + theTurn("en", "white") + `"`)
	b.run(pressOn(".workshop summary"), chromedp.WaitVisible(chromedp.CSS("#clumsy")), pressOn("#clumsy"))
	evaluate[bool](b, `(() => { const plain = fetch; window.sent = 0;
		window.fetch = (path, init) => { if (path === "/api/sim/contacts") sent += JSON.parse(init.body).length; return plain(path, init); };
		return true; })()`)
	want := []string{"die 6", "die 1"}
	for _, m := range []string{"b1-c3", "a6-a5", "c3-b5", "a5-a4"} {
		from, to, _ := strings.Cut(m, "-")
		b.drag(b.middle(from), b.middle(to))
		b.logged(m)
		b.until(`document.querySelector('[data-square="` + to + `"]').ariaLabel.includes("White") || document.querySelector('[data-square="` + to + `"]').ariaLabel.includes("Black")`)
		want = append(want, m)
	}
	got := strings.Split(evaluate[string](b, `[...document.querySelectorAll(".entry code")].map((e) => e.textContent).join()`), ",")
	if got = slices.DeleteFunc(got, isEnd); !slices.Equal(got, want) {
		t.Errorf("the log: %v, want %v", got, want)
	}
	if sent := evaluate[int](b, `sent`); sent < 4*6 {
		t.Errorf("only %d contacts for four moves: nothing bounced", sent)
	}
}
