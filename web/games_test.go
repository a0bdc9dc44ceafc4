package web_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
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
			b.window(390, 844)
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

// hollow is JavaScript: what of a page is empty that should say something.
const hollow = `[...document.querySelectorAll("main .box, main ul, main ol")].filter((el) => !el.textContent.trim() && el.checkVisibility()).map((el) => el.outerHTML.slice(0, 80))`

// However short a game was, its page is whole: given up at once, put aside for another, or still played.
// It says who played with how many points, what the story was, what the rules are, and shows the card of a piece.
func TestPage_ThePageOfAGameIsNeverBare(t *testing.T) {
	t.Parallel()
	d := launch(t)
	b := tab(t)
	b.base = d.base
	games := catalog.Games()
	if !whole(t) {
		games = games[3:4]
	}
	for _, g := range games {
		keys := d.begin(`{"game":"` + g.Name + `"}`)
		for _, seat := range g.Seats[:len(keys)-1] {
			d.call("POST", "/api/resign", `{"seat":"`+seat+`"}`, keys[seat], nil)
		}
		d.begin(`{"game":"` + g.Name + `"}`)
		d.begin(`{"game":"rolechess"}`) // the one before is put aside
		var list []struct{ ID int }
		d.call("GET", "/api/archive", "", "", &list)
		for _, n := range []int{list[2].ID, list[1].ID} {
			b.run(chromedp.Navigate(fmt.Sprintf("%s/archive?game=%d", d.base, n)), chromedp.WaitReady(chromedp.CSS("body.ready .steps")))
			b.until(`document.querySelectorAll(".facts li").length > 0 && document.querySelectorAll(".players .player").length > 1`)
			if empty := evaluate[[]string](b, hollow); len(empty) > 0 {
				t.Errorf("%s, game %d: empty: %q", g.Name, n, empty)
			}
		}
		b.run(pressOn("button.rules"))
		b.until(`document.querySelector("dialog.guide h2").textContent === "` + messages.In("en", rules.Say("game."+g.Name)) + `"`)
		b.shoot("bare-" + g.Name)
	}
	d.call("GET", "/api/archive/latest", "", "", nil)
	b.run(chromedp.Navigate(fmt.Sprintf("%s/archive?game=latest", d.base)), chromedp.WaitReady(chromedp.CSS("body.ready .watch")))
	b.run(pressOn(".watch"), chromedp.WaitReady(chromedp.CSS("body.ready #board .token, body.ready .piece")))
}

func TestLongPage_ThePageOfAGameIsNeverBare(t *testing.T) { TestPage_ThePageOfAGameIsNeverBare(t) }

// Who had how many points is on every page that tells how a game ended.
func TestLongPage_PointsAreWhereverAResultIs(t *testing.T) {
	t.Parallel()
	d := launch(t)
	keys := d.begin(`{"game":"dungeonchess","options":{"players":4}}`)
	d.play(keys, 12)
	for _, seat := range []string{"south", "west", "north"} {
		d.call("POST", "/api/resign", `{"seat":"`+seat+`"}`, keys[seat], nil)
	}
	var table referee.Table
	d.call("GET", "/api/table", "", "", &table)
	b := tab(t)
	b.base = d.base
	for path, where := range map[string]string{"/": ".players", "/here": ".players", "/sim": ".players", "/seat/west?key=" + keys["west"]: ".players", "/archive?game=latest": ".players", "/archive": ".games tbody tr"} {
		b.run(chromedp.Navigate(d.base+path), chromedp.WaitReady(chromedp.CSS("body.ready "+where)))
		for seat, n := range table.Position.Outcome.Scores {
			b.until(fmt.Sprintf(`new RegExp("%s\\W*%d(?!\\d)", "i").test(document.querySelector(%q).textContent)`, seat, n, where))
		}
		if path != "/archive" { // who met which secret target
			b.until(fmt.Sprintf(`[...document.querySelectorAll(".facts li")].slice(0, %d).every((li) => /: \d+ points?, target (met|missed): (at|own) /.test(li.textContent))`, len(table.Position.Outcome.Scores)))
			b.shoot("counted-" + strings.NewReplacer("/", "_", "?", "_").Replace(path[:min(8, len(path))]))
		}
	}
}

// stepping is JavaScript: steps through a game of so many steps from the start, each shown before
// the next is asked for; what never came, or "".
const stepping = `(async () => {
	const next = document.querySelector('[data-go="games.next"]'), slide = document.querySelector("input[type=range]");
	document.querySelector('[data-go="games.first"]').click(); // it opens where there is something to see
	for (let n = 0; n <= %d; n++) {
		if (n > 0) next.click();
		const end = performance.now() + %d;
		while (slide.value !== String(n) || document.querySelectorAll('[aria-current="step"]').length !== Math.min(n, 1)) {
			if (performance.now() > end) return "step " + n + " never comes";
			await new Promise((done) => setTimeout(done, 5));
		}
		const now = document.querySelector('[aria-current="step"]')?.getBoundingClientRect(), box = document.querySelector(".stepped").getBoundingClientRect();
		if (now && (now.top < box.top - 1 || now.bottom > box.bottom + 1)) return "step " + n + " is not in view in the list";
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
