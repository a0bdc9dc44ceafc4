package web_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

// newcomer knows nothing: it reads no position and no rule, and presses only what a page
// marks as the next thing to do.
type newcomer struct {
	*browser
	seat  string
	keys  bool // it has no pointer
	rng   *rand.Rand
	last  string // what it pressed last
	vain  int    // how often running that had no effect
	wants string // the choices of this page, as a selector
}

// offer is what a page marks next: a square, or something to press.
type offer struct {
	Name, Square string
	Seq          string // of the table that the page shows
	X, Y         float64
	Covered      string // what lies over it
}

// marked is JavaScript: what the page marks as the next thing to do, of several squares the n-th; null if nothing
// is. It is, the most pressing first: an answer to a question, the list that is open, the primary button, a square
// that is lit to be chosen, the first choice that is offered.
const marked = `((n, choices) => {
	const seen = (el) => el.checkVisibility() && !el.disabled, first = (...of) => of.map((s) => [...document.querySelectorAll(s)].find(seen)).find(Boolean);
	const within = (s) => choices + " " + s, squares = [...document.querySelectorAll(".cell.choice")];
	let el = first(".box.ask button", "dialog[open] .chips button", "dialog[open] .strong", within(".strong:not([aria-pressed])"));
	const square = el || squares.length === 0 ? null : squares[n % squares.length];
	el ??= square?.querySelector(".well") ?? first(within(".chips button:not([aria-pressed=true])"), within(".verbs button:not([aria-pressed=true])"), within("button"));
	if (!el) return null;
	el.scrollIntoView({ block: square ? "center" : "nearest" });
	for (const old of document.querySelectorAll("[data-next]")) delete old.dataset.next;
	el.dataset.next = "1";
	const r = el.getBoundingClientRect(), X = r.x + r.width / 2, Y = r.y + r.height / 2, over = document.elementFromPoint(X, Y);
	const own = square ? over?.closest("#board") : over && (el.contains(over) || over.contains(el));
	return { Name: square?.dataset.square ?? el.textContent, Square: square?.dataset.square ?? "", Seq: document.body.dataset.seq, X, Y, Covered: own ? "" : over?.outerHTML.slice(0, 80) ?? "nothing" };
})`

// effect is JavaScript: what a press may change.
const effect = `(document.body.dataset.seq + document.querySelector(%q).innerText + [...document.querySelectorAll(".cell.chosen")].map((el) => el.dataset.square) + document.querySelectorAll("dialog[open]").length + [...document.querySelectorAll("[aria-pressed=true]")].map((el) => el.textContent))`

// counts is JavaScript: lets the page count what it has asked the daemon for and has not read the answer to.
// An answer's body may come long after its head.
const counts = `(() => { if (window.asked !== undefined) return true;
	const plain = window.fetch, read = () => setTimeout(() => window.asked--); window.asked = 0;
	window.fetch = (...given) => { window.asked++; return plain(...given).then((answer) => {
		for (const as of ["text", "json"]) { const reads = answer[as].bind(answer); answer[as] = () => reads().finally(read); }
		return answer;
	}, (err) => { read(); throw err; }); };
	return true; })()`

// caught waits until the page has shown all that has come of what was pressed, and of what
// it does by itself then: seq tells how far the daemon is.
func (c *newcomer) caught(seq func() uint64) {
	c.t.Helper()
	for range 2 {
		c.until(`window.asked === 0 && !document.querySelector("[inert]")`)
		c.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d`, seq()))
	}
	c.until(`window.asked === 0 && !document.querySelector("[inert]")`)
}

// presses does what is marked next. It fails where nothing is, and where the same is
// pressed a third time in vain.
func (c *newcomer) presses(seq func() uint64) {
	c.t.Helper()
	evaluate[bool](c.browser, counts)
	next := evaluate[*offer](c.browser, fmt.Sprintf("%s(%d, %q)", marked, c.rng.IntN(1000), c.wants))
	if next == nil {
		c.shoot("newcomer-lost")
		c.t.Fatalf("%s: nothing is marked; the page says %s", c.seat, evaluate[string](c.browser, `document.body.innerText`))
	}
	if next.Covered != "" && !c.keys {
		c.shoot("newcomer-covered")
		c.t.Fatalf("%s: %q is marked and covered by %s", c.seat, next.Name, next.Covered)
	}
	before := evaluate[string](c.browser, fmt.Sprintf(effect, c.wants))
	switch {
	case !c.keys:
		c.click(point{next.X, next.Y})
	case next.Square != "":
		typist{c.browser}.goes(next.Square, slices.Contains([]string{"black", "north"}, c.seat))
		c.run(chromedp.KeyEvent(kb.Enter))
	default:
		typist{c.browser}.tabs("[data-next]")
		c.run(chromedp.KeyEvent(kb.Enter))
	}
	c.caught(seq)
	refused := evaluate[string](c.browser, `document.querySelector(".toast:not([hidden])")?.textContent ?? ""`)
	if refused != "" && evaluate[string](c.browser, `document.body.dataset.seq`) != next.Seq { // the turn ended by itself as it was pressed
		c.allow("status of 409")
		c.until(`document.querySelector(".toast").hidden`)
		return
	}
	if refused != "" {
		c.shoot("newcomer-refused")
		c.t.Fatalf("%s: %q is marked, and refused: %s", c.seat, next.Name, refused)
	}
	if after := evaluate[string](c.browser, fmt.Sprintf(effect, c.wants)); after != before || next.Name != c.last {
		c.vain = 0
	}
	if c.last = next.Name; c.vain == 2 {
		c.shoot("newcomer-vain")
		c.t.Fatalf("%s: %q was pressed three times to no effect", c.seat, next.Name)
	}
	c.vain++
}

// party is newcomers with a phone each, and a table display beside them.
type party struct {
	d     daemon
	keys  map[string]string
	seats []*newcomer
	table *browser
}

// gathers begins a game for newcomers with phones of that width.
func gathers(t *testing.T, game string, wide, high int64, keys bool) party {
	t.Helper()
	d := launch(t)
	p := party{d: d, keys: d.begin(`{"game":"` + game + `"}`), table: tab(t)}
	p.table.run(chromedp.Navigate(d.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	for seat, key := range p.keys {
		c := &newcomer{browser: tab(t), seat: seat, keys: keys, rng: rand.New(rand.NewPCG(22, uint64(len(seat)))), wants: ".box.legal"}
		c.run(chromedp.EmulateViewport(wide, high), chromedp.Navigate(d.base+"/seat/"+seat+"?key="+key), chromedp.WaitReady(chromedp.CSS("body.ready .box.legal .choices")))
		p.seats = append(p.seats, c)
	}
	slices.SortFunc(p.seats, func(a, b *newcomer) int { return len(a.seat) - len(b.seat) })
	return p
}

func (p party) own(seat string) (t referee.Table) {
	p.d.call("GET", "/api/seat/"+seat, "", p.keys[seat], &t)
	return t
}

// taken is how many actions players have taken, and whether the game is over.
func (p party) taken() (n int, over bool) {
	var t referee.Table
	p.d.call("GET", "/api/table", "", "", &t)
	for _, e := range t.Log {
		if e.By != "chance" && e.By != "referee" {
			n++
		}
	}
	return n, t.Status == referee.StatusOver
}

// plays lets whoever may act press what is marked, until so many actions are taken or
// the game is over.
func (p party) plays(t *testing.T, actions int) {
	t.Helper()
	for presses := 0; ; presses++ {
		n, over := p.taken()
		if over || n >= actions {
			t.Logf("%d actions with %d presses", n, presses)
			break
		}
		if presses > 12*actions {
			t.Fatalf("%d presses, and only %d actions", presses, n)
		}
		acted := false
		for _, c := range p.seats {
			if now := p.own(c.seat); len(now.Legal) > 0 {
				c.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d`, now.Seq))
				c.presses(func() uint64 { return p.own(c.seat).Seq })
				acted = true
			}
		}
		if !acted { // the dice fall
			p.table.until(fmt.Sprintf(`Number(document.body.dataset.seq) > %d`, p.own(p.seats[0].seat).Seq))
		}
	}
	p.table.until(`document.querySelectorAll(".entry").length > 0 && document.getElementById("message").textContent.length > 5`)
	p.table.shoot("newcomers-table")
	for _, c := range p.seats {
		c.shoot("newcomers-" + c.seat)
	}
}

// Newcomers play a small game on two phones beside a table display, by what their
// pages mark and by nothing else.
func TestPage_NewcomersPlayByWhatIsMarked(t *testing.T) {
	t.Parallel()
	gathers(t, "chessbattle", 320, 640, false).plays(t, 6)
}

// They play every game so, and without a pointer, too.
func TestHoursPage_NewcomersPlayEveryGame(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			gathers(t, g.Name, 320, 640, false).plays(t, 40)
		})
	}
}

func TestHoursPage_NewcomersPlayEveryGameByKeys(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			gathers(t, g.Name, 1280, 800, true).plays(t, 40)
		})
	}
}

// plays lets one newcomer, who shares a screen or plays against a computer, press what is
// marked until so many actions are taken or the game is over.
func (c *newcomer) plays(d daemon, actions int) {
	c.t.Helper()
	p := party{d: d}
	var kept web.Keys
	d.call("GET", "/api/keys", "", "", &kept)
	now := func() (t referee.Table) {
		d.call("GET", "/api/table", "", "", &t)
		return t
	}
	may := func() bool { // somebody whose page this is may act
		for name, link := range kept.Seats {
			var own referee.Table
			if c.seat != "" && c.seat != name {
				continue
			}
			if d.call("GET", "/api/seat/"+name, "", link.Key, &own); len(own.Legal) > 0 {
				return true
			}
		}
		return false
	}
	seq := func() uint64 { return now().Seq }
	if c.seat != "" {
		seq = func() uint64 {
			var own referee.Table
			d.call("GET", "/api/seat/"+c.seat, "", kept.Seats[c.seat].Key, &own)
			return own.Seq
		}
	}
	for presses := 0; ; presses++ {
		n, over := p.taken()
		if over || n >= actions {
			c.t.Logf("%d actions with %d presses", n, presses)
			break
		}
		if presses > 12*actions {
			c.t.Fatalf("%d presses, and only %d actions", presses, n)
		}
		before := seq()
		if !may() {
			c.until(fmt.Sprintf(`Number(document.body.dataset.seq) > %d`, before))
			continue
		}
		c.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d`, before))
		evaluate[bool](c.browser, counts)
		c.until(`window.asked === 0`)
		c.presses(seq)
	}
	c.shoot("newcomer-here")
}

// sits is a newcomer who has opened the admin's link, chosen a game and "On this screen".
func sits(t *testing.T, game *rules.Game, wide, high int64, keys bool) (*newcomer, daemon) {
	t.Helper()
	d := launch(t)
	c := &newcomer{browser: tab(t), keys: keys, rng: rand.New(rand.NewPCG(11, 22)), wants: ".box.legal"}
	if game.Hidden {
		c.seat = game.Seats[0]
	}
	c.run(chromedp.EmulateViewport(wide, high), chromedp.Navigate(d.base+"/start?key="+d.key), chromedp.WaitReady(chromedp.CSS("body.ready")),
		pressOn(`[data-game="`+game.Name+`"]`), pressOn(".where .strong"),
		chromedp.WaitReady(chromedp.CSS("body.ready .box.legal .choices")))
	return c, d
}

func gameOf(name string) *rules.Game {
	g, _ := rules.Find(catalog.Games(), name)
	return g
}

// On one screen they play so, too.
func TestPage_ANewcomerPlaysOnOneScreen(t *testing.T) {
	t.Parallel()
	c, d := sits(t, gameOf("rolechess"), 320, 640, false)
	c.plays(d, 8)
}

func TestHoursPage_ANewcomerPlaysEveryGameOnOneScreen(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, keys := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s keys %v", g.Name, keys), func(t *testing.T) {
				t.Parallel()
				c, d := sits(t, g, 320, 640, keys)
				c.plays(d, 40)
			})
		}
	}
}

// learns goes through a game's course by what its pages mark, up to the battle won.
func learns(t *testing.T, game string, wide, high int64, keys bool, lessons int, seed uint64) {
	t.Helper()
	d := launch(t)
	c := &newcomer{browser: tab(t), keys: keys, rng: rand.New(rand.NewPCG(seed, 22)), wants: ".coach"}
	c.run(chromedp.EmulateViewport(wide, high), chromedp.Navigate(d.base+"/start?key="+d.key), chromedp.WaitReady(chromedp.CSS("body.ready")),
		pressOn(`[data-game="`+game+`"]`), pressOn("#learn"))
	c.until(`document.querySelector(".coach progress")`)
	var now referee.Table
	seq := func() uint64 {
		now = referee.Table{}
		d.call("GET", "/api/table", "", "", &now)
		return now.Seq
	}
	for presses := 0; ; presses++ {
		c.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d && document.getElementById("status").dataset.status !== "setup"`, seq()))
		l := now.Lesson
		c.until(`((l) => l.Beside || l.Dock.Top >= l.Bottom - 1)(` + laid + `)`) // the dock leaves the board free
		switch {
		case l == nil:
			t.Fatalf("%d presses, and the lessons are left", presses)
		case presses > 2000:
			t.Fatalf("%d presses, and still in %s", presses, asJSON(l))
		case l.Done && l.Won && l.Lesson+1 >= min(lessons, l.Lessons):
			t.Logf("%s: %d lessons with %d presses", game, l.Lesson+1, presses)
			c.shoot("learnt-" + game)
			return
		case !l.Done && len(l.Ways) == 0 && !slices.Contains(now.Can, "confirm"): // the dice fall
			c.until(fmt.Sprintf(`Number(document.body.dataset.seq) > %d`, now.Seq))
			continue
		}
		c.presses(seq)
	}
}

// A newcomer learns so, lesson by lesson, beginning at the start page.
func TestPage_ANewcomerLearnsFromTheStartPageOn(t *testing.T) {
	t.Parallel()
	learns(t, "camelot", 320, 568, false, 2, 4)
}

// Every game's course is learnt so to the end, battle included, by finger on a small phone and by keys.
func TestHoursPage_ANewcomerLearnsEveryGame(t *testing.T) {
	for _, g := range catalog.Games() {
		for seed, keys := range []bool{false, true, false} { // three newcomers, who choose differently
			t.Run(fmt.Sprintf("%s newcomer %d keys %v", g.Name, seed, keys), func(t *testing.T) {
				t.Parallel()
				learns(t, g.Name, 320, 568, keys, 99, uint64(seed))
			})
		}
	}
}
