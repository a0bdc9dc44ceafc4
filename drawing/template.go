package drawing

import (
	"fmt"
	"math"

	"reeve/config"
)

// Template draws what is to be drilled, at its true size: a cross in the middle of
// each place, the hole of its reed with the reed's axis and the channel, the holes of
// its LEDs with their numbers. It wraps config.ErrCarry if the board lacks squares of the game.
func Template(b *config.Board, g Game) ([]byte, error) {
	s, err := newSheet(b, g)
	if err != nil {
		return nil, err
	}
	s.open(title(b, g) + ", drill template")
	s.text("legend", s.board.Width/2, -2, 4, "red: reeds with how they lie, and their channels; blue: LEDs and their numbers")
	if s.meet() {
		s.text("warning", s.board.Width/2, s.board.Height+18, 4, "WARNING: holes of reeds and LEDs meet; change drill in the board file")
	}
	for _, p := range s.spots {
		s.cross(p)
		s.reed(p)
		for i := range p.LEDs {
			if !p.Edge {
				s.led(p, p.sx+s.beside(i, len(p.LEDs)), p.sy-s.board.Drill.LEDY, i)
			}
		}
		s.name(p.sx-s.pitch*0.42, p.sy-s.pitch*0.34, s.pitch*0.12, p.name)
	}
	for _, p := range edgesOf(b) {
		s.led(p, p.sx, p.sy, 0)
	}
	return s.close(), nil
}

const (
	holeStyle = `fill="none" stroke="#c00" stroke-width="0.2"`
	lampStyle = `fill="none" stroke="#00c" stroke-width="0.2"`
	dot       = 0.4  // millimetres: where the drill is set
	glass     = 14.0 // millimetres: a usual reed without its wires
)

func (s *sheet) cross(p spot) {
	arm := s.pitch * 0.12
	fmt.Fprintf(s, `<path class="cross" data-square="%s" d="M%s %s h%s M%s %s v%s" stroke="#888" stroke-width="0.15"/>`+"\n",
		escape(p.name), mm(p.sx-arm), mm(p.sy), mm(2*arm), mm(p.sx), mm(p.sy-arm), mm(2*arm))
}

func (s *sheet) reed(p spot) {
	d := s.board.Drill
	x, y := p.sx+d.ReedX, p.sy-d.ReedY
	s.circle("reed", p, x, y, d.Reed, holeStyle)
	s.circle("dot", p, x, y, dot, `fill="#c00"`)
	if aside := math.Hypot(d.ReedX, d.ReedY); aside > 0 { // right under the middle no axis is better than another
		dx, dy := glass/2*d.ReedX/aside, -glass/2*d.ReedY/aside
		fmt.Fprintf(s, `<line class="axis" data-square="%s" x1="%s" y1="%s" x2="%s" y2="%s" %s/>`+"\n",
			escape(p.name), mm(x-dx), mm(y-dy), mm(x+dx), mm(y+dy), holeStyle)
	}
	s.text("channel", x, y+d.Reed/2+s.pitch*0.1, s.pitch*0.09, s.end(p.Driver, p.Channel, func(d config.Driver) bool { return d.Channels > 0 }))
}

// beside is how far right of a place's middle LED i of n lies.
func (l *plan) beside(i, n int) float64 {
	return l.board.Drill.LEDX + (float64(i)-float64(n-1)/2)*l.board.Drill.LEDPitch
}

// meet reports whether the holes of some place run into one another.
func (l *plan) meet() bool {
	d := l.board.Drill
	for _, p := range l.spots {
		for i := range p.LEDs {
			if p.Edge {
				continue
			}
			x := l.beside(i, len(p.LEDs))
			if math.Hypot(x-d.ReedX, d.LEDY-d.ReedY) <= (d.Reed+d.LED)/2 || i > 0 && d.LEDPitch <= d.LED {
				return true
			}
		}
	}
	return false
}

// led draws the hole of LED i of a place, where that is on the sheet.
func (s *sheet) led(p spot, x, y float64, i int) {
	d := s.board.Drill
	s.circle("led", p, x, y, d.LED, lampStyle)
	s.circle("dot", p, x, y, dot, `fill="#00c"`)
	s.text("lamp", x, y-d.LED/2-s.pitch*0.03, s.pitch*0.09, s.end(p.LEDDriver, p.LEDs[i], func(d config.Driver) bool { return d.LEDs > 0 }))
}

// end is a channel or LED as the template calls it: with its driver where there
// are several.
func (l *plan) end(driver, number int, has func(config.Driver) bool) string {
	n := 0
	for _, d := range l.board.Drivers {
		if has(d) {
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s %d", l.board.Drivers[driver].Name, number)
	}
	return fmt.Sprint(number)
}
