package dungeonchess

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/messages"
	"reeve/rules"
)

func TestRule1_Board(t *testing.T) {
	top := opening(t, 2).Topology()
	if top.Len() != 72 {
		t.Errorf("%d squares, want the hall's 64 and 8 entry squares", top.Len())
	}
	for name, near := range map[string]int{"a1": 3, "h8": 3, "d4": 8, "c1": 6, "d1": 7, "a4": 7, "d0": 4, "i5": 4} {
		sq, ok := top.Square(name)
		if !ok || len(top.Place(sq).Near) != near {
			t.Errorf("%s is there: %t, with %v near", name, ok, top.Place(sq).Near)
		}
	}
	for _, name := range []string{"z0", "c0", "f0", "z3", "z6", "i3", "i6", "c9", "f9", "a0", "a9", "i9"} {
		if _, ok := top.Square(name); ok {
			t.Errorf("%s is wall", name)
		}
	}
	for mark, want := range map[string]string{"entry": "d0 d9 e0 e9 i4 i5 z4 z5", "teleport": "a2 a7 b1 b8 g1 g8 h2 h7"} {
		var marked board.Set
		for sq := range board.Square(top.Len()) {
			if slices.Contains(top.Place(sq).Marks, mark) {
				marked.Add(sq)
			}
		}
		if got := strings.Join(top.Names(marked), " "); got != want {
			t.Errorf("%s: %s, want %s", mark, got, want)
		}
	}
}

func TestRule2_SeatsAndOrderOfPlay(t *testing.T) {
	first := map[int]string{2: "d1-d2; d8-d7", 3: "d1-d2; a5-b5; d8-d7", 4: "d1-d2; a5-b5; d8-d7; h4-g4"}
	for players, seats := range map[int][]rules.Seat{
		2: {South, North}, 3: {South, West, North}, 4: {South, West, North, East},
	} {
		s := begun(t, players)
		if s.Seated() != rules.SeatsOf(seats...) {
			t.Errorf("%d players: seated are %v", players, s.Seated().All())
		}
		for i, move := range strings.Split(first[players], "; ") {
			expect(t, s, "turn", seats[i])
			s = play(t, s, move)
		}
		expect(t, s, "turn", South)
	}
	for _, players := range []any{1, 5, 2.5, "2", true} {
		if _, err := Game.Start(map[string]any{"players": players}); err == nil {
			t.Errorf("%v players are taken", players)
		}
	}
}

// The characters of both sides that the tests of moves leave out of the way.
const (
	twoNorth = "nC1 h8, nC2 g8"
	twoSouth = "sC1 a1, sC2 b1"
)

func TestRule3_MovesAndCaptures(t *testing.T) {
	for _, c := range []struct{ id, at, others, want string }{
		{"sL1", "d4", twoNorth, "-c4 -d3 -d5 -e4"},
		{"sC1", "d4", twoNorth, "-a4 -b4 -c4 -d1 -d2 -d3 -d5 -d6 -d7 -e4 -f4 -g4"},
		{"sG", "d4", twoNorth, "-a1 -a7 -b2 -b6 -c3 -c5 -e3 -e5 -f2 -f6 -g1 -g7"},
		{"sM", "d4", twoNorth, "-a1 -a4 -a7 -b2 -b4 -b6 -c3 -c4 -c5 -d1 -d2 -d3 -d5 -d6 -d7 -e3 -e4 -e5 -f2 -f4 -f6 -g1 -g4 -g7"},
		{"sL1", "d4", "nC1 d5, nC2 e5", "-c4 -d3 -e4 xd5"},
		{"sC1", "d4", "nC1 d7, nC2 e5", "-a4 -b4 -c4 -d1 -d2 -d3 -d5 -d6 -e4 -f4 -g4 xd7"},
		{"sC1", "d4", "nC1 d8, nC2 h4", "-a4 -b4 -c4 -d1 -d2 -d3 -d5 -d6 -d7 -e4 -f4 -g4"}, // four away
		{"sG", "d4", "nC1 d5, nC2 g7", "-a1 -a7 -b2 -b6 -c3 -c5 -e3 -e5 -f2 -f6 -g1 xg7"},
		{"sG", "a1", "nC1 b2, nC2 c3", "xb2"},
		{"sM", "h1", "nC1 h2, nC2 e4", "-e1 -f1 -f3 -g1 -g2 xe4 xh2"},
	} {
		other := "sL2 a8"
		s := setup{at: c.id + " " + c.at + ", " + other + ", " + c.others}.state(t)
		if got := legalOf(s, c.at); got != c.want {
			t.Errorf("%s on %s with %s: %q, want %q", c.id, c.at, c.others, got, c.want)
		}
	}
	if table.chests != 2 || table.chestPoints != 3 || table.points != [kinds]int{2, 4, 3, 5} {
		t.Errorf("chests %d of %d points, characters of %v", table.chests, table.chestPoints, table.points)
	}
}

func TestRule4_Start(t *testing.T) {
	const want = "eC1 h3 eC2 h6 eG i4 eL1 h4 eL2 h5 eM i5 nC1 f8 nC2 c8 nG e9 nL1 e8 nL2 d8 nM d9 " +
		"sC1 c1 sC2 f1 sG d0 sL1 d1 sL2 e1 sM e0 wC1 a6 wC2 a3 wG z5 wL1 a5 wL2 a4 wM z4"
	var got []string
	for _, p := range opening(t, 4).View(rules.Table).Pieces {
		got = append(got, p.ID, *p.At)
	}
	if text := strings.Join(got, " "); text != want {
		t.Errorf("the start is %s, want %s", text, want)
	}
	if n := len(opening(t, 2).View(rules.Full).Pieces); n != 12 {
		t.Errorf("with two players %d characters are listed", n)
	}
}

func TestRule5_NobodyIsPassedAndOwnOnesAreNotCaptured(t *testing.T) {
	s := setup{at: "sC1 d4, sL1 d5, nC1 f4, nC2 g4"}.state(t)
	if got := legalOf(s, "d4"); got != "-a4 -b4 -c4 -d1 -d2 -d3 -e4 xf4" {
		t.Errorf("the Knight may %s", got)
	}
	refuses(t, s, "d4xg4", "no.way")
	refuses(t, s, "d4xd5", "no.own")
	refuses(t, s, "d4-d5", "no.own")
	refuses(t, s, "d4-d6", "no.way")
	refuses(t, s, "d4xe4", "no.sign")
	refuses(t, s, "f4-f5", "no.theirs")
	refuses(t, s, "a1-a2", "no.empty")
}

func TestRule5_TheCapturerKeepsTheCharacter(t *testing.T) {
	s := setup{at: "sC1 d4, sL1 a1, nC1 d6, nC2 h8, nM h7"}.state(t)
	step, _ := s.Parse("d4xd6")
	next, fx, err := s.Apply(step, nil)
	if err != nil {
		t.Fatal(err)
	}
	if where(next, "sC1") != "d6" || where(next, "nC1") != "" || !slices.Contains(doc(next).Held["south"], "nC1") {
		t.Errorf("after the capture: %+v", next)
	}
	top := s.Topology()
	d4, _ := top.Square("d4")
	d6, _ := top.Square("d6")
	want := []rules.Effect{
		{Kind: rules.EffectRemoved, From: d6, To: board.None}, {Kind: rules.EffectMoved, From: d4, To: d6},
	}
	if !slices.Equal(fx, want) {
		t.Errorf("effects %v, want %v", fx, want)
	}
	expect(t, next, "turn", North)
}

func TestRule5_MovingIsCompulsory(t *testing.T) {
	refuses(t, begun(t, 2), "pass", "no.must.move")
	// Both of South's stand on entry squares, from which nobody captures.
	stuck := setup{at: "sG d0, sM e0, nC1 c1, nC2 e1, nL1 d1, nL2 f1"}.state(t)
	expectLegal(t, stuck, "pass")
	expect(t, play(t, stuck, "pass"), "turn", North)
}

// walled is South with one character walled in, one left with a worn move, and a
// free entry square: it can ransom, but not move.
func walled() setup {
	return setup{
		players: 3, at: "sG d0, sL1 a1, wM a2, nC1 c1, nC2 e1, nM h8",
		repeats: map[string]runDoc{"south": made("sL1", "a1", "b1", 3)},
	}
}

func TestRule5_RansomThenPassIfStillStuck(t *testing.T) {
	s := walled().state(t)
	expectLegal(t, s, "pass", "ransom sC1@e0", "ransom sC2@e0", "ransom sL2@e0", "ransom sM@e0")
	expectLegal(t, play(t, s, "ransom sC1@e0"), "pass")
	refuses(t, play(t, s, "ransom sM@e0"), "pass", "no.must.move")
	if got := legalOf(play(t, s, "ransom sM@e0"), "e0-"); got != "b3 c2 d1 f1 g2 h3" {
		t.Errorf("the Wizard ransomed may go to %s", got)
	}
}

func TestRule6_TheSameMoveAtMostThreeTimes(t *testing.T) {
	s := play(t, begun(t, 2), "c1-c2; d8-d7; c2-c1; d7-d6; c1-c2; e8-e7")
	if got := doc(s).Repeats["south"]; got.ID != "sC1" || got.N != 3 || !slices.Equal(got.Between, []string{"c1", "c2"}) {
		t.Errorf("repeats are %+v", got)
	}
	refuses(t, s, "c2-c1", "no.three")
	if got := legalOf(s, "c2-"); got != "a2 b2 c3 c4 c5 d2 e2 f2" {
		t.Errorf("the Knight may still go to %s", got)
	}
	other := play(t, s, "c2-c3; e7-e6")
	if got := doc(other).Repeats["south"]; got.N != 1 {
		t.Errorf("another move: %+v", got)
	}
	// Another character, or another move of the same one, makes the run start again.
	for _, between := range []string{"f1-f2; e7-e6; f2-f1; e6-e5", "c2-c3; e7-e6; c3-c2; e6-e5"} {
		s := play(t, s, between)
		if got := doc(play(t, s, "c2-c1")).Repeats["south"].N; got != 1 {
			t.Errorf("after %s it is made %d times running", between, got)
		}
	}
}

func TestRule6_CapturesAndTeleportsCount(t *testing.T) {
	s := setup{
		at: "sC1 d4, sL1 a1, nC1 h7, nC2 h8, nL1 d5, nL2 c4", repeats: map[string]runDoc{"south": made("sC1", "d4", "d5", 2)},
	}.state(t)
	s = play(t, s, "d4xd5; c4-d4")
	if got := doc(s).Repeats["south"].N; got != 3 {
		t.Errorf("with the capture it is made %d times running", got)
	}
	refuses(t, s, "d5xd4", "no.three")
	s = setup{at: "sC1 b1, sL1 a1, nC1 h7, nC2 h8"}.state(t)
	s = play(t, s, "b1~g1; h8-g8; g1~b1; g8-h8; b1~g1; h8-g8")
	refuses(t, s, "g1~b1", "no.three")
	if got := legalOf(play(t, s, "g1-h1; h7-h6; h1-g1; h6-h7"), "g1~"); got != "b1" {
		t.Errorf("after another move it may teleport to %q", got)
	}
}

func TestRule6_RunsEndWithAPassNotWithARansom(t *testing.T) {
	s := walled().state(t)
	if got := doc(play(t, s, "pass")).Repeats; len(got) != 0 {
		t.Errorf("after a pass: %+v", got)
	}
	ransomed := play(t, s, "ransom sM@e0")
	if got := doc(ransomed).Repeats["south"].N; got != 3 {
		t.Errorf("after a ransom: %d times running", got)
	}
	refuses(t, ransomed, "a1-b1", "no.three")
	// Without the run the move is there.
	free := walled()
	free.repeats = map[string]runDoc{"south": made("sL1", "a1", "b1", 2)}
	if got := legalOf(free.state(t), "a1-"); got != "b1" {
		t.Errorf("made twice, it may be made again; it goes to %q", got)
	}
}

func TestRule7_EntrySquaresShelter(t *testing.T) {
	// North's Wizard stands before South's entry squares.
	s := setup{act: "north", at: "sG d0, sM e0, sL1 h1, nM d1, nC1 d3, nC2 h8"}.state(t)
	if got := legalOf(s, "d1x"); got != "" {
		t.Errorf("the Wizard captures on entry squares: %s", got)
	}
	refuses(t, s, "d1xd0", "no.entry")
	s = setup{at: "sG d0, sM e0, sL1 h1, nM d1, nC1 c1, nC2 h8"}.state(t)
	refuses(t, s, "d0xc1", "no.entry.capture")
	refuses(t, s, "e0xd1", "no.entry.capture")
	if got := legalOf(s, "d0"); got != "-e1 -f2 -g3" {
		t.Errorf("the Warrior leaves by %s", got)
	}
	if got := legalOf(s, "e0"); got != "-e1 -e2 -e3 -f1 -g2 -h3" {
		t.Errorf("the Wizard leaves by %s", got)
	}
}

func TestRule7_NobodyMovesOntoAnEntrySquare(t *testing.T) {
	s := setup{at: "sM e1, sC1 d1, nM e8, nC1 h8"}.state(t)
	for _, action := range []string{"e1-e0", "e1-d0", "d1-d0"} {
		refuses(t, s, action, "no.entry")
	}
	s = setup{at: "sM e0, sC1 h1, nM e8, nC1 h8"}.state(t)
	refuses(t, s, "e0-d0", "no.entry")
}

func TestRule7_LeavingIsFreeAtAnyTime(t *testing.T) {
	s := setup{at: "sG d0, sC1 h1, nM e8, nC1 h8"}.state(t)
	if legalOf(s, "d0-") == "" || legalOf(s, "h1-") == "" {
		t.Errorf("both may be moved, legal are %q", legalTexts(s))
	}
}

func TestRule8_Teleports(t *testing.T) {
	const north = ", nM h8, nC1 f8"
	for _, c := range []struct {
		at, action string
		why        string
	}{
		{"sC1 b1, sL1 a8", "b1~g1", ""},
		{"sL1 g1, sC1 a8", "g1~b1", ""},
		{"sG g1, sC1 a8", "g1~b1", ""},
		{"sC1 b1, sL1 g1", "b1~g1", "no.taken"},       // not free
		{"sC1 g8, sL1 a8", "g8~b8", "no.teleport"},    // North's zone
		{"sC1 b1, sL1 a8", "b1~h2", "no.teleport.to"}, // another zone's
		{"sC1 b1, sL1 a8", "b1~b8", "no.teleport.to"},
		{"sC1 c1, sL1 a8", "c1~g1", "no.teleport"}, // not from there
	} {
		s := setup{at: c.at + north}.state(t)
		if got := slices.Contains(legalTexts(s), c.action); got != (c.why == "") {
			t.Errorf("%s: %s is legal: %t", c.at, c.action, got)
		}
		if c.why != "" {
			refuses(t, s, c.action, c.why)
		}
	}
	s := setup{at: "sC1 b1, sL1 a8, nM g1, nC1 f8"}.state(t)
	refuses(t, s, "b1~g1", "no.taken") // an enemy is not captured by it, but may stand there
	s = setup{at: "sC1 b1, sL1 a8" + north}.state(t)
	if next := play(t, s, "b1~g1"); where(next, "sC1") != "g1" {
		t.Error("the Knight is not on g1")
	}
}

func TestRule9_Ransom(t *testing.T) {
	s := setup{at: "sM e4, sC1 a1, nM e8, nC1 h8, nG a8"}.state(t)
	if got, want := legalOf(s, "ransom "), "sC2@d0 sC2@e0 sG@d0 sG@e0 sL1@d0 sL1@e0 sL2@d0 sL2@e0"; got != want {
		t.Errorf("ransoms are %s, want %s", got, want)
	}
	next := play(t, s, "ransom sL2@e0")
	expect(t, next, "turn", South)
	if d := doc(next); !d.Ransomed || d.Chests["south"] != 1 || d.Chests["north"] != 3 || slices.Contains(d.Held["north"], "sL2") || where(next, "sL2") != "e0" {
		t.Errorf("after the ransom: %+v", d)
	}
	refuses(t, next, "ransom sC2@d0", "no.ransom")
	next = play(t, next, "a1-a2; a8-b7")
	if doc(next).Ransomed {
		t.Error("the ransom is still said the turn after")
	}
	refuses(t, next, "ransom sC2@e0", "no.taken")
	refuses(t, next, "ransom sC2@d9", "no.entry.own")
	refuses(t, next, "ransom sC2@d4", "no.entry.own")
	refuses(t, next, "ransom sM@d0", "no.captive")
	refuses(t, next, "ransom nM@d0", "no.captive")
	// The second chest, and then none is left; North pays on what it got.
	next = play(t, next, "ransom sC2@d0; a2-a3; ransom nL1@e9; b7-a8")
	if d := doc(next); d.Chests["south"] != 1 || d.Chests["north"] != 3 {
		t.Errorf("chests are %v", d.Chests)
	}
	poor := setup{at: "sM e4, sC1 a1, nM e8, nC1 h8", chests: map[string]int{"north": 4}}.state(t)
	refuses(t, poor, "ransom sG@d0", "no.chest")
}

func TestRule9_TheChestGoesToTheCaptor(t *testing.T) {
	s := setup{
		players: 4, at: "sM e4, sC1 a1, wM a4, wC1 a5, nM e8, nC1 h8, eM h4, eC1 h5",
		held: map[string]string{"sG": "east", "sL1": "north"},
	}.state(t)
	for action, want := range map[string]string{"ransom sG@d0": "east", "ransom sL1@d0": "north", "ransom sC2@d0": "west"} {
		if got := doc(play(t, s, action)).Chests; got["south"] != 1 || got[want] != 3 {
			t.Errorf("%s: chests are %v", action, got)
		}
	}
}

func TestRule10_OneAtLeast(t *testing.T) {
	four := setup{players: 4, at: "sC1 d4, sL1 a1, wL1 d6, nM f4, nC1 h8, eM h4, eC1 h5"}.state(t)
	refuses(t, four, "d4xd6", "no.last")
	if got := legalOf(four, "d4x"); got != "f4" {
		t.Errorf("the Knight captures on %q, want f4 alone", got)
	}
	// The last one moves and captures.
	lone := setup{players: 3, act: "west", at: "sC1 d4, sL1 a1, wC1 d6, nM f4, nC1 h8"}.state(t)
	if got := legalOf(lone, "d6"); !strings.Contains(got, "xd4") {
		t.Errorf("West's last one may %s", got)
	}
	// Standing on an entry square counts: not the last one.
	two := setup{players: 3, at: "sC1 d4, sL1 a1, wL1 d6, wM z4, nM f4, nC1 h8"}.state(t)
	if got := legalOf(two, "d4x"); got != "d6 f4" {
		t.Errorf("the Knight captures on %q", got)
	}
	// With two players there is no such shelter: the game ends before.
	pair := setup{at: "sC1 d4, sL1 a1, nL1 d6, nM h8"}.state(t)
	expectEnd(t, play(t, pair, "d4xd6"), "score", South)
}

func TestRule11_TwoPlayersEndWhenOneHasASingleCharacter(t *testing.T) {
	s := setup{at: "sC1 d4, sL1 a1, nL1 d6, nM d9"}.state(t) // one of them on an entry square
	expectEnd(t, play(t, s, "d4xd6"), "score", South)
	s = setup{at: "sC1 d4, sL1 a1, nL1 d6, nM d9, nG e9"}.state(t)
	expect(t, play(t, s, "d4xd6"), "turn", North)
}

func TestRule11_MoreEndWhenAllButOneHaveASingleCharacter(t *testing.T) {
	s := setup{players: 3, at: "sC1 d4, sL1 a1, wM a8, nL1 d6, nM h8"}.state(t)
	expectEnd(t, play(t, s, "d4xd6"), "score", South)
	s = setup{players: 4, at: "sC1 d4, sL1 a1, wM a8, nL1 d6, nM h8, eM h4, eC1 h5"}.state(t)
	expect(t, play(t, s, "d4xd6"), "turn", West)
	s = setup{players: 4, at: "sC1 d4, sL1 a1, wM a8, nL1 d6, nM h8, eM h4"}.state(t)
	expectEnd(t, play(t, s, "d4xd6"), "score", South)
}

func TestRule11_AgreedIsCountedToo(t *testing.T) {
	s := setup{at: "sC1 d4, sL1 a1, nL1 d6, nM d9, nG e9"}.state(t)
	s = play(t, s, "draw")
	expectEnd(t, s, "agreed", North)
	expectScores(t, s, map[string]int{"south": 4 + 2 + 6 + 4 + 4 + 2, "north": 2 + 5 + 3 + 6 + 4 + 2 + 3 + 5})
	expectEnd(t, play(t, begun(t, 4), "draw"), "agreed", South)
	expectEnd(t, play(t, opening(t, 3), "draw"), "agreed", South, West, North)
	expectEnd(t, play(t, begun(t, 2), "abandon"), "abandoned")
}

func TestRule12_DealAndKeep(t *testing.T) {
	s := opening(t, 3)
	for _, c := range []struct {
		seat rules.Seat
		deck int
		deal string
	}{{South, 10, "deal south 3 7"}, {West, 8, "deal west 1 10"}, {North, 6, "deal north 2 9"}} {
		expect(t, s, "deal", rules.Chance)
		if ask := s.Ask(); ask.For != c.seat || len(ask.Deck) != c.deck || ask.Cards != 2 || !ask.Secret || ask.Faces != 0 {
			t.Errorf("%s: asked is %+v", c.deal, ask)
		}
		refuses(t, s, "deal east 4 5", "no.deal.awaited")
		s = play(t, s, c.deal)
	}
	if got := s.Text(opening(t, 2).Drawn([]uint8{6, 2})); got != "deal south 3 7" {
		t.Errorf("drawn is %s", got)
	}
	expect(t, s, "keep", South, West, North)
	expectLegal(t, s, "keep 3", "keep 7", "keep 1", "keep 10", "keep 2", "keep 9")
	refuses(t, s, "keep 4", "no.keep")
	s = play(t, s, "keep 10; keep 2")
	expect(t, s, "keep", South)
	refuses(t, s, "keep 1", "no.keep")
	refuses(t, s, "c1-c2", "no.keep.awaited")
	s = play(t, s, "keep 7")
	expect(t, s, "turn", South)
	if d := doc(s); len(d.Cards) != 0 || d.Kept["south"] != 7 || d.Kept["west"] != 10 || d.Kept["north"] != 2 {
		t.Errorf("cards %v, kept %v", d.Cards, d.Kept)
	}
	refuses(t, play(t, opening(t, 2), "deal south 3 7"), "deal north 3 5", "no.deal.cards")
}

func TestRule12_Cards(t *testing.T) {
	// South: Wizard, Warrior and a Fighter on the board; holds five of North's.
	rich := setup{
		at: "sM e4, sG a1, sL1 a2, nC1 h8, nL1 h7, nL2 h6", chests: map[string]int{"south": 4},
		held: map[string]string{},
	}
	// South: two Knights on the board; holds two Fighters and a Knight of North's.
	poor := setup{at: "sC1 e4, sC2 a1, nC1 h8, nM h7, nG d8", chests: map[string]int{"south": 1, "north": 3}}
	for n, want := range map[int][2]bool{
		1: {true, false}, 2: {true, false}, 3: {true, false}, 4: {true, false}, 5: {true, false},
		6: {false, true}, 7: {true, true}, 8: {false, false}, 9: {true, false}, 10: {true, false},
	} {
		for i, c := range []setup{rich, poor} {
			c.kept = map[string]int{"south": n, "north": 1 + n%cards}
			s := c.state(t).(State)
			if got := met(&s, South, n); got != want[i] {
				t.Errorf("card %d in position %d is met: %t", n, i, got)
			}
		}
	}
	// Card 8, card 3 and card 2 at their edges.
	for _, c := range []struct {
		n    int
		s    setup
		want bool
	}{
		{8, setup{at: "sM e4, sG a1, nC1 h8, nL1 h7"}, true},
		{8, setup{at: "sM e4, sG a1, nC1 h8, nL1 h7, nL2 h6"}, false},
		{3, setup{at: "sM e4, sG a1, nC1 h8, nL1 h7", chests: map[string]int{"south": 3, "north": 1}}, true},
		{3, setup{at: "sM e4, sG a1, nC1 h8, nL1 h7"}, false},
		{2, setup{at: "sM e4, sG a1, nC1 h8, nL1 h7"}, true},
		{2, poor, false},
		{10, setup{at: "sM e4, sG a1, nC1 h8, nL1 h7", chests: map[string]int{"south": 3, "north": 1}}, false},
		{9, setup{at: "sM e4, sG d0, sL1 a1, nC1 h8, nL1 h7"}, true},
		{6, setup{at: "sM e4, sG d0, nC1 h8, nL1 h7"}, false},
	} {
		if got := c.s.state(t).(State); met(&got, South, c.n) != c.want {
			t.Errorf("card %d in %+v is met: %t", c.n, c.s, !c.want)
		}
	}
	points := [cards]int{3, 3, 3, 4, 3, 3, 3, 4, 4, 5}
	for i, c := range table.cards {
		if c.points != points[i] {
			t.Errorf("card %d is worth %d", i+1, c.points)
		}
	}
}

func TestRule13_Score(t *testing.T) {
	at := setup{at: "sC1 d4, sL1 a1, nL1 d6, nM h8", kept: map[string]int{"south": 7, "north": 2}}
	// South: C1 4, L1 2, holds G 3, C1 4, C2 4, L2 2, chests 6, card 7: 3.
	s := play(t, at.state(t), "draw")
	expectScores(t, s, map[string]int{"south": 28, "north": 2 + 5 + 5 + 3 + 4 + 2 + 6 + 3})
	counted(t, s, "South: 28 points, target met: at least 1 captive Knight", "North: 30 points, target met: at least 2 chests")
	expectEnd(t, s, "agreed", North)
	at.kept = map[string]int{"south": 8, "north": 3}
	at.held = map[string]string{}
	s = play(t, at.state(t), "draw")
	expectScores(t, s, map[string]int{"south": 29, "north": 27})
	counted(t, s, "South: 29 points, target met: at least 4 captives", "North: 27 points, target missed: at least 3 chests")
	expectEnd(t, s, "agreed", South)
	// Equal scores are shared.
	s = setup{at: "sC1 d4, sL1 a1, nC1 d6, nL1 h8", kept: map[string]int{"south": 2, "north": 5}}.state(t)
	s = play(t, s, "draw")
	expectScores(t, s, map[string]int{"south": 29, "north": 29})
	expectEnd(t, s, "agreed", South, North)
}

// counted fails unless the end says so what each player's count came to.
func counted(t *testing.T, s rules.State, want ...string) {
	t.Helper()
	var got []string
	for _, m := range rules.Counted(s) {
		got = append(got, messages.Text(m))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the end says %q, want %q", got, want)
	}
}

func met(s *State, seat rules.Seat, n int) bool {
	own, held := s.holding(seat)
	return table.cards[n-1].metBy(own, held, int(s.chests[seat]))
}

// With a handicap so many points are taken from a seat's score, and who wins is judged by what is left; a score may be
// less than nothing. A position keeps its handicap as text (rule 16).
func TestRule16_PointsAreTakenInTheEnd(t *testing.T) {
	at := setup{at: "sC1 d4, sL1 a1, nC1 d6, nL1 h8", kept: map[string]int{"south": 2, "north": 5}}
	for _, c := range []struct {
		south, north int
		winners      []rules.Seat
	}{
		{0, 0, []rules.Seat{South, North}},
		{1, 0, []rules.Seat{North}},
		{3, 4, []rules.Seat{South}},
		{20, 20, []rules.Seat{South, North}},
	} {
		at.given = map[string]any{"handicap_south": c.south, "handicap_north": c.north}
		s := play(t, at.state(t), "draw")
		expectScores(t, s, map[string]int{"south": 29 - c.south, "north": 29 - c.north})
		expectEnd(t, s, "agreed", c.winners...)
		if again, err := rules.ReadPosition(games, []byte(fullText(t, s.(State)))); err != nil || again != s {
			t.Errorf("south %d, north %d: read back it is another position: %v", c.south, c.north, err)
		}
	}
	poor := setup{
		at: "sL1 d4, sL2 a1, nC1 d6, nL1 h8", chests: map[string]int{"south": 0, "north": 4}, kept: map[string]int{"south": 2, "north": 5},
		held: map[string]string{}, given: map[string]any{"handicap_south": 20},
	}
	expectEnd(t, play(t, poor.state(t), "draw"), "agreed", North)
	poor.given = map[string]any{"handicap_south": 20, "handicap_north": 20}
	expectEnd(t, play(t, poor.state(t), "draw"), "agreed", North)
	for _, bad := range []int{-1, 21} {
		if _, err := Game.Start(map[string]any{"handicap_east": bad}); !errors.Is(err, rules.ErrOption) {
			t.Errorf("a handicap of %d points is taken: %v", bad, err)
		}
	}
}
