package web_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/web"
)

// windows are the screens that pages of a table are held to.
var windows = []struct {
	name       string
	wide, high int64
}{
	{"wall", 1920, 1080}, {"laptop", 1366, 768}, {"tablet", 1024, 768}, {"tablet upright", 768, 1024},
	{"small phone", 320, 568}, {"phone", 375, 667}, {"large phone", 412, 915}, {"phone on its side", 667, 375},
}

// layout is where the parts of a page of a table are, in px.
type layout struct {
	Wide, High                  float64 // the window
	Left, Top, Right, Bottom    float64 // the board's wood
	Headline, Dock              struct{ Left, Top, Right, Bottom float64 }
	Zones                       struct{ Wide, High float64 } // what the hand and the tray of a simulated board take
	Rem                         float64
	Beside, Long                bool // whether the dock stands beside the board; whether the board is far longer than wide
	Scrolls, Hidden, Overflowed []string
}

// laid is JavaScript: the layout of the page.
const laid = `(() => {
	const box = (el) => { const { left, top, right, bottom } = el.getBoundingClientRect(); return { Left: left, Top: top, Right: right, Bottom: bottom }; };
	const plank = box(document.querySelector(".plank")), head = document.querySelector(".status"), dock = document.querySelector(".dock"), zone = document.querySelector(".zones rect")?.getBoundingClientRect();
	const right = zone && zone.left >= plank.Right - 1, scrolls = [...document.querySelectorAll("body *")].filter((el) => !el.closest("dialog, svg") && /auto|scroll/.test(getComputedStyle(el).overflowY + getComputedStyle(el).overflowX) && el.checkVisibility());
	const inView = (el) => { const r = el.getBoundingClientRect(); return r.top >= -1 && r.left >= -1 && r.bottom <= innerHeight + 1 && r.right <= innerWidth + 1; };
	return { Wide: document.documentElement.clientWidth, High: innerHeight, ...plank, Headline: box(head), Dock: box(dock), Rem: parseFloat(getComputedStyle(document.documentElement).fontSize),
		Zones: { Wide: right ? zone.right - plank.Right : 0, High: zone && !right ? zone.bottom - plank.Bottom : 0 },
		Beside: head.getBoundingClientRect().left >= plank.Right - 1, Long: Math.max(plank.Right - plank.Left, plank.Bottom - plank.Top) > 1.3 * Math.min(plank.Right - plank.Left, plank.Bottom - plank.Top),
		Scrolls: scrolls.map((el) => el.className || el.tagName),
		Hidden: [...document.querySelectorAll(".message, .dock button, .dock input")].filter((el) => el.checkVisibility() && !inView(el)).map((el) => el.textContent),
		Overflowed: [head].filter((el) => el.scrollHeight > el.clientHeight + 1).map((el) => el.textContent) };
})()`

// held fails where the board is smaller than it could be, or what must be in view is not.
func (l layout) held(t *testing.T, what string) {
	t.Helper()
	wide, high := l.Right-l.Left, l.Bottom-l.Top
	free := struct{ wide, high float64 }{l.Wide, l.Headline.Top + l.Dock.Top - l.Headline.Bottom}
	if l.Beside {
		free.wide, free.high = l.Wide-17*l.Rem, l.High
	}
	free.wide, free.high = free.wide-l.Zones.Wide, free.high-l.Zones.High
	share := max(wide/free.wide, high/free.high)
	if !l.Long {
		share = min(wide, high) / min(free.wide, free.high)
	}
	t.Logf("%s: the board is %.0f×%.0f, %.0f %% of what is free (%.0f×%.0f), %.0f %% of the window's shorter side; headline %.0f px, dock %.0f px", what, wide, high, 100*share, free.wide, free.high,
		100*min(wide, high)/min(l.Wide, l.High), l.Headline.Bottom-l.Headline.Top, l.Dock.Bottom-l.Dock.Top)
	fail := func(format string, args ...any) { t.Helper(); t.Errorf(what+": "+format, args...) }
	if share < 0.9 {
		fail("the board takes %.1f %% of what is free", 100*share)
	}
	if !l.Long && l.Zones.Wide+l.Zones.High == 0 && min(wide, high) < 0.9*min(l.Wide, l.High) {
		fail("the board takes %.1f %% of the window's shorter side", 100*min(wide, high)/min(l.Wide, l.High))
	}
	if l.Left < -1 || l.Top < -1 || l.Right > l.Wide+1 || l.Bottom > l.High+1 {
		fail("the board is beyond the window: %.0f,%.0f to %.0f,%.0f", l.Left, l.Top, l.Right, l.Bottom)
	}
	if !l.Beside && (l.Dock.Top < l.Bottom-1 || l.Headline.Bottom > l.Top+1) || l.Beside && l.Dock.Left < l.Right-1 {
		fail("the board (%.0f to %.0f) is covered: headline to %.0f, dock from %.0f", l.Top, l.Bottom, l.Headline.Bottom, l.Dock.Top)
	}
	if l.Beside != (l.Wide >= l.High) {
		fail("the controls are at the wrong side of the board")
	}
	if !l.Beside && l.Headline.Bottom-l.Headline.Top > 90 {
		fail("the headline takes %.0f px", l.Headline.Bottom-l.Headline.Top)
	}
	for words, found := range map[string][]string{"scrolls by itself": l.Scrolls, "is not in view": l.Hidden, "has no room": l.Overflowed} {
		for _, f := range found {
			fail("%q %s", f, words)
		}
	}
}

// window gives the page the size of a screen. Without a page a phone's screen has another.
func (b *browser) window(wide, high int64) {
	b.t.Helper()
	b.run(chromedp.EmulateViewport(wide, high, chromedp.EmulateMobile))
	if err := tell(b, emulation.SetPageScaleFactor, emulation.SetPageScaleFactorParams{PageScaleFactor: 1}); err != nil { // a page opened on a wider screen may be magnified
		b.t.Fatal(err)
	}
	b.until(fmt.Sprintf(`innerWidth === %d && innerHeight === %d && visualViewport.scale === 1`, wide, high))
	evaluate[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// glance takes a picture of what is in the window.
func (b *browser) glance(name string) {
	b.t.Helper()
	dir := os.Getenv("SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(dir+"/"+name+".png", png, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// On every screen the board is as large as the window lets it be, what to do now and what
// can be done are in view, and nothing within the page scrolls by itself.
func TestPage_TheBoardIsAsLargeAsItCanBe(t *testing.T) {
	t.Parallel()
	onEveryPage(t, func(b *browser, g exhibit, page string) {
		for _, w := range windows {
			b.window(w.wide, w.high)
			evaluate[layout](b, laid).held(b.t, g.game+", "+page+", "+w.name)
			b.glance("layout-" + g.game + "-" + page + "-" + itoa(int(w.wide)) + "x" + itoa(int(w.high)))
		}
	})
}

func TestHoursTheBoardIsAsLargeAsItCanBe(t *testing.T) { TestPage_TheBoardIsAsLargeAsItCanBe(t) }

// watchesEdge is JavaScript: it keeps where the board's wood ever was, frame by frame.
const watchesEdge = `(() => {
	window.edges = [];
	const look = () => {
		const { left, top, right, bottom } = document.querySelector(".plank")?.getBoundingClientRect() ?? {}, at = [left, top, right, bottom].join();
		if (left !== undefined && edges.at(-1) !== at) edges.push(at);
		requestAnimationFrame(look);
	};
	look();
	return true;
})()`

// stays fails if the board's wood was at more than so many places since it is watched.
func (b *browser) stays(what string, places int) {
	b.t.Helper()
	evaluate[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
	if at := evaluate[[]string](b, `edges`); len(at) != places {
		b.t.Errorf("%s: the board was at %d places, want %d: %v", what, len(at), places, at)
	}
	evaluate[bool](b, `(edges.splice(0, edges.length - 1), true)`)
}

// steps plays one action by chance, and reports whether anybody could.
func (h *house) steps(t *testing.T, rng *rand.Rand) bool {
	t.Helper()
	for _, i := range rng.Perm(len(h.keys)) {
		seat := slices.Sorted(maps.Keys(h.keys))[i]
		if legal := h.legal(t, seat); len(legal) > 0 {
			h.do(call{method: "POST", path: "/api/action", body: fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, legal[rng.IntN(len(legal))]), key: h.keys[seat].Key})
			return true
		}
	}
	return false
}

// Through a game of every kind, step by step, with the wood behind by a step or two, to its end, the board's edge moves by
// no pixel: only once, where Chess Battle's own half has been large before the battle.
func TestPage_TheBoardsEdgeStaysThroughAGame(t *testing.T) {
	t.Parallel()
	for _, g := range shown(t) {
		for _, w := range windows {
			if !whole(t) && w.name != map[string]string{"kaleidochess": "laptop", "chessbattle": "phone"}[g.game] { // one for each stands for all
				continue
			}
			t.Run(g.game+", "+w.name, func(t *testing.T) {
				t.Parallel()
				h := g.begin(t)
				var pages []*browser
				for _, page := range []string{"table", "seat"} {
					b := h.browse(t)
					b.run(chromedp.Navigate(b.base+g.pages(h)[page]), chromedp.WaitReady(chromedp.CSS("body.ready")))
					b.window(w.wide, w.high)
					evaluate[bool](b, watchesEdge)
					pages = append(pages, b)
				}
				rng, battle := rand.New(rand.NewPCG(8, 22)), 0
				for n := range map[bool]int{false: 40, true: 160}[whole(t)] {
					if !h.steps(t, rng) {
						break
					}
					if n%3 == 2 {
						h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
					}
					for _, b := range pages {
						b.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d`, h.seq(t)))
					}
				}
				if g.game == "chessbattle" { // the battle, or the end of a game without one
					battle = 1
				}
				h.do(call{method: "POST", path: "/api/resign", body: `{"seat":"` + g.seat + `"}`, key: h.keys[g.seat].Key})
				for i, b := range pages {
					b.until(`document.querySelector("#rematch") || document.body.dataset.seq >= ` + itoa(int(h.seq(t))))
					b.stays(w.name+" "+[]string{"table", "seat"}[i], 1+i*battle)
					b.glance("edge-" + g.game + "-" + itoa(i) + "-" + w.name)
				}
			})
		}
	}
}

func TestHoursTheBoardsEdgeStaysThroughAGame(t *testing.T) {
	TestPage_TheBoardsEdgeStaysThroughAGame(t)
}

// Nor does it move when the board asks, waits for dice, wants wood moved, refuses, says long sentences, or the game ends,
// in the language of the longest words; and all of it has room.
func TestLongPage_TheBoardsEdgeStaysWhateverIsSaid(t *testing.T) {
	t.Parallel()
	lots := strings.Repeat("Ratsu 2 ruudussa b1 ei pääse ruutuun d5: tie on tukossa. ", 2)
	for _, w := range windows {
		h := build(t, nil)
		b := h.browse(t)
		b.run(chromedp.Navigate(b.base + "/"))
		evaluate[bool](b, `(document.cookie = "language=fi; path=/", document.cookie !== "")`)
		b.run(chromedp.Reload(), chromedp.WaitReady(chromedp.CSS("body.ready")))
		b.window(w.wide, w.high)
		evaluate[bool](b, watchesEdge)
		for what, edit := range map[string]func(*referee.Table){
			"asks": func(t *referee.Table) {
				t.Status, t.Ask = referee.StatusAsk, &referee.Question{Question: lots, Choices: []string{"c3*d5", "c3-d5", "none of these"}}
			},
			"throw":    func(t *referee.Table) { t.Status = referee.StatusThrow },
			"declared": func(t *referee.Table) { t.Declared = &referee.Declared{Attackers: []string{"b1", "d2"}, Target: "d6"} },
			"settle": func(t *referee.Table) {
				t.Status, t.Settle = referee.StatusSettle, &referee.Settle{Lift: []string{"d6", "e6", "f6"}, Place: []string{"b1", "c3", "d2"}}
				t.Chore = &referee.Message{Key: "settle", Args: map[string]string{"lift": "d6, e6 ja f6", "place": "b1, c3 ja d2"}}
			},
			"long": func(t *referee.Table) { // the longest sentence that is said to players
				t.Message = referee.Message{Key: "turn.ends", Args: map[string]string{"seat": "@seat.white", "seconds": "30", "engine": "reeve"}, Text: lots}
			},
			"fault": func(t *referee.Table) { t.Hardware.Faults = []string{lots} },
			"over":  func(t *referee.Table) { t.Status = referee.StatusOver },
			"rest":  func(*referee.Table) {},
		} {
			h.session.change(edit)
			b.until(`Number(document.body.dataset.seq) >= ` + itoa(int(h.session.Table(rules.Table).Seq)))
			b.stays(w.name+" "+what, 1)
			l := evaluate[layout](b, laid)
			for _, f := range slices.Concat(l.Scrolls, l.Hidden, l.Overflowed) {
				t.Errorf("%s, %s: %q is not in view, or has no room", w.name, what, f)
			}
			b.glance("said-" + what + "-" + itoa(int(w.wide)) + "x" + itoa(int(w.high)))
		}
	}
}

// A tablet is turned as often as one likes: the board always lies as large as it can.
func TestPage_ATurnedTabletTurnsTheBoard(t *testing.T) {
	t.Parallel()
	for _, g := range []exhibit{gallery[4], gallery[1]} {
		h := g.begin(t)
		h.wanders(t, g.actions)
		b := h.browse(t)
		b.run(chromedp.Navigate(b.base+g.pages(h)["seat"]), chromedp.WaitReady(chromedp.CSS("body.ready")))
		for n := range 6 {
			w := []int64{1180, 820}
			b.window(w[n%2], w[1-n%2])
			b.until(`document.querySelectorAll(".plank").length === 1`)
			evaluate[layout](b, laid).held(t, g.game+" turned")
		}
	}
}

// beforeBattle are the phases of Chess Battle in which each sees the own half large.
var beforeBattle = []string{"camps", "bridges", "espionage", "army", "training", "pay", "deployment"}

// reached is JavaScript: the narrowest square that can be chosen, in px, and those that are not wholly on the board that
// is shown, or lie under something.
const reached = `(() => {
	const all = [...document.querySelectorAll(".cell.choice")].map((el) => [el, el.querySelector(".well").getBoundingClientRect()]), room = document.getElementById("board").getBoundingClientRect();
	const off = all.filter(([el, r]) => r.left < room.left - 1 || r.right > room.right + 1 || r.top < room.top - 1 || r.bottom > room.bottom + 1 || !document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)?.closest("#board"));
	return { Least: Math.min(999, ...all.map(([, r]) => r.width)), Off: off.map(([el]) => el.dataset.square), All: all.length };
})()`

// namesCut is JavaScript: the names of ranks in view that the window's sides cut off.
const namesCut = `[...document.querySelectorAll(".edge-names text")].filter((el) => { const r = el.getBoundingClientRect(); return r.bottom > 0 && r.right > 0 && r.left < innerWidth && (r.left < -1 || r.right > innerWidth + 1); }).map((el) => el.textContent)`

// Before the battle of Chess Battle a player sees the own half so large that a finger meets each square, on phones from 375 px; on
// the smallest the list beside has them, too. Every square that can be chosen is in view, for White and Black.
func TestPage_BeforeTheBattleTheOwnHalfIsLarge(t *testing.T) {
	t.Parallel()
	for _, seat := range []string{"white", "black"} {
		g := exhibit{game: "chessbattle", seat: seat}
		h := g.begin(t)
		b := h.browse(t)
		b.run(chromedp.Navigate(b.base+g.pages(h)["seat"]), chromedp.WaitReady(chromedp.CSS("body.ready")))
		b.window(375, 667)
		if cut := evaluate[[]string](b, namesCut); len(cut) > 0 {
			t.Errorf("%s: the names of ranks are cut off: %v", seat, cut)
		}
		rng, seen := rand.New(rand.NewPCG(8, 22)), 0
		for range 60 {
			phase := h.public(t).Phase
			if !slices.Contains(beforeBattle, phase) || !h.steps(t, rng) {
				break
			}
			h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
			b.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d`, h.own(t, seat).Seq))
			if !slices.Contains(beforeBattle, h.public(t).Phase) {
				break
			}
			got := evaluate[struct {
				Least float64
				Off   []string
				All   int
			}](b, reached)
			if seen += got.All; len(got.Off) > 0 || got.Least < 44 {
				t.Errorf("%s, %s: squares are %.1f px, out of reach are %v", seat, phase, got.Least, got.Off)
				b.glance("near-" + seat + "-" + phase)
			}
			if phase == "deployment" { // the least room, and what came before lay otherwise
				b.window(1366, 768)
				b.window(320, 568)
				if off := evaluate[struct{ Off []string }](b, reached).Off; len(off) > 0 {
					t.Errorf("%s: on the smallest phone, out of reach are %v", seat, off)
				}
				break
			}
		}
		if t.Logf("%s: %d squares looked at", seat, seen); seen < 20 {
			t.Errorf("%s: only %d squares could be chosen", seat, seen)
		}
	}
}

// An unplugged board's fault names its device, one word longer than a phone is wide: it fits into its box, and the headline says what to look at.
func TestPage_TheFaultOfAnUnpluggedBoardFits(t *testing.T) {
	t.Parallel()
	f := newFeeling()
	h := f.house(t)
	fault := "serial: open /dev/serial/by-id/usb-Arduino__www.arduino.cc__0042_55736303831351F0A1B2-if00: no such file or directory"
	h.session.change(func(t *referee.Table) {
		m := rules.Say("paused.board", "why", fault)
		t.Message = referee.Message{Key: m.Key, Args: m.Args, Text: messages.Text(m)}
		t.Hardware.Faults = []string{fault}
	})
	f.change(func(live *web.Live) { live.Drivers[1].Fault = fault })
	for _, w := range [][2]int64{{390, 844}, {1366, 768}} {
		b := h.browse(t)
		b.run(chromedp.EmulateViewport(w[0], w[1], chromedp.EmulateMobile), chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .faults .fault")))
		b.until(`document.getElementById("message").textContent === "Paused: no connection to the board. Is it plugged in?"`)
		const fits = ` && [document.documentElement, ...document.querySelectorAll(".status, .faults, .faults *, .wells, .wells *")].every((el) => el.scrollWidth <= el.clientWidth + 1)`
		b.until(`innerWidth === ` + itoa(int(w[0])) + fits)
		b.run(chromedp.Navigate(b.base + "/doctor"))
		b.until(`document.querySelector(".wells")?.textContent.includes("Arduino")` + fits)
	}
}

// The wood stays in the player's hand on /sim; what only who tries the sensors needs is in a drawer, shut at first, which opens by
// keys and says that it is open.
func TestPage_TheWorkshopIsADrawer(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	b.run(chromedp.WaitReady(chromedp.CSS(".workshop")))
	if evaluate[bool](b, `document.querySelector("#keep").checkVisibility() || document.querySelector("#clumsy").checkVisibility() || !document.querySelector("#setup").checkVisibility()`) {
		t.Error("the drawer is open")
	}
	b.run(focusOn(".workshop summary"), chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector(".workshop").open && document.querySelector("#keep").checkVisibility()`)
	b.run(chromedp.KeyEvent(kb.Tab))
	b.until(`document.activeElement.id === "keep"`)
	b.run(chromedp.KeyEvent(kb.Enter))
	b.until(`document.querySelector("#keep").ariaPressed === "true"`)
	b.click(b.middle("b1"))
	b.expect(h.wood.heard, "b1 false")
	b.accessible("the workshop")
}
