package camelot

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"reeve/rules"
)

// texts returns positions of every sort as text.
func texts(t testing.TB) map[string]string {
	texts := map[string]string{
		"start":    fullText(t, begun()),
		"turn":     fullText(t, play(t, begun(), "C6-B5; C11-B12")),
		"twice":    fullText(t, play(t, begun(), "C6-B5; C11-B12; B5-C6; B12-C11")),
		"leave":    fullText(t, play(t, placed(t, "white", "wM1 F3, bM1 F2"+idle), "F3xF1")),
		"leaver":   fullText(t, placed(t, "white", "wM1 F1"+idle, leaving("F1"))),
		"both":     fullText(t, placed(t, "white", "wM1 F1, bM1 G16"+idle, leaving("F1"))),
		"castle":   fullText(t, placed(t, "white", "wM1 F16"+idle, castleMoves(1, 0), quiet(7))),
		"agreed":   fullText(t, play(t, begun(), "draw")),
		"resigned": fullText(t, play(t, begun(), "resign black")),
		"won":      fullText(t, play(t, placed(t, "white", "wM1 F16, wM2 G15"+idle), "G15-G16")),
		"captured": fullText(t, play(t, placed(t, "white", "wM1 D8, wM2 L4, bM1 D9"), "D8xD10")),
		"bare":     fullText(t, play(t, placed(t, "white", "wM1 D8, bM1 D9, bM2 A6"), "D8xD10")),
		"stuck":    fullText(t, play(t, placed(t, "white", stuck+", wM1 L4, wM2 L5", leaving("F16")), "L4-K4")),
		"quiet":    fullText(t, play(t, placed(t, "white", "wM1 D8"+idle, quiet(99)), "D8-D9")),
	}
	s := play(t, begun(), shuffle)
	texts["repetition"] = fullText(t, play(t, s, shuffle))
	s = begun()
	for n, action := range quietGame()[:maxQuiet-1] {
		if s = play(t, s, action); n == 20 || n == 60 || n == maxQuiet-2 {
			texts[fmt.Sprint("ply", n)] = fullText(t, s)
		}
	}
	return texts
}

func TestEverySortReadsBack(t *testing.T) {
	for name, text := range texts(t) {
		s, err := rules.ReadPosition(games, []byte(text))
		if err != nil || fullText(t, s) != text {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}

func TestBadPositionsAreRefused(t *testing.T) {
	texts := texts(t)
	for _, c := range []struct{ in, old, new string }{
		// pieces
		{"turn", `"id":"wK2"`, `"id":"wK9"`},
		{"turn", `"id":"wK2"`, `"id":"wK3"`},
		{"turn", `"id":"wK2","kind":"knight"`, `"id":"wK2","kind":"man"`},
		{"turn", `"kind":"knight","owner":"white","at":"D7"`, `"kind":"knight","owner":"black","at":"D7"`},
		{"turn", `"at":"D7"`, `"at":"E7"`},
		{"turn", `"at":"D7"`, `"at":"A1"`},
		{"turn", `"at":"D7"`, `"at":"d7"`},
		{"turn", `"at":"D7"`, `"at":""`},
		{"turn", `"at":"D7"`, `"at":"D7","energy":1`},
		{"turn", `{"id":"wK2","kind":"knight","owner":"white","at":"D7"},`, ``},
		{"turn", `"pieces":[`, `"pieces":[null,`},
		{"turn", `"at":"D7"`, `"at":"F1"`}, // in its own castle, and must_leave is null
		// who, when, options
		{"turn", `"phase":"turn"`, `"phase":"dusk"`},
		{"turn", `"phase":"turn"`, `"phase":"over"`},
		{"turn", `"to_act":"white"`, `"to_act":"chance"`},
		{"turn", `"to_act":"white"`, `"to_act":null`},
		{"turn", `"to_act":"white"`, `"to_act":["white","black"]`},
		{"turn", `"options":{}`, `"options":{"flying":true}`},
		// the game's own part
		{"turn", `"state":{`, `"state":{"mood":1,`},
		{"turn", `"state":{`, `"states":{`},
		{"turn", `"quiet":2`, `"quiet":-1`},
		{"turn", `"quiet":2`, `"quiet":100`},
		{"turn", `"quiet":2`, `"quiet":2.5`},
		{"turn", `"quiet":2`, `"quiet":258`},
		{"turn", `"castle_moves":{"white":0`, `"castle_moves":{"white":1`}, // nobody is in the castle
		{"castle", `"castle_moves":{"white":1`, `"castle_moves":{"white":3`},
		{"castle", `"castle_moves":{"white":1`, `"castle_moves":{"white":-1`},
		{"castle", `"castle_moves":{"white":1`, `"castle_moves":{"green":1`},
		{"turn", `"must_leave":null`, `"must_leave":"F1"`},
		{"turn", `"must_leave":null`, `"must_leave":"C6"`},
		{"turn", `"must_leave":null`, `"must_leave":"Z1"`},
		{"leaver", `"must_leave":"F1"`, `"must_leave":null`},
		{"leaver", `"must_leave":"F1"`, `"must_leave":"G1"`},
		{"both", `"must_leave":"F1"`, `"must_leave":"G16"`},
		{"leaver", `"at":"L4"`, `"at":"G1"`}, // two in the own castle
		// seen
		{"turn", `"seen":{"`, `"seen":{"x":0,"`},
		{"turn", `"seen":{"`, `"seen":{"x":-1,"`},
		{"turn", `"seen":{"`, `"seen":{"x":2,"`}, // more than there were plies
		{"turn", `"seen":{"`, `"seen":{"x":1.5,"`},
		{"turn", `"seen":{"`, `"seen":{"x":1000000000000,"`},
		{"twice", startText + `":1`, startText + `":2`},
		{"twice", startText + `":1`, startText + `":3`},
		// a game that is over
		{"won", `"phase":"over"`, `"phase":"turn"`},
		{"won", `"why":"castle"`, `"why":"agreed"`},
		{"won", `"winners":["white"]`, `"winners":["black"]`},
		{"won", `"winners":["white"]`, `"winners":[]`},
		{"won", `"at":"G16"`, `"at":"G15"`},
		{"captured", `"why":"captured"`, `"why":"bare"`},
		{"captured", `"winners":["white"]`, `"winners":["black"]`},
		{"captured", `"at":"L4"`, `"at":null`},
		{"bare", `"winners":[]`, `"winners":["white"]`},
		{"bare", `"why":"bare"`, `"why":"captured"`},
		{"stuck", `"winners":["white"]`, `"winners":[]`},
		{"stuck", `"at":"E15"`, `"at":"E14"`},
		{"quiet", `"quiet":100`, `"quiet":99`},
		{"quiet", `"quiet":100`, `"quiet":101`},
		{"quiet", `"winners":[]`, `"winners":["black"]`},
		{"repetition", `"quiet":8`, `"quiet":7`},
		{"repetition", `"winners":[]`, `"winners":["white"]`},
		{"agreed", `"why":"agreed"`, `"why":"resigned"`},
		{"agreed", `"why":"agreed"`, `"why":"captured"`},
		{"agreed", `"why":"agreed"`, `"why":"stalemate"`},
		{"agreed", `"why":"agreed"`, `"why":"emperor"`},
		{"agreed", `"why":"agreed"`, `"why":""`},
		{"agreed", `"why":"agreed"`, `"why":"agreed","scores":{"white":1}`},
		{"agreed", `"winners":[]`, `"winners":["white"]`},
		{"agreed", `,"outcome":{"winners":[],"why":"agreed"}`, ``},
		{"agreed", `"to_act":null`, `"to_act":"white"`},
		{"resigned", `"winners":["white"]`, `"winners":["white","black"]`},
		{"resigned", `"winners":["white"]`, `"winners":["green"]`},
		{"resigned", `"winners":["white"]`, `"winners":[]`},
		{"start", `"seen":{}}`, `"seen":{}},"outcome":{"winners":[],"why":"agreed"}`},
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

func TestNobodyPlaysOnFromAnEnd(t *testing.T) {
	for why, left := range map[string]string{
		"castle":    "wM1 F16, wM2 G16" + idle,
		"captured":  "wM1 D8, wM2 D9",
		"bare":      "wM1 D8, bM1 L9",
		"stalemate": "wM1 G16, bM1 L9, bM2 L8",
	} {
		text := document(t, "white", left, func(d *stateDoc) {
			if why == "stalemate" {
				d.CastleMoves.White = 2
			}
		})
		if _, err := rules.ReadPosition(games, text); !errors.Is(err, rules.ErrPosition) || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: got %v", why, err)
		}
	}
}

// TestSeenMayBeLeftOut reads a position without its counts: then earlier
// occurrences are forgotten, and nothing else is.
func TestSeenMayBeLeftOut(t *testing.T) {
	s := play(t, begun(), shuffle)
	var doc map[string]any
	if err := json.Unmarshal([]byte(fullText(t, s)), &doc); err != nil {
		t.Fatal(err)
	}
	delete(doc["state"].(map[string]any), "seen")
	text, _ := json.Marshal(doc)
	bare, err := rules.ReadPosition(games, text)
	if err != nil {
		t.Fatal(err)
	}
	expectEnd(t, play(t, s, shuffle), "repetition")
	bare = play(t, bare, shuffle)
	expectOn(t, bare)
	expectEnd(t, play(t, bare, shuffle), "repetition")
}

// TestRepetitionIsCountedThroughText plays each ply on from the text of the
// position, its counts in another order.
func TestRepetitionIsCountedThroughText(t *testing.T) {
	s := begun()
	for action := range strings.SplitSeq(shuffle+";"+shuffle, ";") {
		var doc any
		if err := json.Unmarshal([]byte(fullText(t, s)), &doc); err != nil {
			t.Fatal(err)
		}
		text, _ := json.MarshalIndent(doc, "", " ")
		back, err := rules.ReadPosition(games, text)
		if err != nil || back != s {
			t.Fatalf("%s reads back as %+v, %v", text, back, err)
		}
		s = play(t, back, action)
	}
	expectEnd(t, s, "repetition")
}

// TestForeignSeenIsTaken reads counts by another program's hashes.
func TestForeignSeenIsTaken(t *testing.T) {
	text := document(t, "white", "wM1 D8"+idle, quiet(3), func(d *stateDoc) {
		d.Seen = map[string]int{strings.Repeat("0f", 32): 2, strings.Repeat("e0", 32): 1}
	})
	s, err := rules.ReadPosition(games, text)
	if err != nil || len(stateOf(s).Seen) != 0 || stateOf(s).Quiet != 3 {
		t.Errorf("got %v", err)
	}
}

// TestSeenOfOtherPiecesIsForgotten reads the count of a position that no play
// from here leads back to: a man has gone since.
func TestSeenOfOtherPiecesIsForgotten(t *testing.T) {
	left := "wM1 D8" + idle
	text := document(t, "white", left, quiet(3), func(d *stateDoc) {
		d.Seen = map[string]int{startText: 1, keyAt(placed(t, "black", left)): 2}
	})
	s, err := rules.ReadPosition(games, text)
	if err != nil || len(stateOf(s).Seen) != 1 || stateOf(s).Seen[startText] != 0 {
		t.Errorf("seen %v, %v", stateOf(s).Seen, err)
	}
}

const startText = "w00/C6 J6 D7 I7/D6 E6 F6 G6 H6 I6 E7 F7 G7 H7/D10 I10 C11 J11/E10 F10 G10 H10 D11 E11 F11 G11 H11 I11"

func TestCanonicalText(t *testing.T) {
	const want = startText
	start, _ := part(begun())
	if got := keyAt(begun()); got != want {
		t.Errorf("the start is %q, want %q", got, want)
	}
	for _, bad := range []string{
		"", "w00", "w00///", strings.Replace(want, "w", "x", 1), strings.Replace(want, "00", "30", 1), strings.Replace(want, "C6 J6", "J6 C6", 1),
		strings.Replace(want, "C6", "Z6", 1), strings.Replace(want, "C6", "C6 C7", 1), want + " J12", want + "/", strings.Replace(want, " ", "  ", 1),
	} {
		if _, ok := start.order.readKey(bad); ok {
			t.Errorf("%q is taken", bad)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range texts(f) {
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
		legal := s.Legal(nil)
		if _, over := s.Result(); over != (len(legal) == 0) {
			t.Fatalf("over %t with %d legal turns: %s", over, len(legal), text)
		}
		for _, step := range legal[:min(len(legal), 3)] {
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
	for _, text := range []string{
		"C8-D9", "E6-C8-A8", "H4xJ4xL6", "F6-F8-H8xH10", "F1-G1", "resign white", "draw", "abandon", "F6xF8-H8", "C8", "-", "x", "C8-D9-E10",
		"F6" + strings.Repeat("-F8-F6", 19), "F6" + strings.Repeat("xF8xF6", 20),
	} {
		f.Add(text)
	}
	start := begun()
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
		if _, _, err := start.Apply(step, nil); err != nil && !errors.Is(err, rules.ErrIllegal) {
			t.Fatalf("%q: got %v, want ErrIllegal", text, err)
		}
		start.Hands(step)
		start.Tell(step)
	})
}
