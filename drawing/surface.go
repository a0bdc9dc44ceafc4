package drawing

import (
	"fmt"
	"math"

	"reeve/config"
)

// Surface draws the playing surface at its true size: squares where places lie in
// files and ranks, else round places with the lines between neighbours. It wraps
// config.ErrCarry if the board lacks squares of the game.
func Surface(b *config.Board, g Game) ([]byte, error) {
	s, err := newSheet(b, g)
	if err != nil {
		return nil, err
	}
	s.open(title(b, g))
	if s.square() {
		s.squares()
	} else {
		s.rounds()
	}
	return s.close(), nil
}

func title(b *config.Board, g Game) string {
	if g.Name == "" {
		return b.Name
	}
	return b.Name + ": " + g.Name
}

func (s *sheet) squares() {
	for _, p := range s.spots {
		fill := "#fff"
		if int(math.Floor(p.X/s.pitch)+math.Floor(p.Y/s.pitch))%2 == 0 {
			fill = "#e4e4e4"
		}
		fmt.Fprintf(s, `<rect class="place" data-square="%s" x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="#000" stroke-width="0.3"/>`+"\n",
			escape(p.name), mm(p.sx-s.pitch/2), mm(p.sy-s.pitch/2), mm(s.pitch), mm(s.pitch), fill)
		if len(p.marks) > 0 {
			inner := s.pitch * 0.92
			fmt.Fprintf(s, `<rect class="mark" x="%s" y="%s" width="%s" height="%s" fill="none" stroke="#000" stroke-width="0.5"/>`+"\n",
				mm(p.sx-inner/2), mm(p.sy-inner/2), mm(inner), mm(inner))
		}
		s.name(p.sx-s.pitch*0.42, p.sy+s.pitch*0.42, s.pitch*0.13, p.name)
	}
}

// round is how much of the pitch a round place takes.
const round = 0.72

func (s *sheet) rounds() {
	for _, n := range s.near {
		a, b := s.spots[n[0]], s.spots[n[1]]
		fmt.Fprintf(s, `<path class="line" d="M%s %s L%s %s" stroke="#000" stroke-width="0.5"/>`+"\n", mm(a.sx), mm(a.sy), mm(b.sx), mm(b.sy))
	}
	for _, p := range s.spots {
		s.circle("place", p, p.sx, p.sy, s.pitch*round, `fill="#fff" stroke="#000" stroke-width="0.4"`)
		if len(p.marks) > 0 {
			s.circle("mark", p, p.sx, p.sy, s.pitch*round*0.86, `fill="none" stroke="#000" stroke-width="0.5"`)
		}
		s.text("name", p.sx, p.sy+s.pitch*0.05, s.pitch*0.15, p.name)
	}
}
