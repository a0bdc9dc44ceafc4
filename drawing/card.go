package drawing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"reeve/guide"
	"reeve/messages"
	"reeve/rules"
)

// Sizes of a card, in millimetres.
const (
	edges   = 10.0 // of the paper, where nothing is printed
	between = 4.0  // of columns, and of blocks
	inner   = 2.0  // of a piece's frame
	small   = 2.75 // of usual letters
	leading = 3.6  // from line to line
	heading = 3.3  // of a block's title
	emblem  = 7.0  // of a piece beside its name
)

// Card draws what players look up of a game on one sheet of paper ("a4" or
// "letter") in a language: its aim, a frame a piece with what the rules let it do,
// its tables, and how it ends. It wraps ErrPaper.
func Card(g *rules.Game, lang, paper string) ([]byte, error) {
	size, ok := sheets[paper]
	if !ok {
		return nil, fmt.Errorf("%w for a card as %q; there are a4, letter", ErrPaper, paper)
	}
	start, err := g.Start(nil)
	if err != nil {
		return nil, err
	}
	c := &card{Guide: guide.Of(g), lang: lang, field: fieldOf(start.Topology()), rule: newRuleOfType(), w: size[0], h: size[1]}
	c.start.Pieces = rules.DiagramOf(start, start.Topology().Name(0)).Pieces
	title := c.say("game." + g.Name)
	y := c.head(title, g)
	y = c.twoColumns(y)
	below := c.tables(&figurePen{}, 0) // measured first: the pieces have the room that is left
	rows := c.best(c.h - edges - below - y)
	y = c.pieces(rows, y)
	c.tables(&c.figurePen, y)
	return c.page(title, c.w, c.h), nil
}

// card is a sheet that is being drawn.
type card struct {
	figurePen
	guide.Guide
	lang  string
	field *field
	rule  ruleOfType
	w, h  float64
	start rules.Diagram // the start of the game
}

func (c *card) say(key string) string { return messages.In(c.lang, rules.Say(key)) }

// line writes a line of text at a fixed width: another font shows it no wider.
func (c *card) line(p *figurePen, class string, x, y, size float64, text string, bold bool) float64 {
	wide := c.rule.wide(text, size, bold)
	more := ""
	if bold {
		more = ` font-weight="bold"`
	}
	fmt.Fprintf(p, `<text class="%s" x="%s" y="%s" font-size="%s" textLength="%s" lengthAdjust="spacingAndGlyphs"%s>%s</text>`+"\n",
		class, hm(x), hm(y), hm(size), hm(wide), more, escape(text))
	return wide
}

// words writes a text in lines from y down, and returns where the next would stand.
func (c *card) words(p *figurePen, x, y, width float64, text string) float64 {
	for _, line := range c.rule.broken(text, small, width) {
		y += leading
		c.line(p, "text", x, y-(leading-small)/2, small, line, false)
	}
	return y
}

// head is the game's name, and who made it.
func (c *card) head(title string, g *rules.Game) float64 {
	y := edges + 6
	c.line(&c.figurePen, "title", edges, y, 7, title, true)
	by := "reeve"
	if key := "credit." + g.Name; messages.Has(key) {
		by = c.say(key) + " · reeve"
	} else if g.Credit != "" {
		by = g.Credit + " · reeve"
	}
	for i, line := range c.rule.broken(by, 2.2, c.w/2) {
		wide := c.rule.wide(line, 2.2, false)
		c.line(&c.figurePen, "by", c.w-edges-wide, edges+2+2.8*float64(i), 2.2, line, false)
	}
	c.path("rule", "none", "#1d1712", 0.4, false, edges, y+2.2, c.w-edges, y+2.2)
	return y + 3.5
}

// twoColumns are the aim, who is next, a turn and the end, in two columns.
func (c *card) twoColumns(y float64) float64 {
	wide := (c.w - 2*edges - between) / 2
	part := func(x, y float64, key string, says ...*guide.Said) float64 {
		y += heading + 1.2
		c.line(&c.figurePen, "heading", x, y, heading, c.say(key), true)
		y += 0.6
		for _, s := range says {
			if s != nil {
				y = c.words(&c.figurePen, x, y, wide, s.In(c.lang))
			}
		}
		return y + 1
	}
	left := part(edges, y, "guide.aim", &c.Aim)
	left = part(edges, left, "guide.order", &c.Order)
	right := part(edges+wide+between, y, "guide.turn", &c.Turn, c.Fight)
	if left < right {
		left = part(edges, left, "guide.end", &c.End)
	} else {
		right = part(edges+wide+between, right, "guide.end", &c.End)
	}
	y = max(left, right) + heading + 1.5
	c.line(&c.figurePen, "heading", edges, y, heading, c.say("guide.pieces"), true)
	x := c.w - edges - c.rule.wide(c.say("guide.move"), small, false) - c.rule.wide(c.say("guide.attack"), small, false) - 12
	c.dot(x, y-1)
	x += 2 + c.line(&c.figurePen, "key", x+2, y, small, c.say("guide.move"), false)
	c.ringed(x+6, y-1)
	c.line(&c.figurePen, "key", x+8.5, y, small, c.say("guide.attack"), false)
	return y + 1.5
}

func (c *card) dot(x, y float64) {
	fmt.Fprintf(c, `<circle class="move" cx="%s" cy="%s" r="1" fill="%s"/>`+"\n", hm(x), hm(y), goes)
}

func (c *card) ringed(x, y float64) {
	fmt.Fprintf(c, `<circle class="attack" cx="%s" cy="%s" r="1.5" fill="none" stroke="%s" stroke-width="0.4"/>`+"\n", hm(x), hm(y), strike)
}

// layout is an arrangement of the pieces' frames: the number of columns and the size of a place.
type layout struct {
	columns int
	cell    float64
	heights []float64 // of the rows
	least   float64   // the smallest place of a drawing
}

// The start is drawn at least so high.
const startHigh = 44.0

// best is the layout with the largest drawings for which there is room.
func (c *card) best(room float64) layout {
	best := layout{columns: 3, cell: 1}
	for columns := 2; columns <= 5; columns++ {
		for cell := 8.0; cell > 2; cell -= 0.25 {
			l := c.lay(columns, cell)
			high := between * float64(len(l.heights))
			for _, h := range l.heights {
				high += h
			}
			if high > room {
				continue
			}
			if l.least > best.least {
				best = l
				if len(c.start.Pieces) > 0 { // the start takes what it can use of the room that is left
					last := len(l.heights) - 1
					best.heights[last] += max(0, min(room-high, c.startHigh(columns)-l.heights[last]))
				}
			}
			break
		}
	}
	return best
}

// startHigh is how high the start is where it is as wide as its frame.
func (c *card) startHigh(columns int) float64 {
	w := c.field.around(0)
	wide := c.w - 2*edges - float64(len(c.Pieces)%columns)*(c.width(columns)+between) - 2*inner
	return w.h*min(wide/w.w, 8/c.field.pitch) + 3*inner + heading
}

// width is how wide a frame is among so many in a row.
func (c *card) width(columns int) float64 {
	return (c.w - 2*edges - between*float64(columns-1)) / float64(columns)
}

// lay measures the rows of so many columns.
func (c *card) lay(columns int, cell float64) layout {
	l := layout{columns: columns, cell: cell, least: math.Inf(1)}
	wide := c.width(columns) - 2*inner
	for i, p := range c.Pieces {
		if i%columns == 0 {
			l.heights = append(l.heights, 0)
		}
		high := c.text(&figurePen{}, p, 0, 0, wide) + inner
		for _, w := range c.windows(p, wide, cell) {
			high += w.h*w.k + inner
			l.least = min(l.least, w.k*c.field.pitch)
		}
		l.heights[len(l.heights)-1] = max(l.heights[len(l.heights)-1], high)
	}
	last := len(l.heights) - 1
	switch {
	case len(c.start.Pieces) == 0:
	case len(c.Pieces)%columns == 0:
		l.heights = append(l.heights, startHigh)
	default:
		l.heights[last] = max(l.heights[last], startHigh)
	}
	return l
}

// windows are where a piece's diagrams look, each with its size.
func (c *card) windows(p guide.Piece, wide, cell float64) (list []window) {
	for _, d := range p.Diagrams {
		list = append(list, c.field.about(d).drawnFor(0, 0, wide, math.Inf(1), cell/c.field.pitch))
	}
	return list
}

// pieces draws the frames of the pieces and the start, and returns where they end.
func (c *card) pieces(l layout, y float64) float64 {
	wide := c.width(l.columns)
	x := edges
	for i, p := range c.Pieces {
		row, column := i/l.columns, i%l.columns
		if i > 0 && column == 0 {
			y += l.heights[row-1] + between
		}
		x = edges + float64(column)*(wide+between)
		c.frame(x, y, wide, l.heights[row])
		at := c.text(&c.figurePen, p, x+inner, y, wide-2*inner) + inner
		for j, w := range c.windows(p, wide-2*inner, l.cell) {
			c.field.diagram(&c.figurePen, w.drawnFor(x+inner, at, wide-2*inner, w.h*w.k, w.k), p.Diagrams[j], false, false)
			at += w.h*w.k + inner
		}
	}
	last := len(l.heights) - 1
	if len(c.start.Pieces) > 0 {
		x += wide + between
		if len(c.Pieces)%l.columns == 0 {
			x, y = edges, y+l.heights[last-1]+between
		}
		c.beginning(x, y, c.w-edges-x, l.heights[last])
	}
	return y + l.heights[last] + between
}

func (c *card) frame(x, y, w, h float64) {
	fmt.Fprintf(c, `<rect class="frame" x="%s" y="%s" width="%s" height="%s" rx="1.2" fill="none" stroke="#b9ae9d" stroke-width="0.25"/>`+"\n", hm(x), hm(y), hm(w), hm(h))
}

// beginning draws the start of the game.
func (c *card) beginning(x, y, w, h float64) {
	c.frame(x, y, w, h)
	c.line(&c.figurePen, "kind", x+inner, y+inner+heading, heading, c.say("games.start"), true)
	top := y + 2*inner + heading
	c.field.diagram(&c.figurePen, c.field.around(0).drawnFor(x+inner, top, w-2*inner, y+h-inner-top, 8/c.field.pitch), c.start, false, false)
}

// text writes a piece's name, figures and what is special of it, and returns where
// that ends.
func (c *card) text(p *figurePen, piece guide.Piece, x, y, wide float64) float64 {
	y += inner
	p.piece(x+emblem/2, y+emblem/2, emblem/2, piece.Owner, piece.Kind, nil)
	left, at := x+emblem+1.5, y+heading
	names := c.rule.broken(piece.Name.In(c.lang), heading, wide-emblem-3)
	for _, name := range names {
		c.line(p, "kind", left, at, heading, name, true)
		at += heading + 0.5
	}
	var figures []string
	for _, f := range piece.Figures {
		figures = append(figures, c.figure(f))
	}
	if len(figures) > 0 {
		at = c.words(p, left, at-heading+0.6, wide-emblem-1.5, strings.Join(figures, ", "))
	}
	at = max(at-heading, y+emblem) // below the emblem, the lines begin at its left
	if len(figures) > 0 {
		at = max(at+heading, y+emblem)
	}
	if piece.Note != nil {
		at = c.words(p, x, at+0.4, wide, piece.Note.In(c.lang))
	}
	return at
}

func (c *card) figure(f rules.Figure) string {
	return fmt.Sprintf("%s %d", c.say("figure."+f.Name), f.Value)
}

// tables writes the tables of the rules in two columns from y down, and returns
// where they end.
func (c *card) tables(p *figurePen, y float64) float64 {
	wide := (c.w - 2*edges - between) / 2
	for _, t := range c.Tables {
		y += heading + 0.5
		c.line(p, "heading", edges, y, heading, t.Title.In(c.lang), true)
		y += 0.6
		indent := 0.0
		for _, r := range t.Rows {
			indent = max(indent, c.rule.wide(r.Name.In(c.lang), small, true)+2)
		}
		half := c.half(t.Rows, wide, indent)
		at, most := y, y
		for i, r := range t.Rows {
			x := edges
			if i >= half {
				x += wide + between
			}
			if i == half {
				at = y
			}
			at = c.row(p, r, x, at, wide, indent)
			most = max(most, at)
		}
		y = most + 1.5
	}
	return y
}

// half is how many rows stand in the first of two columns, so that both are about as high.
func (c *card) half(rows []guide.Row, wide, indent float64) int {
	var ends []float64
	y := 0.0
	for _, r := range rows {
		y = c.row(&figurePen{}, r, 0, y, wide, indent)
		ends = append(ends, y)
	}
	i := slices.IndexFunc(ends, func(end float64) bool { return end >= y/2-0.01 })
	return i + 1
}

// row writes a line of a table: what is meant, what the rules say of it, its figures.
func (c *card) row(p *figurePen, r guide.Row, x, y, wide, indent float64) float64 {
	c.line(p, "row", x, y+leading-(leading-small)/2, small, r.Name.In(c.lang), true)
	var parts []string
	if r.Means != nil {
		parts = append(parts, r.Means.In(c.lang))
	}
	for _, f := range r.Figures {
		parts = append(parts, c.figure(f))
	}
	return c.words(p, x+indent, y, wide-indent, strings.Join(parts, " · "))
}
