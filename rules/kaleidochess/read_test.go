package kaleidochess

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"reeve/rules"
)

func readText(text string) (rules.State, error) {
	return rules.ReadPosition([]*rules.Game{Game}, []byte(text))
}

// TestReadRefusesWhatIsNoPosition changes one thing in a good document.
func TestReadRefusesWhatIsNoPosition(t *testing.T) {
	basic := setup{men: "wW b3, wP1 c3, bW b12, bP1 c12"}
	spells := setup{
		men: "wW b3, wP1 c3, bW b12, bP1 c12", given: magic, white: "teleport swap", black: "heal",
		active: "block white d4, weaken white bP1, barrier black b5|c5",
	}
	thrown := setup{men: basic.men, given: map[string]any{"die": true}, thrown: 3}
	due := setup{men: basic.men, given: map[string]any{"die": true}}
	won := setup{men: "wR1 o, wR2 e7, wP1 e1, bP1 e15", outcome: &rules.Outcome{Winners: []string{"white"}, Why: "castles"}}
	for _, u := range []setup{basic, spells, thrown, due, won} {
		u.state(t) // they are good
	}
	for _, c := range []struct {
		says     string
		u        setup
		old, new string
	}{
		{"unknown field", basic, `"at":"c3"`, `"at":"c17"`},
		{"two on a field", basic, `"at":"c3"`, `"at":"b3"`},
		{"unknown piece", basic, `"id":"wV2"`, `"id":"wV3"`},
		{"a piece twice", basic, `"id":"wV2"`, `"id":"wV1"`},
		{"wrong kind", basic, `"kind":"raven"`, `"kind":"roc"`},
		{"wrong owner", basic, `"id":"wV2","kind":"raven","owner":"white"`, `"id":"wV2","kind":"raven","owner":"black"`},
		{"energy", basic, `"at":"c3"`, `"at":"c3","energy":3`},
		{"missing piece", basic, `{"id":"wV2","kind":"raven","owner":"white","at":null},`, ``},
		{"unknown phase", basic, `"phase":"turn"`, `"phase":"throw"`},
		{"no die, but its phase", basic, `"phase":"turn"`, `"phase":"die"`},
		{"chance acts", basic, `"to_act":"white"`, `"to_act":"chance"`},
		{"both act", basic, `"to_act":"white"`, `"to_act":["white","black"]`},
		{"nobody acts", basic, `"to_act":"white"`, `"to_act":null`},
		{"thrown without a die", basic, `"thrown":null`, `"thrown":3`},
		{"turn without a die", basic, `"thrown":null`, `"turn":"white","thrown":null`},
		{"not thrown", thrown, `"thrown":3`, `"thrown":null`},
		{"seven", thrown, `"thrown":3`, `"thrown":7`},
		{"nothing thrown", thrown, `"thrown":3`, `"thrown":0`},
		{"thrown before the throw", due, `"thrown":null`, `"thrown":3`},
		{"nobody's throw", due, `"turn":"white",`, ``},
		{"a stranger's throw", due, `"turn":"white"`, `"turn":"red"`},
		{"tiles without magic", basic, `"white":[]`, `"white":["swap"]`},
		{"unknown tile", spells, `["teleport","swap"]`, `["teleport","sway"]`},
		{"tiles out of order", spells, `["teleport","swap"]`, `["swap","teleport"]`},
		{"a tile twice", spells, `["teleport","swap"]`, `["swap","swap"]`},
		{"tiles without a Wizard", spells, `"owner":"white","at":"b3"`, `"owner":"white","at":null`},
		{"active and in hand", spells, `["teleport","swap"]`, `["teleport","block"]`},
		{"an instant formula", spells, `"formula":"block"`, `"formula":"ghost"`},
		{"nobody's formula", spells, `"formula":"block","owner":"white"`, `"formula":"block","owner":"red"`},
		{"formulas out of order", spells, `"formula":"block","owner":"white"`, `"formula":"block","owner":"black"`},
		{"a block in a town", spells, `"on":"d4"`, `"on":"d6"`},
		{"a block on a piece", spells, `"on":"d4"`, `"on":"c3"`},
		{"on a captured piece", spells, `"on":"bP1"`, `"on":"bP2"`},
		{"on no piece", spells, `"on":"bP1"`, `"on":"c12"`},
		{"no spot", spells, `"on":"b5|c5"`, `"on":"b5|c9"`},
		{"a spot unsorted", spells, `"on":"b5|c5"`, `"on":"c5|b5"`},
		{"a spot at a castle", spells, `"on":"b5|c5"`, `"on":"a1|o"`},
		{"negative quiet", basic, `"quiet":0`, `"quiet":-1`},
		{"too quiet", basic, `"quiet":0`, `"quiet":200`},
		{"far too quiet", basic, `"quiet":0`, `"quiet":456`},
		{"seen no position", basic, `"seen":{}`, `"seen":{"x":1}`},
		{"seen never", basic, `"seen":{}`, `"seen":{"0123456789ac":0}`},
		{"seen thrice", basic, `"seen":{}`, `"seen":{"0123456789ac":3}`},
		{"seen twice over", basic, `"seen":{}`, `"seen":{"0123456789ac":1,"0123456789ac":1}`},
		{"seen is a list", basic, `"seen":{}`, `"seen":[]`},
		{"an unknown key", basic, `"quiet":0`, `"quiet":0,"loud":1`},
		{"an unknown option", basic, `"options":{}`, `"options":{"fly":true}`},
		{"over without an outcome", basic, `"phase":"turn","to_act":"white"`, `"phase":"over","to_act":null`},
		{"an outcome in a game that goes on", won, `"phase":"over","to_act":null`, `"phase":"turn","to_act":"white"`},
		{"why not", won, `"why":"castles"`, `"why":"boredom"`},
		{"another reason", won, `"why":"castles"`, `"why":"pieces"`},
		{"the wrong winner", won, `"winners":["white"]`, `"winners":["black"]`},
		{"two winners", won, `"winners":["white"]`, `"winners":["white","black"]`},
		{"an unknown winner", won, `"winners":["white"]`, `"winners":["red"]`},
		{"scores", won, `"why":"castles"`, `"why":"castles","scores":{"white":3}`},
	} {
		good := string(c.u.text())
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Fatalf("%s: %q does not stand in %s", c.says, c.old, good)
		}
		if s, err := readText(bad); !errors.Is(err, rules.ErrPosition) && !errors.Is(err, rules.ErrOption) {
			t.Errorf("%s: got %v, %v", c.says, s, err)
		}
	}
}

func TestReadRefusesCrowdedFormulas(t *testing.T) {
	const here = "wW b3, wP1 c3, bW b12, bP1 c12"
	for _, lies := range []string{
		"weaken white bP1, weaken black bP1", "block white d4, block black d4",
		"barrier white b5|c5, barrier black b9|c9", "imprison white wP1, imprison black wP1",
	} {
		if _, err := readText(string(setup{men: here, given: magic, active: lies}.text())); !errors.Is(err, rules.ErrPosition) {
			t.Errorf("%s: got %v", lies, err)
		}
	}
	if _, err := readText(string(setup{men: "wP1 c3, bP1 e13", given: magic, active: "imprison black wP1"}.text())); err == nil {
		t.Error("a formula without its owner's Wizard was read")
	}
	stuck := setup{men: "wP1 c3, bP1 e13, bW e9", given: magic, active: "imprison black wP1"}
	if _, err := readText(string(stuck.text())); !errors.Is(err, rules.ErrPosition) {
		t.Errorf("a turn in which nothing can be done: got %v", err)
	}
}

func TestReadTakesEveryWayAGameEnds(t *testing.T) {
	for _, c := range []struct{ men, why, winner string }{
		{"wR1 o, wR2 e7, wP1 e1, bP1 e15", "castles", "white"},
		{"wP1 e1", "pieces", "white"},
		{"", "pieces", ""},
		{"wP1 c3, bP1 e15", "moves", "black"},
		{"wP1 c3, bP1 e15", "repetition", ""},
		{"wP1 c3, bP1 e15", "quiet", ""},
		{"wP1 c3, bP1 e15", "agreed", ""},
		{"wP1 c3, bP1 e15", "abandoned", ""},
		{"wP1 c3, bP1 e15", "resigned", "white"},
	} {
		for _, winner := range []string{"", "white", "black"} {
			o := &rules.Outcome{Winners: []string{}, Why: c.why}
			if winner != "" {
				o.Winners = append(o.Winners, winner)
			}
			_, err := readText(string(setup{men: c.men, outcome: o}.text()))
			either := c.why == "resigned" || c.why == "moves"
			if want := winner == c.winner || either && winner != ""; (err == nil) != want {
				t.Errorf("%s won by %q: %v", c.why, winner, err)
			}
		}
	}
}

// TestReadKeepsSeen reads counts in each of the forms of a key.
func TestReadKeepsSeen(t *testing.T) {
	s := do(t, begin(t, nil), "e5-e6", "e17-e18", "e6-e5", "e18-e17", "e5-e6", "e17-e18", "e6-e5")
	text, err := json.Marshal(s.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	back, err := readText(string(text))
	if err != nil || back != s {
		t.Fatalf("it reads back otherwise: %v", err)
	}
	wantEnd(t, do(t, back, "e18-e17"), "repetition")
	foreign := fmt.Sprintf(`"seen":{"%064x":2,"{\"game\":\"kaleidochess\"}":1}`, 7)
	good := strings.Replace(string(setup{men: "wW b3, bP1 c12"}.text()), `"seen":{}`, foreign, 1)
	back, err = readText(good)
	if err != nil || back != (setup{men: "wW b3, bP1 c12"}).state(t) {
		t.Errorf("other forms of keys: %v", err)
	}
	without := strings.Replace(string(setup{men: "wW b3, bP1 c12"}.text()), `,"seen":{}`, ``, 1)
	if _, err := readText(without); err != nil {
		t.Errorf("seen left out: %v", err)
	}
}

// TestMemoryForgetsTheOldest fills the memory beyond its size.
func TestMemoryForgetsTheOldest(t *testing.T) {
	var m memory
	for i := range uint64(memorySize + 5) {
		if n := m.note((i + 1) << 2); n != 1 {
			t.Fatalf("position %d has been there %d times", i, n)
		}
	}
	if m.n != memorySize || m.find(5<<2) != memorySize || m.find(6<<2) != 0 {
		t.Errorf("%d are remembered, the sixth as number %d", m.n, m.find(6<<2))
	}
	if m.note(memorySize<<2) != 2 || m.note(memorySize<<2) != 3 || m.note(memorySize<<2) != 3 {
		t.Error("it does not count to three")
	}
	if m.forget(); m != (memory{}) {
		t.Error("it does not forget")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(string(setup{men: "wW b3, wP1 c3, bW b12, bP1 c12"}.text()))
	f.Add(string(setup{men: "wW b3, bW b12", given: magic, white: "all", black: "heal", active: "block black d4, barrier black b5|c5"}.text()))
	f.Add(string(setup{men: "wW b3, bW b12", given: map[string]any{"die": true, "magic": true}, thrown: 4}.text()))
	f.Add(string(setup{men: "wP1 e1", outcome: &rules.Outcome{Winners: []string{"white"}, Why: "pieces"}}.text()))
	f.Add(`{"game":"kaleidochess","state":{"seen":{"a":{"b":[1]}}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := readText(text)
		if err != nil {
			return
		}
		out, err := json.Marshal(s.View(rules.Full))
		if err != nil {
			t.Fatal(err)
		}
		back, err := readText(string(out))
		if err != nil || back != s {
			t.Fatalf("what was read does not read back: %v\n%s", err, out)
		}
		steps := s.Legal(nil)
		if _, over := s.Result(); over == (len(steps) > 0) {
			t.Fatalf("over is %t with %d legal steps", over, len(steps))
		}
		for _, step := range steps[:min(len(steps), 50)] {
			if _, _, err := s.Apply(step, nil); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"e4-e5", "e4xc2", "teleport d5>c3", "swap c3,d5", "revive wV1@d2", "ghost c3", "lightning c3", "lightning c3/imprison",
		"lightning c3/strengthen", "lightning c3/barrier:L3", "selfdestruct", "heal c3/imprison", "heal c3/weaken", "heal c3/block",
		"imprison c3", "block c3", "barrier b3|c3", "weaken c3", "strengthen c3", "cancel barrier", "fire c3", "pass", "die 4",
		"resign white", "draw", "abandon", "swap d5,c3", "barrier c3|b3", "die 7", "cancel ghost", "e4-", "lightning c3/barrier:L",
	} {
		f.Add(text)
	}
	s := begin(f, magic)
	f.Fuzz(func(t *testing.T, text string) {
		step, err := s.Parse(text)
		if err != nil {
			if !errors.Is(err, rules.ErrAction) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if got := s.Text(step); got != text {
			t.Fatalf("%q reads as %q", text, got)
		}
		s.Tell(step)
		if next, _, err := s.Apply(step, nil); (err == nil) != (next != nil) {
			t.Fatalf("%q: %v, %v", text, next, err)
		}
	})
}

// A turn that rule 5 leaves nobody is refused: who holds three castles as its turn comes
// has won, without hold already when its own move is done; so has who alone has pieces.
func TestReadRefusesATurnAfterTheEnd(t *testing.T) {
	castles := map[string]string{"wW": "e1", "wD": "o", "wR1": "e19", "bW": "e13"}
	for _, c := range []struct {
		what, toAct string
		options     map[string]any
		pieces      map[string]string
		ok          bool
	}{
		{"held as the turn comes", "white", map[string]any{"hold": true}, castles, false},
		{"held by who has moved", "black", map[string]any{"hold": true}, castles, true},
		{"to be taken at once", "white", map[string]any{"hold": false}, castles, true},
		{"taken", "black", map[string]any{"hold": false}, castles, false},
		{"no enemy", "white", nil, map[string]string{"wW": "e1"}, false},
		{"no piece", "black", nil, map[string]string{"wW": "e1"}, false},
		{"one enemy", "white", nil, map[string]string{"wW": "e1", "bW": "e13"}, true},
	} {
		_, err := Game.Compose(rules.Sketch{Options: c.options, Phase: "turn", ToAct: c.toAct, Pieces: c.pieces})
		if (err == nil) != c.ok {
			t.Errorf("%s, %s to act: %v", c.what, c.toAct, err)
		}
	}
}
