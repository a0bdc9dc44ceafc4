package archive_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"reeve/archive"
	"reeve/dice"
	"reeve/rules"

	"pgregory.net/rapid"
)

// script writes events as words: "t" taken, "p" step, "s3" sealed 3, "w3"
// withdrawn 3, "u3" undo to 3, "a" answer, "e" end.
func script(text string) []archive.Event {
	kinds := map[byte]archive.Kind{'t': archive.Taken, 'p': archive.Stepped, 's': archive.Sealed, 'w': archive.Withdrawn,
		'u': archive.Undo, 'a': archive.Answer, 'e': archive.End, 'x': "strange"}
	var events []archive.Event
	for word := range strings.FieldsSeq(text) {
		e := archive.Event{N: len(events) + 1, Kind: kinds[word[0]]}
		fmt.Sscan(word[1:], &e.Ref)
		events = append(events, e)
	}
	return events
}

func TestFold(t *testing.T) {
	tests := []struct{ events, want string }{
		{"", ""},
		{"t", "1?"},
		{"t s1", "1"},
		{"p", "1"},
		{"t t", "1? 2?"},
		{"t w1", ""},
		{"t w1 t s3", "3"},
		{"t t w1", "2?"},
		{"t s1 w2", "1?"},          // rule 4: the sealing taken back
		{"t s1 w2 w1", ""},         // and then the step
		{"t s1 w2 s1", "1"},        // or sealed again
		{"t t s1 w2 w3", "1?"},     // the later step withdrawn, the earlier one open again
		{"p p p u1", "1"},          // undo
		{"p p p u0", ""},           // to the start
		{"p t s2 p u3 p", "1 2 6"}, // the sealing before it stays
		{"p t a u2 a", "1 2?"},     // annotations change nothing
		{"p p e", "1 2"},
		{"t w2", "error"},       // about itself
		{"p w1", "error"},       // never was open
		{"t s1 w1", "error"},    // sealed
		{"t s1 s1", "error"},    // twice
		{"t w1 s1", "error"},    // gone
		{"t s1 w2 w2", "error"}, // taken back once only
		{"p u0 s1", "error"},
		{"p e p", "error"}, // after the end
		{"p u5", "error"},  // forward
		{"p a-1", "error"},
		{"a9", "error"},
		{"x", "error"},            // of no known kind
		{"t s1 u0 t w2", "error"}, // the sealing of an undone step
	}
	for _, tt := range tests {
		standing, err := archive.Fold(script(tt.events))
		var got []string
		for _, s := range standing {
			got = append(got, fmt.Sprint(s.N)+map[bool]string{true: "?"}[s.Open])
		}
		text := strings.Join(got, " ")
		if errors.Is(err, archive.ErrRecord) {
			text = "error"
		} else if err != nil {
			t.Errorf("%q: %v", tt.events, err)
		}
		if text != tt.want {
			t.Errorf("%q: stand %q, want %q", tt.events, text, tt.want)
		}
	}
	if _, err := archive.Fold([]archive.Event{{N: 2, Kind: archive.Stepped}}); !errors.Is(err, archive.ErrRecord) {
		t.Errorf("a record that begins with event 2: %v", err)
	}
}

// Replaying a record is the same as applying the steps that stand to the start.
func TestReplayIsTheFold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, events := drawGame(t)
		got, err := archive.Replay(games, h, events)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := race.Start(h.Options)
		standing, err := archive.Fold(events)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range standing {
			step, err := want.Parse(s.Action)
			if err != nil {
				t.Fatal(err)
			}
			if want, _, err = want.Apply(step, nil); err != nil {
				t.Fatal(err)
			}
		}
		if !sameState(got, want) {
			t.Fatalf("replayed %+v, folded %+v", got, want)
		}
	})
}

// A step in the middle withdrawn leaves those behind it, if the rules allow it.
func TestWithdrawnInTheMiddle(t *testing.T) {
	h := archive.Header{Game: "race", Dice: "fair"}
	steps := []struct{ by, action string }{
		{"chance", "deal 10"}, {"chance", "deal 11"}, {"chance", "die 4"}, {"white", "go white 2"},
		{"chance", "die 4"}, {"black", "go black 3"},
	}
	var events []archive.Event
	for i, s := range steps {
		events = append(events, archive.Event{N: i + 1, Kind: archive.Taken, By: s.by, Action: s.action})
	}
	withdraw := func(ref int) []archive.Event {
		return append(events[:len(events):len(events)], archive.Event{N: len(events) + 1, Kind: archive.Withdrawn, Ref: ref})
	}
	if _, err := archive.Replay(games, h, withdraw(4)); !errors.Is(err, rules.ErrIllegal) {
		t.Errorf("two throws running: %v, want ErrIllegal", err)
	}
	s, err := archive.Replay(games, h, withdraw(6))
	if err != nil || s.(raceState).at != [2]uint8{2, 0} {
		t.Errorf("the last step withdrawn: %+v %v", s, err)
	}
}

func TestReplayRefuses(t *testing.T) {
	step := func(by, action string) archive.Event {
		return archive.Event{N: 1, Kind: archive.Stepped, By: by, Action: action}
	}
	head := archive.Header{Game: "race"}
	tests := []struct {
		h    archive.Header
		e    archive.Event
		want error
	}{
		{archive.Header{Game: "ludo"}, step("chance", "deal 10"), rules.ErrGame},
		{archive.Header{Game: "race", Options: map[string]any{"goal": "far"}}, step("chance", "deal 10"), rules.ErrOption},
		{head, step("chance", "die 4"), rules.ErrIllegal},
		{head, step("chance", "fall"), rules.ErrAction},
		{head, step("white", "deal 10"), archive.ErrRecord},
		{head, step("chance", "deal  10"), archive.ErrRecord},
		{head, step("white", "resign white"), archive.ErrRecord},
		{head, step("referee", "resign nobody"), rules.ErrAction},
		{head, archive.Event{N: 1, Kind: archive.WordsSaid, By: "green"}, archive.ErrRecord},
	}
	for _, tt := range tests {
		if _, err := archive.Replay(games, tt.h, []archive.Event{tt.e}); !errors.Is(err, tt.want) {
			t.Errorf("%s %v %q by %q: %v, want %v", tt.h.Game, tt.h.Options, tt.e.Action, tt.e.By, err, tt.want)
		}
	}
	s, err := archive.Replay(games, head, []archive.Event{step("referee", "resign white")})
	if err != nil {
		t.Fatal(err)
	}
	if r, over := s.Result(); !over || r.Winners != rules.SeatsOf(1) {
		t.Errorf("after White resigned: %+v %t", r, over)
	}
}

// Whatever was withdrawn and undone, a record is verified by its own dice, and
// new dice that went through it go on as the old ones would have.
func TestVerifyAndResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, events := drawGame(t)
		report, err := archive.Verify(games, h, events, newDice)
		if err != nil {
			t.Fatal(err)
		}
		var want archive.Report
		for _, e := range events {
			switch {
			case e.By == "chance" && h.Dice == "manual" && !e.Hidden:
				want.Entered++
			case e.By == "chance":
				want.Computed++
			}
		}
		if report != want {
			t.Fatalf("report %+v, want %+v", report, want)
		}
		cut := rapid.IntRange(0, len(events)).Draw(t, "cut")
		resumed := newSource(choiceOf(h))
		if _, err := archive.Resume(games, h, events[:cut], resumed); err != nil {
			t.Fatal(err)
		}
		straight := newSource(choiceOf(h))
		_ = straight.SetWords(1, "löyly")
		if cut == 0 {
			_ = resumed.SetWords(1, "löyly")
		}
		for _, e := range events[:cut] {
			if e.By == "chance" {
				_, _ = straight.Draw(askOf(e))
			}
		}
		a, err := resumed.Draw(rules.Ask{Deck: make([]uint8, 4), Cards: 1, Secret: true})
		b, err2 := straight.Draw(rules.Ask{Deck: make([]uint8, 4), Cards: 1, Secret: true})
		if err != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Fatalf("resumed dice give %v %v, those that went straight on %v %v", a, err, b, err2)
		}
	})
}

func askOf(e archive.Event) rules.Ask {
	if strings.HasPrefix(e.Action, "deal") {
		return rules.Ask{Deck: make([]uint8, 5), Cards: 1, Secret: true}
	}
	return rules.Ask{Faces: 6}
}

func TestVerifyFindsTheFirstDifference(t *testing.T) {
	h, events := played(t)
	edit := func(change func(*archive.Header, []archive.Event)) (archive.Header, []archive.Event) {
		h, events := h, append([]archive.Event(nil), events...)
		change(&h, events)
		return h, events
	}
	deal := 1 // the words are event 1, the first card event 2
	other := map[bool]string{true: "deal 11", false: "deal 10"}[events[deal].Action == "deal 10"]
	tests := map[string]struct {
		change func(*archive.Header, []archive.Event)
		want   error
		says   string
	}{
		"a card":        {func(_ *archive.Header, e []archive.Event) { e[deal].Action = other }, archive.ErrDiffers, "event 2 is " + other + ", the dice give " + events[deal].Action},
		"the words":     {func(_ *archive.Header, e []archive.Event) { e[0].Action = "other words" }, archive.ErrDiffers, "the dice give"},
		"a commitment":  {func(h *archive.Header, _ []archive.Event) { h.Commitment = strings.Repeat("0", 64) }, archive.ErrDiffers, "the commitment was"},
		"no commitment": {func(h *archive.Header, _ []archive.Event) { h.Commitment = "" }, archive.ErrDiffers, "the commitment was"},
		"the seed":      {func(h *archive.Header, _ []archive.Event) { h.Seed = []byte("0123456789abcdef0123456789abcdeF") }, archive.ErrDiffers, "the commitment was"},
		"an odd seed":   {func(h *archive.Header, _ []archive.Event) { h.Dice, h.Seed = "seeded", make([]byte, 2000) }, dice.ErrChoice, "2000"},
		"only a script": {func(h *archive.Header, _ []archive.Event) { h.Seed, h.Script = nil, []int{1} }, archive.ErrNoSeed, "no seed"},
		"only a seed":   {func(h *archive.Header, _ []archive.Event) { h.Dice = "scripted" }, archive.ErrNoSeed, "no seed"},
		"no seed":       {func(h *archive.Header, _ []archive.Event) { h.Seed = nil }, archive.ErrNoSeed, "no seed"},
		"words too late": {func(_ *archive.Header, e []archive.Event) {
			e[0], e[1] = e[1], e[0]
			e[0].N, e[1].N = 1, 2
		}, archive.ErrDiffers, "event 1 is"},
		"an illegal step": {func(_ *archive.Header, e []archive.Event) { e[deal].Action = "die 7" }, rules.ErrIllegal, "event 2"},
	}
	for name, tt := range tests {
		h, events := edit(tt.change)
		_, err := archive.Verify(games, h, events, newDice)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %v with %q", name, err, tt.want, tt.says)
		}
	}
}
