package web_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

// What is printed is a game's card in the reader's language: of every game, and the same for everybody.
func TestTheCardIsServedForThePrinter(t *testing.T) {
	card := func(g *rules.Game, lang string) ([]byte, error) { return []byte("%PDF " + g.Name + " " + lang), nil }
	h := build(t, func(c *web.Config, _ *session) { c.Games, c.Card = catalog.Games(), card })
	for _, g := range catalog.Games() {
		for _, lang := range messages.Languages() {
			w := h.do(call{method: "GET", path: "/rules/" + g.Name + "/card.pdf", header: map[string]string{"Accept-Language": lang}})
			if got := w.Body.String(); w.Code != 200 || got != "%PDF "+g.Name+" "+lang || w.Header().Get("Content-Type") != "application/pdf" || !strings.Contains(w.Header().Get("Vary"), "Accept-Language") {
				t.Errorf("%s in %s: %d %q %v", g.Name, lang, w.Code, got, w.Header())
			}
		}
	}
	if w := h.do(call{method: "GET", path: "/rules/ludo/card.pdf"}); w.Code != 404 {
		t.Errorf("ludo: %d", w.Code)
	}
	if w := build(t, nil).do(call{method: "GET", path: "/rules/rolechess/card.pdf"}); w.Code != 404 {
		t.Errorf("no cards: %d", w.Code)
	}
}

// A look at a piece shows its card with its energy now, and so does a piece in hand.
func TestPage_ALookAtAPieceShowsItsCard(t *testing.T) {
	t.Parallel()
	h := gallery[0].begin(t)
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS(".token.still")))
	at := b.middle("d1")
	b.run(chromedp.MouseEvent(moved, at.X, at.Y))
	b.until(`document.querySelector(".peek:not([hidden]) .figures")?.textContent.includes("/ 9")`)
	b.shoot("peek")
	lifted := func(closed string) {
		h.do(call{method: "POST", path: "/api/sim/contacts", body: `[{"square":"f7","closed":` + closed + `}]`})
	}
	lifted("false")
	b.until(`document.querySelector(".held:not([hidden]) .card")`)
	lifted("true")
	b.until(`document.querySelector(".held[hidden]")`)
}

// Every game has its guide, whose sentences the catalogue has, and every rule that
// is named anywhere stands in the page of its game's rules.
func TestEveryGuideIsWhole(t *testing.T) {
	h := build(t, func(cfg *web.Config, _ *session) { cfg.Games = catalog.Games() })
	named := regexp.MustCompile(`rules? (\d+)`)
	for _, g := range catalog.Games() {
		var got struct {
			Aim, Turn, End struct{ Key, Text string }
			Pieces         []struct {
				Name     struct{ Key, Text string }
				Note     *struct{ Key, Text string }
				Diagrams []struct{ Moves, Attacks []string }
			}
			Tables []struct {
				Title struct{ Key, Text string }
				Rows  []struct{ Name struct{ Key, Text string } }
			}
		}
		w := h.do(call{method: "GET", path: "/api/rules/" + g.Name})
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 200 {
			t.Fatalf("%s: %d %v", g.Name, w.Code, err)
		}
		keys := []string{got.Aim.Key, got.Turn.Key, got.End.Key}
		for _, p := range got.Pieces {
			keys = append(keys, p.Name.Key)
			if p.Note == nil {
				t.Errorf("%s: nothing is said of %s", g.Name, p.Name.Text)
			}
		}
		for _, table := range got.Tables {
			keys = append(keys, table.Title.Key)
			for _, r := range table.Rows {
				keys = append(keys, r.Name.Key)
			}
		}
		for _, key := range keys {
			if !messages.Has(key) {
				t.Errorf("%s: the catalogue lacks %q", g.Name, key)
			}
		}
		_, page, _ := strings.Cut(h.do(call{method: "GET", path: "/rules/" + g.Name}).Body.String(), "<main")
		for _, m := range named.FindAllStringSubmatch(w.Body.String()+g.Law, -1) {
			if !strings.Contains(page, `id="rule-`+m[1]+`"`) {
				t.Errorf("%s: %s is named, and its rules have no such number", g.Name, m[0])
			}
		}
	}
	if w := h.do(call{method: "GET", path: "/api/rules/ludo"}); w.Code != 404 {
		t.Errorf("ludo: %d", w.Code)
	}
}

// The rules are for players: they name no file of ours, and say roll as the page does.
func TestTheRulesNameNothingOfOurHouse(t *testing.T) {
	h := build(t, func(c *web.Config, _ *session) { c.Games = catalog.Games() })
	for _, g := range catalog.Games() {
		_, page, _ := strings.Cut(h.do(call{method: "GET", path: "/rules/" + g.Name}).Body.String(), "<main")
		if !strings.Contains(page, `id="rule-1"`) {
			t.Errorf("%s: no rules: %.200s", g.Name, page)
		}
		if found := regexp.MustCompile(`\w+\.(txt|json|go)\b|\b[Ss]eed\b|\b[Tt]hrow(s|n)?\b`).FindString(page); found != "" {
			t.Errorf("the rules of %s say %q", g.Name, found)
		}
	}
}

// deed is what an action did with the piece on a square, seen in the positions before and after it alone: where that piece stands
// then, and on which squares those stood who are gone, or who are attacked by it.
func deed(t *testing.T, before, after rules.View, from string) (to string, hit []string) {
	t.Helper()
	var then struct {
		Battle *struct {
			Attackers []string
			Target    string
		}
		Fight  *struct{ Attacker, Target string }
		Active any
	}
	text, err := json.Marshal(after.State)
	if err == nil {
		err = json.Unmarshal(text, &then)
	}
	if err != nil {
		t.Fatal(err)
	}
	stood, stands := map[string]string{}, map[string]string{}
	for _, p := range after.Pieces {
		if p.At != nil {
			stands[p.ID] = *p.At
		}
	}
	mine, owner := "", before.ToAct[0]
	for _, p := range before.Pieces {
		if p.At == nil {
			continue
		}
		stood[p.ID] = *p.At
		if *p.At == from {
			mine = p.ID
		} else if p.Owner != owner && stands[p.ID] == "" {
			hit = append(hit, *p.At)
		}
	}
	if stands[mine] != from {
		to = stands[mine]
	} else if then.Active != any(mine) {
		hit = nil // it stays, and so does who shoots or stabs; who else took somebody is not meant
	}
	if b := then.Battle; b != nil && slices.Contains(b.Attackers, mine) {
		hit = append(hit, stood[b.Target])
	}
	if f := then.Fight; f != nil && f.Attacker == mine {
		hit = append(hit, stood[f.Target])
	}
	return to, hit
}

// What the panel of the rules draws is what happens: every legal action of the position drawn is done, and the squares where the
// piece comes to stand, and those of whom it hits, are the marked ones, all of them and no others.
func TestEveryDiagramIsWhatHappens(t *testing.T) {
	h := build(t, func(cfg *web.Config, _ *session) { cfg.Games = catalog.Games() })
	for _, g := range catalog.Games() {
		var panel struct {
			Pieces []struct{ Diagrams []rules.Diagram }
		}
		if err := json.Unmarshal(h.do(call{method: "GET", path: "/api/rules/" + g.Name}).Body.Bytes(), &panel); err != nil {
			t.Fatal(err)
		}
		for i, p := range g.Card().Pieces {
			if len(panel.Pieces[i].Diagrams) != len(p.Shows) {
				t.Fatalf("%s: %d diagrams of the %s, want %d", g.Name, len(panel.Pieces[i].Diagrams), p.Kind, len(p.Shows))
			}
			for j, d := range panel.Pieces[i].Diagrams {
				s, err := g.Compose(p.Shows[j])
				if err != nil {
					t.Fatal(err)
				}
				heldTo(t, g.Name+": "+p.Kind, s, d)
			}
		}
	}
}

// heldTo holds a diagram to its position.
func heldTo(t *testing.T, what string, s rules.State, d rules.Diagram) {
	t.Helper()
	before, goes, hits := s.View(rules.Full), map[string]bool{}, map[string]bool{}
	for _, step := range s.Legal(nil) {
		after, _, err := s.Apply(step, nil)
		if err != nil {
			t.Fatal(err)
		}
		to, hit := deed(t, before, after.View(rules.Full), d.From)
		for _, sq := range hit {
			hits[sq] = true
		}
		if to != "" && !slices.Contains(hit, to) {
			goes[to] = true
		}
	}
	if got := slices.Sorted(slices.Values(d.Moves)); !slices.Equal(got, slices.Sorted(maps.Keys(goes))) {
		t.Errorf("%s: it is drawn to go to %v, and goes to %v", what, got, slices.Sorted(maps.Keys(goes)))
	}
	if got := slices.Sorted(slices.Values(d.Attacks)); !slices.Equal(got, slices.Sorted(maps.Keys(hits))) {
		t.Errorf("%s: it is drawn to hit %v, and hits %v", what, got, slices.Sorted(maps.Keys(hits)))
	}
	at := func(list []rules.Piece) (all []string) {
		for _, p := range list {
			if p.At != nil {
				all = append(all, p.ID+" "+p.Kind+" "+*p.At)
			}
		}
		return all
	}
	if got, want := at(d.Pieces), at(before.Pieces); !slices.Equal(got, want) {
		t.Errorf("%s: drawn are %v, and there stand %v", what, got, want)
	}
}

// cards are JavaScript: of each game's cards, the squares of the moves, of the attacks and of the pieces that each diagram draws.
const cards = `(async (games) => {
	const { cardOf, guideOf } = await import("/assets/guide.js"), out = {};
	for (const game of games) {
		const guide = await guideOf(game), seen = (el, css) => [...el.querySelectorAll(css)].map((at) => at.dataset.at).sort();
		out[game] = guide.pieces.flatMap((p) => [...cardOf(guide, p.kind).querySelectorAll(".diagram")].map((el) =>
			({ moves: seen(el, ".cell:has(.dot)"), attacks: seen(el, ".cell:has(.hitmark)"), pieces: seen(el, ".man") })));
	}
	return out;
})`

// The page draws every square that a piece may go to or attack, and everybody without whom it could do more or less: who stands in
// its way does not lie beyond the edge of the drawing.
func TestPage_EveryDiagramShowsWhoStandsInTheWay(t *testing.T) {
	t.Parallel()
	b := build(t, func(cfg *web.Config, _ *session) { cfg.Games = catalog.Games() }).browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	var names []string
	for _, g := range catalog.Games() {
		names = append(names, g.Name)
	}
	list, _ := json.Marshal(names)
	all := evaluate[map[string][]struct{ Moves, Attacks, Pieces []string }](b, cards+"("+string(list)+")")
	for _, g := range catalog.Games() {
		i := 0
		for _, p := range g.Card().Pieces {
			for j, d := range p.Diagrams(g) {
				got := all[g.Name][i]
				i++
				moves := slices.DeleteFunc(slices.Clone(d.Moves), func(at string) bool { return slices.Contains(d.Attacks, at) })
				if slices.Sort(moves); !slices.Equal(got.Moves, moves) {
					t.Errorf("%s: the %s is drawn to go to %v, want %v", g.Name, p.Kind, got.Moves, moves)
				}
				if slices.Sort(d.Attacks); !slices.Equal(got.Attacks, d.Attacks) {
					t.Errorf("%s: the %s is drawn to attack %v, want %v", g.Name, p.Kind, got.Attacks, d.Attacks)
				}
				for _, at := range inTheWay(t, g, p.Shows[j], d) {
					if !slices.Contains(got.Pieces, at) {
						t.Errorf("%s: the %s is drawn without who stands on %s", g.Name, p.Kind, at)
					}
				}
			}
		}
	}
}

// inTheWay are the squares of those without whom the piece on d.From could do something else.
func inTheWay(t *testing.T, g *rules.Game, k rules.Sketch, d rules.Diagram) (list []string) {
	t.Helper()
	for _, p := range d.Pieces {
		without := k
		without.Pieces = maps.Clone(k.Pieces)
		delete(without.Pieces, p.ID)
		s, err := g.Compose(without)
		if *p.At == d.From || err != nil {
			continue // the rules want it on the board
		}
		if other := rules.DiagramOf(s, d.From); !slices.Equal(slices.Sorted(slices.Values(other.Moves)), slices.Sorted(slices.Values(d.Moves))) {
			list = append(list, *p.At)
		}
	}
	return list
}

// Wherever a sentence names a rule the page makes a link of it, in every language: what the page looks for is what the sentences say.
func TestEveryRuleThatIsNamedIsALink(t *testing.T) {
	code, err := os.ReadFile("assets/words.js")
	if err != nil {
		t.Fatal(err)
	}
	link := regexp.MustCompile(regexp.MustCompile(`const rule = /(.*)/g;`).FindStringSubmatch(string(code))[1])
	catalogue := func(lang string) map[string]json.RawMessage {
		all := map[string]json.RawMessage{}
		for _, file := range []string{lang + ".json", "book." + lang + ".json"} {
			text, err := os.ReadFile("../messages/" + file)
			if err == nil {
				err = json.Unmarshal(text, &all)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		return all
	}
	named := regexp.MustCompile(`\brules? (\d+)`)
	english, found := catalogue("en"), 0
	for _, lang := range messages.Languages() {
		own := catalogue(lang)
		for key, sentence := range english {
			for _, m := range named.FindAllStringSubmatch(string(sentence), -1) {
				found++
				if !slices.ContainsFunc(link.FindAllStringSubmatch(string(own[key]), -1), func(l []string) bool { return l[2] == m[1] }) {
					t.Errorf("%s: %s has no link to rule %s: %s", lang, key, m[1], own[key])
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d rules are named", found)
	}
}
