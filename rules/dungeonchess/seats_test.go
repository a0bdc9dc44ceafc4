package dungeonchess

import (
	"slices"
	"testing"

	"reeve/board"
	"reeve/rules"
)

func TestResignationOfTwoEndsTheGame(t *testing.T) {
	for _, s := range []rules.State{opening(t, 2), play(t, opening(t, 2), "deal south 1 2; deal north 3 4"), begun(t, 2)} {
		expectEnd(t, play(t, s, "resign south"), "resigned", North)
		expectEnd(t, play(t, s, "resign north"), "resigned", South)
	}
	refuses(t, begun(t, 2), "resign west", "no.referee")
}

func TestResignersTurnsArePassed(t *testing.T) {
	s := play(t, begun(t, 4), "c1-c2; resign south")
	expect(t, s, "turn", West)
	if d := doc(s); !slices.Equal(d.Resigned, []string{"south"}) || len(d.Repeats) != 0 {
		t.Errorf("resigned %v, repeats %v", d.Resigned, d.Repeats)
	}
	if where(s, "sC1") != "c2" {
		t.Error("a resigner's characters stay")
	}
	refuses(t, s, "resign south", "no.resigned")
	s = play(t, s, "a5-b5; d8-d7; h4-g4")
	expect(t, s, "turn", West)
	s = play(t, s, "resign west") // who is to move
	expect(t, s, "turn", North)
	s = play(t, s, "resign north")
	expectEnd(t, s, "resigned", East)
	if scores := s.View(rules.Table).Outcome.Scores; len(scores) != 4 {
		t.Errorf("the scores are %v", scores)
	}
}

func TestResignersCannotWin(t *testing.T) {
	s := setup{players: 3, at: "sC1 d4, sL1 a1, wM b7, wG a8, wC1 b8, nL1 d6, nM h8", resigned: []string{"west"}}.state(t)
	end := play(t, s, "draw")
	scores := end.View(rules.Table).Outcome.Scores
	if scores["west"] <= scores["south"] || scores["south"] <= scores["north"] {
		t.Fatalf("scores are %v", scores)
	}
	expectEnd(t, end, "agreed", South)
	s = setup{players: 3, at: "sC1 d4, sL1 a1, wM b7, wG a8, nL1 d6, nM h8", resigned: []string{"west"}}.state(t)
	if got := legalOf(play(t, s, "a1-a2; h8-e8; a2-a3; d6-d5"), "d4x"); got != "d5" {
		t.Errorf("South captures on %q", got)
	}
	expect(t, play(t, s, "a1-a2"), "turn", North)
}

func TestResigningBeforePlay(t *testing.T) {
	s := play(t, opening(t, 4), "resign west; deal south 1 2")
	if ask := s.Ask(); ask.For != North {
		t.Errorf("after South it is %d's deal", ask.For)
	}
	s = play(t, s, "resign south; deal north 3 4; deal east 5 6")
	expect(t, s, "keep", North, East)
	refuses(t, s, "keep 1", "no.keep")
	s = play(t, s, "keep 3")
	expectEnd(t, play(t, s, "resign east"), "resigned", North)
	three := play(t, opening(t, 3), "deal south 1 2; deal west 3 4; deal north 5 6; keep 3; keep 5; resign south")
	expect(t, three, "turn", West)
	if d := doc(three); len(d.Cards) != 0 || len(d.Kept) != 2 {
		t.Errorf("cards %v, kept %v", d.Cards, d.Kept)
	}
}

func TestHandsAndTell(t *testing.T) {
	s := setup{at: "sC1 b1, sM e4, nM e6, nC1 h8, nG a8"}.state(t)
	sq := func(name string) board.Square { q, _ := s.Topology().Square(name); return q }
	takes := rules.CarryHands(sq("e4"), sq("e6"))
	takes.Takes = board.SetOf(sq("e6"))
	entered := rules.CarryHands(board.None, sq("d0"))
	entered.Armed = true
	for _, c := range []struct {
		action, key string
		hands       rules.Hands
		args        map[string]string
	}{
		{"b1-b2", "dungeonchess.move", rules.CarryHands(sq("b1"), sq("b2")),
			map[string]string{"player": "@seat.south", "piece": "@dungeonchess.knight", "number": "1", "name": "Cavaliere", "from": "b1", "to": "b2"}},
		{"e4xe6", "dungeonchess.capture", takes,
			map[string]string{"piece": "@dungeonchess.wizard", "number": "", "target": "@dungeonchess.wizard", "target_name": "Maga", "owner": "@seat.north"}},
		{"b1~g1", "dungeonchess.teleport", rules.CarryHands(sq("b1"), sq("g1")), map[string]string{"from": "b1", "to": "g1"}},
		{"ransom sL2@d0", "dungeonchess.ransom", entered,
			map[string]string{"piece": "@dungeonchess.fighter", "number": "2", "to": "d0", "captor": "@seat.north"}},
		{"pass", "dungeonchess.pass", rules.NoHands(rules.Passed), map[string]string{"player": "@seat.south"}},
		{"keep 3", "dungeonchess.keep", rules.NoHands(rules.OnPage), nil},
		{"deal west 3 4", "dungeonchess.deal", rules.NoHands(rules.OnPage), map[string]string{"player": "@seat.west"}},
		{"resign north", "rules.resign", rules.NoHands(rules.OnPage), map[string]string{"player": "@seat.north"}},
		{"draw", "rules.draw", rules.NoHands(rules.OnPage), nil},
		{"abandon", "rules.abandon", rules.NoHands(rules.OnPage), nil},
	} {
		step, err := s.Parse(c.action)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Hands(step); got != c.hands {
			t.Errorf("%s: hands %+v, want %+v", c.action, got, c.hands)
		}
		told := s.Tell(step)
		if told.Key != c.key {
			t.Errorf("%s: tells %s", c.action, told.Key)
		}
		for gap, want := range c.args {
			if told.Args[gap] != want {
				t.Errorf("%s: %s is %q, want %q", c.action, gap, told.Args[gap], want)
			}
		}
	}
}
