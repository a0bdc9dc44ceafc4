package engine

import (
	"slices"
	"testing"

	"reeve/rules/catalog"
)

// scored is a match in which the first player's interval is from least up to most.
func scored(first, second string, least, most float64, options map[string]any) Score {
	return Score{Players: [2]string{first, second}, Interval: [2]float64{least, most}, Options: options}
}

// Offered is who beats the one offered before: an equal neighbour is left out, and who stands above it is held against
// the one below it. Handicapped matches say nothing of levels.
func TestEqualNeighboursAreNotOffered(t *testing.T) {
	for _, c := range []struct {
		name   string
		scores []Score
		want   []int
	}{
		{"nothing measured", nil, []int{1}},
		{"all steps", []Score{scored("reeve:2", "reeve:1", 0.6, 0.8, nil), scored("reeve:3", "reeve:2", 0.51, 0.6, nil)}, []int{1, 2, 3}},
		{"an equal neighbour", []Score{scored("reeve:2", "reeve:1", 0.45, 0.55, nil), scored("reeve:3", "reeve:2", 0.6, 0.7, nil)}, []int{1}},
		{"one above it", []Score{scored("reeve:2", "reeve:1", 0.45, 0.55, nil), scored("reeve:3", "reeve:1", 0.6, 0.7, nil)}, []int{1, 3}},
		{"a weaker one", []Score{scored("reeve:2", "reeve:1", 0.2, 0.4, nil)}, []int{1}},
		{"other options", []Score{scored("reeve:2", "reeve:1", 0.6, 0.8, map[string]any{"pass": "always"})}, []int{1}},
	} {
		if got := Offered(c.scores); !slices.Equal(got, c.want) {
			t.Errorf("%s: offered are %v, want %v", c.name, got, c.want)
		}
	}
}

// A game offers the levels that its kept matches tell apart: for a beginner, for a good player, and one between. The
// matches are not in the program: they would be 75 kB.
func TestEveryGameOffersTheLevelsOfItsMatches(t *testing.T) {
	for _, g := range catalog.Games() {
		if want := Offered(kept(t, g)); !slices.Equal(g.Weights.Levels, want) || len(want) < 3 {
			t.Errorf("%s offers %v; its matches say %v, which is to stand in its weights.json as levels", g.Name, g.Weights.Levels, want)
		}
	}
}
