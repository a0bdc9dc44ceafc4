package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"reeve/referee"
)

// choosing is a page of a seat in a real game, on which actions are chosen.
type choosing struct {
	*browser
	h *house
}

// chooses begins a game with its wood set up.
func chooses(t *testing.T, g referee.NewGame) choosing {
	t.Helper()
	h := playing(t, g, nil)
	b := h.browse(t)
	if w := h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"}); w.Code != 200 {
		t.Fatalf("set-up: %s", w.Body)
	}
	return choosing{b, h}
}

// sit opens a seat's page with its key.
func (c choosing) sit(seat string) {
	c.t.Helper()
	c.run(chromedp.Navigate(c.base+"/seat/"+seat+"?key="+c.h.keys[seat].Key), chromedp.WaitReady(chromedp.CSS(".box.legal h2")))
}

// press clicks the element of a choice as soon as it is there, in the list that opens if it has no other place.
func (c choosing) press(choice string) {
	c.t.Helper()
	c.until(fmt.Sprintf(`document.querySelector('[data-k=%q]') || (document.querySelectorAll('.legal [data-k="all"]').forEach((el) => el.click()), false)`, choice))
	evaluate[bool](c.browser, fmt.Sprintf(`(document.querySelector('[data-k=%q]').click(), true)`, choice))
}

// squares clicks squares of the board, one after the other.
func (c choosing) squares(names ...string) {
	c.t.Helper()
	evaluate[bool](c.browser, `(document.querySelectorAll("dialog[open]").forEach((d) => d.close()), true)`) // a list that is open lies over the board
	for _, name := range names {
		c.click(c.middle(name))
	}
}

// shows waits until an element's text has these words.
func (c choosing) shows(selector, words string) {
	c.t.Helper()
	c.until(fmt.Sprintf(`document.querySelector(%q).textContent.includes(%q)`, selector, words))
}

// A list that was opened is shut by what is chosen from it, and by nothing that others do.
func TestPage_AChoiceShutsItsList(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.run(chromedp.EmulateViewport(320, 568))
	c.sit("white")
	open := `document.querySelectorAll("dialog[open]").length === `
	c.run(chromedp.Click(chromedp.CSS(`.legal [data-k="all"]`)), chromedp.WaitVisible(chromedp.CSS(`dialog[open] [data-k="verb teleport"]`)), chromedp.Click(chromedp.CSS(`dialog[open] [data-k="verb teleport"]`)))
	c.until(open + `0 && document.querySelector(".trail")`)
	c.run(chromedp.Click(chromedp.CSS(`.step [data-k="all"]`)))
	c.until(open + "1")
	c.run(chromedp.Click(chromedp.CSS(`dialog[open] .chips button`)))
	c.until(open + `0 && document.querySelectorAll(".trail b").length === 1`)
	c.until(`document.activeElement.closest(".legal") || document.activeElement.closest(".cell")`)
	// On one screen for all nobody has simulated wood in hand, so that nothing is to be shown on it.
	c.run(chromedp.EmulateViewport(1280, 900), chromedp.Navigate(c.base+"/here"), chromedp.WaitReady(chromedp.CSS(`body.ready [data-k="verb teleport"]`)))
	c.press("verb teleport")
	c.until(`document.querySelector(".trail, .does")`)
	if evaluate[bool](c.browser, `document.querySelector('[data-k="arm"]') !== null`) {
		t.Error("hands are to show on simulated wood what is chosen on this screen")
	}
}

func TestPage_SpellsAreChosenWithTheirSquares(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"magic": true}})
	c.sit("white")
	c.press("verb teleport")
	c.shows(".does", "Moves any piece to any field")
	c.until(`document.querySelector('[data-square="d24"]').classList.contains("choice")`)
	c.press("pick d24")
	c.shows(".trail", "White Raven 1 on d24")
	c.until(`!document.querySelector('[data-square="o"]').classList.contains("choice") && document.querySelector('[data-square="c9"]').classList.contains("choice")`)
	c.squares("c9")
	c.shows(".armed", "Teleport White Raven 1 from d24 to c9")
	c.shoot("choose-teleport")
	c.press("do")
	c.logged("teleport d24>c9")
	c.sit("black")
	c.press("verb swap")
	c.squares("d9", "d10")
	c.shows(".armed", "Swap")
	c.press("do")
	c.logged("swap d10,d9")
	c.sit("white")
	c.press("verb barrier")
	c.squares("c3")
	c.shoot("choose-barrier")
	c.press("pick d4")
	c.press("do")
	c.logged("barrier c3|d4")
	c.until(`document.querySelector(".spells .bolt")`)
	c.shows(".beside", "Barrier on c3 | d4 (White)")
	c.shoot("seat-kaleidochess")
}

// keeps chooses a target for each of two players on their pages.
func (c choosing) keeps() {
	for _, seat := range []string{"south", "north"} {
		c.sit(seat)
		c.until(`document.querySelectorAll(".box.legal [data-pick]").length === 2`)
		c.shows(".box.legal .chips", "points)")
		evaluate[bool](c.browser, `(document.querySelector(".box.legal [data-pick]").click(), true)`)
		c.shows(".own", "Secret target: ")
	}
}

func TestPage_CardsTargetsAndRansomAreChosen(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "dungeonchess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}})
	c.keeps()
	c.sit("south")
	c.squares("c1", "c4")
	c.logged("c1-c4")
	c.says("north f8-f5", "south c4-f4", "north f5xf4", "south d0-c1", "north d8-d7")
	c.press("verb ransom")
	c.shows(".beside", "Captives: ")
	c.shows(".armed", "Pay a chest for South Knight 1 and put it on d0")
	c.shoot("seat-dungeonchess")
	c.press("do")
	c.logged("ransom sC1@d0")
	c.shows(".beside", "3 chests")
}

// says takes actions through the interface: "south c1-c4".
func (c choosing) says(actions ...string) {
	c.t.Helper()
	for _, said := range actions {
		seat, action, _ := strings.Cut(said, " ")
		body := fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, action)
		if w := c.h.do(call{method: "POST", path: "/api/action", body: body, key: c.h.keys[seat].Key}); w.Code != 200 {
			c.t.Fatalf("%s: %s", said, w.Body)
		}
	}
}

func TestPage_AWayIsChosenByItsSquares(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "camelot"})
	c.sit("white")
	c.squares("H7")
	c.until(`document.querySelector('[data-square="J5"]').classList.contains("choice")`)
	c.squares("J5") // where three ways end or lead on
	c.until(`document.querySelector('.armed') && document.querySelector('[data-action="H7-J5-J7-H5"]')`)
	c.shoot("seat-camelot")
	c.squares("J7")
	c.until(`[...document.querySelectorAll(".cell.chosen")].map((el) => el.dataset.square).sort().join() === "H7,J5,J7" && document.querySelector(".armed")`)
	c.press("back")
	c.press("act H7-J5-J7")
	c.logged("H7-J5-J7")
}

// A turn of RoleChess with nothing but keys: move, attack, stay.
func TestPage_ASeatIsPlayedByKeys(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1, 6, 1}}})
	c.says("white b1-c3", "black a6-a5", "white c3-b5", "white end", "black a5-a4")
	c.sit("white")
	key := func(square, key string) {
		t.Helper()
		c.run(focusOn(`[data-square="`+square+`"]`), chromedp.KeyEvent(key))
	}
	key("b5", kb.Enter)
	c.until(`document.querySelector('[data-square="d6"]').ariaLabel.endsWith("can be chosen")`)
	key("d6", " ")
	c.shows(".armed", "White Knight 1 on b5 attacks Black Lackey 4 on d6")
	key("d6", kb.Escape)
	c.until(`!document.querySelector(".armed")`)
	key("b5", kb.Enter)
	key("d6", kb.Enter)
	c.run(focusOn(`[data-k="do"]`), chromedp.KeyEvent(kb.Enter))
	c.logged("b5*d6")
	c.shows(".dice", "The attack, step by step")
	c.press("verb stay")
	c.logged("stay")
	c.until(`document.getElementById("spoken").textContent === "White stays put"`)
	evaluate[bool](c.browser, `(() => { // as on a page that came over plain HTTP
		Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
		addEventListener("copy", () => { window.copied = document.activeElement.value; });
		return true; })()`)
	// Only a key that is really pressed lets a page copy so, and that for five seconds: a script's click did it by the key before.
	for _, button := range []string{`.log [data-k="log"]`, "dialog[open] .head button"} {
		c.run(focusOn(button), chromedp.KeyEvent(kb.Enter))
	}
	c.until(`document.getElementById("spoken").textContent === "Copied" && window.copied.includes("b5*d6\tKnight 1 attacks")`)
	evaluate[bool](c.browser, `(() => { // as where the browser's own way is refused, too: what it says of that is for programmers
		Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("Write permission denied.")) } });
		document.execCommand = () => false;
		return true; })()`)
	evaluate[bool](c.browser, `(document.querySelector(".log [data-k=log]").click(), document.querySelector("dialog[open] .head button").click(), true)`)
	c.until(`document.querySelector(".toast:not([hidden])").textContent === "The browser did not copy: press the button again"`)
}

func TestPage_AnArmyIsBoughtWithItsPriceAndChangeShown(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "chessbattle"})
	c.sit("white")
	for _, camp := range []string{"b2", "g2"} {
		c.until(`document.querySelector('[data-square="` + camp + `"]').classList.contains("choice")`)
		c.squares(camp)
		c.logged("camp " + camp)
	}
	c.sit("black")
	c.squares("b15")
	c.logged("camp b15")
	c.squares("g15")
	c.logged("camp g15")
	c.sit("white")
	c.until(`document.querySelectorAll(".cell.choice").length === 64`)
	c.squares("d5") // a file is chosen by any of its squares, and by another one taken
	c.shows(".armed", "Bridge on file d")
	c.until(`document.querySelectorAll(".cell.chosen").length === 8`)
	c.squares("d8")
	c.sit("black")
	c.press("pick e")
	c.press("do")
	c.until(`document.querySelectorAll(".bridge").length === 2`)
	c.espionage()
	c.sit("white")
	c.shows(".price", "Price: 90") // a sound army, to begin with
	c.buys(map[string]int{"levy": 1, "knights": 1, "pikemen": 0, "crossbowmen": 0})
	c.press("army + levy")
	c.shows(".price", "Price: 16")
	c.shows(".price", "You can pay this exactly.")
	c.press("by hand")
	c.press("buy")
	c.shows(".due", "Still to pay: 16")
	c.shows(`[data-k="pay"]`, "Pay with 10♦ and 6♦")
	c.shows(`[data-pick="10d"]`, "6 left to pay")
	c.press("pick 10d")
	c.press("do")
	c.shows(`[data-pick="6h"]`, "paid in full")
	c.shoot("choose-pay")
	c.press("pick 6h")
	c.press("do")
	c.sit("black")
	c.shows(".beside", "Cards spent: 7♠")
	c.shows(".box.legal", "White: Levy 2 and Knights 1") // what a spy has seen, while one buys
	c.buys(map[string]int{"knights": 4, "pikemen": 4, "crossbowmen": 2, "levy": 16})
	c.shows(".price", "Your cards cannot pay this.")
	c.until(`document.querySelector('[data-k="buy"]').disabled`)
	c.buys(map[string]int{"knights": 0, "pikemen": 0, "crossbowmen": 0, "levy": 1})
	c.shoot("choose-army")
	c.press("buy")
	c.logged("pay 2c") // by itself
	c.trainAndDeploy()
	if w := c.h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"}); w.Code != 200 {
		t.Fatalf("set-up: %s", w.Body)
	}
	c.sit("white")
	c.squares("d8", "d9")
	c.shows(".armed", "White Knights 1 on d8 attack Black Levy 1 on d9")
	c.squares("d9")
	c.press("pick 10h")
	c.shows(".armed", "Add 10♥")
	c.press("do")
	c.sit("black")
	c.tells("Your turn: you are attacked on d9 (Levy): you may add a Special Card")
	c.shows(`[data-pick="none"]`, "no card")
	c.press("pick none")
	c.press("do")
	c.shows(".dice", "The attack, step by step")
	c.until(`document.querySelectorAll(".fallen .drawn").length >= 3`)
	c.until(`document.querySelectorAll(".told:not([hidden]) p").length >= 3`) // the fight with its cards
	c.shoot("seat-chessbattle")
}

// espionage lets both lay a card, each on the own page; nobody sees the other's.
func (c choosing) espionage() {
	c.t.Helper()
	for _, lay := range [][2]string{{"black", "7s"}, {"white", "2h"}} {
		c.sit(lay[0])
		c.until(`[...document.querySelectorAll(".verbs button")].map((el) => el.dataset.k).join() === "verb spy,verb done"`)
		c.press("verb spy")
		c.until(`[...document.querySelectorAll(".legal .card")].slice(0, 4).map((el) => parseInt(el.dataset.pick)).join() === "2,2,3,3"`)
		c.press("pick " + lay[1])
		c.press("do")
		c.shows(".box.legal", "You have laid ")
		c.shows(".box.legal", map[string]string{"black": "White: 0 cards", "white": "Black: 1 card"}[lay[0]])
		c.press("verb done")
		c.press("do")
		c.until(`!document.querySelector('[data-k="verb spy"]')`)
	}
}

// buys fills in the form of an army.
func (c choosing) buys(army map[string]int) {
	c.t.Helper()
	for kind, n := range army {
		c.until(fmt.Sprintf(`document.querySelector('[data-goods=%q]')`, kind))
		evaluate[bool](c.browser, fmt.Sprintf(`(() => { const el = document.querySelector('[data-goods=%q]'); el.value = %d; return el.dispatchEvent(new Event("input")); })()`, kind, n))
	}
}

// trainAndDeploy goes on to the battle, Black as the winner of espionage.
func (c choosing) trainAndDeploy() {
	c.t.Helper()
	c.sit("white")
	c.shows(`[data-pick="1"]`, "+1 costs 2")
	c.press("pick 1")
	c.shows(".armed", "King with 2 points") // he has one to begin with
	c.press("do")
	c.logged("pay 2d")
	c.sit("black")
	c.press("pick 0")
	c.press("do")
	places := map[string][][2]string{"white": {{"king", "e1"}, {"levy", "c3"}, {"levy", "d3"}, {"knights", "d8"}}, "black": {{"king", "d16"}, {"levy", "d9"}}}
	for _, seat := range []string{"white", "black"} {
		c.sit(seat)
		for _, p := range places[seat] {
			c.press("pick " + p[0])
			c.squares(p[1])
			c.logged("deploy " + p[0] + " " + p[1])
		}
		c.until(`document.querySelector('[data-k="do"]') && getComputedStyle(document.querySelector('[data-button="confirm"]')).visibility === "hidden"`) // it would do the same
		c.press("do")                                                                                                                                     // nothing else is left to choose
	}
}

// A result is told in a banner on every page, and stays until it is seen: who wins the
// espionage, and what that means.
func TestPage_ResultsAreToldUntilTheyAreSeen(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "chessbattle"})
	table := choosing{c.h.browse(t), c.h}
	table.run(chromedp.Navigate(table.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	c.says(chessBattleCamps...)
	c.says("white spy 7h", "black done black", "white done white")
	c.run(chromedp.EmulateViewport(320, 640))
	c.sit("white")
	for _, page := range []choosing{c, table} {
		page.shows(".told:not([hidden])", "Espionage ends: White 7, Black 0. White wins it. Black buys first, and White sees that army")
	}
	c.shoot("told-espionage")
	c.run(pressOn(".told .seen"))
	c.until(`document.querySelector(".told").hidden`)
	c.says("black army levy=1")
	table.until(`!document.querySelector(".told").hidden`) // what Black bought is no one's to know
	c.says("black pay 2s", "white army levy=1", "white pay 2h", "white train 0", "black train 0")
	c.until(`document.querySelector(".told").hidden`)
}

// Who can only pass does so on the page, too, by a tap on a piece that is lit for it, as the headline says.
func TestPage_APassIsATapOnWhatIsLit(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "kaleidochess", Options: map[string]any{"die": true}, Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{5, 1}}})
	c.run(chromedp.Navigate(c.base+"/here"), chromedp.WaitReady(chromedp.CSS(`body.ready [data-k="do"]`)))
	c.lit("e1", "choose")
	c.squares("e1")
	c.logged("pass")
}
