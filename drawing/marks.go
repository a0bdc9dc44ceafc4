package drawing

import (
	"math"
	"slices"
)

func abs(x float64) float64 { return math.Abs(x) }

func has(marks []string, mark string) bool { return slices.Contains(marks, mark) }

// signs are what marks are drawn as: lines through points in a box of -50 to 50
// around the middle of a place.
var signs = map[string][][]float64{
	"castle": {
		{-44, -26, -44, -44, -36, -44, -36, -38, -30, -38, -30, -44, -22, -44}, {22, -44, 30, -44, 30, -38, 36, -38, 36, -44, 44, -44, 44, -26},
		{-44, 26, -44, 44, -22, 44}, {22, 44, 44, 44, 44, 26},
	},
	"town":     {{-40, -18, -40, -32, -30, -42, -20, -32, -20, -18, -40, -18}},
	"teleport": {arc(0, 0, 40, -165, -75), arc(0, 0, 40, 15, 105), {0, -48, 11, -39, 0, -31}, {0, 48, -11, 39, 0, 31}},
	"entry":    {append(append([]float64{-40, 44}, arc(0, -4, 40, 180, 360)...), 40, 44)},
}

// arc is a part of a circle, from one angle to another in degrees, clockwise from
// the right.
func arc(x, y, radius, from, to float64) (points []float64) {
	const parts = 12
	for i := range parts + 1 {
		a := (from + (to-from)*float64(i)/parts) * math.Pi / 180
		points = append(points, x+radius*math.Cos(a), y+radius*math.Sin(a))
	}
	return points
}

// marked draws the marks of a place that is so wide. A mark without a sign says
// whose the one before it is: its first letter stands above.
func (s *sheet) marked(p spot, wide float64) {
	for i, mark := range p.marks {
		for _, points := range signs[mark] {
			var placed []float64
			for j := 0; j+1 < len(points); j += 2 {
				placed = append(placed, p.sx+points[j]*wide/110, p.sy+points[j+1]*wide/110)
			}
			s.line("mark "+mark, 0.5, placed...)
		}
		if i > 0 && signs[mark] == nil && signs[p.marks[i-1]] != nil {
			s.text("whose", p.sx+wide*0.4, p.sy-wide*0.36, wide*0.1, mark[:1])
		}
	}
}
