package drawing

import (
	"bytes"
	"fmt"
	"math"

	"reeve/board"
	"reeve/config"
)

// Surface draws the playing surface at its true size, as the game has it: circles
// joined by lines, rings of cells, or squares with their walls, river and marks.
// Of several games it draws outlines one over the other, a layer each; without any
// the places alone. It wraps config.ErrCarry if the board lacks squares of a game.
func Surface(b *config.Board, games ...Game) ([]byte, error) {
	if len(games) == 0 {
		games = []Game{{}}
	}
	var all *sheet
	for i, g := range games {
		s, err := newSheet(b, g)
		if err != nil {
			return nil, err
		}
		s.look = looks[0]
		if len(games) > 1 {
			s.look = layers[i%len(layers)]
		}
		if all == nil {
			all = s
			s.open(surfaceTitle(b, games))
		} else {
			s.Buffer, all.Buffer = all.Buffer, bytes.Buffer{}
			all = s
		}
		s.layer(g)
	}
	return all.close(), nil
}

func surfaceTitle(b *config.Board, games []Game) string {
	if len(games) == 1 {
		return title(b, games[0])
	}
	return b.Name
}

func title(b *config.Board, g Game) string {
	if g.Name == "" {
		return b.Name
	}
	return b.Name + ": " + g.Name
}

// layerStyle is how a layer is coloured.
type layerStyle struct{ line, light, dark, town, water string }

var (
	looks = []layerStyle{{"#000", "#fff", "#d8d8d8", "#c8c8c8", "#cfe3f5"}}
	// layers are outlines, which leave those below to be seen.
	layers = []layerStyle{
		{"#000", "none", "none", "none", "none"}, {"#b00", "none", "none", "none", "none"}, {"#06c", "none", "none", "none", "none"},
		{"#080", "none", "none", "none", "none"}, {"#a5a", "none", "none", "none", "none"},
	}
)

// layer draws one game.
func (s *sheet) layer(g Game) {
	fmt.Fprintf(s, `<g class="layer" data-game="%s">`+"\n", escape(g.Name))
	shape := s.spots[0].shape
	switch {
	case shape == board.Cell:
		s.rings()
	case shape == board.Circle || !s.adjoin():
		s.circles()
	default:
		s.squares()
	}
	s.WriteString("</g>\n")
}

// adjoin reports whether the places of a board are far enough from one another
// for a square each, as wide as the least distance of two.
func (l *plan) adjoin() bool {
	for i, p := range l.spots {
		for _, q := range l.spots[:i] {
			if max(abs(p.X-q.X), abs(p.Y-q.Y)) < l.pitch*0.999 {
				return false
			}
		}
	}
	return true
}

func (s *sheet) squares() {
	for _, p := range s.spots {
		fill := s.look.light
		if p.dark {
			fill = s.look.dark
		}
		fmt.Fprintf(s, `<rect class="place" data-square="%s" x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="%s" stroke-width="0.3"/>`+"\n",
			escape(p.name), mm(p.sx-s.pitch/2), mm(p.sy-s.pitch/2), mm(s.pitch), mm(s.pitch), fill, s.look.line)
	}
	s.river()
	s.walls()
	for _, p := range s.spots {
		s.marked(p, s.pitch)
		s.name(p.sx-s.pitch*0.46, p.sy+s.pitch*0.46, s.pitch*0.09, p.name)
	}
}

// walls draws a thick line wherever a square has no way on to what lies beside it.
func (s *sheet) walls() {
	if len(s.near) == 0 {
		return
	}
	open := map[[2]int]bool{}
	for _, n := range s.near {
		open[n], open[[2]int{n[1], n[0]}] = true, true
	}
	half := s.pitch / 2
	for i, p := range s.spots {
		for _, d := range [][2]float64{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
			beside := s.at(p.sx+d[0]*s.pitch, p.sy+d[1]*s.pitch)
			if beside >= 0 && (open[[2]int{i, beside}] || beside < i) {
				continue
			}
			x, y := p.sx+d[0]*half, p.sy+d[1]*half
			s.line("wall", 1.2, x-d[1]*half, y-d[0]*half, x+d[1]*half, y+d[0]*half)
		}
	}
}

// at is the place that lies there, -1 if none does.
func (l *plan) at(x, y float64) int {
	for i, p := range l.spots {
		if abs(p.sx-x)+abs(p.sy-y) < l.pitch*0.1 {
			return i
		}
	}
	return -1
}

// brook is the width of a river, in squares, where its banks touch.
const brook = 0.1

// river draws the water between banks that face each other, and where a bridge
// may lie over it.
func (s *sheet) river() {
	for _, n := range s.banks {
		a, b := s.spots[n[0]], s.spots[n[1]]
		apart := abs(a.sx-b.sx) + abs(a.sy-b.sy) - s.pitch
		over := max(0, s.pitch*brook-apart) / 2 // what it takes of each bank
		apart += 2 * over
		x, y, w, h := min(a.sx, b.sx)-s.pitch/2, min(a.sy, b.sy)+s.pitch/2-over, s.pitch, apart
		bridge := []float64{0.3, 0, 0.3, 1, 0.7, 0, 0.7, 1}
		if abs(a.sy-b.sy) < 0.01 {
			x, y, w, h = min(a.sx, b.sx)+s.pitch/2-over, a.sy-s.pitch/2, apart, s.pitch
			bridge = []float64{0, 0.3, 1, 0.3, 0, 0.7, 1, 0.7}
		}
		fmt.Fprintf(s, `<rect class="water" x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", mm(x), mm(y), mm(w), mm(h), s.look.water)
		for i := 0; i < len(bridge); i += 4 {
			s.line("bridge", 0.3, x+bridge[i]*w, y+bridge[i+1]*h, x+bridge[i+2]*w, y+bridge[i+3]*h)
		}
	}
}

// round is how much of the pitch a round place takes.
const round = 0.72

func (s *sheet) circles() {
	for _, n := range s.near {
		a, b := s.spots[n[0]], s.spots[n[1]]
		dx, dy := b.sx-a.sx, b.sy-a.sy
		k := s.pitch * round / 2 / math.Hypot(dx, dy) // from circle to circle
		s.line("line", 0.5, a.sx+k*dx, a.sy+k*dy, b.sx-k*dx, b.sy-k*dy)
	}
	for _, p := range s.spots {
		s.circle("place", p, p.sx, p.sy, s.pitch*round, fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="0.4"`, s.look.light, s.look.line))
		s.marked(p, s.pitch*round)
		s.text("name", p.sx, p.sy+s.pitch*round*0.45, s.pitch*0.07, p.name)
	}
}

// line draws through points, x and y in turn.
func (s *sheet) line(class string, width float64, points ...float64) {
	fmt.Fprintf(s, `<path class="%s" d="M%s %s`, class, mm(points[0]), mm(points[1]))
	for i := 2; i+1 < len(points); i += 2 {
		fmt.Fprintf(s, " L%s %s", mm(points[i]), mm(points[i+1]))
	}
	fmt.Fprintf(s, `" fill="none" stroke="%s" stroke-width="%s"/>`+"\n", s.look.line, mm(width))
}
