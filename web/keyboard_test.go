package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// typist plays with nothing but keys.
type typist struct{ *browser }

func (k typist) types(keys ...string) {
	k.t.Helper()
	for _, key := range keys {
		k.run(chromedp.KeyEvent(key))
	}
}

// focused is the square that has the focus, "" for none.
func (k typist) focused() string {
	k.t.Helper()
	return evaluate[string](k.browser, `document.activeElement?.dataset?.square ?? ""`)
}

// tabs presses Tab until what matches has the focus.
func (k typist) tabs(selector string) {
	k.t.Helper()
	if !k.tabsTo(selector) {
		k.t.Fatalf("Tab never leads to %s", selector)
	}
}

func (k typist) tabsTo(selector string) bool {
	k.t.Helper()
	for range 400 {
		if evaluate[bool](k.browser, "document.activeElement?.matches(`"+selector+"`) ?? false") {
			return true
		}
		k.types(kb.Tab)
	}
	return false
}

// walks goes to a square with the arrow keys.
func (k typist) walks(to string) {
	k.t.Helper()
	if k.focused() == "" {
		k.tabs("[data-square]")
	}
	for range 20 {
		at := k.focused()
		switch {
		case at == to:
			return
		case at[0] < to[0]:
			k.types(kb.ArrowRight)
		case at[0] > to[0]:
			k.types(kb.ArrowLeft)
		case at[1] < to[1]:
			k.types(kb.ArrowUp)
		default:
			k.types(kb.ArrowDown)
		}
	}
	k.t.Fatalf("the arrows never lead to %s", to)
}

func (k typist) moves(from, to string) {
	k.t.Helper()
	k.walks(from)
	k.types("h")
	k.walks(to)
	k.types(kb.Enter)
	k.logged(from + "-" + to)
}

// attacks takes the attacker in hand, knocks and puts it on the white light.
func (k typist) attacks(from, target string) {
	k.t.Helper()
	k.walks(from)
	k.types("h")
	k.walks(target)
	k.types(kb.Enter)
	die := k.die()
	k.walks(die)
	k.types(kb.Enter)
	k.logged(from + "*" + target)
	k.walks(die)
	k.types("h") // and into the hand again
}

// A whole game of RoleChess on the wooden board without a mouse: set up, moves,
// an attack that kills, the advance, and the attack that wins.
func TestPage_AGameByKeysAlone(t *testing.T) {
	t.Parallel()
	h := realHouse(t, 6, 1, 6, 1, 6, 1)
	b := h.browse(t)
	k := typist{b}
	b.run(chromedp.Navigate(b.base+"/sim"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	k.tabs("#setup")
	k.types(kb.Enter)
	b.until(`document.getElementById("message").textContent === "` + theTurn("en", "white") + `"`)
	evaluate[bool](b, `(document.activeElement.blur(), document.querySelector(".skip").focus(), true)`)
	k.moves("b1", "c3")
	k.moves("a6", "a5")
	k.moves("c3", "b5")
	k.attacks("b5", "d6")
	b.until(`/\blift\b/.test(document.querySelector('[data-square="d6"]').dataset.lit)`)
	k.walks("d6")
	k.types(kb.Delete) // the dead piece goes off the board
	k.types(kb.Enter)  // and the one in hand goes there
	k.logged("advance")
	k.moves("a5", "a4")
	k.moves("d6", "e4")
	k.moves("b6", "b5")
	k.moves("e4", "c5")
	k.attacks("c5", "d7")
	b.until(`document.getElementById("message").textContent === "White wins: the Emperor has fallen"`)
}
