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

// Somebody who has read only the README plays a first turn, and errs: after every
// touch the page says what to do next.
func TestPage_AFirstTurnAsTheReadmeTellsIt(t *testing.T) {
	t.Parallel()
	d := launch(t)
	d.begin(`{"game":"camelot"}`) // so that the next finds other wood, and puts its own there
	d.call("POST", "/api/games", `{"game":"rolechess","dice":{"scripted":[6,1,6,1]}}`, "", nil)
	b := tab(t)
	b.run(chromedp.Navigate(d.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")), pressOn(".opens-menu"), chromedp.WaitVisible(chromedp.CSS(`nav a[href="/sim"]`)), pressOn(`nav a[href="/sim"]`), chromedp.WaitVisible(chromedp.CSS("#setup")))
	b.tells("White's turn: move a piece, or attack")
	carries := func(from, to, told string) {
		t.Helper()
		b.drag(b.middle(from), b.middle(to))
		b.tells(told)
	}
	carries("b1", "c4", "Move White Knight 1 from c4 to b1")
	carries("c4", "b1", "White's turn: move a piece, or attack")
	carries("b1", "c3", "Black's turn: move a piece, or attack | You can still undo: b1-c3")
	carries("c3", "d4", "Move White Knight 1 from d4 to c3")
	carries("d4", "c3", "Black's turn: move a piece, or attack | You can still undo: b1-c3")
	carries("c3", "b1", "White's turn: move a piece, or attack")
	carries("b1", "c3", "Black's turn: move a piece, or attack | You can still undo: b1-c3")
	carries("a6", "a5", "White's turn: move a piece, or attack | You can still undo: a6-a5")
	carries("c3", "b5", "You can still undo: c3-b5")
	b.drag(b.middle("b5"), b.middle("d6"))
	die := b.die()
	b.tells("Attack on d6 from b5. To roll, put the piece from b5 on the white light, " + die)
	b.click(b.middle(die))
	b.tells("White's turn: move the attacker onto d6, or stay")
	b.logged("die 1")
	if told := b.told(); strings.Contains(told, "no legal move") || strings.Contains(told, "Put ") {
		t.Errorf("the page says %s", b.told())
	}
}
