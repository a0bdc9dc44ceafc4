package drawing_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"reeve/board"
	"reeve/config"
	"reeve/drawing"
	"reeve/drawing/drawingtest"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// shared is how much of the drawing two sheets show both, at least, in millimetres: a hole that is drilled is whole on one of them.
const shared = 14.9

// printedOn are the papers that a drawing is measured on, upright.
var printedOn = map[string][2]float64{"a4": {210, 297}, "letter": {215.9, 279.4}, "whole": {}}

// A game's surface and its drill template are measured as they are printed, on one board each.
func TestPrintedGamesHaveTheirTrueSize(t *testing.T) {
	for game, file := range map[string]string{
		"rolechess": "pico-hall-rolechess.yaml", "camelot": "tca9555-camelot.yaml", "kaleidochess": "round-kaleidochess.yaml",
		"dungeonchess": "serial-grid.yaml", "chessbattle": "serial-chessbattle.yaml",
	} {
		measureBoard(t, file, game, "letter", map[string]bool{})
	}
}

// TestLongEverySheetHasItsTrueSize measures every board file with each game that it carries, on every paper.
func TestLongEverySheetHasItsTrueSize(t *testing.T) {
	measured := map[string]bool{} // several files draw the same
	for _, path := range boards(t) {
		file := filepath.Base(path)
		for _, game := range append(load(t, file).Games(), "") {
			for paper := range printedOn {
				measureBoard(t, file, game, paper, measured)
			}
		}
	}
}

func measureBoard(t *testing.T, file, game, paper string, measured map[string]bool) {
	t.Helper()
	b, g := load(t, file), drawing.Game{}
	if game != "" {
		g = gameOf(t, game)
	}
	for what, f := range map[string]draw{"surface": surface, "template": drawing.Template} {
		t.Run(strings.Join([]string{file, game, what, paper}, " "), func(t *testing.T) {
			svg, err := f(b, g)
			if err != nil {
				t.Fatal(err)
			}
			_, below, _ := strings.Cut(string(svg), `class="title"`)
			if key := paper + below[strings.Index(below, "\n"):]; measured[key] {
				t.Skip("the same was measured")
			} else {
				measured[key] = true
			}
			joined := glue(t, svg, paper)
			joined.holds(t, placesOf(b, g), what)
		})
	}
}

// placesOf are where the places of a board (or those that a game has) lie, from the surface's upper left corner, in millimetres.
func placesOf(b *config.Board, g drawing.Game) (p laidOut) {
	p.Board, p.game = b, g.Name
	for _, place := range b.Places {
		if g.On == nil {
			p.places = append(p.places, place)
		}
	}
	if g.On != nil {
		p.shape = g.On.Place(0).Shape
		for i := range g.On.Len() {
			place, _ := b.Place(g.Name, g.On.Name(board.Square(i)))
			p.places = append(p.places, place)
		}
	}
	p.pitch = math.Inf(1)
	for i, a := range p.places {
		for _, c := range p.places[:i] {
			p.pitch = min(p.pitch, math.Hypot(a.X-c.X, a.Y-c.Y))
		}
	}
	return p
}

// laidOut is what a builder's board is to be.
type laidOut struct {
	*config.Board
	places []config.Place
	pitch  float64
	game   string
	shape  board.Shape
}

// glued are sheets that lie as their crosses say.
type glued struct {
	sheets  []drawingtest.Sheet
	corners [][2]float64
}

// glue prints a drawing and lays its sheets together. Each sheet has a ruler of 100 mm and is of the paper that was asked for, what is
// written beside the drawing is on it, and it shows a part of what the next one does.
func glue(t *testing.T, svg []byte, paper string) glued {
	t.Helper()
	pdf, err := drawing.PDF(svg, paper)
	if err != nil {
		t.Fatal(err)
	}
	sheets, err := drawingtest.Sheets(pdf)
	if err != nil {
		t.Fatal(err)
	}
	corners, err := drawingtest.Glued(sheets)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range sheets {
		if size := printedOn[paper]; paper != "whole" && math.Abs(min(s.W, s.H)-min(size[0], size[1]))+math.Abs(max(s.W, s.H)-max(size[0], size[1])) > 0.02 {
			t.Errorf("sheet %d is %.2f × %.2f mm", i+1, s.W, s.H)
		}
		if len(s.Rulers()) == 0 {
			t.Errorf("sheet %d has no ruler of 100 mm", i+1)
		}
		writtenWithin(t, i, s)
	}
	return glued{sheets, corners}
}

// writtenWithin holds what is written beside the drawing to the part of a sheet that printers reach.
func writtenWithin(t *testing.T, i int, s drawingtest.Sheet) {
	t.Helper()
	const reach = 5.0
	for _, w := range s.Words {
		if right := w.X + long(t, w); w.Seen.Whole(0, 0, s.W, s.H) && !(drawingtest.Seen{Left: reach, Top: reach, Right: s.W - reach, Bottom: s.H - reach}).Whole(w.X, w.Y-w.High, right, w.Y) {
			t.Errorf("sheet %d, %.1f × %.1f mm: %q lies from %.1f to %.1f mm, at %.1f", i+1, s.W, s.H, w.Text, w.X, right, w.Y)
		}
	}
}

// long is how long a text is in the documents' type.
func long(t *testing.T, w drawingtest.Word) float64 {
	t.Helper()
	if face == nil {
		f, err := opentype.Parse(goregular.TTF)
		if err == nil {
			face, err = opentype.NewFace(f, &opentype.FaceOptions{Size: 1000, DPI: 72, Hinting: font.HintingNone})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return float64(font.MeasureString(face, w.Text)) / float64(fixed.I(1000)) * w.High
}

var face font.Face

// thing is what is drawn of a place: a square or a disc of that width, around a point of the surface.
type thing struct {
	name    string
	x, y, w float64
	round   bool
}

// wanted is what a drawing has of each place.
func (p laidOut) wanted(what string) (list []thing) {
	for _, place := range p.places {
		x, y := place.X, p.Height-place.Y
		switch {
		case what == "template":
			list = append(list, thing{name: place.Name, x: x + p.Drill.ReedX, y: y - p.Drill.ReedY, w: p.Drill.Reed, round: true})
			for i := range place.LEDs {
				if !place.Edge {
					beside := p.Drill.LEDX + (float64(i)-float64(len(place.LEDs)-1)/2)*p.Drill.LEDPitch
					list = append(list, thing{name: place.Name + "'s LED", x: x + beside, y: y - p.Drill.LEDY, w: p.Drill.LED, round: true})
				}
			}
		case p.game == "": // the outlines of several games
		case p.shape == board.Cell:
			list = append(list, thing{name: place.Name, x: x, y: y, w: 0.4, round: true})
		case p.shape == board.Circle:
			list = append(list, thing{name: place.Name, x: x, y: y, w: 0.72 * p.pitch, round: true})
		default:
			list = append(list, thing{name: place.Name, x: x, y: y, w: p.pitch})
		}
	}
	return list
}

// holds measures the glued sheets: the surface's outline, and each place on every sheet that shows some of it. Nothing is shown by no
// sheet, and neighbours share enough to be glued.
func (g glued) holds(t *testing.T, p laidOut, what string) {
	t.Helper()
	origin, found := [2]float64{}, false
	for i, s := range g.sheets {
		for _, b := range s.Boxes {
			if math.Abs(b.W-p.Width)+math.Abs(b.H-p.Height) < 2*drawingtest.Hair {
				at := [2]float64{b.X + g.corners[i][0], b.Y + g.corners[i][1]}
				if found && math.Hypot(at[0]-origin[0], at[1]-origin[1]) > 2*drawingtest.Hair {
					t.Errorf("sheet %d has the surface's corner at %.2f, the first at %.2f", i+1, at, origin)
				}
				origin, found = at, true
				break
			}
		}
	}
	if !found {
		t.Fatal("no sheet has the surface's outline at its true size")
	}
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i, s := range g.sheets {
		cut := s.Boxes[0].Seen
		left, top = min(left, cut.Left+g.corners[i][0]-origin[0]), min(top, cut.Top+g.corners[i][1]-origin[1])
		right, bottom = max(right, cut.Right+g.corners[i][0]-origin[0]), max(bottom, cut.Bottom+g.corners[i][1]-origin[1])
		for j := range g.sheets[:i] {
			dx, dy := math.Abs(g.corners[i][0]-g.corners[j][0]), math.Abs(g.corners[i][1]-g.corners[j][1])
			if least := min(cut.Right-cut.Left, cut.Bottom-cut.Top); math.Hypot(dx, dy) < least && max(dx, dy) < least && (cut.Right-cut.Left-dx < shared || cut.Bottom-cut.Top-dy < shared) {
				t.Errorf("sheets %d and %d share too little to be glued", j+1, i+1)
			}
		}
	}
	if left > 0 || top > 0 || right < p.Width || bottom < p.Height {
		t.Errorf("the sheets show %.1f to %.1f, %.1f to %.1f mm of %g × %g", left, right, top, bottom, p.Width, p.Height)
	}
	for _, want := range p.wanted(what) {
		g.has(t, want, origin)
	}
}

// has measures one thing on every sheet that shows some of it.
func (g glued) has(t *testing.T, want thing, origin [2]float64) {
	t.Helper()
	shown, whole := 0, false
	for i, s := range g.sheets {
		x, y := want.x+origin[0]-g.corners[i][0], want.y+origin[1]-g.corners[i][1]
		if !s.Boxes[0].Seen.Some(x-want.w/2, y-want.w/2, x+want.w/2, y+want.w/2) {
			continue
		}
		shown++
		whole = whole || s.Boxes[0].Seen.Whole(x-want.w/2, y-want.w/2, x+want.w/2, y+want.w/2)
		if !on(s, want, x, y) {
			t.Errorf("sheet %d: %s is not %.2f mm wide, or not at %.2f, %.2f", i+1, want.name, want.w, x, y)
		}
	}
	if shown == 0 {
		t.Errorf("no sheet shows %s", want.name)
	}
	if want.w < shared-1 && !whole {
		t.Errorf("no sheet shows the whole of %s", want.name)
	}
}

func on(s drawingtest.Sheet, want thing, x, y float64) bool {
	const off = 3 * drawingtest.Hair // three roundings: of the outline, of the crosses, of the thing
	if want.round {
		for _, d := range s.Discs {
			if math.Hypot(d.X-x, d.Y-y) < off && math.Abs(d.Wide-want.w) < off {
				return true
			}
		}
		return false
	}
	for _, b := range s.Boxes {
		if math.Hypot(b.X+b.W/2-x, b.Y+b.H/2-y) < off && math.Abs(b.W-want.w)+math.Abs(b.H-want.w) < off {
			return true
		}
	}
	return false
}
