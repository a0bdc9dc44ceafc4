package drawing

import (
	"fmt"
	"math"
	"slices"

	"reeve/board"
	"reeve/config"
	"reeve/rules"
	"reeve/symbols"
)

// field is a game's board without wood around it, on which diagrams are drawn.
type field struct {
	*sheet
	cells [][]float64 // of a round board, what goes round each cell
	whole [4]float64  // how far all places together reach: left, top, right, bottom
}

func fieldOf(t *board.Topology) *field {
	s := &sheet{board: &config.Board{}, pitch: math.Inf(1)}
	for i := range t.Len() {
		s.board.Height = max(s.board.Height, t.Place(board.Square(i)).Y)
	}
	for i := range t.Len() {
		p := t.Place(board.Square(i))
		s.add(config.Place{Name: p.Name, X: p.X, Y: p.Y}, p)
		for _, q := range s.spots[:i] {
			s.pitch = min(s.pitch, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
		for _, n := range p.Near {
			if int(n) > i {
				s.near = append(s.near, [2]int{i, int(n)})
			}
		}
	}
	f := &field{sheet: s}
	if s.spots[0].shape == board.Cell {
		f.round()
	}
	f.whole = [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for i := range s.spots {
		left, top, right, bottom := f.reach(i)
		f.whole = [4]float64{min(f.whole[0], left), min(f.whole[1], top), max(f.whole[2], right), max(f.whole[3], bottom)}
	}
	return f
}

// round finds what goes round each cell.
func (f *field) round() {
	f.cells = make([][]float64, len(f.spots))
	x, y, rings := f.ringsOf()
	for _, r := range rings {
		for i, p := range r.cells {
			from, to := r.sides(i)
			f.cells[f.called(p.name)] = r.outline(x, y, from, to, max(5, int((to-from)*6)))
		}
	}
}

// called is the number of the place of that name.
func (f *field) called(name string) int {
	return slices.IndexFunc(f.spots, func(p spot) bool { return p.name == name })
}

// window is the visible part of a field: where its corner lies on the page, and the scale.
type window struct {
	left, top, w, h float64
	x, y, k         float64
}

// around is the window about the places of those names, with room for so many
// beside them; all places if there are none.
func (f *field) around(room float64, names ...string) window {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i, p := range f.spots {
		if len(names) == 0 || slices.Contains(names, p.name) {
			l, t, r, b := f.reach(i)
			left, top, right, bottom = min(left, l), min(top, t), max(right, r), max(bottom, b)
		}
	}
	room *= f.pitch
	left, top, right, bottom = max(left-room, f.whole[0]), max(top-room, f.whole[1]), min(right+room, f.whole[2]), min(bottom+room, f.whole[3])
	return window{left: left, top: top, w: right - left, h: bottom - top}
}

// at is where a point of the field lies on the page.
func (w window) at(x, y float64) (float64, float64) {
	return w.x + (x-w.left)*w.k, w.y + (y-w.top)*w.k
}

// sees reports whether the whole of place i is in the window.
func (f *field) sees(w window, i int) bool {
	const hair = 0.01
	left, top, right, bottom := f.reach(i)
	return left > w.left-hair && right < w.left+w.w+hair && top > w.top-hair && bottom < w.top+w.h+hair
}

// reach returns the bounds of place i on the field.
func (f *field) reach(i int) (left, top, right, bottom float64) {
	p, half := f.spots[i], f.pitch/2
	left, top, right, bottom = p.sx-half, p.sy-half, p.sx+half, p.sy+half
	if f.cells != nil {
		c := f.cells[i]
		left, top, right, bottom = c[0], c[1], c[0], c[1]
		for j := 0; j+1 < len(c); j += 2 {
			left, right, top, bottom = min(left, c[j]), max(right, c[j]), min(top, c[j+1]), max(bottom, c[j+1])
		}
	}
	return left, top, right, bottom
}

// drawnFor returns the window scaled to fit a room of that size and centred in it; a place is at most that
// large.
func (w window) drawnFor(x, y, width, height, most float64) window {
	w.k = min(width/w.w, height/w.h, most)
	w.x, w.y = x+(width-w.w*w.k)/2, y+(height-w.h*w.k)/2
	return w
}

// groundStyle is how places look; colours only help.
const groundStyle = ".line,.place{fill:none;stroke:#8d8272;stroke-width:.15}.place{fill:#fff}.dark{fill:#e2dacb}.castle{fill:#f0d596}.town{fill:#f7f0df}.entry{fill:#d9e7f1}.water{fill:#cfe3f5}" +
	".name{text-anchor:middle;font-size:1.5px;fill:#6b6152}"

// Colours of what a piece may do; they differ in shape, too.
const (
	goes   = "#11633a" // a full dot: it may go there
	strike = "#a3160c" // a ring: it may attack or capture there
)

// ground draws the places that a window sees.
func (f *field) ground(p *pen, w window, names bool) {
	f.waters(p, w)
	for _, n := range f.near {
		a, b := f.spots[n[0]], f.spots[n[1]]
		if a.shape == board.Circle && f.sees(w, n[0]) && f.sees(w, n[1]) {
			x, y := w.at(a.sx, a.sy)
			x2, y2 := w.at(b.sx, b.sy)
			p.outline("line", false, x, y, x2, y2)
		}
	}
	for i, q := range f.spots {
		if !f.sees(w, i) {
			continue
		}
		x, y := w.at(q.sx, q.sy)
		wide, class := f.pitch*w.k, "place"
		if q.dark {
			class += " dark"
		}
		for _, mark := range q.marks {
			if slices.Contains([]string{"castle", "town", "entry"}, mark) {
				class += " " + mark
			}
		}
		switch q.shape {
		case board.Circle:
			fmt.Fprintf(p, `<circle class="%s" cx="%s" cy="%s" r="%s"/>`+"\n", class, hm(x), hm(y), hm(wide*0.42))
		case board.Cell:
			p.outline(class, true, w.all(f.cells[i])...)
		default:
			fmt.Fprintf(p, `<rect class="%s" x="%s" y="%s" width="%s" height="%s"/>`+"\n", class, hm(x-wide/2), hm(y-wide/2), hm(wide), hm(wide))
		}
		if has(q.marks, "teleport") {
			for _, points := range signs["teleport"] {
				p.path("mark", "none", "#3f86b8", 0.25, false, placed(points, x, y, wide/110)...)
			}
		}
		if names {
			fmt.Fprintf(p, `<text class="name" x="%s" y="%s">%s</text>`+"\n", hm(x), hm(y+wide*f.under(q)), escape(q.name))
		}
	}
}

// under returns how far below the middle of a place its name stands, in parts of the place's width.
func (f *field) under(q spot) float64 {
	if q.shape == board.Box {
		return 0.46
	}
	return 0.4
}

// waters draws the river between the banks that a window sees.
func (f *field) waters(p *pen, w window) {
	for _, n := range f.near {
		a, b := f.spots[n[0]], f.spots[n[1]]
		if !has(a.marks, "bank") || !has(b.marks, "bank") || abs(a.sx-b.sx) > 0.01 || abs(a.sy-b.sy) < f.pitch*1.1 || !f.sees(w, n[0]) && !f.sees(w, n[1]) {
			continue
		}
		x, y := w.at(a.sx-f.pitch/2, min(a.sy, b.sy)+f.pitch/2)
		fmt.Fprintf(p, `<rect class="water" x="%s" y="%s" width="%s" height="%s"/>`+"\n", hm(x), hm(y), hm(f.pitch*w.k), hm((abs(a.sy-b.sy)-f.pitch)*w.k))
	}
}

// all places points of the field on the page.
func (w window) all(points []float64) (out []float64) {
	for i := 0; i+1 < len(points); i += 2 {
		x, y := w.at(points[i], points[i+1])
		out = append(out, x, y)
	}
	return out
}

// placed puts points that lie about 0,0 on the page.
func placed(points []float64, x, y, k float64) (out []float64) {
	for i := 0; i+1 < len(points); i += 2 {
		out = append(out, x+k*points[i], y+k*points[i+1])
	}
	return out
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
func (p *pen) piece(x, y, r float64, owner, kind string, energy *int) {
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

// symbol draws the symbol of a kind, if there is one; half is half the side of its box.
func (p *pen) symbol(x, y, half float64, kind, ink string) {
	if symbols.Paths()[kind] == "" {
		return
	}
	if !slices.Contains(p.kinds, kind) {
		p.kinds = append(p.kinds, kind)
	}
	fmt.Fprintf(p, `<use href="#%s" transform="translate(%s %s) scale(%.4f)" fill="%s"/>`+"\n", kind, hm(x), hm(y), half/50, ink)
}

// symbols defines the symbols that a drawing uses.
func (p *pen) symbols(kinds []string) {
	if len(kinds) == 0 {
		return
	}
	p.WriteString("<defs>\n")
	for _, kind := range slices.Sorted(slices.Values(kinds)) {
		fmt.Fprintf(p, `<path id="%s" fill-rule="evenodd" d="%s"/>`+"\n", kind, symbols.Paths()[kind])
	}
	p.WriteString("</defs>\n")
}

// diagram draws a position in a window: what the piece on From may do, and who stands there.
func (f *field) diagram(p *pen, w window, d rules.Diagram, names, energy bool) {
	f.ground(p, w, names)
	r := f.pitch * w.k
	for i, q := range f.spots {
		x, y := w.at(q.sx, q.sy)
		switch {
		case !f.sees(w, i):
		case slices.Contains(d.Attacks, q.name):
			fmt.Fprintf(p, `<circle class="attack" cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="%s"/>`+"\n", hm(x), hm(y), hm(r*0.44), strike, hm(r*0.08))
		case slices.Contains(d.Moves, q.name):
			fmt.Fprintf(p, `<circle class="move" cx="%s" cy="%s" r="%s" fill="%s"/>`+"\n", hm(x), hm(y), hm(r*0.15), goes)
		}
	}
	for _, m := range d.Pieces {
		if i := f.called(*m.At); i >= 0 && f.sees(w, i) {
			x, y := w.at(f.spots[i].sx, f.spots[i].sy)
			shown := m.Energy
			if !energy {
				shown = nil
			}
			p.piece(x, y, r*0.37, m.Owner, m.Kind, shown)
		}
	}
}

// about is the window of a diagram: the places that matter, and one more around.
func (f *field) about(d rules.Diagram) window {
	room := 1.0
	if f.cells != nil {
		room = 0.5
	}
	return f.around(room, slices.Concat([]string{d.From}, d.Moves, d.Attacks)...)
}

// path draws lines through points.
func (p *pen) path(class, fill, stroke string, width float64, closed bool, points ...float64) {
	p.through(class, closed, points)
	fmt.Fprintf(p, ` fill="%s" stroke="%s" stroke-width="%s"/>`+"\n", fill, stroke, hm(width))
}

// outline draws lines through points as the class looks.
func (p *pen) outline(class string, closed bool, points ...float64) {
	p.through(class, closed, points)
	p.WriteString("/>\n")
}

func (p *pen) through(class string, closed bool, points []float64) {
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
func (p *pen) letters(class string, x, y, size float64, text, anchor, fill string, bold bool) {
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
func (p *pen) page(title string, w, h float64) []byte {
	b := &pen{}
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="0 0 %s %s" font-family="%s">`+"\n", mm(w), mm(h), mm(w), mm(h), faces)
	fmt.Fprintf(b, "<title>%s</title>\n<style>%s</style>\n", escape(title), groundStyle)
	b.symbols(p.kinds)
	fmt.Fprintf(b, `<rect class="page" x="0" y="0" width="%s" height="%s" fill="#fff"/>`+"\n", mm(w), mm(h))
	return append(b.Bytes(), append(p.Bytes(), "</svg>\n"...)...)
}
