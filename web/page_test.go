package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
)

type action = chromedp.Action[chromedp.Void]

// browser is a page in a real browser, and what it complained of.
type browser struct {
	context.Context
	t       *testing.T
	base    string
	mu      sync.Mutex
	faults  []string
	allowed []string        // words of complaints that this test expects
	heard   strings.Builder // all that its event streams said
}

// browse opens a tab on the house, listening on a port of its own.
func (h *house) browse(t *testing.T) *browser {
	t.Helper()
	ts := httptest.NewServer(h.server)
	t.Cleanup(func() { ts.CloseClientConnections(); ts.Close() })
	b := tab(t)
	_, port, _ := net.SplitHostPort(ts.Listener.Addr().String())
	b.base = "http://localhost:" + port
	if h.admin != "" { // who opened the link that the terminal shows
		if err := tell(b, network.SetCookie, network.SetCookieParams{Name: "reeve-admin", Value: h.admin, URL: b.base}); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

func (b *browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text, _ := json.Marshal(e.ExceptionDetails)
		b.faults = append(b.faults, string(text))
	case *network.EventRequestWillBeSent: // no page asks for anything elsewhere
		if u, err := url.Parse(e.Request.URL); err != nil || strings.HasPrefix(u.Scheme, "http") && u.Hostname() != "localhost" {
			b.faults = append(b.faults, "a request to "+e.Request.URL)
		}
	case *network.EventEventSourceMessageReceived:
		b.heard.WriteString(e.Data)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			b.faults = append(b.faults, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			text, _ := json.Marshal(e.Args)
			b.faults = append(b.faults, string(text))
		}
	}
}

// sound fails if the page complained.
func (b *browser) sound() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.faults {
		if strings.Contains(f, "/api/archive/latest/story") { // a house without an archive keeps no game
			continue
		}
		if !slices.ContainsFunc(b.allowed, func(words string) bool { return strings.Contains(f, words) }) {
			b.t.Errorf("the page complains: %s", f)
		}
	}
}

// allow expects complaints with these words: they may come before or after, as the browser tells of them late.
func (b *browser) allow(words string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.allowed = append(b.allowed, words)
}

func (b *browser) run(actions ...action) {
	b.t.Helper()
	if err := chromedp.Do(b, actions...); err != nil {
		b.t.Fatalf("browser: %v; faults %v", err, b.faults)
	}
}

func evaluate[T any](b *browser, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b, chromedp.Evaluate[T](expression, awaited))
	if err != nil {
		b.t.Fatalf("%s: %v; faults %v", expression, err, b.faults)
	}
	return v
}

// awaited lets an expression be a promise.
func awaited(p *runtime.EvaluateParams) {
	yes := true
	p.AwaitPromise = &yes
}

// until waits for a JavaScript expression to hold.
func (b *browser) until(expression string) {
	b.t.Helper()
	ok := evaluate[bool](b, `new Promise((done) => { const end = performance.now() + `+itoa(int(patience.Milliseconds()))+`;
		const look = () => { let ok = false; try { ok = Boolean(`+expression+`); } catch {}
			if (ok || performance.now() > end) done(ok); else setTimeout(look, 20); };
		look(); })`)
	if !ok {
		b.shoot("never")
		b.t.Fatalf("never: %s; faults %v; the page says %s", expression, b.faults, evaluate[string](b, `document.body.innerText`))
	}
}

// shoot writes a picture of the page to the folder that SHOTS names.
func (b *browser) shoot(name string) {
	b.t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(dir+"/"+name+".png", png, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

type point struct{ X, Y float64 }

// middle returns where on the screen a square is.
func (b *browser) middle(square string) point {
	b.t.Helper()
	return b.middleOf(`[data-square="` + square + `"] .well`)
}

// middleOf is where an element's middle is once it stays there: what comes a moment later may push it aside.
func (b *browser) middleOf(selector string) point {
	b.t.Helper()
	return evaluate[point](b, "(async () => { for (let was = null;;) { const e = document.querySelector(`"+selector+"`);"+` e.scrollIntoView({block: "nearest"});
		const r = e.getBoundingClientRect(), now = {X: r.x + r.width / 2, Y: r.y + r.height / 2}, same = was && was.X === now.X && was.Y === now.Y;
		if (same) return now;
		was = now;
		await new Promise((then) => setTimeout(then, 20)); } })()`)
}

const (
	pressed  = input.DispatchMouseEventTypeMousePressed
	moved    = input.DispatchMouseEventTypeMouseMoved
	released = input.DispatchMouseEventTypeMouseReleased
)

func mouse(kind input.DispatchMouseEventType, p point) action {
	return chromedp.MouseEvent(kind, p.X, p.Y, chromedp.ButtonType(input.MouseButtonLeft), chromedp.ClickCount(1))
}

// focusOn gives the focus to what a selector names, once it can take it, in one look: what is looked up first and given the focus
// then may have been drawn anew in between.
func focusOn(selector string) action {
	aim := fmt.Sprintf(`new Promise((done, never) => {
		const selector = %q, end = performance.now() + %d;
		const look = () => {
			const el = document.querySelector(selector);
			el?.focus();
			if (el && document.activeElement === el) return done(true);
			if (performance.now() > end) return never(new Error(selector + " takes no focus"));
			setTimeout(look, 20);
		};
		look(); })`, selector, patience.Milliseconds())
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := chromedp.Evaluate[bool](aim, awaited)(ctx, t)
		return err
	})
}

// pressOn clicks what a selector names once it is seen and nothing lies over it. Parts of a page that come
// later may move it under the mouse: a press that did not reach it is made again.
func pressOn(selector string) action {
	aim := fmt.Sprintf(`new Promise((done, never) => {
		const selector = %q, end = performance.now() + %d;
		const look = () => {
			const el = document.querySelector(selector);
			el?.scrollIntoView({block: "center", behavior: "instant"});
			const r = el?.getBoundingClientRect(), at = r && {X: r.x + r.width / 2, Y: r.y + r.height / 2}, top = r && document.elementFromPoint(at.X, at.Y);
			if (top && !el.disabled && (el.contains(top) || top.contains(el))) {
				window.aimed = false;
				top.addEventListener("pointerdown", () => { window.aimed = true; }, {capture: true, once: true});
				return done(at);
			}
			if (performance.now() > end) return never(new Error(selector + " cannot be pressed" + (top ? ": there is " + top.outerHTML.slice(0, 200) : "")));
			setTimeout(look, 20);
		};
		look(); })`, selector, patience.Milliseconds())
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for {
			at, err := chromedp.Evaluate[point](aim, awaited)(ctx, t)
			if err != nil {
				return err
			}
			if _, err := chromedp.Steps(mouse(pressed, at), mouse(released, at))(ctx, t); err != nil {
				return err
			}
			reached, err := chromedp.Evaluate[bool](`window.aimed !== false`)(ctx, t) // another page was not aimed at
			if err != nil && strings.Contains(err.Error(), "navigated or closed") {   // it comes while the browser answers
				return nil
			}
			if err != nil || reached {
				return err
			}
		}
	})
}

// drag carries with the mouse.
func (b *browser) drag(from, to point) {
	b.t.Helper()
	b.run(mouse(pressed, from), mouse(moved, point{(from.X + to.X) / 2, (from.Y + to.Y) / 2}), mouse(moved, to), mouse(released, to))
}

func (b *browser) click(p point) {
	b.t.Helper()
	b.run(mouse(pressed, p), mouse(released, p))
}

// fingers puts exactly these fingers on the screen.
func (b *browser) fingers(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
	b.t.Helper()
	if at == nil {
		at = []*input.TouchPoint{}
	}
	if _, err := chromedp.Call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: at}); err != nil {
		b.t.Fatal(err)
	}
}

// expect reads contacts until all are heard, in this order.
func (b *browser) expect(heard <-chan string, want ...string) {
	b.t.Helper()
	for i, w := range want {
		select {
		case got := <-heard:
			if got != w {
				b.t.Fatalf("contact %d: %s, want %s", i, got, w)
			}
		case <-b.Done():
			b.t.Fatalf("contact %d: none, want %s", i, w)
		}
	}
}

// simulated opens /sim with the wood set up.
func simulated(t *testing.T) (*house, *browser) {
	t.Helper()
	h := build(t, nil)
	h.wood.heard = make(chan string, 100)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/sim"), chromedp.WaitVisible(chromedp.CSS("[data-token=wE]")))
	b.shoot("sim-empty")
	b.run(pressOn("#setup"))
	b.until(`document.querySelector('[data-square="b1"]').ariaLabel.startsWith("b1: White Knight 1")`)
	return h, b
}

func TestPage_PagesLoadWithoutComplaint(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	for path, ready := range map[string]string{"/": ".token.still", "/seat/white": ".chips button", "/sim": "[data-token=wE]"} {
		b.run(chromedp.Navigate(b.base+path), chromedp.WaitReady(chromedp.CSS(ready)))
		b.until(`document.getElementById("message").textContent === "` + theTurn("en", "white") + `"`)
		if empty := evaluate[[]string](b, hollow); len(empty) > 0 {
			t.Errorf("%s: empty at a game's start: %q", path, empty)
		}
		b.until(`document.documentElement.scrollWidth <= innerWidth`)
	}
}

func TestPage_ADragPostsItsContacts(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	b.shoot("sim-set")
	b.drag(b.middle("b1"), b.middle("c3"))
	b.expect(h.wood.heard, "b1 false", "c3 true")
	b.until(`document.querySelector('[data-square="c3"]').ariaLabel.startsWith("c3: White Knight 1")`)
	b.click(b.middle("d7"))
	b.expect(h.wood.heard, "d7 false", "d7 true")
	b.drag(b.middle("d2"), b.middleOf(`[data-zone="off"]`))
	b.expect(h.wood.heard, "d2 false")
	b.click(b.middle("d4"))
	b.expect(h.wood.heard, "d4 true", "d4 false")
}

// A piece that is taken up again while it comes down, before the daemon has answered, goes where it is carried then.
func TestPage_APieceIsTakenUpAgainOnItsWayDown(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	evaluate[bool](b, `(() => { const plain = window.fetch; let go; const gone = new Promise((done) => { go = done; });
		window.letGo = go;
		window.fetch = (to, given) => (String(to).includes("/contacts") ? gone.then(() => plain(to, given)) : plain(to, given));
		return true; })()`)
	b.drag(b.middle("b1"), b.middle("c4"))
	b.drag(b.middle("c4"), b.middle("c3"))
	evaluate[bool](b, `(window.letGo(), true)`)
	b.expect(h.wood.heard, "b1 false", "c3 true")
	b.until(`document.querySelector('[data-square="c3"]').ariaLabel.startsWith("c3: White Knight 1")`)
}

func TestPage_AnAttackByMouseHoldsAndKnocks(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	b.drag(b.middle("d2"), b.middle("d6"))
	b.expect(h.wood.heard, "d2 false", "d6 false", "d6 true")
	b.click(b.middle("d6"))
	b.expect(h.wood.heard, "d6 false", "d6 true")
	b.click(b.middle("d2"))
	b.expect(h.wood.heard, "d2 true")
	b.until(`document.querySelector('[data-square="d2"]').ariaLabel.startsWith("d2: White Lackey 4")`)
}

func TestPage_ADeadPieceGivesWay(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	h.session.change(func(t *referee.Table) { t.Lights = map[string][]string{"d6": {"lift"}} })
	b.until(`document.querySelector('[data-square="d6"]').dataset.lit === "lift"`)
	b.drag(b.middle("d2"), b.middle("d6"))
	b.expect(h.wood.heard, "d2 false", "d6 false", "d6 true")
	b.until(`document.querySelector('[data-square="d6"]').ariaLabel.startsWith("d6: White Lackey 4")`)
}

func TestPage_TheBoardCanBePlayedByKeys(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	b.run(focusOn(`[data-square="b1"]`), chromedp.KeyEvent("h"))
	b.expect(h.wood.heard, "b1 false")
	b.run(chromedp.KeyEvent(kb.ArrowUp))
	here := evaluate[string](b, `document.activeElement.dataset.square`)
	if here != "b2" {
		t.Errorf("the up arrow led from b1 to %q", here)
	}
	b.run(focusOn(`[data-square="c3"]`), chromedp.KeyEvent(kb.Enter))
	b.expect(h.wood.heard, "c3 true")
	b.run(focusOn(`[data-square="d6"]`), chromedp.KeyEvent(kb.Enter))
	b.expect(h.wood.heard, "d6 false", "d6 true")
}

func TestPage_TwoFingersHoldAndKnock(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	held, target := b.middle("c2"), b.middle("c6")
	finger := func(p point, id float64) *input.TouchPoint { return &input.TouchPoint{X: p.X, Y: p.Y, ID: &id} }
	b.fingers(input.DispatchTouchEventTypeTouchStart, finger(held, 1))
	b.expect(h.wood.heard, "c2 false")
	b.fingers(input.DispatchTouchEventTypeTouchStart, finger(held, 1), finger(target, 2))
	b.fingers(input.DispatchTouchEventTypeTouchMove, finger(held, 1))
	b.fingers(input.DispatchTouchEventTypeTouchEnd)
	b.expect(h.wood.heard, "c6 false", "c2 true", "c6 true")
}

func TestPage_AFingerCarriesAPiece(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	from, to := b.middle("b1"), b.middle("c3")
	finger := func(p point) *input.TouchPoint { id := 1.0; return &input.TouchPoint{X: p.X, Y: p.Y, ID: &id} }
	b.fingers(input.DispatchTouchEventTypeTouchStart, finger(from))
	b.expect(h.wood.heard, "b1 false")
	b.fingers(input.DispatchTouchEventTypeTouchMove, finger(point{(from.X + to.X) / 2, (from.Y + to.Y) / 2}))
	b.fingers(input.DispatchTouchEventTypeTouchMove, finger(to))
	b.fingers(input.DispatchTouchEventTypeTouchEnd)
	b.expect(h.wood.heard, "c3 true")
	b.until(`document.querySelector('[data-square="c3"]').ariaLabel.startsWith("c3: White Knight 1")`)
}

func TestPage_AReloadFindsThePiecesWhereTheyLie(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	b.drag(b.middle("b1"), b.middle("c3"))
	b.expect(h.wood.heard, "b1 false", "c3 true")
	b.run(chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS("[data-token=wE]")))
	b.until(`document.querySelector('[data-square="c3"]').ariaLabel.startsWith("c3: White Knight 1")`)
}

func TestPage_QuestionsThrowsAndButtonsAreOnThePage(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	does := func(want referee.Command, press string) {
		t.Helper()
		b.run(pressOn(press))
		for h.session.lastDone() == nil || !reflect.DeepEqual(h.session.lastDone(), want) {
			b.until(`document.querySelector(".note").hidden`)
		}
	}
	h.session.change(func(t *referee.Table) {
		t.Status, t.Ask = referee.StatusAsk, &referee.Question{Question: "Which move did you mean?", Choices: []string{"c3*d5", "none of these"}}
	})
	does(referee.Answer{Choice: "c3*d5"}, ".ask button")
	h.session.change(func(t *referee.Table) { t.Status = referee.StatusThrow })
	does(referee.Throw{Faces: []int{4}}, `.faces button[aria-label="4"]`)
	does(referee.Press{Button: "undo"}, `[data-button="undo"]`)
	h.session.mu.Lock()
	h.session.refusal = referee.Refuse(409, rules.Say("no.confirm"), rules.Say("do.down"))
	h.session.mu.Unlock()
	b.run(pressOn(`[data-button="confirm"]`))
	b.until(`document.querySelector(".note").textContent === "There is nothing to confirm. Put the pieces down first."`)
	b.allow("409")
	// What was refused is not said any more once something was done. A hint is in words, and on the board where the lights, which
	// all see, do not tell it; who may ask for none has no button.
	h.session.change(func(t *referee.Table) {
		t.Hint, t.Log = &referee.Hint{Piece: "b1", To: []string{"c3"}, Action: "b1-c3"}, append(t.Log, referee.Entry{N: 1, By: "white", Action: "a2-a3", Text: "White moved"})
		t.Can = []string{"confirm", "undo"}
	})
	b.until(`document.querySelector(".note").hidden && document.getElementById("detail").textContent.startsWith("Hint: White Knight 1 from b1 to c3") && document.querySelector('[data-button="hint"]').disabled`)
	b.until(`["b1", "c3"].every((at) => document.querySelector('[data-square="' + at + '"]').dataset.lit.includes("hint"))`)
}

func TestPage_TheBoardFitsASmallScreen(t *testing.T) {
	t.Parallel()
	_, b := simulated(t)
	b.run(chromedp.EmulateViewport(320, 640, chromedp.EmulateMobile))
	b.until(`innerWidth === 320 && document.documentElement.scrollWidth <= 320`)
	b.shoot("sim-320")
}

func TestPictures(t *testing.T) {
	t.Parallel()
	if os.Getenv("SHOTS") == "" {
		t.Skip("SHOTS names no folder")
	}
	h, b := simulated(t)
	h.session.change(func(t *referee.Table) {
		t.Lights = map[string][]string{"b1": {"origin"}, "a3": {"legal"}, "c3": {"legal"}, "d2": {"last"}, "d6": {"target"}, "f6": {"wrong"},
			"g7": {"declared"}, "e4": {"energy:12"}, "e5": {"damage:4"}, "a5": {"pip"}, "c2": {"partner"}, "f2": {"lift"}, "f4": {"place"}, "g1": {"uncertain"}}
		t.Declared = &referee.Declared{Attackers: []string{"b1"}, Target: "d6"}
		t.Log = []referee.Entry{{N: 1, By: "chance", Action: "die 5", Text: "White throws 5", At: "2026-11-21T10:00:00Z"},
			{N: 2, By: "white", Action: "b1-c3", Text: "Knight 1 to c3", At: "2026-11-21T10:00:00Z"},
			{N: 3, By: "white", Action: "c3*d5", Text: "Knight 1 attacks Lackey 4 on d5", At: "2026-11-21T10:00:00Z"},
			{N: 4, By: "chance", Action: "die 4", Text: "Knight 1 throws 4: 16", At: "2026-11-21T10:00:00Z"},
			{N: 5, By: "chance", Action: "die 2", Text: "Lackey 4 throws 2: 16 against 6, beaten", At: "2026-11-21T10:00:00Z", Open: true}}
		t.Players = map[string]string{"white": "Ann", "black": "Bo"}
		t.Clocks = map[string]any{"white": 1800000, "black": 905000, "running": "white"}
	})
	b.until(`document.querySelector(".fallen .die") !== null`)
	b.shoot("sim-lit")
	dark := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}
	if _, err := chromedp.Call(b, emulation.SetEmulatedMedia, dark); err != nil {
		t.Fatal(err)
	}
	b.run(pressOn(".more summary"), chromedp.WaitVisible(chromedp.CSS(".newgame")))
	b.shoot("sim-dark")
	b.run(chromedp.Navigate(b.base+"/seat/black"), chromedp.WaitVisible(chromedp.CSS(".chips")))
	b.shoot("seat")
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitVisible(chromedp.CSS(".fallen")))
	b.shoot("table")
}

// theTurn is the headline of a turn of RoleChess in which nobody can be attacked yet.
func theTurn(lang, seat string) string {
	return messages.In(lang, rules.Say("turn", "seat", "@seat."+seat, "what", "@now.move"))
}
