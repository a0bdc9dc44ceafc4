package drawing

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"
)

// Sizes of a diagram, in millimetres.
const (
	border  = 8.0  // around what is drawn
	gutter  = 4.0  // between two blocks
	banner  = 10.0 // the title's height
	letter  = 2.2  // of usual text
	caption = 3.0  // of a block's title
	advance = 0.62 // of a letter, at most on the average, as a part of its height: DejaVu Sans and all that are narrower
)

// wide is how much room a text takes at most.
func wide(text string, size float64) float64 {
	return float64(utf8.RuneCountInString(text)) * size * advance
}

// block is a part of a diagram, which takes a rectangle of the page for itself.
type block struct {
	w, h float64
	draw func(p *pen, x, y float64)
}

// paper is a size that printers have.
type paper struct {
	name string
	w, h float64
}

// papers are tried in this order.
var papers = []paper{
	{"A4", 297, 210}, {"A4", 210, 297}, {"A3", 420, 297}, {"A3", 297, 420}, {"A2", 594, 420}, {"A2", 420, 594}, {"A1", 841, 594}, {"A1", 594, 841}, {"A0", 841, 1189},
}

// corner is where a block lies: its upper left.
type corner struct{ x, y float64 }

// arrange lays the blocks on a page, each as high up as there is room for it, and
// reports whether all of them fit.
func (p paper) arrange(blocks []block) ([]corner, bool) {
	var corners []corner
	for i, b := range blocks {
		best := corner{y: math.Inf(1)}
		for j := -1; j < i; j++ {
			x := border
			if j >= 0 {
				x = corners[j].x + blocks[j].w + gutter
			}
			if y := floor(blocks, corners, x, b.w); x+b.w <= p.w-border && y < best.y {
				best = corner{x, y}
			}
		}
		if best.y+b.h > p.h-border {
			return nil, false
		}
		corners = append(corners, best)
	}
	return corners, true
}

// floor is below all blocks that stand within a stretch of the page's width.
func floor(blocks []block, corners []corner, x, w float64) float64 {
	y := border + banner
	for i, c := range corners {
		if c.x < x+w+gutter && x < c.x+blocks[i].w+gutter {
			y = max(y, c.y+blocks[i].h+gutter)
		}
	}
	return y
}

// orders are the sort keys by which blocks may be placed, the largest first, so that little room is lost.
var orders = []func(block) float64{
	func(b block) float64 { return b.h },
	func(b block) float64 { return b.w * b.h },
	func(b block) float64 { return b.w },
}

// smallest is the smallest paper that takes the blocks in some order, and how.
func smallest(blocks []block) (paper, []block, []corner) {
	for _, p := range papers {
		for _, by := range orders {
			sorted := slices.Clone(blocks)
			slices.SortStableFunc(sorted, func(a, b block) int { return cmp.Compare(by(b), by(a)) })
			if c, fit := p.arrange(sorted); fit {
				return p, sorted, c
			}
		}
	}
	page, corners := tall(blocks)
	return page, blocks, corners
}

// onPaper draws the blocks on the smallest paper that takes them.
func onPaper(title string, blocks []block) []byte {
	page, blocks, corners := smallest(blocks)
	p := &pen{}
	p.text("title", border, border+5, 4.5, title)
	p.text("paper", border+wide(title, 4.5)+6, border+5, letter, page.name)
	for i, b := range blocks {
		b.draw(p, corners[i].x, corners[i].y)
	}
	return p.alone(title, page.w, page.h)
}

// alone is what was drawn, on a page of its own.
func (p *pen) alone(title string, w, h float64) []byte {
	out := &pen{}
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %s %s" font-family="DejaVu Sans, Arial, sans-serif">`+"\n", mm(w), mm(h), mm(w), mm(h))
	fmt.Fprintf(out, "<title>%s</title>\n<style>%s</style>\n", escape(title), style)
	fmt.Fprintf(out, `<rect class="page" x="0" y="0" width="%s" height="%s"/>`+"\n", mm(w), mm(h))
	out.Write(p.Bytes())
	out.WriteString("</svg>\n")
	return out.Bytes()
}

const style = "path,rect,circle{fill:none;stroke:#000;stroke-width:.25}.page{fill:#fff;stroke:none}.dot{fill:#000}.body{fill:#f4f4f4}.place{fill:#fff}.warm{stroke:#b00}.cool{stroke:#06c}"

// tall is a page of its own size for what fits on no printer's paper: blocks one below another.
func tall(blocks []block) (paper, []corner) {
	page := paper{"larger than A0", 0, border + banner}
	var spots []corner
	for _, b := range blocks {
		spots = append(spots, corner{border, page.h})
		page.h += b.h + gutter
		page.w = max(page.w, b.w+2*border)
	}
	page.h += border
	return page, spots
}

// pen writes SVG, in millimetres from the upper left corner of the page.
type pen struct {
	bytes.Buffer
}

// text writes a line from a point on to the right; end to the left of it, middle
// on both sides.
func (p *pen) text(class string, x, y, size float64, text string) {
	p.anchored("start", class, x, y, size, text)
}

func (p *pen) anchored(anchor, class string, x, y, size float64, text string) {
	if text != "" {
		fmt.Fprintf(p, `<text class="%s" text-anchor="%s" x="%s" y="%s" font-size="%s">%s</text>`+"\n", class, anchor, mm(x), mm(y), mm(size), escape(text))
	}
}

// wire is a line through points, x and y in turn.
func (p *pen) wire(class string, points ...float64) {
	fmt.Fprintf(p, `<path class="%s" d="`, class)
	for i := 0; i+1 < len(points); i += 2 {
		command := " L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(p, "%s%s %s", command, mm(points[i]), mm(points[i+1]))
	}
	p.WriteString("\"/>\n")
}

func (p *pen) box(class string, x, y, w, h float64) {
	fmt.Fprintf(p, `<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`+"\n", class, mm(x), mm(y), mm(w), mm(h))
}

func (p *pen) ring(class string, x, y, r float64) {
	fmt.Fprintf(p, `<circle class="%s" cx="%s" cy="%s" r="%s"/>`+"\n", class, mm(x), mm(y), mm(r))
}

// joint is where wires meet; without it they only cross.
func (p *pen) joint(x, y float64) { p.ring("dot", x, y, 0.5) }

// reed is a contact, 8 mm long, open at rest, from a point to the right.
func (p *pen) reed(x, y float64) {
	p.wire("wire", x, y, x+2.6, y, x+5.2, y-0.7)
	p.wire("wire", x+5, y, x+8, y)
	fmt.Fprintf(p, `<rect class="reed" x="%s" y="%s" width="6" height="2" rx="1"/>`+"\n", mm(x+1), mm(y-1))
}

// button is a contact that is pressed, 8 mm long.
func (p *pen) button(x, y float64) {
	p.wire("wire", x, y, x+2.2, y)
	p.wire("wire", x+5.8, y, x+8, y)
	p.wire("wire", x+2, y-0.9, x+6, y-0.9)
	p.wire("wire", x+4, y-0.9, x+4, y-1.5)
	p.ring("wire", x+2.4, y, 0.3)
	p.ring("wire", x+5.6, y, 0.3)
}

// diode carries current down, 4 mm long.
func (p *pen) diode(x, y float64) {
	p.wire("wire", x, y, x, y+4)
	fmt.Fprintf(p, `<path class="dot" d="M%s %s L%s %s L%s %s Z"/>`+"\n", mm(x-0.9), mm(y+1.1), mm(x+0.9), mm(y+1.1), mm(x), mm(y+2.7))
	p.wire("wire", x-0.9, y+2.7, x+0.9, y+2.7)
}

// resistor lies from a point to the right, 8 mm long.
func (p *pen) resistor(x, y float64) {
	p.wire("wire", x, y, x+1.5, y)
	p.box("wire", x+1.5, y-0.9, 5, 1.8)
	p.wire("wire", x+6.5, y, x+8, y)
}

// earth is the symbol of ground, hanging from a point.
func (p *pen) earth(x, y float64) {
	p.wire("wire", x, y, x, y+1)
	for i, half := range []float64{1.5, 1, 0.4} {
		p.wire("wire", x-half, y+1+0.6*float64(i), x+half, y+1+0.6*float64(i))
	}
}

// notes is a block of lines under a title, broken where they are too long.
func notes(title string, width float64, lines []string) block {
	var broken []string
	for _, line := range lines {
		broken = append(broken, wrap(line, int(width/(letter*advance)))...)
	}
	height := caption + 3 + float64(len(broken))*letter*1.5
	return block{width, height, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, title)
		for i, line := range broken {
			p.text("note", x, y+caption+3+(float64(i)+0.6)*letter*1.5, letter, line)
		}
	}}
}

// wrap breaks a text between words into lines of at most so many letters.
func wrap(text string, most int) (lines []string) {
	line := ""
	for _, word := range bytes.Fields([]byte(text)) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCount(word) > most {
			lines, line = append(lines, line), ""
		} else if line != "" {
			line += " "
		}
		line += string(word)
	}
	return append(lines, line)
}

// ranked is blocks in order, four beside one another, as one block.
func ranked(blocks []block) block {
	const across = 4
	var whole block
	corners := make([]corner, len(blocks))
	for i := 0; i < len(blocks); i += across {
		x, high := 0.0, 0.0
		for j := i; j < min(i+across, len(blocks)); j++ {
			corners[j] = corner{x, whole.h}
			x += blocks[j].w + gutter
			high = max(high, blocks[j].h)
		}
		whole.w, whole.h = max(whole.w, x-gutter), whole.h+high+gutter
	}
	whole.h -= gutter
	whole.draw = func(p *pen, x, y float64) {
		for i, b := range blocks {
			b.draw(p, x+corners[i].x, y+corners[i].y)
		}
	}
	return whole
}

// up rounds up to a multiple.
func up(x, to float64) float64 { return math.Ceil(x/to-1e-9) * to }
