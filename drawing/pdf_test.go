package drawing_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strconv"
	"testing"

	"reeve/drawing"
	"reeve/drawing/drawingtest"
)

const mmPerPoint = 25.4 / 72

func decimal(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64)
	return v
}

// The same drawing is the same document, on as few sheets as it takes.
func TestADocumentIsMadeAgain(t *testing.T) {
	svg, err := drawing.Template(load(t, "gpio-rolechess.yaml"), drawing.Game{})
	if err != nil {
		t.Fatal(err)
	}
	for paper, n := range map[string]int{"a4": 4, "letter": 4, "whole": 1} {
		pdf, err := drawing.PDF(svg, paper)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := drawing.PDF(svg, paper); err != nil || !bytes.Equal(pdf, again) {
			t.Errorf("%s: the same drawing is another document, %v", paper, err)
		}
		if sheets, err := drawingtest.Sheets(pdf); err != nil || len(sheets) != n {
			t.Errorf("%s: %d sheets, not %d, %v", paper, len(sheets), n, err)
		}
	}
}

// The square that is cut through is one sheet, which somebody holds beside the wood.
func TestTheCrossSectionIsOneSheet(t *testing.T) {
	for _, paper := range drawing.Papers() {
		pdf, err := drawing.PDF(drawing.CrossSection(), paper)
		if err != nil {
			t.Fatal(err)
		}
		if sheets, err := drawingtest.Sheets(pdf); err != nil || len(sheets) != 1 {
			t.Errorf("%s: %d sheets, %v", paper, len(sheets), err)
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
			if err != nil {
				t.Fatal(err)
			}
			if sheets, err := drawingtest.Sheets(pdf); err != nil || len(sheets) != 1 {
				t.Errorf("%s of %s: %d sheets, %v", name, path, len(sheets), err)
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
