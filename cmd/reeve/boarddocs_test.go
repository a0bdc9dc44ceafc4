package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/config"
)

var updateDocs = flag.Bool("update", false, "write what is generated in docs/build-a-board.md")

const buildABoard = "../../docs/build-a-board.md"

var (
	made  = regexp.MustCompile(`(?s)<!-- reeve (board [^\n]*) -->\n(.*?)<!-- end -->`)
	image = regexp.MustCompile(`\(((?:wiring-[a-z0-9-]+|cross-section)\.svg) "reeve (board (?:wiring|section)[^"]*)"\)`)
)

// shell is what a command prints that stands in the document, whose paths are
// those of the project's folder.
func shell(t *testing.T, line string) string {
	t.Helper()
	args := strings.Fields(strings.ReplaceAll(line, "configs/boards/", "../../configs/boards/"))
	out, code := verb(t, boardCommand(), args[1:]...)
	if code != 0 {
		t.Fatalf("%s: status %d\n%s", line, code, out)
	}
	return out
}

// The lists of parts and the diagrams of the document are what the program makes
// of the board files now.
func TestBuildABoardIsUpToDate(t *testing.T) {
	text, err := os.ReadFile(buildABoard)
	if err != nil {
		t.Fatal(err)
	}
	lists, images := 0, 0
	now := made.ReplaceAllStringFunc(string(text), func(old string) string {
		lists++
		line := made.FindStringSubmatch(old)[1]
		return "<!-- reeve " + line + " -->\n" + shell(t, line) + "<!-- end -->"
	})
	for _, m := range image.FindAllStringSubmatch(now, -1) {
		images++
		path := filepath.Join(filepath.Dir(buildABoard), m[1])
		drawn := shell(t, m[2])
		if *updateDocs {
			if err := os.WriteFile(path, []byte(drawn), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if old, err := os.ReadFile(path); err != nil || string(old) != drawn {
			t.Errorf("%s is not what `reeve %s` draws (%v); go test ./cmd/reeve -run BuildABoard -update", path, m[2], err)
		}
	}
	if *updateDocs {
		if err := os.WriteFile(buildABoard, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if now != string(text) {
		t.Error("a list of parts is not what the program counts; go test ./cmd/reeve -run BuildABoard -update")
	}
	svgs, err := filepath.Glob("../../docs/wiring-*.svg")
	if err != nil || lists != 4 || images != len(svgs)+1 { // and the cross-section
		t.Errorf("%d lists, %d images, %d files, %v", lists, images, len(svgs), err)
	}
}

// Figures of the document are computed here from data sheets' values, or asked of
// the drivers; each row or sentence must stand in it.
func TestBuildABoardsFigures(t *testing.T) {
	text, err := os.ReadFile(buildABoard)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range slices.Concat(magnetRows(), busRows(), ledRows(), scanTimes(t), signals()) {
		if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) {
			t.Errorf("the document lacks %q", want)
		}
	}
}

// What a scan of our boards takes on a bus of 100 kHz stands in docs/operations.md.
func TestTheFiguresOfOperations(t *testing.T) {
	least, most := time.Hour, time.Duration(0)
	for file := range shipped {
		b, err := config.LoadBoard("../../configs/boards/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range b.Drivers {
			if wire, _, _, err := scanTime(d); err != nil {
				t.Fatal(err)
			} else if d.Kind == "i2c" {
				least, most = min(least, 4*wire), max(most, 4*wire)
			}
		}
	}
	want := fmt.Sprintf("at its 100 kHz takes %.1f to %.1f ms a scan", least.Seconds()*1000, most.Seconds()*1000)
	if !strings.Contains(strings.Join(strings.Fields(read(t, "docs/operations.md")), " "), want) {
		t.Errorf("docs/operations.md lacks %q", want)
	}
}

// field is the field, in mT, along a reed that lies flat: of a disc magnet of N35
// (1.18 T) with its pole down, at a distance aside and down, all in mm. It is that
// of a dipole.
func field(diameter, height, aside, down float64) float64 {
	moment := 1.18 * math.Pi * diameter * diameter / 4 * height * 1e-9 / (4e-7 * math.Pi)
	r := math.Hypot(aside, down) / 1000
	return 1e3 * 3e-7 * moment * aside / 1000 * down / 1000 / math.Pow(r, 5)
}

// closes is up to how many whole mm a magnet gives a reed 12 mm beside its middle
// so many mT.
func closes(diameter, height, millitesla float64) (mm int) {
	for down := 1; down < 60; down++ {
		if field(diameter, height, 12, float64(down)) >= millitesla {
			mm = down
		}
	}
	return mm
}

func magnetRows() (rows []string) {
	for _, m := range [][2]float64{{6, 2}, {8, 3}, {10, 3}, {10, 5}} {
		rows = append(rows, fmt.Sprintf("| %g × %g mm | %d mm | %d mm | %.2f mT | %.2f mT |", m[0], m[1],
			closes(m[0], m[1], 2), closes(m[0], m[1], 1), field(m[0], m[1], 50-12, 10), field(m[0], m[1], 40-10, 10)))
	}
	return rows
}

// busRows is what an I²C bus of 400 kHz carries with the Pi's 1.8 kΩ: a rise from
// 0.3 to 0.7 of the supply takes 0.8473·R·C, 300 ns at most (NXP UM10204).
func busRows() []string {
	most := 300e-9 / (0.8473 * 1800) * 1e12
	rows := []string{fmt.Sprintf("the bus may have %.0f pF", most)}
	for _, chips := range []float64{2, 4, 6, 8} {
		rows = append(rows, fmt.Sprintf("| %g | %g pF | %.1f m |", chips, 20+10*chips, (most-20-10*chips)/100))
	}
	six := 1 / (1/1800. + 6/10000.)
	return append(rows, fmt.Sprintf("leave %.0f Ω, less than the %.0f Ω", six, (3.3-0.4)/3e-3))
}

func ledRows() (rows []string) {
	for _, n := range []float64{49, 89, 160} {
		rows = append(rows, fmt.Sprintf("| %g | %.2f A | %.3f A |", n, n*0.060, n*0.001))
	}
	white := func(limit, leds int) int { return (limit - leds) / 60 }
	return append(rows, fmt.Sprintf("1000 mA light %d of 49 LEDs white at full, 3000 mA %d of 160", white(1000, 49), white(3000, 160)))
}

// signals are times and currents of wires.
func signals() []string {
	matrix := 7*4.5e-12 + 100e-12 // a diode and a reed each, and a metre of wire
	ws2812, apa102 := 90+9*160+90, 4+4*160+4+(160+15)/16
	return []string{
		fmt.Sprintf("has some %.0f pF: with 50 kΩ a time constant of %.1f µs", matrix*1e12, matrix*50e3*1e6),
		fmt.Sprintf("draws %.2f mA through the Pi's pull-up", (3.3-0.6)/50),
		fmt.Sprintf("draws %.2f mA, all 49 of them %.0f mA", 3.3/10, 49*3.3/10),
		fmt.Sprintf("160 LEDs are %d bytes and %.1f ms, %d fit", ws2812, float64(ws2812*8)/2400, (4096-180)/9),
		fmt.Sprintf("160 are %d bytes and %.1f ms at 4 MHz", apa102, float64(apa102*8)/4000),
		fmt.Sprintf("%.2f ms and the system's calls", 7*0.020),
		fmt.Sprintf("%.2f ms at 1 MHz (8 chips)", 64./1000),
	}
}

// busy is a scan on an I²C bus: of a board file, or of one that somebody may make.
type busy struct {
	name   string
	places int
	driver config.Driver
}

// onExpanders are the boards of expanders, and one of as few chips as can be.
func onExpanders(t *testing.T) (list []busy) {
	for _, file := range []string{"mcp23017-rolechess.yaml", "round-kaleidochess.yaml", "tca9555-camelot.yaml"} {
		b, err := config.LoadBoard("../../configs/boards/" + file)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, busy{"`" + file + "`", len(b.Places), b.Drivers[0]})
	}
	return append(list, busy{"two TCA9555, 12 rows and 16 columns", 160, config.Driver{
		Kind: "i2c", Expanders: []config.Expander{{Model: "tca9555", Address: 0x20}, {Model: "tca9555", Address: 0x21}}, Rows: numbers(0, 12), Columns: numbers(16, 16),
	}})
}

// scanTimes asks the program what a scan takes on the bus, and on the smallest Pi.
func scanTimes(t *testing.T) (rows []string) {
	for _, c := range onExpanders(t) {
		wire, calls, each, err := scanTime(c.driver)
		if err != nil {
			t.Fatal(err)
		}
		bits, ms := float64(wire)/1e6, (float64(wire)+calls*float64(each))/1e6
		rows = append(rows, fmt.Sprintf("%.2f ms at 400 kHz, %.2f ms at 100 kHz (%d places)", bits, 4*bits, c.places),
			fmt.Sprintf("| %s | %d | %.2f ms | %.0f | %.1f ms | %.0f |", c.name, c.places, bits, calls, ms, 1000/ms))
	}
	return rows
}
