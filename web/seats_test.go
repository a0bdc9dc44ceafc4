package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/referee"
)

// chessBattleCamps is clipped, so that each test appends to its own.
var chessBattleCamps = slices.Clip([]string{"white camp b2", "white camp g2", "black camp b15", "black camp g15", "white bridge d", "black bridge e"})

// said is all that the event streams of a page said, and all that stands on it.
func (b *browser) said() string {
	b.t.Helper()
	page := evaluate[string](b, `document.documentElement.outerHTML`)
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.heard.String() + page
}

// Two seats and the table are open at once, each in a browser of its own: what
// White lays, buys and deploys comes to White's page and to no other.
func TestPage_TwoSeatsAreOpenAtOnce(t *testing.T) {
	t.Parallel()
	white := chooses(t, referee.NewGame{Game: "chessbattle"})
	black, table := choosing{white.h.browse(t), white.h}, choosing{white.h.browse(t), white.h}
	white.says(chessBattleCamps...)
	white.sit("white")
	black.sit("black")
	table.run(chromedp.Navigate(table.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	white.press("verb spy")
	white.press("pick 7h")
	white.press("do")
	white.shows(".beside", "Espionage: 7♥")
	white.says("black spy 9s", "black done black")
	black.shows(".beside", "Espionage: 1 card")
	table.shows(".beside", "Espionage: 1 card")
	white.shows(".beside", "Espionage: 1 card") // Black's
	own, others := white.said(), map[string]string{"black": black.said(), "the table": table.said()}
	for _, secret := range []string{`spy 7h`, `"espionage":{"white":["7h"]}`} {
		if !strings.Contains(own, secret) {
			t.Errorf("White's page does not know %s", secret)
		}
		for who, said := range others {
			if strings.Contains(said, secret) || len(said) < 20_000 {
				t.Errorf("%s knows %s, of %d bytes", who, secret, len(said))
			}
		}
	}
	if strings.Contains(own, "spy 9s") || strings.Contains(others["the table"], "spy 9s") || !strings.Contains(others["black"], "spy 9s") {
		t.Error("what Black laid is known elsewhere, or not to Black")
	}
}

// The secret target of a seat stands right below the board: its two lines are there before it is chosen, so that nothing
// moves, and hold every target in every language on the smallest phone.
func TestPage_ASeatsSecretStandsBelowTheBoard(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "dungeonchess", Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}})
	c.sit("south")
	c.window(390, 844)
	where := func() string {
		return evaluate[string](c.browser, `(scrollTo(0, 0), ((r) => r.top + " to " + r.bottom)(document.querySelector(".own").getBoundingClientRect()))`)
	}
	c.until(`document.querySelector(".own").innerText === "Secret target: …"`)
	before := where()
	c.says("south " + c.h.legal(t, "south")[0])
	c.until(`/^Secret target: \d+: at least|own/.test(document.querySelector(".own").innerText)`)
	if after := where(); after != before {
		t.Errorf("it stood from %s px, and stands from %s px once it is chosen", before, after)
	}
	c.until(`document.querySelector(".own").getBoundingClientRect().bottom < document.querySelector(".dock").getBoundingClientRect().top`)
	c.glance("seat-secret")
	c.window(320, 568)
	for _, lang := range []string{"en", "fi", "sv", "pl", "it"} {
		evaluate[bool](c.browser, `(document.cookie = "language=`+lang+`; path=/", true)`)
		c.sit("south")
		c.until(`document.documentElement.lang === "` + lang + `"`)
		cut := evaluate[[]string](c.browser, `Promise.all([import("/assets/naming.js"), import("/assets/words.js")]).then(([{ targetName }, { t }]) => { const p = document.querySelector(".own p"), out = [];
			for (let n = 1; targetName(n) !== String(n); n++) { p.textContent = t("beside.kept", { target: targetName(n) }); if (n < 10 || p.scrollHeight > p.clientHeight + 1) out.push((p.scrollHeight > p.clientHeight + 1 ? "cut: " : "") + p.textContent); } return out; })`)
		if len(cut) < 9 || slices.ContainsFunc(cut, func(said string) bool { return strings.HasPrefix(said, "cut: ") }) {
			t.Errorf("%s: %q", lang, cut)
		}
	}
}
