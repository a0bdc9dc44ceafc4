package drawing_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"reeve/board"
	"reeve/config"
	"reeve/drawing"
	"reeve/rules/catalog"
)

var update = flag.Bool("update", false, "write the golden files")

func load(t *testing.T, name string) *config.Board {
	t.Helper()
	b, err := config.LoadBoard("../configs/boards/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func gameOf(t *testing.T, name string) drawing.Game {
	t.Helper()
	for _, g := range catalog.Games() {
		if g.Name == name {
			s, err := g.Start(nil)
			if err != nil {
				t.Fatal(err)
			}
			return drawing.Game{Name: name, On: s.Topology()}
		}
	}
	t.Fatalf("no game %s", name)
	return drawing.Game{}
}

type draw func(*config.Board, drawing.Game) ([]byte, error)

func surface(b *config.Board, g drawing.Game) ([]byte, error) { return drawing.Surface(b, g) }

// small is a board small enough to look at in a golden file.
const small = `name: two & "a" <half>
drivers:
  - {name: near, kind: sim, channels: 2, leds: 4}
  - {name: far, kind: serial, device: /dev/ttyACM0, channels: 1, leds: 2}
surface: {width_mm: 120, height_mm: 60}
grids:
  - {files: 2, ranks: 1, pitch_mm: 50, leds_per_square: 2}
squares:
  o: {x_mm: 110.5, y_mm: 55.25, driver: far, channel: 0, led_driver: far, leds: [1]}
games: {rolechess: {}}
drill: {reed_mm: 2.5, reed_x_mm: 10, reed_y_mm: -4, led_mm: 6, led_y_mm: 9, led_pitch_mm: 7.5}
`

func TestGolden(t *testing.T) {
	b, err := config.ParseBoard("small.yaml", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]draw{"surface": surface, "template": drawing.Template} {
		got, err := f(b, drawing.Game{})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not as it was (%v)\n%s", path, err, got)
		}
	}
}

// element is one thing drawn.
type element struct {
	class, square string
	attr          map[string]float64
	text          string
}

// parsed is a sheet as a reader of SVG has it.
type parsed struct {
	width, height string
	box           [4]float64
	elements      []element
}

func read(t *testing.T, text []byte) (p parsed) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(text))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatal(err)
		}
		switch el := token.(type) {
		case xml.CharData:
			if n := len(p.elements); n > 0 {
				p.elements[n-1].text += strings.TrimSpace(string(el))
			}
		case xml.StartElement:
			e := element{attr: map[string]float64{}}
			for _, a := range el.Attr {
				switch a.Name.Local {
				case "class":
					e.class = a.Value
				case "data-square":
					e.square = a.Value
				case "viewBox":
					for i, f := range strings.Fields(a.Value) {
						p.box[i], _ = strconv.ParseFloat(f, 64)
					}
				default:
					if v, err := strconv.ParseFloat(a.Value, 64); err == nil {
						e.attr[a.Name.Local] = v
					}
					if el.Name.Local == "svg" && a.Name.Local == "width" {
						p.width = a.Value
					}
					if el.Name.Local == "svg" && a.Name.Local == "height" {
						p.height = a.Value
					}
				}
			}
			p.elements = append(p.elements, e)
		}
	}
}

func (p parsed) of(class string) (list []element) {
	for _, e := range p.elements {
		if e.class == class {
			list = append(list, e)
		}
	}
	return list
}

// TestMillimetresAreRight compares every sheet that can be drawn with its file.
func TestMillimetresAreRight(t *testing.T) {
	files, err := filepath.Glob("../configs/boards/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		b := load(t, filepath.Base(path))
		for _, name := range append(b.Games(), "") {
			g := drawing.Game{}
			if name != "" {
				g = gameOf(t, name)
			}
			for what, f := range map[string]draw{"surface": surface, "template": drawing.Template} {
				text, err := f(b, g)
				if err != nil {
					t.Errorf("%s %s: %v", path, name, err)
					continue
				}
				t.Run(filepath.Base(path)+" "+what+" "+name, func(t *testing.T) { compare(t, b, g, read(t, text), what) })
			}
		}
	}
}

func compare(t *testing.T, b *config.Board, g drawing.Game, p parsed, what string) {
	want := func(mm float64) string { return strconv.FormatFloat(mm, 'f', -1, 64) + "mm" }
	if p.box != [4]float64{-20, -20, b.Width + 40, b.Height + 40} || p.width != want(p.box[2]) || p.height != want(p.box[3]) {
		t.Fatalf("a sheet of %s × %s shows %v", p.width, p.height, p.box)
	}
	places := map[string]config.Place{}
	if g.On == nil {
		for _, place := range b.Places {
			places[place.Name] = place
		}
	} else {
		for i := range g.On.Len() {
			name := g.On.Name(board.Square(i))
			places[name], _ = b.Place(g.Name, name)
		}
	}
	class, dx, dy := "place", 0.0, 0.0
	if what == "template" {
		class, dx, dy = "reed", b.Drill.ReedX, b.Drill.ReedY
		leds := 0
		for _, place := range places {
			leds += len(place.LEDs)
		}
		if n := len(p.of("led")); n != leds {
			t.Errorf("%d LEDs of %d", n, leds)
		}
		for _, e := range p.of("led") {
			place := places[e.square]
			if math.Abs(e.attr["cy"]-(b.Height-place.Y-b.Drill.LEDY)) > 0.001 || math.Abs(e.attr["cx"]-place.X-b.Drill.LEDX) > float64(len(place.LEDs)-1)*b.Drill.LEDPitch/2+0.001 {
				t.Errorf("an LED of %s lies at %v", e.square, e.attr)
			}
		}
		axes := len(places)
		if dx == 0 && dy == 0 { // right under the middle no axis is better than another
			axes = 0
		}
		if n := len(p.of("axis")); n != axes {
			t.Errorf("%d reeds of %d show how they lie", n, len(places))
		}
		for _, e := range p.of("axis") { // through the reed's hole, in line with the middle of its place
			place, a := places[e.square], e.attr
			x, y := (a["x1"]+a["x2"])/2-place.X, b.Height-place.Y-(a["y1"]+a["y2"])/2
			turned := (a["x2"]-a["x1"])*y + (a["y2"]-a["y1"])*x
			if math.Abs(x-b.Drill.ReedX) > 0.001 || math.Abs(y-b.Drill.ReedY) > 0.001 || math.Abs(turned) > 0.05 || math.Abs(math.Hypot(a["x2"]-a["x1"], a["y2"]-a["y1"])-14) > 0.01 {
				t.Errorf("the reed of %s lies along %v", e.square, a)
			}
		}
		if e := p.of("reed")[0]; math.Abs(2*e.attr["r"]-b.Drill.Reed) > 0.001 || p.of("channel")[0].text == "" {
			t.Errorf("the first reed is %v", e)
		}
	}
	drawn := p.of(class)
	if len(drawn) != len(places) || len(p.of("name")) != len(places) {
		t.Fatalf("%d places and %d names of %d", len(drawn), len(p.of("name")), len(places))
	}
	for i, e := range drawn {
		x, y := e.attr["cx"], e.attr["cy"]
		if w, square := e.attr["width"]; square {
			x, y = e.attr["x"]+w/2, e.attr["y"]+e.attr["height"]/2
			if least := closest(places); math.Abs(w-least) > 0.001 || math.Abs(e.attr["height"]-least) > 0.001 {
				t.Errorf("%s is %g × %g mm, the next lies %g away", e.square, w, e.attr["height"], least)
			}
		}
		place, known := places[e.square]
		if !known || math.Abs(x-place.X-dx) > 0.001 || math.Abs(y-(b.Height-place.Y-dy)) > 0.001 {
			t.Errorf("%s lies at (%g, %g), not as %+v", e.square, x, y, place)
		}
		if p.of("name")[i].text != e.square {
			t.Errorf("%s is called %s", e.square, p.of("name")[i].text)
		}
	}
	ticks := p.of("tick")
	if len(ticks) != 101 {
		t.Errorf("a ruler of %d ticks", len(ticks))
	}
}

// closest is the least distance of two places, in mm.
func closest(places map[string]config.Place) float64 {
	least := math.Inf(1)
	for name, p := range places {
		for other, q := range places {
			if name != other {
				least = min(least, math.Hypot(p.X-q.X, p.Y-q.Y))
			}
		}
	}
	return least
}

// Of LEDs at the edge the template has one hole for each file and each rank, and the diagram their strip.
func TestLEDsAtTheEdgeAreDrawnThere(t *testing.T) {
	b, err := config.ParseBoard("b.yaml", []byte(`name: edges
drivers:
  - {name: reeds, kind: gpio, rows: [5, 6, 12, 13, 16, 19, 20], columns: [17, 18, 22, 23, 24, 25, 27]}
  - {name: strip, kind: apa102, device: /dev/spidev0.0, leds: 14}
surface: {width_mm: 390, height_mm: 390}
grids:
  - {files: 7, ranks: 7, pitch_mm: 50, x_mm: 20, y_mm: 20, leds: edges}
games: {rolechess: {}}
`))
	if err != nil {
		t.Fatal(err)
	}
	text, err := drawing.Template(b, drawing.Game{})
	if err != nil {
		t.Fatal(err)
	}
	p := read(t, text)
	if n := len(p.of("led")); n != 14 || len(p.of("reed")) != 49 {
		t.Fatalf("%d LEDs, %d reeds", n, len(p.of("reed")))
	}
	for i, e := range p.of("led") { // a to g, then 1 to 7; from above, downwards
		x, y, name := 45+50*float64(i), 390-12.0, string("abcdefg1234567"[i])
		if i >= 7 {
			x, y = 12, 390-45-50*float64(i-7)
		}
		if e.square != name || e.attr["cx"] != x || e.attr["cy"] != y {
			t.Errorf("the LED of %s lies at (%g, %g), not (%g, %g)", e.square, e.attr["cx"], e.attr["cy"], x, y)
		}
	}
	diagram, err := drawing.Wiring(b, drawing.Game{}, drawing.Options{Limit: 1000})
	if err != nil || strings.Count(string(diagram), `class="lamp"`) != 14 {
		t.Errorf("%d LEDs in the diagram, %v", strings.Count(string(diagram), `class="lamp"`), err)
	}
	list, err := drawing.Parts(b, drawing.Game{}, drawing.Options{Limit: 1000})
	if err != nil || !strings.Contains(string(list), "| 14 | APA102 or SK9822 LED |") {
		t.Errorf("%v\n%s", err, list)
	}
}

func TestHolesThatMeetAreTold(t *testing.T) {
	for drill, meet := range map[string]bool{
		"{}": false, "{reed_x_mm: 0}": true, "{reed_x_mm: 0, reed_y_mm: 4}": true, "{reed_x_mm: 0, reed_y_mm: 4.1}": false,
		"{reed_x_mm: 0, reed_y_mm: 9}": false, "{led_pitch_mm: 5}": true, "{led_pitch_mm: 5.1}": false, "{led_x_mm: 6}": true,
	} {
		text := small[:strings.Index(small, "drill:")] + "drill: " + drill + "\n"
		b, err := config.ParseBoard("b.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := drawing.Template(b, drawing.Game{})
		if err != nil || (len(read(t, sheet).of("warning")) > 0) != meet {
			t.Errorf("%s: warned is not %v, %v", drill, meet, err)
		}
	}
}

func TestAGameThatTheBoardLacks(t *testing.T) {
	for _, f := range []draw{surface, drawing.Template} {
		if _, err := f(load(t, "sim-rolechess.yaml"), gameOf(t, "camelot")); !errors.Is(err, config.ErrCarry) {
			t.Errorf("drawn: %v", err)
		}
	}
}
