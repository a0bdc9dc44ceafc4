package drawing

import (
	"fmt"
	"math"
	"slices"

	"reeve/symbols"
)

// figurePen draws pieces and the grounds of games besides.
type figurePen struct {
	pen
	kinds []string // kinds of pieces whose symbols are used
}

// pieceStyle is how an owner's pieces look: how many corners they have (0: round), and
// their colours.
type pieceStyle struct {
	corners   int
	turn      float64
	fill, ink string
}

var coats = map[string]pieceStyle{
	"white": {0, 0, "#ffffff", "#1d1712"}, "black": {8, 0.5, "#3a322c", "#ffffff"},
	"south": {0, 0, "#f1b2a9", "#1d1712"}, "west": {8, 0.5, "#aecbec", "#1d1712"}, "north": {6, 0, "#b5d9ac", "#1d1712"}, "east": {4, 0, "#f0dca0", "#1d1712"},
}

// piece draws a piece of that radius, with its energy if it is told.
func (p *figurePen) piece(x, y, r float64, owner, kind string, energy *int) {
	c := coats[owner]
	if c.corners == 0 {
		fmt.Fprintf(p, `<circle class="piece" cx="%s" cy="%s" r="%s" fill="%s" stroke="#1d1712" stroke-width="%s"/>`+"\n", hm(x), hm(y), hm(r*0.92), c.fill, hm(r*0.07))
	} else {
		var points []float64
		for i := range c.corners {
			a := (float64(i) + c.turn) * 2 * math.Pi / float64(c.corners)
			points = append(points, 49*math.Sin(a), -49*math.Cos(a))
		}
		p.path("piece", c.fill, "#1d1712", r*0.07, true, placed(points, x, y, r/50)...)
	}
	size, up := r*0.88, 0.0
	if energy != nil {
		size, up = r*0.7, r*0.14
	}
	p.symbol(x, y-up, size, kind, c.ink)
	if energy != nil {
		p.letters("energy", x, y+r*0.82, r*0.42, fmt.Sprint(*energy), "middle", c.ink, true)
	}
}

// placed puts points that lie about 0,0 on the page.
func placed(points []float64, x, y, k float64) (out []float64) {
	for i := 0; i+1 < len(points); i += 2 {
		out = append(out, x+k*points[i], y+k*points[i+1])
	}
	return out
}

// symbol draws the symbol of a kind, if there is one; half is half the side of its box.
func (p *figurePen) symbol(x, y, half float64, kind, ink string) {
	if symbols.Paths()[kind] == "" {
		return
	}
	if !slices.Contains(p.kinds, kind) {
		p.kinds = append(p.kinds, kind)
	}
	fmt.Fprintf(p, `<use href="#%s" transform="translate(%s %s) scale(%.4f)" fill="%s"/>`+"\n", kind, hm(x), hm(y), half/50, ink)
}

// symbols defines the symbols that a drawing uses.
func (p *figurePen) symbols(kinds []string) {
	if len(kinds) == 0 {
		return
	}
	p.WriteString("<defs>\n")
	for _, kind := range slices.Sorted(slices.Values(kinds)) {
		fmt.Fprintf(p, `<path id="%s" fill-rule="evenodd" d="%s"/>`+"\n", kind, symbols.Paths()[kind])
	}
	p.WriteString("</defs>\n")
}

// path draws lines through points.
func (p *figurePen) path(class, fill, stroke string, width float64, closed bool, points ...float64) {
	p.through(class, closed, points)
	fmt.Fprintf(p, ` fill="%s" stroke="%s" stroke-width="%s"/>`+"\n", fill, stroke, hm(width))
}

// outline draws lines through points as the class looks.
func (p *figurePen) outline(class string, closed bool, points ...float64) {
	p.through(class, closed, points)
	p.WriteString("/>\n")
}

func (p *figurePen) through(class string, closed bool, points []float64) {
	fmt.Fprintf(p, `<path class="%s" d="`, class)
	for i := 0; i+1 < len(points); i += 2 {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(p, "%s%s %s", command, hm(points[i]), hm(points[i+1]))
	}
	if closed {
		p.WriteString("Z")
	}
	p.WriteString(`"`)
}

// hm writes a distance to the hundredth of a millimetre.
func hm(x float64) string { return mm(math.Round(x*100) / 100) }

// letters writes a text.
func (p *figurePen) letters(class string, x, y, size float64, text, anchor, fill string, bold bool) {
	if text == "" {
		return
	}
	more := ""
	if bold {
		more = ` font-weight="bold"`
	}
	if anchor != "start" {
		more += ` text-anchor="` + anchor + `"`
	}
	if fill != "" {
		more += ` fill="` + fill + `"`
	}
	fmt.Fprintf(p, `<text class="%s" x="%s" y="%s" font-size="%s"%s>%s</text>`+"\n", class, hm(x), hm(y), hm(size), more, escape(text))
}

// faces are the fonts that a drawing of texts asks for: the one that PDFs have, or
// one about as wide.
const faces = "Go, 'Liberation Sans', Arial, Helvetica, sans-serif"

// page closes a drawing of that size, in millimetres.
func (p *figurePen) page(title string, w, h float64) []byte {
	b := &figurePen{}
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %s %s" font-family="%s">`+"\n", mm(w), mm(h), mm(w), mm(h), faces)
	fmt.Fprintf(b, "<title>%s</title>\n<style>%s</style>\n", escape(title), groundStyle)
	b.symbols(p.kinds)
	fmt.Fprintf(b, `<rect class="page" x="0" y="0" width="%s" height="%s" fill="#fff"/>`+"\n", mm(w), mm(h))
	return append(b.Bytes(), append(p.Bytes(), "</svg>\n"...)...)
}
