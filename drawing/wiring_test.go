package drawing_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reeve/config"
	"reeve/drawing"
	"reeve/hw/hwtest"
	"reeve/hw/i2c"
)

// label is a text of a diagram with the room that it takes.
type label struct {
	class, text    string
	x, y           float64 // where it is written
	x1, y1, x2, y2 float64
}

// stroke is a straight line of a diagram.
type stroke struct {
	class          string
	x1, y1, x2, y2 float64
}

// diagram is a diagram as a reader of SVG has it.
type diagram struct {
	width, height float64
	labels        []label
	strokes       []stroke
}

var points = regexp.MustCompile(`[ML]([0-9.-]+) ([0-9.-]+)`)

func parse(t *testing.T, text []byte) (d diagram) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return d
		}
		if err != nil {
			t.Fatal(err)
		}
		switch el := token.(type) {
		case xml.StartElement:
			d.element(el)
		case xml.CharData:
			if n := len(d.labels); n > 0 && d.labels[n-1].text == "" {
				d.labels[n-1].text = strings.TrimSpace(string(el))
				d.labels[n-1].measure()
			}
		}
	}
}

func (d *diagram) element(el xml.StartElement) {
	text, at := map[string]string{}, map[string]float64{}
	for _, a := range el.Attr {
		text[a.Name.Local] = a.Value
		at[a.Name.Local], _ = strconv.ParseFloat(strings.TrimSuffix(a.Value, "mm"), 64)
	}
	class := text["class"]
	switch el.Name.Local {
	case "svg":
		d.width, d.height = at["width"], at["height"]
	case "text":
		d.labels = append(d.labels, label{class: class, x: at["x"], y: at["y"], x1: at["font-size"], x2: map[string]float64{"": 0, "start": 0, "middle": 0.5, "end": 1}[text["text-anchor"]]})
	case "rect":
		x, y, w, h := at["x"], at["y"], at["width"], at["height"]
		if class != "page" {
			d.strokes = append(d.strokes, stroke{class, x, y, x + w, y}, stroke{class, x, y + h, x + w, y + h}, stroke{class, x, y, x, y + h}, stroke{class, x + w, y, x + w, y + h})
		}
	case "path":
		var last []float64
		for _, m := range points.FindAllStringSubmatch(text["d"], -1) {
			x, _ := strconv.ParseFloat(m[1], 64)
			y, _ := strconv.ParseFloat(m[2], 64)
			if last != nil {
				d.strokes = append(d.strokes, stroke{class, last[0], last[1], x, y})
			}
			last = []float64{x, y}
		}
	}
}

// measure gives a label its room: letters of DejaVu Sans are 0.6 of their height
// wide on the average, capitals and figures 0.75 high, and go 0.2 below the line.
func (l *label) measure() {
	size, anchor := l.x1, l.x2
	w := float64(len([]rune(l.text))) * size * 0.6
	l.x1, l.x2 = l.x-w*anchor, l.x+w*(1-anchor)
	l.y1, l.y2 = l.y-0.75*size, l.y+0.2*size
}

// hits reports whether a line goes through a label.
func (s stroke) hits(l label) bool {
	t0, t1 := 0.0, 1.0
	for _, side := range [][3]float64{{s.x1, s.x2 - s.x1, 0}, {s.y1, s.y2 - s.y1, 1}} {
		low, high := l.x1, l.x2
		if side[2] == 1 {
			low, high = l.y1, l.y2
		}
		if side[1] == 0 {
			if side[0] <= low || side[0] >= high {
				return false
			}
			continue
		}
		a, b := (low-side[0])/side[1], (high-side[0])/side[1]
		t0, t1 = max(t0, min(a, b)), min(t1, max(a, b))
	}
	return t0 < t1
}

// onA4OrA3 reports whether a diagram is as large as one of them.
func (d diagram) onA4OrA3() bool {
	return slices.Contains([][2]float64{{297, 210}, {210, 297}, {420, 297}, {297, 420}}, [2]float64{d.width, d.height})
}

// clear checks that every word can be read: none runs into another, or off the
// page, and no wire goes through it.
func (d diagram) clear(t *testing.T) {
	t.Helper()
	for i, l := range d.labels {
		if l.x1 < 0 || l.y1 < 0 || l.x2 > d.width || l.y2 > d.height {
			t.Errorf("%q at (%g, %g) goes off the page", l.text, l.x, l.y)
		}
		for _, m := range d.labels[:i] {
			if l.x1 < m.x2 && m.x1 < l.x2 && l.y1 < m.y2 && m.y1 < l.y2 {
				t.Errorf("%q at (%g, %g) runs into %q at (%g, %g)", l.text, l.x, l.y, m.text, m.x, m.y)
			}
		}
		for _, s := range d.strokes {
			if !strings.Contains(s.class, "way") && s.hits(l) {
				t.Errorf("a line %+v goes through %q at (%g, %g)", s, l.text, l.x, l.y)
			}
		}
	}
}

func boards(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../configs/boards/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

// TestDiagramsCanBeRead draws every board, whole and for each of its games, and
// looks at every word.
func TestDiagramsCanBeRead(t *testing.T) {
	for _, path := range boards(t) {
		b := load(t, filepath.Base(path))
		for _, name := range append(b.Games(), "") {
			g := drawing.Game{}
			if name != "" {
				g = gameOf(t, name)
			}
			t.Run(filepath.Base(path)+" "+name, func(t *testing.T) {
				text, err := drawing.Wiring(b, g, drawing.Options{Limit: 3000})
				if err != nil {
					t.Fatal(err)
				}
				d := parse(t, text)
				a2 := d.width == 594 && d.height == 420 && strings.Contains(path, "tca9555") // 160 places and six chips of 24 pins
				if !d.onA4OrA3() && !a2 {
					t.Errorf("the page is %g × %g mm", d.width, d.height)
				}
				d.clear(t)
			})
		}
	}
}

// of are the labels of a class.
func (d diagram) of(class string) (list []label) {
	for _, l := range d.labels {
		if l.class == class {
			list = append(list, l)
		}
	}
	return list
}

// near is the label of a class that lies nearest to a point, with distances down
// counted so many times.
func (d diagram) near(class string, x, y, down float64) (best label) {
	least := math.Inf(1)
	for _, l := range d.of(class) {
		if away := math.Hypot(l.x-x, (l.y-y)*down); away < least {
			least, best = away, l
		}
	}
	return best
}

// crossing returns the names and pins of the wires of a matrix that a contact lies
// between: of that read (down) and of that driven (across), as they are drawn.
func (d diagram) crossing(c label) (read, driven string) {
	var down, across stroke
	left, below := math.Inf(1), math.Inf(1)
	for _, s := range d.strokes {
		switch {
		case strings.HasPrefix(s.class, "sense") && s.y1 < c.y && s.x1 < c.x && c.x-s.x1 < left && c.y < s.y2+20:
			left, down = c.x-s.x1, s
		case strings.HasPrefix(s.class, "drive") && s.y1 > c.y && s.y1-c.y < below && s.x1 < c.x && c.x < s.x2+20:
			below, across = s.y1-c.y, s
		}
	}
	for _, l := range d.labels {
		if math.Abs(l.x-(down.x1-1)) < 0.01 && l.y < down.y1 && l.y > down.y1-8 && l.class == "wirename" {
			read += l.text + " "
		}
		left := across.x1 - l.x // a name stands 1 mm left of its wire, or of the resistor of 8 mm before that
		if (l.class == "wirename" || l.class == "pin") && math.Abs(l.y-across.y1) < 3 && (math.Abs(left-1) < 0.01 || math.Abs(left-9) < 0.01) {
			driven += l.text + " "
		}
	}
	return strings.TrimSpace(read), strings.TrimSpace(driven)
}

// pin returns the chip and the pin that a contact is drawn beside.
func (d diagram) pin(c label) string {
	name := d.near("pinname", c.x, c.y+2.7, 20)
	number := d.near("number", name.x, name.y, 20)
	title := label{y: math.Inf(-1)}
	for _, l := range d.of("caption") {
		if l.y < c.y && l.x < name.x && name.x-l.x < 60 && l.y > title.y {
			title = l
		}
	}
	return title.text + " " + name.text + " " + number.text
}

// Contacts hang where the board files say, by the pins of the chips' data sheets,
// the Pi's header and the firmware.
func TestContactsHangWhereTheFileSays(t *testing.T) {
	for _, c := range []struct{ file, contact, read, driven string }{
		{"gpio-rolechess.yaml", "a1", "column 0 GPIO17 pin 11", "row 0 GPIO5, pin 29"},
		{"gpio-rolechess.yaml", "c4", "column 2 GPIO22 pin 15", "row 3 GPIO13, pin 33"},
		{"gpio-rolechess.yaml", "g7", "column 6 GPIO27 pin 13", "row 6 GPIO20, pin 38"},
		{"mega-rolechess.yaml", "a1", "row 0 pin 22", "column 0 pin 49"},
		{"mega-rolechess.yaml", "c4", "row 2 pin 24", "column 3 pin 46"},
		{"pico-rolechess.yaml", "a1", "row 0 pin GP12", "column 0 pin GP4"},
		{"pico-rolechess.yaml", "c4", "row 2 pin GP14", "column 3 pin GP7"},
		{"serial-grid.yaml", "l16", "row 15 pin 30", "column 11 pin A11"},
		{"serial-grid.yaml", "b9", "row 8 pin 37", "column 1 pin 48"},
		{"serial-rolechess.yaml", "g7", "row 0 pin 22", "column 3 pin 46"},
		{"serial-chessbattle.yaml", "h8", "row 7 pin A5", "column 7 pin A3"},
		{"serial-chessbattle.yaml", "h16", "row 0 pin 2", "column 0 pin 8"},
		{"tca9555-camelot.yaml", "a4", "column 0 20 P00", "row 0 25 P00"},
		{"tca9555-camelot.yaml", "l13", "column 79 24 P17", "row 1 25 P01"},
	} {
		d := wired(t, c.file)
		i := slices.IndexFunc(d.labels, func(l label) bool { return l.class == "contact" && l.text == c.contact })
		if i < 0 {
			t.Errorf("%s: no %s", c.file, c.contact)
			continue
		}
		if read, driven := d.crossing(d.labels[i]); read != c.read || driven != c.driven {
			t.Errorf("%s: %s between %q and %q, not %q and %q", c.file, c.contact, read, driven, c.read, c.driven)
		}
	}
	for _, c := range []struct{ file, contact, pin string }{
		{"mcp23017-rolechess.yaml", "a1", "reeds: MCP23017 at address 20 GPA0 21"},
		{"mcp23017-rolechess.yaml", "g2", "reeds: MCP23017 at address 20 GPB6 7"},
		{"mcp23017-rolechess.yaml", "g7", "reeds: MCP23017 at address 23 GPA6 27"},
		{"mcp23017-rolechess.yaml", "confirm", "reeds: MCP23017 at address 23 GPB0 1"},
		{"round-kaleidochess.yaml", "o", "reeds: TCA9555 at address 20 P00 4"},
		{"round-kaleidochess.yaml", "b8", "reeds: TCA9555 at address 21 P00 4"},
		{"round-kaleidochess.yaml", "e24", "reeds: TCA9555 at address 25 P10 13"},
		{"hc165-rolechess.yaml", "a1", "reeds: 74HC165, chip 0 A 11"},
		{"hc165-rolechess.yaml", "confirm", "reeds: 74HC165, chip 0 H 6"},
		{"hc165-rolechess.yaml", "g7", "reeds: 74HC165, chip 6 G 5"},
	} {
		d := wired(t, c.file)
		i := slices.IndexFunc(d.labels, func(l label) bool { return l.class == "contact" && l.text == c.contact })
		if i < 0 {
			t.Errorf("%s: no %s", c.file, c.contact)
		} else if pin := d.pin(d.labels[i]); pin != c.pin {
			t.Errorf("%s: %s at %q, not %q", c.file, c.contact, pin, c.pin)
		}
	}
}

// A contact that is closed where the diagram shows it is felt by the driver as the
// channel that the file gives that square.
func TestWhatIsDrawnIsFelt(t *testing.T) {
	models := map[string]i2c.Model{"mcp23017": i2c.MCP23017, "tca9555": i2c.TCA9555}
	where := regexp.MustCompile(`at address 2(\d) (?:GP|P)([AB01])(\d) `)
	for _, file := range []string{"mcp23017-rolechess.yaml", "round-kaleidochess.yaml"} {
		b, d := load(t, file), wired(t, file)
		var chips []*hwtest.Expander
		var config i2c.Config
		for _, e := range b.Drivers[0].Expanders {
			chips = append(chips, &hwtest.Expander{Address: uint16(e.Address), MCP: e.Model == "mcp23017"})
			config.Chips = append(config.Chips, i2c.Chip{Model: models[e.Model], Address: uint16(e.Address)})
		}
		bus := hwtest.NewI2C(chips...)
		config.Open = bus.Open
		s, err := i2c.New(config)
		if err != nil {
			t.Fatal(err)
		}
		for _, place := range b.Places {
			i := slices.IndexFunc(d.labels, func(l label) bool { return l.class == "contact" && l.text == place.Name })
			m := where.FindStringSubmatch(d.pin(d.labels[i]))
			if m == nil {
				t.Fatalf("%s hangs at %q", place.Name, d.pin(d.labels[i]))
			}
			pin := hwtest.Pin{Chip: number("chip " + m[1]), Pin: strings.Index("A0B1", m[2])/2*8 + number("pin "+m[3])}
			bus.Ground(pin, true)
			levels := make([]uint64, 2)
			if err := s.Scan(levels); err != nil || levels[place.Channel/64]>>(place.Channel%64) != 1 {
				t.Errorf("%s: %s at %q is felt as %x, not channel %d (%v)", file, place.Name, m[0], levels, place.Channel, err)
			}
			bus.Ground(pin, false)
		}
		s.Close()
	}
}

// The header has each of its 28 lines once, and its supplies and grounds.
func TestTheHeaderIsWhole(t *testing.T) {
	count := map[string]int{}
	for _, l := range wired(t, "gpio-rolechess.yaml").of("line") {
		count[l.text]++
	}
	want := map[string]int{"3V3": 2, "5V": 2, "GND": 8}
	for i := range 28 {
		want["GPIO"+strconv.Itoa(i)] = 1
	}
	if !maps.Equal(count, want) {
		t.Errorf("the header is %v", count)
	}
}

func wired(t *testing.T, file string) diagram {
	t.Helper()
	text, err := drawing.Wiring(load(t, file), drawing.Game{}, drawing.Options{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, text)
}

// Every square is drawn once among the contacts, and once among the lights with
// its LED; in a matrix it lies where the channel is row × columns + column.
func TestEveryContactIsDrawn(t *testing.T) {
	for _, path := range boards(t) {
		b := load(t, filepath.Base(path))
		d := wired(t, filepath.Base(path))
		count := func(class, text string) (n int) {
			for _, l := range d.of(class) {
				if l.text == text {
					n++
				}
			}
			return n
		}
		for _, p := range b.Places {
			driver := b.Drivers[p.Driver]
			if driver.Kind == "sim" || driver.Bought() {
				continue
			}
			if count("contact", p.Name) != 1 {
				t.Errorf("%s: %s hangs at %d pins", path, p.Name, count("contact", p.Name))
			}
			if p.LEDDriver >= 0 && count("name", p.Name) != 1 {
				t.Errorf("%s: %s is lit %d times", path, p.Name, count("name", p.Name))
			}
			if len(driver.Rows) == 0 {
				continue
			}
			i := slices.IndexFunc(d.labels, func(l label) bool { return l.class == "contact" && l.text == p.Name })
			read, driven := d.crossing(d.labels[i])
			column, row := number(read), number(driven)
			if row*len(driver.Columns)+column != p.Channel {
				t.Errorf("%s: %s of channel %d between %s and %s", path, p.Name, p.Channel, read, driven)
			}
		}
	}
}

// number is that of a wire such as "row 3 …".
func number(wire string) int {
	fields := strings.Fields(wire)
	if len(fields) < 2 {
		return -1
	}
	n, err := strconv.Atoi(fields[1])
	if err != nil {
		return -1
	}
	return n
}

// ports are where the Arduinos bring out the pins of their microcontrollers, as
// the makers print them.
var ports = map[string]map[string]string{
	"mega": {"L": "49 48 47 46 45 44 43 42", "K": "A8 A9 A10 A11 A12 A13 A14 A15", "A": "22 23 24 25 26 27 28 29", "C": "37 36 35 34 33 32 31 30", "F": "A0 A1 A2 A3 A4 A5 A6 A7", "B": "53 52 51 50 10 11 12 13"},
	"uno":  {"B": "8 9 10 11 12 13", "C": "A0 A1 A2 A3 A4 A5", "D": "0 1 2 3 4 5 6 7"},
}

// The pins of the controllers are those of the firmware.
func TestPinsAreTheFirmwares(t *testing.T) {
	header, err := os.ReadFile("../firmware-protocol/firmware/avr/board.h")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(header), "defined(__AVR_")
	direction, shine := regexp.MustCompile(`\{&DDR(\w), (\d+)\}`), regexp.MustCompile(`LED_(DATA|CLOCK) P(\w)(\d)`)
	for chip, board := range map[string]string{"ATmega2560": "mega", "ATmega328P": "uno"} {
		i := slices.IndexFunc(parts, func(p string) bool { return strings.HasPrefix(p, chip) })
		if i < 0 {
			t.Fatal(chip)
		}
		columns, rows := map[string][]string{"mega": nil}, ""
		for _, m := range direction.FindAllStringSubmatch(parts[i], -1) {
			mask, _ := strconv.Atoi(m[2])
			columns[board] = append(columns[board], strings.Fields(ports[board][m[1]])[int(math.Log2(float64(mask)))])
		}
		if board == "mega" { // ROWS_LOW is port A, ROWS_HIGH port C
			rows = ports[board]["A"] + " " + ports[board]["C"]
		} else { // ROWS_LOW takes port D from its bit 2, then C from its bit 4
			rows = strings.TrimPrefix(ports[board]["D"], "0 1 ") + " " + strings.TrimPrefix(ports[board]["C"], "A0 A1 A2 A3 ")
		}
		lights := map[string]string{}
		for _, m := range shine.FindAllStringSubmatch(parts[i], -1) {
			bit, _ := strconv.Atoi(m[3])
			lights[m[1]] = strings.Fields(ports[board][m[2]])[bit]
		}
		c := full(t, board+"-apa102", len(columns[board]), len(strings.Fields(rows)))
		if got := c.pins("across"); !slices.Equal(got, columns[board]) {
			t.Errorf("%s: columns %v, of the firmware %v", board, got, columns[board])
		}
		if got := c.pins("down"); !slices.Equal(got, strings.Fields(rows)) {
			t.Errorf("%s: rows %v, of the firmware %v", board, got, rows)
		}
		for _, want := range []string{"data, pin " + lights["DATA"], "clock, pin " + lights["CLOCK"]} {
			if !slices.ContainsFunc(c.labels, func(l label) bool { return l.text == want }) {
				t.Errorf("%s has no %s", board, want)
			}
		}
	}
}

// The Pico's are those of its own board.h: columns and rows are pins one after the other.
func TestPinsOfThePicoAreTheFirmwares(t *testing.T) {
	header, err := os.ReadFile("../firmware-protocol/firmware/rp2040/board.h")
	if err != nil {
		t.Fatal(err)
	}
	pin := func(layout, name string) int {
		m := regexp.MustCompile(name + ` = (\d+)`).FindStringSubmatch(layout)
		if m == nil {
			t.Fatal(name)
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	run := func(first, n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprintf("GP%d", first+i))
		}
		return list
	}
	layouts := map[string]string{}
	for _, part := range strings.Split(string(header), "defined(LAYOUT_")[1:] {
		name, text, _ := strings.Cut(part, ")")
		layouts[name] = text
	}
	shifted := func() (list []string) { // a bit passes through the chain from QA of the first chip
		for i := range 16 {
			list = append(list, fmt.Sprintf("chip %d Q%c", i/8, 'A'+i%8))
		}
		return list
	}
	matrix, chain := full(t, "pico-apa102", 8, 8), full(t, "pico-16x16-apa102", 16, 16)
	if got, want := matrix.pins("across"), run(pin(layouts["8X8"], "PIN_COLUMNS"), 8); !slices.Equal(got, want) {
		t.Errorf("columns %v, of the firmware %v", got, want)
	}
	if got, want := matrix.pins("down"), run(pin(layouts["8X8"], "PIN_ROWS"), 8); !slices.Equal(got, want) {
		t.Errorf("rows %v, of the firmware %v", got, want)
	}
	if got, want := chain.pins("down"), run(pin(layouts["16X16"], "PIN_ROWS"), 16); !slices.Equal(got, want) {
		t.Errorf("rows %v, of the firmware %v", got, want)
	}
	var driven []string
	for _, l := range chain.of("pin") {
		if strings.HasPrefix(l.text, "chip ") {
			driven = append(driven, l.text)
		}
	}
	if want := shifted(); !slices.Equal(driven, want) {
		t.Errorf("columns %v, not %v", driven, want)
	}
	nets := map[string]int{}
	for _, l := range chain.of("net") {
		nets[l.text]++
	}
	for line, name := range map[string]string{"SER": "PIN_SHIFT", "SRCLK": "PIN_SHIFT_CLOCK", "RCLK": "PIN_LATCH"} {
		at, want := fmt.Sprintf("pin GP%d", pin(layouts["16X16"], name)), 2
		if line == "SER" {
			want = 1 // that of the second chip hangs at the first
		}
		if nets[at] != want {
			t.Errorf("%s hangs at %s %d times, not %d", line, at, nets[at], want)
		}
	}
	direct := full(t, "pico-direct", 16, 1)
	if got, want := direct.pins("across"), run(pin(layouts["DIRECT"], "PIN_ROWS"), 16); len(got) != 2 || got[0] != want[0] || got[1] != want[15] {
		t.Errorf("contacts 0 and 15 hang at %v, of the firmware %v", got, want)
	}
	for _, want := range []string{fmt.Sprintf("pin GP%d", pin(string(header), "PIN_LED")), fmt.Sprintf("pin GP%d", pin(string(header), "PIN_LED_CLOCK"))} {
		if !slices.ContainsFunc(matrix.of("net"), func(l label) bool { return l.text == want }) {
			t.Errorf("no %s at the level shifter", want)
		}
	}
}

// The pins of the multiplexers are those of the firmware's layout hall, every sensor hangs at the input that its channel says,
// and no pin of a chip is used twice.
func TestHallSensorsHangWhereTheFirmwareReadsThem(t *testing.T) {
	header, err := os.ReadFile("../firmware-protocol/firmware/rp2040/board.h")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"PIN_ADDRESS = 4", "PIN_BANK = 8", "Chips 0\n * and 1 are enabled by GP8, chips 2 and 3 by GP9", "commons of 0 and 2 are at GP26, those of 1 and 3 at GP27"} {
		if !strings.Contains(string(header), want) {
			t.Errorf("the firmware no longer says %q: draw it anew", want)
		}
	}
	b, d := load(t, "pico-hall-rolechess.yaml"), wired(t, "pico-hall-rolechess.yaml")
	text := ""
	for _, l := range d.labels {
		text += l.text + "\n"
	}
	for _, want := range []string{"pico: 74HC4067 number 3", "common (pin 1) to GP26", "common (pin 1) to GP27", "enable (pin 15) to GP8", "enable (pin 15) to GP9", "I0 9", "I15 16"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	for _, p := range b.Places {
		i := slices.IndexFunc(d.labels, func(l label) bool { return l.class == "contact" && l.text == p.Name })
		if i < 0 {
			t.Fatal(p.Name)
		}
		beside := ""
		for _, l := range d.labels {
			if at := d.labels[i]; l.class == "pin" && l.y == at.y && l.x < at.x && at.x-l.x < 20 {
				beside = l.text
			}
		}
		if want := fmt.Sprintf("I%d ", p.Channel%16); !strings.HasPrefix(beside, want) {
			t.Errorf("%s of channel %d hangs at %q", p.Name, p.Channel, beside)
		}
	}
}

// A controller that has the pin to spare says how play pauses when the LEDs' supply is gone; one with a button at it, or
// without LEDs, does not.
func TestTheDiagramTellsHowTheSupplyIsFelt(t *testing.T) {
	board := func(leds, buttons int) *config.Board {
		text := "name: b\ndrivers: [{name: c, kind: serial, device: /dev/ttyACM0, channels: 2, leds: " + strconv.Itoa(leds) + "}]\n" +
			"surface: {width_mm: 10, height_mm: 10}\nsquares: {o: {x_mm: 1, y_mm: 1, channel: 0"
		if leds > 0 {
			text += ", leds: [0]"
		}
		text += "}}\ngames: {rolechess: {}}\n"
		if buttons > 0 {
			text += "buttons: [{name: confirm, number: " + strconv.Itoa(buttons-1) + "}]\n"
		}
		b, err := config.ParseBoard("b.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		controller    string
		leds, buttons int
		says          []string
	}{
		{"mega", 1, 7, []string{"to A7", "atmega2560-supply"}}, {"mega", 1, 8, nil}, {"mega-apa102", 0, 0, nil},
		{"uno", 1, 1, []string{"to A7", "A Nano has that pin"}}, {"uno-apa102", 1, 0, []string{"A Nano has that pin"}},
	} {
		out, err := drawing.Wiring(board(c.leds, c.buttons), drawing.Game{}, drawing.Options{Controller: c.controller})
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, l := range parse(t, out).labels {
			said += l.text + " "
		}
		if c.says == nil && strings.Contains(said, "-supply") {
			t.Errorf("%+v: the supply is told of", c)
		}
		for _, want := range c.says {
			if !strings.Contains(said, want) {
				t.Errorf("%+v: no %q", c, want)
			}
		}
	}
}

// full draws a controller of which every pin is used.
func full(t *testing.T, controller string, columns, rows int) diagram {
	t.Helper()
	n := strconv.Itoa(min(columns*rows, 240))
	text := "name: full\ndrivers: [{name: c, kind: serial, device: /dev/ttyACM0, channels: " + strconv.Itoa(columns*rows) + ", leds: 1}]\n" +
		"surface: {width_mm: 1000, height_mm: 1000}\nsquares:\n" +
		"  o: {x_mm: 1, y_mm: 1, channel: 0, leds: [0]}\ngames: {rolechess: {}}\n" +
		"buttons: [{name: confirm, channel: " + strconv.Itoa(columns*rows-1) + "}]\n"
	b, err := config.ParseBoard(n, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	out, err := drawing.Wiring(b, drawing.Game{}, drawing.Options{Controller: controller})
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, out)
}

// pins are those of the wires that run down or across, in their order.
func (d diagram) pins(way string) (list []string) {
	for _, l := range d.labels {
		if pin, ok := strings.CutPrefix(l.text, "pin "); ok && (l.class == "pin") == (way == "across") && (l.class == "pin" || l.class == "wirename") {
			list = append(list, pin)
		}
	}
	return list
}

func TestControllersThatDoNotFit(t *testing.T) {
	for controller, fits := range map[string]bool{"": true, "mega": true, "mega-apa102": true, "uno": false, "uno-apa102": false, "pico": false, "pico-16x16": true, "pico-direct": false, "esp32": false} {
		for _, f := range []func(*config.Board, drawing.Game, drawing.Options) ([]byte, error){drawing.Wiring, drawing.Parts} {
			if _, err := f(load(t, "serial-grid.yaml"), drawing.Game{}, drawing.Options{Controller: controller}); (err == nil) != fits || !fits && !errors.Is(err, drawing.ErrController) {
				t.Errorf("%q: %v", controller, err)
			}
		}
	}
	if _, err := drawing.Wiring(load(t, "sim-rolechess.yaml"), gameOf(t, "camelot"), drawing.Options{}); !errors.Is(err, config.ErrCarry) {
		t.Errorf("a game that the board lacks: %v", err)
	}
}

// What no paper takes is drawn all the same, and can be read.
func TestTheLargestBoards(t *testing.T) {
	for name, text := range map[string]string{
		"expanders": "expanders: [mcp23017@20, mcp23017@21, mcp23017@22, mcp23017@23, mcp23017@24, mcp23017@25, mcp23017@26, tca9555@27], device: /dev/i2c-3}\n  - {name: strip, kind: ws2812, device: /dev/spidev0.0, leds: 700}",
		"lines":     "direct: [" + numbers(60) + "], chip: other}\n  - {name: strip, kind: apa102, device: /dev/spidev0.1, leds: 700}",
	} {
		kind := map[string]string{"expanders": "i2c", "lines": "gpio"}[name]
		b, err := config.ParseBoard(name, []byte("name: large\ndrivers:\n  - {name: reeds, kind: "+kind+", "+text+
			"\nsurface: {width_mm: 2000, height_mm: 2000}\ngrids: [{files: 7, ranks: 7, pitch_mm: 200, leds_per_square: 14}]\ngames: {rolechess: {}}\nbuttons: [{name: confirm, seat: white, channel: 50}]\n"))
		if err != nil {
			t.Fatal(err)
		}
		out, err := drawing.Wiring(b, drawing.Game{}, drawing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		parse(t, out).clear(t)
	}
}

// numbers are the first n, with commas.
func numbers(n int) string {
	var list []string
	for i := range n {
		list = append(list, strconv.Itoa(i))
	}
	return strings.Join(list, ", ")
}

// A controller of 5 V on the Pi's own serial port has a divider, drawn and listed; by USB it has none.
func TestTheHeadersSerialPortHasADivider(t *testing.T) {
	for device, divided := range map[string]bool{"/dev/serial0": true, "/dev/ttyAMA0": true, "/dev/ttyS0": true, "/dev/serial/by-id/usb-x": false, "/dev/ttyACM0": false} {
		b, err := config.ParseBoard("b", []byte("name: b\ndrivers: [{name: box, kind: serial, device: "+device+", channels: 49, leds: 49}]\n"+
			"surface: {width_mm: 350, height_mm: 350}\ngrids: [{files: 7, ranks: 7, pitch_mm: 50}]\ngames: {rolechess: {}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		svg, err := drawing.Wiring(b, drawing.Game{}, drawing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d := parse(t, svg)
		d.clear(t)
		parts, err := drawing.Parts(b, drawing.Game{}, drawing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list := counted(parts)
		for _, sign := range []string{"RX: GPIO15, pin 10", "from TX, divided", "1 kΩ", "2 kΩ"} {
			if drawn := slices.ContainsFunc(d.labels, func(l label) bool { return l.text == sign }); drawn != divided {
				t.Errorf("%s: %q is drawn: %v", device, sign, drawn)
			}
		}
		if (list["resistor 1 kΩ"] == 1) != divided || (list["resistor 2 kΩ"] == 1) != divided || (list["USB cable"] == 0) != divided {
			t.Errorf("%s: the list has %v", device, list)
		}
	}
}
