package chessbattle

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/messages"
	"reeve/rules"
)

func TestRule01_RiverPartsTheBoards(t *testing.T) {
	river, dry := begin(t, nil), begin(t, options{"river": false})
	for _, s := range []rules.State{river, dry} {
		top := s.Topology()
		if top.Len() != 128 || top.Name(0) != "a1" || top.Name(127) != "h16" {
			t.Errorf("the field has %d squares from %s to %s", top.Len(), top.Name(0), top.Name(127))
		}
	}
	d8, _ := dry.Topology().Square("d8")
	if n := len(dry.Topology().Place(d8).Near); n != 8 {
		t.Errorf("without the river d8 has %d neighbours", n)
	}
	if n := len(river.Topology().Place(d8).Near); n != 6 {
		t.Errorf("with the river lines lead from d8 to %d squares, want five and the one opposite", n)
	}
	pieces, free := "wL1 d8", options{"command_left": 6}
	allows(t, battleOf(t, options{"river": false}, "white", pieces, free), "d8-d9", "d8-c9", "d8-e9")
	allows(t, battleOf(t, nil, "white", pieces, free), "d8-d9", "no d8-c9", "no d8-e9")
}

func TestRule02_CombatIsCardsByDefault(t *testing.T) {
	pieces := "wL1 d5, bL1 d6"
	if s := play(t, battleOf(t, nil, "white", pieces, nil), "d5*d6"); s.Phase() != "draw" {
		t.Errorf("by default a fight goes on in phase %s", s.Phase())
	}
	if s := play(t, battleOf(t, sure, "white", pieces, nil), "d5*d6"); s.Phase() != "battle" {
		t.Errorf("without chance a fight goes on in phase %s", s.Phase())
	}
}

func TestRule03_CardsAreWorth108(t *testing.T) {
	s := begin(t, nil)
	want := `["2d","2h","3d","3h","4d","4h","5d","5h","6d","6h","7d","7h","8d","8h","9d","9h","10d","10h"]`
	fields(t, s, map[string]string{"cards.white": want, "cards.black": strings.NewReplacer("d", "c", "h", "s").Replace(want)})
	if fullPile.total() != 108 {
		t.Errorf("all cards are worth %d", fullPile.total())
	}
}

func TestRule04_CampsThenBridges(t *testing.T) {
	s := begin(t, nil)
	allows(t, s, "camp a1", "camp h8", "no camp a9")
	s = play(t, s, "camp b2")
	allows(t, s, "no camp b2", "camp b3")
	s = play(t, s, "camp a1")
	allows(t, s, "camp a9", "camp h16", "no camp a2")
	s = play(t, s, "camp c12", "camp c13")
	stand(t, s, "wC1 b2", "wC2 a1", "bC1 c12", "bC2 c13")
	s = play(t, s, "bridge d")
	fields(t, s, map[string]string{"bridges": `["d"]`})
	fields(t, play(t, s, "bridge d"), map[string]string{"bridges": `["d"]`})
	s = play(t, s, "bridge a")
	fields(t, s, map[string]string{"bridges": `["a","d"]`})
	if s.Phase() != "espionage" {
		t.Errorf("after the bridges comes %s", s.Phase())
	}
	if s := begin(t, options{"river": false}, "camp a1", "camp a2", "camp a16", "camp a15"); s.Phase() != "espionage" {
		t.Errorf("without the river camps are followed by %s", s.Phase())
	}
}

func TestRule05_Espionage(t *testing.T) {
	s := opening(t, nil, "spy 7h", "spy 2c", "spy 5s")
	allows(t, s, "no spy 7h", "spy 7d", "done white", "done black")
	s = play(t, s, "done black")
	fields(t, s, map[string]string{"espionage_done": `["black"]`})
	allows(t, s, "no spy 10c", "no done black", "spy 10d")
	for _, c := range []struct {
		name, first string
		actions     []string
	}{
		{"the smaller sum loses", "white", []string{"spy 2h", "spy 3c", "done white", "done black"}},
		{"the other may add once more", "white", []string{"spy 3h", "done white", "spy 4c", "done black"}},
		{"White declares a tie first and wins", "black", []string{"done white", "done black"}},
		{"Black declares a tie first and wins", "white", []string{"done black", "done white"}},
	} {
		if s := opening(t, nil, c.actions...); s.Phase() != "army" || s.View(rules.Full).ToAct[0] != c.first {
			t.Errorf("%s: phase %s, first buys %v, want %s", c.name, s.Phase(), s.View(rules.Full).ToAct, c.first)
		}
	}
}

func TestRule06_LoserBuysFirstAndSpentCardsAreTheChange(t *testing.T) {
	s := opening(t, nil, "spy 2h", "spy 9d", "spy 10c", "spy 5c", "done white", "done black")
	fields(t, s, map[string]string{
		"spent.white": `["2h","9d"]`, "espionage.white": `["2h","9d"]`, "spent.black": `["5c","10c"]`,
	})
	s = play(t, s, "army")
	if s.View(rules.Full).ToAct[0] != "black" || s.Phase() != "army" {
		t.Errorf("after the loser's empty purchase %v acts in %s", s.View(rules.Full).ToAct, s.Phase())
	}
	if s = play(t, s, "army"); s.View(rules.Full).ToAct[0] != "white" || s.Phase() != "training" {
		t.Errorf("after both purchases %v acts in %s", s.View(rules.Full).ToAct, s.Phase())
	}
}

func TestRule07_NobodyBuysMoreThanTheCardsAllow(t *testing.T) {
	s := opening(t, nil, "done white", "done black")
	allows(t, s, "army levy=16 knights=4 pikemen=4", "army", "no army levy=16 knights=4 pikemen=4 crossbowmen=2")
	refuses(t, s, "army levy=16 knights=4 pikemen=4 crossbowmen=2", "no.worth")
	refuses(t, s, "army levy=17", "no.army.many")
	sum := 0
	for k := range units {
		sum += price[k] * int(most[k])
	}
	if sum != 120 {
		t.Errorf("the whole set costs %d", sum)
	}
}

func TestRule08_WhatRemainsPassesOn(t *testing.T) {
	s := opening(t, nil, "done white", "done black", "army levy=5", "pay 10c")
	fields(t, s, map[string]string{"spent.black": `["10c"]`})
	if got := value(s, rules.Full, "cards", "black"); strings.Contains(got, "10c") || strings.Count(got, ",") != 16 {
		t.Errorf("what remains is %s", got)
	}
}

func TestRule09_ExactPaymentIsListedWhileItCanBeCompleted(t *testing.T) {
	s := opening(t, nil, "spy 2c", "spy 3c", "done white", "done black", "army", "army levy=5")
	want := []string{"pay 10c", "pay 10s", "pay 4c", "pay 5c", "pay 5s", "pay 6c", "pay 6s", "pay 7c", "pay 7s", "pay 8c", "pay 8s"}
	if got := listed(s); !slices.Equal(got, want) {
		t.Errorf("10 can begin with %v, want %v", got, want)
	}
	refuses(t, s, "pay 9c", "no.pay") // change makes it possible, but it must be exact
	s = play(t, s, "pay 5c")
	fields(t, s, map[string]string{"due": "5"})
	if got := listed(s); !slices.Equal(got, []string{"pay 3s", "pay 5s"}) {
		t.Errorf("after 5c come %v", got)
	}
	refuses(t, s, "pay 10c", "no.highest")
	refuses(t, s, "pay 4c", "no.pay")
	refuses(t, s, "pay 5c", "no.card.hand")
	s = play(t, s, "pay 3s", "pay 2s")
	fields(t, s, map[string]string{"spent.black": `["2c","2s","3c","3s","5c"]`, "due": "0"})
	if s.Phase() != "training" {
		t.Errorf("paid, the phase is %s", s.Phase())
	}
}

func TestRule09_ChangeComesFromEarlierPhases(t *testing.T) {
	// White keeps 10h and 9h only; an army of 4 must be paid with a card too dear.
	var lay []string
	for _, c := range (fullPile &^ (card(0).pile() | card(1).pile() | card(3).pile())).names(White) {
		lay = append(lay, "spy "+c)
	}
	s := opening(t, nil, slices.Concat(lay, []string{"done white", "done black", "army", "army levy=2"})...)
	if got := listed(s); !slices.Equal(got, []string{"pay 10d", "pay 10h", "pay 9h"}) {
		t.Fatalf("4 can be paid with %v", got)
	}
	// 10-4 is one card, the 6; d comes before h.
	next := play(t, s, "pay 10h")
	fields(t, next, map[string]string{"cards.white": `["6d","9h","10d"]`, "due": "0"})
	// 9-4 is 5.
	fields(t, play(t, s, "pay 9h"), map[string]string{"cards.white": `["5d","10d","10h"]`})
}

// keeping plays espionage so that White is left with the given cards and buys second.
func keeping(t *testing.T, cards ...string) rules.State {
	lay := slices.DeleteFunc(fullPile.names(White), func(c string) bool { return slices.Contains(cards, c) })
	return opening(t, nil, slices.Concat(spies(lay), []string{"done white", "done black", "army"})...)
}

func TestRule09_NoCardIsSuperfluous(t *testing.T) {
	s := play(t, keeping(t, "10h", "3d"), "army levy=2")
	if got := listed(s); !slices.Equal(got, []string{"pay 10h"}) {
		t.Errorf("4 out of 10h and 3d is paid with %v", got)
	}
	refuses(t, s, "pay 3d", "no.pay")
	refuses(t, keeping(t, "10h", "3d"), "army levy=6", "no.exact") // 13 for 12, and nothing is 1
}

func TestRule09_WhatCannotBePaidIsRefused(t *testing.T) {
	s := keeping(t, "3d")
	if got := listed(s); !slices.Equal(got, []string{"army"}) {
		t.Errorf("with 3d can be bought %v", got) // nothing is 1
	}
	refuses(t, s, "army levy=1", "no.exact")
	refuses(t, s, "army levy=2", "no.worth")
}

func TestRule09_FewestCardsThenTheHighest(t *testing.T) {
	for _, c := range []struct {
		box  string
		n    int
		want string
	}{
		{"2d 3d 5d 8d", 8, "8d"},
		{"2d 3d 4d 5d 6d", 8, "2d 6d"},
		{"3d 3h 4d 4h 5h", 8, "3d 5h"},
		{"2d 2h 3d 3h 4d", 7, "3d 4d"},
		{"4h 4d 2d 2h", 4, "4d"},
		{"2d 2h 5d", 4, "2d 2h"},
	} {
		box, err := readPile(White, strings.Fields(c.box))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(fewest(box, c.n).names(White), " "); got != c.want {
			t.Errorf("%d out of %s is %s, want %s", c.n, c.box, got, c.want)
		}
	}
}

func spies(cards []string) (out []string) {
	for _, c := range cards {
		out = append(out, "spy "+c)
	}
	return out
}

func TestRule10_Training(t *testing.T) {
	s := opening(t, nil, "done white", "done black", "army", "army")
	want := []string{"train 0", "train 1", "train 2", "train 3", "train 4", "train 5"}
	if got := listed(s); !slices.Equal(got, want) {
		t.Errorf("training can be %v", got)
	}
	for n, cost := range []int{0, 2, 6, 15, 30, 60} {
		next := play(t, s, fmt.Sprintf("train %d", n))
		fields(t, next, map[string]string{"king_points.white": fmt.Sprint(n + 1), "due": fmt.Sprint(cost)})
	}
	s = play(t, s, "train 1", "pay 2d")
	if s.Phase() != "training" || s.View(rules.Full).ToAct[0] != "black" {
		t.Errorf("after White's training: %s, %v", s.Phase(), s.View(rules.Full).ToAct)
	}
	if s = play(t, s, "train 0"); s.Phase() != "deployment" {
		t.Errorf("after both: %s", s.Phase())
	}
}

// deployed plays to a deployment of one Levy a side.
func deployed(t *testing.T, train ...string) rules.State {
	return opening(t, nil, slices.Concat([]string{"done white", "done black", "army levy=1", "pay 2c", "army levy=1", "pay 2d"}, train)...)
}

func TestRule11_Deployment(t *testing.T) {
	s := deployed(t, "train 0", "train 0")
	allows(t, s, "deploy king a2", "deploy levy h8", "deploy king a9", "no deploy levy a1", "no done white", "no done black")
	refuses(t, s, "deploy knights b2", "no.place.left")
	refuses(t, s, "done white", "no.placed")
	s = play(t, s, "deploy king e1", "deploy king e16", "deploy levy e2")
	allows(t, s, "done white", "no done black", "no deploy levy e3")
	s = play(t, s, "done white")
	allows(t, s, "no done white", "deploy levy e15")
	next, fx, err := take(play(t, s, "deploy levy e15"), "done black")
	if err != nil || next.Phase() != "battle" || len(fx) != 4 {
		t.Errorf("the joining: %v, phase %s, effects %v", err, next.Phase(), fx)
	}
	if where(next, rules.Table, "bL1") != "e15" {
		t.Error("after the joining not everything is open")
	}
}

func TestRule12_WhoBegins(t *testing.T) {
	finish := []string{"deploy king e1", "deploy king e16", "deploy levy e2", "deploy levy e15", "done white", "done black"}
	for _, c := range []struct {
		train []string
		first string
		left  string
	}{
		{[]string{"train 1", "pay 2h", "train 0"}, "white", "2"},
		{[]string{"train 0", "train 1", "pay 2s"}, "black", "2"},
		{[]string{"train 0", "train 0"}, "black", "1"}, // the loser of espionage
	} {
		s := play(t, deployed(t, c.train...), finish...)
		if s.View(rules.Full).ToAct[0] != c.first || value(s, rules.Full, "command_left") != c.left {
			t.Errorf("%v: %v begins with %s points", c.train, s.View(rules.Full).ToAct, value(s, rules.Full, "command_left"))
		}
	}
}

func TestRule13_CommandPoints(t *testing.T) {
	s := battleOf(t, nil, "white", "wL1 a5, wL2 c5, wL3 e5", options{"king_points": options{"white": 2, "black": 1}, "command_left": 2})
	s = play(t, s, "a5-a6", "a6-a7")
	fields(t, s, map[string]string{"command_left": "1", "used": `["wL1"]`, "active": `"wL1"`, "points_left": "0", "fight_points_left": "1"})
	allows(t, s, "no a7-a8", "c5-c6", "e1-e2", "end")
	s = play(t, s, "c5-c6")
	allows(t, s, "c6-c7", "no e5-e6", "no e1-e2", "no a7-a8")
	fields(t, s, map[string]string{"command_left": "0", "active": `"wL2"`, "points_left": "1"})
	s = play(t, s, "end")
	fields(t, s, map[string]string{"command_left": "1", "used": "[]", "active": "null", "quiet": "1"})
	if s.View(rules.Full).ToAct[0] != "black" {
		t.Error("the turn did not pass")
	}
}

func TestRule13_AUseEndsWhenAnotherActs(t *testing.T) {
	s := play(t, battleOf(t, nil, "white", "wL1 a5, wL2 c5", nil), "a5-a6", "c5-c6")
	allows(t, s, "no a6-a7", "c6-c7")
	s = play(t, battleOf(t, nil, "white", "wL1 a5, wL2 c5", nil), "a5-a6", "e1-e2")
	allows(t, s, "no a6-a7", "e2-e3")
	fields(t, s, map[string]string{"command_left": "4", "used": `["wL1"]`, "active": "null", "points_left": "0"})
}

func TestRule13_FightThenWalk(t *testing.T) {
	s := play(t, battleOf(t, nil, "white", "wN1 d5, bX1 d6", nil), "d5*d6")
	fields(t, s, map[string]string{"points_left": "3", "fight_points_left": "1"})
	allows(t, s, "d5-d6", "d5-e6")
}

func TestRule13_AKingLostInHisAttackTakesTheCommandAlong(t *testing.T) {
	s := battleOf(t, nil, "white", "wK d5, bL1 d6, wL1 a5", nil)
	s = play(t, s, "d5*d6", "draw 1", "draw 4")
	stand(t, s, "wK -", "bL1 d6")
	fields(t, s, map[string]string{"command_left": "0"})
	if got := listed(s); !slices.Equal(got, []string{"end"}) {
		t.Errorf("after that White may %v", got)
	}
	s = play(t, s, "end", "end")
	fields(t, s, map[string]string{"command_left": "1", "king_points.white": "1"})
}

func TestRule14_DiagonalStepCostsTwo(t *testing.T) {
	s := play(t, battleOf(t, nil, "white", "wL1 d5", nil), "d5-e6")
	fields(t, s, map[string]string{"points_left": "0"})
	s = play(t, battleOf(t, nil, "white", "wL1 d5", nil), "d5-d6")
	allows(t, s, "no d6-e7", "d6-e6")
	refuses(t, s, "d6-e7", "no.diagonal")
	s = play(t, battleOf(t, nil, "white", "", nil), "e1-d2")
	fields(t, s, map[string]string{"command_left": "4"})
}

func TestRule14_BridgeCrossingCostsOne(t *testing.T) {
	bridge := options{"bridges": []string{"d"}}
	s := play(t, battleOf(t, nil, "white", "wL1 d8", bridge), "d8-d9")
	fields(t, s, map[string]string{"points_left": "1"})
	allows(t, play(t, s, "d9-d8"), "no d8-d7")
	s = play(t, battleOf(t, nil, "white", "wL1 d7", bridge), "d7-d8")
	allows(t, s, "d8-d9")
	s = play(t, battleOf(t, nil, "white", "wK d8", bridge), "d8-d9")
	fields(t, s, map[string]string{"command_left": "5"})
}

func TestRule14_CrossingWithoutBridgeTakesAll(t *testing.T) {
	s := play(t, battleOf(t, nil, "white", "wN1 d8", nil), "d8-d9")
	fields(t, s, map[string]string{"points_left": "0", "command_left": "5", "active": `"wN1"`})
	s = play(t, battleOf(t, nil, "white", "wN1 d7", nil), "d7-d8")
	refuses(t, s, "d8-d9", "no.cross")
	allows(t, battleOf(t, nil, "black", "bN1 d9", nil), "d9-d8", "no d9-c8")
	allows(t, battleOf(t, nil, "white", "wN1 d8, wL1 d9", nil), "no d8-d9")
	allows(t, battleOf(t, nil, "white", "wN1 d8, bL1 d9", nil), "no d8-d9", "no d8*d9")
	king := battleOf(t, nil, "white", "wK d8, wL1 a5", nil)
	fields(t, play(t, king, "d8-d9"), map[string]string{"command_left": "0"})
	allows(t, play(t, king, "a5-a6"), "no d8-d9", "d8-d7")
}

func TestRule14_MeleeCosts(t *testing.T) {
	for _, c := range []struct{ pieces, before, attack, points, fight string }{
		{"wN1 d5, bX1 d6", "", "d5*d6", "3", "1"},
		{"wN1 d5, bX1 e6", "", "d5*e6", "2", "0"},
		{"wL1 d5, bX1 e6", "", "d5*e6", "0", "0"},                  // the last fighting point
		{"wL1 d5, bX1 e7", "d5-d6", "d6*e7", "0", "0"},             // the last of both
		{"wN1 d2, bX1 e6", "d2-d3 d3-d4 d4-d5", "d5*e6", "0", "1"}, // the last movement point
		{"wN1 d5, bX1 d6, bX2 e6", "d5*d6", "d5*e6", "1", "0"},     // three and one left: two and one
		{"wP1 d5, bN1 d6", "", "d5*d6", "0", "0"},
		{"wP1 d5, bN1 e6", "", "d5*e6", "0", "0"},
	} {
		s := battleOf(t, nil, "white", c.pieces, nil)
		s = play(t, play(t, s, strings.Fields(c.before)...), c.attack)
		if p, f := value(s, rules.Full, "points_left"), value(s, rules.Full, "fight_points_left"); p != c.points || f != c.fight {
			t.Errorf("%s, %s %s: %s points and %s of fighting left, want %s and %s", c.pieces, c.before, c.attack, p, f, c.points, c.fight)
		}
	}
	for _, c := range []struct {
		points int
		attack string
		left   string
	}{{6, "d5*d6", "5"}, {6, "d5*e6", "4"}, {1, "d5*e6", "0"}, {1, "d5*d6", "0"}} {
		s := battleOf(t, nil, "white", "wK d5, bX1 d6, bX2 e6", options{"king_points": options{"white": c.points, "black": 1}, "command_left": c.points})
		if got := value(play(t, s, c.attack), rules.Full, "command_left"); got != c.left {
			t.Errorf("the King's %s of %d points leaves %s, want %s", c.attack, c.points, got, c.left)
		}
	}
}

func TestRule15_NobodyPassesThroughOthers(t *testing.T) {
	s := battleOf(t, nil, "white", "wN1 d5, wL1 d6, bL1 e5, wL2 d8, bL2 d9", options{"bridges": []string{"d"}})
	allows(t, s, "no d5-d6", "no d5-e5", "no d5-d7", "no d8-d9", "d8*d9")
	refuses(t, s, "d5-d7", "no.step")
	refuses(t, s, "d5-d6", "no.own")
}

// A King who is lost takes his extra points with him, however he falls.
func TestRule29_ALostKingHasNoExtraPoints(t *testing.T) {
	clocks := options{"time": "clocks"}
	for _, c := range []struct {
		says   string
		given  options
		pieces string
		turns  []string
	}{
		{"drawn against", nil, "wL1 d5, bK d6, bL1 a12", []string{"d5*d6", "draw 4", "draw 1"}},
		{"in a draw of sums", nil, "wL1 d5, bK d6, bL1 a12", []string{"d5*d6", "draw 4", "draw 4"}},
		{"shot", nil, "wX1 d5, bK d7, bL1 a12", []string{"d5!d7", "draw 4", "draw 1"}},
		{"without chance", sure, "wL1 d5, bK d6, bL1 a12", []string{"d5*d6"}},
		{"besides, from the flank", sure, "wL1 c6, bL2 d6, bK d7, bL1 a12", []string{"c6*d6"}},
		{"as a deserter", clocks, "wL1 d5, bK d9, bL1 a12", []string{"time black 2", "desert d9"}},
	} {
		before := battleOf(t, c.given, "white", c.pieces, nil)
		fields(t, before, map[string]string{"king_points.white": "6", "king_points.black": "6"})
		s := play(t, before, c.turns...)
		stand(t, s, "bK -")
		for _, viewer := range []rules.Seat{rules.Full, rules.Table, White, Black} {
			if got := value(s, viewer, "king_points", "black"); got != "1" {
				t.Errorf("%s: viewer %d is told of %s points", c.says, viewer, got)
			}
		}
		fields(t, s, map[string]string{"king_points.white": "6"})
	}
	read := battleOf(t, nil, "white", "wL1 d5, bK -, bL1 a12", options{"king_points": options{"white": 6, "black": 6}})
	fields(t, read, map[string]string{"king_points.black": "1"})
}

func TestRule24_Option_KnightsAdvanceWithCardsToo(t *testing.T) {
	follow := options{"knights_advance": true}
	for _, c := range []struct {
		says, pieces string
		turns        []string
		with, as     string // where the attacker stands with the option, and without it
	}{
		{"a higher sum", "wN1 d5, bL1 d6", []string{"d5*d6", "draw 4,4", "draw 1"}, "d6", "d5"},
		{"diagonally", "wN1 d5, bL1 e6", []string{"d5*e6", "draw 4,4", "draw 1"}, "e6", "d5"},
		{"a camp", "wN1 a15", []string{"a15*a16", "draw 4,4", "draw 1"}, "a16", "a15"},
		{"a lower sum", "wN1 d5, bL1 d6, wL1 a5", []string{"d5*d6", "draw 1,1", "draw 4"}, "-", "-"},
		{"equal sums", "wN1 d5, bL1 d6, wL1 a5", []string{"d5*d6", "draw 1,1", "draw 2"}, "-", "-"},
		{"at once, Crossbowmen", "wN1 d5, bX1 d6", []string{"d5*d6"}, "d6", "d5"},
		{"at once, Pikemen: both fall", "wN1 d5, bP1 d6, wL1 a5", []string{"d5*d6"}, "-", "-"},
	} {
		for want, given := range map[string]options{c.with: follow, c.as: nil} {
			if c.with == c.as {
				given = follow
			}
			stand(t, play(t, battleOf(t, given, "white", c.pieces, nil), c.turns...), "wN1 "+want)
		}
	}
	s := play(t, battleOf(t, follow, "white", "wN1 d5, bX1 d6, bL1 d7", nil), "d5*d6")
	allows(t, s, "d6*d7", "d6-c6") // the second fighting point is left
	fields(t, s, map[string]string{"points_left": "3", "fight_points_left": "1"})
	others := play(t, battleOf(t, follow, "white", "wL1 d5, bX1 d6", nil), "d5*d6")
	stand(t, others, "wL1 d5")
	shot := play(t, battleOf(t, follow, "white", "wX1 d5, bX1 d6", nil), "d5!d6")
	stand(t, shot, "wX1 d5")
	bridge := options{"bridges": []string{"d"}}
	stand(t, play(t, battleOf(t, follow, "white", "wN1 d8, bX1 d9", bridge), "d8*d9"), "wN1 d9")
}

func TestRule16_MeleeNeedsAdjacency(t *testing.T) {
	dry := battleOf(t, options{"river": false}, "white", "wL1 d8, bL1 d9, bL2 e9, bL3 d10", nil)
	allows(t, dry, "d8*d9", "d8*e9", "no d8*d10")
	wet := battleOf(t, nil, "white", "wL1 d8, bL1 d9, bL2 e9", nil)
	allows(t, wet, "no d8*d9", "no d8*e9")
	bridged := battleOf(t, nil, "white", "wL1 d8, bL1 d9, bL2 e9", options{"bridges": []string{"d"}})
	allows(t, bridged, "d8*d9", "no d8*e9")
	approach := play(t, battleOf(t, nil, "white", "wL1 d5, wP1 a5, wX1 h5, bL1 d7, bL2 a7, bL3 h8", nil), "d5-d6")
	allows(t, approach, "d6*d7")
	allows(t, play(t, approach, "a5-a6"), "no a6*a7")
	allows(t, play(t, approach, "h5-h6"), "no h6!h8", "no h6*h7")
	refuses(t, battleOf(t, nil, "white", "wX1 d5, bL1 d6", nil), "d5*d6", "no.melee")
}

func TestRule17_Shots(t *testing.T) {
	s := battleOf(t, nil, "white", "wX1 d13, bL1 d15, bL2 f15, bL3 g13, wL1 d14, bX1 b11, bC1 b13, bK d12, bL4 d16", nil)
	allows(t, s, "d13!d15", "d13!f15", "no d13!g13", "d13!b11", "d13!b13", "d13!d12", "no d13!d16", "no d13!d14")
	wet := battleOf(t, nil, "white", "wX1 d8, wX2 a7, bL1 d9, bL2 f9, bL3 b9, bL4 g9, bL5 d10, bL6 a9", nil)
	allows(t, wet, "d8!d9", "d8!f9", "d8!b9", "no d8!g9", "no d8!d10", "no a7!a9")
	dry := battleOf(t, options{"river": false}, "white", "wX1 d8, wX2 a7, bL5 d10, bL6 a9, bL7 d11", nil)
	allows(t, dry, "d8!d10", "a7!a9", "no d8!d11")
	fields(t, play(t, s, "d13!b11"), map[string]string{"points_left": "0", "fight_points_left": "0"})
	allows(t, play(t, s, "d13-c13"), "no c13!d15")
	refuses(t, play(t, s, "d13-c13"), "c13!d15", "no.shot")
}

// drawn is how many cards the two fighters draw after the attack.
func drawn(t *testing.T, pieces string, bridges []string, attack string) string {
	t.Helper()
	s := battleOf(t, nil, "white", pieces, options{"bridges": bridges})
	s = play(t, s, attack)
	if s.Phase() != "draw" {
		t.Fatalf("%s, %s: phase %s", pieces, attack, s.Phase())
	}
	return value(s, rules.Full, "fight", "cards")
}

func TestRule18_BattleDeck(t *testing.T) {
	s := play(t, battleOf(t, nil, "white", "wN1 d5, bN1 d6", nil), "d5*d6")
	want := []string{"draw 1,1", "draw 1,2", "draw 1,3", "draw 1,4", "draw 2,2", "draw 2,3", "draw 2,4", "draw 3,3", "draw 3,4", "draw 4,4"}
	if got := listed(s); !slices.Equal(got, want) {
		t.Errorf("two cards can be %v", got)
	}
	if a := s.Ask(); a.For != White || a.Cards != 2 || !slices.Equal(a.Deck, []uint8{1, 1, 2, 2, 3, 3, 4, 4}) {
		t.Errorf("asked for is %+v", a)
	}
	if got := s.Text(s.Drawn([]uint8{7, 0})); got != "draw 1,4" {
		t.Errorf("the last and the first card are %s", got)
	}
	s = play(t, s, "draw 4,4")
	if a := s.Ask(); a.For != Black {
		t.Errorf("then asked for is %+v", a)
	}
	allows(t, s, "draw 4,4") // an own deck
	if got := drawn(t, "wN1 d7, bN1 d6, wL1 c6, wL2 e6, wL3 c7, wL4 e7", nil, "d7*d6"); got != "[5,2]" {
		t.Errorf("at most five are drawn, not %s", got)
	}
}

func TestRule19_Draws(t *testing.T) {
	for _, c := range []struct{ pieces, attack, want string }{
		{"wL1 d5, bL1 d6", "d5*d6", "[1,1]"},
		{"wK d5, bK d6", "d5*d6", "[1,1]"},
		{"wN1 d5, bL1 d6", "d5*d6", "[2,1]"},
		{"wL1 d5, bN1 d6", "d5*d6", "[1,2]"},
		{"wX1 d5, bL1 d6", "d5!d6", "[1,1]"},
		{"wX1 d5, bP1 d6", "d5!d6", "[2,1]"},
		{"wX1 d5, bN1 d4", "d5!d4", "[1,2]"}, // position never counts
		{"wL1 a15", "a15*a16", "[1,1]"},      // a camp defends with one
	} {
		if got := drawn(t, c.pieces, nil, c.attack); got != c.want {
			t.Errorf("%s, %s: %s cards, want %s", c.pieces, c.attack, got, c.want)
		}
	}
}

func TestRule20_Position(t *testing.T) {
	for _, c := range []struct {
		by, pieces, attack, want string
	}{
		{"white", "wN1 d5, bL1 d6", "d5*d6", "[2,1]"}, // Black faces down the board
		{"white", "wN1 d5, bL1 e6", "d5*e6", "[2,1]"},
		{"white", "wN1 d5, bL1 e5", "d5*e5", "[3,1]"},
		{"white", "wN1 d5, bL1 d4", "d5*d4", "[4,1]"},
		{"white", "wN1 d5, bL1 c4", "d5*c4", "[4,1]"},
		{"black", "bN1 d5, wL1 d4", "d5*d4", "[2,1]"},
		{"black", "bN1 d5, wL1 c5", "d5*c5", "[3,1]"},
		{"black", "bN1 d5, wL1 e6", "d5*e6", "[4,1]"},
	} {
		s := play(t, battleOf(t, nil, c.by, c.pieces, nil), c.attack)
		if got := value(s, rules.Full, "fight", "cards"); got != c.want {
			t.Errorf("%s, %s: %s cards, want %s", c.pieces, c.attack, got, c.want)
		}
	}
	if got := drawn(t, "wL1 d9, bL1 d8", []string{"d"}, "d9*d8"); got != "[3,1]" {
		t.Errorf("over a bridge from behind: %s", got)
	}
}

func TestRule21_NeighboursOfBothHelp(t *testing.T) {
	for _, c := range []struct{ pieces, attack, want string }{
		{"wL1 d5, bL1 d6, wL2 c5", "d5*d6", "[2,1]"},
		{"wL1 d5, bL1 d6, wL2 c4", "d5*d6", "[1,1]"},
		{"wL1 d5, bL1 d6, bL2 e6", "d5*d6", "[1,2]"},
		{"wL1 d5, bL1 d6, wC1 c6, bK e5", "d5*d6", "[2,2]"},
		{"wX1 d5, bL1 d7, wL2 c6, bL2 e6", "d5!d7", "[2,2]"}, // for shots too
		{"wL1 d8, bL1 d9, wL2 c8, bL2 e9", "d8*d9", "[1,1]"}, // over the bridge only these two are neighbours
		{"wX1 c8, bL1 d9, wL2 d8", "c8!d9", "[2,1]"},         // beside the one, over the bridge to the other
	} {
		if got := drawn(t, c.pieces, []string{"d"}, c.attack); got != c.want {
			t.Errorf("%s, %s: %s cards, want %s", c.pieces, c.attack, got, c.want)
		}
	}
}

func TestRule22_SpecialCards(t *testing.T) {
	cards := options{"cards": options{"white": []string{"7h", "2d"}, "black": []string{"9s"}}}
	s := play(t, battleOf(t, nil, "white", "wL1 d5, bL1 d6", cards), "d5*d6")
	if got := listed(s); !slices.Equal(got, []string{"special 2d", "special 7h", "special none"}) || s.Phase() != "special" {
		t.Fatalf("the attacker may %v", got)
	}
	s = play(t, s, "special 7h")
	if got := listed(s); !slices.Equal(got, []string{"special 9s", "special none"}) {
		t.Fatalf("the defender may %v", got)
	}
	fields(t, s, map[string]string{"fight.specials": `["7h"]`, "cards.white": `["2d"]`, "spent.white": "[]"})
	s = play(t, s, "special none", "draw 1", "draw 4")
	stand(t, s, "bL1 -", "wL1 d5")
	fields(t, s, map[string]string{"spent.white": `["7h"]`, "cards.black": `["9s"]`, "fight": "null"})
	// Who has none is not asked; automatic results come before the question; combat: sure has none.
	alone := options{"cards": options{"white": []string{}, "black": []string{"9s"}}}
	s = play(t, battleOf(t, nil, "white", "wL1 d5, bL1 d6", alone), "d5*d6")
	if s.View(rules.Full).ToAct[0] != "black" {
		t.Errorf("asked is %v", s.View(rules.Full).ToAct)
	}
	s = play(t, s, "special 9s", "draw 4", "draw 1")
	stand(t, s, "wL1 -", "bL1 d6")
	if s := play(t, battleOf(t, nil, "white", "wL1 d5, bX1 d6", cards), "d5*d6"); s.Phase() != "battle" {
		t.Errorf("an automatic result goes on in %s", s.Phase())
	}
	if s := play(t, battleOf(t, sure, "white", "wL1 d5, bL1 d6", cards), "d5*d6"); s.Phase() != "battle" {
		t.Errorf("combat: sure goes on in %s", s.Phase())
	}
}

func TestRule23_Results(t *testing.T) {
	for _, c := range []struct {
		pieces, attack string
		draws          []string
		want           []string
	}{
		{"wL1 d5, bL1 d6", "d5*d6", []string{"draw 2", "draw 1"}, []string{"wL1 d5", "bL1 -"}},
		{"wL1 d5, bL1 d6", "d5*d6", []string{"draw 1", "draw 2"}, []string{"wL1 -", "bL1 d6"}},
		{"wL1 d5, bL1 d6", "d5*d6", []string{"draw 1", "draw 1"}, []string{"wL1 -", "bL1 -"}},
		{"wX1 d5, bL1 d6", "d5!d6", []string{"draw 2", "draw 1"}, []string{"wX1 d5", "bL1 -"}},
		{"wX1 d5, bL1 d6", "d5!d6", []string{"draw 1", "draw 1"}, []string{"wX1 d5", "bL1 d6"}},
		{"wX1 d5, bL1 d6", "d5!d6", []string{"draw 1", "draw 4"}, []string{"wX1 d5", "bL1 d6"}},
		{"wP1 d5, bN1 d6", "d5*d6", nil, []string{"wP1 d5", "bN1 -"}},
		{"wN1 d5, bP1 d6, wL1 a5", "d5*d6", nil, []string{"wN1 -", "bP1 -"}},
		{"wL1 d5, bX1 d6", "d5*d6", nil, []string{"wL1 d5", "bX1 -"}},
		{"wX1 d5, bX1 d6", "d5!d6", nil, []string{"wX1 d5", "bX1 -"}},
		{"wK d5, bX1 d6", "d5*d6", nil, []string{"wK d5", "bX1 -"}},
	} {
		s := play(t, battleOf(t, nil, "white", c.pieces, nil), append([]string{c.attack}, c.draws...)...)
		stand(t, s, c.want...)
		fields(t, s, map[string]string{"quiet": "0"})
		if s.Phase() != "battle" {
			t.Errorf("%s, %s: phase %s", c.pieces, c.attack, s.Phase())
		}
	}
	s := play(t, battleOf(t, nil, "white", "wL1 d5, bL1 d6", nil), "d5*d6", "draw 1", "draw 2")
	fields(t, s, map[string]string{"active": "null", "points_left": "0", "used": `["wL1"]`})
}

func TestRule24_KnightsTakeTheSquare(t *testing.T) {
	s := play(t, battleOf(t, sure, "white", "wN1 d5, bL1 d6, bL2 d7", nil), "d5*d6")
	stand(t, s, "wN1 d6", "bL1 -")
	s = play(t, s, "d6*d7", "d7-d8")
	stand(t, s, "wN1 d8", "bL2 -")
	stand(t, play(t, battleOf(t, sure, "white", "wL1 d5, bL1 d6", nil), "d5*d6"), "wL1 d5", "bL1 -")
	stand(t, play(t, battleOf(t, nil, "white", "wN1 d5, bX1 d6", nil), "d5*d6"), "wN1 d5", "bX1 -")
	over := battleOf(t, sure, "white", "wN1 d8, bL1 d9", options{"bridges": []string{"d"}})
	stand(t, play(t, over, "d8*d9"), "wN1 d9")
	h := over.Hands(rules.Step{By: White, Kind: kindStrike, Arg: [rules.StepArgs]uint8{59, 67}})
	if h.Carries[0] != (rules.Carry{From: 59, To: 67}) || !h.Takes.Has(67) {
		t.Errorf("the hands do %+v", h)
	}
}

func TestRule25_FrontalDestroysTheTargetAlone(t *testing.T) {
	s := play(t, battleOf(t, sure, "white", "wL1 d5, bL1 d6, bL2 c6, bL3 e6, bL4 d7", nil), "d5*d6")
	stand(t, s, "bL1 -", "bL2 c6", "bL3 e6", "bL4 d7", "wL1 d5")
}

func TestRule26_Flank(t *testing.T) {
	const both = "wL1 d5, bL1 e5, bL2 e6, bL3 e4"
	s := battleOf(t, sure, "white", both, nil)
	allows(t, s, "d5*e5", "no d5*e5/e6")
	refuses(t, s, "d5*e5/e6", "no.nothing.choose")
	stand(t, play(t, s, "d5*e5"), "bL1 -", "bL2 -", "bL3 -", "wL1 d5")
	for _, blue := range []string{"bL4 d6", "bL4 d4", "bK d6"} {
		s = battleOf(t, sure, "white", both+", "+blue, nil)
		allows(t, s, "no d5*e5", "d5*e5/e6", "d5*e5/e4")
		refuses(t, s, "d5*e5", "no.two")
		refuses(t, s, "d5*e5/d6", "no.besides")
		stand(t, play(t, s, "d5*e5/e4"), "bL1 -", "bL2 e6", "bL3 -", blue)
	}
	s = battleOf(t, sure, "white", "wL1 d13, bL1 e13, bL2 e14, bL3 e12, bC1 d14", nil) // camps do not count on blue
	stand(t, play(t, s, "d13*e13"), "bL2 -", "bL3 -", "bC1 d14")
	s = battleOf(t, sure, "white", "wL1 d5, bL1 e5, bL2 e6, bL4 d6", nil) // one only: no choice
	stand(t, play(t, s, "d5*e5"), "bL1 -", "bL2 -", "bL4 d6")
	s = battleOf(t, sure, "white", "wL1 d5, bL1 e5, wL2 e6, bL4 d6", nil) // own pieces never fall
	stand(t, play(t, s, "d5*e5"), "bL1 -", "wL2 e6", "bL4 d6")
}

func TestRule27_Rear(t *testing.T) {
	s := battleOf(t, sure, "white", "wL1 d7, bL1 d6, bL2 c6, bL3 e6, bL4 d5, bL5 e7", nil)
	stand(t, play(t, s, "d7*d6"), "bL1 -", "bL2 -", "bL3 -", "bL4 d5", "bL5 e7")
	s = battleOf(t, sure, "black", "bL1 d5, wL1 e6, wL2 d6, wL3 f6", nil)
	stand(t, play(t, s, "d5*e6"), "wL1 -", "wL2 -", "wL3 -")
}

func TestRule27_ExtraKillsNeverCrossTheWater(t *testing.T) {
	pieces := "wL1 d9, bL1 e9, bL2 e8, bL3 e10"
	for _, given := range []options{sure, with(sure, "river", false)} {
		bridges := []string{"e"}
		if given["river"] == false {
			bridges = nil
		}
		s := play(t, battleOf(t, given, "white", pieces, options{"bridges": append([]string{}, bridges...)}), "d9*e9")
		want := "bL2 e8"
		if given["river"] == false {
			want = "bL2 -"
		}
		stand(t, s, "bL1 -", "bL3 -", want)
	}
}

func TestRule27_TheEndIsJudgedAfterAllRemovals(t *testing.T) {
	s := battleOf(t, sure, "white", "wN1 d5, wK -, bP1 e5, bK e6", options{"command_left": 1})
	ends(t, play(t, s, "d5*e5"), "draw both") // the Knights die with the Pikemen
}

func TestRule28_KnightsAndPikemen(t *testing.T) {
	for _, c := range []struct {
		pieces, attack string
		want           []string
	}{
		{"wN1 d5, bP1 d6", "d5*d6", []string{"wN1 -", "bP1 -"}},
		{"wN1 d5, bP1 e5", "d5*e5", []string{"wN1 -", "bP1 -"}},
		{"wN1 d5, bL1 e5, bP1 e6", "d5*e5", []string{"wN1 -", "bL1 -", "bP1 -"}},
		{"wN1 d7, bP1 d6, bP2 e6", "d7*d6", []string{"wN1 d6", "bP1 -", "bP2 -"}},
		{"wP1 d5, bN1 d6", "d5*d6", []string{"wP1 d5", "bN1 -"}},
		{"wX1 d5, bP1 d6", "d5!d6", []string{"wX1 d5", "bP1 -"}},
		{"wL1 d5, bL1 e5, bK e6", "d5*e5", []string{"bL1 -", "bK -"}},          // the King can fall besides
		{"wL1 d13, bL1 e13, bC1 e14", "d13*e13", []string{"bL1 -", "bC1 e14"}}, // a camp cannot
		{"wL1 d13, bC1 e13, bL1 e14", "d13*e13", []string{"bC1 -", "bL1 -"}},   // but as the target
		{"wX1 d5, bL1 e5, bL2 e6, bL3 e4", "d5!e5", []string{"bL1 -", "bL2 e6", "bL3 e4"}},
	} {
		s := play(t, battleOf(t, sure, "white", c.pieces+", bL9 h9, wL9 a8", nil), c.attack)
		stand(t, s, c.want...)
	}
}

func TestRule28_TheChosenKillDecidesTheKnights(t *testing.T) {
	s := battleOf(t, sure, "white", "wN1 d5, bL1 e5, bP1 e6, bL2 e4, bL3 d6", nil)
	stand(t, play(t, s, "d5*e5/e6"), "wN1 -", "bP1 -", "bL2 e4")
	stand(t, play(t, s, "d5*e5/e4"), "wN1 e5", "bP1 e6", "bL2 -")
	step, _ := s.Parse("d5*e5/e6")
	d5, e5, e6 := board.Square(35), board.Square(36), board.Square(44)
	if h := s.Hands(step); h.Takes != board.SetOf(d5, e5, e6) || h.Carries[0] != rules.NoCarry {
		t.Errorf("the hands do %+v", h)
	}
}

func TestRule29_End(t *testing.T) {
	for _, c := range []struct{ pieces, attack, want string }{
		{"wL1 a15, bC2 -", "a15*a16", "white camps"},
		{"wL1 a15", "a15*a16", ""},
		{"wL1 d15, bK d16", "d15*d16", "white units"},
		{"wL1 d15, bK d16, bL1 h9", "d15*d16", ""},                    // losing the King is not a defeat
		{"wL1 a15, bC1 a16, bK b16, bC2 -", "a15*a16", "white camps"}, // the last camp, a King left
		{"wL1 a15, bC1 a16, bK -, bC2 -, bL1 b2", "a15*a16", "white camps"},
	} {
		s := battleOf(t, sure, "white", c.pieces, nil)
		ends(t, play(t, s, c.attack), c.want)
	}
	s := battleOf(t, nil, "white", "wK -, wL1 d15, bK d16", nil)
	s = play(t, s, "d15*d16", "draw 3", "draw 3")
	ends(t, s, "draw both")
	fields(t, s, map[string]string{"command_left": "0", "used": "[]", "active": "null", "fight": "null"})
	own := battleOf(t, nil, "white", "wK -, wL1 d5, bL1 d6", nil)
	ends(t, play(t, own, "d5*d6", "draw 1", "draw 4"), "black units")
}

func TestRule30_AgreedTime(t *testing.T) {
	agreed := options{"time": "agreed"}
	for _, c := range []struct{ pieces, want string }{
		{"wL1 a5", "white value"},
		{"bL1 a9", "black value"},
		{"", "draw value"},
		{"wL1 a5, wC1 -", "black value"},         // 12·1.5 against 10·2
		{"wN1 a5, wC1 -, bL1 b9", "white value"}, // 22·1.5 against 12·2
		{"wP1 a5, wC1 -, bL1 b9", "draw value"},  // 16·1.5 against 12·2
		{"wK -, wL1 a5", "black value"},          // the King counts 10
	} {
		ends(t, play(t, battleOf(t, agreed, "white", c.pieces, nil), "time"), c.want)
	}
	s := battleOf(t, agreed, "white", "wL1 d5, bL1 d6", nil)
	refuses(t, s, "time white 3", "no.time")
	refuses(t, battleOf(t, nil, "white", "", nil), "time", "no.time")
	refuses(t, play(t, s, "d5*d6"), "time", "no.fight.first")
	refuses(t, opening(t, agreed), "time", "no.time.battle")
}

func TestRule30_TheEndSaysWhatDecided(t *testing.T) {
	s := play(t, battleOf(t, options{"time": "agreed"}, "white", "wX1 a5, wC1 -, bL1 b9", nil), "time")
	var said []string
	for _, m := range rules.Counted(s) {
		said = append(said, messages.Text(m))
	}
	if want := []string{"White: pieces and camps worth 27", "Black: pieces and camps worth 24"}; !slices.Equal(said, want) {
		t.Errorf("the end says %q, want %q", said, want)
	}
}

func TestRule30_Clocks(t *testing.T) {
	clocks := options{"time": "clocks"}
	s := battleOf(t, clocks, "white", "wL1 d5, wN1 d4, bL1 d9", nil)
	refuses(t, s, "time", "no.time")
	ends(t, play(t, s, "time white 0"), "white time")
	gone := play(t, s, "time white 2")
	fields(t, gone, map[string]string{"desert": "2"})
	if gone.Phase() != "desert" || gone.View(rules.Full).ToAct[0] != "black" {
		t.Fatalf("phase %s, %v", gone.Phase(), gone.View(rules.Full).ToAct)
	}
	if got := listed(gone); !slices.Equal(got, []string{"desert d4", "desert d5", "desert e1"}) {
		t.Errorf("may desert: %v", got) // the King, too, but no camp
	}
	refuses(t, gone, "desert a1", "no.desert")
	gone = play(t, gone, "desert d4")
	fields(t, gone, map[string]string{"desert": "1"})
	ends(t, play(t, gone, "desert d5"), "black time")
	ends(t, play(t, s, "time white 4"), "black time") // fewer than that: all fall
	stand(t, play(t, s, "time white 4"), "wL1 -", "wN1 -", "wK -", "wC1 a1")
	if s := play(t, s, "time white 3"); s.Phase() != "desert" {
		t.Errorf("exactly as many: phase %s", s.Phase())
	}
	even := battleOf(t, clocks, "black", "bL1 d9", nil)
	ends(t, play(t, even, "time black 1", "desert d9"), "draw time")
}

func TestRule30_RemovalLimit(t *testing.T) {
	s := battleOf(t, options{"removal_limit": 2}, "white", "wL1 d5, bX1 d6", options{"quiet": 2})
	ends(t, play(t, s, "end", "end"), "draw quiet")
	s = play(t, s, "end", "end")
	fields(t, s, map[string]string{"quiet": "0"})
	kill := play(t, battleOf(t, options{"removal_limit": 2}, "white", "wL1 d5, bX1 d6", options{"quiet": 3}), "d5*d6")
	fields(t, kill, map[string]string{"quiet": "0"})
	ends(t, play(t, kill, "end", "end", "end"), "")
	long := battleOf(t, nil, "white", "", options{"quiet": 199})
	ends(t, play(t, long, "end"), "draw quiet")
	ends(t, play(t, long, "draw"), "draw agreed")
	ends(t, play(t, long, "resign white"), "black resigned")
	ends(t, play(t, long, "abandon"), "draw abandoned")
}

func TestRule31_TheBoardsJoinAtRank8(t *testing.T) {
	for f := range board.Square(files) {
		if facing(56+f) != 64+f || facing(64+f) != 56+f {
			t.Errorf("file %d: over the river from rank 8 is %d", f, facing(56+f))
		}
	}
	if facing(10) != noSquare {
		t.Error("a2 is on a bank")
	}
}

// With a handicap a player begins without the highest cards; they are nowhere, in documents neither. A position keeps its
// handicap as text (rule 33).
func TestRule33_FewerCardsBegin(t *testing.T) {
	for n, worth := range map[int]int{18: 108, 17: 98, 16: 88, 14: 70, 10: 40, 8: 28} {
		s := opening(t, options{"cards_black": n}).(State)
		if white, black := s.cards[White].hand, s.cards[Black].hand; white != fullPile || black.count() != n || black.total() != worth {
			t.Errorf("%d cards: White begins with %v, Black with %v", n, white.names(White), black.names(Black))
		}
	}
	s := opening(t, options{"cards_black": 9})
	allows(t, s, "spy 10h", "spy 5s", "spy 6s", "no spy 6c", "no spy 10s")
	s = play(t, s, "spy 2h", "done white", "done black")
	allows(t, s, "army knights=2 pikemen=1", "no army knights=2 pikemen=2", "army levy=16", "no army levy=16 pikemen=1")
	s = play(t, s, "army knights=1")
	allows(t, s, "pay 6s", "pay 5c", "no pay 6c")
	for _, action := range []string{"pay 5c", "pay 5s", "pay 2c", "army", "train 0", "train 2", "pay 6s"} {
		s = play(t, s, action)
		text, _ := json.Marshal(s.View(rules.Full))
		if again, err := rules.ReadPosition([]*rules.Game{Game}, text); err != nil || again != s {
			t.Fatalf("after %s it is read back as another position: %v", action, err)
		}
	}
	left := s.(State)
	if got := left.cards[Black].hand.names(Black); !slices.Equal(got, []string{"2s", "3c", "3s", "4c", "4s"}) {
		t.Errorf("Black keeps %v", got)
	}
	doc := document(options{"cards_black": 9}, "white", "", options{"cards": options{"white": []string{}, "black": []string{"6c"}}})
	if _, err := readDoc(doc); !errors.Is(err, rules.ErrPosition) {
		t.Errorf("a card that is left out is taken: %v", err)
	}
	for _, bad := range []int{0, 7, 19} {
		if _, err := Game.Start(options{"cards_white": bad}); !errors.Is(err, rules.ErrOption) {
			t.Errorf("a handicap of %d cards is taken: %v", bad, err)
		}
	}
}
