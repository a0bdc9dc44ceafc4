package drawing

import (
	"math"
	"slices"

	"reeve/rules"
)

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

// about is the window of a diagram: the places that matter, and one more around.
func (f *field) about(d rules.Diagram) window {
	room := 1.0
	if f.cells != nil {
		room = 0.5
	}
	return f.around(room, slices.Concat([]string{d.From}, d.Moves, d.Attacks)...)
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

// at is where a point of the field lies on the page.
func (w window) at(x, y float64) (float64, float64) {
	return w.x + (x-w.left)*w.k, w.y + (y-w.top)*w.k
}

// all places points of the field on the page.
func (w window) all(points []float64) (out []float64) {
	for i := 0; i+1 < len(points); i += 2 {
		x, y := w.at(points[i], points[i+1])
		out = append(out, x, y)
	}
	return out
}
