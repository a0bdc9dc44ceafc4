// Package drawingtest reads the documents of package drawing as a printer does, and lays their
// sheets together as a builder does, for tests of any room.
//
// It must not know how a document is made. The one idea: what is measured is what is
// printed, in millimetres from the upper left corner, and what it cannot read is an error.
package drawingtest

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
)

// Sheet is one page: its size, and what is drawn on it.
type Sheet struct {
	W, H  float64
	Lines []Line
	Boxes []Box
	Discs []Disc
	Words []Word
}

// Seen is the rectangle that a drawing is cut to; the whole sheet where it is not cut.
type Seen struct{ Left, Top, Right, Bottom float64 }

// Line is a straight one, from point to point.
type Line struct {
	X1, Y1, X2, Y2 float64
	Seen           Seen
}

// Box is a rectangle.
type Box struct {
	X, Y, W, H float64
	Seen       Seen
}

// Disc is a circle, or what is filled by one.
type Disc struct {
	X, Y, Wide float64
	Seen       Seen
}

// Word is a text, from where it begins.
type Word struct {
	X, Y, High float64
	Text       string
	Seen       Seen
}

// Whole reports whether a rectangle is seen as a whole.
func (s Seen) Whole(left, top, right, bottom float64) bool {
	const hair = 0.01
	return left >= s.Left-hair && top >= s.Top-hair && right <= s.Right+hair && bottom <= s.Bottom+hair
}

// Some reports whether any part of a rectangle is seen.
func (s Seen) Some(left, top, right, bottom float64) bool {
	return left < s.Right && top < s.Bottom && right > s.Left && bottom > s.Top
}

// At is the middle of a level line that is so long.
func (l Line) At(long float64) (x, y float64, ok bool) {
	x, y = (l.X1+l.X2)/2, (l.Y1+l.Y2)/2
	return x, y, math.Abs(l.Y1-l.Y2) < 0.01 && math.Abs(math.Abs(l.X2-l.X1)-long) < 0.02
}

const mm = 25.4 / 72 // a point

var (
	object   = regexp.MustCompile(`(?s)\n(\d+) 0 obj\n(.*?)\nendobj`)
	isPage   = regexp.MustCompile(`/Type /Page\b[^s]`)
	mediaBox = regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`)
	contents = regexp.MustCompile(`/Contents (\d+) 0 R`)
	stream   = regexp.MustCompile(`(?s)stream\n(.*)\nendstream`)
)

// Sheets reads a document.
func Sheets(pdf []byte) (list []Sheet, err error) {
	objects := map[string][]byte{}
	var pages [][]byte
	usual := mediaBox.FindSubmatch(pdf) // of all pages that do not say otherwise
	for _, m := range object.FindAllSubmatch(pdf, -1) {
		objects[string(m[1])] = m[2]
		if isPage.Match(m[2]) {
			pages = append(pages, m[2])
		}
	}
	for _, page := range pages {
		size := mediaBox.FindSubmatch(page)
		if size == nil {
			size = usual
		}
		ref := contents.FindSubmatch(page)
		if size == nil || ref == nil {
			return nil, errors.New("drawingtest: a page without a size or contents")
		}
		s := Sheet{W: decimal(size[1]) * mm, H: decimal(size[2]) * mm}
		content, err := inflated(objects[string(ref[1])])
		if err == nil {
			err = s.read(content)
		}
		if err != nil {
			return nil, fmt.Errorf("drawingtest: sheet %d: %w", len(list)+1, err)
		}
		list = append(list, s)
	}
	if len(list) == 0 {
		return nil, errors.New("drawingtest: no page")
	}
	return list, nil
}

func inflated(object []byte) ([]byte, error) {
	m := stream.FindSubmatch(object)
	if m == nil {
		return nil, errors.New("no contents")
	}
	r, err := zlib.NewReader(bytes.NewReader(m[1]))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func decimal(text []byte) float64 {
	v, _ := strconv.ParseFloat(string(text), 64) // what is no number fails where it is used
	return v
}
