package catalog

import (
	"testing"

	"reeve/rules"
)

func TestEveryGameIsFoundByItsName(t *testing.T) {
	for _, g := range Games() {
		if found, err := rules.Find(Games(), g.Name); err != nil || found != g {
			t.Errorf("%s: found %v, %v", g.Name, found, err)
		}
	}
}

// The sets of options that are played for all games can all be played, and each value
// that an option can have is in one of them.
func TestVariantsHaveEveryValue(t *testing.T) {
	for _, g := range Games() {
		seen := map[string]map[any]bool{}
		for _, given := range g.Variants() {
			o, err := g.Complete(given)
			if err != nil {
				t.Fatalf("%s %v: %v", g.Name, given, err)
			}
			if _, err := g.Start(given); err != nil {
				t.Errorf("%s %v: %v", g.Name, given, err)
			}
			for name, v := range o {
				if seen[name] == nil {
					seen[name] = map[any]bool{}
				}
				seen[name][v] = true
			}
		}
		for _, o := range g.Options {
			for _, v := range o.Values {
				if !seen[o.Name][v] {
					t.Errorf("%s: no variant has %s=%v", g.Name, o.Name, v)
				}
			}
		}
	}
}

func TestEverySetHasItsPieces(t *testing.T) {
	for name, want := range map[string]int{"rolechess": 28, "camelot": 28, "kaleidochess": 36, "dungeonchess": 24, "chessbattle": 58} {
		g, err := rules.Find(Games(), name)
		if err != nil || g.SetOf() != want {
			t.Errorf("%s: %d pieces, %v; want %d", name, g.SetOf(), err, want)
		}
	}
}
