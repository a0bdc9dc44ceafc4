package engine

import (
	"encoding/json"
	"slices"
	"testing"

	"reeve/rules"
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
		text, _ := json.Marshal(c.scores)
		got, err := Offered(&rules.Game{Ladder: text})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: offered are %v, %v; want %v", c.name, got, err, c.want)
		}
	}
	if got, err := Offered(&rules.Game{}); got != nil || err != nil {
		t.Errorf("of a game without matches offered are %v, %v", got, err)
	}
	if _, err := Offered(&rules.Game{Ladder: []byte("{")}); err == nil {
		t.Error("a torn ladder is read")
	}
}

// In every game there are levels for a beginner, for a good player, and one between.
func TestEveryGameOffersThreeLevels(t *testing.T) {
	for _, g := range catalog.Games() {
		if levels, err := Offered(g); err != nil || len(levels) < 3 || levels[0] != 1 || !slices.IsSorted(levels) {
			t.Errorf("%s: offered are %v, %v", g.Name, levels, err)
		}
	}
}
