package drawingtest

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
)

// arm is how long each line of a cross is on which sheets are laid.
const arm = 8.0

// Hair is how far two things may lie apart that lie on one another, in millimetres: what a document's decimals leave.
const Hair = 0.02

var numbered = regexp.MustCompile(`row (\d+), column (\d+)`)

// Glued is where the corner of each sheet lies once its crosses lie on those of the sheets beside it, the first at 0, 0.
func Glued(sheets []Sheet) ([][2]float64, error) {
	spots, columns := make([][2]int, len(sheets)), 0
	for i, s := range sheets {
		spot, err := s.numbered()
		if err != nil && len(sheets) > 1 {
			return nil, err
		}
		spots[i], columns = spot, max(columns, spot[1]+1)
	}
	corners := make([][2]float64, len(sheets))
	for i, spot := range spots {
		if want := [2]int{i / columns, i % columns}; len(sheets) > 1 && spot != want {
			return nil, fmt.Errorf("drawingtest: sheet %d says row %d, column %d", i+1, spot[0]+1, spot[1]+1)
		}
		for axis, other := range []int{i - 1, i - columns} { // the one to the left, and the one above
			if spot[1-axis] == 0 {
				continue
			}
			d, err := laid(sheets[other], sheets[i], axis)
			if err != nil {
				return nil, fmt.Errorf("drawingtest: sheets %d and %d: %w", other+1, i+1, err)
			}
			at := [2]float64{corners[other][0] + d[0], corners[other][1] + d[1]}
			if axis == 1 && spot[1] > 0 && math.Hypot(at[0]-corners[i][0], at[1]-corners[i][1]) > Hair {
				return nil, fmt.Errorf("drawingtest: sheet %d lies at %.2f by one neighbour, at %.2f by the other", i+1, corners[i], at)
			}
			corners[i] = at
		}
	}
	return corners, nil
}

// numbered is the row and the column that a sheet says it is, from 0.
func (s Sheet) numbered() (spot [2]int, err error) {
	for _, w := range s.Words {
		if m := numbered.FindStringSubmatch(w.Text); m != nil {
			for i := range spot {
				n, err := strconv.Atoi(m[i+1])
				if err != nil {
					return spot, err
				}
				spot[i] = n - 1
			}
			return spot, nil
		}
	}
	return spot, errors.New("drawingtest: a sheet without its row and column")
}

// laid is where a sheet's corner lies, seen from the corner of the one to its left (axis 0) or above it (axis 1): by the two crosses
// at the end of the one and at the beginning of the other.
func laid(a, b Sheet, axis int) (d [2]float64, err error) {
	before, after := a.crosses(), b.crosses()
	if len(before) < 2 || len(after) < 2 {
		return d, errors.New("too few crosses")
	}
	end, begin := edge(before, axis, -1), edge(after, axis, 1)
	if len(end) != 2 || len(begin) != 2 {
		return d, fmt.Errorf("crosses at %.2f and %.2f", end, begin)
	}
	d = [2]float64{end[0][0] - begin[0][0], end[0][1] - begin[0][1]}
	if e := [2]float64{end[1][0] - begin[1][0], end[1][1] - begin[1][1]}; math.Hypot(d[0]-e[0], d[1]-e[1]) > Hair {
		return d, fmt.Errorf("one cross says %.3f, the other %.3f", d, e)
	}
	return d, nil
}

// edge are the crosses that lie last (or first) along an axis, in order along the other.
func edge(crosses [][2]float64, axis int, sign float64) (list [][2]float64) {
	by := func(axis int, sign float64) func(a, b [2]float64) int {
		return func(a, b [2]float64) int { return cmp.Compare(sign*a[axis], sign*b[axis]) }
	}
	least := slices.MinFunc(crosses, by(axis, sign))[axis]
	for _, c := range crosses {
		if math.Abs(c[axis]-least) < 1 {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, by(1-axis, 1))
	return list
}

// crosses are the middles of all crosses that are seen whole, though the drawing is cut to its margin.
func (s Sheet) crosses() (list [][2]float64) {
	for _, l := range s.Lines {
		x, y, level := l.At(arm)
		if !level || l.Seen != (Seen{Right: s.W, Bottom: s.H}) {
			continue
		}
		for _, u := range s.Lines {
			if math.Abs(u.X1-x)+math.Abs(u.X2-x) < 0.02 && math.Abs((u.Y1+u.Y2)/2-y) < 0.01 && math.Abs(math.Abs(u.Y1-u.Y2)-arm) < 0.02 {
				list = append(list, [2]float64{x, y})
			}
		}
	}
	return list
}

// Rulers are the lines of 100 mm with a tick each 10 mm, where they begin.
func (s Sheet) Rulers() (list [][2]float64) {
	for _, l := range s.Lines {
		if _, y, ok := l.At(100); ok && l.Seen.Whole(l.X1, y, l.X2, y) {
			ticks := map[int]bool{}
			for _, u := range s.Lines {
				n := math.Round((u.X1 - l.X1) / 10)
				if n >= 0 && n <= 10 && math.Abs(u.X1-u.X2) < 0.005 && math.Abs(u.Y1-y) < Hair && u.Y1 != u.Y2 && math.Abs(u.X1-l.X1-10*n) < Hair {
					ticks[int(n)] = true
				}
			}
			if len(ticks) == 11 {
				list = append(list, [2]float64{l.X1, y})
			}
		}
	}
	return list
}

// Cuts is how many things of a size are framed by four lines that are seen whole.
func (s Sheet) Cuts(w, h float64) (n int) {
	for _, top := range s.Lines {
		x, y, ok := top.At(w)
		if left := x - w/2; ok && top.Seen.Whole(left, y, left+w, y+h) &&
			s.drawn(left, y+h, left+w, y+h) && s.drawn(left, y, left, y+h) && s.drawn(left+w, y, left+w, y+h) {
			n++
		}
	}
	return n
}

// drawn reports whether there is a line from one point to another, either way round.
func (s Sheet) drawn(x1, y1, x2, y2 float64) bool {
	return slices.ContainsFunc(s.Lines, func(l Line) bool {
		there := math.Hypot(l.X1-x1, l.Y1-y1) + math.Hypot(l.X2-x2, l.Y2-y2)
		back := math.Hypot(l.X1-x2, l.Y1-y2) + math.Hypot(l.X2-x1, l.Y2-y1)
		return min(there, back) < 4*Hair
	})
}

// Round is how many discs of a width are seen whole.
func (s Sheet) Round(wide float64) (n int) {
	for _, d := range s.Discs {
		if r := d.Wide / 2; math.Abs(d.Wide-wide) < Hair && d.Seen.Whole(d.X-r, d.Y-r, d.X+r, d.Y+r) {
			n++
		}
	}
	return n
}
