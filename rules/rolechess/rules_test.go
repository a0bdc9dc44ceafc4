package rolechess

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/rules"
)

func TestRule1_EightDirectionsOn49Circles(t *testing.T) {
	if topology.Len() != 49 {
		t.Errorf("%d circles", topology.Len())
	}
	for name, near := range map[string]int{"a1": 3, "g7": 3, "d1": 5, "d4": 8} {
		sq, ok := topology.Square(name)
		if !ok || len(topology.Place(sq).Near) != near {
			t.Errorf("%s is there: %t, with %v near", name, ok, topology.Place(sq).Near)
		}
	}
}

func TestRule2_Start(t *testing.T) {
	const white = "wG1 a1, wN1 b1, wA1 c1, wE d1, wA2 e1, wN2 f1, wG2 g1, wL1 a2, wL2 b2, wL3 c2, wL4 d2, wL5 e2, wL6 f2, wL7 g2"
	const black = "bG1 g7, bN1 f7, bA1 e7, bE d7, bA2 c7, bN2 b7, bG2 a7, bL1 g6, bL2 f6, bL3 e6, bL4 d6, bL5 c6, bL6 b6, bL7 a6"
	if want := position(t, "white", white+", "+black, nil); begun(t, nil) != want {
		t.Errorf("the start is %+v, want %+v", begun(t, nil), want)
	}
}

func TestRule2_Table(t *testing.T) {
	for k, want := range [kinds][3]int{{9, 1, 8}, {25, 5, 5}, {21, 4, 4}, {15, 3, 6}, {7, 3, 3}} {
		if got := [3]int{int(fullEnergy[k]), attackOf[k], defenceOf[k]}; got != want {
			t.Errorf("%s: energy, attack, defence %v, want %v", kindNames[k], got, want)
		}
	}
}

// moveTargets returns where the piece on from may move.
func moveTargets(s rules.State, from string) string {
	var to []string
	for _, text := range legalTexts(s) {
		if target, ok := strings.CutPrefix(text, from+"-"); ok {
			to = append(to, target)
		}
	}
	return strings.Join(to, " ")
}

func TestRule2And3_Moves(t *testing.T) {
	const emperors = "wE a1, bE g7, "
	for _, c := range []struct{ seat, living, from, want string }{
		{"white", "bE g7, wE d4", "d4", "c3 c4 c5 d3 d5 e3 e4 e5"},
		{"white", "bE g7, wE a1", "a1", "a2 b1 b2"},
		{"white", emperors + "wA1 d4", "d4", "a7 b2 b6 c3 c4 c5 d3 d5 e3 e4 e5 f2 f6 g1"},
		{"white", emperors + "wA1 d4, wL1 c3, bL1 e5, bL2 d5", "d4", "a7 b6 c4 c5 d3 e3 e4 f2 g1"},
		{"white", emperors + "wN1 d4, wL1 d5, bL1 e4, wL2 c4, bL2 c5", "d4", "b3 b5 c2 c6 e2 e6 f3 f5"},
		{"white", emperors + "wN1 b1, wL1 c3", "b1", "a3 d2"},
		{"white", emperors + "wG1 d4", "d4", "a4 b4 c4 d1 d2 d3 d5 d6 d7 e4 f4 g4"},
		{"white", emperors + "wG1 b1, bL1 b3", "b1", "b2 c1 d1 e1"},
		{"white", emperors + "wL1 d4", "d4", "c5 d5 e5"},
		{"white", emperors + "wL1 a6, bL1 a7", "a6", "b7"},
		{"white", emperors + "wL1 d7", "d7", ""},
		{"black", emperors + "bL1 d4", "d4", "c3 d3 e3"},
		{"black", emperors + "bL1 g2, wL1 f1", "g2", "g1"},
		{"black", emperors + "bL1 d1", "d1", ""},
	} {
		if got := moveTargets(position(t, c.seat, c.living, nil), c.from); got != c.want {
			t.Errorf("%s: %s moves to %q, want %q", c.living, c.from, got, c.want)
		}
	}
}

func TestRule4_AttacksWhatStandsWithinReach(t *testing.T) {
	const emperors = "wE a1, bE g7, "
	for _, c := range []struct {
		living, attack string
		want           bool
	}{
		{"wL1 d4, bN1 d5", "d4*d5", true},             // straight ahead, too
		{"wL1 d4, bN1 e5", "d4*e5", true},             //
		{"wL1 d4, bN1 d3", "d4*d3", false},            // never back
		{"wL1 d4, bN1 d6", "d4*d6", false},            //
		{"wG1 d4, bN1 d7", "d4*d7", true},             // three circles
		{"wG1 a4, bN1 e4", "a4*e4", false},            // not four
		{"wG1 d4, bN1 d7, bN2 d5", "d4*d7", false},    // none is passed
		{"wG1 d4, bN1 e5", "d4*e5", false},            //
		{"wA1 a2, bN1 f7", "a2*f7", true},             // any distance diagonally
		{"wA1 d4, bN1 d5", "d4*d5", true},             // one circle orthogonally
		{"wA1 d4, bN1 d6", "d4*d6", false},            //
		{"wN1 d4, bN1 e6, bL1 d5", "d4*e6", true},     // the Knight leaps
		{"wN1 d4, wL1 e6", "d4*e6", false},            // not one's own
		{"wN1 d4, bL1 a7", "d4*e6", false},            // nobody there
		{"wA1 f6, wG1 e6", "f6*g7", true},             // an Emperor is a target like any
		{"wL1 d7, bN1 e7", "d7*e7", false},            // a Lackey on the far row can do nothing
		{"wG1 d4, wL1 d5, bN1 d6", "d4*d6", false},    //
		{"wA1 d4, bN1 f6, bL1 e4", "d4+a1*f6", false}, // the second reaches nothing
	} {
		s := position(t, "white", emperors+c.living, nil)
		if got := slices.Contains(legalTexts(s), c.attack); got != c.want {
			t.Errorf("%s: %s is legal: %t", c.living, c.attack, got)
		}
	}
}

func TestRule5_TheHigherThrowBegins(t *testing.T) {
	start, _ := Game.Start(nil)
	for throws, want := range map[string]rules.Seat{
		"die 4; die 3": White, "die 3; die 4": Black, "die 5; die 5; die 1; die 2": Black, "die 5; die 5; die 2; die 1": White,
	} {
		expect(t, play(t, start, throws), "turn", want)
	}
	if again := play(t, start, "die 5; die 5"); again != start {
		t.Errorf("equal throws: %+v, want the start", again)
	}
	if ask := start.Ask(); ask.For != White || ask.Faces != 6 {
		t.Errorf("the first throw is asked of %+v", ask)
	}
	if ask := play(t, start, "die 2").Ask(); ask.For != Black {
		t.Errorf("the second throw is asked of %+v", ask)
	}
}

func TestRule6_TheMovedPieceAttacksAloneOrFirst(t *testing.T) {
	s := position(t, "white", "wE a1, wN1 b1, wG1 d2, wG2 e1, wA1 g3, bE g7, bL1 d5, bL2 e4", nil)
	s = play(t, s, "b1-c3")
	expect(t, s, "attack", White)
	expectLegal(t, s, "end", "c3*d5", "c3*e4", "c3+d2*d5", "c3+e1*e4")
	expect(t, play(t, s, "end"), "turn", Black)
}

func TestRule6_WithoutAMoveOneOrTwoAttackInEitherOrder(t *testing.T) {
	s := position(t, "white", "wE a1, wG1 d2, wN1 b4, bE g7, bL1 d5", nil)
	var attacks []string
	for _, text := range legalTexts(s) {
		if strings.Contains(text, "*") {
			attacks = append(attacks, text)
		}
	}
	if want := []string{"b4*d5", "b4+d2*d5", "d2*d5", "d2+b4*d5"}; !slices.Equal(attacks, want) {
		t.Errorf("attacks are %q, want %q", attacks, want)
	}
}

func TestRule6_AMoveWithoutAttackEndsTheTurnByItself(t *testing.T) {
	expect(t, play(t, begun(t, nil), "b1-c3"), "turn", Black)
}

// whiteStuck walls White in: the Emperor by its own Lackeys, and they by the far row.
const (
	whiteStuck = "wE a7, wL1 b7, wL2 c7, wL3 a6, wL4 b6"
	blackStuck = "bE g1, bL1 f1, bL2 e1, bL3 g2, bL4 f2"
)

func TestRule7_Pass(t *testing.T) {
	for _, c := range []struct {
		living, option string
		want           bool
	}{
		{"wE a1, wL1 b2, bE g7", "stuck", false},
		{"wE a1, wL1 b2, bE g7", "always", true},
		{whiteStuck + ", bE g1", "stuck", true},
		{whiteStuck + ", bE g1", "always", true},
		{whiteStuck + ", bE g1, bN1 d7", "stuck", true},
		{whiteStuck + ", bE g1, bN1 a5, wN1 g7", "stuck", false}, // the Knight moves
		{"wE a7, wL1 b7, wL3 a6, wL4 b6, bE g1, bN1 c7", "stuck", false},
	} {
		s := position(t, "white", c.living, map[string]any{"pass": c.option})
		if got := slices.Contains(legalTexts(s), "pass"); got != c.want {
			t.Errorf("%s, pass %s: pass is legal: %t", c.living, c.option, got)
		}
		next, _, err := s.Apply(plainStep(White, kindPass), nil)
		if (err == nil) != c.want {
			t.Errorf("%s, pass %s: %v", c.living, c.option, err)
		}
		if err == nil {
			expect(t, next, "turn", Black)
		}
	}
}

func TestRule8_PairReach(t *testing.T) {
	// The Lackey's step from d2 opens the Guard's line from d1.
	for option, want := range map[string]bool{"after": true, "before-and-after": false} {
		s := position(t, "white", "wE a1, wL1 d2, wG1 d1, bE g7, bN1 d4", map[string]any{"pair_reach": option})
		s = play(t, s, "d2-e3")
		if got := slices.Contains(legalTexts(s), "e3+d1*d4"); got != want {
			t.Errorf("pair_reach %s: the opened line counts: %t", option, got)
		}
		_, _, err := s.Apply(pairStep(White, 18, 3, 24), nil)
		if (err == nil) != want || err != nil && !errors.Is(err, rules.ErrIllegal) {
			t.Errorf("pair_reach %s: %v", option, err)
		}
	}
	// A line that the move closes never counts; one that was open all along does.
	for _, option := range []string{"after", "before-and-after"} {
		s := position(t, "white", "wE a1, wL1 c2, wG1 d1, wG2 a4, bE g7, bN1 d4", map[string]any{"pair_reach": option})
		expectLegal(t, play(t, s, "c2-d3"), "end", "d3*d4", "d3+a4*d4")
	}
}

func TestRule9To11_TheSourcesKnightAgainstGuard(t *testing.T) {
	s := play(t, position(t, "white", "wE a1, wN1 b1, bE g7, bG1 d5", nil), "b1-c3; c3*d5; die 4")
	if ask := s.Ask(); ask.For != Black {
		t.Errorf("the defender throws, not %d", ask.For)
	}
	for throw, want := range map[string]int{"die 3": 15, "die 2": 11, "die 6": 15, "die 1": 5} {
		after := play(t, s, throw)
		expect(t, after, "turn", Black)
		if got := energyAt(t, after, "d5"); got != want {
			t.Errorf("16 against %s: the Guard has %d, want %d", throw, got, want)
		}
		if got := energyAt(t, after, "c3"); got != 21 {
			t.Errorf("attackers lose nothing, the Knight has %d", got)
		}
	}
}

func TestRule11_EqualScoresCostNothing(t *testing.T) {
	s := play(t, position(t, "white", "wE a1, wL1 c3, bE g7, bG1 d4", nil), "c3*d4; die 4; die 2")
	if got := energyAt(t, s, "d4"); got != 15 {
		t.Errorf("12 against 12: the Guard has %d", got)
	}
}

func TestRule9And12_TheSourcesPair(t *testing.T) {
	s := play(t, position(t, "white", "wE a1, wN1 b1, wA1 f3, bE g7, bG1 d5", nil), "b1-c3; c3+f3*d5; die 1; die 5")
	if ask := s.Ask(); ask.For != Black {
		t.Errorf("one die of the defender's, not of %d", ask.For)
	}
	if got := energyAt(t, play(t, s, "die 3"), "d5"); got != 15-(29-18) {
		t.Errorf("29 against 18: the Guard has %d", got)
	}
	s = play(t, s, "die 1")
	expect(t, s, "advance", White)
	expectLegal(t, s, "advance", "stay")
	after := play(t, s, "advance")
	expect(t, after, "turn", Black)
	if energyAt(t, after, "d5") != 21 || energyAt(t, after, "f3") != 25 {
		t.Error("the Knight, which moved, takes the circle, and the Adjutant stays")
	}
	after = play(t, s, "stay")
	if energyAt(t, after, "c3") != 21 || after.Occupied(White) != s.Occupied(White) {
		t.Error("nobody moves to the freed circle")
	}
}

func TestRule13_TheEmperorsEndWinsAtOnce(t *testing.T) {
	s := position(t, "white", "wE a1, wA1 f6, bE g7 9, bG1 a7", nil)
	expectEnd(t, play(t, s, "f6*g7; die 6; die 1"), "emperor", White)
	expect(t, play(t, s, "f6*g7; die 3; die 1"), "turn", Black) // 15 against 8: 2 left
	s = position(t, "black", "wE f6 1, wG1 a7, bE g7", nil)
	expectEnd(t, play(t, position(t, "black", "wE f6 1, bA1 g7, bE a1", nil), "g7*f6; die 5; die 2"), "emperor", Black)
	expect(t, play(t, s, "g7*f6; die 6; die 1"), "turn", White) // 6 never beats 8
}

func TestRule14_DeadPosition(t *testing.T) {
	for _, c := range []struct{ living, actions, why string }{
		{"wE a1, wL1 c6, bE g7, bL1 b1", "c6-c7", "dead"},
		{"wE a1, wL1 c6, bE g7, bL1 b2", "c6-c7", ""},
		{"wE a1, wL1 c5, bE g7", "c5-c6", ""},
		{"wE a1, wL1 c6, bE g7, bL1 d7 1", "c6*d7; die 6; die 1; advance", "dead"}, // the last Lackey gets to the far row
		{"wE a1, wL1 c6, bE g7, bL1 d7 1", "c6*d7; die 6; die 1; stay", ""},
		{"wE a1, wL1 b3, bE g7, bL1 a2 1", "a1*a2; die 6; die 1; stay", ""},
		{"wE a1, wL1 d7, bE g7, bL1 a2 1", "a1*a2; die 6; die 1; stay", "dead"},
		{"wE a1, bE g7, bL1 a2 1", "a1*a2; die 6; die 1; advance", "dead"},
		{"wE a1, bE g7, bL1 a2 7", "a1*a2; die 6; die 1", ""},
	} {
		s := play(t, position(t, "white", c.living, nil), c.actions)
		if r, over := s.Result(); r.Why != c.why || over != (c.why != "") || r.Winners != 0 {
			t.Errorf("%s: %s: over %t with %+v, want %q", c.living, c.actions, over, r, c.why)
		}
	}
}

func TestRule14_BothStuck(t *testing.T) {
	both := whiteStuck + ", " + blackStuck
	expectEnd(t, play(t, position(t, "white", both, nil), "pass"), "stuck")
	expectEnd(t, play(t, position(t, "black", both, nil), "pass"), "stuck")
	expectEnd(t, play(t, position(t, "white", both, map[string]any{"pass": "always"}), "pass"), "stuck")
	expect(t, play(t, position(t, "white", whiteStuck+", bE g1", nil), "pass"), "turn", Black)
	// A pass of free will is no end, even when the opponent must pass then.
	s := play(t, position(t, "white", "wE a7, "+blackStuck, map[string]any{"pass": "always"}), "pass")
	expect(t, s, "turn", Black)
	expect(t, play(t, s, "pass"), "turn", White)
}

func TestRule14_AgreementAndResignation(t *testing.T) {
	for _, before := range []string{"die 6", "die 6; die 1", "die 6; die 1; b1-c3"} {
		start, _ := Game.Start(nil)
		s := play(t, start, before)
		expectEnd(t, play(t, s, "draw"), "agreed")
		expectEnd(t, play(t, s, "abandon"), "abandoned")
		expectEnd(t, play(t, s, "resign white"), "resigned", Black)
		expectEnd(t, play(t, s, "resign black"), "resigned", White)
	}
}

func TestEffectsInTheirOrder(t *testing.T) {
	s := position(t, "white", "wE a1, wN1 b1, wA1 f3, bE g7 1, bG1 d5 4", nil)
	none := board.None
	for _, c := range []struct {
		action string
		want   []rules.Effect
	}{
		{"b1-c3", []rules.Effect{{Kind: rules.EffectMoved, From: 1, To: 16}}},
		{"c3+f3*d5", nil},
		{"die 2", []rules.Effect{{Kind: rules.EffectThrown, From: 16, To: none, N: 2}}},
		{"die 1", []rules.Effect{{Kind: rules.EffectThrown, From: 19, To: none, N: 1}}},
		{"die 1", []rules.Effect{
			{Kind: rules.EffectThrown, From: 31, To: none, N: 1}, {Kind: rules.EffectLoss, From: 31, To: none, N: 7}, {Kind: rules.EffectRemoved, From: 31, To: none},
		}},
		{"advance", []rules.Effect{{Kind: rules.EffectMoved, From: 16, To: 31}}},
		{"resign black", []rules.Effect{{Kind: rules.EffectOver, From: none, To: none}}},
	} {
		step, err := s.Parse(c.action)
		if err != nil {
			t.Fatal(err)
		}
		next, fx, err := s.Apply(step, nil)
		if err != nil || !slices.Equal(fx, c.want) {
			t.Errorf("%s: %+v, %v; want %+v", c.action, fx, err, c.want)
		}
		s = next
	}
}

func TestHandsAndSentences(t *testing.T) {
	s := position(t, "white", "wE a1, wN1 b1, wA1 f3, bE g7 1, bG1 d5 4", map[string]any{"pass": "always"})
	knocks := rules.NoHands(rules.Knocked)
	knocks.Attacker, knocks.Partner, knocks.Target = 16, 19, 31
	takes := rules.CarryHands(16, 31)
	takes.Takes = board.SetOf(31)
	for _, c := range []struct {
		before, action, tells string
		want                  rules.Hands
	}{
		{"", "b1-c3", "map[from:b1 number:1 piece:@rolechess.knight to:c3]", rules.CarryHands(1, 16)},
		{"", "pass", "map[player:@seat.white]", rules.NoHands(rules.Passed)},
		{"b1-c3", "end", "map[player:@seat.white]", rules.NoHands(rules.Implied)},
		{"b1-c3", "c3+f3*d5", "map[from:c3 number:1 partner:@rolechess.adjutant partner_from:f3 partner_number:1 piece:@rolechess.knight target:@rolechess.guard target_number:1 to:d5]", knocks},
		{"b1-c3; c3+f3*d5", "die 2", "map[at:c3 n:2 number:1 piece:@rolechess.knight score:8]", rules.NoHands(rules.OnPage)},
		{"b1-c3; c3+f3*d5; die 2; die 1", "die 2", "map[at:d5 attack:13 defence:12 left:3 loss:1 n:2 number:1 piece:@rolechess.guard]", rules.NoHands(rules.OnPage)},
		{"b1-c3; c3+f3*d5; die 2; die 1; die 1", "advance", "map[from:c3 number:1 piece:@rolechess.knight to:d5]", takes},
		{"b1-c3; c3+f3*d5; die 2; die 1; die 1", "stay", "map[player:@seat.white]", rules.NoHands(rules.Implied)},
	} {
		at := s
		if c.before != "" {
			at = play(t, s, c.before)
		}
		step, err := at.Parse(c.action)
		if err != nil {
			t.Fatal(err)
		}
		if got := at.Hands(step); got != c.want {
			t.Errorf("%s: hands %+v, want %+v", c.action, got, c.want)
		}
		if got := sayArgs(at.Tell(step)); got != c.tells {
			t.Errorf("%s: tells %s, want %s", c.action, got, c.tells)
		}
	}
}

func sayArgs(m rules.Message) string { return fmt.Sprint(m.Args) }

// With a handicap each piece of that side begins with its part, rounded up, and never with nothing (rule 15); a document
// that says more is no position. A position keeps its handicap as text.
func TestRule15_PiecesBeginWithTheirPart(t *testing.T) {
	for percent, want := range map[int]map[string]int{
		100: {"d1": 9, "c1": 25, "b1": 21, "a1": 15, "a2": 7},
		50:  {"d1": 5, "c1": 13, "b1": 11, "a1": 8, "a2": 4},
		20:  {"d1": 2, "c1": 5, "b1": 5, "a1": 3, "a2": 2},
	} {
		s := begun(t, map[string]any{"energy_white": percent})
		for at, energy := range want {
			if got := energyAt(t, s, at); got != energy {
				t.Errorf("%d %%: %s begins with %d, want %d", percent, at, got, energy)
			}
		}
		if got := energyAt(t, s, "d7"); got != 9 {
			t.Errorf("%d %% for White: Black's Emperor begins with %d", percent, got)
		}
		text, _ := json.Marshal(s.View(rules.Full))
		again, err := rules.ReadPosition(games, text)
		if err != nil || again != s {
			t.Errorf("%d %%: read back it is another position: %v", percent, err)
		}
		if percent == fullPercent {
			continue
		}
		more := strings.Replace(string(text), fmt.Sprintf(`"at":"d1","energy":%d`, want["d1"]), `"at":"d1","energy":9`, 1)
		if _, err := rules.ReadPosition(games, []byte(more)); more == string(text) || !errors.Is(err, rules.ErrPosition) {
			t.Errorf("%d %%: an Emperor of full energy is taken: %v", percent, err)
		}
	}
	for _, bad := range []int{0, 19, 101} {
		if _, err := Game.Start(map[string]any{"energy_black": bad}); !errors.Is(err, rules.ErrOption) {
			t.Errorf("a handicap of %d %% is taken: %v", bad, err)
		}
	}
}

// With two dice the higher of each piece counts, in attack and in defence; who begins is thrown with one (rule 16).
func TestRule16_TheHighestOfTheDiceCounts(t *testing.T) {
	const pieces = "wE a1, wN1 b1, wA1 b3, bE g7, bG1 d5"
	for _, c := range []struct {
		options map[string]any
		line    string
		left    int
		throws  []int // that stand before the last
	}{
		{nil, "b1-c3; c3*d5; die 4; die 2", 11, []int{4}},
		{map[string]any{"dice_white": 2}, "b1-c3; c3*d5; die 4; die 1; die 2", 11, []int{4, 1}},
		{map[string]any{"dice_white": 2}, "b1-c3; c3*d5; die 1; die 4; die 2", 11, []int{1, 4}},
		{map[string]any{"dice_black": 2}, "b1-c3; c3*d5; die 4; die 1; die 2", 11, []int{4, 1}},
		{map[string]any{"dice_black": 2}, "b1-c3; c3*d5; die 4; die 2; die 3", 15, []int{4, 2}},
		{map[string]any{"dice_white": 2}, "b1-c3; c3+b3*d5; die 1; die 2; die 1; die 1; die 1", 8, []int{1, 2, 1, 1}},
	} {
		s := position(t, "white", pieces, c.options)
		steps := strings.Split(c.line, "; ")
		before := play(t, s, strings.Join(steps[:len(steps)-1], "; "))
		if got := before.View(rules.Full).State.(stateDoc).Battle.Throws; !slices.Equal(got, c.throws) {
			t.Errorf("%v, %s: before the last die %v have fallen, want %v", c.options, c.line, got, c.throws)
		}
		text, _ := json.Marshal(before.View(rules.Full))
		if again, err := rules.ReadPosition(games, text); err != nil || again != before {
			t.Errorf("%v, %s: read back it is another position: %v", c.options, c.line, err)
		}
		after := play(t, before, steps[len(steps)-1])
		expect(t, after, "turn", Black)
		if got := energyAt(t, after, "d5"); got != c.left {
			t.Errorf("%v, %s: the Guard has %d, want %d", c.options, c.line, got, c.left)
		}
	}
	s := play(t, position(t, "white", pieces, map[string]any{"dice_white": 2}), "b1-c3; c3*d5")
	for _, said := range []struct{ die, key, n, score string }{
		{"die 1", "rolechess.throw.again", "1", ""},
		{"die 4", "rolechess.throw", "1, 4", "16"},
	} {
		step, _ := s.Parse(said.die)
		if got := s.Tell(step); got.Key != said.key || got.Args["n"] != said.n || got.Args["score"] != said.score {
			t.Errorf("%s says %+v, want %+v", said.die, got, said)
		}
		s = play(t, s, said.die)
	}
	start, _ := Game.Start(map[string]any{"dice_white": 2, "dice_black": 2})
	expect(t, play(t, start, "die 6; die 1"), "turn", White)
	if _, err := Game.Start(map[string]any{"dice_white": 3}); !errors.Is(err, rules.ErrOption) {
		t.Errorf("three dice are taken: %v", err)
	}
}

// Where a piece fights one of the same name each is called by its side, in the attack and in every roll; elsewhere none is.
func TestPiecesOfOneNameAreToldApart(t *testing.T) {
	names := func(s rules.State, text string) string {
		step, err := s.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		said := s.Tell(step).Args
		return strings.ReplaceAll(strings.Join([]string{said["piece"], said["partner"], said["target"]}, " "), "@rolechess.", "")
	}
	s := position(t, "white", "wE a1, wN1 c3, wG1 d3, bE g7, bN1 d5, bN2 b5", nil)
	for text, want := range map[string]string{
		"c3-e4": "knight  ", "c3*b5": "knight  knight", "c3*d5": "knight.white  knight.black", "d3+c3*d5": "guard knight.white knight.black",
	} {
		if got := names(s, text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	s = play(t, s, "c3*d5")
	if got := names(s, "die 6"); got != "knight.white  " {
		t.Errorf("the attacker's roll: %q", got)
	}
	if got := names(play(t, s, "die 6"), "die 1"); got != "knight.black  " {
		t.Errorf("the target's roll: %q", got)
	}
	if got := names(play(t, s, "die 6; die 6"), "d5-e3"); got != "knight  " {
		t.Errorf("after the fight: %q", got)
	}
}
