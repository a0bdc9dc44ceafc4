package web_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
)

// publicPosition is what everybody may know of the game on the table.
type publicPosition struct {
	Game, Phase string
	Pieces      []struct {
		ID, Kind, Owner, At string
	}
	State struct {
		Held       map[string][]string
		Chests     map[string]int
		Tiles      map[string][]string
		Cards      map[string]json.RawMessage
		KingPoints map[string]int `json:"king_points"`
	}
	Outcome *struct{ Scores map[string]int }
}

func (h *house) public(t *testing.T) publicPosition {
	t.Helper()
	var table struct{ Position publicPosition }
	if err := json.Unmarshal(h.do(call{method: "GET", path: "/api/table"}).Body.Bytes(), &table); err != nil {
		t.Fatal(err)
	}
	return table.Position
}

var digits = regexp.MustCompile(`\d*$`)

// lost is who has which pieces beside the board, and under which words.
func (p publicPosition) lost() map[string][]string {
	out, held := map[string][]string{}, map[string]string{}
	for captor, ids := range p.State.Held {
		for _, id := range ids {
			held[id] = captor
		}
	}
	for _, piece := range p.Pieces {
		if piece.At != "" || slices.Contains([]string{"camps", "bridges", "espionage", "army", "training", "deployment"}, p.Phase) {
			continue
		}
		under, words := piece.Owner, "Pieces: "
		if captor, ok := held[piece.ID]; ok {
			under, words = captor, "Captives: "
		}
		name := messages.Text(rules.Say("piece", "owner", "@seat."+piece.Owner, "kind", "@"+p.Game+"."+piece.Kind, "number", digits.FindString(piece.ID)))
		out[under+" "+words] = append(out[under+" "+words], name)
	}
	for _, names := range out {
		slices.Sort(names)
	}
	return out
}

// besideBoard is JavaScript: who has which pictures of pieces beside the board.
const besideBoard = `Object.fromEntries([...document.querySelectorAll(".beside h3")].flatMap((h3) => [...h3.nextElementSibling.children].filter((li) => li.querySelector(".small-piece")).map((li) =>
	[h3.dataset.owner + " " + li.firstChild.textContent, [...li.querySelectorAll(".small-piece")].map((el) => el.querySelector(".symbol") && el.getAttribute("aria-label")).sort()])))`

// hunts plays by chance, captures first, until both sides have lost something.
func (h *house) hunts(t *testing.T) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		if len(h.public(t).lost()) > 1 {
			break
		}
		for _, seat := range slices.Sorted(maps.Keys(h.keys)) {
			legal := h.legal(t, seat)
			if len(legal) == 0 {
				continue
			}
			if takes := slices.DeleteFunc(slices.Clone(legal), func(a string) bool { return !strings.ContainsAny(a, "x*") }); len(takes) > 0 {
				legal = takes
			}
			h.do(call{method: "POST", path: "/api/action", body: fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, legal[rng.IntN(len(legal))]), key: h.keys[seat].Key})
			break
		}
	}
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
}

// What is captured, taken prisoner, beaten or destroyed lies beside the board on
// the table view: every piece, under whom it belongs, and no other.
func TestPage_WhatIsLostLiesBesideTheBoard(t *testing.T) {
	t.Parallel()
	for _, g := range gallery {
		t.Run(g.game, func(t *testing.T) {
			t.Parallel()
			h := g.begin(t)
			b := h.browse(t)
			b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
			h.hunts(t)
			lost := h.public(t).lost()
			if len(lost) == 0 {
				t.Fatal("nothing was ever lost")
			}
			want, _ := json.Marshal(lost)
			b.until(fmt.Sprintf(`((a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort()))(%s, %s)`, besideBoard, want))
			b.shoot("lost-" + g.game)
		})
	}
}

// besideOf is JavaScript: the lines beside the board of a seat.
const besideOf = `[...document.querySelector('.beside h3[data-owner=%q]').nextElementSibling.children].map((li) => li.textContent)`

func (b *browser) beside(seat string, lines ...string) {
	b.t.Helper()
	want, _ := json.Marshal(lines)
	b.until(fmt.Sprintf(`JSON.stringify(%s.filter((line) => !/^(Lost|Captives)/.test(line))) === JSON.stringify(%s)`, fmt.Sprintf(besideOf, seat), want))
}

// Cards and points stand beside the board as far as they are everybody's to know.
func TestPage_CardsAndPointsThatArePublicAreShown(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "dungeonchess", Options: map[string]any{"handicap_north": 2}, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{1}}})
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	c.says("south "+c.h.legal(t, "south")[0], "north "+c.h.legal(t, "north")[0])
	c.beside("south", "2 chests")
	c.beside("north", "2 chests", "Handicap: −2 in the end")
	c.says("south c1-c4", "north f8-f5", "south c4-f4", "north f5xf4", "south d0-c1", "north d8-d7", "south ransom sC1@d0")
	c.beside("south", "1 chest")
	c.beside("north", "3 chests", "Handicap: −2 in the end")
	if w := c.h.do(call{method: "POST", path: "/api/resign", body: `{"seat":"south"}`, key: c.h.keys["south"].Key}); w.Code != 200 {
		t.Fatalf("%s", w.Body)
	}
	for seat, n := range c.h.public(t).Outcome.Scores {
		c.until(fmt.Sprintf(`%s[0] === "%d points" && %s.some((line) => line.startsWith("Secret target: "))`, fmt.Sprintf(besideOf, seat), n, fmt.Sprintf(besideOf, seat)))
	}
}

// What a player of Chess Battle buys and keeps is beside the own board, and beside
// no other; what both may know is beside all.
func TestPage_WhatIsSecretLiesBesideNoOtherBoard(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "chessbattle"})
	black, table := choosing{c.h.browse(t), c.h}, choosing{c.h.browse(t), c.h}
	c.says(chessBattleCamps...)
	c.sit("white")
	black.sit("black")
	table.run(chromedp.Navigate(table.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	c.says("white spy 7h", "white done white", "black done black", "black army levy=1", "black pay 2s", "white army levy=2", "white pay 4h")
	waiting := func(b *browser, seat string) string {
		return evaluate[string](b, fmt.Sprintf(`Object.entries(%s).filter(([k]) => k.startsWith(%q)).join()`, besideBoard, seat))
	}
	c.until(fmt.Sprintf(`Object.entries(%s).filter(([k]) => k.startsWith("white")).join() === "white Still to place: ,White King,White Levy 1,White Levy 2"`, besideBoard))
	latest := map[string]uint64{"black": c.h.own(t, "black").Seq, "the table": c.h.seq(t)}
	for who, b := range map[string]*browser{"black": black.browser, "the table": table.browser} {
		b.until(`Number(document.body.dataset.seq) >= ` + itoa(int(latest[who])))
		if got := waiting(b, "white"); strings.Contains(got, "Levy") {
			t.Errorf("%s sees beside the board %q", who, got)
		}
		if text := evaluate[string](b, fmt.Sprintf(besideOf+`.join("; ")`, "white")); text != "Still to place: ; Espionage: 7♥" {
			t.Errorf("%s sees of White's cards: %q", who, text)
		}
	}
	c.says("white train 0", "black train 0", "white deploy king e1", "white deploy levy c3", "white deploy levy d3", "white done white", "black deploy king d16", "black deploy levy d9", "black done black")
	table.until(`document.querySelector(".beside").textContent.includes("Espionage: 7♥")`)
	public := c.h.public(t)
	for seat, n := range public.State.KingPoints {
		var cards struct{ Count, Total int }
		json.Unmarshal(public.State.Cards[seat], &cards)
		table.until(fmt.Sprintf(`((lines) => lines.includes("King: %d point%s") && lines.includes("Cards: %d cards, worth %d"))(%s)`, n, map[bool]string{false: "s"}[n == 1], cards.Count, cards.Total, fmt.Sprintf(besideOf, seat)))
	}
}

// Who has spied for so much that no sound army can be paid is proposed the best part of one, which leaves cards to train the
// King with: the green button read "Buy nothing".
func TestPage_WhoHasSpiedIsProposedAnArmyThatCanBePaid(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "chessbattle"})
	c.says(chessBattleCamps...)
	c.says("white spy 10d", "white spy 10h", "white spy 5d", "white done white", "black done black", "black army levy=1", "black pay 2s")
	c.sit("white")
	c.shows(".price", "Price: 64 You have 83; 19 would be left. You can pay this exactly.")
	c.shows(`[data-k="buy"]`, "Buy for 64")
}

// As a game comes near its end by calm rounds (DungeonChess, rule 15), every page says so.
func TestPage_ThePageTellsWhenCalmRoundsRunOut(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "dungeonchess", Options: map[string]any{"calm": 12}})
	c.keeps()
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	const says = `document.querySelector(".beside").textContent.includes("Rounds until")`
	if evaluate[bool](c.browser, says) {
		t.Error("it tells twelve rounds before")
	}
	there, back := []string{"south c1-c2", "north d8-d7", "south d1-d2", "north c8-c7"}, []string{"south c2-c1", "north d7-d8", "south d2-d1", "north c7-c8"}
	c.says(there...)
	c.shows(".beside", "Rounds until points are counted: 10")
	for range 2 {
		c.says(back...)
		c.says(there...)
	}
	c.shows("#detail", "Rounds until points are counted: 2")
	c.says(back...)
	c.shows("#message", "too many rounds without a capture, so points decide")
	c.until("!" + says)
}

// A King who is lost has no extra points: the page shows none.
func TestPage_ThePageTellsOfALostKing(t *testing.T) {
	t.Parallel()
	c := chooses(t, referee.NewGame{Game: "chessbattle", Options: map[string]any{"combat": "sure", "river": false}})
	c.says("white camp a1", "white camp h1", "black camp a16", "black camp h16", "white done white", "black done black",
		"black army levy=1", "black pay 2c", "white army levy=1", "white pay 2d", "white train 1", "white pay 2h", "black train 0",
		"white deploy king e1", "white deploy levy d8", "white done white", "black deploy king d9", "black deploy levy a12", "black done black")
	c.run(chromedp.Navigate(c.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
	c.shows(".beside", "King: 1 point")
	c.says("white d8*d9")
	c.until(`!document.querySelector(".beside").textContent.includes("King: 1 point")`)
	c.shows(".beside", "King: 2 points")
}
