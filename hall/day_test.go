package hall_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"

	"reeve/hall"
	"reeve/pairing"
)

// The day of an arbiter, by what the pages show and nothing else: a board is invited and joins, players come from files, rounds are
// paired and played on the boards, somebody calls, a clock and a result are put right, lists are printed and taken along, and
// spectators see all of it later.
func TestLongPage_TheArbitersDay(t *testing.T) {
	h := newHouse(t, 7)
	h.most = 2
	h.swiss = func(context.Context, *pairing.Tournament) ([]pairing.Pair, error) { return nil, hall.ErrNoProgram }
	b := browse(t, h.hall, true)
	b.allow = []string{"/api/tournaments/1"} // a refusal is meant
	b.open("/")
	b.press("Invite a board")
	for i := range 3 {
		b.fill("Name of the board, such as Table 7", fmt.Sprintf("Table %d", i+1))
		b.press("Invite")
		b.until(fmt.Sprintf(`document.querySelector(".invited").innerText.includes("Table %d") && document.querySelector(".invited svg.qr")`, i+1))
		link := evaluate[string](b, `document.querySelector(".invited pre").textContent`)
		at, err := h.byInvitation(link, "rolechess", 200*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		at.Rests.Store(true)
		h.connect(at)
		b.until(fmt.Sprintf(`[...document.querySelectorAll(".card .name")].some((e) => e.textContent === "Table %d")`, i+1))
		if i == 0 { // who reads the code with a phone comes to the same link
			_, rest, _ := strings.Cut(link, "/join")
			p := browse(t, h.hall, false)
			p.open("/join" + rest)
			p.until(`[...document.querySelectorAll("pre")].some((e) => e.textContent.includes("reeve serve --hall") && e.textContent.includes(` + fmt.Sprintf("%q", rest) + `)) && document.body.innerText.includes("Table › New game, seats and offers › Join a hall of boards")`)
		}
	}

	b.open("/tournament")
	b.press("New tournament")
	b.fill("Name", "Club evening")
	b.choose("Pairing", "Swiss")
	b.choose("Game", "RoleChess")
	b.attach("name,rating,federation\nAalto Ann,2100,FIN\nBerg Bo,1985,SWE\nĆwik Cezary,1900,POL\nDali Dora,,ITA\n", "players.csv")
	b.press("Make the tournament")
	b.arrives("/tournament/1")
	b.press("Pair round 1")
	b.until(`document.querySelector(".refused").textContent.includes("choose another pairing")`) // nothing that pairs a Swiss is installed
	b.press("Change the plan")
	b.choose("Pairing", "Everybody meets everybody")
	b.press("Set")
	b.until(`document.body.innerText.includes("Everybody meets everybody · RoleChess · Players: 4")`)
	b.press("Pair round 1")
	b.startOnBoards()
	b.until(`document.querySelectorAll("td a[href^='/board/']").length === 2`)
	b.until(`document.querySelectorAll("section[aria-label=Pairings] tbody tr").length === 2 && [...document.querySelectorAll("section[aria-label=Pairings] tbody tr")].every((e) => e.textContent.includes("started"))`)

	h.boards[0].link.Ring("white", true)
	b.open("/")
	b.until(`document.title.startsWith("(1)") && document.querySelector(".card").dataset.urgency === "calls" && document.querySelector(".card .state").textContent === "White calls the arbiter"`)
	evaluate[bool](b, `(document.querySelector(".card a").click(), true)`)
	b.arrives("/board/" + string(h.boards[0].id))
	b.press("Call heard")
	b.press("Pause")
	b.until(`document.querySelector(".message").textContent === "Paused by the arbiter"`)
	b.fill("Why (it is kept)", "a fallen piece")
	b.press("Go on")
	b.until(`document.querySelector(".message").textContent.includes("turn")`)
	b.press("Black wins")
	b.press("Black wins? Press again")
	b.until(`document.querySelector(".message").textContent.includes("Black") && document.querySelector(".archive").textContent.includes("verified")`)
	b.press("What was ordered")
	b.until(`/Ann · Black wins · Done[^]*Ann · Go on · a fallen piece · Done[^]*Ann · Pause · Done[^]*Ann · Call heard · Done/.test(document.querySelector(".orders").innerText)`)
	b.press("This board in the hall")
	b.fill("Name of the board", "Stage")
	evaluate[bool](b, `(document.querySelector("[aria-label='Name of the board']").form.requestSubmit(), true)`)
	b.until(`document.querySelector("h2").textContent.startsWith("Stage")`)
	b.press("Start a game")
	b.fill("White", "Guest")
	b.choose("Passing", "always")
	b.fill("Clock (minutes + seconds a turn)", "30+10")
	b.press("Start it")
	b.until(`document.querySelector(".players.large").textContent.includes("Guest") && /30:00|29:5/.test(document.querySelector(".players.large").textContent)`)
	b.press("Start it") // over a game that goes on
	b.until(`[...document.querySelectorAll("button")].some((e) => e.textContent === "This ends the game in progress. Press again") && document.querySelector(".players.large").textContent.includes("Guest")`)
	b.fill("Clock: Black", "7:00")
	evaluate[bool](b, `([...document.querySelectorAll(".times form")][1].requestSubmit(), true)`)
	b.until(`/7:00|6:5/.test(document.querySelector(".players.large").textContent)`)

	for _, at := range h.boards[1:] {
		at.Rests.Store(false)
	}
	b.open("/tournament/1")
	b.until(`document.body.innerText.includes("Round 1 is complete") && document.querySelector("td.score select").value === "0-1"`)
	b.fill("Why (it is kept)", "agreed a draw")
	b.choose("Result of table 1", "½ – ½")
	b.until(`document.querySelector("section[aria-label=Standings]").innerText.includes("0.5") && document.querySelector("section[aria-label='Cross table']").innerText.includes("½")`)
	b.press("What was done")
	b.until(`document.querySelector(".history").innerText.includes("Ann · Result 1/1: ½ · agreed a draw")`)
	evaluate[bool](b, `(window.printed = [], window.print = () => printed.push(document.querySelector(".printed").ariaLabel), true)`)
	for _, list := range []string{"Print the pairings", "Print the standings", "Print the cross table"} {
		b.press(list)
	}
	b.until(`String(printed) === "Pairings,Standings,Cross table"`)
	for _, path := range evaluate[[]string](b, `[...document.querySelectorAll(".links a, .qr")].map((e) => e.getAttribute(e.href ? "href" : "src"))`) {
		if code, said := h.ask(false, "GET", path, ""); code != http.StatusOK || said == "" {
			t.Errorf("%s: %d", path, code)
		}
	}

	_, trf := h.ask(false, "GET", "/tournaments/1/tournament.trf", "")
	b.open("/tournament")
	b.press("New tournament")
	b.attach(trf, "evening.trf")
	b.until(`document.querySelector("details form input").value === "Club evening"`) // a file of FIDE's has its name
	b.choose("Pairing", "By hand")
	b.press("Make the tournament")
	b.arrives("/tournament/2")
	b.until(`document.body.innerText.includes("Round 1 is complete") && document.querySelector("section[aria-label=Standings]").innerText.includes("Aalto Ann")`)
	b.fill("Spectators see everything so many seconds later", "600")
	b.fill("Who plays whom: the numbers of a table in a line, in the order of the seats", "1 3\n2 4")
	b.press("Begin the round")
	b.until(`document.querySelectorAll("section[aria-label=Pairings] tbody tr").length === 2`)
	b.choose("Result of table 2", "+ – −")
	b.until(`document.querySelector("section[aria-label='Cross table'] tbody").innerText.includes("+")`)

	s := browse(t, h.hall, false)
	s.open("/tournament/2")
	s.until(`document.querySelectorAll("section[aria-label=Pairings] tbody tr").length === 2 && document.querySelector("#line").textContent === "Shown 600 s later"`)
	if said := evaluate[string](s, `document.querySelector("section[aria-label='Cross table'] tbody").innerText`); strings.Contains(said, "+") {
		t.Errorf("a spectator sees a result before its time: %s", said)
	}
	for _, page := range []string{"/wall", "/overlay/" + string(h.boards[1].id), "/board/" + string(h.boards[1].id)} {
		s.open(page)
		s.until(`document.querySelectorAll(".mini .piece, .board .token").length > 5`)
		if n := evaluate[int](s, `document.querySelectorAll("main form, main button:not(.pages button)").length`); n != 0 {
			t.Errorf("on %s a spectator is offered %d things to change", page, n)
		}
	}

	b.open("/board/" + string(h.boards[2].id))
	b.press("This board in the hall")
	b.press("Let in no more")
	b.press("Let in no more? Press again")
	b.arrives("/")
	b.until(`document.querySelectorAll(".card").length === 2`)
}

// labelled is JavaScript: the field that words name, as a label or as a label for those who do not see.
const labelled = `[...document.querySelectorAll("input, select, textarea")].find((e) => e.checkVisibility() && (e.ariaLabel === %[1]q || e.placeholder === %[1]q || e.labels[0]?.innerText.split("\n")[0].trim() === %[1]q))`

// fill fills in the field of that name, once it is there.
func (b *tab) fill(label, value string) {
	b.t.Helper()
	field := fmt.Sprintf(labelled, label)
	b.until(field)
	evaluate[bool](b, fmt.Sprintf(`((e) => { e.value = %q; e.dispatchEvent(new Event("input", { bubbles: true })); return true; })(%s)`, value, field))
}

// choose chooses what words name in the field of that name.
func (b *tab) choose(label, words string) {
	b.t.Helper()
	field := fmt.Sprintf(labelled, label)
	b.until(fmt.Sprintf(`[...%s.options].some((o) => o.textContent === %q)`, field, words))
	evaluate[bool](b, fmt.Sprintf(`((e) => { e.value = [...e.options].find((o) => o.textContent === %q).value; e.dispatchEvent(new Event("change", { bubbles: true })); return true; })(%s)`, words, field))
}

// attach gives the page's list of players a file.
func (b *tab) attach(text, name string) {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
	doc, err := chromedp.Call(b, dom.GetDocument, dom.GetDocumentParams{})
	if err != nil {
		b.t.Fatal(err)
	}
	file, err := chromedp.Call(b, dom.QuerySelector, dom.QuerySelectorParams{NodeID: doc.Root.NodeID, Selector: "details form input[type=file]"})
	if err == nil {
		_, err = chromedp.Call(b, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, NodeID: file.NodeID})
	}
	if err != nil {
		b.t.Fatal(err)
	}
	b.until(`document.querySelector("details form textarea").value.length > 20`)
}
