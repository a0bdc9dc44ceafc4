package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/messages"
	"reeve/referee"
)

// table opens the table view of a game of RoleChess with these dice, White to begin.
func table(t *testing.T, dice ...int) choosing {
	t.Helper()
	c := chooses(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: append([]int{6, 1}, dice...)}})
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .token.still")))
	return c
}

// hands move the wood: "-b5" lifts what stands there, "+b5" puts it down, "!d6"
// knocks, "+die" puts the attacker on the white light. What comes after "?" is a light that a square has to have first.
func (c choosing) hands(touches ...string) {
	c.t.Helper()
	for _, touch := range touches {
		touch, light, waits := strings.Cut(touch, "?")
		square := touch[1:]
		if touch == "+die" {
			square = c.die()
		}
		if waits {
			c.lit(square, light)
		}
		body := fmt.Sprintf(`[{"square":%q,"closed":%v}]`, square, touch[0] == '+')
		if touch[0] == '!' {
			body = fmt.Sprintf(`[{"square":%q,"closed":false},{"square":%q,"closed":true,"after_ms":100}]`, square, square)
		}
		if w := c.h.do(call{method: "POST", path: "/api/sim/contacts", body: body}); w.Code != 200 {
			c.t.Fatalf("%s: %s", touch, w.Body)
		}
	}
}

// die waits for the light where the attacker is put to throw, and returns its square.
func (b *browser) die() string {
	b.t.Helper()
	const lit = `document.querySelector('[data-square][data-lit*="throw"]')`
	b.until(lit + ` !== null`)
	return evaluate[string](b, lit+`.dataset.square`)
}

// lit waits until a square has the sign of a light, for eyes and for ears.
func (b *browser) lit(square, light string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`((cell) => cell.dataset.lit.split(",").includes(%q) && cell.ariaLabel.includes("lit: "))(document.querySelector('[data-square=%q]'))`, light, square))
}

// wood puts the wood as the position has it.
func (c choosing) wood() { c.h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"}) }

// toldSteps is JavaScript: the lines of the telling, each with its dice: how they
// are drawn and what is heard of them, and when it falls.
const toldSteps = `[...document.querySelectorAll(".story .fallen li")].map((li) => {
	const dice = [...li.querySelectorAll(".die")];
	if (dice.some((d) => d.querySelectorAll("circle").length !== Number(d.getAttribute("aria-label")))) return "a die of other pips";
	return [getComputedStyle(li).animationDelay, ...dice.map((d) => d.getAttribute("aria-label")), li.textContent].join("; ");
})`

// story waits until the table tells the last attack in exactly these steps.
func (b *browser) story(steps ...string) {
	b.t.Helper()
	for i, s := range steps {
		steps[i] = fmt.Sprintf("%gs; %s", float64(6*i)/10, s)
	}
	want, _ := json.Marshal(steps)
	b.until(fmt.Sprintf(`JSON.stringify(%s) === JSON.stringify(%s)`, toldSteps, want))
	b.until(`document.querySelector(".story h3").textContent === "The attack, step by step" && document.querySelector(".story .fallen").matches("ol")`)
}

// approaches are the steps by which White's Knight comes to b5, by d6 and c7.
var approaches = []string{"white b1-c3", "black a6-a5", "white c3-b5"}

// energy waits until a piece's energy is told on its square as a number, as a
// ring of so many hundredths, and in words.
func (b *browser) energy(square, says string, left, ring int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`document.querySelector('[data-square=%q]').ariaLabel.startsWith("%s: %s, energy %d")`, square, square, says, left))
	b.until(fmt.Sprintf(`(() => {
		const at = (el) => { const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
		const [x, y] = at(document.querySelector('[data-square=%q] .well'));
		const piece = [...document.querySelectorAll(".token .piece")].find((p) => { const [a, b] = at(p.querySelector(".ring")); return Math.hypot(a - x, b - y) < 3; });
		const ring = piece.querySelector(".energy"), part = parseFloat(ring.getAttribute("stroke-dasharray"));
		return piece.querySelector(".left").textContent === "%d" && Math.round(part) === %d && ring.getAttribute("pathLength") === "100"
			&& ring.classList.contains("last") === (part <= 25) && ring.classList.contains("low") === (part > 25 && part <= 50);
	})()`, square, left, ring))
}

// An attack by hand, told at the table step by step: it is declared, thrown, and
// the target loses what the attack is greater.
func TestPage_AnAttackIsToldStepByStep(t *testing.T) {
	t.Parallel()
	c := table(t, 4, 4)
	c.says(approaches...)
	c.wood()
	c.energy("d6", "Black Lackey 4", 7, 100)
	c.hands("-b5", "!d6?target")
	c.tells("Attack on d6 from b5. To roll, put the piece from b5 on the white light, ")
	c.tells("White Knight 1 on b5 attacks Black Lackey 4 on d6")
	c.lit("b5", "declared")
	c.until(`document.querySelectorAll(".arrows line").length === 1`)
	c.shoot("attack-declared")
	c.hands("+die")
	c.story("Knight 1 attacks Lackey 4 on d6", "4; Knight 1 rolls 4: 16 points", "4; Lackey 4 rolls 4: 16 against 12. It loses 4 energy and has 3 left")
	c.until(`document.getElementById("spoken").textContent === "Lackey 4 rolls 4: 16 against 12. It loses 4 energy and has 3 left"`)
	c.energy("d6", "Black Lackey 4", 3, 43)
	c.shoot("attack-told")
	evaluate[bool](c.browser, `(document.addEventListener("animationstart", (e) => { window.falls ||= e.target.matches(".story .fallen .die"); }, true), true)`)
	c.run(pressOn(".story .plain")) // it is told again
	c.until(`window.falls`)
	c.story("Knight 1 attacks Lackey 4 on d6", "4; Knight 1 rolls 4: 16 points", "4; Lackey 4 rolls 4: 16 against 12. It loses 4 energy and has 3 left")
}

// Two attack together: each throw is told, the sum against the defence, and the
// beaten piece's circle is free for the first.
func TestPage_AnAttackOfTwoIsToldStepByStep(t *testing.T) {
	t.Parallel()
	c := table(t, 4, 1, 2)
	c.says(append(slices.Clip(approaches), "white end", "black a5-a4", "white f1-e3", "black g6-g5", "white e3-f5")...)
	c.wood()
	c.hands("-f5", "!d6?target", "!b5?partner")
	c.tells("White Knight 2 on f5 and White Knight 1 on b5 attack Black Lackey 4 on d6")
	c.until(`document.querySelectorAll(".arrows line").length === 2`)
	c.shoot("attack-two-declared")
	c.hands("+die")
	c.story("Knight 2 and Knight 1 attack Lackey 4 on d6", "4; Knight 2 rolls 4: 16 points", "1; Knight 1 rolls 1: 4 points", "2; Lackey 4 rolls 2: 20 against 6. It loses 7 energy and is beaten")
	c.tells("White's turn: move the attacker onto d6, or stay")
	c.until(`document.querySelector(".box.chore").textContent === "Take off d6"`) // of wood alone
	c.shoot("attack-two-told")
	if told := c.told(); strings.Contains(told, "Put ") {
		t.Errorf("beside the choice the page says what to do: %s", told)
	}
	c.window(1366, 768)
	for _, lang := range append(messages.Languages(), "en") { // on a laptop the whole story stands in its box
		evaluate[bool](c.browser, `(document.cookie = "language=`+lang+`; path=/", document.cookie.includes("`+lang+`"))`) // a browser may write it later than it loads
		c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready .fallen li")))
		if out := evaluate[float64](c.browser, `(() => { const end = (s) => document.querySelector(s).getBoundingClientRect().bottom; return end(".fallen li:last-child") - end(".log") + 12; })()`); out > 0 {
			t.Errorf("in %s the story ends %.0f px below its room", lang, out)
		}
		c.glance("attack-two-" + lang)
	}
	c.shows(".beside", "Pieces: ")
	c.until(`document.querySelector('.beside .small-piece').getAttribute("aria-label") === "Black Lackey 4"`)
	c.hands("-d6", "+d6")
	c.logged("advance")
	c.energy("d6", "White Knight 2", 21, 100)
}

// standing is JavaScript: the piece that is drawn on a square, "" when none is.
func standing(square string) string {
	return fmt.Sprintf(`(() => {
		const at = (el) => { const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
		const [x, y] = at(document.querySelector('[data-square=%q] .well'));
		const near = (t) => { const [a, b] = at(t.querySelector(".ring")); return Math.hypot(a - x, b - y) < 3; };
		return [...document.querySelectorAll("[data-token]")].find(near)?.dataset.token ?? "";
	})()`, square)
}

// The page is opened while the attacker is in hand: a beaten piece is drawn where
// it lies until its circle is entered, and the attacker not in its stead.
func TestPage_ABeatenPieceIsDrawnWhereItLies(t *testing.T) {
	t.Parallel()
	c := table(t, 6, 1)
	c.says(approaches...)
	c.wood()
	c.hands("-b5", "!d6?target", "+die")
	c.story("Knight 1 attacks Lackey 4 on d6", "6; Knight 1 rolls 6: 24 points", "1; Lackey 4 rolls 1: 24 against 3. It loses 7 energy and is beaten")
	c.run(chromedp.Navigate(c.base+"/sim"), chromedp.WaitReady(chromedp.CSS("body.ready [data-token]")))
	c.until(standing("d6") + ` === "bL4"`)
	c.until(standing("b5") + ` === ""`)
	c.shoot("beaten-lies")
	c.drag(c.middle("d6"), c.middleOf(`[data-zone="off"]`))
	c.drag(c.middleOf(`[data-token="wN1"]`), c.middle("d6"))
	c.logged("advance")
	c.until(standing("d6") + ` === "wN1"`)
}

// A defence that holds is told too, and so is a fallen Emperor.
func TestPage_ADefenceThatHoldsIsTold(t *testing.T) {
	t.Parallel()
	c := table(t, 1, 6, 6, 1, 6, 1)
	c.says(append(slices.Clip(approaches), "white b5*d6")...)
	c.story("Knight 1 attacks Lackey 4 on d6", "1; Knight 1 rolls 1: 4 points", "6; Lackey 4 rolls 6: 4 against 18. It loses nothing")
	c.energy("d6", "Black Lackey 4", 7, 100)
	c.says("black a5-a4", "white b5*d6", "white advance", "black a4-a3", "black end", "white d6-e4", "white end", "black b6-b5", "white e4-c5", "white c5*d7")
	c.story("Knight 1 attacks Emperor on d7", "6; Knight 1 rolls 6: 24 points", "1; The Emperor rolls 1: 24 against 8. It loses 9 energy and falls")
	c.tells("White wins: the Emperor has fallen")
}

// Who plays by taps is told by the page what a tap does: what is attacked is marked apart from where a piece may go, the button that
// is meant is named, none stands beside it that would do something else, and the attacker moves in by the tap that the headline asks for. What
// the page draws of dice and energy no light says again.
func TestPage_AnAttackIsMadeByTaps(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1, 6, 1}}})
	c.says(approaches...)
	c.run(chromedp.Navigate(c.base+"/here"), chromedp.WaitReady(chromedp.CSS(`body.ready [data-k="verb end"]`)))
	c.squares("b5")
	c.until(`[...document.querySelectorAll(".cell.choice")].map((el) => el.dataset.square + el.classList.contains("aim")).join() === "d6true,a7true,c7true"`)
	c.squares("d6")
	c.until(`document.querySelector(".legal .small").textContent === "Tap it again, or press “Attack”."`)
	c.until(`getComputedStyle(document.querySelector('[data-button="confirm"]')).visibility === "hidden"`) // it would end the turn
	c.squares("d6")
	c.tells("White's turn: move the attacker onto d6, or stay")
	c.until(`document.querySelector('[data-square="b5"].chosen') && document.querySelector('[data-square="d6"].choice')`)
	if again := evaluate[string](c.browser, `[...document.querySelectorAll('.signs .sign:is(.pip, .damage, .energy), [data-button="energy"]')].filter((el) => el.checkVisibility()).map((el) => el.outerHTML).join()`); again != "" {
		t.Errorf("said a second time: %s", again)
	}
	c.squares("d6")
	c.logged("advance")
}
