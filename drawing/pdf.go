package drawing

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// ErrPaper is returned, wrapped, for a paper that there is not.
var ErrPaper = errors.New("drawing: no such paper")

// sheets are the papers of home printers, in millimetres, upright.
var sheets = map[string][2]float64{"a4": {210, 297}, "letter": {215.9, 279.4}}

// Papers are what PDF can be asked for: papers over which a drawing is spread, and
// "whole", one page as large as the drawing.
func Papers() []string { return append(slices.Sorted(maps.Keys(sheets)), "whole") }

// A sheet of a drawing that is spread over several, in millimetres.
const (
	bare    = 12.0 // at each edge, where printers do not print
	overlap = 15.0 // of one sheet and the next; the crosses lie in its middle
	arm     = 4.0  // of a cross, to each side
	yard    = 100  // of the ruler on each sheet
)

// PDF makes a document of a drawing of this package at its true size: on paper of
// that name, as many sheets as it takes, with crosses that come to lie on one
// another and a ruler on each; "whole" is one page. It wraps ErrPaper.
func PDF(svg []byte, paper string) ([]byte, error) {
	p, err := readPicture(svg)
	if err != nil {
		return nil, err
	}
	t := tiling{w: p.w, h: p.h, columns: 1, rows: 1}
	if paper != "whole" {
		size, ok := sheets[paper]
		if !ok {
			return nil, fmt.Errorf("%w as %q; there are %s", ErrPaper, paper, strings.Join(Papers(), ", "))
		}
		p = p.cropped()
		t = spread(p, size)
	}
	doc := withLetters(fpdf.NewCustom(&fpdf.InitType{OrientationStr: "P", UnitStr: "mm", Size: fpdf.SizeType{Wd: t.w, Ht: t.h}}))
	doc.SetCreationDate(time.Unix(0, 0)) // the same drawing is the same document
	doc.SetModificationDate(time.Unix(0, 0))
	doc.SetCatalogSort(true)
	doc.SetTitle(p.title, true)
	doc.SetAutoPageBreak(false, 0)
	doc.SetLineCapStyle("butt")
	out := page{doc}
	for row := range t.rows {
		for column := range t.columns {
			doc.AddPage()
			out.sheet(p, t, row, column)
		}
	}
	var b bytes.Buffer
	if err := doc.Output(&b); err != nil {
		return nil, fmt.Errorf("drawing: write the PDF: %w", err)
	}
	return b.Bytes(), nil
}

// tiling is how a drawing lies on sheets.
type tiling struct {
	w, h          float64 // of a sheet
	columns, rows int
}

// step is how far one sheet's part begins after that of the one before.
func (t tiling) step() (x, y float64) { return t.w - 2*bare - overlap, t.h - 2*bare - overlap }

// spread takes the paper upright or lying, whichever takes fewer sheets.
func spread(p picture, size [2]float64) tiling {
	best := tiling{}
	for _, t := range []tiling{{w: size[0], h: size[1]}, {w: size[1], h: size[0]}} {
		x, y := t.step()
		t.columns = max(1, int(math.Ceil((p.w-overlap)/x)))
		t.rows = max(1, int(math.Ceil((p.h-overlap)/y)))
		if best.columns == 0 || t.columns*t.rows < best.columns*best.rows {
			best = t
		}
	}
	return best
}

// page is a document on whose last page is drawn.
type page struct{ *fpdf.Fpdf }

// sheet draws one part of a picture, and what joins it with the others.
func (o page) sheet(p picture, t tiling, row, column int) {
	if t.w == p.w && t.h == p.h {
		o.picture(p, 0, 0)
		return
	}
	x, y := t.step()
	left, top := p.left+float64(column)*x, p.top+float64(row)*y
	o.ClipRect(bare, bare, t.w-2*bare, t.h-2*bare, false)
	o.picture(p.within(left, top, left+t.w-2*bare, top+t.h-2*bare), bare-left, bare-top)
	o.ClipEnd()
	o.SetDrawColor(0, 0, 0)
	o.SetLineWidth(0.2)
	for i := range 2 { // where this sheet meets the ones before and after it
		for j := range 2 {
			beside, below := column+2*i-1, row+2*j-1
			if beside >= 0 && beside < t.columns || below >= 0 && below < t.rows {
				o.cross(bare+overlap/2+float64(i)*x, bare+overlap/2+float64(j)*y)
			}
		}
	}
	o.yard(t)
	where := fmt.Sprintf("%s: sheet %d of %d", p.title, row*t.columns+column+1, t.rows*t.columns)
	if t.rows*t.columns > 1 {
		where += fmt.Sprintf(", row %d, column %d. Lay the crosses of two sheets on one another.", row+1, column+1)
	}
	o.fitted(shape{x: t.w - bare, y: t.h - bare/2, h: 3, anchor: "end", text: where}, t.w-2*bare)
}

// fitted writes a text, in smaller letters where it would be wider than there is room.
func (o page) fitted(s shape, room float64) {
	s.h *= min(1, room/typeIn(o.Fpdf, s.text, s.h, s.bold))
	o.words(s)
}

func (o page) cross(x, y float64) {
	o.Line(x-arm, y, x+arm, y)
	o.Line(x, y-arm, x, y+arm)
}

// yard draws 100 mm in the upper margin: what a printer scales is seen at once.
func (o page) yard(t tiling) {
	y := bare - 3.0
	o.Line(bare, y, bare+yard, y)
	for i := 0; i <= yard; i += 10 {
		o.Line(bare+float64(i), y, bare+float64(i), y-2)
	}
	o.words(shape{x: bare + yard + 3, y: y, h: 3, text: "100 mm: print at 100 %, and measure this before you cut"})
}

func (o page) picture(p picture, x, y float64) {
	for _, s := range p.shapes {
		o.shape(s, x, y)
	}
}

func (o page) shape(s shape, dx, dy float64) {
	if s.kind == "text" {
		s.x, s.y = s.x+dx, s.y+dy
		o.words(s)
		return
	}
	style := ""
	if s.fill.seen {
		o.SetFillColor(s.fill.rgb[0], s.fill.rgb[1], s.fill.rgb[2])
		style += "F"
	}
	if s.stroke.seen {
		o.SetDrawColor(s.stroke.rgb[0], s.stroke.rgb[1], s.stroke.rgb[2])
		o.SetLineWidth(s.width)
		style += "D"
	}
	if style == "" {
		return
	}
	if s.evenOdd {
		style += "*"
	}
	switch s.kind {
	case "rect":
		if s.rounded > 0 {
			o.RoundedRect(s.x+dx, s.y+dy, s.w, s.h, s.rounded, "1234", style)
			return
		}
		o.Rect(s.x+dx, s.y+dy, s.w, s.h, style)
	case "circle":
		o.Circle(s.x+dx, s.y+dy, s.w, style)
	case "path":
		o.path(s, dx, dy, style)
	}
}

func (o page) path(s shape, dx, dy float64, style string) {
	for _, stroke := range s.strokes {
		o.MoveTo(stroke[0]+dx, stroke[1]+dy)
		for i := 2; i+1 < len(stroke); i += 2 {
			o.LineTo(stroke[i]+dx, stroke[i+1]+dy)
		}
		if s.closed {
			o.ClosePath()
		}
	}
	o.DrawPath(style)
}

// points is how many points a millimetre has.
const points = 72 / 25.4

// words writes a text where it stands.
func (o page) words(s shape) {
	o.SetTextColor(s.fill.rgb[0], s.fill.rgb[1], s.fill.rgb[2])
	wide := typeIn(o.Fpdf, s.text, s.h, s.bold)
	switch s.anchor {
	case "middle":
		s.x -= wide / 2
	case "end":
		s.x -= wide
	}
	if !s.bold {
		o.Text(s.x, s.y, s.text)
		return
	}
	o.SetDrawColor(s.fill.rgb[0], s.fill.rgb[1], s.fill.rgb[2])
	o.SetLineWidth(fat * s.h)
	o.SetLineJoinStyle("round")                                   // sharp corners would grow spurs
	o.RawWriteStr(fmt.Sprintf("2 Tr %.3f Tc", spaced*s.h*points)) // filled and drawn around; further apart
	o.Text(s.x, s.y, s.text)
	o.RawWriteStr("0 Tr 0 Tc")
	o.SetLineJoinStyle("miter")
}
