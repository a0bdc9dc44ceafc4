package referee_test

import (
	"strings"
	"testing"
	"unicode"

	"reeve/referee"
	"reeve/rules"
)

// While something is asked hands play on: what stands and follows in every choice is not named, so that it stays the same question. But no choice is
// named by nothing, nor by what another begins with (Chess Battle, seed 800363: one question came twice, the second time with one step more).
func TestAQuestionDoesNotNameWhatFollowsInEveryChoice(t *testing.T) {
	steps := func(letters string) (all []rules.Step) {
		for _, c := range []byte(letters) {
			all = append(all, rules.Step{Kind: c})
		}
		return all
	}
	for _, tt := range []struct {
		taken, choices string
		want           int
	}{
		{"abxy", "abxy cxy", 2},
		{"abxyz", "abxyz cxyz", 3},
		{"abxy", "abxy cxy dy", 1},
		{"abxy", "abxy xy", 1}, // or nothing
		{"abxy", "abxy axy", 1},
		{"abx", "abxy cxy", 0}, // the attack that waits for its die is named
		{"abxy", "abxy", 0},
	} {
		var asked [][]rules.Step
		for _, choice := range strings.Fields(tt.choices) {
			asked = append(asked, steps(choice))
		}
		if got := referee.Following(steps(tt.taken), asked); got != tt.want {
			t.Errorf("%s stands, asked %s: %d, want %d", tt.taken, tt.choices, got, tt.want)
		}
	}
}

// Two turns of a choice are named: what differs later is asked about after the answer.
func TestAQuestionNamesTwoTurns(t *testing.T) {
	for choice, want := range map[string]int{
		"A": 1, "Ab": 2, "AbC": 2,
		"ABcdE":  4, // White's A and B are one turn
		"AbCdEf": 2,
	} {
		var steps []rules.Step
		for _, c := range choice {
			by := rules.Seat(1)
			if unicode.IsLower(c) {
				by = 2
			}
			steps = append(steps, rules.Step{Kind: uint8(c), By: by})
		}
		if got := referee.Named(steps); got != want {
			t.Errorf("%s: %d, want %d", choice, got, want)
		}
	}
}
