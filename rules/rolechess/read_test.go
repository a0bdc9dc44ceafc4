package rolechess

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"reeve/rules"
)

func fullText(t testing.TB, s rules.State) string {
	t.Helper()
	text, err := json.Marshal(s.View(rules.Full))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// phasesText returns a position of each phase as text.
func phasesText(t testing.TB) map[string]string {
	start, _ := Game.Start(nil)
	at := position(t, "white", "wE a1, wN1 b1, wA1 f3, bE g7, bG1 d5 4, bL1 e4", nil)
	texts := map[string]string{"start": fullText(t, start)}
	for name, actions := range map[string]string{"first": "die 3", "over": "draw"} {
		texts[name] = fullText(t, play(t, start, actions))
	}
	for name, actions := range map[string]string{
		"attack": "b1-c3", "battle": "b1-c3; c3+f3*e4; die 2", "unmoved": "f3*e4",
		"advance": "b1-c3; c3*d5; die 6; die 1", "resigned": "resign black", "lost": "f3*e4; die 1; die 2",
	} {
		texts[name] = fullText(t, play(t, at, actions))
	}
	texts["emperor"] = fullText(t, play(t, position(t, "white", "wE a1, wA1 f6, bE g7, bG1 a7", nil), "f6*g7; die 6; die 1"))
	texts["turn"] = fullText(t, at)
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

func TestBadPositionsAreRefused(t *testing.T) {
	texts := phasesText(t)
	for _, c := range []struct{ in, old, new string }{
		// pieces
		{"turn", `"id":"wN1"`, `"id":"wN9"`},
		{"turn", `"id":"wN1"`, `"id":"wN2"`},
		{"turn", `"id":"wN1","kind":"knight"`, `"id":"wN1","kind":"guard"`},
		{"turn", `"kind":"knight","owner":"white","at":"b1"`, `"kind":"knight","owner":"black","at":"b1"`},
		{"turn", `"at":"b1","energy":21`, `"at":"b1","energy":22`},
		{"turn", `"at":"b1","energy":21`, `"at":"b1","energy":0`},
		{"turn", `"at":"b1","energy":21`, `"at":"b1","energy":-1`},
		{"turn", `"at":"b1","energy":21`, `"at":"b1","energy":2.5`},
		{"turn", `"at":"b1","energy":21`, `"at":"b1"`},
		{"turn", `"at":"b1","energy":21`, `"at":null,"energy":21`},
		{"turn", `"at":"b1"`, `"at":"a1"`},
		{"turn", `"at":"b1"`, `"at":"h1"`},
		{"turn", `"at":"b1"`, `"at":"B1"`},
		{"turn", `,{"id":"wN2","kind":"knight","owner":"white","at":null,"energy":0}`, ``},
		{"turn", `"pieces":[`, `"pieces":[null,`},
		{"turn", `"owner":"white","at":"a1","energy":9`, `"owner":"white","at":null,"energy":0`}, // no Emperor
		// who, when, options
		{"turn", `"phase":"turn"`, `"phase":"dusk"`},
		{"turn", `"phase":"turn"`, `"phase":"attack"`},
		{"turn", `"phase":"turn"`, `"phase":"battle"`},
		{"turn", `"phase":"turn"`, `"phase":"advance"`},
		{"turn", `"phase":"turn"`, `"phase":"first"`},
		{"turn", `"phase":"turn"`, `"phase":"over"`},
		{"turn", `"to_act":"white"`, `"to_act":"chance"`},
		{"turn", `"to_act":"white"`, `"to_act":null`},
		{"turn", `"to_act":"white"`, `"to_act":["white","black"]`},
		{"turn", `"options":{}`, `"options":{"pass":"never"}`},
		{"turn", `"options":{}`, `"options":{"luck":1}`},
		{"battle", `"to_act":"chance"`, `"to_act":"black"`},
		{"advance", `"to_act":"white"`, `"to_act":"black"`},
		// the game's own part
		{"turn", `"state":{`, `"state":{"mood":1,`},
		{"turn", `"state":{`, `"states":{`},
		{"turn", `"state":{"moved":null`, `"state":{"moved":"wN1"`},
		{"turn", `"first":[]`, `"first":[3]`},
		{"first", `"first":[3]`, `"first":[7]`},
		{"first", `"first":[3]`, `"first":[3,3]`},
		{"attack", `"moved":"wN1"`, `"moved":"wA1"`},
		{"attack", `"moved":"wN1"`, `"moved":"bL1"`},
		{"attack", `"moved":"wN1"`, `"moved":null`},
		{"attack", `"moved":"wN1","from":"b1"`, `"moved":null,"from":null`},
		{"attack", `"from":"b1"`, `"from":"c1"`},
		{"attack", `"from":"b1"`, `"from":"e4"`},
		{"attack", `"from":"b1"`, `"from":"c3"`},
		{"attack", `"from":"b1"`, `"from":null`},
		{"attack", `"to_act":"white"`, `"to_act":"black"`},
		{"battle", `"moved":"wN1"`, `"moved":"wA1"`},
		{"battle", `["wN1","wA1"]`, `["wA1","wN1"]`},
		{"battle", `["wN1","wA1"]`, `["wN1","wN1"]`},
		{"battle", `["wN1","wA1"]`, `["wN1","wN2"]`},
		{"battle", `["wN1","wA1"]`, `["wN1","wE"]`},
		{"battle", `["wN1","wA1"]`, `["wN1","bG1"]`},
		{"battle", `["wN1","wA1"]`, `["wN1","wA1","wE"]`},
		{"battle", `["wN1","wA1"]`, `[]`},
		{"battle", `"target":"bL1"`, `"target":"bE"`},
		{"battle", `"target":"bL1"`, `"target":"bL2"`},
		{"battle", `"target":"bL1"`, `"target":"wE"`},
		{"battle", `"target":"bL1"`, `"target":""`},
		{"battle", `"throws":[2]`, `"throws":[0]`},
		{"battle", `"throws":[2]`, `"throws":[2,2,2]`},
		{"battle", `"throws":[2]`, `"throws":[2,2,2,2]`},
		{"battle", `"throws":[2]`, `"throws":[2],"circle":"a7"`},
		{"unmoved", `"attackers":["wA1"]`, `"attackers":["wN1"]`},
		{"unmoved", `"attackers":["wA1"]`, `"attackers":["bG1"]`},
		{"advance", `"throws":[6,1]`, `"throws":[6]`},
		{"advance", `"throws":[6,1]`, `"throws":[1,6]`},
		{"advance", `"throws":[6,1]`, `"throws":[6,7]`},
		{"advance", `,"circle":"d5"`, ``},
		{"advance", `"circle":"d5"`, `"circle":"e4"`},
		{"advance", `"circle":"d5"`, `"circle":"b1"`},
		{"advance", `"circle":"d5"`, `"circle":"d6"`},
		{"advance", `"circle":"d5"`, `"circle":"z9"`},
		{"advance", `"target":"bG1"`, `"target":"bL1"`},
		{"advance", `"target":"bG1"`, `"target":"wN2"`},
		{"advance", `"battle":{`, `"battle":null,"b":{`},
		// the outcome
		{"over", `"why":"agreed"`, `"why":"emperor"`},
		{"over", `"why":"agreed"`, `"why":"dead"`},
		{"over", `"why":"agreed"`, `"why":"stuck"`},
		{"over", `"why":"agreed"`, `"why":"resigned"`},
		{"over", `"why":"agreed"`, `"why":""`},
		{"over", `"winners":[]`, `"winners":["white"]`},
		{"over", `,"outcome":{"winners":[],"why":"agreed"}`, ``},
		{"over", `"why":"agreed"`, `"why":"agreed","scores":{"white":1}`},
		{"resigned", `"winners":["white"]`, `"winners":["white","black"]`},
		{"resigned", `"winners":["white"]`, `"winners":["green"]`},
		{"resigned", `"winners":["white"]`, `"winners":[]`},
		{"emperor", `"winners":["white"]`, `"winners":["black"]`},
		{"emperor", `"winners":["white"]`, `"winners":[]`},
		{"emperor", `"why":"emperor"`, `"why":"agreed"`},
		{"turn", `"first":[]}`, `"first":[]},"outcome":{"winners":[],"why":"agreed"}`},
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

func TestAttackPhaseNeedsSomethingToAttack(t *testing.T) {
	at := position(t, "white", "wE a1, wN1 b1, bE g7, bL1 e4", nil)
	text := strings.Replace(fullText(t, play(t, at, "b1-c3")), `"at":"e4"`, `"at":"e3"`, 1)
	if _, err := rules.ReadPosition(games, []byte(text)); !errors.Is(err, rules.ErrPosition) {
		t.Errorf("got %v", err)
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
		for _, step := range s.Legal(nil) {
			next, _, err := s.Apply(step, nil)
			if err != nil {
				t.Fatalf("%s: %v", s.Text(step), err)
			}
			if again, err := rules.ReadPosition(games, []byte(fullText(t, next))); err != nil || again != next {
				t.Fatalf("after %s: %v: %s", s.Text(step), err, fullText(t, next))
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"b1-c3", "c3*d5", "c3+e4*d5", "end", "pass", "die 4", "advance", "stay", "resign white", "draw", "die 07", "a1-h9", "a1+*"} {
		f.Add(text)
	}
	start := begun(f, nil)
	f.Fuzz(func(t *testing.T, text string) {
		step, err := start.Parse(text)
		if err != nil {
			if !errors.Is(err, rules.ErrAction) {
				t.Fatalf("%q: got %v, want ErrAction", text, err)
			}
			return
		}
		if back := start.Text(step); back != text {
			t.Fatalf("%q reads as %q", text, back)
		}
	})
}
