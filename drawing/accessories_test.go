package drawing_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"reeve/drawing"
	"reeve/drawing/drawingtest"
)

// What is cut out has its true size in the document, every thing is whole on one sheet, and none is on two.
func TestThingsHaveTheirTrueSize(t *testing.T) {
	var items []drawing.Item
	for i := range 40 {
		items = append(items, drawing.Item{W: 58, H: 40, Head: "Card " + strconv.Itoa(i), Lines: []string{"What it asks for"}, Foot: "points 3"})
	}
	for i := range 30 {
		items = append(items, drawing.Item{W: 25, H: 25, Round: true, Side: i / 15, Kind: "lackey", Head: "L" + strconv.Itoa(i)})
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
		sheets, err := drawingtest.Sheets(pdf)
		if err != nil {
			t.Fatal(err)
		}
		cards, charts, discs := 0, 0, 0
		for i, s := range sheets {
			cards += s.Cuts(58, 40)
			charts += s.Cuts(180, 34)
			discs += s.Round(25)
			if len(s.Rulers()) == 0 {
				t.Errorf("%s: no ruler of 100 mm on sheet %d", paper, i+1)
			}
		}
		if cards != 40 || charts != 1 || discs != 30 {
			t.Errorf("%s: %d cards of 58 × 40 mm, %d charts, %d discs of 25 mm", paper, cards, charts, discs)
		}
	}
	if _, err := drawing.Accessories("Things", "a4", []drawing.Item{{W: 181, H: 10}}); err == nil {
		t.Error("a thing that is wider than a sheet is drawn")
	}
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
