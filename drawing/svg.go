package drawing

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// picture is a drawing of this package, read back: shapes in millimetres from its
// upper left corner. The SVG is the one form in which a drawing is made.
type picture struct {
	w, h      float64
	left, top float64 // what was cropped
	title     string
	shapes    []shape
}

// shape is lines through points, a circle, a rectangle or a text.
type shape struct {
	kind         string // "path", "rect", "circle", "text"
	strokes      [][]float64
	closed       bool
	x, y, w, h   float64 // of a circle the middle and the radius in w; of a text its size in h
	rounded      float64 // the radius of a rectangle's corners
	anchor, text string
	bold         bool
	evenOdd      bool // what is enclosed twice is not filled
	fill, stroke colour
	width        float64
}

// colour is red, green, blue; nothing is drawn in one that is not seen.
type colour struct {
	seen bool
	rgb  [3]int
}

// errSVG is returned for what this package does not draw.
var errSVG = errors.New("drawing: not one of our drawings")

// rule is one rule of a drawing's style sheet.
var rule = regexp.MustCompile(`([a-z.,]+)\{([^}]*)\}`)

// readPicture reads a drawing. It refuses what it does not know, so that nothing
// is left out.
func readPicture(svg []byte) (picture, error) {
	r := svgReader{dec: xml.NewDecoder(bytes.NewReader(svg)), anchor: "start", style: map[string]string{}, symbols: map[string]shape{}}
	for {
		token, err := r.dec.Token()
		if errors.Is(err, io.EOF) {
			return r.picture, nil
		}
		if err != nil {
			return r.picture, fmt.Errorf("%w: %w", errSVG, err)
		}
		if start, ok := token.(xml.StartElement); ok {
			if err := r.element(start); err != nil {
				return r.picture, err
			}
		}
	}
}

// svgReader reads a picture element by element.
type svgReader struct {
	picture
	dec     *xml.Decoder
	origin  [2]float64
	anchor  string            // of text
	style   map[string]string // by selector
	symbols map[string]shape  // by "#" and id: what is used later
}

func (r *svgReader) element(start xml.StartElement) error {
	a := attributes(start)
	switch name := start.Name.Local; name {
	case "svg":
		if _, err := fmt.Sscan(a["viewBox"], &r.origin[0], &r.origin[1], &r.w, &r.h); err != nil {
			return fmt.Errorf("%w: viewBox %q", errSVG, a["viewBox"])
		}
		r.anchor = cmp.Or(a["text-anchor"], r.anchor)
	case "g", "defs": // a layer, or what is used later: the shapes follow
	case "title", "style", "text":
		var text string
		if err := r.dec.DecodeElement(&text, &start); err != nil {
			return fmt.Errorf("%w: %w", errSVG, err)
		}
		r.words(name, text, a)
	case "use":
		s, err := usedShape(r.symbols, a, r.origin)
		if err != nil {
			return err
		}
		r.shapes = append(r.shapes, s)
	default:
		return r.drawn(name, a)
	}
	return nil
}

// words takes an element that holds text.
func (r *svgReader) words(name, text string, a map[string]string) {
	switch name {
	case "title":
		r.title = text
	case "style":
		for _, m := range rule.FindAllStringSubmatch(text, -1) {
			for selector := range strings.SplitSeq(m[1], ",") {
				r.style[selector] += m[2] + ";"
			}
		}
	case "text":
		r.shapes = append(r.shapes, textShape(styled(r.style, name, a), r.anchor, text, r.origin))
	}
}

// drawn takes a shape: one with an id is a symbol, which has a middle of its own.
func (r *svgReader) drawn(name string, a map[string]string) error {
	id, from := a["id"], r.origin
	if id != "" {
		from = [2]float64{}
	}
	s, err := drawnShape(name, styled(r.style, name, a), from)
	if err != nil {
		return err
	}
	if id != "" {
		r.symbols["#"+id] = s
		return nil
	}
	r.shapes = append(r.shapes, s)
	return nil
}

// cropped is the picture without the empty room around it, which would cost paper.
func (p picture) cropped() picture {
	const pad = 2.0
	left, top, right, bottom := p.w, p.h, 0.0, 0.0
	for _, s := range p.shapes {
		x0, y0, x1, y1 := s.bounds()
		if !s.paper() {
			left, top, right, bottom = min(left, x0), min(top, y0), max(right, x1), max(bottom, y1)
		}
	}
	if left >= right || top >= bottom {
		return p
	}
	left, top = left-pad, top-pad
	p.w, p.h = right+pad-left, bottom+pad-top
	p.left, p.top = left, top
	return p
}

// within returns what a sheet shows of a picture: shapes beyond it are dropped, for they would only make the
// document large.
func (p picture) within(left, top, right, bottom float64) picture {
	p.shapes = slices.DeleteFunc(slices.Clone(p.shapes), func(s shape) bool {
		x0, y0, x1, y1 := s.bounds()
		return x1+s.width < left || y1+s.width < top || x0-s.width > right || y0-s.width > bottom
	})
	return p
}

// paper reports whether a shape is only the sheet that is drawn on.
func (s shape) paper() bool {
	return s.kind == "rect" && !s.stroke.seen && s.fill == colour{true, [3]int{255, 255, 255}}
}

func (s shape) bounds() (left, top, right, bottom float64) {
	switch s.kind {
	case "rect":
		return s.x, s.y, s.x + s.w, s.y + s.h
	case "circle":
		return s.x - s.w, s.y - s.w, s.x + s.w, s.y + s.w
	case "text":
		left = s.x - wide(s.text, s.h)*map[string]float64{"middle": 0.5, "end": 1}[s.anchor]
		return left, s.y - s.h, left + wide(s.text, s.h), s.y + s.h/3
	}
	left, top, right, bottom = s.strokes[0][0], s.strokes[0][1], s.strokes[0][0], s.strokes[0][1]
	for _, stroke := range s.strokes {
		for i := 0; i+1 < len(stroke); i += 2 {
			left, right = min(left, stroke[i]), max(right, stroke[i])
			top, bottom = min(top, stroke[i+1]), max(bottom, stroke[i+1])
		}
	}
	return left, top, right, bottom
}

func attributes(e xml.StartElement) map[string]string {
	a := map[string]string{}
	for _, v := range e.Attr {
		a[v.Name.Local] = v.Value
	}
	return a
}

// styled adds what the style sheet says of an element and of its classes; an
// attribute gives way to the sheet, a rule of an element to one of a class.
func styled(style map[string]string, name string, a map[string]string) map[string]string {
	all := maps.Clone(a)
	for _, selector := range append([]string{name}, classes(a["class"])...) {
		for declaration := range strings.SplitSeq(style[selector], ";") {
			if key, value, ok := strings.Cut(declaration, ":"); ok {
				all[key] = value
			}
		}
	}
	return all
}

func classes(names string) (selectors []string) {
	for name := range strings.FieldsSeq(names) {
		selectors = append(selectors, "."+name)
	}
	return selectors
}

func number(a map[string]string, key string) float64 {
	v, _ := strconv.ParseFloat(strings.TrimSuffix(a[key], "px"), 64) // without one it is 0, as in SVG
	return v
}

func textShape(a map[string]string, anchor, text string, origin [2]float64) shape {
	if a["text-anchor"] != "" {
		anchor = a["text-anchor"]
	}
	return shape{kind: "text", x: number(a, "x") - origin[0], y: number(a, "y") - origin[1], h: number(a, "font-size"), anchor: anchor, text: text,
		bold: a["font-weight"] == "bold", fill: paint(a["fill"], "#000")}
}

// usedShape is a symbol where it is used, as large as it is there.
func usedShape(symbols map[string]shape, a map[string]string, origin [2]float64) (shape, error) {
	s, ok := symbols[a["href"]]
	var x, y, k float64
	if _, err := fmt.Sscanf(a["transform"], "translate(%g %g) scale(%g)", &x, &y, &k); err != nil || !ok {
		return s, fmt.Errorf("%w: %s at %q", errSVG, a["href"], a["transform"])
	}
	s.fill, s.strokes = paint(a["fill"], "#000"), slices.Clone(s.strokes)
	for i, points := range s.strokes {
		s.strokes[i] = make([]float64, len(points))
		for j := 0; j+1 < len(points); j += 2 {
			s.strokes[i][j], s.strokes[i][j+1] = x-origin[0]+k*points[j], y-origin[1]+k*points[j+1]
		}
	}
	return s, nil
}

func drawnShape(name string, a map[string]string, origin [2]float64) (shape, error) {
	s := shape{kind: name, evenOdd: a["fill-rule"] == "evenodd", fill: paint(a["fill"], "#000"), stroke: paint(a["stroke"], "none"), width: 1}
	if a["stroke-width"] != "" {
		s.width = number(a, "stroke-width")
	}
	switch name {
	case "rect":
		s.x, s.y, s.w, s.h, s.rounded = number(a, "x")-origin[0], number(a, "y")-origin[1], number(a, "width"), number(a, "height"), number(a, "rx")
	case "circle":
		s.x, s.y, s.w = number(a, "cx")-origin[0], number(a, "cy")-origin[1], number(a, "r")
	case "line":
		s.kind = "path"
		s.strokes = [][]float64{{number(a, "x1") - origin[0], number(a, "y1") - origin[1], number(a, "x2") - origin[0], number(a, "y2") - origin[1]}}
	case "path":
		var err error
		s.strokes, s.closed, err = strokes(a["d"], origin)
		return s, err
	default:
		return s, fmt.Errorf("%w: <%s>", errSVG, name)
	}
	return s, nil
}

// paint reads "none", "#rgb" or "#rrggbb"; standard stands for nothing.
func paint(text, standard string) (c colour) {
	if text == "" {
		text = standard
	}
	hex, ok := strings.CutPrefix(text, "#")
	if len(hex) == 3 {
		hex = strings.Join([]string{hex[:1], hex[:1], hex[1:2], hex[1:2], hex[2:], hex[2:]}, "")
	}
	if !ok || len(hex) != 6 {
		return c
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	return colour{err == nil, [3]int{int(n >> 16), int(n >> 8 & 255), int(n & 255)}}
}
