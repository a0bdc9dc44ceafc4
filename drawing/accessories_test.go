package drawing_test

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"reeve/drawing"
)

// boxes are the rectangles of a page that are that large: pairs of flat lines that lie so far below one another.
func (p printed) boxes(w, h float64) (n int) {
	flat := p.level(w)
	for _, a := range flat {
		for _, b := range flat {
			if math.Abs(a[0]-b[0]) < 0.02 && math.Abs(b[1]-a[1]-h) < 0.02 {
				n++
			}
		}
	}
	return n
}

// What is cut out has its true size in the document, every thing is whole on one sheet, and none is on two.
func TestThingsHaveTheirTrueSize(t *testing.T) {
	var items []drawing.Item
	for i := range 40 {
		items = append(items, drawing.Item{W: 58, H: 40, Head: "Card " + strconv.Itoa(i), Lines: []string{"What it asks for"}, Foot: "points 3"})
	}
	for i := range 30 {
		items = append(items, drawing.Item{W: 25, H: 25, Round: true, Dark: i > 14, Head: "L", Foot: strconv.Itoa(i)})
	}
	items = append(items, drawing.Item{W: 180, H: 34, Head: "Energy", Boxes: strings.Fields("9 8 7 6 5 4 3 2 1")})
	for _, paper := range []string{"a4", "letter"} {
		svg, err := drawing.Accessories("Things", paper, items)
		if err != nil {
			t.Fatal(err)
		}
		pdf, err := drawing.PDF(svg, paper)
		if err != nil {
			t.Fatal(err)
		}
		cards, charts, ticks := 0, 0, 0
		for i, s := range pages(t, pdf) {
			s = s.shown()
			cards += s.boxes(58, 40)
			charts += s.boxes(180, 34)
			ticks += len(s.level(1.5)) // two at each disc: its diameter
			if len(s.level(100)) == 0 {
				t.Errorf("%s: no ruler of 100 mm on sheet %d", paper, i+1)
			}
			for _, at := range s.level(1.5) {
				if other := at[0] + 25 - 1.5; len(s.near(other, at[1])) == 0 && len(s.near(at[0]-25+1.5, at[1])) == 0 {
					t.Errorf("%s: a disc on sheet %d is not 25 mm wide", paper, i+1)
				}
			}
		}
		if cards != 40 || charts != 1 || ticks != 60 {
			t.Errorf("%s: %d cards of 58 × 40 mm, %d charts, %d ends of diameters", paper, cards, charts, ticks)
		}
	}
	if _, err := drawing.Accessories("Things", "a4", []drawing.Item{{W: 181, H: 10}}); err == nil {
		t.Error("a thing that is wider than a sheet is drawn")
	}
}

// shown is a page without what lies beyond its margin, which is not printed.
func (p printed) shown() printed {
	const bare = 12.0
	out := p
	out.lines = nil
	for _, l := range p.lines {
		if ruler := l[1] > 0 && l[1] < bare && l[2]-l[0] > 99; ruler || min(l[1], l[3]) >= bare-0.01 && max(l[1], l[3]) <= p.h-bare+0.01 {
			out.lines = append(out.lines, l)
		}
	}
	return out
}

// near are the ticks of a diameter at a point.
func (p printed) near(x, y float64) (list [][2]float64) {
	for _, at := range p.level(1.5) {
		if math.Abs(at[0]-x) < 0.05 && math.Abs(at[1]-y) < 0.05 {
			list = append(list, at)
		}
	}
	return list
}

// A foot is source that says its measures first, and is whole.
func TestFoot(t *testing.T) {
	text := drawing.Foot(32, 9, 10, 3)
	for _, want := range []string{"wide = 32;", "high = 9;", "magnet_wide = 10;", "magnet_high = 3;", "difference()", "assert("} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, pair := range []string{"()", "{}", "[]"} {
		if bytes.Count(text, []byte(pair[:1])) != bytes.Count(text, []byte(pair[1:])) {
			t.Errorf("%s do not match", pair)
		}
	}
}
