package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"reeve/drawing"
	"reeve/drawing/drawingtest"
	"reeve/messages"
)

// Every game's things are all there, as the rules have them, in every language, and can be made a document.
func TestPaper_EveryGamesThings(t *testing.T) {
	discs := regexp.MustCompile(`class="magnet"`)
	for game, c := range map[string]struct {
		labels int
		heads  map[string]int
	}{
		"rolechess": {28, map[string]int{"Adjutant 1": 2, "Lackey 7": 2, "Energy: White": 1, "Energy: Black": 1}},
		"camelot":   {28, nil},
		"kaleidochess": {36, map[string]int{"Teleport": 2, "Swap": 2, "Revive": 2, "Ghost": 2, "Lightning": 2, "Self-destruction": 2, "Heal": 2, "Imprison": 2,
			"Block": 2, "Barrier": 2, "Weaken": 2, "Strengthen": 2}},
		"dungeonchess": {24, map[string]int{"Card 1": 1, "Card 10": 1, "Chest": 8, "East": 2}},
		"chessbattle":  {58, map[string]int{"Bridge": 2, "Camp": 4, "The King&#39;s points: White": 1, "What units cost and can do": 2}},
	} {
		text, err := accessories(game, "en", "", 50)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(discs.FindAll(text, -1)); n != c.labels || n != pieceSets()[game] || n != bytes.Count(text, []byte("<use ")) {
			t.Errorf("%s: %d labels of pieces with %d symbols, not %d; the set has %d", game, n, bytes.Count(text, []byte("<use ")), c.labels, pieceSets()[game])
		}
		for head, n := range c.heads {
			if got := bytes.Count(text, []byte(">"+head+"</text>")); got != n {
				t.Errorf("%s: %d × %q, not %d", game, got, head, n)
			}
		}
		for _, language := range messages.Languages() {
			text, err := accessories(game, language, "letter", 40)
			if err == nil {
				_, err = drawing.PDF(text, "letter")
			}
			if err != nil {
				t.Errorf("%s in %s: %v", game, language, err)
			}
			if s := string(text); strings.Contains(s, "{") && strings.Contains(strings.Split(s, "</style>")[1], "{") || strings.Contains(s, "thing.") {
				t.Errorf("%s in %s has a sentence with a gap", game, language)
			}
		}
	}
	// The energies of RoleChess are those of its rules: 9, 2 × 25, 2 × 21, 2 × 15 and 7 × 7 a side.
	text, _ := accessories("rolechess", "en", "", 50)
	if n := bytes.Count(text, []byte(`class="tick"`)); n != 2*(9+2*25+2*21+2*15+7*7) {
		t.Errorf("%d boxes of energy", n)
	}
	for _, bad := range [][3]any{{"chess", "en", 50.0}, {"camelot", "de", 50.0}, {"camelot", "en", 5.0}} {
		if _, err := accessories(bad[0].(string), bad[1].(string), "", bad[2].(float64)); err == nil {
			t.Errorf("%v is drawn", bad)
		}
	}
}

// size is a thing's, and its kind: cut along lines, or round.
type size struct {
	w, h  float64
	round bool
}

// Every thing of every game is printed once, whole and at its true size, on every paper and for small and large squares; each sheet has
// its ruler.
func TestPaper_ThingsOfEveryGameHaveTheirTrueSize(t *testing.T) {
	for _, g := range games() {
		for paper, pitch := range map[string]float64{"a4": 50, "letter": 40, "whole": 57} {
			a, err := accessoryOf(g.Name, "pl", pitch)
			if err != nil {
				t.Fatal(err)
			}
			want := map[size]int{}
			for _, item := range a.items() {
				want[size{item.W, item.H, item.Round}]++
			}
			for i, s := range printedThings(t, g.Name, paper, pitch) {
				if len(s.Rulers()) == 0 {
					t.Errorf("%s on %s: sheet %d has no ruler of 100 mm", g.Name, paper, i+1)
				}
				for size := range want {
					if size.round {
						want[size] -= s.Round(size.w)
					} else {
						want[size] -= s.Cuts(size.w, size.h)
					}
				}
			}
			for size, n := range want {
				if n != 0 {
					t.Errorf("%s on %s: %d things of %g × %g mm too few", g.Name, paper, n, size.w, size.h)
				}
			}
		}
	}
}

// printedThings are a game's sheets as they come out of a printer.
func printedThings(t *testing.T, game, paper string, pitch float64) []drawingtest.Sheet {
	t.Helper()
	svg, err := accessories(game, "pl", paper, pitch)
	if err != nil {
		t.Fatal(err)
	}
	pdf, err := drawing.PDF(svg, paper)
	if err != nil {
		t.Fatal(err)
	}
	sheets, err := drawingtest.Sheets(pdf)
	if err != nil {
		t.Fatal(err)
	}
	return sheets
}
