package drawing_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"reeve/drawing"
	"reeve/drawing/drawingtest"
	"reeve/messages"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/symbols"
)

// box is what something takes of a sheet, in millimetres.
type box struct {
	class, text              string
	left, top, right, bottom float64
}

func (b box) String() string {
	return fmt.Sprintf("%s %q at %.1f,%.1f to %.1f,%.1f", b.class, b.text, b.left, b.top, b.right, b.bottom)
}

// meets reports whether two boxes lie over one another by more than a hair.
func (b box) meets(o box) bool {
	const hair = 0.15
	return b.left < o.right-hair && o.left < b.right-hair && b.top < o.bottom-hair && o.top < b.bottom-hair
}

func (b box) within(o box) bool {
	return b.left >= o.left-0.3 && b.right <= o.right+0.3 && b.top >= o.top-0.3 && b.bottom <= o.bottom+0.3
}

// boxesOf measures what is drawn on a card: its lines of text as wide as they are
// said to be, and all else as far as it reaches.
func boxesOf(t *testing.T, svg []byte) (list []box) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(string(svg)))
	defs, sheet := false, regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindString(string(svg))
	for {
		token, err := dec.Token()
		if err != nil {
			return list
		}
		if end, ok := token.(xml.EndElement); ok && end.Name.Local == "defs" {
			defs = false
		}
		el, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		a := map[string]string{}
		for _, v := range el.Attr {
			a[v.Name.Local] = v.Value
		}
		n := func(name string) float64 { return decimal(a[name]) }
		b := box{}
		b.class, _, _ = strings.Cut(a["class"], " ")
		switch el.Name.Local {
		case "defs":
			defs = true
			continue
		case "text":
			if err := dec.DecodeElement(&b.text, &el); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(sheet, "."+a["class"]+"{") {
				t.Fatalf("%q is not drawn as its attributes say: .%s has a style", b.text, a["class"])
			}
			b.left, b.right, b.top, b.bottom = n("x"), n("x")+n("textLength"), n("y")-0.8*n("font-size"), n("y")+0.2*n("font-size")
		case "circle":
			r := n("r") + n("stroke-width")/2
			b.left, b.right, b.top, b.bottom = n("cx")-r, n("cx")+r, n("cy")-r, n("cy")+r
		case "rect":
			b.left, b.right, b.top, b.bottom = n("x"), n("x")+n("width"), n("y"), n("y")+n("height")
		case "path":
			if defs {
				continue
			}
			b.left, b.top, b.right, b.bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
			for _, m := range regexp.MustCompile(`[ML]([-\d.]+) ([-\d.]+)`).FindAllStringSubmatch(a["d"], -1) {
				x, y := decimal(m[1]), decimal(m[2])
				b.left, b.right, b.top, b.bottom = min(b.left, x), max(b.right, x), min(b.top, y), max(b.bottom, y)
			}
		default:
			continue
		}
		list = append(list, b)
	}
}

// Everything that a game's card must tell stands on it, in every language, on both
// papers: nothing leaves the sheet or its frame, no line of text lies over another
// or over a drawing, and letters and drawings are large enough to be read.
func TestCardsAreWholeAndTidy(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, lang := range messages.Languages() {
			for paper, size := range map[string][2]float64{"a4": {210, 297}, "letter": {215.9, 279.4}} {
				if paper == "a4" && lang != "pl" && lang != "en" {
					continue // the same lines, and more room
				}
				svg, err := drawing.Card(g, lang, paper)
				if err != nil {
					t.Fatal(err)
				}
				where := g.Name + " " + lang + " " + paper
				boxes := boxesOf(t, svg)
				tidy(t, where, boxes, box{left: 9.5, top: 9.5, right: size[0] - 9.5, bottom: size[1] - 9.5})
				told(t, where, g, lang, boxes)
				if paper == "letter" {
					printedAs(t, where, svg, boxes, size)
				}
			}
		}
	}
}

// printedAs fails unless the PDF of a card is one page with its texts where the SVG has
// them, in letters that can be read.
func printedAs(t *testing.T, where string, svg []byte, boxes []box, size [2]float64) {
	t.Helper()
	pdf, err := drawing.PDF(svg, "whole")
	if err != nil {
		t.Fatal(err)
	}
	sheets, err := drawingtest.Sheets(pdf)
	if err != nil || len(sheets) != 1 {
		t.Fatalf("%s: %d sheets, %v", where, len(sheets), err)
	}
	texts, n := sheets[0].Words, 0
	for _, b := range boxes {
		if b.text == "" {
			continue
		}
		if n < len(texts) {
			w := texts[n]
			if math.Abs(w.X-b.left) > 0.1 || w.Y < b.top || w.Y > b.bottom {
				t.Errorf("%s: %s is printed at %.1f,%.1f", where, b, w.X, w.Y)
			}
			if w.High < 6*mmPerPoint {
				t.Errorf("%s: %s is printed in letters of %.1f mm", where, b, w.High)
			}
		}
		n++
	}
	if n != len(texts) {
		t.Errorf("%s: %d texts are printed of %d", where, len(texts), n)
	}
}

func tidy(t *testing.T, where string, boxes []box, paper box) {
	t.Helper()
	var texts, frames, drawn []box
	for _, b := range boxes {
		switch {
		case b.class == "page":
			continue
		case b.text != "":
			texts = append(texts, b)
		case b.class == "frame":
			frames = append(frames, b)
		case slices.Contains([]string{"place", "piece", "move", "attack"}, b.class):
			drawn = append(drawn, b)
		}
		if !b.within(paper) {
			t.Errorf("%s: %s leaves the sheet", where, b)
		}
	}
	for i, b := range texts {
		for _, o := range slices.Concat(texts[:i], drawn) {
			if b.meets(o) {
				t.Errorf("%s: %s lies over %s", where, b, o)
			}
		}
	}
	for i, f := range frames {
		for _, b := range slices.Concat(texts, drawn) {
			if b.meets(f) && !b.within(f) {
				t.Errorf("%s: %s leaves its frame %s", where, b, f)
			}
		}
		for _, o := range frames[:i] {
			if f.meets(o) {
				t.Errorf("%s: two frames lie over one another: %s, %s", where, f, o)
			}
		}
	}
	for _, b := range texts {
		if size := b.bottom - b.top; size < 2 {
			t.Errorf("%s: %s is %.1f mm high", where, b, size)
		}
	}
	for _, b := range drawn {
		if b.class == "place" && b.right-b.left < 1.8 {
			t.Errorf("%s: a place is %.1f mm wide", where, b.right-b.left)
		}
	}
}

// told fails unless the words of all that the game says of itself stand on the
// sheet, and a drawing for each that the rules give.
func told(t *testing.T, where string, g *rules.Game, lang string, boxes []box) {
	t.Helper()
	var all strings.Builder
	dots, rings := 0, 0
	for _, b := range boxes {
		switch {
		case b.text != "":
			all.WriteString(b.text + " ")
		case b.class == "move":
			dots++
		case b.class == "attack":
			rings++
		}
	}
	says := func(m rules.Message) {
		if text := messages.In(lang, m); messages.Has(m.Key) && !strings.Contains(all.String(), text) {
			t.Errorf("%s lacks %q", where, text)
		}
	}
	for _, part := range []string{"aim", "order", "turn", "fight", "end"} {
		says(rules.Say("card." + g.Name + "." + part))
	}
	moves, attacks := 1, 1 // the key's
	card := g.Card()
	for _, p := range card.Pieces {
		says(rules.Say(g.Name + "." + p.Kind))
		if symbols.Paths()[p.Kind] == "" {
			t.Errorf("%s: nobody has drawn %s", where, p.Kind)
		}
		says(rules.Say("card." + g.Name + "." + p.Kind))
		for _, f := range p.Figures {
			if text := fmt.Sprintf("%s %d", messages.In(lang, rules.Say("figure."+f.Name)), f.Value); !strings.Contains(all.String(), text) {
				t.Errorf("%s: %s lacks %s", where, p.Kind, text)
			}
		}
		for _, d := range p.Diagrams(g) {
			attacks += len(d.Attacks)
			moves += len(d.Moves)
			for _, at := range d.Moves {
				if slices.Contains(d.Attacks, at) {
					moves--
				}
			}
		}
	}
	for _, table := range card.Tables {
		says(rules.Say("card." + g.Name + "." + table.Name))
		for _, r := range table.Rows {
			says(r.Name)
			says(r.Means)
		}
	}
	if dots != moves || rings != attacks {
		t.Errorf("%s shows %d moves and %d attacks of %d and %d", where, dots, rings, moves, attacks)
	}
}

// The diagrams of docs/games are those that the program draws: start, each piece,
// a fight.
func TestTheDiagramsOfTheDocuments(t *testing.T) {
	want := map[string]bool{}
	for _, g := range catalog.Games() {
		for _, what := range drawing.Diagrams(g) {
			svg, err := drawing.Diagram(g, what)
			if err != nil {
				t.Fatal(err)
			}
			path := "../docs/games/" + g.Name + "-" + what + ".svg"
			want[path] = true
			if *update {
				if err := os.WriteFile(path, svg, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, svg) {
				t.Errorf("%s is not what `reeve board diagram %s %s` draws (%v): go test ./drawing -update", path, g.Name, what, err)
			}
			if _, err := drawing.PDF(svg, "whole"); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		if _, err := drawing.Diagram(g, "ludo"); !errors.Is(err, drawing.ErrDiagram) {
			t.Errorf("%s: ludo: %v", g.Name, err)
		}
	}
	there, err := filepath.Glob("../docs/games/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range there {
		if !want[path] {
			t.Errorf("%s is a diagram of nothing", path)
		}
	}
}
