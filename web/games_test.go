package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/rules/catalog"
)

// finished plays a game of every kind on the real daemon, with fair dice, to a
// resignation, and returns how many steps each has, the last game first.
func finished(t *testing.T, d daemon) (steps []int) {
	t.Helper()
	for _, g := range catalog.Games() {
		keys := d.begin(`{"game":"` + g.Name + `","players":{"` + g.Seats[0] + `":"Ann"}}`)
		d.play(keys, 24)
		d.call("POST", "/api/resign", `{"seat":"`+g.Seats[0]+`"}`, keys[g.Seats[0]], nil)
	}
	var games []struct {
		ID    int64
		Game  string
		Ended string
	}
	d.call("GET", "/api/archive", "", "", &games)
	for i, g := range games[:len(catalog.Games())] { // behind them: the game that the daemon began with
		if want := catalog.Games()[len(catalog.Games())-1-i].Name; g.Game != want || g.Ended == "" {
			t.Fatalf("game %d in the archive is %+v, want %s, ended", i, g, want)
		}
		answer, err := http.Get(fmt.Sprintf("%s/api/archive/%d/replay", d.base, g.ID)) // with no key, as the page asks
		if err != nil {
			t.Fatal(err)
		}
		var r struct{ Steps []struct{ Action string } }
		err = json.NewDecoder(answer.Body).Decode(&r)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		steps = append(steps, len(r.Steps))
	}
	return steps
}

// Every finished game of the archive, of every kind, is opened on the page,
// stepped through to its end, exported, and its dice are verified.
func TestLongPage_FinishedGamesOfEveryKindAreReplayed(t *testing.T) {
	t.Parallel()
	d := launch(t)
	steps := finished(t, d)
	b := tab(t)
	b.base = d.base
	b.run(chromedp.Navigate(d.base+"/archive"), chromedp.WaitReady(chromedp.CSS(".games")))
	b.until(fmt.Sprintf(`document.querySelectorAll(".games tbody th a").length > %d`, len(steps)))
	links := evaluate[[]string](b, `[...document.querySelectorAll(".games tbody th a")].map((a) => a.getAttribute("href"))`)
	for i, link := range links[:len(steps)] {
		g := catalog.Games()[len(steps)-1-i]
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			b := tab(t)
			b.base = d.base
			b.run(chromedp.Navigate(d.base+link), chromedp.WaitReady(chromedp.CSS("body.ready .steps")))
			if stuck := evaluate[string](b, fmt.Sprintf(stepping, steps[i], patience.Milliseconds())); stuck != "" {
				t.Fatal(stuck)
			}
			b.until(fmt.Sprintf(`document.querySelector('[data-go="games.next"]').disabled && document.querySelector('[aria-current="step"] code').textContent === "resign %s"`, g.Seats[0]))
			b.shoot("replay-" + g.Name)
			b.accessible("the replay")
			if g.Name == "chessbattle" { // which ended before its boards were joined: what its dice dealt stays sealed
				b.until(`document.querySelector("#sealed") && !document.querySelector("#verify")`)
				return
			}
			b.run(pressOn("#verify"))
			b.until(`/^The dice are genuine: \d+ rolls? recomputed, 0 typed in\.$/.test(document.querySelector(".verified").textContent)`)
			b.exports(steps[i])
		})
	}
}

// stepping is JavaScript: steps through a game of so many steps, each shown before
// the next is asked for; what never came, or "".
const stepping = `(async () => {
	const next = document.querySelector('[data-go="games.next"]'), slide = document.querySelector("input[type=range]");
	for (let n = 0; n <= %d; n++) {
		if (n > 0) next.click();
		const end = performance.now() + %d;
		while (slide.value !== String(n) || document.querySelectorAll('[aria-current="step"]').length !== Math.min(n, 1)) {
			if (performance.now() > end) return "step " + n + " never comes";
			await new Promise((done) => setTimeout(done, 5));
		}
	}
	return "";
})()`

// exports fails unless the page's link leads to a record of at least so many steps.
func (b *browser) exports(steps int) {
	b.t.Helper()
	answer, err := http.Get(b.base + evaluate[string](b, `document.querySelector(".export").getAttribute("href")`))
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	record, err := io.ReadAll(answer.Body)
	if err != nil || !strings.HasPrefix(string(record), `{"reeve":1,`) || strings.Count(string(record), "\n") < steps {
		b.t.Errorf("the export is %.100s (%v)", record, err)
	}
}
