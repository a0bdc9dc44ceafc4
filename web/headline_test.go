package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
)

// headless is JavaScript: what is wrong with the headline: its height, or words in it that are cut off or too small.
const headless = `((high) => {
	const head = document.getElementById("status"), size = (id) => parseFloat(getComputedStyle(document.getElementById(id)).fontSize);
	const said = document.getElementById("message").textContent + " | " + document.getElementById("detail").textContent;
	return [...(head.offsetHeight !== high ? ["it is " + head.offsetHeight + " px high, and was " + high] : []), ...(head.scrollHeight > head.clientHeight + 1 || head.scrollWidth > head.clientWidth + 1 ? ["it has no room for " + said] : []),
		...(size("message") < 12 ? ["letters of " + size("message") + " px: " + said] : []), ...(said.length < 9 ? ["it says nothing"] : [])];
})`

// read is somebody with a small phone who reads one page in one language.
type read struct {
	*browser
	page, table, lang string // table is where the page's table comes from
	high              int
}

// Through games of all kinds what stands at the top of every page has its room on the smallest phone, in every
// language, whoever looks on: whose turn it is and what may be done, and what was done last.
func TestPage_TheHeadlineHasRoomThroughAGame(t *testing.T) {
	t.Parallel()
	looks := 3
	if whole(t) {
		looks = 8
	}
	for _, g := range longer(t) {
		t.Run(g.game, func(t *testing.T) {
			t.Parallel()
			h := g.begin(t)
			var readers []*read
			for i, lang := range tried(t) {
				r := &read{browser: h.browse(t), page: "/", table: "/api/table", lang: lang}
				if i%2 == 1 {
					r.page, r.table = "/seat/"+g.seat+"?key="+h.keys[g.seat].Key, "/api/seat/"+g.seat
				}
				r.asks(lang)
				r.run(chromedp.EmulateViewport(320, 568), chromedp.Navigate(r.base+r.page), chromedp.WaitReady(chromedp.CSS("body.ready")))
				r.high = evaluate[int](r.browser, `document.getElementById("status").offsetHeight`)
				readers = append(readers, r)
			}
			for range looks {
				h.wanders(t, g.actions/looks+1)
				for _, r := range readers {
					var now referee.Table
					if err := json.Unmarshal(h.do(call{method: "GET", path: r.table, key: h.keys[g.seat].Key}).Body.Bytes(), &now); err != nil {
						t.Fatal(err)
					}
					r.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d && document.documentElement.lang === %q`, now.Seq, r.lang))
					for _, fault := range evaluate[[]string](r.browser, fmt.Sprintf("%s(%d)", headless, r.high)) {
						t.Errorf("%s in %s: the headline: %s", r.page[:2], r.lang, fault)
					}
				}
			}
		})
	}
}

func TestLongPage_TheHeadlineHasRoomThroughAGame(t *testing.T) {
	TestPage_TheHeadlineHasRoomThroughAGame(t)
}

// First it is said whose turn it is and what may be done, then what of the wood is to be put right, then what was
// done last: on each page the first and the last in the headline, what is to be put right above the buttons.
func TestPage_FirstTheTurnThenChoresThenWhatWasDone(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	b := h.browse(t)
	h.session.change(func(t *referee.Table) {
		t.Chore = &referee.Message{Key: "settle.lift", Args: map[string]string{"lift": "e5"}, Text: "Take e5 off"}
		t.Log = []referee.Entry{{N: 1, By: "white", Action: "b1-c3", Key: "said", Text: "White moved last", At: "2026-01-01T00:00:00Z"}}
		t.Status = referee.StatusSettle
	})
	for _, path := range []string{"/", "/here", "/sim", "/seat/white"} {
		b.run(chromedp.EmulateViewport(320, 568), chromedp.Navigate(b.base+path), chromedp.WaitReady(chromedp.CSS("body.ready")))
		said := evaluate[[]string](b, `["#message", ".box.chore", "#detail"].map((s) => document.querySelector(s)?.textContent ?? "")`)
		if want := []string{theTurn("en", "white"), "Take off e5", "White moved last"}; !slices.Equal(said, want) {
			t.Errorf("%s says %q, want %q", path, said, want)
		}
	}
}

// When a game is over nothing is offered that has nothing left to do: on no page, in no game.
func TestPage_AGameThatIsOverOffersNoButtons(t *testing.T) {
	t.Parallel()
	for _, g := range shown(t) {
		t.Run(g.game, func(t *testing.T) {
			t.Parallel()
			h := g.begin(t)
			h.wanders(t, 6)
			b := h.browse(t)
			pages := g.pages(h)
			if !gameOf(g.game).Hidden {
				pages["here"] = "/here"
			}
			plays := `[...document.querySelectorAll("[data-button]")].filter((el) => ["confirm", "undo", "hint"].includes(el.dataset.button) && el.checkVisibility()).length`
			b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
			b.until(plays + ` === 3`)
			for _, seat := range gameOf(g.game).Seats {
				if key := h.keys[seat].Key; key != "" {
					h.do(call{method: "POST", path: "/api/resign", body: fmt.Sprintf(`{"seat":%q}`, seat), key: key})
				}
			}
			for name, path := range pages {
				b.run(chromedp.Navigate(b.base+path), chromedp.WaitReady(chromedp.CSS("body.ready")))
				b.until(`document.getElementById("status").dataset.status === "over"`)
				if n := evaluate[int](b, plays); n != 0 {
					t.Errorf("%s: %d buttons are left", name, n)
				}
			}
		})
	}
}

func TestLongPage_AGameThatIsOverOffersNoButtons(t *testing.T) {
	TestPage_AGameThatIsOverOffersNoButtons(t)
}

// The simulated board says that its pieces are being set up, where one sees it: at the start and after a restart, not for a step.
func TestPage_TheSimulatedBoardSaysThatItIsLaid(t *testing.T) {
	t.Parallel()
	h, b := simulated(t)
	turn, laid := theTurn("en", "white"), messages.In("en", rules.Say("setup.follows"))
	for _, c := range []struct {
		status referee.Status
		place  []string
		chore  *referee.Message
		want   string
	}{
		{referee.StatusSetup, nil, nil, laid},
		{referee.StatusSettle, []string{"c3"}, nil, turn},
		{referee.StatusSettle, []string{"b1", "b2", "c1", "c2"}, nil, laid},
		{referee.StatusSettle, []string{"b1", "b2", "c1", "c2"}, &referee.Message{Key: "settle.place.any", Args: map[string]string{"place": "b1,b2,c1,c2"}}, turn},
		{referee.StatusPlay, nil, nil, turn},
	} {
		h.session.change(func(t *referee.Table) {
			t.Status, t.Settle, t.Chore = c.status, &referee.Settle{Lift: []string{}, Place: c.place}, c.chore
		})
		b.until(fmt.Sprintf(`document.getElementById("message").textContent === %q && document.getElementById("status").dataset.status === %q`, c.want, c.status))
	}
}
