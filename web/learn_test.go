package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"reeve/referee"
	"reeve/rules/catalog"
)

// learns begins a lesson through the interface.
func (h *house) learns(t *testing.T, body string) referee.Table {
	t.Helper()
	var table referee.Table
	w := h.do(call{method: "POST", path: "/api/lessons", body: body, key: h.admin})
	if err := json.Unmarshal(w.Body.Bytes(), &table); err != nil || w.Code != 200 {
		t.Fatalf("%s: %d %s", body, w.Code, w.Body)
	}
	return table
}

// Every game's course is gone through by what it offers alone, up to the battle won;
// then the game that was put aside is on the table, as it stood.
func TestWhole_EveryCourseIsLearntByWhatItOffers(t *testing.T) {
	h := playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{3}}}, nil)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	h.wanders(t, 6)
	var before, after referee.Table
	_ = json.Unmarshal(h.do(call{method: "GET", path: "/api/table"}).Body.Bytes(), &before)
	rng := rand.New(rand.NewPCG(4, 4))
	for _, g := range catalog.Games() {
		now := h.learns(t, fmt.Sprintf(`{"game":%q}`, g.Name))
		for taken := 0; ; taken++ {
			l := now.Lesson
			switch {
			case l == nil:
				t.Fatalf("%s: no lesson after %d actions", g.Name, taken)
			case taken > 3000:
				t.Fatalf("%s: no end of lesson %d", g.Name, l.Lesson)
			case l.Done && l.Won && l.Lesson+1 == l.Lessons:
			case l.Done && l.Won:
				now = h.learns(t, fmt.Sprintf(`{"game":%q,"lesson":%d}`, g.Name, l.Lesson+1))
				continue
			case l.Done:
				now = h.learns(t, fmt.Sprintf(`{"game":%q,"lesson":%d}`, g.Name, l.Lesson))
				continue
			case len(l.Ways) == 0 && taken < 2000: // the dice fall first, once the pieces stand
				h.do(call{method: "POST", path: "/api/sim/setup", body: "{}", key: h.admin})
				now = referee.Table{}
				_ = json.Unmarshal(h.do(call{method: "GET", path: "/api/table"}).Body.Bytes(), &now)
				continue
			case len(l.Ways) == 0:
				t.Fatalf("%s: lesson %d, step %d offers nothing: %s", g.Name, l.Lesson, l.Step, now.Message.Text)
			default:
				h.do(call{method: "POST", path: "/api/sim/setup", body: "{}", key: h.admin})
				way := l.Ways[rng.IntN(len(l.Ways))]
				for _, w := range l.Ways { // a learner takes whom it can
					if w.By == g.Seats[0] && len(w.Squares) > 1 && occupied(now, w.Squares[len(w.Squares)-1], g.Seats[1:]) {
						way = w
					}
				}
				w := h.do(call{method: "POST", path: "/api/action", body: fmt.Sprintf(`{"action":%q}`, way.Action), key: h.admin})
				now = referee.Table{}
				if err := json.Unmarshal(w.Body.Bytes(), &now); err != nil || w.Code != 200 {
					t.Fatalf("%s: lesson %d: %s: %s", g.Name, l.Lesson, way.Action, w.Body)
				}
				continue
			}
			break
		}
	}
	h.learns(t, `{"leave":true}`)
	_ = json.Unmarshal(h.do(call{method: "GET", path: "/api/table"}).Body.Bytes(), &after)
	if after.Lesson != nil || asJSON(after.Position) != asJSON(before.Position) || after.Length != before.Length {
		t.Errorf("the game comes back as %s, not as %s", asJSON(after.Position), asJSON(before.Position))
	}
	if w := h.do(call{method: "POST", path: "/api/lessons", body: `{"leave":true}`, key: h.admin}); w.Code != 409 {
		t.Errorf("no lesson is left: %d", w.Code)
	}
}

func asJSON(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

func occupied(now referee.Table, square string, by []string) bool {
	for _, p := range now.Position.Pieces {
		for _, seat := range by {
			if p.At != nil && *p.At == square && p.Owner == seat {
				return true
			}
		}
	}
	return false
}

// learner is the table of a lesson.
func (h *house) learner(t *testing.T) (table referee.Table) {
	t.Helper()
	if err := json.Unmarshal(h.do(call{method: "GET", path: "/api/table"}).Body.Bytes(), &table); err != nil {
		t.Fatal(err)
	}
	return table
}

// Over a game that has ended the page of lessons asks which game is to be learnt, and offers one of them first: no result, no rematch.
func TestPage_LessonsAreOfferedOverAGameThatHasEnded(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	h.do(call{method: "POST", path: "/api/resign", body: `{"seat":"white"}`, key: h.keys["white"].Key})
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/learn"), chromedp.WaitReady(chromedp.CSS("body.ready .coach button")))
	b.until(`document.getElementById("status").dataset.status === "over" && document.getElementById("status").innerText === "Which game will you learn?"`)
	if strong := evaluate[[]string](b, `[...document.querySelectorAll("button.strong")].filter((el) => el.checkVisibility()).map((el) => el.textContent)`); len(strong) != 1 {
		t.Errorf("marked as the next thing are %q", strong)
	}
}

// A lesson that begins while the page asks what can be learnt is shown, and not what can be learnt.
func TestPage_ALessonThatHasBegunIsShown(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	began := make(chan struct{})
	ts := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/lessons" && r.Method == http.MethodGet {
			<-began // the answer comes late
		}
		h.server.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { ts.CloseClientConnections(); ts.Close() })
	b := tab(t)
	b.run(chromedp.Navigate(strings.Replace(ts.URL, "127.0.0.1", "localhost", 1)+"/learn"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	h.do(call{method: "POST", path: "/api/lessons", body: `{"game":"camelot","lesson":0}`, key: h.admin})
	b.until(`document.querySelector(".coach progress")`)
	close(began)
	b.until(`performance.getEntriesByType("resource").some((e) => e.name.endsWith("/api/lessons") && e.responseEnd > 0)`)
	if !evaluate[bool](b, `new Promise((done) => setTimeout(() => done(document.querySelector(".coach progress") !== null), 50))`) {
		t.Error("what can be learnt lies over the lesson that has begun")
	}
}

// On the page a newcomer presses what is marked, and nothing else, and gets to the
// battle; what is not to be done now is answered with the reason.
func TestPage_ANewcomerLearnsByWhatIsMarked(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/learn"), chromedp.WaitReady(chromedp.CSS(".coach button")))
	b.shoot("learn-choice")
	evaluate[bool](b, `([...document.querySelectorAll(".coach button")].find((e) => e.textContent.includes("RoleChess")).click(), true)`)
	b.until(`document.querySelector(".coach progress") && document.getElementById("message").textContent.startsWith("Set up")`)
	if evaluate[bool](b, `Boolean(document.querySelector(".cell.choice"))`) {
		t.Error("squares are marked before the board is set up")
	}
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}", key: h.admin})
	b.until(`document.querySelector('[data-square="d2"]').classList.contains("choice") && document.getElementById("status").textContent.startsWith("The higher die")`)
	b.shoot("learn-first")
	b.click(b.middle("d2"))
	b.click(b.middle("d3"))
	b.until(`document.querySelector(".toast:not([hidden])")?.textContent.includes("Knight")`)
	b.shoot("learn-refused")
	b.allow("status of 409")
	for presses := 0; ; presses++ {
		if presses > 100 {
			t.Fatal("100 presses, and no battle")
		}
		h.do(call{method: "POST", path: "/api/sim/setup", body: "{}", key: h.admin})
		if strings.HasPrefix(h.learner(t).Lesson.Say.Text, "A battle") {
			break
		}
		b.until(`document.querySelector(".coach .next") || document.querySelector(".cell.choice") || document.querySelector(".coach").textContent.includes("A battle")`)
		b.until(`[...document.querySelectorAll("button")].filter((el) => el.checkVisibility() && el.textContent === "Leave the lessons").length === 1`)
		was := evaluate[string](b, `document.querySelector(".coach").textContent + document.querySelectorAll(".cell.chosen").length`)
		if evaluate[bool](b, `Boolean(document.querySelector(".coach .next"))`) {
			evaluate[bool](b, `(document.querySelector(".coach .next").click(), true)`)
		} else if square := evaluate[string](b, `document.querySelector(".cell.choice")?.dataset.square ?? ""`); square != "" {
			b.click(b.middle(square))
		} else {
			continue // the wood moved on as it was looked at
		}
		b.until(fmt.Sprintf(`document.querySelector(".coach").textContent + document.querySelectorAll(".cell.chosen").length !== %q`, was))
	}
	b.shoot("learn-battle")
	b.run(chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile))
	b.until(`document.documentElement.scrollWidth <= 320`)
	b.shoot("learn-320")
}

// What one square means more than once is asked about once it is chosen: as buttons for each, before anything was chosen, they lay
// over half of the board of a small phone.
func TestPage_ALessonAsksWhichOfTwoIsMeant(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "camelot"}, nil)
	h.learns(t, `{"game":"dungeonchess","lesson":6}`)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}", key: h.admin})
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base + "/learn"))
	b.window(320, 568)
	b.until(`document.querySelector('[data-square="c4"]').classList.contains("choice")`)
	evaluate[layout](b, laid).held(t, "two prisoners to free")
	b.click(b.middle("d0"))
	b.until(`[...document.querySelectorAll("dialog[open] .chips button")].map((el) => el.textContent).join() === "Pay a chest for South Fighter 1 and put it on d0,Pay a chest for South Fighter 2 and put it on d0"`)
	b.run(pressOn("dialog[open] .chips button:last-child"))
	b.until(`!document.querySelector("dialog[open]") && document.querySelector('[data-square="d0"]').ariaLabel.includes("South Fighter 2")`)
	if log := h.learner(t).Log; len(log) != 1 || log[0].Action != "ransom sL2@d0" {
		t.Errorf("what was done: %+v", log)
	}
}

// watchesChores is JavaScript: it keeps which squares were ever lit to be set up.
const watchesChores = `window.chores = []; document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
	for (const el of document.querySelectorAll("[data-lit*=place], [data-lit*=lift]")) if (document.getElementById("status").dataset.status === "setup") window.chores.push(el.parentElement.dataset.square);
}).observe(document.body, { subtree: true, childList: true, attributes: true }))`

// On the smallest phones, too, the lessons leave the whole board free, in every game; and no chore is lit while simulated wood
// sets itself up.
func TestPage_TheLessonsLeaveTheBoardFree(t *testing.T) {
	t.Parallel()
	d := launch(t)
	b := tab(t)
	if _, err := chromedp.Call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watchesChores}); err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Navigate(d.base+"/start?key="+d.key), chromedp.WaitReady(chromedp.CSS("body.ready")))
	for _, g := range catalog.Games() {
		b.run(chromedp.Navigate(d.base + "/learn?game=" + g.Name))
		b.until(`document.querySelector(".coach progress") && document.querySelector(".plank") && document.getElementById("status").dataset.status !== "setup"`)
		if lit := evaluate[[]string](b, `window.chores`); len(lit) > 0 {
			t.Errorf("%s: while the wood set itself up these squares were lit: %q", g.Name, lit)
		}
		for _, w := range windows[4:6] {
			b.window(w.wide, w.high)
			evaluate[layout](b, laid).held(t, g.Name+", a lesson, "+w.name)
			b.glance("lesson-" + g.Name + "-" + w.name)
		}
	}
}
