package drawing_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"reeve/drawing"
)

// What is printed is what the game is: the figures are those of its rules.
func TestTheSurfaceIsTheGame(t *testing.T) {
	for _, c := range []struct {
		file, game string
		want       map[string]int // how many of each class
		dark       int            // squares that are not of the light colour
	}{
		// 49 circles of one colour; 84 lines along files and ranks, 72 diagonals (rule 1).
		{"gpio-rolechess.yaml", "rolechess", map[string]int{"place": 49, "line": 84 + 72, "wall": 0}, 0},
		// Two castles of two squares; the outline of the cross-shaped field is walled, for nobody leaves it.
		{"tca9555-camelot.yaml", "camelot", map[string]int{"place": 160, "mark castle": 4 * 4, "water": 0}, 0},
		// Five rounded lines and the edge; a line between any two cells of a ring.
		{"round-kaleidochess.yaml", "kaleidochess", map[string]int{"place": 89, "rounded": 6, "side": 88, "line": 0}, 0},
		// The hall's 64 squares are half dark; of the 8 entries in the alcoves half are, too. Two teleports a seat.
		{"serial-grid.yaml", "dungeonchess", map[string]int{"place": 72, "mark teleport": 8 * 4, "mark entry": 8, "whose": 16}, 36},
		// Two boards of 64, a river with a bridge's place on each file.
		{"serial-chessbattle.yaml", "chessbattle", map[string]int{"place": 128, "water": 8, "bridge": 16, "mark": 0}, 64},
		// The same where one board has all 16 ranks and no room for a river: it is a line.
		{"serial-grid.yaml", "chessbattle", map[string]int{"place": 128, "water": 8, "bridge": 16, "mark": 0}, 64},
	} {
		text, err := drawing.Surface(load(t, c.file), gameOf(t, c.game))
		if err != nil {
			t.Fatal(err)
		}
		p := read(t, text)
		for class, n := range c.want {
			if got := len(p.of(class)); got != n {
				t.Errorf("%s: %d of class %q, not %d", c.game, got, class, n)
			}
		}
		if dark := bytes.Count(text, []byte(`fill="#d8d8d8"`)); dark != c.dark {
			t.Errorf("%s: %d dark squares, not %d", c.game, dark, c.dark)
		}
	}
}

// In DungeonChess colour matters: squares side by side differ in it.
func TestChequersAlternate(t *testing.T) {
	for file, game := range map[string]string{"serial-grid.yaml": "dungeonchess", "serial-chessbattle.yaml": "chessbattle"} {
		text, err := drawing.Surface(load(t, file), gameOf(t, game))
		if err != nil {
			t.Fatal(err)
		}
		dark := map[string]bool{}
		for line := range strings.Lines(string(text)) {
			if _, rest, ok := strings.Cut(line, `class="place" data-square="`); ok {
				name, _, _ := strings.Cut(rest, `"`)
				dark[name] = strings.Contains(line, `fill="#d8d8d8"`)
			}
		}
		if !dark["a1"] || dark["b1"] || dark["a2"] || !dark["b2"] {
			t.Errorf("%s: a1 is dark: %v, b1 %v, a2 %v, b2 %v", game, dark["a1"], dark["b1"], dark["a2"], dark["b2"])
		}
	}
}

// The alcoves of DungeonChess are entered from the hall alone: around their six
// other sides there is wall.
func TestWallsStandWhereNobodyPasses(t *testing.T) {
	b := load(t, "serial-grid.yaml")
	text, err := drawing.Surface(b, gameOf(t, "dungeonchess"))
	if err != nil {
		t.Fatal(err)
	}
	// The hall has 32 sides outwards, 8 of them open to alcoves; an alcove has 2+1+1 outer sides.
	if n := len(read(t, text).of("wall")); n != 32-8+4*4 {
		t.Errorf("%d pieces of wall", n)
	}
}

// The rounded lines of KaleidoChess lie half way between rings, and a town's cell is filled.
func TestRoundedLinesLieBetweenTheRings(t *testing.T) {
	b := load(t, "round-kaleidochess.yaml")
	text, err := drawing.Surface(b, gameOf(t, "kaleidochess"))
	if err != nil {
		t.Fatal(err)
	}
	p := read(t, text)
	for i, e := range p.of("rounded") {
		if want := 25 + 50*float64(i); math.Abs(e.attr["r"]-want) > 0.5 {
			t.Errorf("rounded line %d has a radius of %g mm, not %g", i+1, e.attr["r"], want)
		}
	}
	if len(p.of("town")) == 0 || len(p.of("mark castle")) == 0 {
		t.Error("towns or castles are not marked")
	}
}

// Of a board for several games all outlines are drawn, none over another's lines.
func TestSeveralGamesAreLayers(t *testing.T) {
	b := load(t, "serial-grid.yaml")
	var games []drawing.Game
	for _, name := range b.Games() {
		games = append(games, gameOf(t, name))
	}
	text, err := drawing.Surface(b, games...)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(read(t, text).of("layer")); n != len(games) || n < 2 {
		t.Errorf("%d layers of %d games", n, len(games))
	}
	if bytes.Contains(text, []byte(`fill="#fff"`)) {
		t.Error("a layer covers those below")
	}
	if bytes.Count(text, []byte(`class="title"`)) != 1 {
		t.Error("the title stands more than once")
	}
}
