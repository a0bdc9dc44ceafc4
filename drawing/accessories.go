package drawing

import (
	"fmt"
	"strconv"
)

// Item is a thing of a game to be printed at its true size and cut out: a tile, a card, a strip, a label.
type Item struct {
	W, H  float64 // millimetres
	Round bool    // a disc of the diameter W: a piece's label, with a place for its magnet
	Side  int     // whose it is: 0 is the first side
	Kind  string  // on a disc, of the piece, whose symbol is drawn
	Head  string  // what it is; on a disc the piece's letter and number
	Lines []string
	Foot  string
	Boxes []string // a row of boxes, or several, to be counted on, each with its text
}

// Sizes of a sheet of things, in millimetres.
const (
	things = 180.0 // wide, at most: what every paper takes in one column
	apart  = 3.0   // two things
	magnet = 8.0   // the place for one on a label
	tick   = 11.0  // a box that is counted on
)

// Accessories draws things at their true size, as many in a row as go beside one another. No thing lies across the end of a sheet
// of that paper, one of Papers.
func Accessories(title, paper string, items []Item) ([]byte, error) {
	sheet := 1e9
	if size, ok := sheets[paper]; ok {
		sheet = size[1] - 2*bare - overlap
	}
	p := &figurePen{}
	x, y, high, page := 0.0, 8.0, 0.0, 0
	for _, item := range items {
		if item.W > things || item.H > sheet-overlap {
			return nil, fmt.Errorf("drawing: %s is %s × %s mm, larger than a sheet", item.Head, mm(item.W), mm(item.H))
		}
		if x > 0 && x+item.W > things {
			x, y, high = 0, y+high+apart, 0
		}
		if y+item.H > float64(page+1)*sheet {
			page++
			x, y, high = 0, float64(page)*sheet+overlap, 0 // what two sheets share stays empty
		}
		item.draw(p, x, y)
		x, high = x+item.W+apart, max(high, item.H)
	}
	out := &figurePen{}
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %s %s" font-family="DejaVu Sans, Arial, sans-serif">`+"\n",
		mm(things), mm(y+high), mm(things), mm(y+high))
	fmt.Fprintf(out, "<title>%s</title>\n<style>%s</style>\n", escape(title), style)
	out.symbols(p.kinds)
	out.text("title", 0, 5, 4, title)
	out.yard(things-yard, 6)
	out.Write(p.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes(), nil
}

// yard is a ruler of 100 mm, which says what it is to its left: whoever prints a drawing without a document measures it, too.
func (p *pen) yard(x, y float64) {
	p.wire("ruler", x, y, x+yard, y)
	for i := 0; i <= yard; i += 10 {
		p.wire("ruler", x+float64(i), y, x+float64(i), y-2)
	}
	p.anchored("end", "ruler-text", x-2, y, 3, fmt.Sprintf("%d mm", yard))
}

func (i Item) draw(p *figurePen, x, y float64) {
	if i.Round {
		i.label(p, x, y)
		return
	}
	p.cuts(x, y, i.W, i.H)
	const size, line = 2.6, 3.6
	at := y + 2
	for _, text := range wrap(i.Head, int((i.W-4)/(3.2*advance))) {
		at += 4
		p.text("head", x+2, at, 3.2, text)
	}
	for _, text := range i.Lines {
		for _, part := range wrap(text, int((i.W-4)/(size*advance))) {
			at += line
			p.text("line", x+2, at, size, part)
		}
	}
	at += 2
	for n, text := range i.Boxes {
		row := int((i.W - 4) / tick)
		bx, by := x+2+float64(n%row)*tick, at+float64(n/row)*tick
		p.box("tick", bx, by, tick, tick)
		p.anchored("middle", "count", bx+tick/2, by+tick/2+1, 2.8, text)
	}
	p.anchored("end", "foot", x+i.W-2, y+i.H-2, size, i.Foot)
}

// cuts are where a thing is cut: four lines, which can be measured.
func (p *pen) cuts(x, y, w, h float64) {
	p.wire("cut", x, y, x+w, y)
	p.wire("cut", x+w, y, x+w, y+h)
	p.wire("cut", x, y+h, x+w, y+h)
	p.wire("cut", x, y, x, y+h)
}

// label is a piece's: its symbol, its letter and number, whose it is by its rings, and where the magnet goes below it.
func (i Item) label(p *figurePen, x, y float64) {
	const first, next = 0.8, 0.6 // rings, from the edge
	r := i.W / 2
	p.ring("cut", x+r, y+r, r)
	for n := range i.Side {
		p.ring("side", x+r, y+r, r-first-next*float64(n))
	}
	p.ring("magnet", x+r, y+r, magnet/2)
	p.wire("across", x, y+r, x+1.5, y+r) // the diameter, to be measured
	p.wire("across", x+i.W-1.5, y+r, x+i.W, y+r)
	half := max(1, (r-magnet/2-first-3*next)/2) // of the room between magnet and rings
	p.symbol(x+r, y+r-magnet/2-half, half*1.1, i.Kind, "#000")
	p.anchored("middle", "letter", x+r, y+r+magnet/2+half*1.5, half*1.2, i.Head)
}

// Foot is a piece's foot with a pocket for its magnet, as OpenSCAD source: lengths in millimetres.
func Foot(wide, high, magnetWide, magnetHigh float64) []byte {
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	return fmt.Appendf(nil, `// A piece's foot with a pocket for its magnet. Print it upside down, put the magnet in with glue, its pole as the board
// wants it (with Hall sensors White's the one way and Black's the other), and glue felt below.
wide = %s;          // of the foot
high = %s;           // of the foot
magnet_wide = %s;    // of the disc
magnet_high = %s;
play = 0.2;         // around the magnet
felt = 0.5;         // the magnet lies so deep
peg = 5;            // of the hole for the piece's peg, above
bevel = 1;
$fn = 96;

assert(magnet_wide + 2 * play + 2 < wide, "the magnet is wider than the foot");
assert(magnet_high + felt + 1.2 < high, "the magnet is higher than the foot");

difference() {
    union() {
        cylinder(d = wide, h = high - bevel);
        translate([0, 0, high - bevel]) cylinder(d1 = wide, d2 = wide - 2 * bevel, h = bevel);
    }
    translate([0, 0, -0.01]) cylinder(d = magnet_wide + 2 * play, h = magnet_high + felt + 0.01);
    translate([0, 0, magnet_high + felt + 1]) cylinder(d = peg, h = high);
}
`, number(wide), number(high), number(magnetWide), number(magnetHigh))
}
