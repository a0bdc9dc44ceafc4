package drawing

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"

	"reeve/board"
	"reeve/config"
)

// margin is what a sheet has around the playing surface, in millimetres: room for
// the ruler and the title.
const margin = 20

// Game is a game on a board; the zero Game is every place of the board by the
// board's own names.
type Game struct {
	Name string
	On   *board.Topology
}

// spot is a place as it is drawn.
type spot struct {
	config.Place
	name  string // as the game calls it
	sx    float64
	sy    float64 // downwards
	marks []string
	shape board.Shape
	dark  bool
}

// plan is the places of a board, as they are drawn.
type plan struct {
	board *config.Board
	spots []spot
	pitch float64 // the least distance of two places
	near  [][2]int
	banks [][2]int // of near, those that face each other over water
}

// newPlan finds the places. It wraps config.ErrCarry if the board lacks squares
// of the game.
func newPlan(b *config.Board, g Game) (*plan, error) {
	l := &plan{board: b}
	if g.On == nil {
		for _, p := range b.Places {
			l.add(p, board.Place{Name: p.Name})
		}
	} else if err := l.lay(g); err != nil {
		return nil, err
	}
	l.pitch = math.Inf(1)
	for i, p := range l.spots {
		for _, q := range l.spots[:i] {
			l.pitch = min(l.pitch, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
	}
	if math.IsInf(l.pitch, 1) {
		l.pitch = min(b.Width, b.Height)
	}
	return l, nil
}

// lay adds the squares of a game and the lines between them.
func (l *plan) lay(g Game) error {
	if _, err := l.board.Wires(g.Name, g.On); err != nil {
		return err
	}
	step := math.Inf(1)
	for i := range g.On.Len() {
		for _, n := range g.On.Place(board.Square(i)).Near {
			a, b := g.On.Place(board.Square(i)), g.On.Place(n)
			step = min(step, math.Hypot(a.X-b.X, a.Y-b.Y))
		}
	}
	for i := range g.On.Len() {
		drawn := g.On.Place(board.Square(i))
		p, _ := l.board.Place(g.Name, drawn.Name)
		l.add(p, drawn)
		for _, n := range drawn.Near {
			if int(n) <= i {
				continue
			}
			l.near = append(l.near, [2]int{i, int(n)})
			if facing(drawn, g.On.Place(n), step) {
				l.banks = append(l.banks, [2]int{i, int(n)})
			}
		}
	}
	return nil
}

// facing reports whether two banks have water between them, as the game has its field: on a board they may lie side by side. Step is
// how far apart squares lie there at least.
func facing(a, b board.Place, step float64) bool {
	return has(a.Marks, "bank") && has(b.Marks, "bank") && (a.X == b.X || a.Y == b.Y) && math.Hypot(a.X-b.X, a.Y-b.Y) > 1.5*step
}

func (l *plan) add(p config.Place, as board.Place) {
	l.spots = append(l.spots, spot{Place: p, name: as.Name, sx: p.X, sy: l.board.Height - p.Y, marks: as.Marks, shape: as.Shape, dark: as.Dark})
}

// sheet is an SVG that is being written.
type sheet struct {
	bytes.Buffer
	plan
	look layerStyle
}

// newSheet is an empty one of the board's places; see newPlan.
func newSheet(b *config.Board, g Game) (*sheet, error) {
	l, err := newPlan(b, g)
	if err != nil {
		return nil, err
	}
	return &sheet{plan: *l}, nil
}

// open writes the head of the file, the outline of the surface and the ruler.
func (s *sheet) open(title string) {
	w, h := s.board.Width+2*margin, s.board.Height+2*margin
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" width="%smm" height="%smm" viewBox="%d %d %s %s" font-family="sans-serif" text-anchor="middle">`+"\n",
		mm(w), mm(h), -margin, -margin, mm(w), mm(h))
	fmt.Fprintf(s, "<title>%s</title>\n", escape(title))
	fmt.Fprintf(s, `<rect class="surface" x="0" y="0" width="%s" height="%s" fill="none" stroke="#000" stroke-width="0.3"/>`+"\n", mm(s.board.Width), mm(s.board.Height))
	s.text("title", s.board.Width/2, -8, 5, title)
	s.ruler()
}

// ruler draws 100 mm, or 10 on a smaller surface, below the surface.
func (s *sheet) ruler() {
	const y = 8.0
	length := 100
	if s.board.Width < 100 {
		length = 10
	}
	base := s.board.Height + y
	fmt.Fprintf(s, `<path class="ruler" d="M0 %s h%d" stroke="#000" stroke-width="0.2" fill="none"/>`+"\n", mm(base), length)
	for i := 0; i <= length; i++ {
		tick := 1.5
		if i%10 == 0 {
			tick = 4
		} else if i%5 == 0 {
			tick = 2.5
		}
		fmt.Fprintf(s, `<path class="tick" d="M%d %s v%s" stroke="#000" stroke-width="0.1"/>`+"\n", i, mm(base), mm(-tick))
	}
	s.text("ruler-text", float64(length)/2, base+5, 4, fmt.Sprintf("%d mm: measure this before you cut", length))
}

func (s *sheet) circle(class string, p spot, x, y, diameter float64, style string) {
	fmt.Fprintf(s, `<circle class="%s" data-square="%s" cx="%s" cy="%s" r="%s" %s/>`+"\n", class, escape(p.name), mm(x), mm(y), mm(diameter/2), style)
}

func (s *sheet) text(class string, x, y, size float64, text string) {
	fmt.Fprintf(s, `<text class="%s" x="%s" y="%s" font-size="%s">%s</text>`+"\n", class, mm(x), mm(y), mm(size), escape(text))
}

// name writes what a place is called, from a point on to the right.
func (s *sheet) name(x, y, size float64, text string) {
	fmt.Fprintf(s, `<text class="name" text-anchor="start" x="%s" y="%s" font-size="%s">%s</text>`+"\n", mm(x), mm(y), mm(size), escape(text))
}

func (s *sheet) close() []byte {
	s.WriteString("</svg>\n")
	return s.Bytes()
}

// mm writes a distance to the micrometre.
func mm(x float64) string {
	x = math.Round(x*1000) / 1000
	if x == 0 {
		x = 0 // not -0
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder takes everything
	return b.String()
}
