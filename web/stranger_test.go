package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// told is what the page says over the board: its message and what is under it.
func (b *browser) told() string {
	b.t.Helper()
	return evaluate[string](b, `[...document.querySelectorAll("#message, .chore, #detail, .toast:not([hidden])")].map((e) => e.textContent).filter(Boolean).join(" | ")`)
}

// tells waits until the page over the board says these words.
func (b *browser) tells(words string) {
	b.t.Helper()
	b.until(`[...document.querySelectorAll("#message, .chore, #detail, .toast:not([hidden])")].map((e) => e.textContent).filter(Boolean).join(" | ").includes(` + "`" + words + "`" + `)`)
}

// Somebody who has read only the README plays a first turn on the page that it leads to, by taps, and errs.
func TestPage_AFirstTurnAsTheReadmeTellsIt(t *testing.T) {
	t.Parallel()
	d := launch(t)
	d.call("POST", "/api/games", `{"game":"rolechess","dice":{"scripted":[6,1,6,1]}}`, "", nil)
	b := tab(t)
	b.run(chromedp.Navigate(d.base+"/here"), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
	chosen := func(square string) { // once it can be, with the turn before it gone
		t.Helper()
		b.until(`document.querySelector('[data-square="` + square + `"]').classList.contains("choice")`)
		b.click(b.middle(square))
	}
	moves := func(from, to, told string) {
		t.Helper()
		chosen(from)
		chosen(to)
		b.logged(from + "-" + to)
		b.tells(told)
	}
	b.tells(theTurn("en", "white"))
	moves("b1", "c3", theTurn("en", "black"))
	b.run(pressOn(`[data-button="undo"]`))
	b.tells(theTurn("en", "white"))
	moves("b1", "c3", theTurn("en", "black"))
	moves("a6", "a5", theTurn("en", "white"))
	moves("c3", "b5", "White's turn: attack with b5, or end the turn")
	b.run(chromedp.WaitVisible(chromedp.CSS(`[data-k="verb end"]`)))
	b.click(b.middle("d2"))
	b.click(b.middle("d3"))
	b.tells("You have moved: attack with b5, or end your turn")
	b.allow("status of 409")
	chosen("b5")
	chosen("d6")
	b.until(`document.querySelector(".armed").textContent.includes("White Knight 1 on b5 attacks Black Lackey 4 on d6")`)
	b.click(b.middle("d6"))
	b.tells("White's turn: move the attacker onto d6, or stay")
	b.logged("die 1")
}

// Nor is more than the README needed for a first turn with the hands, on the simulated board, where one errs,
// too: after every touch the page says what to do next.
func TestPage_AFirstTurnWithHandsAsTheReadmeTellsIt(t *testing.T) {
	t.Parallel()
	d := launch(t)
	d.begin(`{"game":"camelot"}`) // so that the next finds other wood, and puts its own there
	d.call("POST", "/api/games", `{"game":"rolechess","dice":{"scripted":[6,1,6,1]}}`, "", nil)
	b := tab(t)
	b.run(chromedp.Navigate(d.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".opens-menu"), chromedp.WaitVisible(chromedp.CSS(`nav a[href="/sim"]`)), pressOn(`nav a[href="/sim"]`), chromedp.WaitVisible(chromedp.CSS("#setup")))
	b.tells(theTurn("en", "white"))
	carries := func(from, to, told string) {
		t.Helper()
		b.drag(b.middle(from), b.middle(to))
		b.tells(told)
	}
	carries("b1", "c4", "Move White Knight 1 from c4 to b1")
	carries("c4", "b1", theTurn("en", "white"))
	carries("b1", "c3", theTurn("en", "black")+" | You can still undo: Knight 1 to c3")
	carries("c3", "d4", "Move White Knight 1 from d4 to c3")
	carries("d4", "c3", theTurn("en", "black")+" | You can still undo: Knight 1 to c3")
	carries("c3", "b1", theTurn("en", "white"))
	carries("b1", "c3", theTurn("en", "black")+" | You can still undo: Knight 1 to c3")
	carries("a6", "a5", theTurn("en", "white")+" | You can still undo: Lackey 7 to a5")
	carries("c3", "b5", "You can still undo: Knight 1 to b5")
	b.drag(b.middle("b5"), b.middle("d6"))
	b.tells("Attack on d6 from b5. To roll, put the piece from b5 on the white light, ") // after a while there are two
	b.click(b.middle(b.die()))
	b.tells("White's turn: move the attacker onto d6, or stay")
	b.logged("die 1")
	if told := b.told(); strings.Contains(told, "no legal move") || strings.Contains(told, "Put ") {
		t.Errorf("the page says %s", b.told())
	}
}

// Who opens the first of the links that the terminal prints sees a game that only can be looked at: a press on a piece says where to play.
func TestPage_ATableThatIsPressedSaysWhereToPlay(t *testing.T) {
	t.Parallel()
	d := launch(t)
	b := tab(t)
	b.run(chromedp.Navigate(d.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	b.until(`document.querySelectorAll(".piece").length > 0 && document.querySelectorAll(".entry").length >= 2`) // a die that falls ends what the page says
	b.click(b.middle("b1"))
	b.tells("choose Play in the menu ☰")
	b.until(`[...document.querySelectorAll("a")].some((a) => a.textContent === "Play" && a.getAttribute("href") === "/start")`)
}
