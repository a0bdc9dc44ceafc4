package drawingtest

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// token is a text in brackets, or what stands between blanks.
var token = regexp.MustCompile(`(?s)\((?:\\.|[^()\\])*\)|[^\s()]+`)

// operands is how many each operator has that is drawn with.
var operands = map[string]int{
	"q": 0, "Q": 0, "re": 4, "W": 0, "n": 0, "m": 2, "l": 2, "c": 6, "h": 0, "S": 0, "B": 0, "B*": 0, "f": 0, "f*": 0,
	"BT": 0, "ET": 0, "Td": 2, "Tf": 2, "Tj": 1, "w": 1, "J": 1, "j": 1, "g": 1, "G": 1, "rg": 3, "RG": 3, "d": 2, "Tr": 1, "Tc": 1,
}

// plotter follows a page's contents.
type plotter struct {
	*Sheet
	seen   []Seen // the last is the one that holds
	path   []part
	cut    bool // the path is what is seen from now on
	letter float64
	x, y   float64 // where the next text begins
}

// part is a stretch of a path: straight, round or a rectangle, with all points on it.
type part struct {
	kind   string
	points [][2]float64
}

// read draws a page's contents on the sheet.
func (s *Sheet) read(content []byte) error {
	p := &plotter{Sheet: s, seen: []Seen{{Right: s.W, Bottom: s.H}}}
	var stack [][]byte
	for _, word := range token.FindAll(content, -1) {
		name := string(word)
		n, known := operands[name]
		if !known {
			if _, err := strconv.ParseFloat(name, 64); err != nil && !strings.ContainsAny(name[:1], "(/[") {
				return fmt.Errorf("operator %q", name)
			}
			stack = append(stack, word)
			continue
		}
		if len(stack) != n {
			return fmt.Errorf("%s with %q", name, stack)
		}
		if err := p.do(name, stack); err != nil {
			return err
		}
		stack = nil
	}
	if len(p.seen) != 1 {
		return errors.New("what was cut is not given back")
	}
	return nil
}

func (p *plotter) do(name string, stack [][]byte) error {
	var n []float64
	for _, word := range stack {
		n = append(n, decimal(word))
	}
	last := len(p.seen) - 1
	switch name {
	case "q":
		p.seen = append(p.seen, p.seen[last])
	case "Q":
		if last == 0 {
			return errors.New("given back what was not kept")
		}
		p.seen = p.seen[:last]
	case "re":
		x, y := p.at(n[0], n[1])
		p.path = append(p.path, part{"box", [][2]float64{{x, y}, {x + n[2]*mm, y - n[3]*mm}}})
	case "m":
		x, y := p.at(n[0], n[1])
		p.path = append(p.path, part{"", [][2]float64{{x, y}}})
	case "l", "c", "h":
		return p.on(name, n)
	case "W":
		p.cut = true
	case "n", "S", "B", "B*", "f", "f*":
		return p.end(name)
	case "Tf":
		p.letter = n[1] * mm
	case "Td":
		p.x, p.y = p.at(n[0], n[1])
	case "Tj":
		p.Words = append(p.Words, Word{p.x, p.y, p.letter, wideText(stack[0]), p.seen[last]})
	}
	return nil
}

// at is a point in millimetres from the upper left corner.
func (p *plotter) at(x, y float64) (float64, float64) { return x * mm, p.H - y*mm }

// on goes on with the path.
func (p *plotter) on(name string, n []float64) error {
	if len(p.path) == 0 {
		return fmt.Errorf("%s without a beginning", name)
	}
	last := &p.path[len(p.path)-1]
	from := last.points[len(last.points)-1]
	switch name {
	case "h":
		last.points = append(last.points, last.points[0])
	case "l":
		x, y := p.at(n[0], n[1])
		last.points, last.kind = append(last.points, [2]float64{x, y}), last.kind+"l"
	case "c":
		x1, y1 := p.at(n[0], n[1])
		x2, y2 := p.at(n[2], n[3])
		x, y := p.at(n[4], n[5])
		const parts = 6
		for i := 1; i <= parts; i++ {
			u := float64(i) / parts
			v := 1 - u
			a, b, c, d := v*v*v, 3*v*v*u, 3*v*u*u, u*u*u
			last.points = append(last.points, [2]float64{a*from[0] + b*x1 + c*x2 + d*x, a*from[1] + b*y1 + c*y2 + d*y})
		}
		last.kind += "c"
	}
	return nil
}

// end draws the path, or cuts what follows to it.
func (p *plotter) end(name string) error {
	last := &p.seen[len(p.seen)-1]
	for _, part := range p.path {
		switch {
		case p.cut:
			if part.kind != "box" {
				return errors.New("cut to what is no rectangle")
			}
			b := part.box(*last)
			*last = Seen{max(last.Left, b.X), max(last.Top, b.Y), min(last.Right, b.X+b.W), min(last.Bottom, b.Y+b.H)}
		case name == "n":
		case part.kind == "box":
			p.Boxes = append(p.Boxes, part.box(*last))
		case part.kind != "" && strings.Trim(part.kind, "c") == "" && part.closed():
			d, err := part.disc(*last)
			if err != nil {
				return err
			}
			p.Discs = append(p.Discs, d)
		default:
			for i := 1; i < len(part.points); i++ {
				a, b := part.points[i-1], part.points[i]
				p.Lines = append(p.Lines, Line{a[0], a[1], b[0], b[1], *last})
			}
		}
	}
	p.path, p.cut = nil, false
	return nil
}

func (r part) box(seen Seen) Box {
	a, b := r.points[0], r.points[1]
	return Box{min(a[0], b[0]), min(a[1], b[1]), math.Abs(a[0] - b[0]), math.Abs(a[1] - b[1]), seen}
}

// closed reports whether a path ends where it began, give or take what decimals leave.
func (r part) closed() bool {
	a, b := r.points[0], r.points[len(r.points)-1]
	return math.Hypot(a[0]-b[0], a[1]-b[1]) < 0.005
}

// disc is a circle; what is not round is an error.
func (r part) disc(seen Seen) (Disc, error) {
	side := func(axis int) (least, most float64) {
		by := func(a, b [2]float64) int {
			if a[axis] < b[axis] {
				return -1
			}
			return 1
		}
		return slices.MinFunc(r.points, by)[axis], slices.MaxFunc(r.points, by)[axis]
	}
	left, right := side(0)
	top, bottom := side(1)
	d := Disc{(left + right) / 2, (top + bottom) / 2, right - left, seen}
	for _, p := range r.points {
		if off := math.Hypot(p[0]-d.X, p[1]-d.Y) - d.Wide/2; math.Abs(off) > 0.02+d.Wide*0.002 {
			return d, fmt.Errorf("a circle of %.2f mm is off by %.3f mm", d.Wide, off)
		}
	}
	return d, nil
}

// wideText is a text whose letters have two bytes each.
func wideText(word []byte) string {
	text := strings.NewReplacer(`\\`, `\`, `\(`, "(", `\)`, ")", `\r`, "\r").Replace(string(word[1 : len(word)-1]))
	var units []uint16
	for i := 0; i+1 < len(text); i += 2 {
		units = append(units, uint16(text[i])<<8|uint16(text[i+1]))
	}
	return string(utf16.Decode(units))
}
