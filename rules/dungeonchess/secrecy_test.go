package dungeonchess

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"reeve/rules"
	"reeve/rules/rulestest"
)

// same checks that nobody but who knows can tell a from b.
func same(t *testing.T, what string, a, b rules.State, knows ...rules.Seat) {
	t.Helper()
	if a == b {
		t.Fatalf("%s: the positions are equal, so nothing is asked", what)
	}
	for _, viewer := range append(a.Seated().All(), rules.Table, rules.Full) {
		err := rulestest.Indistinct(viewer, a, b)
		if known := viewer == rules.Full || slices.Contains(knows, viewer); known != (err != nil) {
			t.Errorf("%s: viewer %d knows: %t, sees: %v", what, viewer, known, err)
		}
	}
}

func TestRule14_WhatIsSecretIsEqualToOthers(t *testing.T) {
	for _, players := range []int{2, 3, 4} {
		s := opening(t, players)
		same(t, "a deal", play(t, s, "deal south 3 7"), play(t, s, "deal south 4 10"), South)
		dealt := play(t, s, strings.Split(deals[players], "; keep")[0])
		same(t, "a card kept", play(t, dealt, "keep 3"), play(t, dealt, "keep 4"), map[int]rules.Seat{2: North, 3: West, 4: West}[players])
		last := strings.TrimSuffix(deals[players], fmt.Sprintf("keep %d", 2*players-1)) // the last one keeps the other
		a, b := play(t, s, deals[players]), play(t, s, last+fmt.Sprintf("keep %d", 2*players))
		same(t, "the last card kept", a, b, a.Seated().All()[players-1])
		same(t, "play with another card", play(t, a, "c1-c3"), play(t, b, "c1-c3"), a.Seated().All()[players-1])
		if err := rulestest.Indistinct(rules.Table, play(t, a, "draw"), play(t, b, "draw")); err == nil {
			t.Error("when the game is over the card is shown")
		}
	}
	// What was discarded leaves the game unseen, by its own seat, too.
	s := opening(t, 2)
	a, b := play(t, s, "deal south 3 7; deal north 1 2; keep 3; keep 1"), play(t, s, "deal south 3 8; deal north 1 2; keep 3; keep 1")
	if a != b {
		t.Error("the discarded card is still known")
	}
}

func TestRule14_ViewsShowOnlyCounts(t *testing.T) {
	s := play(t, opening(t, 3), "deal south 3 7; deal west 1 10; deal north 2 9; keep 1")
	for viewer, want := range map[rules.Seat]string{
		South:       `"cards":{"north":{"count":2},"south":[3,7]},"kept":{}`,
		West:        `"cards":{"north":{"count":2},"south":{"count":2}},"kept":{"west":1}`,
		North:       `"cards":{"north":[2,9],"south":{"count":2}},"kept":{}`,
		rules.Table: `"cards":{"north":{"count":2},"south":{"count":2}},"kept":{}`,
		rules.Full:  `"cards":{"north":[2,9],"south":[3,7]},"kept":{"west":1}`,
	} {
		text, err := json.Marshal(s.View(viewer))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("viewer %d: %v\n%s, want\n%s", viewer, err, text, want)
		}
	}
	over := play(t, s, "draw")
	text, _ := json.Marshal(over.View(rules.Table))
	if !strings.Contains(string(text), `"cards":{},"kept":{"west":1}`) {
		t.Errorf("over: %s", text)
	}
}

func TestRule14_RefusalsSayTheSame(t *testing.T) {
	s := play(t, opening(t, 3), "deal south 3 7; deal west 1 10; deal north 2 9; keep 1")
	words := map[string]bool{}
	for _, by := range []rules.Seat{South, West, noSeat} {
		for card := range uint8(12) {
			if by == South && (card == 3 || card == 7) {
				continue
			}
			step := keepStep(by, card)
			_, _, err := s.Apply(step, nil)
			if err == nil {
				t.Fatalf("%d keeps %d", by, card)
			}
			words[strings.Replace(err.Error(), s.Text(step), "", 1)] = true
		}
	}
	if len(words) != 1 {
		t.Errorf("the refusals differ: %v", words)
	}
	// To South, a card of another's, one that was discarded and one that nobody
	// was dealt are all another seat's; to the public, too.
	for card := uint8(1); card <= cards; card++ {
		step, err := s.Parse(fmt.Sprintf("keep %d", card))
		if err != nil || (step.By == South) != (card == 3 || card == 7) || step.By >= rules.Chance {
			t.Errorf("keep %d is read as %d's: %v", card, step.By, err)
		}
	}
	for _, s := range []rules.State{opening(t, 3), begun(t, 3)} {
		for card := uint8(1); card <= cards; card++ {
			if step, err := s.Parse(fmt.Sprintf("keep %d", card)); err != nil || step.By != noSeat {
				t.Errorf("phase %s: keep %d is read as %d's: %v", s.Phase(), card, step.By, err)
			}
		}
	}
}

func TestRule14_WhoSeesSteps(t *testing.T) {
	s := play(t, opening(t, 3), "deal south 3 7; deal west 1 10; deal north 2 9").(State)
	viewers := []rules.Seat{South, West, North, rules.Table, rules.Full}
	for _, c := range []struct {
		step rules.Step
		by   []rules.Seat
	}{
		{dealStep(West, 1, 10), []rules.Seat{West, rules.Full}},
		{keepStep(South, 3), []rules.Seat{South, rules.Full}},
		{keepStep(North, 2), []rules.Seat{North, rules.Full}},
		{goStep(South, kindMove, 1, 2), viewers},
		{passStep(West), viewers},
		{rules.Resign(West), viewers},
		{rules.Draw(), viewers},
	} {
		for _, viewer := range viewers {
			if got := s.Sees(c.step, viewer); got != slices.Contains(c.by, viewer) {
				t.Errorf("%s: viewer %d sees it: %t", s.Text(c.step), viewer, got)
			}
		}
	}
	over := play(t, s, "keep 3; draw").(State)
	for _, viewer := range viewers {
		if !over.Sees(dealStep(West, 1, 10), viewer) || !over.Sees(keepStep(South, 3), viewer) {
			t.Errorf("when the game is over viewer %d sees all", viewer)
		}
	}
}

func TestRule14_NothingIsShown(t *testing.T) {
	s := play(t, opening(t, 2), "deal south 3 7; deal north 1 10")
	if _, fx, err := s.Apply(keepStep(South, 3), nil); err != nil || len(fx) != 0 {
		t.Errorf("keeping has the effects %v, %v", fx, err)
	}
}

func TestViewsWithoutTheirMarkAreNoPositions(t *testing.T) {
	for _, s := range []rules.State{begun(t, 2), play(t, opening(t, 2), "deal south 3 7"), play(t, opening(t, 2), "deal south 3 7; deal north 1 10; keep 1")} {
		for _, viewer := range []rules.Seat{rules.Table, South, North} {
			if viewer == South && s.Phase() == "deal" {
				continue // it sees all there is
			}
			v := s.View(viewer)
			v.Viewer = ""
			text, _ := json.Marshal(v)
			if _, err := rules.ReadPosition(games, text); err == nil {
				t.Errorf("phase %s: what %d sees is read as a position", s.Phase(), viewer)
			}
		}
	}
}
