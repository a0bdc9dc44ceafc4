package chessbattle

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/rulestest"
)

// others are White's opponent and the public.
var others = []rules.Seat{Black, rules.Table}

// same checks that neither Black nor the public can tell a from b.
func same(t *testing.T, what string, a, b rules.State) {
	t.Helper()
	if a == b {
		t.Fatalf("%s: the positions are equal, so nothing is asked", what)
	}
	for _, viewer := range others {
		if err := rulestest.Indistinct(viewer, a, b); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if rulestest.Indistinct(White, a, b) == nil {
		t.Errorf("%s: White cannot tell them apart either", what)
	}
}

func TestRule32_WhatIsSecretIsEqualToOthers(t *testing.T) {
	second := []string{"spy 2h", "spy 3s", "done white", "done black"} // White buys first
	first := []string{"spy 4h", "spy 3s", "done white", "done black"}  // Black buys first
	trained := slices.Concat(first, []string{"army", "army"})
	placing := slices.Concat(first, []string{"army", "army levy=2", "pay 2d", "pay 2h", "train 0", "train 0"})
	for _, c := range []struct {
		what   string
		before []string
		a, b   []string
	}{
		{"cards laid", nil, []string{"spy 2h"}, []string{"spy 10d"}},
		{"a purchase", first, []string{"army", "army levy=1"}, []string{"army", "army levy=4 knights=2"}},
		{"a payment", first, []string{"army", "army levy=2", "pay 2d"}, []string{"army", "army levy=1"}},
		{"the second buyer's army", first, []string{"army", "army levy=1", "pay 2d"}, []string{"army", "army knights=1", "pay 10d", "pay 2h"}},
		{"the second buyer's nothing", first, []string{"army", "army levy=1", "pay 2d"}, []string{"army", "army"}},
		{"the first buyer's payment begun", second, []string{"army levy=1"}, []string{"army levy=5 pikemen=1", "pay 10d"}},
		{"training chosen", trained, []string{"train 1"}, []string{"train 4"}},
		{"training paid", trained, []string{"train 1", "pay 2d"}, []string{"train 0"}},
		{"training and its cards", trained, []string{"train 2", "pay 6d", "train 0"}, []string{"train 3", "pay 9d", "pay 6d", "train 0"}},
		{"deployment", placing, []string{"deploy king e1"}, []string{"deploy levy b2", "deploy levy b3"}},
		{"who has finished", placing, []string{"deploy king e1", "deploy levy e2", "deploy levy e3", "done white"}, []string{"deploy king e1"}},
		{"a game given up before the joining", placing, []string{"deploy king e1", "resign black"}, []string{"resign black"}},
	} {
		s := opening(t, nil, c.before...)
		same(t, c.what, play(t, s, c.a...), play(t, s, c.b...))
	}
}

func TestRule32_TheSecondBuyerSeesTheFirstOnesUnitsNotTheCards(t *testing.T) {
	s := opening(t, nil, "spy 4h", "done white", "done black", "army levy=2")
	if where(s, White, "bL1") != "?" {
		t.Error("units are shown before they are paid")
	}
	a, b := play(t, s, "pay 4c"), play(t, s, "pay 2c", "pay 2s")
	for _, s := range []rules.State{a, b} {
		if where(s, White, "bL2") != "" || where(s, White, "bL3") != "?" || where(s, rules.Table, "bL1") != "?" {
			t.Error("the second buyer sees two Levies, the public none")
		}
	}
	if err := rulestest.Indistinct(White, a, b); err != nil || a == b {
		t.Errorf("the cards paid are seen: %v", err)
	}
	bought := play(t, a, "army levy=3", "pay 6d")
	if where(bought, Black, "wL1") != "?" {
		t.Error("the first buyer sees the second one's units")
	}
}

func TestRule32_PhasesAndActorsOfOthers(t *testing.T) {
	type shown struct{ phase, actors string }
	see := func(s rules.State, viewer rules.Seat) shown {
		v := s.View(viewer)
		return shown{v.Phase, strings.Join(v.ToAct, " ")}
	}
	s := opening(t, nil, "done white", "done black", "army levy=1")
	for viewer, want := range map[rules.Seat]shown{
		White: {"army", "black"}, rules.Table: {"army", "black"}, Black: {"pay", "black"}, rules.Full: {"pay", "black"},
	} {
		if got := see(s, viewer); got != want {
			t.Errorf("paying for an army, viewer %d sees %v, want %v", viewer, got, want)
		}
	}
	s = play(t, s, "pay 2c", "army levy=1", "pay 2d", "train 1")
	if got := see(s, Black); got != (shown{"training", "white"}) {
		t.Errorf("paying for a training is seen as %v", got)
	}
	s = play(t, s, "pay 2h", "train 0", "deploy king e1", "deploy levy e2", "done white")
	for viewer, want := range map[rules.Seat]string{White: "black", Black: "white black", rules.Table: "white black", rules.Full: "black"} {
		if got := see(s, viewer); got.actors != want {
			t.Errorf("White has finished; viewer %d sees %q to act, want %q", viewer, got.actors, want)
		}
	}
}

func TestRule32_Counts(t *testing.T) {
	s := opening(t, nil, "spy 7h", "spy 2d", "spy 3c")
	for viewer, want := range map[rules.Seat][2]string{
		White:       {`["2d","7h"]`, `{"count":1}`},
		Black:       {`{"count":2}`, `["3c"]`},
		rules.Table: {`{"count":2}`, `{"count":1}`},
		rules.Full:  {`["2d","7h"]`, `["3c"]`},
	} {
		if got := [2]string{value(s, viewer, "espionage", "white"), value(s, viewer, "espionage", "black")}; got != want {
			t.Errorf("viewer %d sees %v laid, want %v", viewer, got, want)
		}
	}
	s = play(t, s, "done white", "done black")
	if got := value(s, rules.Table, "espionage", "white"); got != `["2d","7h"]` {
		t.Errorf("the reveal shows %s", got)
	}
	for _, hidden := range [][]string{{"cards", "white"}, {"spent", "white"}, {"king_points", "white"}, {"due"}, {"payment"}} {
		if got := value(s, rules.Table, hidden...); got != "" {
			t.Errorf("after the reveal the public sees %v: %s", hidden, got)
		}
	}
	fight := battleOf(t, nil, "white", "wL1 d5, bL1 d6", options{"cards": options{"white": []string{"7h", "2d"}, "black": []string{}}})
	if got := value(fight, Black, "cards", "white"); got != `{"count":2,"total":9}` {
		t.Errorf("in battle Black sees White's Special Cards as %s", got)
	}
	if got := value(fight, rules.Table, "spent", "white"); got != "" {
		t.Errorf("what was spent tells the rest: %s", got)
	}
	if got := value(play(t, fight, "d5*d6", "special 7h"), rules.Table, "fight", "specials"); got != `["7h"]` {
		t.Errorf("the committed card is shown as %s", got)
	}
}

func TestRule32_KindsOfSpecialCardsStaySecret(t *testing.T) {
	hold := func(cards, spent string) rules.State {
		return battleOf(t, nil, "white", "wL1 d5, bL1 d6", options{
			"cards": options{"white": strings.Fields(cards), "black": []string{}}, "spent": options{"white": strings.Fields(spent), "black": []string{}},
		})
	}
	a, b := hold("7h 2d", "6h 3d"), hold("6h 3d", "7h 2d")
	same(t, "Special Cards", a, b)
	same(t, "Special Cards at the question", play(t, a, "d5*d6"), play(t, b, "d5*d6"))
	same(t, "Special Cards after the end", play(t, a, "draw"), play(t, b, "draw"))
}

func TestRule32_RefusalsAreTheSame(t *testing.T) {
	placed := deployed(t, "train 0", "train 0")
	a, b := play(t, placed, "deploy king e1"), play(t, placed, "deploy king a2", "deploy levy e1")
	// What Black may and may not do there, and why, is the same.
	for _, action := range []string{"deploy king e16", "done black", "deploy camp a9", "deploy levy a1", "end", "a1-a2", "spy 2c"} {
		_, _, errA := take(a, action)
		_, _, errB := take(b, action)
		if (errA == nil) != (errB == nil) || errA != nil && action != "deploy levy a1" && errA.Error() != errB.Error() {
			t.Errorf("%s: %v and %v", action, errA, errB)
		}
	}
	// Whose an action is, is told without the secret: White's deployment is White's.
	for _, action := range []string{"deploy levy a2", "deploy levy a3", "done white"} {
		stepA, errA := a.Parse(action)
		stepB, errB := b.Parse(action)
		if errA != nil || errB != nil || stepA != stepB || stepA.By != White {
			t.Errorf("%s is read as %+v and %+v", action, stepA, stepB)
		}
	}
}

func TestRule32_NothingIsToldOrShown(t *testing.T) {
	s := opening(t, nil, "done white", "done black")
	for _, action := range []string{"army levy=1", "pay 2c", "army knights=1", "pay 10d", "pay 2d", "train 1", "pay 2h", "train 0", "deploy levy a9", "deploy king d4"} {
		step, err := s.Parse(action)
		if err != nil {
			t.Fatal(err)
		}
		for _, viewer := range []rules.Seat{1 - step.By, rules.Table} {
			if rules.Sees(s, step, viewer) {
				t.Errorf("%s: %d is told %v", action, viewer, s.Tell(step))
			}
		}
		next, fx, err := s.Apply(step, nil)
		if err != nil || len(fx) > 0 {
			t.Fatalf("%s: effects %v, %v", action, fx, err)
		}
		s = next
	}
}

func TestRule32_AGameThatEndsEarlyKeepsItsSecrets(t *testing.T) {
	s := play(t, deployed(t, "train 0", "train 0"), "deploy king e1", "draw")
	if where(s, Black, "wK") != "" || where(s, White, "wK") != "e1" || where(s, rules.Table, "wL1") != "?" {
		t.Error("the end has opened the boards")
	}
	if value(s, rules.Full, "joined") != "false" {
		t.Error("the position does not say that the boards were not joined")
	}
	laid := play(t, opening(t, nil, "spy 7h"), "resign white")
	if got := value(laid, rules.Table, "espionage", "white"); got != `{"count":1}` {
		t.Errorf("the end has revealed %s", got)
	}
}

func TestRule32_WhoMayKnowOfAStep(t *testing.T) {
	s := opening(t, nil)
	for _, c := range []struct {
		action string
		public bool
	}{
		{"spy 2h", false}, {"done white", true}, {"done black", true}, {"army levy=1", false}, {"pay 2c", false}, {"army levy=1", false}, {"pay 2d", false},
		{"train 0", false}, {"train 0", false}, {"deploy king d8", false}, {"deploy levy c8", false}, {"done white", false},
		{"deploy king d9", false}, {"deploy levy c9", false}, {"done black", true}, {"end", true},
	} {
		step, err := s.Parse(c.action)
		if err != nil {
			t.Fatal(err)
		}
		p := s.(State)
		if !p.Sees(step, step.By) || !p.Sees(step, rules.Full) || p.Sees(step, 1-step.By) != c.public || p.Sees(step, rules.Table) != c.public {
			t.Errorf("%s: who may know of it is wrong", c.action)
		}
		s = play(t, s, c.action)
	}
}

// TestRule32_HiddenStepsMoveNoView asks, in random games, that a step of which
// somebody may not know changes nothing of what that viewer sees, but that
// somebody has gone on to the next purchase or has laid one card more.
func TestRule32_HiddenStepsMoveNoView(t *testing.T) {
	for seed := range uint64(10) {
		s, err := Game.Start(nil)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, 5))
		for s.Phase() != "battle" {
			legal := s.Legal(nil)
			step := legal[r.IntN(len(legal))]
			next, fx, err := s.Apply(step, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, viewer := range []rules.Seat{White, Black, rules.Table} {
				a, b := s.View(viewer), next.View(viewer)
				if s.(State).Sees(step, viewer) || a.Phase == "espionage" || a.Phase != b.Phase || !slices.Equal(a.ToAct, b.ToAct) {
					continue
				}
				x, _ := json.Marshal(a)
				y, _ := json.Marshal(b)
				if string(x) != string(y) || len(fx) > 0 {
					t.Fatalf("%s, hidden from %d, moves\n%s\nto\n%s", s.Text(step), viewer, x, y)
				}
			}
			s = next
		}
	}
}

// What is public of hidden cards has exactly its names.
func TestRule32_HiddenCardsHaveExactNames(t *testing.T) {
	for text, sound := range map[string]bool{`{"count":2}`: true, `{"count":2,"total":9}`: true, `{"Count":2}`: false, `{"count":2,"mood":1}`: false, `{"count":2,"count":1}`: false} {
		if err := new(cardsDoc).UnmarshalJSON([]byte(text)); (err == nil) != sound {
			t.Errorf("%s: %v", text, err)
		}
	}
}
