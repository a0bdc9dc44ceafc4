package drawing

import (
	"fmt"
	"math"
	"slices"

	"reeve/config"
)

// series is what stands in a strip's data and clock lines.
const series = "330 Ω"

// litPlace is an LED and the place that it lights.
type litPlace struct {
	led  int
	spot spot
}

// strip is the LEDs of a driver and what feeds them.
type strip struct {
	config.Driver
	chip  *controller // nil for the Raspberry Pi
	spots []spot      // all there are
	lamps []litPlace  // those that it lights, in their order on the wire
	power power
}

func newStrip(w *wiring, driver int, chip *controller, limit int) *strip {
	s := &strip{Driver: w.board.Drivers[driver], chip: chip, spots: w.spots}
	for _, p := range w.spots {
		if p.LEDDriver == driver && !p.Edge {
			for _, led := range p.LEDs {
				s.lamps = append(s.lamps, litPlace{led, p})
			}
		}
	}
	for _, p := range edgesOf(w.board) {
		if p.LEDDriver == driver {
			s.lamps = append(s.lamps, litPlace{p.LEDs[0], p})
		}
	}
	slices.SortFunc(s.lamps, func(a, b litPlace) int { return a.led - b.led })
	s.power = powerOf(s.Driver, w.board.Limits(limit)[driver], way(s.lamps))
	return s
}

// edgesOf returns the LEDs at the edge of a board as if each were a place of its own.
func edgesOf(b *config.Board) (list []spot) {
	for _, e := range b.Edges {
		p := config.Place{Name: e.Name, X: e.X, Y: e.Y, Driver: -1, LEDDriver: e.Driver, LEDs: []int{e.LED}}
		list = append(list, spot{Place: p, name: e.Name, sx: e.X, sy: b.Height - e.Y})
	}
	return list
}

// way is how long the wire through the places of a driver's LEDs is, in metres.
func way(lamps []litPlace) (metres float64) {
	for i := 1; i < len(lamps); i++ {
		a, b := lamps[i-1].spot, lamps[i].spot
		metres += math.Hypot(a.X-b.X, a.Y-b.Y) / 1000
	}
	return metres
}

// clocked reports whether a driver's LEDs have a clock line.
func (s *strip) clocked() bool {
	return s.Kind == "apa102" || s.chip != nil && s.chip.clock != ""
}

// blocks are those of the LEDs: what shifts their level, what feeds
// them, and where each lies.
func (s *strip) blocks() (list []block) {
	if s.shifted() {
		list = append(list, drawnChip{s.Name + ": 74AHCT125, level shifter", ahct125Pins, s.shifterLeads()}.block())
	}
	return append(list, s.feeding(), s.feedNotes(), s.places())
}

// shifted reports whether 3.3 V logic drives a driver's LEDs, so that their data needs a level shifter.
func (s *strip) shifted() bool {
	return s.chip == nil || s.chip.fine
}

// shifterLeads says what hangs on each pin of the level shifter: a gate for the
// data, one for a clock; what is not used is held low.
func (s *strip) shifterLeads() map[string]lead {
	data, clock := s.told()
	leads := map[string]lead{
		"/1OE": {net: "GND"}, "1A": {net: data}, "1Y": {net: series + ", LED data"},
		"/2OE": {net: "GND"}, "2A": {net: "GND"}, "/3OE": {net: "GND"}, "3A": {net: "GND"}, "/4OE": {net: "GND"}, "4A": {net: "GND"},
		"GND": {net: "GND"}, "VCC": {net: "5 V of the LEDs"},
	}
	if s.clocked() {
		leads["2A"], leads["2Y"] = lead{net: clock}, lead{net: series + ", LED clock"}
	}
	return leads
}

// told are the pins that say what a driver's LEDs show.
func (s *strip) told() (data, clock string) {
	if c := s.chip; c != nil {
		return "pin " + c.data, "pin " + c.clock
	}
	b := busOf(s.Driver)
	return b.at(b.dataName, b.data), b.at(b.ckName, b.clock)
}

// source is where a driver's LED signals come from.
func (s *strip) source() (data, clock string) {
	if s.shifted() {
		return "data, 1Y", "clock, 2Y"
	}
	data, clock = s.told()
	return "data, " + data, "clock, " + clock
}

// Sizes of the drawing of a strip.
const (
	ledWide  = 15.0
	ledHigh  = 11.0
	ledSpace = 7.0
)

// boxes are the LEDs that are drawn: those beside the feeds; -1 is a gap.
func boxes(p power, leds int) (list []int) {
	for _, f := range p.feeds {
		for _, i := range []int{f - 1, f, f + 1} {
			if i < 0 || i >= leds || slices.Contains(list, i) || (i == f+1 && f > 0) {
				continue
			}
			if n := len(list); n > 0 && list[n-1] != i-1 {
				list = append(list, -1)
			}
			list = append(list, i)
		}
	}
	if last := latest(list); last < leds-1 {
		if last < leds-2 {
			list = append(list, -1)
		}
		list = append(list, leds-1)
	}
	return list
}

// latest is the last LED drawn so far, -1 for none.
func latest(list []int) int {
	if len(list) == 0 {
		return -1
	}
	return list[len(list)-1]
}

// feeding draws the supply, the fuse, and the strip with its feeds.
func (s *strip) feeding() block {
	f := s.power
	shown := boxes(f, s.LEDs)
	const left = 72.0
	name := fmt.Sprintf("%s: %d LEDs and what feeds them", s.Name, s.LEDs)
	width := max(left+float64(len(shown))*(ledWide+ledSpace)+8, wide(name, caption))
	return block{width, 51, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, name)
		y += caption + 3
		strip := ledRow{x: x + left, top: y + 14, shown: shown, leds: s.LEDs, clocked: s.clocked()}
		p.supply(x, y, f)
		ends := strip.draw(p, f)
		p.wire("warm", x+49, y+8, ends[len(ends)-1], y+8)
		p.wire("cool", x+26, y+39, ends[len(ends)-1], y+39)
		for i, at := range ends {
			p.wire("warm", at, y+8, at, strip.top)
			p.wire("cool", at, strip.top+ledHigh+6, at, y+39)
			p.joint(at, strip.top)
			p.joint(at, strip.top+ledHigh+6)
			p.anchored("middle", "feed", at, y+6, letter, fmt.Sprintf("feed %d, 1000 µF", i+1))
		}
		data, clock := s.source()
		strip.entry(p, x+34, strip.dataLine(), data)
		if strip.clocked {
			strip.entry(p, x+34, strip.dataLine()+5, clock)
		}
		p.text("net", x+29, y+43, letter, "joined with the GND of the "+s.host())
	}}
}

// host is what speaks to a driver's LEDs.
func (s *strip) host() string {
	if s.chip != nil {
		return "controller"
	}
	return "Pi"
}

// supply draws the LEDs' supply and their fuse.
func (p *pen) supply(x, y float64, f power) {
	p.box("body", x, y+3, 26, 40)
	p.text("value", x+2, y+9, letter, "+5 V")
	p.text("value", x+2, y+22, letter, "supply")
	p.text("value", x+2, y+26, letter, atLeast(f.supply))
	p.text("value", x+2, y+40, letter, "0 V")
	p.wire("warm", x+26, y+8, x+36, y+8)
	p.box("wire", x+36, y+6.8, 10, 2.4)
	p.wire("warm", x+36, y+8, x+49, y+8)
	p.anchored("middle", "value", x+41, y+5, letter, "fuse "+amperes(f.fuse)+", T")
}

// atLeast is what a supply must give; none that is sold gives so much if it is 0.
func atLeast(ma int) string {
	if ma == 0 {
		return "one a feed"
	}
	return amperes(ma) + " or more"
}

// amperes writes mA as people do; 0 is more than one part that is sold can carry.
func amperes(ma int) string {
	if ma == 0 {
		return "one a feed"
	}
	return fmt.Sprintf("%g A", float64(ma)/1000)
}

// ledRow is the strip as it is drawn.
type ledRow struct {
	x, top  float64 // where the first LED begins; the strip's own 5 V
	shown   []int
	leds    int
	clocked bool
}

func (r ledRow) dataLine() float64 { return r.top + 3 + 3.5 }

// draw draws the LEDs, and returns where each feed meets them.
func (r ledRow) draw(p *pen, f power) (feeds []float64) {
	const step = ledWide + ledSpace
	bottom := r.top + ledHigh + 6
	end := r.x + float64(len(r.shown))*step - ledSpace
	p.wire("warm", r.x-3.5, r.top, end+3.5, r.top)
	p.wire("cool", r.x-3.5, bottom, end+3.5, bottom)
	for i, led := range r.shown {
		x := r.x + float64(i)*step
		if led < 0 {
			p.anchored("middle", "gap", x+ledWide/2, r.top+3+ledHigh/2+0.8, letter, "and so on")
			continue
		}
		p.box("body", x, r.top+3, ledWide, ledHigh)
		p.anchored("middle", "led", x+ledWide/2, r.top+3+ledHigh/2+0.8, letter, fmt.Sprintf("LED %d", led))
		p.wire("warm", x+ledWide/2, r.top, x+ledWide/2, r.top+3)
		p.wire("cool", x+ledWide/2, r.top+3+ledHigh, x+ledWide/2, bottom)
		if led < r.leds-1 {
			r.onward(p, x+ledWide)
		}
		if slices.Contains(f.feeds, led) {
			feeds = append(feeds, x-3.5)
		}
	}
	if f.feeds[len(f.feeds)-1] == r.leds {
		feeds = append(feeds, end+3.5)
	}
	return feeds
}

// onward draws the data, and the clock, to the next LED.
func (r ledRow) onward(p *pen, x float64) {
	p.wire("wire", x, r.dataLine(), x+ledSpace, r.dataLine())
	if r.clocked {
		p.wire("wire", x, r.dataLine()+5, x+ledSpace, r.dataLine()+5)
	}
}

// entry draws a line into the first LED, with its resistor.
func (r ledRow) entry(p *pen, x, y float64, name string) {
	p.anchored("end", "net", x+17, y+letter*0.35, letter, name)
	p.resistor(x+18, y)
	p.wire("wire", x+26, y, r.x, y)
}

// feedNotes says in words how the LEDs are fed.
func (s *strip) feedNotes() block {
	f := s.power
	section := fmt.Sprintf("%g mm²", f.section)
	if f.section == 0 {
		section = "6 mm² or more"
	}
	lines := []string{
		fmt.Sprintf("At full all would draw %s; the program keeps them to %s.", amperes(f.full), amperes(f.limit)),
		fmt.Sprintf("Each feed is a pair of %s, at most %g m long, with 1000 µF, 10 V across its end.", section, feedLength),
		fmt.Sprintf("Along the strip a pair of %g mm² runs for its %.1f m.", railSection, f.rail),
		fmt.Sprintf("Data%s through %s, close to the first LED.", map[bool]string{true: " and clock"}[s.clocked()], series),
		"The 5 V of the LEDs and those of the Raspberry Pi are never joined; the grounds are.",
	}
	for i, at := range f.feeds {
		where := fmt.Sprintf("before LED %d", at)
		if at == s.LEDs {
			where = "after the last LED"
		}
		lines = append(lines, fmt.Sprintf("Feed %d: %s.", i+1, where))
	}
	return notes(s.Name+": power", 110, lines)
}

// places draws where each LED lies, from above, and the wire through them.
func (s *strip) places() block {
	const apart = 8.8
	scale, least := 1.0, math.Inf(1)
	for i, p := range s.spots {
		for _, q := range s.spots[:i] {
			least = min(least, math.Hypot(p.X-q.X, p.Y-q.Y))
		}
	}
	if !math.IsInf(least, 1) {
		scale = apart / least
	}
	name := s.Name + ": which LED lies where, from above"
	var under []spot
	for _, l := range s.lamps {
		under = append(under, l.spot)
	}
	box := bounds(under)
	width := max((box.x2-box.x1)*scale+apart, wide(name, caption))
	return block{width, caption + 3 + (box.y2-box.y1)*scale + apart, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, name)
		at := func(s spot) (float64, float64) {
			return x + (s.sx-box.x1)*scale + apart/2, y + caption + 3 + (s.sy-box.y1)*scale + apart/2
		}
		var points []float64
		for _, l := range s.lamps {
			px, py := at(l.spot)
			points = append(points, px, py)
		}
		p.wire("way warm", points...)
		for i, s := range under {
			if i == 0 || under[i-1].name != s.name {
				px, py := at(s)
				p.place(px, py, s)
			}
		}
	}}
}

// place draws one place with its LEDs.
func (p *pen) place(x, y float64, s spot) {
	fmt.Fprintf(p, `<circle class="place" data-square="%s" cx="%s" cy="%s" r="3.7"/>`+"\n", escape(s.name), mm(x), mm(y))
	p.anchored("middle", "name", x, y-0.3, letter, s.name)
	numbers := fmt.Sprint(s.LEDs[0])
	if n := len(s.LEDs); n > 1 {
		numbers = fmt.Sprintf("%d–%d", s.LEDs[0], s.LEDs[n-1])
	}
	p.anchored("middle", "lamp", x, y+2.1, min(1.9, 6.6/wide(numbers, 1)), numbers)
}

// extent is a rectangle of the surface, downwards.
type extent struct{ x1, y1, x2, y2 float64 }

func bounds(spots []spot) extent {
	e := extent{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, s := range spots {
		e = extent{min(e.x1, s.sx), min(e.y1, s.sy), max(e.x2, s.sx), max(e.y2, s.sy)}
	}
	return e
}
