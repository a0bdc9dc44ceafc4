package drawing_test

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"reeve/drawing"
)

// printed is a page of a PDF as a printer reads it: its size, and its straight
// lines from point to point, in millimetres from the upper left corner.
type printed struct {
	w, h  float64
	lines [][4]float64
	text  string
}

var (
	mediaBox = regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`)
	stream   = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	moved    = regexp.MustCompile(`([-\d.]+) ([-\d.]+) ([ml])\b`)
	spoken   = regexp.MustCompile(`\(((?:\\.|[^()\\])*)\) ?Tj`)
)

const mmPerPoint = 25.4 / 72

// pages reads a PDF without the library that wrote it.
func pages(t *testing.T, pdf []byte) (list []printed) {
	t.Helper()
	var sizes [][2]float64
	for _, m := range mediaBox.FindAllSubmatch(pdf, -1) {
		sizes = append(sizes, [2]float64{decimal(string(m[1])) * mmPerPoint, decimal(string(m[2])) * mmPerPoint})
	}
	for _, m := range stream.FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue // not a page
		}
		content, err := io.ReadAll(r)
		if err != nil || !bytes.Contains(content, []byte(" Tj")) {
			continue
		}
		size := sizes[0] // all pages but those that say otherwise
		if len(sizes) > len(list)+1 {
			size = sizes[len(list)]
		}
		p := printed{w: size[0], h: size[1]}
		var at [2]float64
		for _, l := range moved.FindAllStringSubmatch(string(content), -1) {
			to := [2]float64{decimal(l[1]) * mmPerPoint, p.h - decimal(l[2])*mmPerPoint}
			if l[3] == "l" {
				p.lines = append(p.lines, [4]float64{at[0], at[1], to[0], to[1]})
			}
			at = to
		}
		for _, s := range spoken.FindAllStringSubmatch(string(content), -1) {
			p.text += wideText(s[1]) + "\n"
		}
		list = append(list, p)
	}
	return list
}

// pageOf is what is drawn on the one page of a PDF.
func pageOf(t *testing.T, pdf []byte) (content string) {
	t.Helper()
	for _, m := range stream.FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue // not a page
		}
		if text, err := io.ReadAll(r); err == nil && bytes.Contains(text, []byte(" Tj")) {
			if content != "" {
				t.Fatal("more than one page")
			}
			content = string(text)
		}
	}
	return content
}

// wideText is a text of a PDF whose letters have two bytes each.
func wideText(text string) string {
	text = strings.NewReplacer(`\\`, `\`, `\(`, "(", `\)`, ")", `\r`, "\r").Replace(text)
	var units []uint16
	for i := 0; i+1 < len(text); i += 2 {
		units = append(units, uint16(text[i])<<8|uint16(text[i+1]))
	}
	return string(utf16.Decode(units))
}

func decimal(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64)
	return v
}

// level are the lines that lie flat and are that long.
func (p printed) level(length float64) (list [][2]float64) {
	for _, l := range p.lines {
		if math.Abs(l[1]-l[3]) < 0.01 && math.Abs(l[2]-l[0]-length) < 0.02 {
			list = append(list, [2]float64{(l[0] + l[2]) / 2, l[1]})
		}
	}
	return list
}

// What is printed has its true size, whichever paper it is spread over: every
// place's cross is somewhere whole on a sheet, as far from the others as on the
// board, and the crosses of neighbouring sheets are one point of the drawing.
func TestThePDFHasItsTrueSize(t *testing.T) {
	const bare, overlap, margin = 12.0, 15.0, 20.0
	const pad, title = 2.0, 13.0 // the title is what reaches furthest up, 8 mm above the surface and 5 high
	for _, c := range []struct {
		paper         string
		w, h          float64
		columns, rows int
	}{{"a4", 210, 297, 2, 2}, {"letter", 215.9, 279.4, 2, 2}, {"whole", 390, 390, 1, 1}} {
		b := load(t, "gpio-rolechess.yaml")
		svg, err := drawing.Template(b, drawing.Game{})
		if err != nil {
			t.Fatal(err)
		}
		pdf, err := drawing.PDF(svg, c.paper)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := drawing.PDF(svg, c.paper); err != nil || !bytes.Equal(pdf, again) {
			t.Errorf("%s: the same drawing is another document, %v", c.paper, err)
		}
		sheets := pages(t, pdf)
		if len(sheets) != c.columns*c.rows {
			t.Fatalf("%s: %d sheets, not %d", c.paper, len(sheets), c.columns*c.rows)
		}
		whole := map[[2]int]bool{} // places whose crosses lie within what is printed of a sheet
		joints := map[[2]int]int{}
		for i, s := range sheets {
			if math.Abs(s.w-c.w)+math.Abs(s.h-c.h) > 0.1 {
				t.Fatalf("%s: a sheet is %.1f × %.1f mm", c.paper, s.w, s.h)
			}
			left, top := -margin, -margin // of the drawing, at the sheet's corner
			if c.paper != "whole" {
				left = float64(i%c.columns)*(c.w-2*bare-overlap) - bare - pad
				top = float64(i/c.columns)*(c.h-2*bare-overlap) - bare - pad - title
				if n := len(s.level(100)); n != 2 && i/c.columns == 1 || n == 0 { // the sheet's own, and the drawing's
					t.Errorf("%s: %d rulers of 100 mm on sheet %d", c.paper, n, i+1)
				}
				if !strings.Contains(s.text, "sheet "+strconv.Itoa(i+1)+" of 4") {
					t.Errorf("%s: sheet %d says %q", c.paper, i+1, s.text)
				}
			}
			for _, at := range s.level(12) { // a cross is 0.24 of the pitch of 50 mm
				x, y := at[0]+left, at[1]+top
				if c.paper == "whole" || at[0] > bare+6 && at[0] < s.w-bare-6 && at[1] > bare+6 && at[1] < s.h-bare-6 {
					whole[[2]int{int(math.Round(x * 10)), int(math.Round(y * 10))}] = true
				}
			}
			for _, at := range s.level(8) {
				joints[[2]int{int(math.Round((at[0] + left) * 10)), int(math.Round((at[1] + top) * 10))}]++
			}
		}
		for _, p := range b.Places {
			if !whole[[2]int{int(math.Round(p.X * 10)), int(math.Round((b.Height - p.Y) * 10))}] {
				t.Errorf("%s: the cross of %s is whole on no sheet, or not where it belongs", c.paper, p.Name)
			}
		}
		shared := 0
		for _, n := range joints {
			if n > 1 {
				shared++
			}
		}
		if want := map[string]int{"a4": 5, "letter": 5, "whole": 0}[c.paper]; shared != want {
			t.Errorf("%s: %d crosses lie on one another, not %d", c.paper, shared, want)
		}
	}
}

// Every drawing of every shipped board can be made a document.
func TestEveryDrawingIsADocument(t *testing.T) {
	for _, path := range boards(t) {
		b := load(t, filepath.Base(path))
		for name, draw := range map[string]func() ([]byte, error){
			"surface":  func() ([]byte, error) { return drawing.Surface(b, drawing.Game{}) },
			"template": func() ([]byte, error) { return drawing.Template(b, drawing.Game{}) },
			"wiring":   func() ([]byte, error) { return drawing.Wiring(b, drawing.Game{}, drawing.Options{Limit: 1000}) },
		} {
			svg, err := draw()
			if err != nil {
				t.Fatal(err)
			}
			pdf, err := drawing.PDF(svg, "whole")
			if err != nil || len(pages(t, pdf)) != 1 {
				t.Errorf("%s of %s: %v", name, path, err)
			}
		}
	}
}

func TestAPDFRefusesWhatItWouldLeaveOut(t *testing.T) {
	if _, err := drawing.PDF([]byte(`<svg viewBox="0 0 1 1"></svg>`), "a7"); !errors.Is(err, drawing.ErrPaper) {
		t.Errorf("a7: %v", err)
	}
	for _, body := range []string{`<ellipse cx="1"/>`, `<path d="M0 0 Q1 1 2 2"/>`, `<path d="L0 0"/>`, `<path d="M0 x"/>`, `<rect`} {
		if _, err := drawing.PDF([]byte(`<svg viewBox="0 0 1 1">`+body+`</svg>`), "a4"); err == nil {
			t.Errorf("%s was left out", body)
		}
	}
}
