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

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"reeve/referee"
)

type captureKind struct {
	name, game string
	options    map[string]any
	arm        string // chosen on the page first
	is         func(h *house, action string) (from, to string, ok bool)
	seed       uint64 // of a game by chance that comes to it
}

// captureKinds are the kinds of capture without a throw: what they look like as text, and whether the drag ends on the
// victim (or else where the piece lands).
var captureKinds = []captureKind{
	{"a teleport", "kaleidochess", map[string]any{"magic": true}, "teleport", func(h *house, action string) (from, to string, ok bool) {
		squares, teleports := strings.CutPrefix(action, "teleport ")
		from, to, _ = strings.Cut(squares, ">")
		return from, to, teleports && h.at(to) != nil
	}, 4},
	{"a leap, onto who is leapt over", "camelot", nil, "", func(h *house, action string) (from, to string, ok bool) {
		if from, to, ok = between("x")(h, action); ok {
			to = middleOf(from, to)
		}
		return from, to, ok
	}, 4},
	{"a strike from where it stands", "chessbattle", map[string]any{"combat": "sure"}, "", strikes("levy"), 4},
}

// moreCaptures are those for test-long.
var moreCaptures = []captureKind{
	{"a step", "kaleidochess", map[string]any{}, "", between("x"), 4},
	{"a step in the dungeon", "dungeonchess", nil, "", between("x"), 4},
	{"a leap, to where it lands", "camelot", nil, "", between("x"), 4},
	{"a strike of Knights", "chessbattle", map[string]any{"combat": "sure"}, "", strikes("knights"), 4},
	{"a shot", "chessbattle", map[string]any{"combat": "sure"}, "", between("!"), 4},
	{"several leaps", "camelot", nil, "", way(regexp.MustCompile(`^([A-L]\d+)(?:x[A-L]\d+)+x([A-L]\d+)$`)), 1},
	{"a knight's charge", "camelot", nil, "", way(regexp.MustCompile(`^([A-L]\d+)-[A-L]\d+x([A-L]\d+)$`)), 4},
}

// way is an action over several squares: where it begins and ends.
func way(form *regexp.Regexp) func(*house, string) (string, string, bool) {
	return func(_ *house, action string) (string, string, bool) {
		if ends := form.FindStringSubmatch(action); ends != nil && ends[1] != ends[2] {
			return ends[1], ends[2], true
		}
		return "", "", false
	}
}

// between is an action of two squares with a sign between them.
func between(sign string) func(*house, string) (string, string, bool) {
	return func(_ *house, action string) (string, string, bool) {
		from, to, ok := strings.Cut(action, sign)
		return from, to, ok && !strings.ContainsAny(from+to, " x-*/!~")
	}
}

// strikes is an attack without chance by a piece of that kind, which takes one piece.
func strikes(kind string) func(*house, string) (string, string, bool) {
	return func(h *house, action string) (string, string, bool) {
		from, to, ok := between("*")(h, action)
		return from, to, ok && h.at(from) != nil && h.at(from).Kind == kind && h.at(to) != nil && h.at(to).Kind != "camp"
	}
}

// middleOf is the square between two of Camelot's, with the one between them jumped.
func middleOf(from, to string) string {
	var a, b int
	fmt.Sscan(from[1:], &a)
	fmt.Sscan(to[1:], &b)
	return fmt.Sprintf("%c%d", (from[0]+to[0])/2, (a+b)/2)
}

type man struct {
	ID, Kind, Owner string
	At              *string
}

// men are the pieces as everybody sees them.
func (h *house) men() (men []man) {
	var table struct{ Position struct{ Pieces []man } }
	_ = json.Unmarshal(h.do(call{method: "GET", path: "/api/table"}).Body.Bytes(), &table)
	return table.Position.Pieces
}

// at is who stands on a square.
func (h *house) at(square string) *man {
	for _, m := range h.men() {
		if m.At != nil && *m.At == square {
			return &m
		}
	}
	return nil
}

// only reports whether no other way leads from there to there: of several, hands say by the victims which is meant.
func only(legal []string, action, from, to string) bool {
	return !slices.ContainsFunc(legal, func(a string) bool {
		return a != action && strings.HasPrefix(a, from) && strings.HasSuffix(a, to)
	})
}

// comesTo plays by chance until some seat may do what is asked for.
func (h *house) comesTo(t *testing.T, kind captureKind) (seat, action, from, to string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(kind.seed, 4))
	for range 600 {
		for _, seat := range slices.Sorted(maps.Keys(h.keys)) {
			legal := h.legal(t, seat)
			for _, action := range legal {
				if from, to, ok := kind.is(h, action); ok && only(legal, action, from, to) {
					return seat, action, from, to
				}
			}
		}
		seats := slices.Sorted(maps.Keys(h.keys))
		seat := seats[rng.IntN(len(seats))]
		legal := slices.DeleteFunc(h.legal(t, seat), func(a string) bool {
			return strings.HasPrefix(a, "end") || strings.Contains(a, " ") && rng.IntN(20) > 0 && h.game() == "kaleidochess"
		})
		if len(legal) == 0 {
			legal = h.legal(t, seat)
		}
		if len(legal) > 0 {
			h.do(call{method: "POST", path: "/api/action", body: fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, legal[rng.IntN(len(legal))]), key: h.keys[seat].Key})
		}
	}
	t.Fatal("it never comes to that")
	return "", "", "", ""
}

func (h *house) game() string {
	var about struct{ Name string }
	_ = json.Unmarshal(h.do(call{method: "GET", path: "/api/about"}).Body.Bytes(), &about)
	return about.Name
}

// misdrawn is JavaScript: the pieces, by id, that are not drawn on the square that is given, or off the board for "".
const misdrawn = `((men) => {
	const at = (el) => { const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
	const near = (el, square) => { const [a, b] = at(el.querySelector(".disc")), [x, y] = at(document.querySelector('[data-square="' + square + '"] .well')); return Math.hypot(a - x, b - y) < 4; };
	return Object.entries(men).filter(([id, square]) => { const el = document.querySelector('[data-token="' + id + '"]'); return square ? !el || !near(el, square) : el && !el.classList.contains("off"); }).map(([id, square]) => id + " " + square);
})`

// drawn waits until every piece is drawn where the position has it, and nowhere else.
func (b *browser) drawn(h *house) {
	b.t.Helper()
	on := map[string]string{}
	for _, m := range h.men() {
		if on[m.ID] = ""; m.At != nil {
			on[m.ID] = *m.At
		}
	}
	text, _ := json.Marshal(on)
	defer func() {
		if b.t.Failed() {
			b.t.Logf("men %s\nmisdrawn %v", text, evaluate[[]string](b, fmt.Sprintf(`%s(%s)`, misdrawn, text)))
		}
	}()
	b.until(fmt.Sprintf(`%s(%s).length === 0`, misdrawn, text))
}

// One gesture is a whole capture wherever no dice or cards decide it: the attacker is dragged onto its victim with the mouse or a
// finger, or taken in hand and put there by a click or by keys. The picture is then what the record says.
func TestPage_OneGestureIsAWholeCapture(t *testing.T) { oneGestureCaptures(t, captureKinds) }

func TestLongPage_OneGestureIsAWholeCapture(t *testing.T) { oneGestureCaptures(t, moreCaptures) }

func oneGestureCaptures(t *testing.T, kinds []captureKind) {
	t.Parallel()
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			h := playing(t, referee.NewGame{Game: kind.game, Options: kind.options, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{3}}}, nil)
			h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
			seat, action, from, to := h.comesTo(t, kind)
			h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
			b := h.browse(t)
			finger := func(p point) *input.TouchPoint { id := 1.0; return &input.TouchPoint{X: p.X, Y: p.Y, ID: &id} }
			focus := func(square, key string) {
				b.run(focusOn(`[data-square="`+square+`"]`), chromedp.KeyEvent(key))
			}
			gestures := []struct {
				name string
				does func()
			}{
				{"mouse", func() { b.drag(b.middle(from), b.middle(to)) }},
				{"finger", func() {
					p, q := b.middle(from), b.middle(to)
					b.fingers(input.DispatchTouchEventTypeTouchStart, finger(p))
					b.fingers(input.DispatchTouchEventTypeTouchMove, finger(point{(p.X + q.X) / 2, (p.Y + q.Y) / 2}))
					b.fingers(input.DispatchTouchEventTypeTouchMove, finger(q))
					b.fingers(input.DispatchTouchEventTypeTouchEnd)
				}},
				{"clicks", func() {
					b.run(pressOn(".workshop summary"), chromedp.WaitVisible(chromedp.CSS("#keep")), pressOn("#keep"))
					b.click(b.middle(from))
					b.until(fmt.Sprintf(`!document.querySelector('[data-square=%q]').ariaLabel.includes(%q)`, from, strings.ToUpper(seat[:1])+seat[1:]))
					b.run(pressOn("#keep"))
					b.click(b.middle(to))
				}},
				{"keys", func() { focus(from, "h"); focus(to, kb.Enter) }},
			}
			for _, g := range gestures {
				b.run(chromedp.Navigate(b.base+"/sim"), chromedp.WaitReady(chromedp.CSS("body.ready [data-token]")))
				if kind.arm != "" {
					h.do(call{method: "POST", path: "/api/arm", body: fmt.Sprintf(`{"seat":%q,"action":%q}`, seat, kind.arm), key: h.keys[seat].Key})
				}
				b.drawn(h)
				t.Log(g.name)
				g.does()
				b.logged(action)
				b.drawn(h)
				b.until(`document.querySelectorAll(".entry.open").length > 0`)
				b.until(`!document.getElementById("status").matches('[data-status="settle"], [data-status="ask"]')`)
				b.shoot("capture-" + strings.ReplaceAll(kind.name, " ", "-") + "-" + g.name)
				h.do(call{method: "POST", path: "/api/button", body: fmt.Sprintf(`{"button":"undo","seat":%q}`, seat), key: h.keys[seat].Key})
				h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
			}
			b.sound()
		})
	}
}

// A strike in which both fall is over once both are lifted: the stream may tell so before the hand has its answer.
func TestPage_ACaptureReadBeforeTheHandHearsOfItIsWhole(t *testing.T) {
	t.Parallel()
	kind := captureKind{"a strike of Knights", "chessbattle", map[string]any{"combat": "sure"}, "", strikes("knights"), 4}
	h := playing(t, referee.NewGame{Game: kind.game, Options: kind.options, Dice: referee.DiceChoice{Kind: "seeded", Seed: []byte{3}}}, nil)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	_, action, from, to := h.comesTo(t, kind)
	h.do(call{method: "POST", path: "/api/sim/setup", body: "{}"})
	b := h.browse(t)
	b.run(chromedp.Navigate(b.base+"/sim"), chromedp.WaitReady(chromedp.CSS("body.ready [data-token]")))
	b.drawn(h)
	b.run(focusOn(`[data-square="`+from+`"]`), chromedp.KeyEvent("h"))
	evaluate[bool](b, `(() => {
		const plain = window.fetch, seen = () => [...document.querySelectorAll(".entry code")].some((e) => e.textContent === "`+action+`");
		window.fetch = async (path, init) => {
			const answer = await plain(path, init);
			if (path === "/api/sim/contacts") while (!seen()) await new Promise((done) => setTimeout(done, 20));
			return answer;
		};
		return true; })()`)
	b.click(b.middle(to))
	b.logged(action)
	b.drawn(h)
	b.sound()
}
