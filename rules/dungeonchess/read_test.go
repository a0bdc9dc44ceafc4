package dungeonchess

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"reeve/rules"
)

type fataler interface {
	Helper()
	Fatal(...any)
}

func fullText(t fataler, s rules.State) string {
	t.Helper()
	text, err := json.Marshal(s.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// fought is a position of three players in mid-game, West having resigned.
func fought() setup {
	return setup{
		players: 3, at: "sC1 d4, sG d0, sL1 a2, wM b7, wC1 a8, nC1 d6, nL1 h8, nM h7",
		held: map[string]string{"sM": "north"}, chests: map[string]int{"south": 1, "west": 2, "north": 3},
		kept:     map[string]int{"south": 3, "north": 10},
		repeats:  map[string]runDoc{"south": made("sL1", "a1", "a2", 2), "north": made("nC1", "c6", "d6", 1)},
		resigned: []string{"west"},
	}
}

// phasesText returns positions of each phase as text.
func phasesText(t testing.TB) map[string]string {
	three := play(t, opening(t, 3), "deal south 3 7; deal west 1 10; deal north 2 9")
	mid := fought().state(t)
	stuck := walled().state(t)
	texts := map[string]string{}
	for name, s := range map[string]rules.State{
		"start": opening(t, 2), "deal": play(t, opening(t, 3), "deal south 3 7; deal west 1 10"),
		"keep": three, "kept": play(t, three, "keep 1; keep 9"), "left": play(t, three, "keep 1; resign south"),
		"turn": mid, "four": play(t, begun(t, 4), "d1-d2; a5-b5"), "ransomed": play(t, mid, "ransom sM@e0"),
		"stuck": stuck, "over": play(t, mid, "draw"), "early": play(t, three, "keep 1; draw"),
		"abandoned": play(t, begun(t, 2), "abandon"), "resigned": play(t, begun(t, 2), "resign south"),
		"last": play(t, mid, "resign north"), "undealt": play(t, opening(t, 3), "resign south; deal west 1 2"),
		"score":     play(t, setup{at: "sC1 d4, sL1 a1, nL1 d6, nM d9"}.state(t), "d4xd6"),
		"midransom": play(t, fought().state(t), "ransom sM@e0; draw"),
	} {
		texts[name] = fullText(t, s)
	}
	return texts
}

func TestEveryPhaseReadsBack(t *testing.T) {
	for name, text := range phasesText(t) {
		s, err := rules.ReadPosition(games, []byte(text))
		if err != nil || fullText(t, s) != text {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}

func TestTextForm(t *testing.T) {
	const want = `"state":{"chests":{"north":3,"south":1,"west":2},"held":{"north":["sM","wC2","wG","wL1","wL2"],` +
		`"south":["nC2","nG","nL2"],"west":["sC2","sL2"]},"cards":{},"kept":{"north":10,"south":3},` +
		`"repeats":{"north":{"id":"nC1","between":["c6","d6"],"n":1},"south":{"id":"sL1","between":["a1","a2"],"n":2}},` +
		`"ransomed":false,"resigned":["west"]}}`
	if text := phasesText(t)["turn"]; !strings.HasSuffix(text, want) {
		t.Errorf("the text form is\n%s, want the end\n%s", text, want)
	}
	const dealt = `"phase":"keep","to_act":["south","north"],"pieces":[`
	if text := phasesText(t)["kept"]; strings.Contains(text, dealt) {
		t.Errorf("in keep: %s", text)
	}
	if text := phasesText(t)["kept"]; !strings.Contains(text, `"to_act":"south"`) ||
		!strings.Contains(text, `"cards":{"south":[3,7]},"kept":{"north":9,"west":1},"repeats":{},"ransomed":false}`) {
		t.Errorf("in keep: %s", text)
	}
	if text := phasesText(t)["start"]; !strings.HasPrefix(text, `{"game":"dungeonchess","options":{},"phase":"deal","to_act":"chance",`) ||
		!strings.Contains(text, `{"id":"sM","kind":"wizard","owner":"south","at":"e0"}`) {
		t.Errorf("at the start: %s", text)
	}
	if text := phasesText(t)["score"]; !strings.Contains(text, `"outcome":{"winners":["south"],"why":"score","scores":{"north":`) {
		t.Errorf("at the end: %s", text)
	}
}

func TestBadPositionsAreRefused(t *testing.T) {
	texts := phasesText(t)
	for _, c := range []struct{ in, old, new string }{
		// pieces
		{"turn", `"id":"sC1"`, `"id":"sC9"`},
		{"turn", `"id":"sC1"`, `"id":"sC2"`},
		{"turn", `"id":"sC1"`, `"id":"eC1"`},
		{"turn", `"id":"sC1","kind":"knight"`, `"id":"sC1","kind":"warrior"`},
		{"turn", `"owner":"south","at":"d4"`, `"owner":"north","at":"d4"`},
		{"turn", `"owner":"south","at":"d4"`, `"owner":"south","at":"d4","energy":1`},
		{"turn", `"at":"d4"`, `"at":"d6"`},
		{"turn", `"at":"d4"`, `"at":"z0"`},
		{"turn", `"at":"d4"`, `"at":"D4"`},
		{"turn", `"at":"d4"`, `"at":""`},
		{"turn", `"at":"d4"`, `"at":4`},
		{"turn", `"at":"d4"`, `"at":"z4"`}, // West's entry square
		{"turn", `"at":"d4"`, `"at":null`}, // then nobody holds it
		{"turn", `,{"id":"nM","kind":"wizard","owner":"north","at":"h7"}`, ``},
		{"turn", `"pieces":[`, `"pieces":[null,`},
		{"start", `"pieces":[`, `"pieces":[{"id":"wM","kind":"wizard","owner":"west","at":"z4"},`},
		// who, when, options
		{"turn", `"phase":"turn"`, `"phase":"dusk"`},
		{"turn", `"phase":"turn"`, `"phase":"deal"`},
		{"turn", `"phase":"turn"`, `"phase":"keep"`},
		{"turn", `"phase":"turn"`, `"phase":"over"`},
		{"turn", `"to_act":"south"`, `"to_act":"west"`}, // has resigned
		{"turn", `"to_act":"south"`, `"to_act":"east"`},
		{"turn", `"to_act":"south"`, `"to_act":"chance"`},
		{"turn", `"to_act":"south"`, `"to_act":null`},
		{"turn", `"to_act":"south"`, `"to_act":["south","north"]`},
		{"turn", `{"players":3}`, `{}`},
		{"turn", `{"players":3}`, `{"players":4}`},
		{"turn", `{"players":3}`, `{"players":5}`},
		{"turn", `{"players":3}`, `{"players":"3"}`},
		{"turn", `{"players":3}`, `{"luck":3}`},
		{"start", `"phase":"deal"`, `"phase":"keep"`},
		{"start", `"phase":"deal","to_act":"chance"`, `"phase":"turn","to_act":"south"`},
		{"keep", `"phase":"keep"`, `"phase":"deal"`},
		{"keep", `["south","west","north"]`, `["south","west"]`},
		{"keep", `["south","west","north"]`, `"south"`},
		{"kept", `"to_act":"south"`, `"to_act":"west"`},
		// the game's own part
		{"turn", `"state":{`, `"state":{"mood":1,`},
		{"turn", `"state":{`, `"states":{`},
		{"turn", `"chests":{"north":3,`, `"chests":{"north":2,`},
		{"turn", `"chests":{"north":3,`, `"chests":{"north":4,`},
		{"turn", `"chests":{"north":3,"south":1,`, `"chests":{"north":5,"south":-1,`},
		{"turn", `"chests":{"north":3,`, `"chests":{"east":3,`},
		{"turn", `"chests":{"north":3,`, `"chests":{"":3,`},
		{"turn", `"chests":{"north":3,"south":1,"west":2}`, `"chests":null`},
		{"turn", `"held":{"north":["sM",`, `"held":{"north":[`},
		{"turn", `"held":{"north":["sM",`, `"held":{"north":["sM","sM",`},
		{"turn", `"held":{"north":["sM",`, `"held":{"north":["sM","sC2",`},
		{"turn", `"held":{"north":["sM",`, `"held":{"north":["sM","sC1",`},
		{"turn", `"held":{"north":["sM",`, `"held":{"north":["sM","eC1",`},
		{"turn", `"held":{"north":["sM",`, `"held":{"north":["sM","",`},
		{"turn", `"held":{"north":[`, `"held":{"east":[`},
		{"turn", `"south":["nC2","nG","nL2"]`, `"south":["nC2","nG"],"north":["nL2"]`},
		{"turn", `"cards":{}`, `"cards":{"south":[1,2]}`},
		{"turn", `"cards":{}`, `"cards":{"west":[1,2]}`},
		{"turn", `"north":10,"south":3`, `"north":10`},
		{"turn", `"north":10,"south":3`, `"north":3,"south":3`},
		{"turn", `"north":10,"south":3`, `"north":11,"south":3`},
		{"turn", `"north":10,"south":3`, `"north":0,"south":3`},
		{"turn", `"north":10,"south":3`, `"north":-1,"south":3`},
		{"turn", `"north":10,"south":3`, `"north":10,"south":259`},
		{"turn", `"north":10,"south":3`, `"north":10,"south":3,"east":4`},
		{"turn", `"id":"sL1","between"`, `"id":"nL1","between"`},
		{"turn", `"id":"sL1","between"`, `"id":"","between"`},
		{"turn", `["a1","a2"]`, `["a2","a1"]`},
		{"turn", `["a1","a2"]`, `["a2","a2"]`},
		{"turn", `["a1","a2"]`, `["a2"]`},
		{"turn", `["a1","a2"]`, `["a1","a2","a3"]`},
		{"turn", `["a1","a2"]`, `["a2","a4"]`}, // too far for a Fighter
		{"turn", `["a1","a2"]`, `["a2","b3"]`},
		{"turn", `["a1","a2"]`, `["a3","a4"]`}, // it stands elsewhere
		{"turn", `["a1","a2"]`, `["a2","q2"]`},
		{"turn", `["c6","d6"]`, `["d6","e9"]`},
		{"turn", `"id":"sL1","between":["a1","a2"]`, `"id":"sG","between":["a1","a2"]`},
		{"turn", `"id":"sL1","between":["a1","a2"]`, `"id":"sG","between":["d0","e1"]`}, // it stands on d0
		{"turn", `"n":2`, `"n":0`},
		{"turn", `"n":2`, `"n":4`},
		{"turn", `"n":2`, `"n":258`},
		{"turn", `"repeats":{`, `"repeats":{"west":{"id":"wM","between":["b6","b7"],"n":1},`},
		{"turn", `"repeats":{`, `"repeats":{"east":{"id":"eM","between":["b6","b7"],"n":1},`},
		{"turn", `"ransomed":false`, `"ransomed":1`},
		{"four", `"ransomed":false`, `"ransomed":true,"resigned":["north","east","west"]`},
		{"turn", `"resigned":["west"]`, `"resigned":["west","west"]`},
		{"turn", `"resigned":["west"]`, `"resigned":["east"]`},
		{"turn", `"resigned":["west"]`, `"resigned":["west","north"]`},
		{"turn", `"resigned":["west"]`, `"resigned":["west","north","south"]`},
		{"turn", `"resigned":["west"]`, `"resigned":[""]`},
		{"start", `"ransomed":false`, `"ransomed":true`},
		{"start", `"ransomed":false`, `"ransomed":false,"resigned":["south"]`},
		{"start", `"at":"d1"`, `"at":"d2"`},
		{"start", `"chests":{"north":2,"south":2}`, `"chests":{"north":1,"south":3}`},
		{"start", `"repeats":{}`, `"repeats":{"south":{"id":"sL1","between":["d1","d2"],"n":1}}`},
		{"start", `"kept":{}`, `"kept":{"south":3}`},
		{"start", `"cards":{}`, `"cards":{"north":[1,2]}`},
		{"start", `"cards":{}`, `"cards":{"west":[1,2]}`},
		{"start", `"cards":{}`, `"cards":{"south":[1,2],"north":[3,4]}`},
		{"deal", `"south":[3,7]`, `"south":[7,3]`},
		{"deal", `"south":[3,7]`, `"south":[3,3]`},
		{"deal", `"south":[3,7]`, `"south":[3]`},
		{"deal", `"south":[3,7]`, `"south":[3,7,8]`},
		{"deal", `"south":[3,7]`, `"south":[3,11]`},
		{"deal", `"south":[3,7]`, `"south":[0,7]`},
		{"deal", `"south":[3,7]`, `"south":[3,10]`},
		{"deal", `"south":[3,7]`, `"south":{"count":2}`},
		{"kept", `"cards":{"south":[3,7]}`, `"cards":{}`},
		{"kept", `"cards":{"south":[3,7]}`, `"cards":{"south":[3,7],"west":[2,4]}`},
		{"kept", `"west":1`, `"west":3`},
		{"left", `"resigned":["south"]`, `"resigned":["south","north"]`},
		// the outcome
		{"over", `"why":"agreed"`, `"why":"score"`},
		{"over", `"why":"agreed"`, `"why":"resigned"`},
		{"over", `"why":"agreed"`, `"why":"abandoned"`},
		{"over", `"why":"agreed"`, `"why":""`},
		{"over", `"winners":["`, `"winners":["east","`},
		{"over", `"winners":["`, `"winners":["west","`},
		{"over", `"ransomed":false`, `"ransomed":true`},
		{"over", `"scores":{`, `"scores":{"east":1,`},
		{"over", `"scores":{"north":`, `"scores":{"north":1`},
		{"over", `,"scores":{`, `,"score":{`},
		{"over", `"resigned":["west"]`, `"resigned":["west","north"]`},
		{"early", `"at":"d1"`, `"at":"d2"`},
		{"early", `"why":"agreed"`, `"why":"score"`},
		{"early", `"cards":{}`, `"cards":{"south":[3,7]}`},
		{"abandoned", `"winners":[]`, `"winners":["south"]`},
		{"resigned", `"winners":["north"]`, `"winners":["north","south"]`},
		{"resigned", `"winners":["north"]`, `"winners":[]`},
		{"resigned", `"winners":["north"]`, `"winners":["north","north"]`},
		{"last", `"winners":["south"]`, `"winners":["north"]`},
		{"last", `"resigned":["west","north"]`, `"resigned":["west"]`},
		{"score", `"winners":["south"]`, `"winners":["north"]`},
		{"score", `"why":"score"`, `"why":"agreed"`},
		{"score", `"phase":"over","to_act":null`, `"phase":"turn","to_act":"south"`},
		{"turn", `"resigned":["west"]}`, `"resigned":["west"]},"outcome":{"winners":[],"why":"agreed"}`},
	} {
		text := strings.Replace(texts[c.in], c.old, c.new, 1)
		if text == texts[c.in] {
			t.Fatalf("%s has no %s: %s", c.in, c.old, text)
		}
		_, err := rules.ReadPosition(games, []byte(text))
		if !errors.Is(err, rules.ErrPosition) && !errors.Is(err, rules.ErrOption) {
			t.Errorf("%s with %s for %s: got %v", c.in, c.new, c.old, err)
		}
	}
}

func TestPositionsThatPlayCannotReachAreRefused(t *testing.T) {
	for why, c := range map[string]setup{
		"nobody left":             {at: "sC1 d4, sL1 a1"},
		"a single one of two":     {at: "sC1 d4, sL1 a1, nM h8"},
		"all but one single":      {players: 3, at: "sC1 d4, sL1 a1, nM h8, wM a8"},
		"a ransom without a man":  {at: "sC1 d4, sL1 a1, nM h8, nG h7", ransomed: true, chests: map[string]int{"south": 1, "north": 3}},
		"a ransom without a paid": {at: "sC1 d0, sL1 a1, nM h8, nG h7", ransomed: true, chests: map[string]int{"south": 4}},
		"two resigned of two":     {at: "sC1 d4, sL1 a1, nM h8, nG h7", resigned: []string{"north"}},
	} {
		if s, err := rules.ReadPosition(games, []byte(c.text(t))); !errors.Is(err, rules.ErrPosition) {
			t.Errorf("%s: got %v, %v", why, s, err)
		}
	}
	enter(t, cells(true))
	s := play(t, begun(t, 2), "a0-a1; pass; a1-a0; pass")
	text := strings.Replace(fullText(t, s), `"n":2`, `"n":3`, 1)
	if _, err := rules.ReadPosition(games, []byte(text)); err != nil {
		t.Errorf("South can still move: %v", err)
	}
	text = fullText(t, play(t, s, "a0-a1"))
	text = strings.Replace(text, `"phase":"over","to_act":null`, `"phase":"turn","to_act":"north"`, 1)
	text = text[:strings.Index(text, `,"outcome"`)] + "}"
	if _, err := rules.ReadPosition(games, []byte(text)); !errors.Is(err, rules.ErrPosition) {
		t.Errorf("nobody can move: got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range phasesText(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := rules.ReadPosition(games, []byte(text))
		if err != nil {
			return
		}
		back, err := rules.ReadPosition(games, []byte(fullText(t, s)))
		if err != nil || back != s {
			t.Fatalf("%s reads back as %+v, %v", text, back, err)
		}
		steps := append(s.Legal(nil), rules.Draw(), rules.Abandon())
		for seat := range rules.Seat(seats) {
			steps = append(steps, rules.Resign(seat))
		}
		for _, step := range steps {
			next, _, err := s.Apply(step, nil)
			if err != nil {
				if step.By == rules.Referee && errors.Is(err, rules.ErrIllegal) {
					continue
				}
				t.Fatalf("%s: %v", s.Text(step), err)
			}
			if again, err := rules.ReadPosition(games, []byte(fullText(t, next))); err != nil || again != next {
				t.Fatalf("after %s: %v: %s", s.Text(step), err, fullText(t, next))
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"deal south 3 7", "deal south 7 3", "deal  south 3 7", "deal south 03 7", "keep 3", "keep 10", "keep 11", "keep +3", "c1-c3", "c1xc4", "b1~g1",
		"ransom sC1@d0", "ransom sC1@d0@e0", "ransom  sC1@d0", "pass", "pass ", "resign white", "resign south", "draw", "abandon", "z5-z4", "a1-b1-c1", "-", "x", "",
	} {
		f.Add(text)
	}
	positions := []rules.State{opening(f, 4), play(f, opening(f, 2), "deal south 3 7; deal north 1 10"), begun(f, 3)}
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range positions {
			step, err := s.Parse(text)
			if err != nil {
				if !errors.Is(err, rules.ErrAction) || step != (rules.Step{}) {
					t.Fatalf("%q: got %v, want ErrAction", text, err)
				}
				continue
			}
			if back := s.Text(step); back != text {
				t.Fatalf("%q reads as %q", text, back)
			}
			s.Tell(step)
			s.Hands(step)
		}
	})
}
