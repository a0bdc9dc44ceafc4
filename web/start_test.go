package web_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/board"
	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

var plainMove = regexp.MustCompile(`^([A-Za-z]+\d+)-([A-Za-z]+\d+)$`)

// tooSmall is JavaScript: what a finger would miss, and a page that is wider than the screen.
const tooSmall = `[...document.querySelectorAll("main button, main a, main select")].filter((el) => el.offsetHeight > 0 && el.offsetHeight < 44).map((el) => el.textContent + " is " + el.offsetHeight + " px high")
	.concat(document.documentElement.scrollWidth > innerWidth ? ["the page is " + document.documentElement.scrollWidth + " px wide"] : [])`

// starter is somebody who has opened the admin's link of a daemon just started.
type starter struct {
	*browser
	d       daemon
	game    *rules.Game
	presses int
}

func (s *starter) press(selector string) {
	s.t.Helper()
	s.presses++
	s.run(chromedp.WaitVisible(chromedp.CSS(selector)), pressOn(selector))
}

// seat is the table of a seat, as who has its link sees it.
func (s *starter) seat(name string) (t referee.Table) {
	s.t.Helper()
	var kept web.Keys
	s.d.call("GET", "/api/keys", "", "", &kept)
	s.d.call("GET", "/api/seat/"+name, "", kept.Seats[name].Key, &t)
	return t
}

// own is the table of the first seat.
func (s *starter) own() referee.Table { return s.seat(s.game.Seats[0]) }

// acts makes the first move on the page: by carrying a piece, or by what a seat's page marks.
func (s *starter) acts(t *testing.T) {
	t.Helper()
	if s.game.Hidden {
		s.run(chromedp.WaitReady(chromedp.CSS("body.ready .box.legal button")))
		before, _ := json.Marshal(s.own().Position)
		s.press(`.cell.choice, .box.legal .verbs button:not([aria-pressed="true"]), .box.legal .chips button`)
		for now := before; string(now) == string(before); now, _ = json.Marshal(s.own().Position) {
			if s.Err() != nil {
				t.Fatalf("%s: the first thing that is marked does nothing", s.game.Name)
			}
		}
		return
	}
	s.run(chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
	for _, action := range slices.Concat(s.seat("white").Legal, s.seat("black").Legal) {
		if m := plainMove.FindStringSubmatch(action); m != nil {
			s.presses++
			s.drag(s.middle(m[1]), s.middle(m[2]))
			s.logged(action)
			return
		}
	}
	t.Fatalf("%s: nobody can move", s.game.Name)
}

// From the admin's link of a daemon just started the first move is three presses away, in
// every game, on a phone and on a laptop. A game that is on is put away only when asked twice.
func TestPage_TheStartPageLeadsToTheFirstMove(t *testing.T) {
	t.Parallel()
	const wide, high = 320, 640
	for _, g := range catalog.Games() {
		t.Run(g.Name, func(t *testing.T) {
			t.Parallel()
			s := starter{d: launch(t), browser: tab(t), game: g}
			s.run(chromedp.EmulateViewport(wide, high), chromedp.Navigate(s.d.base+"/start?key="+s.d.key), chromedp.WaitReady(chromedp.CSS("body.ready")))
			for _, fault := range evaluate[[]string](s.browser, tooSmall) {
				t.Errorf("at %d px: %s", wide, fault)
			}
			s.accessible("/start")
			s.shoot("start-" + g.Name)
			s.press(`[data-game="` + g.Name + `"]`)
			s.press(".where .strong")
			s.acts(t)
			if s.presses > 3 {
				t.Errorf("the first move took %d presses", s.presses)
			}
			s.shoot("start-first-" + g.Name)
			s.run(chromedp.Navigate(s.d.base+"/start"), chromedp.WaitVisible(chromedp.CSS("#go-on")))
			if first := evaluate[string](s.browser, `(() => { const el = document.querySelector("main :is(button, a)"); return el.getBoundingClientRect().bottom <= innerHeight ? el.id : ""; })()`); first != "go-on" {
				t.Errorf("what is offered first is %q", first)
			}
			s.run(chromedp.WaitReady(chromedp.CSS(".where .strong")))
			if filled := evaluate[int](s.browser, `(() => { const fill = (el) => getComputedStyle(el).backgroundColor, way = fill(document.getElementById("go-on")); return [...document.querySelectorAll("main :is(button, .button)")].filter((el) => fill(el) === way).length; })()`); filled != 1 {
				t.Errorf("%d buttons are the next thing to do", filled)
			}
			s.accessible("/start, a game is on")
			s.press(".where .strong")
			s.until(`(() => { const r = document.querySelector(".where .strong .note")?.getBoundingClientRect(); return r && r.height > 0 && r.top >= 0 && r.bottom <= innerHeight; })()`)
			if now := s.own(); now.Game != g.Name || now.Status == referee.StatusOver {
				t.Errorf("one press put %s away", g.Name)
			}
		})
	}
}

// From the start page a game's phones and its lessons are three presses from the first move,
// too: on a phone that has scanned its seat's code the presses of that phone count.
func otherWays(t *testing.T, g *rules.Game) {
	t.Run(g.Name+" phones", func(t *testing.T) {
		t.Parallel()
		s := starter{d: launch(t), browser: tab(t), game: g}
		s.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(s.d.base+"/start?key="+s.d.key), chromedp.WaitReady(chromedp.CSS("body.ready")))
		s.press(`[data-game="` + g.Name + `"]`)
		s.press("#phones")
		s.run(chromedp.WaitVisible(chromedp.CSS(".links a")))
		s.until(`document.querySelector(".links .note").textContent.includes("--listen :" + location.port)`) // no phone opens what only this machine can call
		var first *newcomer
		for first == nil { // whoever is to act, once the dice have said so
			for _, seat := range g.Seats {
				if link := evaluate[string](s.browser, `[...document.querySelectorAll(".links a")].find((a) => new URL(a.href).pathname === "/seat/`+seat+`")?.href ?? ""`); link != "" && len(s.seat(seat).Legal) > 0 {
					first = &newcomer{browser: tab(t), seat: seat, rng: rand.New(rand.NewPCG(1, 22)), wants: ".box.legal"}
					first.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(link), chromedp.WaitReady(chromedp.CSS("body.ready .box.legal .choices")))
					break
				}
			}
			if s.Err() != nil {
				t.Fatal("nobody is to act")
			}
		}
		for presses := 1; ; presses++ {
			first.presses(func() uint64 { return s.seat(first.seat).Seq })
			if slices.ContainsFunc(s.seat(first.seat).Log, func(e referee.Entry) bool { return e.By == first.seat }) {
				break
			}
			if presses == 3 {
				t.Fatalf("three presses on a phone, and nothing is done")
			}
		}
	})
	t.Run(g.Name+" lessons", func(t *testing.T) {
		t.Parallel()
		s := starter{d: launch(t), browser: tab(t), game: g}
		s.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(s.d.base+"/start?key="+s.d.key), chromedp.WaitReady(chromedp.CSS("body.ready")))
		s.press(`[data-game="` + g.Name + `"]`)
		s.press("#learn")
		s.until(`document.querySelector(".cell.choice") || document.querySelector(".coach .next")`)
		var now referee.Table
		for now.Lesson == nil || len(now.Lesson.Ways) == 0 { // the wood of the lesson is set up first
			if now = (referee.Table{}); s.Err() != nil {
				t.Fatal("the lesson shows no way")
			}
			s.d.call("GET", "/api/table", "", "", &now)
		}
		way, done := now.Lesson.Ways[0], now.Lesson.Step
		switch s.presses++; len(way.Squares) {
		case 0:
			s.run(pressOn(".coach .next"))
		case 1:
			s.click(s.middle(way.Squares[0]))
		default:
			s.drag(s.middle(way.Squares[0]), s.middle(way.Squares[1]))
		}
		for now.Lesson.Step == done && !now.Lesson.Done {
			s.d.call("GET", "/api/table", "", "", &now)
			if s.Err() != nil {
				t.Fatalf("%s does nothing", way.Action)
			}
		}
		if s.presses > 3 {
			t.Errorf("the first move took %d presses", s.presses)
		}
	})
}

func TestPage_PhonesAndLessonsLeadToTheFirstMove(t *testing.T) {
	t.Parallel()
	otherWays(t, gameOf("camelot"))
}

func TestLongPage_PhonesAndLessonsLeadToTheFirstMove(t *testing.T) {
	for _, g := range catalog.Games() {
		otherWays(t, g)
	}
}

// Where there is wood that is real, it comes first, says how it is as long as the page is open, and leads to
// what is to be done there.
func TestPage_TheStartPageOffersRealWoodFirst(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	gpio := func(faults ...string) func(*referee.Table) {
		return func(t *referee.Table) {
			t.Hardware = referee.Hardware{Driver: "gpio", Faults: append([]string{}, faults...)}
		}
	}
	h.session.change(gpio())
	b := h.browse(t)
	b.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`document.querySelector(".where .strong")?.id === "wood" && document.querySelectorAll(".where button").length === 4`)
	state := func(says string) {
		t.Helper()
		b.until(`document.querySelector("#wood .state")?.textContent === "` + says + `"`)
	}
	state("The board is connected and feels your pieces.")
	h.session.change(gpio("b1 is stuck"))
	state("The board has 1 fault: see Sensors.")
	h.session.change(func(t *referee.Table) {
		gpio()(t)
		t.Message = referee.Message{Key: "paused.board", Args: map[string]string{"why": "unplugged"}}
	})
	state("Paused: no connection to the board. Is it plugged in?")
	h.session.change(gpio())
	state("The board is connected and feels your pieces.")
}

// A game whose squares the board has not is said to be none for it, before anything is pressed in vain.
func TestPage_AGameThatTheBoardLacksIsSaidSo(t *testing.T) {
	t.Parallel()
	camelot, _ := gameOf("camelot").Start(nil)
	h := playing(t, referee.NewGame{Game: "camelot"}, func(cfg *web.Config) {
		cfg.Carries = func(on *board.Topology) bool { return on == camelot.Topology() }
	})
	b := h.browse(t)
	b.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`document.querySelectorAll(".card .lacks").length === document.querySelectorAll(".card").length - 1 && !document.querySelector('[data-game="camelot"] .lacks')`)
	b.until(`document.querySelectorAll(".where button").length === 3`)
	b.run(pressOn(`[data-game="rolechess"]`))
	b.until(`document.querySelector(".where").textContent.startsWith("This board does not have the squares") && document.querySelectorAll(".where button").length === 0`)
}

// From the page that only shows the game, which the bare address leads to, one press leads to where one can play.
func TestPage_TheTableLeadsToPlay(t *testing.T) {
	t.Parallel()
	b := playing(t, referee.NewGame{Game: "camelot"}, nil).browse(t)
	b.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn("#play"))
	b.until(`location.pathname === "/start" && document.querySelectorAll(".card").length === ` + itoa(len(catalog.Games())))
}

// Each card draws the game's own board: every square of it, where it lies.
func TestPage_EachCardDrawsItsBoard(t *testing.T) {
	t.Parallel()
	b := playing(t, referee.NewGame{Game: "camelot"}, nil).browse(t)
	b.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	drawn := evaluate[map[string]int](b, `Object.fromEntries([...document.querySelectorAll(".card")].map((card) => [card.dataset.game,
		new Set([...card.querySelectorAll("svg > *")].map((el) => JSON.stringify(el.getBoundingClientRect())).filter((r) => JSON.parse(r).width > 2)).size]))`)
	for _, g := range catalog.Games() {
		s, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := s.Topology().Len(); drawn[g.Name] != n {
			t.Errorf("the card of %s draws %d squares of %d", g.Name, drawn[g.Name], n)
		}
	}
}

// hard says in each language how hard a game is, from the easiest to the hardest.
var hard = map[string][]string{"en": {"easy", "medium", "hard"}, "fi": {"helppo", "keskitaso", "vaikea"}, "sv": {"lätt", "medelsvår", "svår"},
	"pl": {"łatwa", "średnia", "trudna"}, "it": {"facile", "medio", "difficile"}}

// Each card says how many play, how long it takes, how hard it is and what is special: in each language the same.
func TestEachCardSaysWhatTheGameIs(t *testing.T) {
	facts := regexp.MustCompile(`^(\d)(?:–(\d))? \p{L}+ · \p{L}+ (\d+) \p{L}+ · (\p{L}+)$`)
	for _, g := range catalog.Games() {
		start, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		fewest, most := start.Seated().Len(), len(g.Seats)
		var english []string
		for _, lang := range messages.Languages() {
			said := messages.In(lang, rules.Say("start.facts."+g.Name))
			m := facts.FindStringSubmatch(said)
			if m == nil || !slices.Contains(hard[lang], m[4]) {
				t.Errorf("%s: the card of %s says %q", lang, g.Name, said)
				continue
			}
			if m[1] != itoa(fewest) || m[2] != "" && m[2] != itoa(most) || m[2] == "" && fewest != most {
				t.Errorf("%s: the card says of %s %q, and %d to %d play", lang, g.Name, said, fewest, most)
			}
			m[4] = itoa(slices.Index(hard[lang], m[4]))
			if english == nil {
				english = m[1:]
			}
			if !slices.Equal(english, m[1:]) {
				t.Errorf("%s: the card of %s says %q, in another language something else", lang, g.Name, said)
			}
			if special := messages.In(lang, rules.Say("start.special."+g.Name)); strings.Count(special, ".") != 1 || len([]rune(special)) > 110 {
				t.Errorf("%s: what is special of %s is no short sentence: %q", lang, g.Name, special)
			}
		}
	}
}

// Among people a game with secrets shows each player a code of their own.
func TestPage_TheStartPageShowsACodeForEachPlayer(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	b := h.browse(t)
	b.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")),
		pressOn(`[data-game="chessbattle"]`))
	b.until(`((r) => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(".where").getBoundingClientRect())`) // who chose a game on a phone sees where to play it
	b.run(pressOn("#phones"))
	b.until(`[...document.querySelectorAll(".links img")].length === 2 && [...document.querySelectorAll(".links img")].every((img) => img.complete && img.naturalWidth > 0)`)
	b.shoot("start-codes")
}

// The form under "more" begins with the game that is chosen, and follows it. A game with secrets leads on to a code for each person.
func TestPage_TheFormFollowsTheChosenGame(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")),
		pressOn(`[data-game="kaleidochess"]`), pressOn("main details summary"))
	b.until(`document.getElementById("new-game").value === "kaleidochess"`)
	b.run(pressOn(`[data-game="dungeonchess"]`))
	b.until(`document.getElementById("new-game").value === "dungeonchess" && document.querySelector('[data-option="players"]') !== null`)
	const offered = `[...document.querySelectorAll(".newgame .seat")].filter((el) => el.checkVisibility()).map((el) => el.dataset.seat).join()`
	b.until(offered + ` === "south,north"`) // two play, and nobody else is named
	for _, c := range []struct{ n, seats string }{{"3", "south,west,north"}, {"4", "south,west,north,east"}, {"2", "south,north"}} {
		evaluate[bool](b, `(() => { const el = document.querySelector('[data-option="players"]'); el.value = `+c.n+`; return el.dispatchEvent(new Event("change", { bubbles: true })); })()`)
		b.until(offered + ` === "` + c.seats + `"`)
	}
	b.run(pressOn(".newgame > .strong"))
	b.until(`[...document.querySelectorAll(".links a")].map((a) => new URL(a.href).pathname).join() === "/seat/south,/seat/north"`) // who hides something needs a screen of their own
}

// A phone's app begins on the start page, which knows the seat that was opened on it, for who is the admin and for
// who is not, until the game is over. No seat is asked for that the game on the table does not have.
func TestPage_TheStartPageKnowsItsSeatsAgain(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, func(c *web.Config) { c.KeysOn = true })
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/seat/black?key="+h.keys["black"].Key), chromedp.WaitReady(chromedp.CSS("body.ready .token")))
	b.run(chromedp.Navigate(b.base+"/start"), chromedp.WaitVisible(chromedp.CSS(`[data-seat="black"]`)), pressOn(`[data-seat="black"]`),
		chromedp.WaitReady(chromedp.CSS("body.ready .token")))
	b.until(`location.pathname === "/seat/black"`)
	h.do(call{method: "POST", path: "/api/resign", body: `{"seat":"black"}`, key: h.keys["black"].Key})
	b.run(chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`document.querySelector("[data-seat]") === null`)
	h.do(call{method: "POST", path: "/api/games", body: `{"game":"dungeonchess"}`})
	b.run(chromedp.Navigate(b.base+"/start"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.allow("403")
	b.allow("401")
}
