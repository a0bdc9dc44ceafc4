package referee_test

import (
	"slices"
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

// Two turns of each choice are named, or more if it takes more to tell all apart; one alone is named whole.
func TestAQuestionNamesAsFewTurnsAsTellTheChoicesApart(t *testing.T) {
	for choices, want := range map[string][]int{
		"Ab Cd":         {2, 2},
		"ABcdE Fg":      {4, 2},    // White's A and B are one turn
		"AbCdE FbCdE":   {2, 2},    // what follows is read on
		"AbCdE AbCfE":   {4, 4},    // the fourth turn tells them apart
		"AbCdE A":       {2, 1},    // or no more than that
		"AbC AbD Eb":    {3, 3, 2}, // all are to be told apart
		"AbCdEf":        {6},
		"AbCdEf AbCdEf": {6, 6}, // faults of two squares may explain the same
	} {
		var asked [][]rules.Step
		for _, choice := range strings.Fields(choices) {
			var steps []rules.Step
			for _, c := range choice {
				by := rules.Seat(1)
				if unicode.IsLower(c) {
					by = 2
				}
				steps = append(steps, rules.Step{Kind: uint8(c), By: by})
			}
			asked = append(asked, steps)
		}
		if got := referee.Named(asked); !slices.Equal(got, want) {
			t.Errorf("%s: %d, want %d", choices, got, want)
		}
	}
}
