package kaleidochess

import (
	"errors"
	"strings"
	"testing"

	"reeve/rules"
)

func TestLoadGivesTheSameGameForTheSameFiles(t *testing.T) {
	g, err := Load(nil, nil)
	if err != nil || g != Game {
		t.Errorf("got %p, %v; want %p", g, err, Game)
	}
}

// TestLoadPlaysByOtherData corrects the die and the start.
func TestLoadPlaysByOtherData(t *testing.T) {
	die := strings.Replace(string(dieFile), `"5": ["wizard"]`, `"5": ["wizard", "dragon"]`, 1)
	start := strings.Replace(strings.Replace(string(boardFile), `"d5": "pawn"`, `"d5": "horse"`, 1), `"d3": "horse"`, `"d3": "pawn"`, 1)
	g, err := Load([]byte(start), []byte(die))
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Start(map[string]any{"die": true})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(men(s), "wH2 d5") || !strings.Contains(men(s), "wP4 d3") {
		t.Errorf("pieces are %s", men(s))
	}
	s = do(t, s, "die 5")
	if len(legalTexts(s, "d1-")) == 0 {
		t.Error("the Dragon may not move with a 5")
	}
	if own := begin(t, map[string]any{"die": true}); own == s {
		t.Error("positions of two games are equal")
	}
	if text := s.View(rules.Full); text.Game != "kaleidochess" {
		t.Errorf("it is called %s", text.Game)
	}
}

func TestLoadRefusesUnsoundData(t *testing.T) {
	board, die := string(boardFile), string(dieFile)
	for _, c := range []struct{ says, text, old, new, reason string }{
		{"no JSON", board, `{`, ``, "board"},
		{"unknown key", board, `"status"`, `"statute"`, "statute"},
		{"a name twice", board, `"id": "a2"`, `"id": "a1"`, "a1"},
		{"a name of another ring", board, `"id": "a2"`, `"id": "b17"`, "b17"},
		{"a name with a sign", board, `"id": "a2"`, `"id": "a-2"`, "a-2"},
		{"too few in a ring", board, `"cells": 8`, `"cells": 9`, "ring a"},
		{"no such neighbour", board, "\"walk\": [\n    \"a1\"", "\"walk\": [\n    \"a9\"", "a9"},
		{"a neighbour twice", board, "\"walk\": [\n    \"a1\"", "\"walk\": [\n    \"a2\"", "twice"},
		{"one way only", board, "\"walk\": [\n    \"a1\",", "\"walk\": [", "other way"},
		{"unknown mark", board, `"kind": "town"`, `"kind": "village"`, "village"},
		{"a castle too many", board, `"kind": "town"`, `"kind": "castle"`, "castles"},
		{"a town that is none", board, `"kind": "plain"`, `"kind": "town"`, "towns"},
		{"a town that is not named so", board, `"kind": "town"`, `"kind": "plain"`, "towns"},
		{"two Wizards", board, `"d1": "dragon"`, `"d1": "wizard"`, "wizard"},
		{"no Dragon", board, `"d1": "dragon"`, `"d1": "pawn"`, "dragon"},
		{"a piece of no kind", board, `"d2": "raven"`, `"d2": "crow"`, "no kind"},
		{"on no field", board, `"d2": "raven"`, `"d25": "raven"`, "no field"},
		{"a piece missing", board, `"d2": "raven",`, ``, "17 pieces"},
		{"two on a field", board, `"d9": "pawn"`, `"d2": "pawn"`, "two pieces on d2"},
		{"a throw missing", die, `"5": ["wizard"],`, ``, "5 throws"},
		{"a throw of seven", die, `"5": ["wizard"]`, `"7": ["wizard"]`, "throw 5"},
		{"a kind there is not", die, `"5": ["wizard"]`, `"5": ["witch"]`, "witch"},
		{"magic with a seven", die, `"magic": [5, 6]`, `"magic": [5, 7]`, "7"},
		{"no die", die, `{`, `[`, "die"},
	} {
		bad := strings.Replace(c.text, c.old, c.new, 1)
		if bad == c.text {
			t.Fatalf("%s: %q does not stand there", c.says, c.old)
		}
		var err error
		if c.text == die {
			_, err = Load(nil, []byte(bad))
		} else {
			_, err = Load([]byte(bad), nil)
		}
		if !errors.Is(err, ErrUnsound) || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s: got %v", c.says, err)
		}
	}
}

func TestStartIsTheInterchanges(t *testing.T) {
	const want = "bD d13, bE1 e11, bE2 e15, bH1 d11, bH2 d15, bL1 e10, bL2 e16, bP1 e9, bP2 e17, bP3 d9, bP4 d17, bR1 e12, bR2 e14, " +
		"bT1 d10, bT2 d16, bV1 d12, bV2 d14, bW e13, wD d1, wE1 e23, wE2 e3, wH1 d23, wH2 d3, wL1 e22, wL2 e4, wP1 e21, wP2 e5, " +
		"wP3 d21, wP4 d5, wR1 e24, wR2 e2, wT1 d22, wT2 d4, wV1 d24, wV2 d2, wW e1"
	if got := men(begin(t, nil)); got != want {
		t.Errorf("pieces are %s", got)
	}
}
