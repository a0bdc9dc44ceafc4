package web_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// crowded is JavaScript: what is pressed in the dock and is beyond it, above the window's edge or under the headline, or
// over another such thing.
const crowded = `(() => {
	const head = document.querySelector(".status").getBoundingClientRect(), dock = document.querySelector(".dock").getBoundingClientRect();
	const all = [...document.querySelectorAll(".dock :is(button, input)")].filter((el) => el.checkVisibility()).map((el) => ({ name: el.ariaLabel || el.textContent, r: el.getBoundingClientRect() }));
	const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
	const beyond = ({ r }) => r.left < dock.left - 1 || r.right > dock.right + 1 || r.bottom > innerHeight + 1 || r.top < 0 || meet(r, head);
	return all.filter((one) => beyond(one) || all.some((other) => other !== one && meet(one.r, other.r))).map((one) => one.name);
})()`

// saidTwice is JavaScript: whether what is told until it is seen stands in the headline, too.
const saidTwice = `((told, detail) => told.checkVisibility() && detail.includes(told.querySelector("p:last-child").textContent))(document.querySelector(".told"), document.getElementById("detail").textContent)`

// In every language, on a laptop and the smallest phone, the buttons of a replay and those at the end of a game have places of
// their own; the last rank of the board lies above them.
func TestPage_TheEndHasRoomInEveryLanguage(t *testing.T) {
	t.Parallel()
	d := launch(t)
	keys := d.begin(`{"game":"chessbattle"}`)
	d.play(keys, 12)
	d.call("POST", "/api/resign", `{"seat":"white"}`, keys["white"], nil)
	b := tab(t)
	b.run(chromedp.Navigate(d.base+"/start?key="+d.key), chromedp.WaitReady(chromedp.CSS("body.ready")))
	langs := tried(t)
	if !whole(t) {
		langs = langs[1:] // long words stand for all
	}
	for _, lang := range langs {
		evaluate[bool](b, `(document.cookie = "language=`+lang+`; path=/", document.cookie !== "")`)
		for path, ready := range map[string]string{"/": "#rematch", "/archive?game=latest": "body.ready .facts"} {
			b.run(chromedp.Navigate(d.base+path), chromedp.WaitReady(chromedp.CSS(ready)))
			for _, w := range []int{1, 4} {
				if !whole(t) && (w == 1) == (path == "/") { // where each has the least room
					continue
				}
				b.window(windows[w].wide, windows[w].high)
				if bad := evaluate[[]string](b, crowded); len(bad) > 0 {
					t.Errorf("%s, %s on a %s: no place of their own have %q", lang, path, windows[w].name, bad)
				}
				if l := evaluate[layout](b, laid); !l.Beside && l.Dock.Top < l.Bottom-1 {
					t.Errorf("%s, %s on a %s: the board ends at %.0f and the dock begins at %.0f", lang, path, windows[w].name, l.Bottom, l.Dock.Top)
				}
				b.glance("end-" + lang + "-" + windows[w].name + "-" + ready[len(ready)-5:])
			}
		}
	}
}

func TestHoursPage_TheEndHasRoomInEveryLanguage(t *testing.T) {
	TestPage_TheEndHasRoomInEveryLanguage(t)
}

// Before the battle of Chess Battle there is most to press: camps and bridges, cards to spy with, steppers of an army, points
// of a King. On every screen each has a place of its own in the dock, wholly in view.
func TestPage_WhatIsPressedHasAPlaceOfItsOwn(t *testing.T) {
	t.Parallel()
	h := exhibit{game: "chessbattle", seat: "white"}.begin(t)
	b := h.browse(t)
	seen, most := map[string]bool{}, []string{"army", "training"} // in which most is to be pressed
	for range 40 {
		phase := h.public(t).Phase
		if !slices.Contains(beforeBattle, phase) || len(seen) == len(most) && !whole(t) {
			break
		}
		if !slices.Contains(most, phase) && !whole(t) {
			h.stepsOn(t)
			continue
		}
		if len(seen) == 0 {
			b.run(chromedp.Navigate(b.base+"/seat/white?key="+h.keys["white"].Key), chromedp.WaitReady(chromedp.CSS("body.ready")))
		}
		b.until(fmt.Sprintf(`Number(document.body.dataset.seq) >= %d`, h.own(t, "white").Seq) + ` && (document.body.dataset.seq, document.querySelector(".army, .box.legal :is(.verbs, .step, .does)"))`)
		for i, w := range windows {
			if seen[phase] || !whole(t) && i != 1 && i != 4 { // a laptop and the smallest phone stand for all
				continue
			}
			b.window(w.wide, w.high)
			if bad := evaluate[[]string](b, crowded); len(bad) > 0 {
				t.Errorf("%s on a %s: no place of their own have %q", phase, w.name, bad)
			}
			if evaluate[bool](b, saidTwice) {
				t.Errorf("%s on a %s: a result is told twice", phase, w.name)
			}
			b.glance("crowded-" + phase + "-" + itoa(int(w.wide)) + "x" + itoa(int(w.high)))
		}
		seen[phase] = true
		h.stepsOn(t)
	}
	if len(seen) < len(most) || len(seen) < 5 && whole(t) {
		t.Errorf("only the phases %v were looked at", seen)
	}
}

// stepsOn does the first thing that one of these seats may do: by itself Black, or else White.
func (h *house) stepsOn(t *testing.T, seats ...string) {
	t.Helper()
	if len(seats) == 0 {
		seats = []string{"black", "white"}
	}
	for _, seat := range seats {
		if legal := h.legal(t, seat); len(legal) > 0 {
			h.do(call{method: "POST", path: "/api/action", body: fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, legal[0]), key: h.keys[seat].Key})
			h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
			return
		}
	}
}

func TestHoursPage_WhatIsPressedHasAPlaceOfItsOwn(t *testing.T) {
	TestPage_WhatIsPressedHasAPlaceOfItsOwn(t)
}
