package web_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"reeve/messages"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/web"
)

// choice is an action, legal among others in a position.
type choice struct {
	Position rules.View `json:"position"`
	Legal    []string   `json:"legal"`
	Action   string     `json:"action"`
}

// wander collects positions of random games, each with what its actors may do
// and one of it.
func wander(t *testing.T, g *rules.Game, options map[string]any, rng *rand.Rand) (out []choice) {
	t.Helper()
	state, err := g.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 160 {
		steps := state.Legal(nil)
		if len(steps) == 0 {
			return out
		}
		step := steps[rng.IntN(len(steps))]
		if n%3 == 0 && step.By != rules.Chance {
			c := choice{Position: state.View(step.By), Action: state.Text(step)}
			for _, s := range steps {
				if s.By == step.By && (len(c.Legal) < 300 || s == step) {
					c.Legal = append(c.Legal, state.Text(s))
				}
			}
			out = append(out, c)
		}
		if state, _, err = state.Apply(step, nil); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// aboutOf is what pages are told of a game.
func aboutOf(t *testing.T, g *rules.Game) string {
	t.Helper()
	about := map[string]any{"name": g.Name, "verbs": g.Verbs}
	if g.Figures != nil {
		about["figures"] = g.Figures()
	}
	text, err := json.Marshal(about)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// chosen is JavaScript: what is wrong with choosing each action, part by part,
// and with how it is said; "" for nothing.
const chosen = `(async (choices, about) => {
	const { fits, nextOf, parse } = await import("/assets/actions.js"), { actionSays, Names, partSays } = await import("/assets/naming.js"), { playing } = await import("/assets/game.js");
	playing(about);
	return choices.map(({ position, legal, action }) => {
		const names = new Names(position), want = parse(action), all = legal.map(parse).filter((a) => a.verb === want.verb), picked = [];
		if (want.verb === "other") return action + " is no action that the page knows";
		for (const part of want.verb === "army" ? [] : want.parts) {
			const next = nextOf(all.filter((a) => fits(a, picked)), picked);
			if (!next.some((p) => p.value === part.value)) return action + " cannot be chosen after " + picked;
			if (/undefined|[{}]|\b(effect|act|suit|kind|target)\.\w/.test(partSays(part, names))) return action + ": " + partSays(part, names);
			picked.push(part.value);
		}
		const left = all.filter((a) => fits(a, picked) && a.parts.length === picked.length);
		if (want.verb !== "army" && left.length !== 1) return action + ": " + left.map((a) => a.text) + " are left";
		const said = actionSays(want, names);
		return /undefined|NaN|[{}]|\b(say|effect|act|suit|kind)\.\w/.test(said) || said === action ? action + " is said " + said : "";
	}).filter(Boolean);
})`

// Whatever is legal can be chosen on the page, part by part, and is said in words.
func TestPage_EveryLegalActionCanBeChosen(t *testing.T) {
	t.Parallel()
	b := build(t, nil).browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	rng := rand.New(rand.NewPCG(1, 2))
	for _, g := range catalog.Games() {
		for _, o := range g.Variants() {
			var all []choice
			for range 3 {
				all = append(all, wander(t, g, o, rng)...)
			}
			if len(all) == 0 { // a small game has few
				t.Errorf("%s %v: nothing is chosen", g.Name, o)
			}
			text, err := json.Marshal(all)
			if err != nil {
				t.Fatal(err)
			}
			for i, fault := range evaluate[[]string](b, chosen+"("+string(text)+", "+aboutOf(t, g)+")") {
				if i < 5 {
					t.Errorf("%s %v: %s", g.Name, o, fault)
				}
			}
		}
	}
}

// Every key that a page uses has its words, and every kind and game its name.
func TestPage_EveryKeyHasItsWords(t *testing.T) {
	t.Parallel()
	b := build(t, nil).browse(t)
	b.run(chromedp.Navigate(b.base + "/"))
	keys := map[string]bool{}
	files, err := filepath.Glob("assets/*")
	if err != nil {
		t.Fatal(err)
	}
	used := regexp.MustCompile(`(?:\bt\(|data-t="|data-t-label=")"?([a-z]+[a-z._]*[a-z])"`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range used.FindAllStringSubmatch(string(text), -1) {
			keys[m[1]] = true
		}
	}
	for _, g := range catalog.Games() {
		for _, seat := range g.Seats {
			keys["seat."+seat] = true
		}
		state, err := g.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range state.View(rules.Full).Pieces {
			keys[g.Name+"."+p.Kind] = true
		}
	}
	if len(keys) < 120 {
		t.Errorf("only %d keys are used", len(keys))
	}
	text, _ := json.Marshal(keys)
	for _, key := range evaluate[[]string](b, `import("/assets/words.js").then(async (w) => { await Promise.all([w.book(), w.lessons()]); return Object.keys(`+string(text)+`).filter((key) => !w.has(key)); })`) {
		t.Errorf("there are no words for %q", key)
	}
}

// loaded is JavaScript: a page and all that it loaded, its data, symbols and
// pictures apart.
const loaded = `[...new Set(performance.getEntries().filter((e) => ["navigation", "resource"].includes(e.entryType)).map((e) => new URL(e.name).pathname))]
	.filter((path) => !/^\/api\/|(symbols|drawings)\.js|\.svg/.test(path))`

// weighs is how many bytes the files of a page have, in a language.
func (h *house) weighs(t *testing.T, files []string, lang string) (sum int) {
	t.Helper()
	for _, path := range files {
		path = strings.Replace(path, "words.en.", "words."+lang+".", 1)
		w := h.do(call{method: "GET", path: path, key: h.keys["white"].Key, header: map[string]string{"Accept-Language": lang}})
		if w.Code != 200 {
			t.Fatalf("%s: %d", path, w.Code)
		}
		sum += w.Body.Len()
	}
	return sum
}

func TestPage_ThePagesAreLight(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "kaleidochess"}, func(cfg *web.Config) { cfg.Archive = played{} })
	b := h.browse(t)
	for path, ready := range map[string]string{"/": "[data-square]", "/sim": "[data-token=wW]", "/seat/white?key=" + h.keys["white"].Key: ".box.legal h2", "/archive?game=1": ".steps", "/start": "body.ready", "/here": "body.ready .cell.choice", "/learn": "body.ready .coach button"} {
		b.run(chromedp.Navigate(b.base+path), chromedp.WaitReady(chromedp.CSS(ready)))
		files := evaluate[[]string](b, loaded)
		if !slices.Contains(files, "/assets/words.en.json") {
			t.Errorf("%s has loaded only %v", path, files)
		}
		for _, lang := range messages.Languages() {
			if sum := h.weighs(t, files, lang); sum > maxPage || sum < 80_000 {
				t.Errorf("%s in %s weighs %d bytes, at most %d are right", path, lang, sum, maxPage)
			} else {
				t.Logf("%.12s in %s: %d bytes", path, lang, sum)
			}
		}
	}
}
