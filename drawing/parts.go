package drawing

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"

	"reeve/config"
)

// part is a row of a list of parts.
type part struct {
	quantity int
	unit     string // "" for pieces
	what     string
	why      string
}

// list is a list of parts; what is added twice is counted together.
type list struct{ parts []part }

func (l *list) add(quantity int, what, why string) { l.measured(quantity, "", what, why) }

func (l *list) measured(quantity int, unit, what, why string) {
	if quantity <= 0 {
		return
	}
	for i := range l.parts {
		if p := &l.parts[i]; p.what == what && p.why == why {
			p.quantity += quantity
			return
		}
	}
	l.parts = append(l.parts, part{quantity, unit, what, why})
}

// Parts lists what a board is built of, as Markdown: each part with its quantity,
// and what the LEDs draw. With a game only its squares and pieces are counted. It
// wraps config.ErrCarry if the board lacks squares of the game, and ErrController.
func Parts(b *config.Board, g Game, o Options) ([]byte, error) {
	w, err := newWiring(b, g, o)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "Parts of %s, %d places:\n\n| quantity | part | for |\n|---:|---|---|\n", title(b, g), len(w.spots))
	for _, p := range w.parts(g.Name, o.Pieces) {
		quantity := fmt.Sprint(p.quantity)
		if p.unit != "" {
			quantity += " " + p.unit
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", quantity, p.what, p.why)
	}
	w.powers(&out)
	return out.Bytes(), nil
}

// parts counts everything, in the order in which one builds.
func (w *wiring) parts(game string, pieces map[string]int) []part {
	var l list
	w.magnets(&l, game, pieces)
	for _, d := range w.drivers {
		d.sensors(&l, w.board.Width)
	}
	for _, d := range w.drivers {
		d.electronics(&l)
	}
	for _, d := range w.drivers {
		if d.strip != nil {
			d.strip.parts(&l)
		}
	}
	if slices.ContainsFunc(w.board.Drivers, func(d config.Driver) bool { return d.Kind != "sim" }) {
		l.add(1, "Raspberry Pi with a supply of its own and a microSD card", "the program")
	}
	if len(w.uses()) > 0 {
		l.add(1, "40-pole socket with a ribbon cable", "the Pi's header")
	}
	return l.parts
}

// soldered reports whether contacts of a driver are soldered by who builds.
func soldered(d config.Driver) bool { return d.Channels > 0 && d.Kind != "sim" && !d.Bought() }

// lights reports whether LEDs of a driver are soldered by who builds.
func lights(d config.Driver) bool { return d.LEDs > 0 && d.Kind != "sim" && !d.Bought() }

// bought are the boards from shops.
var bought = map[string]string{"dgt": "DGT board", "certabo": "Certabo board", "sentio": "Tabutronic Sentio board", "chessnut": "Chessnut Air or Pro board", "chesslink": "Millennium ChessLink board"}

// magnets counts one for each piece of the sets.
func (w *wiring) magnets(l *list, game string, pieces map[string]int) {
	if !slices.ContainsFunc(w.board.Drivers, soldered) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(pieces)) {
		if slices.Contains(w.board.Games(), name) && (game == "" || game == name) {
			l.add(pieces[name], "disc magnet", "the pieces of "+name)
		}
	}
}

// stride is how many wires of a driver's matrix are read, and how many of its
// channels are in the matrix.
func (d *driverWiring) stride() (stride, channels int) {
	if c := d.chip; c != nil && len(c.columns) == 0 {
		return 1, 0
	} else if c != nil {
		return len(c.rows), d.Channels
	}
	return len(d.Columns), len(d.Rows) * len(d.Columns)
}

func (d *driverWiring) sensors(l *list, width float64) {
	if d.Bought() {
		l.add(1, bought[d.Kind]+" with its cable and its pieces", "contacts, driver "+d.Name)
	}
	if !soldered(d.Driver) {
		return
	}
	reeds, buttons, diodes := 0, len(d.buttons), 0
	_, crossed := d.stride()
	for channel, c := range d.contacts {
		if c.pressed {
			buttons++
		} else {
			reeds++
		}
		if channel < crossed {
			diodes++
		}
	}
	if c := d.chip; c != nil && c.hall {
		l.add(reeds, "linear Hall sensor 49E, for 3.3 V, three legs", "the places")
		l.add((reeds+7)/8, bypass, "eight sensors each")
	} else {
		l.add(reeds, "reed switch, normally open, 10 to 20 AT", "the places")
	}
	l.add(diodes, "diode 1N4148", "the matrix")
	l.add(buttons, "push-button, normally open", "the buttons")
	l.measured(int(up(d.signal(width)*1.2, 5)), "m", "wire 0.14 mm²", "the contacts, a fifth more than measured")
}

// signal is how much wire the contacts of a driver take, in metres: along each
// wire of its matrix, and from the middle of the near edge, where the electronics
// are, to its beginning; of contacts with a wire each that wire, and ground from
// one to the next, as the supply of those that need one.
func (d *driverWiring) signal(width float64) (metres float64) {
	stride, crossed := d.stride()
	lines := map[[2]int][]spot{}
	home := func(s spot) float64 { return (math.Abs(s.X-width/2) + s.Y) / 1000 }
	for _, s := range d.spots {
		if s.Channel < crossed {
			row, column := [2]int{0, s.Channel / stride}, [2]int{1, s.Channel % stride}
			lines[row], lines[column] = append(lines[row], s), append(lines[column], s)
			continue
		}
		ground, supply := [2]int{2, 0}, [2]int{2, 1}
		lines[ground] = append(lines[ground], s)
		if d.Hall {
			lines[supply] = append(lines[supply], s)
		}
		metres += home(s)
	}
	for _, line := range lines {
		metres += home(line[0])
		for i, s := range line[1:] {
			metres += math.Hypot(s.X-line[i].X, s.Y-line[i].Y) / 1000
		}
	}
	return metres
}

const bypass = "capacitor 100 nF, ceramic"

// electronics are the chips of a driver and what they need.
func (d *driverWiring) electronics(l *list) {
	for _, e := range d.Expanders {
		l.add(1, expanderModels[e.Model].title, "the contacts")
		l.add(1, bypass, "a chip each")
	}
	l.add(d.Registers, "74HC165", "the contacts")
	l.add(d.Registers, bypass, "a chip each")
	if d.Kind == "hc165" {
		l.add(len(d.contacts), "resistor 10 kΩ", "an input each")
		if d.Load < 0 {
			l.add(1, "74HC04", "chip enable to SH/LD")
			l.add(1, bypass, "a chip each")
		}
	}
	if d.Kind == "gpio" {
		l.add(len(d.Rows), "resistor "+rowResistor, "a row each")
	}
	if d.chip != nil {
		controllerWiring{d}.parts(l)
	}
}

// parts are the controller and what it needs.
func (d controllerWiring) parts(l *list) {
	c := d.chip
	l.add(1, c.title, "driver "+d.Name)
	if c.hall {
		l.add(d.muxes(), muxTitle+", best on a carrier", "sixteen sensors each")
		l.add(d.muxes(), bypass, "a chip each")
	} else if c.fine && len(c.columns) > 0 {
		l.add(d.shifts(), shiftTitle, "eight columns each")
		l.add(d.shifts(), bypass, "a chip each")
		columns, _ := d.inUse(len(c.rows))
		l.add(columns, "resistor "+rowResistor, "a column each")
	}
	if !d.OnHeader() {
		l.add(1, "USB cable", "from the Pi to the controller")
	} else if !c.fine {
		l.add(1, "resistor "+dividerSeries, "the controller's TX to GPIO15")
		l.add(1, "resistor "+dividerGround, "GPIO15 to ground")
	}
}

// parts are the LEDs and what feeds them.
func (s *strip) parts(l *list) {
	p := s.power
	kind, poles := "WS2812B LED", 3
	lines := 1
	if s.clocked() {
		kind, poles, lines = "APA102 or SK9822 LED", 4, 2
	}
	l.add(s.LEDs, kind, "the lights")
	if s.shifted() {
		l.add(1, "74AHCT125", "3.3 V to 5 V for the LEDs")
		l.add(1, bypass, "a chip each")
	}
	l.add(lines, "resistor 330 Ω", "data and clock of the LEDs")
	l.add(len(p.feeds), "capacitor 1000 µF, 10 V", "a feed each")
	l.add(1, fmt.Sprintf("connector with %d poles", poles), "the LEDs' signals")
	l.add(1, "supply 5 V, "+atLeast(p.supply)+", with its socket", "the LEDs")
	l.add(1, "fuse "+amperes(p.fuse)+", slow, in a holder", "the LEDs' supply")
	l.measured(int(up(float64(len(p.feeds))*2*feedLength, 1)), "m", fmt.Sprintf("wire %g mm²", p.section), "feeds, both poles")
	l.measured(int(up(2*p.rail, 1)), "m", fmt.Sprintf("wire %g mm²", railSection), "along the LEDs, both poles")
	l.measured(int(up(float64(lines)*p.rail, 1)), "m", "wire 0.14 mm²", "from LED to LED")
}

// powers says what the LEDs of each driver draw.
func (w *wiring) powers(out *bytes.Buffer) {
	began := false
	for _, d := range w.drivers {
		if d.strip == nil {
			continue
		}
		if !began {
			out.WriteString("\n| LEDs | all at full | all dark | limit | fuse | supply | feeds | their wire |\n|---|---:|---:|---:|---:|---:|---:|---:|\n")
			began = true
		}
		p := d.strip.power
		fmt.Fprintf(out, "| %s: %d | %s | %s | %s | %s | %s | %d | %g mm² |\n", d.Name, d.LEDs,
			amperes(p.full), amperes(d.LEDs*darkLED), amperes(p.limit), amperes(p.fuse), amperes(p.supply), len(p.feeds), p.section)
	}
}
