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

	"reeve/config"
	"reeve/hw/hwtest"
	"reeve/hw/i2c"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var updateDocs = flag.Bool("update", false, "write what is generated in docs/build-a-board.md")

const buildABoard = "../../docs/build-a-board.md"

var (
	made  = regexp.MustCompile(`(?s)<!-- reeve (board [^\n]*) -->\n(.*?)<!-- end -->`)
	image = regexp.MustCompile(`\((wiring-[a-z0-9-]+\.svg) "reeve (board wiring [^"]*)"\)`)
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
	if err != nil || lists != 3 || images != len(svgs) {
		t.Errorf("%d lists, %d images, %d files, %v", lists, images, len(svgs), err)
	}
}

// Every command line of the document is one that the program takes.
func TestBuildABoardNamesCommandsThereAre(t *testing.T) {
	text, err := os.ReadFile(buildABoard)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, m := range regexp.MustCompile("`(reeve [^`]+)`|<!-- (reeve [^>]*) -->").FindAllStringSubmatch(string(text), -1) {
		n++
		args := strings.Fields(m[1] + m[2])[1:]
		root := boardsRoot()
		cmd, rest, err := root.Find(args)
		if err != nil || cmd == root {
			t.Errorf("%s: %v", m[0], err)
			continue
		}
		if err := cmd.ParseFlags(rest); err != nil {
			t.Errorf("%s: %v", m[0], err)
		}
		if words := cmd.Flags().Args(); len(words) > 1 || cmd.HasSubCommands() && len(words) > 0 {
			t.Errorf("%s: what is %v?", m[0], words)
		}
	}
	if n < 15 {
		t.Errorf("only %d commands", n)
	}
}

// boardsRoot has the verbs that the document names.
func boardsRoot() *cobra.Command {
	root := &cobra.Command{Use: "reeve"}
	serve := &cobra.Command{Use: "serve", RunE: func(*cobra.Command, []string) error { return nil }}
	config.Flags(serve.Flags())
	root.AddCommand(boardCommand(), doctorCommand(), checkCommand(), serve)
	root.PersistentFlags().AddFlagSet(&pflag.FlagSet{})
	return root
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

// scanTimes asks the driver how many bits it moves in a scan of each board, in how many transfers. A transfer's own
// cost is that of the smallest Pi, an estimate (see TestScanFigures).
func scanTimes(t *testing.T) (rows []string) {
	const own = 0.125 // ms
	for _, c := range []struct {
		file string
		fast bool // 250 a second on the smallest Pi, too
	}{{"mcp23017-rolechess.yaml", true}, {"round-kaleidochess.yaml", true}, {"tca9555-camelot.yaml", false}, {"tca9555-zero-camelot.yaml", true}} {
		b, err := config.LoadBoard("../../configs/boards/" + c.file)
		if err != nil {
			t.Fatal(err)
		}
		calls, bits := scanCost(t, b.Drivers[0])
		ms := bits/400 + calls*own
		if c.fast != (ms <= 4) {
			t.Errorf("%s: a scan takes %.2f ms on the smallest Pi", c.file, ms)
		}
		rows = append(rows, fmt.Sprintf("%.2f ms at 400 kHz, %.2f ms at 100 kHz (%d places)", bits/400, bits/100, len(b.Places)),
			fmt.Sprintf("| `%s` | %d | %.2f ms | %.0f | %.1f ms | %.0f |", c.file, len(b.Places), bits/400, calls, ms, 1000/ms))
	}
	return rows
}

// scanCost is how many transfers and bits a scan takes.
func scanCost(t *testing.T, d config.Driver) (calls, bits float64) {
	var chips []*hwtest.Expander
	for _, e := range d.Expanders {
		chips = append(chips, &hwtest.Expander{Address: uint16(e.Address), MCP: e.Model == "mcp23017"})
	}
	bus, m := hwtest.NewI2C(chips...), nowhere
	m.i2c = func(string) i2c.Opener { return bus.Open }
	s, err := m.scanner(d)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const scans = 40 // what is proven in turn comes round
	levels := make([]uint64, 4)
	scan(t, s, levels) // sets the chips up
	calls1, bits1 := bus.Wire()
	for range scans {
		scan(t, s, levels)
	}
	calls2, bits2 := bus.Wire()
	return float64(calls2-calls1) / scans, float64(bits2-bits1) / scans
}
