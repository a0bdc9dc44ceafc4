package web_test

import (
	"encoding/json"
	"fmt"
	"image"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"rsc.io/qr"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/rules/chessbattle"
)

// What the board waits for stands over it on the table, whatever it is: to be set
// up, a player, wood to be put right, an answer, dice, nothing more.
func TestPage_TheTableSaysWhatTheBoardWaitsFor(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "manual"}, Players: map[string]string{"white": "Ann", "black": "Bo"}}, nil)
	c := choosing{h.browse(t), h}
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .token.still")))
	status := func(want string) {
		t.Helper()
		c.until(fmt.Sprintf(`document.getElementById("status").dataset.status === %q`, want))
	}
	status("setup")
	c.tells("Set up White: ")
	for _, rank := range []string{"1", "2", "6", "7"} {
		for _, file := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			if file+rank != "b1" { // whose contact is dead
				c.hands("+" + file + rank)
			}
		}
	}
	c.tells("Set up White: each Knight on the square with its number: 1 b1")
	c.run(pressOn(`[data-button="confirm"]`))
	c.shows(".faults .fault", "b1: piece not felt. Put it in the middle of the square, or check the sensor and its wire")
	status("throw")
	c.tells("White: roll the dice and enter the result")
	c.shows(".box.throw", "Enter your roll")
	for _, face := range []string{"6", "1"} {
		c.run(pressOn(`.faces button[aria-label="` + face + `"]`))
		c.logged("die " + face)
	}
	status("play")
	c.tells(theTurn("en", "white"))
	c.until(`document.querySelectorAll(".player.acts").length === 1 && document.querySelector(".player.acts").textContent === "WhiteAnnto move"`)
	c.hands("-c2", "-d2", "+b4")
	status("settle")
	c.tells(" cannot reach b4. Put it back")
	c.tells("Move the piece on b4 to c2")
	c.lit("b4", "wrong")
	c.shoot("settle")
	c.hands("-b4", "+c2", "+d2")
	status("play")
	c.hands("+c3") // from b1, it seems
	status("ask")
	c.tells("Was this played?")
	c.until(`document.querySelector(".ask h2").textContent === "Was this played?" && [...document.querySelectorAll(".ask button")].map((b) => b.textContent).join("; ") === "Yes: White Knight 1 from b1 to c3; No"`)
	c.shoot("ask")
	c.run(pressOn(".ask button"))
	c.logged("b1-c3")
	c.until(`document.querySelector(".box.ask").children.length === 0`)
	c.until(`document.querySelector(".player.acts").textContent === "BlackBoto move"`)
	if w := h.do(call{method: "POST", path: "/api/resign", body: `{"seat":"black"}`}); w.Code != 200 {
		t.Fatalf("%s", w.Body)
	}
	status("over")
	c.tells("White wins: Black resigned")
	c.until(`!document.querySelector(".player.acts")`)
}

// Clocks stand beside the players' names on the table; the one that runs goes on
// between two messages of the daemon.
func TestPage_ClocksRunOnTheTable(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot", Clock: "15+5", Players: map[string]string{"white": "Ann"}}, nil)
	c := choosing{h.browse(t), h}
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .token.still")))
	c.wood()
	c.until(`document.querySelector('[data-clock="white"]').textContent === "15:00" && document.querySelector('[data-clock="black"]').textContent === "15:00"`)
	c.says("white " + h.legal(t, "white")[0])
	c.wood()
	c.says("black " + h.legal(t, "black")[0])
	c.wood()
	c.until(`document.querySelector('[data-clock="white"]').classList.contains("runs") && !document.querySelector('[data-clock="black"]').classList.contains("runs")`)
	seq := evaluate[string](c.browser, `document.body.dataset.seq`)
	c.until(`/^1[45]:\d\d$/.test(window.was ??= document.querySelector('[data-clock="white"]').textContent) && document.querySelector('[data-clock="white"]').textContent < window.was`)
	if now := evaluate[string](c.browser, `document.body.dataset.seq`); now != seq {
		t.Logf("the daemon spoke in between: %s, %s", seq, now)
	}
	c.shoot("clocks")
}

// A square at fault is told on the table in words that say what to do.
func TestPage_AFaultOfASquareIsToldInWords(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.asks("sv,en")
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	fault := rules.Say("fault.stuck", "square", "d4")
	h.session.change(func(t *referee.Table) {
		said := referee.Message{Key: fault.Key, Args: fault.Args, Text: messages.Text(fault)}
		t.Hardware = referee.Hardware{Driver: "gpio", Faults: []string{said.Text}, Squares: []referee.Message{said}}
	})
	b.until(fmt.Sprintf(`document.querySelector(".fault").textContent === "⚠ " + %q && document.querySelector(".fault").getAttribute("role") === "alert"`, messages.In("sv", fault)))
}

// Damage of the archive is told on every page of the game, in the reader's language.
func TestPage_DamageOfTheArchiveIsTold(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.asks("fi,en")
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	cut, aside := rules.Say("damage.cut", "game", "3"), rules.Say("damage.aside", "folder", "damaged-20261123T081339Z")
	h.session.change(func(t *referee.Table) {
		for _, m := range []rules.Message{cut, aside} {
			t.Damage = append(t.Damage, referee.Message{Key: m.Key, Args: m.Args, Text: messages.Text(m)})
		}
	})
	for i, m := range []rules.Message{cut, aside} {
		b.until(fmt.Sprintf(`document.querySelectorAll(".damage [role=alert]")[%d]?.textContent === "⚠ " + %q`, i, messages.In("fi", m)))
	}
	b.shoot("damage")
}

// A hint and what may still be undone are told in words, not as actions are written.
func TestPage_AHintIsToldInWords(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	h.session.change(func(t *referee.Table) { t.Hint = &referee.Hint{Piece: "b1"} })
	b.until(`document.getElementById("detail").textContent === "Hint: White Knight 1 on b1. Press again to see where"`) // no phone shows what the button's title says
	h.session.change(func(t *referee.Table) { t.Hint = &referee.Hint{Piece: "b1", To: []string{"c3"}, Action: "b1-c3"} })
	b.until(`document.getElementById("detail").textContent === "Hint: White Knight 1 from b1 to c3"`)
	h.session.change(func(t *referee.Table) {
		t.Hint, t.Open = nil, []referee.OpenStep{{By: "white", Action: "b1-c3"}}
		t.Log = []referee.Entry{{N: 1, By: "white", Action: "b1-c3", Key: "rolechess.move", Args: map[string]string{"piece": "@rolechess.knight", "number": "1", "to": "c3"}, Open: true}}
	})
	b.until(`document.getElementById("detail").textContent === "You can still undo: Knight 1 to c3"`)
}

// A draw is offered on one seat's page, seen on the table and on the other seat's,
// and answered there, where it is always in view; a game is resigned with a second thought.
func TestPage_ADrawIsOfferedAndAGameResigned(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "dungeonchess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}})
	north, table := choosing{c.h.browse(t), c.h}, choosing{c.h.browse(t), c.h}
	table.run(chromedp.Navigate(table.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	presses := func(c choosing, words string) {
		t.Helper()
		evaluate[bool](c.browser, `((document.querySelector(".more").open = true), true)`)
		c.until(fmt.Sprintf(`[...document.querySelectorAll(".more button")].find((b) => b.textContent === %q)`, words))
		evaluate[bool](c.browser, fmt.Sprintf(`([...document.querySelectorAll(".more button")].find((b) => b.textContent === %q).click(), true)`, words))
	}
	c.sit("south")
	north.sit("north")
	north.window(320, 568)
	dock := func() float64 {
		return evaluate[float64](north.browser, `document.querySelector(".dock").getBoundingClientRect().top`)
	}
	free := dock()
	presses(c, "Offer a draw")
	for _, page := range []choosing{table, c, north} {
		page.until(`document.getElementById("detail").textContent === "South offers a draw"`)
	}
	north.until(`[...document.querySelectorAll(".dock .offers button")].map((b) => b.textContent).join() === "Accept the draw,Decline the offer"`)
	if higher := free - dock(); higher > 1 {
		t.Errorf("the answers to an offer take %.0f px of the smallest phone", higher)
	}
	north.run(pressOn(`[data-button="decline"]`))
	for _, page := range []choosing{table, north} {
		page.until(`document.getElementById("detail").textContent !== "South offers a draw" && !document.querySelector(".offers button")`)
	}
	for _, page := range []choosing{table, c} {
		page.until(`document.getElementById("detail").textContent === "Declined: South offered a draw"`)
	}
	if said := evaluate[string](north.browser, `document.getElementById("detail").textContent`); strings.Contains(said, "Declined") {
		t.Errorf("who declined is told so: %q", said)
	}
	presses(c, "Offer a draw")
	north.run(pressOn(`[data-button="accept draw"]`))
	table.tells("Shared win for South and North: by agreement") // with as many points each
	if w := c.h.do(call{method: "POST", path: "/api/games", body: `{"game":"camelot"}`}); w.Code != 200 {
		t.Fatalf("%s", w.Body)
	}
	c.h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	c.run(chromedp.Navigate(c.base+"/seat/black"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	presses(c, "Resign")
	c.until(`document.getElementById("status").dataset.status === "play"`)
	presses(c, "Really resign? Press again")
	table.tells("White wins: Black resigned")
}

// modules reads a code as it is drawn.
func modules(t *testing.T, svg string) image.Rectangle {
	t.Helper()
	var x, y int
	if _, err := fmt.Sscanf(svg[strings.Index(svg, "viewBox"):], `viewBox="0 0 %d %d"`, &x, &y); err != nil {
		t.Fatal(err)
	}
	return image.Rect(0, 0, x, y)
}

var blackModule = regexp.MustCompile(`M(\d+) (\d+)h1v1h-1z`)

// The code that the table shows for a seat is that of the link beside it, and the
// link opens the seat's page on another device, once.
func TestPage_TheCodeOfASeatLeadsToIt(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "dungeonchess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}})
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".linked button")), pressOn(".linked button"))
	c.until(`document.querySelectorAll(".links figure").length === 2`)
	shown := evaluate[map[string]string](c.browser, `fetch(document.querySelector(".links img").src).then((r) => r.text()).then((svg) => ({ svg, alt: document.querySelector(".links img").alt, link: document.querySelector(".links a").href }))`)
	if shown["alt"] != "QR code for South" || !strings.Contains(shown["link"], "/seat/south?key=") {
		t.Fatalf("%v", shown)
	}
	code, err := qr.Encode(shown["link"], qr.M)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := modules(t, shown["svg"]), image.Rect(0, 0, code.Size+8, code.Size+8); got != want {
		t.Fatalf("the code is %v large, want %v", got, want)
	}
	black := map[image.Point]bool{}
	for _, m := range blackModule.FindAllStringSubmatch(shown["svg"], -1) {
		var p image.Point
		fmt.Sscan(m[1]+" "+m[2], &p.X, &p.Y)
		black[p] = true
	}
	for y := range code.Size {
		for x := range code.Size {
			if black[image.Pt(x+4, y+4)] != code.Black(x, y) {
				t.Fatalf("module %d,%d of the code is wrong", x, y)
			}
		}
	}
	phone := c.h.browse(t)
	phone.run(chromedp.Navigate(phone.base+shown["link"][strings.Index(shown["link"], "/seat/"):]), chromedp.WaitReady(chromedp.CSS(".box.legal [data-pick]")))
	if at := evaluate[string](phone, `location.pathname + location.search + " " + document.title`); at != "/seat/south South · reeve" {
		t.Errorf("the link leads to %s", at)
	}
	answer, err := http.Get(shown["link"])
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode == 200 && strings.Contains(string(text), `id="board"`) {
		t.Error("the link opens the seat a second time")
	}
}

// explained is JavaScript: an option or a choice of the form, its words, and what
// is said of it.
const explained = `[...document.querySelectorAll(".newgame [data-option]")].map((el) => [el.dataset.option, el.closest("label").querySelector("span").textContent, document.getElementById(el.getAttribute("aria-describedby")).textContent])`

// A game that a clock is to end is started with one: the form asks for the minutes, and
// does not start it before they are said.
func TestPage_TheFormAsksForMinutesWhereAClockEndsTheGame(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "chessbattle"}, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".newgame")))
	set := func(selector, value string) {
		evaluate[bool](b, fmt.Sprintf(`(() => { const el = document.querySelector(%q); el.value = %q; return el.dispatchEvent(new Event("change", { bubbles: true })); })()`, selector, value))
	}
	const asks = `(({ required, validity }) => required && !validity.valid)(document.getElementById("new-minutes"))`
	if evaluate[bool](b, asks) {
		t.Error("it asks for minutes where no clock is needed")
	}
	for _, o := range chessbattle.Game.Options {
		for _, value := range o.Clocked {
			set("[data-option="+o.Name+"]", value.(string))
			b.until(asks + ` && document.getElementById("new-clock").textContent.includes("how many minutes")`)
			set("[data-option="+o.Name+"]", o.Default.(string))
			b.until("!" + asks + ` && document.getElementById("new-minutes").value === "0"`)
		}
	}
	set("[data-option=time]", "clocks")
	evaluate[bool](b, `([...document.querySelectorAll(".newgame button.strong")].at(-1).click(), true)`)
	b.until(`document.activeElement.id === "new-minutes"`)
	if text := h.do(call{method: "GET", path: "/api/table"}).Body.String(); strings.Contains(text, `"time":"clocks"`) {
		t.Error("a game has begun without minutes")
	}
	b.shoot("minutes")
	evaluate[bool](b, `(document.getElementById("new-minutes").value = "20", [...document.querySelectorAll(".newgame button.strong")].at(-1).click(), true)`)
	b.until(`!document.querySelector(".note").hidden`) // it may end a game whose secrets this page does not know
	evaluate[bool](b, `(document.getElementById("new-minutes").value = "20", [...document.querySelectorAll(".newgame button.strong")].at(-1).click(), true)`)
	b.until(`document.querySelector("[data-clock]").textContent === "20:00"`)
	if text := h.do(call{method: "GET", path: "/api/table"}).Body.String(); !strings.Contains(text, `"time":"clocks"`) {
		t.Errorf("another game has begun: %s", text)
	}
}

// The form says of every game by whom it is and what of it is rebuilt, of every
// option what it means, and of each kind of dice.
func TestPage_TheFormSaysWhatEverythingMeans(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "dungeonchess"}, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".newgame")))
	b.until(`document.getElementById("new-game").value === "dungeonchess"`) // the game on the table, to begin with
	set := func(id, value string) {
		evaluate[bool](b, fmt.Sprintf(`(() => { const el = document.getElementById(%q); el.value = %q; return el.dispatchEvent(new Event("change")); })()`, id, value))
	}
	for _, g := range catalog.Games() {
		set("new-game", g.Name)
		want := [][3]string{}
		for _, o := range g.Options {
			name := messages.Text(rules.Say("option." + g.Name + "." + o.Name))
			want = append(want, [3]string{o.Name, name, messages.Text(rules.Say("means." + g.Name + "." + o.Name))})
		}
		got, _ := json.Marshal(evaluate[[][3]string](b, explained))
		if text, _ := json.Marshal(want); string(got) != string(text) {
			t.Errorf("%s: %s\nwant %s", g.Name, got, text)
		}
		if text := evaluate[string](b, `document.querySelector(".newgame").textContent`); !strings.Contains(text, g.Rebuilt) || !strings.Contains(text, g.Credit) {
			t.Errorf("%s: by whom it is, or what is rebuilt, is not said", g.Name)
		}
		if n := evaluate[int](b, `document.querySelectorAll(".newgame [data-player]").length`); n != len(g.Seats) {
			t.Errorf("%s: %d players, want %d", g.Name, n, len(g.Seats))
		}
	}
	asked := func(game, option, value, want string) {
		t.Helper()
		set("new-game", game)
		evaluate[bool](b, fmt.Sprintf(`(() => { const el = document.querySelector('[data-option="%s"]'); if (el.type === "checkbox") el.checked = true; else el.value = %q; return el.dispatchEvent(new Event("change", { bubbles: true })); })()`, option, value))
		const shown = `[...document.querySelectorAll('[data-option^="handicap"], #new-dice')].filter((el) => el.checkVisibility()).map((el) => el.dataset.option ?? el.id).join(" ")`
		if got := evaluate[string](b, shown); got != want {
			t.Errorf("%s with %s %s asks for %q, want %q", game, option, value, got, want)
		}
	}
	asked("camelot", "men_white", "8", "") // nothing falls in it
	asked("kaleidochess", "castles_to_win", "4", "")
	asked("kaleidochess", "die", "true", "new-dice")
	asked("chessbattle", "combat", "sure", "")
	asked("chessbattle", "combat", "cards", "new-dice")
	asked("dungeonchess", "calm", "20", "handicap_south handicap_north new-dice") // a handicap of those who play
	asked("dungeonchess", "players", "3", "handicap_south handicap_west handicap_north new-dice")
	for _, kind := range []string{"fair", "manual", "seeded"} {
		set("new-dice", kind)
		b.until(fmt.Sprintf(`document.querySelector(".newgame").textContent.includes(%q)`, messages.Text(rules.Say("new.dice."+kind+".means"))))
	}
	b.until(`!document.getElementById("new-seed").hidden`)
}

// A question about a step that was taken already names the piece where it has gone; where more follows a choice says so.
func TestPage_AQuestionNamesWhatHasGoneAlready(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	h.session.change(func(t *referee.Table) {
		t.Status, t.Ask = referee.StatusAsk, &referee.Question{Question: "Which move did you mean?", Choices: []string{"a4-a2", "b1-c3", "a4-a2, b1-c3, " + referee.More, "none of these"}}
	})
	b.until(`[...document.querySelectorAll(".ask button")].map((b) => b.textContent).join("; ") === "White Lackey 1 from a4 to a2; White Knight 1 from b1 to c3; White Lackey 1 from a4 to a2, White Knight 1 from b1 to c3, …; None of these"`)
}
