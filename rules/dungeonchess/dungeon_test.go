package dungeonchess

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules/rulestest"
)

// cells is a dungeon in which everybody is walled in. With a gap, South's
// Fighter and one of its Warriors have one square to go to.
func cells(gap bool) string {
	cell := func(row string, left, right string) string {
		return fmt.Sprintf(`{"entry": ["%[3]s%[1]s", "%[3]s%[2]s"], "teleport": ["%[5]s%[1]s", "%[6]s%[1]s"],
			"start": {"F": "%[4]s%[1]s", "W1": "%[5]s%[1]s", "K": "%[6]s%[1]s", "Z": "%[7]s%[1]s", "W2": "%[3]s%[1]s", "W3": "%[3]s%[2]s"}}`,
			row, string(row[0]+1), left[4:5], left[0:1], left[1:2], left[2:3], left[3:4]) + right
	}
	var list []string
	for n := range cards {
		list = append(list, fmt.Sprintf(`{"number": %d, "points": 1, "count": "held", "least": 6}`, n+1))
	}
	above := "####"
	if gap {
		above = ".###"
	}
	return `{"columns": "abcdefghijk", "rows": "01234",
		"plan": ["####+#####+", "....+#....+", "###########", "` + above + `+#####+", "....+#....+"],
		"seats": {"south": ` + cell("0", "abcde", ",") + `"west": ` + cell("0", "ghijk", ",") +
		`"north": ` + cell("3", "abcde", ",") + `"east": ` + cell("3", "ghijk", "") + `},
		"characters": [
			{"kind": "wizard", "name": "Zed", "letter": "Z", "number": 1, "points": 1, "moves": "all", "reach": 3},
			{"kind": "fighter", "name": "Eff", "letter": "F", "number": 1, "points": 1, "moves": "orthogonal", "reach": 1},
			{"kind": "knight", "name": "Kay", "letter": "K", "number": 1, "points": 1, "moves": "orthogonal", "reach": 3},
			{"kind": "warrior", "name": "Wye", "letter": "W", "number": 3, "points": 1, "moves": "diagonal", "reach": 3}],
		"chest": {"name": "Chest", "number": 1, "points": 2},
		"cards": [` + strings.Join(list, ",") + `]}`
}

func TestRule6And11_OnlyAWornMoveLeftIsNoMoveAndNobodyWithAMoveIsTheEnd(t *testing.T) {
	enter(t, cells(true))
	s := begun(t, 2)
	expectLegal(t, s, "a0-a1", "b0-a1")
	s = play(t, s, "a0-a1")
	expectLegal(t, s, "pass")
	s = play(t, s, "pass")
	expectLegal(t, s, "a1-a0")
	s = play(t, s, "a1-a0; pass")
	expect(t, s, "turn", South)
	s = play(t, s, "a0-a1") // the third time; it may not go back, and nobody else can move
	expectEnd(t, s, "score", South, North)
	expectScores(t, s, map[string]int{"south": 8, "north": 8})
}

func TestRule11_NobodyCanMoveFromTheStart(t *testing.T) {
	enter(t, cells(false))
	expectEnd(t, begun(t, 3), "score", South, West, North)
}

func TestResignationLeavesNobodyWhoCanMove(t *testing.T) {
	enter(t, cells(true))
	s := play(t, begun(t, 3), "a0-a1; resign south")
	expectEnd(t, s, "score", West, North)
}

func TestAnotherDungeonKeepsTheContract(t *testing.T) {
	enter(t, cells(true))
	rulestest.Run(t, Game, nil, map[string]any{"players": 4})
	if got := begun(t, 2).Topology().Len(); got != 25 {
		t.Errorf("the cells have %d squares", got)
	}
}

func TestLoadRefusesWhatIsUnsound(t *testing.T) {
	good := string(dungeonJSON)
	if err := Load([]byte(good)); err != nil {
		t.Fatal(err)
	}
	before := table
	for _, c := range []struct{ old, new, why string }{
		{`"columns"`, `"mood": 1, "columns"`, "nothing is known of the field"},
		{`"columns"`, `"Columns"`, "did you mean"},
		{`"columns"`, `columns`, "it is no JSON"},
		{`"zabcdefghi"`, `"xabcdefghi"`, "columns"},
		{`"zabcdefghi"`, `"aabcdefghi"`, "columns"},
		{`"zabcdefghi"`, `"Zabcdefghi"`, "columns"},
		{`"zabcdefghi"`, `"zabcdefgh"`, "row"},
		{`"zabcdefghi"`, `""`, "row"},
		{`"0123456789"`, `"0123456780"`, "rows"},
		{`"0123456789"`, `"012345678"`, "10 rows"},
		{`"####++####"`, `"####++###"`, "row"},
		{`"####++####"`, `"####++###?"`, "row"},
		{`"####++####"`, `"####+.####"`, "north"},
		{`"####++####"`, `"+###++####"`, "nobody's"},
		{`"south"`, `"left"`, "south"},
		{`"east": {`, `"up": {}, "east": {`, "5 seats"},
		{`["d0", "e0"]`, `["d0"]`, "two entry squares"},
		{`["d0", "e0"]`, `["d0", "d0"]`, "entry square"},
		{`["d0", "e0"]`, `["d0", "d1"]`, "entry square"},
		{`["d0", "e0"]`, `["d0", "q0"]`, "entry square"},
		{`["z5", "z4"]`, `["z5", "d0"]`, "entry square"},
		{`["b1", "g1"]`, `["b1", "f1"]`, "one colour"},
		{`["b1", "g1"]`, `["b1", "d0"]`, "teleport square"},
		{`["b1", "g1"]`, `["b1", "g9"]`, "teleport square"},
		{`["b1", "g1"]`, `["b1", "b1"]`, "teleport square"},
		{`["h2", "h7"]`, `["h2", "g1"]`, "teleport square"},
		{`"G": "d0"`, `"G": "z5"`, "cannot start"},
		{`"G": "d0"`, `"G": "c1"`, "cannot start"},
		{`"G": "d0"`, `"G": "c0"`, "cannot start"},
		{`"G": "d0"`, `"G1": "d0"`, "cannot start"},
		{`"G": "d0", `, ``, "start for 6"},
		{`"kind": "fighter", "name"`, `"kind": "dragon", "name"`, "unknown"},
		{`"kind": "fighter", "name"`, `"kind": "knight", "name"`, "stands twice"},
		{`"Lottatore"`, `""`, "no name"},
		{`"letter": "L"`, `"letter": "C"`, "capital"},
		{`"letter": "L"`, `"letter": "l"`, "capital"},
		{`"letter": "L"`, `"letter": "LL"`, "capital"},
		{`"letter": "L", "number": 2`, `"letter": "L", "number": 3`, "7 characters"},
		{`"letter": "L", "number": 2`, `"letter": "L", "number": 0`, "there are 0"},
		{`"number": 2, "points": 2`, `"number": 2, "points": 0`, "0 points"},
		{`"number": 2, "points": 2`, `"number": 2, "points": 101`, "101 points"},
		{`"moves": "all"`, `"moves": "leap"`, "moves"},
		{`"moves": "all", "reach": 3`, `"moves": "all", "reach": 0`, "moves"},
		{`"moves": "all", "reach": 3`, `"moves": "all", "reach": 10`, "moves"},
		{`"name": "Forziere", "number": 2`, `"name": "Forziere", "number": -1`, "chests"},
		{`"name": "Forziere", "number": 2`, `"name": "Forziere", "number": 21`, "chests"},
		{`"Forziere"`, `""`, "chests"},
		{`{"number": 1, "points": 3,`, `{"number": 2, "points": 3,`, "has the number"},
		{`{"number": 1, "points": 3,`, `{"number": 1, "points": 0,`, "0 points"},
		{`"kind": "wizard", "least": 1}`, `"kind": "wizard", "least": 0}`, "at least 0"},
		{`"count": "own", "kind": "wizard"`, `"count": "all", "kind": "wizard"`, "cannot count"},
		{`"count": "own", "kind": "wizard"`, `"count": "own", "kind": "king"`, "cannot count"},
		{`"count": "own", "kind": "wizard"`, `"count": "chests", "kind": "wizard"`, "cannot count"},
		{`,
    {"number": 10, "points": 5, "count": "chests", "least": 4}`, ``, "9 cards"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Fatalf("there is no %s", c.old)
		}
		err := Load([]byte(text))
		if !errors.Is(err, ErrDungeon) || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s for %s: got %v, want %q", c.new, c.old, err, c.why)
		}
		if table != before {
			t.Fatalf("%s for %s: refused, but changed", c.new, c.old)
		}
	}
	if err := Load([]byte(good + "{}")); !errors.Is(err, ErrDungeon) {
		t.Errorf("text after the end: got %v", err)
	}
}

func TestDataSaysWhatTheTablesSay(t *testing.T) {
	enter(t, strings.Replace(string(dungeonJSON), `"Cavaliere"`, `"Alfiere"`, 1))
	s := setup{at: "sC1 b1, sM e4, nM e6, nC1 h8"}.state(t)
	step, _ := s.Parse("b1-b2")
	if got := s.Tell(step).Args["name"]; got != "Alfiere" {
		t.Errorf("the Knight is called %q", got)
	}
	if sq, _ := s.Topology().Square("d0"); s.Topology().Place(sq).X != 4.5*pitch || sq == board.None {
		t.Errorf("d0 lies at %v", s.Topology().Place(sq))
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(string(dungeonJSON))
	f.Add(cells(true))
	f.Add(`{"columns":"a","rows":"0","plan":["."]}`)
	f.Add(`{"columns":"ab","rows":"0","plan":["é"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if tables, err := compile([]byte(text)); err == nil && tables.topology.Len() == 0 || err != nil && !errors.Is(err, ErrDungeon) {
			t.Fatalf("got %v", err)
		}
	})
}
