package web_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules/catalog"
)

// The start page offers of the computer's levels those that matches have told apart in the game that is chosen, and its
// "hard" is the highest of them.
func TestPage_TheFormOffersTheLevelsThatDiffer(t *testing.T) {
	t.Parallel()
	d := launch(t)
	var engines []referee.Engine
	d.call("GET", "/api/engines", "", "", &engines)
	b := tab(t)
	b.base = d.base
	b.run(chromedp.Navigate(d.base+"/start?key="+d.key), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn("details summary"), chromedp.WaitReady(chromedp.CSS("details fieldset")))
	for _, g := range catalog.Games() {
		b.run(pressOn(`[data-game="` + g.Name + `"]`))
		var want []string
		for _, n := range engines[0].Apart[g.Name] {
			want = append(want, fmt.Sprint("reeve:", n))
		}
		b.until(`document.getElementById("new-game").value === "` + g.Name + `"`)
		got := evaluate[[]string](b, `[...document.querySelectorAll('[data-who="`+g.Seats[0]+`"] option')].map((o) => o.value).filter(Boolean)`)
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: the form offers %v, told apart are %v", g.Name, got, want)
		}
	}
	highest := slices.Max(engines[0].Apart["rolechess"])
	b.run(pressOn(`[data-game="rolechess"]`))
	evaluate[bool](b, `(() => { const el = document.getElementById("against"); el.value = "hard"; return el.dispatchEvent(new Event("change")); })()`)
	b.run(pressOn("#here"), chromedp.WaitReady(chromedp.CSS("body.ready .cell")))
	var now referee.Table
	d.call("GET", "/api/table", "", "", &now)
	if want := fmt.Sprint("reeve:", highest); now.Players["black"] != want {
		t.Errorf("hard is %v, want %s", now.Players, want)
	}
}
