package drawing

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// ring is the cells of one distance from the middle, by their angle.
type ring struct {
	radius       float64
	cells        []spot
	angles       []float64 // of the cells, rising, clockwise from the right, in radians
	inner, outer float64   // the rounded lines on both sides of it
}

// ringsOf puts the cells of a round board in order. The middle is the middle of all.
func (l *plan) ringsOf() (x, y float64, rings []ring) {
	for _, p := range l.spots {
		x, y = x+p.sx/float64(len(l.spots)), y+p.sy/float64(len(l.spots))
	}
	cells := slices.Clone(l.spots)
	radius := func(p spot) float64 { return math.Hypot(p.sx-x, p.sy-y) }
	slices.SortStableFunc(cells, func(a, b spot) int { return cmp.Compare(math.Round(radius(a)), math.Round(radius(b))) })
	for _, p := range cells {
		if len(rings) == 0 || radius(p)-rings[len(rings)-1].radius > l.pitch/4 {
			rings = append(rings, ring{radius: radius(p)})
		}
		last := &rings[len(rings)-1]
		last.cells = append(last.cells, p)
	}
	for i := range rings {
		r := &rings[i]
		slices.SortStableFunc(r.cells, func(a, b spot) int {
			return cmp.Compare(math.Atan2(a.sy-y, a.sx-x), math.Atan2(b.sy-y, b.sx-x))
		})
		for _, p := range r.cells {
			r.angles = append(r.angles, math.Atan2(p.sy-y, p.sx-x))
		}
		if i > 0 {
			r.inner = (rings[i-1].radius + r.radius) / 2
			rings[i-1].outer = r.inner
			r.outer = 2*r.radius - r.inner
		}
	}
	return x, y, rings
}

// rings draws a round board: the rounded lines, and within each ring the lines
// between two cells.
func (s *sheet) rings() {
	x, y, rings := s.ringsOf()
	for _, r := range rings {
		for i, p := range r.cells {
			from, to := r.sides(i)
			if has(p.marks, "town") {
				s.sector(x, y, r, from, to)
			}
		}
	}
	for _, r := range rings {
		if r.outer > 0 {
			fmt.Fprintf(s, `<circle class="rounded" cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="0.8"/>`+"\n", mm(x), mm(y), mm(r.outer), s.look.line)
		}
		for i, p := range r.cells {
			if from, _ := r.sides(i); len(r.cells) > 1 {
				cos, sin := math.Cos(from), math.Sin(from)
				s.line("side", 0.4, x+r.inner*cos, y+r.inner*sin, x+r.outer*cos, y+r.outer*sin)
			}
			s.circle("place", p, p.sx, p.sy, dot, fmt.Sprintf(`fill="%s"`, s.look.line))
			s.marked(p, s.pitch*0.8)
			s.name(p.sx-s.pitch*0.1, p.sy+s.pitch*0.42, s.pitch*0.12, p.name)
		}
	}
}

// sides are the angles at which cell i begins and ends.
func (r ring) sides(i int) (from, to float64) {
	n := len(r.angles)
	if n == 1 {
		return 0, 2 * math.Pi
	}
	before, after := r.angles[(i+n-1)%n], r.angles[(i+1)%n]
	if i == 0 {
		before -= 2 * math.Pi
	}
	if i == n-1 {
		after += 2 * math.Pi
	}
	return (before + r.angles[i]) / 2, (r.angles[i] + after) / 2
}

// sector fills a cell.
func (s *sheet) sector(x, y float64, r ring, from, to float64) {
	fmt.Fprint(s, `<path class="town" d="`)
	for i, points := 0, r.outline(x, y, from, to, 16); i+1 < len(points); i += 2 {
		command := " L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(s, "%s%s %s", command, mm(points[i]), mm(points[i+1]))
	}
	fmt.Fprintf(s, ` Z" fill="%s" stroke="none"/>`+"\n", s.look.town)
}

// outline returns the outline of a cell, its round sides as that many short lines.
func (r ring) outline(x, y, from, to float64, parts int) (points []float64) {
	for i := range 2*parts + 2 {
		radius, k := r.outer, i
		if i > parts {
			radius, k = r.inner, 2*parts+1-i
		}
		angle := from + (to-from)*float64(k)/float64(parts)
		if radius > 0 {
			points = append(points, x+radius*math.Cos(angle), y+radius*math.Sin(angle))
		}
	}
	return points
}
