package drawing_test

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"reeve/config"
	"reeve/drawing"
)

// counted is a list of parts as a reader of the table has it: how many of what.
func counted(text []byte) map[string]int {
	list := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+)( m)? \| ([^|]*) \| ([^|]*) \|$`).FindAllStringSubmatch(string(text), -1) {
		n, _ := strconv.Atoi(m[1])
		list[m[3]+m[2]] += n
	}
	return list
}

var sets = drawing.Options{Limit: 1000, Pieces: map[string]int{"rolechess": 28, "camelot": 28, "kaleidochess": 36, "dungeonchess": 24, "chessbattle": 58}}

// What each board takes, counted by hand from its file.
func TestPartsOfShippedBoards(t *testing.T) {
	for _, c := range []struct {
		file, game string
		want       map[string]int
	}{
		{"gpio-rolechess.yaml", "", map[string]int{
			"disc magnet": 28, "reed switch, normally open, 10 to 20 AT": 49, "diode 1N4148": 49, "push-button, normally open": 3, "APA102 or SK9822 LED": 49,
			"74AHCT125": 1, "capacitor 100 nF, ceramic": 1, "resistor 220 Ω": 7, "resistor 330 Ω": 2, "resistor 10 kΩ": 0, "40-pole socket with a ribbon cable": 1, "USB cable": 0,
		}},
		{"mcp23017-rolechess.yaml", "", map[string]int{"resistor 220 Ω": 0, "MCP23017": 4, "TCA9555": 0, "diode 1N4148": 0, "capacitor 100 nF, ceramic": 5}},
		{"round-kaleidochess.yaml", "", map[string]int{"disc magnet": 36, "reed switch, normally open, 10 to 20 AT": 89, "TCA9555": 6, "diode 1N4148": 0, "capacitor 100 nF, ceramic": 7}},
		{"hc165-rolechess.yaml", "", map[string]int{"74HC165": 8, "74HC04": 0, "resistor 10 kΩ": 52, "resistor 330 Ω": 1, "WS2812B LED": 49, "capacitor 100 nF, ceramic": 9}},
		{"tca9555-camelot.yaml", "", map[string]int{"disc magnet": 28, "reed switch, normally open, 10 to 20 AT": 160, "diode 1N4148": 160, "TCA9555": 6, "APA102 or SK9822 LED": 160}},
		{"serial-grid.yaml", "", map[string]int{"disc magnet": 28 + 28 + 24 + 58, "reed switch, normally open, 10 to 20 AT": 192, "diode 1N4148": 192, "Arduino Mega 2560": 1, "74AHCT125": 0}},
		{"serial-grid.yaml", "camelot", map[string]int{"disc magnet": 28, "reed switch, normally open, 10 to 20 AT": 160, "diode 1N4148": 160, "WS2812B LED": 192}},
		{"serial-chessbattle.yaml", "", map[string]int{"Arduino Uno or Nano": 2, "USB cable": 2, "reed switch, normally open, 10 to 20 AT": 128, "diode 1N4148": 128, "push-button, normally open": 2, "fuse 0.8 A, slow, in a holder": 2}}, // half the limit each
		{"pico-hall-rolechess.yaml", "", map[string]int{"linear Hall sensor 49E, for 3.3 V, three legs": 49, "reed switch, normally open, 10 to 20 AT": 0, "diode 1N4148": 0, "74HC4067, best on a carrier": 4, "capacitor 100 nF, ceramic": 7 + 4 + 1,
			"wire 0.14 mm² m": 30 + 3}}, // three wires a sensor, and the LEDs'
		{"dgt-rolechess.yaml", "", map[string]int{"disc magnet": 0, "reed switch, normally open, 10 to 20 AT": 0, "push-button, normally open": 0, "DGT board with its cable and its pieces": 1}},
		{"sim-rolechess.yaml", "", map[string]int{"disc magnet": 0, "Raspberry Pi with a supply of its own and a microSD card": 0, "APA102 or SK9822 LED": 0}},
	} {
		g := drawing.Game{}
		if c.game != "" {
			g = gameOf(t, c.game)
		}
		text, err := drawing.Parts(load(t, c.file), g, sets)
		if err != nil {
			t.Fatal(err)
		}
		list := counted(text)
		for what, n := range c.want {
			if list[what] != n {
				t.Errorf("%s %s: %d × %s, not %d\n%s", c.file, c.game, list[what], what, n, text)
			}
		}
	}
}

// Every board's list counts what its file and its diagram have.
func TestPartsAgreeWithTheDiagram(t *testing.T) {
	for _, path := range boards(t) {
		b := load(t, filepath.Base(path))
		text, err := drawing.Parts(b, drawing.Game{}, sets)
		if err != nil {
			t.Fatal(err)
		}
		list, d := counted(text), wired(t, filepath.Base(path))
		buttons, lit := list["push-button, normally open"], 0
		for _, driver := range b.Drivers {
			if driver.Kind != "sim" && !driver.Bought() {
				lit += driver.LEDs
			}
		}
		if n := list["reed switch, normally open, 10 to 20 AT"] + list["linear Hall sensor 49E, for 3.3 V, three legs"] + buttons; n != len(d.of("contact")) {
			t.Errorf("%s: %d reeds and buttons are listed, %d drawn", path, n, len(d.of("contact")))
		}
		for _, chip := range []string{"74AHCT125", "74HC165", "74HC4067, best on a carrier", "74HC595", "MCP23017", "TCA9555"} {
			kind, _, _ := strings.Cut(chip, ",")
			drawn := 0
			for _, l := range d.of("caption") {
				if strings.Contains(l.text, ": "+kind) {
					drawn++
				}
			}
			if drawn != list[chip] {
				t.Errorf("%s: %d × %s are listed, %d drawn", path, list[chip], kind, drawn)
			}
		}
		if n := list["WS2812B LED"] + list["APA102 or SK9822 LED"]; n != lit {
			t.Errorf("%s: %d LEDs are listed, the drivers have %d", path, n, lit)
		}
	}
}

var powered = regexp.MustCompile(`\| strip: \d+ \| ([\d.]+) A \| [\d.]+ A \| ([\d.]+) A \| ([\d.]+) A \| ([\d.]+) A \| (\d+) \| ([\d.]+) mm² \|`)

// However many LEDs and whatever limit: the fuse carries the limit and no more
// than the next size does, the supply has a quarter to spare, and no wire loses
// more than the document says.
func TestPowerIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		leds, limit, pitch := rapid.IntRange(1, 190).Draw(t, "leds"), rapid.IntRange(100, 9000).Draw(t, "limit"), rapid.IntRange(10, 90).Draw(t, "pitch")
		b, err := config.ParseBoard("b", []byte(fmt.Sprintf("name: b\ndrivers: [{name: reeds, kind: sim, channels: 256}, {name: strip, kind: apa102, device: /dev/spidev0.0, leds: %d}]\n"+
			"surface: {width_mm: 10000, height_mm: 10000}\ngrids: [{files: 1, ranks: %d, pitch_mm: %d}]\ngames: {rolechess: {}}\n", leds, min(leds, 99), pitch)))
		if err != nil {
			t.Fatal(err)
		}
		text, err := drawing.Parts(b, drawing.Game{}, drawing.Options{Limit: limit})
		m := powered.FindStringSubmatch(string(text))
		if err != nil || m == nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var v [6]float64
		for i := range v {
			v[i], _ = strconv.ParseFloat(m[i+1], 64)
		}
		full, amps, fuse, supply, feeds, section := v[0], v[1], v[2], v[3], v[4], v[5]
		if math.Abs(full-float64(leds)*0.06) > 1e-9 || math.Abs(amps-min(full, float64(limit)/1000)) > 1e-9 {
			t.Errorf("%d LEDs under %d mA: %g A of %g", leds, limit, amps, full)
		}
		if amps > 0.75*fuse+1e-9 || fuse > 0.5 && fuse > amps/0.75*1.36 || amps*1.25 > supply+1e-9 {
			t.Errorf("%g A, a fuse of %g, a supply of %g", amps, fuse, supply)
		}
		if drop := 2 * 0.0175 / section * amps; drop > 0.15+1e-9 || fuse/6 > section+1e-9 {
			t.Errorf("%g A through %g mm² lose %g V a metre", amps, section, drop)
		}
		rail := float64(min(leds, 99)-1) * float64(pitch) / 1000
		drop := amps * 0.0175 * rail / 0.5 // fed at one end: the half of each wire
		if feeds > 1 {
			drop /= 4 * (feeds - 1)
		}
		if drop > 0.25+1e-9 || !strings.Contains(string(text), "capacitor 1000 µF") {
			t.Errorf("%g A along %g m with %g feeds lose %g V", amps, rail, feeds, drop)
		}
	})
}
