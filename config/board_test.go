package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/board"
	"reeve/config"
)

// sound is a board file in which the cases replace a line or add one.
const sound = `name: test
drivers:
  - {name: main, kind: sim, channels: 9, leds: 9}
surface: {width_mm: 30, height_mm: 30}
grids:
  - {files: 3, ranks: 3, pitch_mm: 10}
games:
  rolechess: {}
`

func parse(t *testing.T, text string) *config.Board {
	t.Helper()
	b, err := config.ParseBoard("b.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return b
}

func TestDefaultBoard(t *testing.T) {
	b := config.DefaultBoard()
	wires, err := b.Wires("rolechess", board.MustNew("rolechess", board.Grid(7, 7, 50, 'a')))
	if err != nil {
		t.Fatal(err)
	}
	if len(wires) != 1 || wires[0].Driver.Kind != "sim" || len(b.Places) != 49 || len(b.Buttons) != 3 {
		t.Fatalf("%d wires, %d places", len(wires), len(b.Places))
	}
	for i := range 49 {
		p, ok := b.Place("rolechess", b.Places[i].Name)
		want := board.Grid(7, 7, 50, 'a')[i]
		if !ok || p.Name != want.Name || p.X != want.X || p.Y != want.Y || wires[0].Squares[i] != board.Square(i) || !slices.Equal(wires[0].LEDs[i], []int{i}) {
			t.Errorf("square %d is %+v", i, p)
		}
	}
}

// TestOrders names the squares in the order of their channels, and of their LEDs.
func TestOrders(t *testing.T) {
	for order, want := range map[string]string{
		"rows": "a1 b1 c1 a2 b2 c2 a3 b3 c3", "rows-serpentine": "a1 b1 c1 c2 b2 a2 a3 b3 c3",
		"columns": "a1 a2 a3 b1 b2 b3 c1 c2 c3", "columns-serpentine": "a1 a2 a3 b3 b2 b1 c1 c2 c3",
	} {
		b := parse(t, strings.Replace(sound, "pitch_mm: 10", "pitch_mm: 10, channels: "+order+", leds: "+order, 1))
		byChannel, byLED := make([]string, 9), make([]string, 9)
		for _, p := range b.Places {
			byChannel[p.Channel], byLED[p.LEDs[0]] = p.Name, p.Name
		}
		if strings.Join(byChannel, " ") != want || strings.Join(byLED, " ") != want {
			t.Errorf("%s: %s, LEDs %s", order, byChannel, byLED)
		}
	}
}

func TestGridKeysAndSquaresOfTheirOwn(t *testing.T) {
	b := parse(t, `name: two halves, a strip, a round one
drivers:
  - {name: left, kind: serial, device: /dev/ttyACM0, channels: 4}
  - {name: right, kind: serial, device: /dev/ttyACM1, baud: 250000, channels: 10}
  - {name: strip, kind: sim, leds: 40}
surface: {width_mm: 100, height_mm: 50.5}
grids:
  - {files: 2, ranks: 2, pitch_mm: 10, first: B, first_rank: 0, x_mm: 5, y_mm: 2.5, omit: [C0], leds_per_square: 2, first_led: 3}
  - {files: 1, ranks: 2, pitch_mm: 10, x_mm: 50, driver: right, first_channel: 7, first_led: 20}
squares:
  a2: {channel: 0, leds: [30, 31]}
  o: {x_mm: 99.5, y_mm: 50.5, driver: right, channel: 1, led_driver: strip, leds: [39]}
games:
  kaleidochess: {names: {o: o, b1: B1}}
  camelot: {origin: B0, files: xy, first_rank: 7}
buttons:
  - {name: confirm, seat: white, number: 0}
  - {name: confirm, seat: black, driver: right, number: 0}
`)
	want := []config.Place{
		{Name: "B0", X: 10, Y: 7.5, Driver: 0, Channel: 0, LEDDriver: 2, LEDs: []int{3, 4}},
		{Name: "B1", X: 10, Y: 17.5, Driver: 0, Channel: 1, LEDDriver: 2, LEDs: []int{5, 6}},
		{Name: "C1", X: 20, Y: 17.5, Driver: 0, Channel: 2, LEDDriver: 2, LEDs: []int{7, 8}},
		{Name: "a1", X: 55, Y: 5, Driver: 1, Channel: 7, LEDDriver: 2, LEDs: []int{20}},
		{Name: "a2", X: 55, Y: 15, Driver: 1, Channel: 0, LEDDriver: 2, LEDs: []int{30, 31}},
		{Name: "o", X: 99.5, Y: 50.5, Driver: 1, Channel: 1, LEDDriver: 2, LEDs: []int{39}},
	}
	if !reflect.DeepEqual(b.Places, want) {
		t.Errorf("places %+v", b.Places)
	}
	if b.Drivers[0].Baud != 115200 || b.Drivers[1].Baud != 250000 || b.Buttons[1] != (config.Button{Name: "confirm", Seat: "black", Driver: 1, Channel: -1}) {
		t.Errorf("%+v, %+v", b.Drivers, b.Buttons)
	}
	for square, on := range map[string]string{"x7": "B0", "x8": "B1", "y8": "C1", "y7": "", "x9": "", "B0": ""} {
		if p, _ := b.Place("camelot", square); p.Name != on {
			t.Errorf("camelot's %s lies on %q, not %q", square, p.Name, on)
		}
	}
	near := board.MustNew("half", []board.Place{{Name: "b1"}, {Name: "o"}})
	wires, err := b.Wires("kaleidochess", near)
	if err != nil || wires[0].Squares[1] != 0 || wires[1].Squares[1] != 1 || wires[1].Squares[0] != board.None || !slices.Equal(wires[2].LEDs[1], []int{39}) {
		t.Errorf("wires %+v, %v", wires, err)
	}
	if _, err := b.Wires("kaleidochess", board.MustNew("more", []board.Place{{Name: "o"}, {Name: "c9"}})); !errors.Is(err, config.ErrCarry) || !strings.Contains(err.Error(), "c9") {
		t.Errorf("a square that the board lacks: %v", err)
	}
	if _, err := b.Wires("rolechess", near); !errors.Is(err, config.ErrCarry) {
		t.Errorf("a game that it does not carry: %v", err)
	}
}

// LEDs at the edge are a file's and a rank's, and lie along the edges that meet in their corner.
func TestLEDsAtTheEdge(t *testing.T) {
	bordered := strings.NewReplacer("width_mm: 30, height_mm: 30", "width_mm: 50, height_mm: 50", "pitch_mm: 10", "pitch_mm: 10, x_mm: 10, y_mm: 10").Replace(sound)
	for _, c := range []struct {
		from, a1, c2 string // the LEDs of a1 and of c2
		file, rank   config.EdgeLED
	}{
		{"", "[4 5]", "[2 6]", config.EdgeLED{Name: "a", X: 15, Y: 2, LED: 4}, config.EdgeLED{Name: "1", X: 2, Y: 15, LED: 5}},
		{", leds_from: upper-right", "[2 7]", "[4 6]", config.EdgeLED{Name: "a", X: 15, Y: 48, LED: 2}, config.EdgeLED{Name: "1", X: 48, Y: 15, LED: 7}},
	} {
		b := parse(t, strings.Replace(bordered, "pitch_mm: 10", "pitch_mm: 10, leds: edges, first_led: 2"+c.from, 1))
		for name, want := range map[string]string{"a1": c.a1, "c2": c.c2} {
			i := slices.IndexFunc(b.Places, func(p config.Place) bool { return p.Name == name })
			if p := b.Places[i]; fmt.Sprint(p.LEDs) != want || !p.Edge {
				t.Errorf("%s: %+v, want %s", c.from, p, want)
			}
		}
		if len(b.Edges) != 6 || b.Edges[0] != c.file || b.Edges[3] != c.rank {
			t.Errorf("%s: %+v", c.from, b.Edges)
		}
	}
	for _, c := range []struct{ grid, more, key, says string }{
		{"leds: edges, leds_per_square: 2", "", "grids[0].leds_per_square", "0 to 1"},
		{"leds: edges, first_led: 4", "", "grids[0].leds", "beyond driver main"},
		{"leds: edges, leds_from: top", "", "grids[0].leds_from", "unknown corner"},
		{"leds: edge", "", "grids[0].leds", "unknown order"},
		{"leds: edges, led_driver: other", "", "grids[0].led_driver", "no driver"},
		{"leds: edges", "squares: {b2: {leds: [0]}}\n", "squares.b2.leds", "that of c1"},
	} {
		text := strings.Replace(bordered, "pitch_mm: 10", "pitch_mm: 10, "+c.grid, 1) + c.more
		faulty(t, text, c.key, c.says)
	}
	faulty(t, strings.Replace(sound, "pitch_mm: 10", "pitch_mm: 10, leds: edges", 1), "grids[0].leds", "leave them a border")
}

func TestBoardFaults(t *testing.T) {
	type swap struct{ old, new string }
	for _, c := range []struct {
		swap
		key, says string
	}{
		{swap{"name: test", ""}, "name", "is missing"},
		{swap{"name: test", "name: test\nnmae: x"}, "nmae", "unknown key; there are buttons, drill, drivers"},
		{swap{"name: test", "name: test\nname: x"}, "name", "line 2: stands twice, first in line 1"},
		{swap{"name: test", "name: 12"}, "name", "text"},
		{swap{"name: test", "name: [a]"}, "name", "text"},
		{swap{"name: test", "name: &a test"}, "name", "anchors"},
		{swap{"name: test", `name: "te\x07st"`}, "name", "can be printed"},
		{swap{"name: test", `name: "te\nst"`}, "name", "one line"},
		{swap{"name: test", "name: " + strings.Repeat("test", 51)}, "name", "200 bytes at most"},
		{swap{"surface:", "\tsurface:"}, "yaml", "is it a tab?"},
		{swap{"pitch_mm: 10", "pitch_mm: 1e300"}, "grids[0].pitch_mm", "six digits at most"},
		{swap{"channels: 9", "channels: 2000000000"}, "drivers[0].channels", "nine digits at most"},
		{swap{"name: test", "name: test\n? [a]\n: b"}, "yaml", "a key is text"},
		{swap{"name: test", "name: test\n<<: {a: 1}"}, "yaml", "a key is text"},
		{swap{"name: test", "name: test\n---\nname: more"}, "yaml", ""},
		{swap{"name: test", "name: 'test"}, "yaml", "line"},
		{swap{sound, ""}, "yaml", "empty"},
		{swap{sound, "[a]"}, "yaml", "no mapping"},
		{swap{sound, "name: x\nsurface: {}"}, "drivers", "is missing"},
		{swap{"kind: sim", "kind: simm"}, "drivers[0].kind", `unknown driver "simm"; there are apa102, certabo, chesslink, chessnut, dgt, gpio, hc165, i2c, sentio, serial, sim, ws2812`},
		{swap{"kind: sim", "kind: sim, device: /dev/x"}, "drivers[0].device", "no device"},
		{swap{"kind: sim", "kind: sim, baud: 9600"}, "drivers[0].baud", "no baud"},
		{swap{"kind: sim", "kind: serial"}, "drivers[0].device", "no path from the root"},
		{swap{"kind: sim", "kind: serial, device: ttyACM0"}, "drivers[0].device", `"ttyACM0"`},
		{swap{"kind: sim", "kind: serial, device: /dev/x, baud: 12345"}, "drivers[0].baud", "12345"},
		{swap{"kind: sim, channels: 9", "kind: serial, device: /dev/x, channels: 257"}, "drivers[0].channels", "0 to 256"},
		{swap{"channels: 9", "channels: 09"}, "drivers[0].channels", "whole number"},
		{swap{"channels: 9", "channels: 9.0"}, "drivers[0].channels", "whole number"},
		{swap{"channels: 9", "channels: '9'"}, "drivers[0].channels", "whole number"},
		{swap{"channels: 9", "channels: 0x9"}, "drivers[0].channels", "whole number"},
		{swap{"channels: 9", "channels: -1"}, "drivers[0].channels", "out of range"},
		{swap{"channels: 9", "channels: 8"}, "grids[0].channels", "channel 8 of c3 is beyond driver main"},
		{swap{"channels: 9, leds: 9", ""}, "drivers[0]", "neither"},
		{swap{"channels: 9, ", ""}, "drivers", "no driver has channels"},
		{swap{"leds: 9", "leds: 8"}, "grids[0].leds", "LED 8 of c3"},
		{swap{"name: main", "name: Main"}, "drivers[0].name", `"Main"`},
		{swap{"surface:", "  - {name: main, kind: sim, leds: 1}\nsurface:"}, "drivers[1].name", "another driver"},
		{swap{"width_mm: 30", "width_mm: 24"}, "grids[0]", "c1 at (25, 5) mm lies off the surface of 24 × 30 mm"},
		{swap{"width_mm: 30", "width_mm: .inf"}, "surface.width_mm", "a number"},
		{swap{"width_mm: 30, ", ""}, "surface", "wanted"},
		{swap{"files: 3", "files: 27"}, "grids[0].files", "1 to 26"},
		{swap{"ranks: 3, ", ""}, "grids[0].ranks", "out of range"},
		{swap{"pitch_mm: 10", "pitch_mm: -1"}, "grids[0].pitch_mm", "-1 is out of range; more than 0"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, first: y"}, "grids[0].first", "of 3 files"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, first: '['"}, "grids[0].first", "not the letter"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, first_rank: 100"}, "grids[0].first_rank", "0 to 99"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, channels: zigzag"}, "grids[0].channels", "columns, columns-serpentine, rows"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, leds: zigzag"}, "grids[0].leds", "unknown order"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, leds_per_square: 65"}, "grids[0].leds_per_square", "1 to 64"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, omit: [d1]"}, "grids[0].omit", "no square d1"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, driver: other"}, "grids[0].driver", `no driver "other"`},
		{swap{"pitch_mm: 10", "pitch_mm: 10, first_channel: -5"}, "grids[0].first_channel", "0 to 1023"},
		{swap{"pitch_mm: 10", "pitch_mm: 10, first_led: -5"}, "grids[0].first_led", "0 to 4095"},
		{swap{"games:", "  - {files: 1, ranks: 1, pitch_mm: 1}\ngames:"}, "grids[1]", "another grid"},
		{swap{"games:", "squares: {b2: {channel: 0}}\ngames:"}, "squares.b2.channel", "that of a1, too"},
		{swap{"games:", "squares: {b2: {channel: 9}}\ngames:"}, "squares.b2.channel", "beyond driver main, which has 9"},
		{swap{"games:", "squares: {b2: {channel: -1}}\ngames:"}, "squares.b2.channel", "no channel"},
		{swap{"games:", "squares: {b2: {leds: [0]}}\ngames:"}, "squares.b2.leds", "LED 0 of driver main is that of a1"},
		{swap{"games:", "squares: {b2: {leds: []}}\ngames:"}, "squares.b2.leds", "no LED"},
		{swap{"games:", "squares: {b2: {leds: [0, x]}}\ngames:"}, "squares.b2.leds[1]", "whole number"},
		{swap{"games:", "squares: {b2: {x_mm: 5, y_mm: 5}}\ngames:"}, "squares.b2", "b2 lies where a1 lies"},
		{swap{"games:", "squares: {b2: {driver: x}}\ngames:"}, "squares.b2.driver", `no driver "x"`},
		{swap{"games:", "squares: {d1: {channel: 3}}\ngames:"}, "squares.d1", "x_mm and y_mm"},
		{swap{"games:", "squares: {d1: {x_mm: 1, y_mm: 1, leds: [8]}}\ngames:"}, "squares.d1.channel", "is missing"},
		{swap{"games:", "squares: {d_1: {x_mm: 1, y_mm: 1}}\ngames:"}, "squares.d_1", "no name"},
		{swap{"games:", "squares: [b2]\ngames:"}, "squares", "a mapping"},
		{swap{"rolechess: {}", "chess: {}"}, "games.chess", `unknown game "chess"`},
		{swap{"games:\n  rolechess: {}", ""}, "games", "is missing"},
		{swap{"rolechess: {}", "rolechess: {names: {a1: a1, b1: a1}}"}, "games.rolechess.names.b1", "where a1 is, too"},
		{swap{"rolechess: {}", "rolechess: {names: {a1: z1}}"}, "games.rolechess.names.a1", `no square "z1"`},
		{swap{"rolechess: {}", "rolechess: {names: {a1: a1}, origin: a1}"}, "games.rolechess", "choose"},
		{swap{"rolechess: {}", "rolechess: {origin: 7}"}, "games.rolechess.origin", "text"},
		{swap{"rolechess: {}", "rolechess: {origin: a}"}, "games.rolechess.origin", "no square of a grid"},
		{swap{"rolechess: {}", "rolechess: {origin: d4}"}, "games.rolechess.origin", "no square"},
		{swap{"rolechess: {}", "rolechess: {files: aa}"}, "games.rolechess.files", "one letter"},
		{swap{"rolechess: {}", "rolechess: {}\nbuttons: [{name: panic, number: 0}]"}, "buttons[0].name", "confirm, undo, energy, hint, arbiter"},
		{swap{"rolechess: {}", "rolechess: {}\nbuttons: [{name: undo}]"}, "buttons[0].number", "is missing"},
		{swap{"rolechess: {}", "rolechess: {}\nbuttons: [{name: undo, number: 8}]"}, "buttons[0].number", "0 to 7"},
		{swap{"rolechess: {}", "rolechess: {}\nbuttons: [{name: undo, number: 1}, {name: confirm, number: 1}]"}, "buttons[1].number", "twice"},
		{swap{"rolechess: {}", "rolechess: {}\nbuttons: {name: undo}"}, "buttons", "a list"},
	} {
		if !strings.Contains(sound, c.old) {
			t.Fatalf("%q is not in the sound file", c.old)
		}
		got, err := config.ParseBoard("b.yaml", []byte(strings.Replace(sound, c.old, c.new, 1)))
		var faults config.Faults
		if !errors.As(err, &faults) || got != nil {
			t.Errorf("%q: read as sound", c.new)
			continue
		}
		if !slices.ContainsFunc(faults, func(f config.Fault) bool {
			return f.Key == c.key && strings.Contains(f.Text, c.says) && strings.HasPrefix(f.String(), "b.yaml:"+c.key+": ")
		}) {
			t.Errorf("%q:\n%v\nnot %s: …%s…", c.new, err, c.key, c.says)
		}
	}
}

func TestAllFaultsAreTold(t *testing.T) {
	_, err := config.ParseBoard("b.yaml", []byte(`name: x
colour: red
drivers:
  - {name: main, kind: sim, channels: two, leds: 2}
  - {name: more, kind: usb, channels: 2}
surface: {width_mm: 10, height_mm: 10}
squares:
  a1: {x_mm: 5, y_mm: 5, driver: more, channel: 0, leds: [0]}
  a2: {x_mm: 50, y_mm: 5, driver: more, channel: 0, leds: [0]}
  a3: {x_mm: 1, y_mm: 5, driver: more, channel: 7, leds: [1], colour: red}
games: {chess: {}}
`))
	var got []string
	var faults config.Faults
	if errors.As(err, &faults) {
		for _, f := range faults {
			got = append(got, f.Key)
		}
	}
	want := []string{"colour", "drivers[0].channels", "squares.a3.colour", "drivers[1].kind", "squares.a2",
		"squares.a2.channel", "squares.a2.leds", "squares.a3.channel", "games.chess"}
	if !slices.Equal(got, want) {
		t.Errorf("told\n%v", err)
	}
}

func TestTooMuchIsRefused(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", 'b'+i, 'b'+i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", 'a'+i), 9), ", "))
	}
	for name, text := range map[string]string{
		"a bomb of aliases": bomb, "a big file": sound + "#" + strings.Repeat("x", 300<<10), "deep nesting": strings.Repeat("[", 20000),
		"256 squares": strings.NewReplacer("channels: 9, leds: 9", "channels: 256", "files: 3, ranks: 3", "files: 16, ranks: 16", "width_mm: 30, height_mm: 30", "width_mm: 300, height_mm: 300").Replace(sound),
		"bytes":       "\xff\xfe\x00", "a thousand faults": "x" + strings.Repeat(": 1\ny", 1000),
	} {
		_, err := config.ParseBoard("b.yaml", []byte(text))
		var faults config.Faults
		if !errors.As(err, &faults) || len(faults) > 100 {
			t.Errorf("%s: %d faults", name, len(faults))
		}
	}
}

func TestLoadBoard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "b.yaml")
	if err := os.WriteFile(path, []byte(sound), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := config.LoadBoard(path); err != nil || b.Name != "test" {
		t.Errorf("%v, %v", b, err)
	}
	if _, err := config.LoadBoard(path + "x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestEveryConfigLoads reads every file that we ship.
func TestEveryConfigLoads(t *testing.T) {
	boards, err := filepath.Glob("../configs/boards/*.yaml")
	if err != nil || len(boards) < 2 {
		t.Fatalf("boards %v, %v", boards, err)
	}
	for _, path := range boards {
		text, err := config.ReadFile(path)
		if err != nil || !config.IsBoard(text) {
			t.Errorf("%s is no board: %v", path, err)
		}
		if _, err := config.LoadBoard(path); err != nil {
			t.Error(err)
		}
	}
	settings, err := filepath.Glob("../configs/*.yaml")
	if err != nil || len(settings) < 1 {
		t.Fatalf("settings %v, %v", settings, err)
	}
	for _, path := range settings {
		text, err := config.ReadFile(path)
		if err != nil || config.IsBoard(text) {
			t.Errorf("%s is a board: %v", path, err)
		}
		if _, err := config.ParseSettings(path, text); err != nil {
			t.Error(err)
		}
	}
}

// TestSchema compares the keys of SCHEMA.md with those that are read: a key is
// read if it is not unknown.
func TestSchemaNamesKeysThatAreRead(t *testing.T) {
	text, err := os.ReadFile("../configs/boards/SCHEMA.md")
	if err != nil {
		t.Fatal(err)
	}
	var written []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(string(text), -1) {
		written = append(written, m[1])
	}
	slices.Sort(written)
	if read := config.BoardKeys(); !slices.Equal(written, read) {
		t.Errorf("SCHEMA.md has\n %v\nread are\n %v", written, read)
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add([]byte(sound))
	files, _ := filepath.Glob("../configs/boards/*.yaml")
	for _, path := range append(files, "../configs/reeve.yaml") {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("squares: {a1: {x_mm: 1e9, channel: 99999999999, leds: [-1]}}\ngames: {camelot: {origin: z99, files: zyx, first_rank: -7}}"))
	f.Add([]byte("grids: [{files: 26, ranks: 99, pitch_mm: 1, first: a, leds_per_square: 64}]\ndrivers: [{name: a, kind: sim, channels: 1, leds: 1}]"))
	f.Add([]byte("a: &a [*a]\n"))
	f.Add([]byte("!!map {? !!null : x}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := config.ParseBoard("f.yaml", text)
		if (b == nil) == (err == nil) {
			t.Fatalf("board %v, error %v", b, err)
		}
		if err != nil {
			var faults config.Faults
			if !errors.As(err, &faults) || strings.ContainsFunc(err.Error(), func(r rune) bool { return r < ' ' && r != '\n' }) {
				t.Fatalf("error %q", err)
			}
			return
		}
		for _, p := range b.Places {
			if p.Driver < 0 || p.Channel < 0 || p.Channel >= b.Drivers[p.Driver].Channels {
				t.Fatalf("place %+v", p)
			}
			for _, led := range p.LEDs {
				if led < 0 || led >= b.Drivers[p.LEDDriver].LEDs {
					t.Fatalf("place %+v", p)
				}
			}
		}
		same := config.Found{Channels: map[string]config.End{}}
		for _, p := range b.Places {
			same.Channels[p.Name] = config.End{Driver: p.Driver, Number: p.Channel}
		}
		out, err := config.Rewire("f.yaml", text, same)
		if err != nil {
			t.Fatalf("rewired as it is: %v\n%s", err, out)
		}
		if after, err := config.ParseBoard("f.yaml", out); err != nil || !reflect.DeepEqual(after.Places, b.Places) {
			t.Fatalf("rewired as it is: %v\n%s", err, out)
		}
		for _, game := range b.Games() {
			_, _ = b.Wires(game, board.MustNew("t", board.Grid(3, 3, 10, 'a')))
		}
	})
}
