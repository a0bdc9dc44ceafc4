package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
)

// On the page that all share whoever is to act taps or carries a piece; what cannot be is
// answered with its reason, and a piece let go there stands where it stood.
func TestPage_OneScreenForAllTakesTapsAndCarriesAndSaysWhyNot(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess", Dice: referee.DiceChoice{Kind: "scripted", Scripted: []int{6, 1}}}, nil)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	b := h.browse(t)
	b.run(chromedp.EmulateViewport(320, 640), chromedp.Navigate(b.base+"/here"), chromedp.WaitReady(chromedp.CSS("body.ready .cell.choice")))
	toast := func(says string) {
		t.Helper()
		b.until(`document.querySelector(".toast:not([hidden])")?.textContent.includes("` + says + `")`)
	}
	b.click(b.middle("b1"))
	b.until(`document.querySelector('[data-square="b1"]').classList.contains("chosen")`)
	b.click(b.middle("b5"))
	toast("Knight on b1 cannot reach b5")
	b.drag(b.middle("b1"), b.middle("e4"))
	toast("Knight on b1 cannot reach e4")
	b.click(b.middle("b6"))
	b.click(b.middle("b5"))
	toast("The piece on b6 belongs to Black")
	b.drag(b.middle("b1"), b.middle("a3"))
	b.logged("b1-a3")
	b.until(`document.getElementById("message").textContent.startsWith("Black's turn") && document.querySelector(".cell.choice")`)
	b.drag(b.middle("d6"), b.middle("d5"))
	b.logged("d6-d5")
	b.allow("status of 409")
}
