package hall_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"reeve/hall"
	"reeve/pairing"
	"reeve/rules"
)

// An arbiter who has read nothing makes a tournament, pairs a round, starts it on the boards
// and corrects a result; spectators see the same and can change nothing.
func TestPage_ATournamentOnThePage(t *testing.T) {
	h := newHouse(t, 5)
	h.most = 3
	for i := range 2 {
		h.join("Table "+strconv.Itoa(i+1), "camelot", 150*time.Millisecond)
	}
	b := browse(t, h.hall, true)
	b.open("/tournament")
	b.until(`document.body.innerText.includes("No tournament yet")`)
	b.accessible("no tournament")
	evaluate[bool](b, `(() => {
		document.querySelector("details.box").open = true;
		const form = document.querySelector("details.box form"), [name] = form.querySelectorAll("input"), [system, game] = form.querySelectorAll("select");
		if (system.value !== "robin") throw "what cannot be paired here is offered first: " + system.value;
		system.value = "swiss"; system.onchange();
		if (!form.innerText.includes("install the package bbppairings")) throw "nothing says what a Swiss lacks";
		name.value = "Club evening"; system.value = "robin"; system.onchange?.(); system.dispatchEvent(new Event("change")); game.value = "camelot";
		form.querySelector("textarea").value = "name,rating\nAalto Ann,2100\nBerg Bo,1985\nĆwik Cezary,1900\nDali Dora,1850";
		form.requestSubmit();
		return true;
	})()`)
	b.arrives("/tournament/1")
	b.until(`document.querySelector("h2")?.textContent === "Club evening"`)
	b.press("Pair round 1")
	b.startOnBoards()
	b.until(`document.querySelectorAll("td.score select").length === 2 && [...document.querySelectorAll("td.score select")].every((e) => e.value)`)
	b.press("Pair round 2")
	b.until(`[...document.querySelectorAll("h3")].some((e) => e.textContent.includes("Round 2"))`)
	evaluate[bool](b, `(() => { const e = document.querySelector("td.score select"); e.value = "1/2"; e.onchange?.(); e.dispatchEvent(new Event("change")); return true; })()`)
	b.until(`document.querySelector("td.score select").value === "1/2" && document.body.innerText.includes("Tables on no board: 1")`)
	b.accessible("a tournament")
	b.shoot("tournament")
	if shot := evaluate[bool](b, `(document.body.dataset.print = "one", document.querySelector("section[aria-label=Standings]").classList.add("printed"), true)`); shot {
		if _, err := chromedp.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
			t.Fatal(err)
		}
		seen := evaluate[[]string](b, `[...document.querySelectorAll("main section, header, footer, .now")].filter((e) => e.offsetParent !== null || e.getClientRects().length > 0).map((e) => e.ariaLabel ?? e.tagName)`)
		if len(seen) != 1 || seen[0] != "Standings" {
			t.Errorf("on paper there is %v", seen)
		}
		b.shoot("tournament-print")
		if _, err := chromedp.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, lang := range []string{"fi", "it", "pl", "sv"} {
		evaluate[bool](b, `(document.cookie = "language=`+lang+`; path=/", true)`)
		b.open("/tournament/1")
		b.until(`document.documentElement.lang === "` + lang + `" && document.querySelectorAll("table.cross").length > 2`)
		if said := evaluate[string](b, `document.body.innerText`); strings.Contains(said, "hall.") {
			t.Errorf("%s: %s", lang, said)
		}
	}
	b.shoot("tournament-sv")
	history, err := h.store.History(1)
	if err != nil || len(history) < 10 {
		t.Errorf("%d entries: %v", len(history), err)
	}

	w := browse(t, h.hall, false)
	w.open("/tournament/1")
	w.until(`document.querySelectorAll("table.cross").length === 3`)
	if n := evaluate[int](w, `document.querySelectorAll("main select:not(.noprint), main form, main textarea").length`); n != 0 {
		t.Errorf("a spectator is offered %d things to change", n)
	}
	w.accessible("a tournament, for spectators")
	w.shoot("tournament-spectator")
	w.open("/tournament/1?overlay=standings")
	w.until(`document.querySelectorAll("table.cross").length === 1`)
	w.shoot("tournament-overlay")
}

// Nobody's game ends by one press: the page says how many would, and the second press is that for so many.
func TestPage_StartingOnBoardsAsksBeforeItEndsGames(t *testing.T) {
	h := newHouse(t, 9)
	for i := range 2 {
		at := h.join("Table "+strconv.Itoa(i+1), "camelot", time.Hour)
		for at.Rest(); !slices.Contains(at.Session.Table(rules.Table).Position.ToAct, "black"); {
			at.Step(t.Context())
		}
	}
	if code, said := h.ask(true, "POST", "/api/tournaments", `{"plan":{"name":"Evening","system":"robin","rounds":0,"game":"camelot","breaks":null},"list":"Ann\nBo\nCid\nDora\n"}`); code != http.StatusOK {
		t.Fatal(code, said)
	}
	b := browse(t, h.hall, true)
	b.allow = []string{"/api/tournaments/1"} // the refusal
	b.open("/")
	b.until(`[...document.querySelectorAll(".card .state")].filter((e) => e.textContent.startsWith("Black's turn")).length === 2`)
	b.open("/tournament/1")
	b.press("Pair round 1")
	b.press("Start them on the boards")
	b.until(`document.querySelector(".refused").textContent === "That would end games that are on: 2 End them and start"`)
	if tour, err := h.store.Tournament(1); err != nil || tour.Rounds[0].Tables[0].Board != "" || tour.Rounds[0].Tables[1].Board != "" {
		t.Errorf("after one press: %+v %v", tour.Rounds[0], err)
	}
	b.accessible("games that would end")
	b.shoot("tournament-ends")
	b.press("End them and start")
	b.until(`document.querySelectorAll("td a[href^='/board/']").length === 2 && document.querySelector(".refused").textContent === ""`)
}

// startOnBoards starts a round on boards, whatever is on there. Where more games have begun since it was asked it is asked again.
func (b *tab) startOnBoards() {
	b.t.Helper()
	b.allow = append(b.allow, "/api/tournaments/1") // what is on is asked about
	b.press("Start them on the boards")
	const asked = `document.querySelector(".refused button:not([data-pressed])")`
	for {
		b.until(`document.querySelector("td a[href^='/board/']") || ` + asked)
		if !evaluate[bool](b, `((sure) => { if (sure) { sure.dataset.pressed = "yes"; sure.click(); } return Boolean(sure); })(`+asked+`)`) {
			return
		}
	}
}

// arrives waits until the page has gone to a path by itself.
func (b *tab) arrives(path string) {
	b.t.Helper()
	for b.Err() == nil {
		at, err := chromedp.Run(b, chromedp.Evaluate[string](`location.pathname + document.readyState`))
		if err == nil && at == path+"complete" {
			return
		}
	}
	b.t.Fatalf("the page never goes to %s", path)
}

// ask asks a hall's pages and returns what they answer.
func (h *house) ask(arbiter bool, method, path, body string) (int, string) {
	r := httptest.NewRequest(method, "http://hall.test"+path, strings.NewReader(body))
	if arbiter {
		if h.key == "" {
			h.key = appointed(h.T, h.hall)
		}
		r.Header.Set("Authorization", "Bearer "+h.key)
	}
	w := httptest.NewRecorder()
	pages(h.hall).Handler().ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// Whoever is no arbiter changes nothing and sees no history; with a delay results and
// records come to him later; and of a game that hides something no route has more before
// its end than the table shows.
func TestTournamentsTellSpectatorsLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, 21)
		h.most = 4
		h.join("Table 1", "chessbattle", 300*time.Millisecond)
		h.wait(3 * time.Second)
		if code, said := h.ask(true, "POST", "/api/tournaments", `{"plan":{"name":"T","system":"robin","rounds":0,"game":"chessbattle","breaks":null},"list":"Ann\nBo\n"}`); code != http.StatusOK {
			t.Fatal(code, said)
		}
		for _, path := range []string{"/api/tournaments", "/api/tournaments/1", "/api/tournaments/1/history"} {
			method := "POST"
			if strings.HasSuffix(path, "history") {
				method = "GET"
			}
			if code, said := h.ask(false, method, path, `{"do":"pair"}`); code != http.StatusUnauthorized {
				t.Errorf("%s %s: %d %s", method, path, code, said)
			}
		}
		if code, said := h.ask(true, "POST", "/api/tournaments/1", `{"do":"pair","delay":60000}`); code != http.StatusOK {
			t.Fatal(code, said)
		}
		if code, said := h.ask(true, "POST", "/api/tournaments/1", `{"do":"boards"}`); code != http.StatusOK {
			t.Fatal(code, said)
		}
		tour, _ := h.store.Tournament(1)
		before := ""
		for tour.Open() > 0 {
			_, before = h.ask(false, "GET", "/api/tournaments/1", "")
			for _, path := range []string{"/api/tournaments/1", "/tournaments/1/games.json", "/tournaments/1/round-1.jsonl", "/tournaments/1/round-1.txt"} {
				if _, said := h.ask(false, "GET", path, ""); strings.Contains(said, `"seed"`) || strings.Contains(said, `"file"`) || strings.Contains(said, "reeve-game") {
					t.Errorf("%s before the end: %s", path, said)
				}
			}
			h.wait(time.Second)
			tour, _ = h.store.Tournament(1)
		}
		h.wait(2 * time.Second) // what is kept for a second goes
		if _, now := h.ask(false, "GET", "/api/tournaments/1", ""); now != before {
			t.Errorf("spectators see that a result has come:\n%s\n%s", before, now)
		}
		match := tour.Rounds[0].Tables[0]
		record := fmt.Sprintf("/games/%s/%d.jsonl", match.Board, match.Game)
		results := func(arbiter bool) string {
			var got struct {
				Rounds []struct{ Tables []struct{ Results []string } }
			}
			_, said := h.ask(arbiter, "GET", "/api/tournaments/1", "")
			if err := json.Unmarshal([]byte(said), &got); err != nil {
				t.Fatal(err, said)
			}
			return strings.Join(got.Rounds[0].Tables[0].Results, "")
		}
		for _, b := range h.boards {
			b.Rests.Store(true)
		}
		h.wait(2 * time.Second)
		if results(true) == "" || results(false) != "" {
			t.Errorf("before the delay is over arbiters see %q, spectators %q", results(true), results(false))
		}
		if code, _ := h.ask(false, "GET", record, ""); code != http.StatusForbidden {
			t.Errorf("the record comes before the delay is over: %d", code)
		}
		h.wait(70 * time.Second)
		if results(false) != results(true) {
			t.Errorf("after the delay spectators see %q", results(false))
		}
		if code, _ := h.ask(false, "GET", record, ""); code != http.StatusOK {
			t.Errorf("the record does not come after the delay: %d", code)
		}
		for path, want := range map[string]string{
			"/tournaments/1/tournament.trf": "001    1", "/tournaments/1/standings.csv": "rank,number,name", "/tournaments/1/games.json": `"file"`,
			"/tournaments/1/round-1.jsonl": `"game":"chessbattle"`, "/tournaments/1/round-1.txt": "[round \"1\"]\n[table \"1\"]\n[reeve",
		} {
			if code, said := h.ask(false, "GET", path, ""); code != http.StatusOK || !strings.Contains(said, want) {
				t.Errorf("%s: %d %.300s", path, code, said)
			}
		}
		for _, path := range []string{"/tournaments/1/round-2.jsonl", "/tournaments/1/x", "/tournaments/2/tournament.trf", "/api/tournaments/x"} {
			if code, said := h.ask(false, "GET", path, ""); code != http.StatusNotFound {
				t.Errorf("%s: %d %s", path, code, said)
			}
		}
	})
}

// Options in an address are one JSON value, each named once.
func TestOptionsInAnAddressAreExact(t *testing.T) {
	h := &house{T: t, air: newAir(1), dir: t.TempDir()}
	h.open()
	t.Cleanup(h.close)
	for text, want := range map[string]int{`{"players":4}`: http.StatusOK, `{"Players":4}`: http.StatusUnprocessableEntity, `{"players":3,"players":4}`: http.StatusBadRequest, `{} {}`: http.StatusBadRequest} {
		if code, body := h.ask(false, "GET", "/api/surface/dungeonchess?options="+url.QueryEscape(text), ""); code != want {
			t.Errorf("%s: %d %s, want %d", text, code, body, want)
		}
	}
}

// What is refused is refused with a sentence that exists in the hall's words.
func TestRefusalsOfTournamentsAreKeys(t *testing.T) {
	h := &house{T: t, air: newAir(1), dir: t.TempDir()}
	h.open()
	t.Cleanup(h.close)
	h.ask(true, "POST", "/api/tournaments", `{"plan":{"name":"T","system":"swiss","rounds":5,"game":"","breaks":null},"list":"Ann\nBo\nCid"}`)
	for body, key := range map[string]string{
		`{"do":"boards"}`: "hall.no.form", `{"do":"players","list":"name,rating\nA,high"}`: "hall.no.t.list", `{"do":"players","list":"A\nA"}`: "hall.no.t.twice", `{"do":"jump"}`: "hall.no.form",
		`{"do":"result","round":1,"table":1,"result":"1-0"}`: "hall.no.form", `{"do":"plan","plan":{"name":"T","system":"fours","rounds":5,"game":"camelot","breaks":null}}`: "hall.no.t.seats", `{"do":"pair","x":1}`: "hall.no.form",
	} {
		code, said := h.ask(true, "POST", "/api/tournaments/1", body)
		var got struct{ Key string }
		if json.Unmarshal([]byte(said), &got); code != http.StatusUnprocessableEntity || got.Key != key {
			t.Errorf("%s: %d %s", body, code, said)
		}
	}
	for cause, key := range map[error]string{hall.ErrNoProgram: "hall.no.t.program", hall.ErrNoPairs: "hall.no.t.swiss"} {
		h.swiss = func(context.Context, *pairing.Tournament) ([]pairing.Pair, error) { return nil, cause }
		if code, said := h.ask(true, "POST", "/api/tournaments/1", `{"do":"pair"}`); code != http.StatusUnprocessableEntity || !strings.Contains(said, key) {
			t.Errorf("%v: %d %s", cause, code, said)
		}
	}
}
