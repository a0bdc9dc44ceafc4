package drawing

import (
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
)

// family is the type that documents are set in: the fonts that every reader of PDF
// has lack most letters of Polish, and the omega.
const family = "go"

// withLetters gives a document its fonts.
func withLetters(doc *fpdf.Fpdf) *fpdf.Fpdf {
	doc.AddUTF8FontFromBytes(family, "", goregular.TTF)
	doc.AddUTF8FontFromBytes(family, "B", gobold.TTF)
	return doc
}

func weight(bold bool) string {
	if bold {
		return "B"
	}
	return ""
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
		r.doc.SetFont(family, weight(bold), points)
		em = r.doc.GetStringWidth(text)
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
