package drawing

import (
	"strings"
	"unicode/utf8"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/goregular"
)

// family is the typeface of documents: the fonts that every PDF reader has lack most Polish letters and the
// omega.
const family = "go"

// Bold letters are those of the same font, fatter: a font of their own is 135 kB. In
// heights of letters, the outline that is drawn around them, and the room it takes.
const (
	fat    = 0.045
	spaced = 0.03
)

// withLetters gives a document its font.
func withLetters(doc *fpdf.Fpdf) *fpdf.Fpdf {
	doc.AddUTF8FontFromBytes(family, "", goregular.TTF)
	return doc
}

// typeIn sets what is written next, in letters that high, and wide is how wide that
// text comes out.
func typeIn(doc *fpdf.Fpdf, text string, size float64, bold bool) (wide float64) {
	doc.SetFont(family, "", size*points)
	wide = doc.GetStringWidth(text)
	if bold {
		wide += spaced * size * float64(utf8.RuneCountInString(text))
	}
	return wide
}

// ruleOfType measures lines of text. It remembers what it has measured.
type ruleOfType struct {
	doc   *fpdf.Fpdf
	known map[lineOfType]float64 // as wide as letters are high
}

type lineOfType struct {
	text string
	bold bool
}

func newRuleOfType() ruleOfType {
	doc := withLetters(fpdf.NewCustom(&fpdf.InitType{UnitStr: "mm", Size: fpdf.SizeType{Wd: 100, Ht: 100}}))
	return ruleOfType{doc, map[lineOfType]float64{}}
}

// wide is how wide a line is, in millimetres.
func (r ruleOfType) wide(text string, size float64, bold bool) float64 {
	line := lineOfType{text, bold}
	em, ok := r.known[line]
	if !ok {
		em = typeIn(r.doc, text, 1, bold)
		r.known[line] = em
	}
	return em * size
}

// broken is a text in lines no wider than that, if its words are not.
func (r ruleOfType) broken(text string, size, width float64) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && r.wide(line+" "+word, size, false) > width {
			lines, line = append(lines, line), ""
		} else if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
