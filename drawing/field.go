package drawing

import (
	"fmt"
	"math"
	"slices"

	"reeve/board"
	"reeve/config"
	"reeve/rules"
)

// field is a game's board without wood around it, on which diagrams are drawn.
type field struct {
	*plan
	cells [][]float64 // of a round board, what goes round each cell
	whole [4]float64  // how far all places together reach: left, top, right, bottom
}

func fieldOf(t *board.Topology) *field {
	s := &plan{board: &config.Board{}, pitch: math.Inf(1)}
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
	f := &field{plan: s}
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

// groundStyle is how places look; colours only help.
const groundStyle = ".line,.place{fill:none;stroke:#8d8272;stroke-width:.15}.place{fill:#fff}.dark{fill:#e2dacb}.castle{fill:#f0d596}.town{fill:#f7f0df}.entry{fill:#d9e7f1}.water{fill:#cfe3f5}" +
	".name{text-anchor:middle;font-size:1.5px;fill:#6b6152}"

// Colours of what a piece may do; they differ in shape, too.
const (
	goes   = "#11633a" // a full dot: it may go there
	strike = "#a3160c" // a ring: it may attack or capture there
)

// ground draws the places that a window sees.
func (f *field) ground(p *figurePen, w window, names bool) {
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
func (f *field) waters(p *figurePen, w window) {
	for _, n := range f.near {
		a, b := f.spots[n[0]], f.spots[n[1]]
		if !has(a.marks, "bank") || !has(b.marks, "bank") || abs(a.sx-b.sx) > 0.01 || abs(a.sy-b.sy) < f.pitch*1.1 || !f.sees(w, n[0]) && !f.sees(w, n[1]) {
			continue
		}
		x, y := w.at(a.sx-f.pitch/2, min(a.sy, b.sy)+f.pitch/2)
		fmt.Fprintf(p, `<rect class="water" x="%s" y="%s" width="%s" height="%s"/>`+"\n", hm(x), hm(y), hm(f.pitch*w.k), hm((abs(a.sy-b.sy)-f.pitch)*w.k))
	}
}

// diagram draws a position in a window: what the piece on From may do, and who stands there.
func (f *field) diagram(p *figurePen, w window, d rules.Diagram, names, energy bool) {
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
