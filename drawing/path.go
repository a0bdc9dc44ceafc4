package drawing

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

var (
	// command is a letter of a path and its numbers.
	command = regexp.MustCompile(`([A-Za-z])([^A-Za-z]*)`)
	// numeral is a number of a path; the next may follow without a blank.
	numeral = regexp.MustCompile(`[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)`)
)

// arity is how many numbers each command of a path takes at a time.
var arity = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'A': 7, 'Z': 0}

// track follows the commands of a path.
type track struct {
	strokes [][]float64
	x, y    float64
	bent    [2]float64 // how the last curve came in, for S to go on; 0, 0 after anything else
	closed  bool
}

// strokes reads a path as lines through points; what is round becomes short lines.
// It knows M, L, H, V, C, S, A (of circles) and Z, and their small letters.
func strokes(d string, origin [2]float64) ([][]float64, bool, error) {
	t := track{}
	for _, m := range command.FindAllStringSubmatch(d, -1) {
		n, err := numerals(m[2])
		letter := strings.ToUpper(m[1])[0]
		size, known := arity[letter]
		if err != nil || !known || size == 0 && len(n) > 0 || size > 0 && (len(n) == 0 || len(n)%size != 0) || letter != 'M' && len(t.strokes) == 0 {
			return nil, false, fmt.Errorf("%w: path %q", errSVG, d)
		}
		for first := true; first || len(n) > 0; first = false {
			t.do(letter, m[1][0] != letter, first, n[:size])
			n = n[size:]
		}
	}
	for _, points := range t.strokes {
		for i := 0; i+1 < len(points); i += 2 {
			points[i], points[i+1] = points[i]-origin[0], points[i+1]-origin[1]
		}
	}
	return t.strokes, t.closed, nil
}

// numerals are all numbers of a command, with nothing but blanks and commas between.
func numerals(text string) (list []float64, err error) {
	if rest := numeral.ReplaceAllString(text, ""); strings.Trim(rest, " ,\n") != "" {
		return nil, errSVG
	}
	for _, word := range numeral.FindAllString(text, -1) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// do follows one command; from is where its numbers count from.
func (t *track) do(letter byte, relative, first bool, n []float64) {
	var fromX, fromY float64
	if relative {
		fromX, fromY = t.x, t.y
	}
	bent := t.bent
	t.bent = [2]float64{}
	switch letter {
	case 'M':
		if first {
			t.strokes = append(t.strokes, nil)
		}
		t.to(fromX+n[0], fromY+n[1])
	case 'L':
		t.to(fromX+n[0], fromY+n[1])
	case 'H':
		t.to(fromX+n[0], t.y)
	case 'V':
		t.to(t.x, fromY+n[0])
	case 'C':
		t.curve(fromX+n[0], fromY+n[1], fromX+n[2], fromY+n[3], fromX+n[4], fromY+n[5])
	case 'S':
		t.curve(t.x+bent[0], t.y+bent[1], fromX+n[0], fromY+n[1], fromX+n[2], fromY+n[3])
	case 'A':
		t.arc(n[0], n[3] != 0, n[4] != 0, fromX+n[5], fromY+n[6])
	case 'Z':
		t.closed = true
		start := t.strokes[len(t.strokes)-1]
		t.x, t.y = start[0], start[1]
	}
}

func (t *track) to(x, y float64) {
	last := len(t.strokes) - 1
	t.strokes[last] = append(t.strokes[last], x, y)
	t.x, t.y = x, y
}

// bends is how many short lines a curve becomes, and a whole circle four times that.
const bends = 8

// curve is a cubic Bézier curve.
func (t *track) curve(x1, y1, x2, y2, x, y float64) {
	x0, y0 := t.x, t.y
	for i := 1; i <= bends; i++ {
		u := float64(i) / bends
		v := 1 - u
		a, b, c, d := v*v*v, 3*v*v*u, 3*v*u*u, u*u*u
		t.to(a*x0+b*x1+c*x2+d*x, a*y0+b*y1+c*y2+d*y)
	}
	t.bent = [2]float64{x - x2, y - y2}
}

// arc is a part of a circle (SVG 1.1, F.6.5, with both radii alike).
func (t *track) arc(r float64, large, clockwise bool, x, y float64) {
	x0, y0 := t.x, t.y
	half := math.Hypot(x-x0, y-y0) / 2
	if half == 0 {
		return
	}
	r = max(r, half)
	away := math.Sqrt(r*r - half*half)
	if large == clockwise {
		away = -away
	}
	cx, cy := (x0+x)/2+away*(y0-y)/(2*half), (y0+y)/2+away*(x-x0)/(2*half)
	from, to := math.Atan2(y0-cy, x0-cx), math.Atan2(y-cy, x-cx)
	if clockwise && to < from {
		to += 2 * math.Pi
	} else if !clockwise && to > from {
		to -= 2 * math.Pi
	}
	n := max(2, int(math.Ceil(math.Abs(to-from)/(2*math.Pi)*4*bends)))
	for i := 1; i <= n; i++ {
		a := from + (to-from)*float64(i)/float64(n)
		t.to(cx+r*math.Cos(a), cy+r*math.Sin(a))
	}
}
