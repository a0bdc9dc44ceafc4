package rules

import (
	"strings"
	"testing"
)

// What only foresight counts has weights there and nowhere else, each of them.
func TestForesightHasItsOwnFeatures(t *testing.T) {
	text := func(foretells string) []byte {
		return []byte(`{"features": {"men": 1}, "curves": [{"options": {"die": true}, "curve": [[0, 0], [1, 1]], "foretells": {` + foretells + `}, "came": [[0, 0.2], [1, 0.8]], "taken": 0.5}]}`)
	}
	w, err := ReadWeights([]string{"men"}, text(`"men": 2, "threats": 3`), "threats")
	if err != nil {
		t.Fatal(err)
	}
	die, plain := w.For(Options{"die": true}), w.For(nil)
	if f := die.Foreseeing(); len(f.Values) != 2 || f.Values[0] != 2 || f.Values[1] != 3 || f.Result(1) != 0.8 || die.Taken != 0.5 {
		t.Errorf("with the die: %+v", f)
	}
	if die.Values[0] != 1 || plain.Foresight != nil || plain.Foreseeing().Values[0] != 1 {
		t.Errorf("what is played with: %v; without the die: %+v", die.Values, plain.Foreseeing())
	}
	for foretells, want := range map[string]string{`"men": 2`: "threats is missing", `"men": 2, "threats": 3, "luck": 1`: "3 features"} {
		if _, err := ReadWeights([]string{"men"}, text(foretells), "threats"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", foretells, err)
		}
	}
}
