package sim

import "math"

// Point is a place on the surface, in millimetres.
type Point struct{ X, Y float64 }

func (p Point) minus(q Point) Point         { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) dot(q Point) float64         { return p.X*q.X + p.Y*q.Y }
func (p Point) length() float64             { return math.Hypot(p.X, p.Y) }
func (p Point) to(q Point, s float64) Point { return Point{p.X + (q.X-p.X)*s, p.Y + (q.Y-p.Y)*s} }

// reed is a reed switch lying flat, as it is mounted: magnets whose pole points down close it within a
// circle that a gap across its middle cuts in two.
type reed struct {
	at         Point
	axis       Point   // along the reed, of length 1
	close2     float64 // the square of the distance within which it closes, and
	open2      float64 // of that beyond which it opens, mm²
	gap        [2]float64
	fault      Fault
	magnets    int    // that close it
	changes    uint64 // so far
	generation uint32 // of the flips planned
}

// mount places the reed of a channel as the noise and its fault want it.
func mount(p *profile, seed uint64, channel int, place Point, pitch float64, fault Fault) reed {
	d := drawFor(seed, forMount, channel, 0)
	reach, hold, turn, offset := d.between(p.reach), d.between(p.hold), d.between([2]float64{-p.turned, p.turned}), p.offset
	gap := [2]float64{p.gap[0] * pitch, p.gap[1] * pitch}
	switch fault {
	case Wide:
		reach, hold = 1.12, 1.08
	case Centred:
		offset, gap = 0, [2]float64{0.10 * pitch, 0.12 * pitch}
	}
	r := reed{axis: Point{math.Cos(turn), math.Sin(turn)}, gap: gap, fault: fault}
	r.at = Point{place.X + offset*pitch*r.axis.X, place.Y + offset*pitch*r.axis.Y}
	r.close2 = reach * reach * pitch * pitch
	r.open2 = r.close2 * hold * hold
	return r
}

// feels says where a magnet stands that came down at that place and height: within reach, over the gap.
func (r *reed) feels(at Point, height float64) (reach, gap bool) {
	v := at.minus(r.at)
	return v.dot(v)+height*height < r.close2, math.Abs(v.dot(r.axis)) < r.gap[0]
}

// shows returns what a contact shows of a level it should have.
func (r *reed) shows(closed bool) bool { return r.fault != Dead && (closed || r.fault == Stuck) }

// holds says the same of a magnet that was where it was said to be before, and lies still now. It makes
// good what rounding hid at the ends of a leg.
func (r *reed) holds(at Point, height float64, reach, gap bool) (bool, bool) {
	v := at.minus(r.at)
	if d2 := v.dot(v) + height*height; d2 < r.close2 || d2 > r.open2 {
		reach = d2 < r.close2
	}
	if along := math.Abs(v.dot(r.axis)); along < r.gap[0] || along > r.gap[1] {
		gap = along < r.gap[0]
	}
	return reach, gap
}

// crossing is a moment of a leg, as a share of it, at which a magnet crosses one of a reed's borders.
type crossing struct {
	share float64
	kind  kind
	on    bool
}

// crosses appends the moments at which a magnet on the leg from p to q crosses the reed's borders, if it
// comes near the reed at all.
func (r *reed) crosses(p, q Point, height float64, out []crossing) []crossing {
	v, w := p.minus(r.at), q.minus(p)
	w2, vw, v2 := w.dot(w), v.dot(w), v.dot(v)+height*height
	if w2 == 0 {
		return out
	}
	nearest := min(max(-vw/w2, 0), 1)
	if v2+nearest*(2*vw+nearest*w2) > r.open2 {
		return out
	}
	add := func(share float64, kind kind, on bool) {
		if share > 0 && share <= 1 { // not so if it is no number
			out = append(out, crossing{share, kind, on})
		}
	}
	add((-vw-math.Sqrt(vw*vw-w2*(v2-r.close2)))/w2, inReach, true)
	add((-vw+math.Sqrt(vw*vw-w2*(v2-r.open2)))/w2, inReach, false)
	along, speed := v.dot(r.axis), w.dot(r.axis)
	if r.gap[0] > 0 && speed != 0 {
		toward := -math.Copysign(1, speed) // the side it comes from
		add((toward*r.gap[0]-along)/speed, inGap, true)
		add((-toward*r.gap[1]-along)/speed, inGap, false)
	}
	return out
}
