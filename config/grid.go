package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// orders are the ways a wire can run through a grid: by them the squares of a
// grid are numbered.
var orders = map[string]numbering{
	"rows":               func(f, r, files, _ int) int { return r*files + f },
	"rows-serpentine":    func(f, r, files, _ int) int { return r*files + there(f, r, files) },
	"columns":            func(f, r, _, ranks int) int { return f*ranks + r },
	"columns-serpentine": func(f, r, _, ranks int) int { return f*ranks + there(r, f, ranks) },
}

// there is i counted back in every second line.
func there(i, line, length int) int {
	if line%2 == 1 {
		return length - 1 - i
	}
	return i
}

// gridEntry is a grid as it is read.
type gridEntry struct {
	entry
	gridFile
	firstRank int
	b         *builder
}

// grid adds the squares of a grid.
func (b *builder) grid(i int) {
	g := &gridEntry{b: b, gridFile: b.file.Grids[i], entry: entry{b.faults, fmt.Sprintf("grids[%d]", i)}, firstRank: 1}
	sound := g.within(".files", g.Files, 1, 26)
	sound = g.within(".ranks", g.Ranks, 1, 99) && sound
	switch {
	case g.Pitch == 0:
		b.missing(g.at+".pitch_mm", "give the distance from square to square")
	case g.Pitch < 0:
		g.add(".pitch_mm", "%s is out of range; more than 0 is wanted", mm(g.Pitch))
	}
	sound = g.Pitch > 0 && sound
	if g.First == "" {
		g.First = "a"
	}
	if len(g.First) != 1 || !placeName.MatchString(g.First) || g.First[0]&31 > 27-byte(max(g.Files, 1)) {
		g.add(".first", "%q is not the letter of the first of %d files", g.First, g.Files)
		sound = false
	}
	if g.FirstRank != nil {
		g.firstRank = *g.FirstRank
		sound = g.within(".first_rank", g.firstRank, 0, 99) && sound
	}
	sound = g.within(".first_channel", g.FirstChannel, 0, 1023) && sound
	sound = g.within(".first_led", g.FirstLED, 0, 4095) && sound
	channels, wired := g.order(".channels", g.Channels, g.ChannelsFrom)
	way := g.LEDs
	if way == edges {
		way = "" // of which only the corner counts
		sound = g.within(".leds_per_square", g.LEDsPerSquare, 0, 1) && sound
	}
	leds, lit := g.order(".leds", way, g.LEDsFrom)
	if per := &g.LEDsPerSquare; *per == 0 {
		*per = 1
	}
	if !g.within(".leds_per_square", g.LEDsPerSquare, 1, 64) || !sound || !wired || !lit {
		return
	}
	g.fill(channels, leds)
}

// corners are where a wire can begin: whether that is right, and up.
var corners = map[string][2]bool{
	"lower-left": {}, "lower-right": {true, false}, "upper-left": {false, true}, "upper-right": {true, true},
}

// numbering is the number of a square in the order of a wire.
type numbering func(file, rank, files, ranks int) int

// order returns the numbering of a wire that begins in a corner.
func (g *gridEntry) order(key, name, from string) (numbering, bool) {
	if name == "" {
		name = "rows"
	}
	if from == "" {
		from = "lower-left"
	}
	order, known := orders[name]
	if !known {
		g.add(key, "unknown order %q; there are %s, and of leds %s", name, strings.Join(slices.Sorted(maps.Keys(orders)), ", "), edges)
	}
	corner, placed := corners[from]
	if !placed {
		g.add(key+"_from", "unknown corner %q; there are %s", from, strings.Join(slices.Sorted(maps.Keys(corners)), ", "))
	}
	return order.from(corner), known && placed
}

// from turns a numbering so that it begins in that corner.
func (n numbering) from(corner [2]bool) numbering {
	return func(f, r, files, ranks int) int {
		if corner[0] {
			f = files - 1 - f
		}
		if corner[1] {
			r = ranks - 1 - r
		}
		return n(f, r, files, ranks)
	}
}

// fill adds the squares of a sound grid. A square left out is not counted by
// the wires either.
func (g *gridEntry) fill(channels, leds numbering) {
	b := g.b
	feeler, shiner := b.chosen(g.at+".driver", g.Driver, feels), b.chosen(g.at+".led_driver", g.LEDDriver, shines)
	left := map[string]bool{}
	for _, name := range g.Omit {
		left[name] = true
	}
	n := g.Files * g.Ranks
	places, byChannel, byLED := make([]int, n), make([]int, n), make([]int, n)
	for i := range n {
		f, r := i%g.Files, i/g.Files
		name := string(g.First[0]+byte(f)) + strconv.Itoa(g.firstRank+r)
		places[i] = -1
		if left[name] {
			delete(left, name)
		} else if _, twice := b.index[name]; twice {
			g.add("", "square %s is in another grid, too; set first or first_rank", name)
		} else {
			x, y := g.X+(float64(f)+0.5)*g.Pitch, g.Y+(float64(r)+0.5)*g.Pitch
			places[i] = b.place(Place{Name: name, X: x, Y: y, Driver: feeler, LEDDriver: shiner}, g.at)
		}
		byChannel[channels(f, r, g.Files, g.Ranks)] = places[i]
		byLED[leds(f, r, g.Files, g.Ranks)] = places[i]
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		g.add(".omit", "the grid has no square %s", name)
	}
	laid := layout{index: len(b.board.layouts), files: g.Files, ranks: g.Ranks}
	for _, i := range places {
		name := ""
		if i >= 0 {
			name = b.board.Places[i].Name
		}
		laid.names = append(laid.names, name)
	}
	b.board.layouts = append(b.board.layouts, laid)
	g.number(byChannel, byLED)
	if g.LEDs == edges {
		g.edge(places)
	}
}

// edges is what `leds` says of a grid whose light is at its edge: an LED for each file, and then one for each rank.
const edges = "edges"

// outside is how far from its grid an LED at the edge lies, in millimetres.
const outside = 8

// edge gives each place of a grid the LED of its file and that of its rank. They lie along the two edges that meet in
// the corner leds_from, as one strip around it: the files' up to the corner, and the ranks' from there on.
func (g *gridEntry) edge(places []int) {
	b := g.b
	shiner := b.chosen("", g.LEDDriver, shines) // one that is not there has been told
	if shiner < 0 {
		return
	}
	corner := corners[g.LEDsFrom] // none is the lower left one
	x, y := g.X-outside, g.Y-outside
	file := func(f int) int { return g.FirstLED + g.Files - 1 - f }
	rank := func(r int) int { return g.FirstLED + g.Files + r }
	if corner[0] {
		x = g.X + float64(g.Files)*g.Pitch + outside
		file = func(f int) int { return g.FirstLED + f }
	}
	if corner[1] {
		y = g.Y + float64(g.Ranks)*g.Pitch + outside
		rank = func(r int) int { return g.FirstLED + g.Files + g.Ranks - 1 - r }
	}
	if x < 0 || x > b.board.Width || y < 0 || y > b.board.Height {
		g.add(".leds", "the LEDs at the edge lie %d mm outside the grid, off the surface; leave them a border (surface, x_mm, y_mm)", outside)
	}
	for f := range g.Files {
		b.board.Edges = append(b.board.Edges, EdgeLED{string(g.First[0] + byte(f)), g.X + (float64(f)+0.5)*g.Pitch, y, shiner, file(f)})
	}
	for r := range g.Ranks {
		b.board.Edges = append(b.board.Edges, EdgeLED{strconv.Itoa(g.firstRank + r), x, g.Y + (float64(r)+0.5)*g.Pitch, shiner, rank(r)})
	}
	for i, place := range places {
		if place >= 0 {
			p := &b.board.Places[place]
			p.LEDs, p.Edge = []int{file(i % g.Files), rank(i / g.Files)}, true
		}
	}
}

// number gives the places their channels and LEDs in the order of the wires.
func (g *gridEntry) number(byChannel, byLED []int) {
	channel, led := g.FirstChannel, g.FirstLED
	for _, i := range byChannel {
		if i >= 0 {
			g.b.board.Places[i].Channel = channel
			channel++
		}
	}
	for _, i := range byLED {
		if i < 0 || g.b.board.Places[i].LEDDriver < 0 {
			continue
		}
		for range g.LEDsPerSquare {
			g.b.board.Places[i].LEDs = append(g.b.board.Places[i].LEDs, led)
			led++
		}
	}
}
