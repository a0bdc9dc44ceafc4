package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestBoardDraws(t *testing.T) {
	const grid = "../../configs/boards/serial-grid.yaml"
	out, code := verb(t, boardCommand(), "svg", grid, "--game", "camelot")
	if code != 0 || strings.Count(out, `class="place"`) != 160 || !strings.Contains(out, `data-square="A6"`) {
		t.Errorf("status %d\n%.300s", code, out)
	}
	path := filepath.Join(t.TempDir(), "t.svg")
	if out, code := verb(t, boardCommand(), "template", grid, "-o", path); code != 0 || out != "" {
		t.Errorf("status %d\n%.300s", code, out)
	}
	if text, err := os.ReadFile(path); err != nil || strings.Count(string(text), `class="reed"`) != 192 {
		t.Errorf("%v\n%.300s", err, text)
	}
	for _, args := range [][]string{
		{}, {"png"}, {"svg"}, {"svg", "/nowhere.yaml"}, {"svg", grid, "--game", "chess"}, {"svg", grid, "--game", "kaleidochess"}, {"svg", grid, "--colour", "red"},
	} {
		if _, code := verb(t, boardCommand(), args...); code != 2 {
			t.Errorf("%v: status %d", args, code)
		}
	}
	if _, code := verb(t, boardCommand(), "svg", grid, "-o", "/nowhere/t.svg"); code != 1 {
		t.Errorf("a file that cannot be written: status %d", code)
	}
}

// Every board file that is shipped is sound, and gives a surface, a template, a
// diagram and a list of parts, whole and for each of its games.
func TestPaper_EveryBoardIsDrawnAndCounted(t *testing.T) {
	for file, carried := range shipped {
		path := "../../configs/boards/" + file
		if out, code := verb(t, checkCommand(), path); code != 0 {
			t.Errorf("check %s: status %d\n%s", file, code, out)
		}
		for _, what := range []string{"svg", "template", "wiring", "parts"} {
			for _, game := range append(slices.Clone(carried), "") {
				out, code := verb(t, boardCommand(), what, path, "--game", game)
				if code != 0 || strings.HasPrefix(out, "<svg") == (what == "parts") {
					t.Errorf("%s %s %s: status %d\n%.300s", what, file, game, code, out)
				}
			}
		}
	}
}

func TestBoardOptions(t *testing.T) {
	const grid = "../../configs/boards/serial-grid.yaml"
	if out, code := verb(t, boardCommand(), "wiring", grid, "--controller", "mega-apa102"); code != 0 || !strings.Contains(out, "clock, pin 52") {
		t.Errorf("status %d\n%.300s", code, out)
	}
	if out, code := verb(t, boardCommand(), "parts", grid, "--limit", "0"); code != 0 || !strings.Contains(out, "| controller: 192 | 11.52 A | 0.192 A | 11.52 A |") {
		t.Errorf("status %d\n%s", code, out)
	}
	for _, args := range [][]string{
		{"wiring", grid, "--controller", "uno"}, {"parts", grid, "--controller", "pico"}, {"parts", grid, "--limit", "-1"},
		{"wiring", grid, "--game", "kaleidochess"}, {"svg", grid, "--limit", "1"},
	} {
		if _, code := verb(t, boardCommand(), args...); code != 2 {
			t.Errorf("%v: status %d", args, code)
		}
	}
}

// A set of Chess Battle has what its page says may be bought.
func TestTheSetOfChessBattleIsWhatMayBeBought(t *testing.T) {
	if n := mostBought(t); n != pieceSets()["chessbattle"] {
		t.Errorf("%d pieces, the set has %d", n, pieceSets()["chessbattle"])
	}
}

// mostBought is how many units both sides of Chess Battle may have, by its page.
func mostBought(t *testing.T) (n int) {
	t.Helper()
	text, err := os.ReadFile("../../docs/games/chessbattle.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^\| \w+ \| (?:pawn|knight|bishop|queen|king|rook) \| (\d+) \|`).FindAllStringSubmatch(string(text), -1) {
		most, _ := strconv.Atoi(m[1])
		n += 2 * most
	}
	return n
}

// A game's card is drawn without a board: an SVG, or a PDF of one page.
func TestBoardCards(t *testing.T) {
	for _, g := range games() {
		if out, code := verb(t, boardCommand(), "card", g.Name, "--language", "fi"); code != 0 || !strings.HasPrefix(out, "<svg") || !strings.Contains(out, "Tavoite") {
			t.Errorf("%s: status %d\n%.300s", g.Name, code, out)
		}
	}
	path := filepath.Join(t.TempDir(), "card.pdf")
	if out, code := verb(t, boardCommand(), "card", "camelot", "--pdf", "letter", "-o", path); code != 0 || out != "" {
		t.Errorf("status %d\n%.300s", code, out)
	}
	if text, err := os.ReadFile(path); err != nil || strings.Count(string(text), "/Type /Page\n") != 1 || !strings.Contains(string(text), "/MediaBox [0 0 612.00 792.00]") {
		t.Errorf("%v\n%.300s", err, text)
	}
	for _, args := range [][]string{{"card"}, {"card", "ludo"}, {"card", "camelot", "--language", "xx"}, {"card", "camelot", "--pdf", "a7"}, {"card", "camelot", "--pdf", "whole"}} {
		if _, code := verb(t, boardCommand(), args...); code != 2 {
			t.Errorf("%v: status %d", args, code)
		}
	}
}
