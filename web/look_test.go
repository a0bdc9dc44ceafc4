package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"reeve/referee"
)

// A piece in hand shows its card with its numbers of now; before an attack the card says of
// each lit target what the dice are multiplied by, how likely it is hit and beaten,
// and what it loses on average, as the rules reckon it. A long press shows a card, too.
func TestPage_ALookSaysWhatAnAttackMayBring(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess", Options: map[string]any{"dice_black": 2}, Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1}}}, nil)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/sim"), chromedp.WaitVisible(chromedp.CSS("[data-token=wE]")), pressOn("#setup"))
	b.until(`document.getElementById("message").textContent === "` + theTurn("en", "white") + `"`)
	for _, way := range [][2]string{{"b1", "c3"}, {"a6", "a5"}, {"c3", "b5"}} {
		b.drag(b.middle(way[0]), b.middle(way[1]))
		b.logged(way[0] + "-" + way[1])
	}
	b.run(mouse(pressed, b.middle("b5")), mouse(moved, b.middle("c4"))) // in hand
	b.until(`document.querySelectorAll(".held:not([hidden]) .odds").length > 0`)
	var table referee.Table
	if err := json.Unmarshal(h.do(call{method: "GET", path: "/api/table"}).Body.Bytes(), &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Odds) != 3 {
		t.Fatalf("%d attacks: %+v", len(table.Odds), table.Odds)
	}
	for _, o := range table.Odds {
		says := fmt.Sprintf("hits %.0f %%, beats %.0f %%, costs it %.1f energy on average", math.Round(100*o.Hit), math.Round(100*o.Kill), o.Loss)
		b.until(fmt.Sprintf(`document.querySelector('.held .odds[data-target="%s"]').textContent.includes(%q)`, o.Target, says))
	}
	b.until(`document.querySelector('.held .odds[data-target="d6"]').textContent.startsWith("die × 4 against the higher of 2 dice × 3. ")`)
	b.until(`/Energy\s*21 \/ 21/.test(document.querySelector(".held .figures").textContent)`)
	b.shoot("held-odds")
	b.run(mouse(released, b.middle("b5")))
	b.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	at := b.middle("a7")
	b.fingers(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: at.X, Y: at.Y})
	b.until(`document.querySelector(".peek:not([hidden]) .figures")?.textContent.includes("15 / 15")`)
	b.fingers(input.DispatchTouchEventTypeTouchEnd)
	b.until(`document.querySelector(".peek[hidden]")`)
}

// What an attack costs on average is written as the language writes numbers: Italian has a comma.
func TestPage_ANumberIsWrittenAsTheLanguageWritesIt(t *testing.T) {
	t.Parallel()
	b := build(t, nil).browse(t)
	b.asks("it")
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	says := evaluate[string](b, `import("/assets/opponents.js").then((m) => m.bringsSay({ hit: 0.42, kill: 0.17, loss: 2.34 }))`)
	if !strings.HasSuffix(says, "toglie in media 2,3 energia") {
		t.Error(says)
	}
}

// photo is what the window shows.
func (b *browser) photo() image.Image {
	b.t.Helper()
	evaluate[bool](b, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
	shot, err := chromedp.Run(b, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		b.t.Fatal(err)
	}
	return picture
}

// bordered reports where a square has the border of what may be chosen: left, right, above, below.
func (b *browser) bordered(square string) (sides []bool) {
	b.t.Helper()
	picture := b.photo()
	at := evaluate[[]int](b, `(({ left, top, right, bottom, x, y, width, height }) => [left, y + height / 2, right, y + height / 2, x + width / 2, top, x + width / 2, bottom].map(Math.floor))(document.querySelector('[data-square="`+square+`"] rect.well').getBoundingClientRect())`)
	for i := 0; i < len(at); i += 2 {
		c := color.RGBAModel.Convert(picture.At(at[i], at[i+1])).(color.RGBA)
		sides = append(sides, c.G > 150 && c.G > c.R+40)
	}
	return sides
}

// Squares that may be chosen and lie side by side have one border: where nearly all may be, as before the battle of Chess Battle, a
// frame for each glares and says nothing. What the LEDs say there the page does not say a second time.
func TestPage_SquaresSideBySideHaveOneBorder(t *testing.T) {
	t.Parallel()
	h := exhibit{game: "chessbattle", seat: "white"}.begin(t)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/seat/white?key="+h.keys["white"].Key), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
	b.window(390, 844)
	for square, want := range map[string][]bool{"a1": {true, false, false, true}, "h8": {false, true, true, false}, "d4": {false, false, false, false}} {
		if got := b.bordered(square); !slices.Equal(got, want) {
			t.Errorf("%s has a border left, right, above, below: %v, want %v", square, got, want)
		}
	}
	for h.public(t).Phase != "deployment" {
		h.stepsOn(t)
	}
	b.until(`document.querySelectorAll('.cell.choice[data-lit="legal"]').length > 40`)
	if twice := evaluate[int](b, `[...document.querySelectorAll(".signs .sign.legal")].filter((el) => el.getBoundingClientRect().width > 0).length`); twice > 0 {
		t.Errorf("%d squares say twice that a piece may go there", twice)
	}
}

// movedLast is JavaScript: which squares of a board have the ring of the last move, c3 to b5, if b5 may be chosen.
const movedLast = `Promise.all([import("/assets/board.js"), fetch("/api/topology").then((r) => r.json())]).then(([{ Board }, topology]) => {
	const svg = document.getElementById("board").cloneNode(false);
	document.getElementById("board").replaceWith(svg);
	const board = new Board(svg, topology);
	board.lights({ c3: ["last"], b5: ["last"] });
	board.mark([], new Set(["b5"]), new Set());
	return [...board.cells].filter(([, cell]) => cell.sign.querySelector(".last")?.getBoundingClientRect().width > 0).map(([name]) => name).join();
})`

// Who chooses on the page, with no wood in hand, sees the same: the card of the piece chosen, how likely each
// target is hit, and in words what the attack chosen may bring; on the seat's page and on one screen.
func TestPage_WhoChoosesAnAttackSeesWhatItMayBring(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1}}})
	c.says("white b1-c3", "black a6-a5")
	c.says("white c3-b5")
	var odds []referee.Odds
	if err := json.Unmarshal(c.h.do(call{method: "GET", path: "/api/seat/white/odds?from=b5", key: c.h.keys["white"].Key}).Body.Bytes(), &odds); err != nil {
		t.Fatal(err)
	}
	alone := map[string]float64{}
	for _, o := range odds {
		if len(o.Attackers) == 1 {
			alone[o.Target] = o.Hit
		}
	}
	if len(alone) != 3 {
		t.Fatalf("attacks from b5: %+v", odds)
	}
	c.run(chromedp.Navigate(c.base+"/here"), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
	if rings := evaluate[string](c.browser, movedLast); rings != "c3" {
		t.Errorf("the ring of the last move is around %q, want c3: b5 has the ring of what may be chosen", rings)
	}
	for page, path := range map[string]string{"seat": "/seat/white?key=" + c.h.keys["white"].Key, "here": "/here"} {
		c.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile), chromedp.Navigate(c.base+path), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
		c.click(c.middle("b5"))
		c.until(fmt.Sprintf(`document.querySelectorAll(".arrows .odds").length === %d && document.querySelectorAll(".held:not([hidden]) .odds").length === %[1]d`, len(alone)))
		c.shoot("odds-" + page)
		c.until(`[...document.querySelectorAll(".arrows .odds")].every((el) => ((r, all) => r.top >= all.top && r.bottom <= all.bottom)(el.getBoundingClientRect(), document.getElementById("board").getBoundingClientRect()))`)
		for _, hit := range alone {
			c.until(fmt.Sprintf(`[...document.querySelectorAll(".arrows .odds")].some((el) => el.textContent === "%.0f %%")`, math.Round(100*hit)))
		}
		c.click(c.middle("d6"))
		c.until(fmt.Sprintf(`document.querySelector(".armed .odds").textContent.startsWith("hits %.0f %%") && document.querySelectorAll(".arrows .odds").length === 1`, math.Round(100*alone["d6"])))
		c.shoot("odds-armed-" + page)
		c.until(`!document.querySelector(".dock .buttons").checkVisibility()`) // Back stands there
		evaluate[layout](c.browser, laid).held(t, page+", an attack chosen")
		if cut := evaluate[[]string](c.browser, cutOff); len(cut) > 0 {
			t.Errorf("%s: cut off: %q", page, cut)
		}
		c.click(c.middle("b5"))
		c.until(`document.querySelectorAll(".arrows .odds").length === 3 && document.querySelector(".dock .buttons").checkVisibility()`)
	}
}
