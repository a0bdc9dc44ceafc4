package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"reeve/referee"
	"reeve/rules/catalog"
)

// walk is JavaScript: which arrow keys lead from the square that Tab leads to, or
// that has the focus, to another; null if none do.
const walk = `(async (to, turned) => {
	const { Board } = await import("/assets/board.js"), { s } = await import("/assets/dom.js");
	window.walked ??= fetch("/api/topology").then((r) => r.json()).then((topology) => new Board(s("svg"), topology, { turned: turned ? 2 : 0 }));
	const board = await window.walked, from = document.querySelector('.cell[tabindex="0"]').dataset.square, ways = new Map([[from, []]]);
	const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
	for (const [at, keys] of ways) for (const [key, step] of Object.entries(arrows)) {
		const next = board.toward(at, ...step);
		if (next && !ways.has(next)) ways.set(next, [...keys, key]);
	}
	return to === "" ? (ways.size === board.squares.size ? [] : null) : ways.get(to) ?? null;
})`

// goes brings the focus to a square, from wherever it is.
func (k typist) goes(to string, turned bool) {
	k.t.Helper()
	k.tabs(".cell")
	for _, key := range evaluate[[]string](k.browser, fmt.Sprintf("%s(%q, %v)", walk, to, turned)) {
		k.types(map[string]string{"ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown, "ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight}[key])
	}
	if at := k.focused(); at != to {
		k.t.Fatalf("the arrows lead to %q, not to %s", at, to)
	}
}

// plan is JavaScript: what to press next for an action, of which so many parts are
// chosen: a choice ("k" and its name), a square, a number of goods, or "".
const plan = `(async (text, done) => {
	const { goods, parse } = await import("/assets/actions.js"), action = parse(text), has = (k) => [...document.querySelectorAll(".box.legal [data-k]")].find((el) => el.dataset.k === k && el.checkVisibility());
	const verb = has("verb " + action.verb), part = action.parts[done];
	if (verb && verb.ariaPressed !== "true") return ["k", "verb " + action.verb];
	if (has("act " + text)) return ["k", "act " + text];
	if (action.verb === "army") {
		const want = goods(action.parts[0].value), other = [...document.querySelectorAll("[data-goods]")].find((el) => Number(el.value) !== (want[el.dataset.goods] ?? 0));
		return other ? ["goods", other.dataset.goods, Number(other.value) < (want[other.dataset.goods] ?? 0) ? "more" : "less"] : ["k", "buy"];
	}
	if (has("do") && (!part || !has("pick " + part.value))) return ["k", "do"];
	if (part && has("pick " + part.value)) return ["k", "pick " + part.value];
	return part?.type === "square" ? ["square", part.value] : ["", text];
})`

// does takes an action with keys alone; the log goes on after entry number last. It
// reports false if what is to be pressed is not there.
func (k typist) does(action string, turned bool, last int) bool {
	k.t.Helper()
	logged := fmt.Sprintf(`[...document.querySelectorAll(".entry")].some((e) => e.value > %d && e.querySelector("code").textContent === %q)`, last, action)
	for parts := 0; parts < 12 && !evaluate[bool](k.browser, logged); {
		next := evaluate[[]string](k.browser, fmt.Sprintf("%s(%q, %d)", plan, action, parts))
		switch next[0] {
		case "k":
			if !k.tabsTo(fmt.Sprintf("[data-k=%q]", next[1])) {
				return false
			}
			k.types(kb.Enter)
		case "square":
			k.goes(next[1], turned)
			k.types(kb.Enter)
		case "goods":
			k.tabs(fmt.Sprintf("[data-goods=%q]", next[1]))
			k.types(map[string]string{"more": kb.ArrowUp, "less": kb.ArrowDown}[next[2]])
		}
		if next[0] == "square" || strings.HasPrefix(next[1], "pick ") {
			parts++
		} else if next[0] == "" || slices.ContainsFunc([]string{"do", "buy", "act "}, func(p string) bool { return next[0] == "k" && strings.HasPrefix(next[1], p) }) {
			parts = 12 // all is said
		}
	}
	k.until(logged)
	return true
}

// own is the table of a seat.
func (h *house) own(t *testing.T, seat string) (table referee.Table) {
	t.Helper()
	w := h.do(call{method: "GET", path: "/api/seat/" + seat, key: h.keys[seat].Key})
	if err := json.Unmarshal(w.Body.Bytes(), &table); err != nil {
		t.Fatalf("%s: %s", seat, w.Body)
	}
	return table
}

// verbOf is the verb that an action begins with, "" of a way over squares.
func verbOf(action string) string {
	for i, r := range action {
		if r == ' ' {
			return action[:i]
		}
		if r < 'a' || r > 'z' {
			return ""
		}
	}
	return action
}

// rarest is the action whose verb has been taken least.
func rarest(rng *rand.Rand, legal []string, taken map[string]int) string {
	rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	return slices.MinFunc(legal, func(a, b string) int { return taken[verbOf(a)] - taken[verbOf(b)] })
}

// rests is JavaScript: waits until the table has been the same for a while.
const rests = `new Promise((done) => {
	let seq = null, since = 0;
	const look = () => {
		if (document.body.dataset.seq !== seq) [seq, since] = [document.body.dataset.seq, performance.now()];
		if (performance.now() - since > 1000) done(true);
		else setTimeout(look, 20);
	};
	look();
})`

// samples are how many actions are taken by keys: more where there are more kinds.
var samples = map[string]int{"rolechess": 6, "camelot": 4, "kaleidochess": 11, "dungeonchess": 5, "chessbattle": 11}

// Games of every kind wander by chance; what one seat does in them is done on its
// page with keys alone, verbs that were seldom said first.
func TestPage_EveryKindOfActionIsTakenByKeys(t *testing.T) {
	t.Parallel()
	for _, g := range longer(t) {
		t.Run(g.game, func(t *testing.T) {
			t.Parallel()
			h, rng, taken := g.begin(t), rand.New(rand.NewPCG(9, 9)), map[string]int{}
			k := typist{h.browse(t)}
			k.allow("status of 409") // a turn may end by itself while the key that ends it is on its way: what is not logged then fails
			k.run(chromedp.Navigate(k.base+g.pages(h)["seat"]), chromedp.WaitReady(chromedp.CSS("body.ready .box.legal h2")))
			actions := samples[g.game]
			if !whole(t) {
				actions /= 2 // enough for each to be of another kind
			}
			for range actions {
				for range 200 {
					if len(h.legal(t, g.seat)) > 0 {
						break
					}
					h.wanders(t, 1)
				}
				evaluate[bool](k.browser, rests) // a turn may end by itself when the wood rests
				before := h.own(t, g.seat)
				if len(before.Legal) == 0 {
					continue
				}
				k.until(`Number(document.body.dataset.seq) >= ` + itoa(int(before.Seq)))
				action, last := rarest(rng, before.Legal, taken), 0
				for _, e := range before.Log {
					last = e.N
				}
				if k.does(action, g.seat == "black", last) {
					taken[verbOf(action)]++
				} else if slices.Contains(h.legal(t, g.seat), action) { // the turn has not ended by itself
					t.Fatalf("Tab never leads on to %s", action)
				}
				h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
			}
			if len(taken) == 0 {
				t.Error("nothing was done")
			}
			t.Logf("%v", taken)
		})
	}
}

func TestLongEveryKindOfActionIsTakenByKeys(t *testing.T) { TestPage_EveryKindOfActionIsTakenByKeys(t) }

// Every square of every board is reached by the arrow keys.
func TestPage_TheArrowsLeadToEverySquare(t *testing.T) {
	t.Parallel()
	h := playing(t, referee.NewGame{Game: "rolechess"}, nil)
	b := h.browse(t)
	for _, g := range catalog.Games() {
		if w := h.do(call{method: "POST", path: "/api/games", body: `{"game":"` + g.Name + `"}`}); w.Code != 200 {
			t.Fatalf("%s: %s", g.Name, w.Body)
		}
		b.run(chromedp.Navigate(b.base+"/"), chromedp.WaitReady(chromedp.CSS("body.ready")))
		if evaluate[*[]string](b, walk+`("", false)`) == nil {
			t.Errorf("%s: some squares are never reached", g.Name)
		}
	}
}
