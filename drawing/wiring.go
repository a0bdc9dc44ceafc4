package drawing

import (
	"errors"
	"fmt"
	"slices"

	"reeve/config"
)

// Options are what a diagram and a list of parts depend on beside the board file.
type Options struct {
	Controller string         // one of Controllers; "" is the smallest that has pins enough
	Limit      int            // mA that all LEDs may draw together; 0 is no limit
	Pieces     map[string]int // that the set of each game has; of Parts
}

// ErrController is the cause when no controller, or not the one named, can be
// behind a serial driver.
var ErrController = errors.New("drawing: no such controller")

// contact is what a channel feels: a square, or a button.
type contact struct {
	name    string // "" for nothing
	pressed bool   // it is a button
}

// driverWiring is a driver as it is soldered.
type driverWiring struct {
	config.Driver
	chip     *controller     // nil if it is not serial
	contacts map[int]contact // of each channel
	spots    []spot          // that it feels, by channel
	buttons  []config.Button // at pins of the controller for them
	prefix   string          // of names, where there are several drivers that feel
	strip    *strip          // nil unless its LEDs are soldered
}

// wiring is a board as it is soldered.
type wiring struct {
	board   *config.Board
	spots   []spot
	drivers []*driverWiring
}

// newWiring wraps config.ErrCarry and ErrController.
func newWiring(b *config.Board, g Game, o Options) (*wiring, error) {
	l, err := newPlan(b, g)
	if err != nil {
		return nil, err
	}
	w, feel := &wiring{board: b, spots: l.spots}, 0
	for i, d := range b.Drivers {
		each := &driverWiring{Driver: d, contacts: map[int]contact{}}
		each.join(i, l.spots, b.Buttons)
		if d.Kind == "serial" {
			if each.chip, err = controllerFor(d, each.pins(), o.Controller); err != nil {
				return nil, err
			}
		}
		if lights(d) {
			each.strip = newStrip(w, i, each.chip, o.Limit)
		}
		if d.Channels > 0 {
			feel++
		}
		w.drivers = append(w.drivers, each)
	}
	for _, d := range w.drivers {
		if feel > 1 {
			d.prefix = d.Name + " "
		}
	}
	return w, nil
}

// join notes what the driver of that number feels.
func (d *driverWiring) join(number int, spots []spot, buttons []config.Button) {
	for _, s := range spots {
		if s.Driver == number {
			d.contacts[s.Channel] = contact{name: s.name}
			d.spots = append(d.spots, s)
		}
	}
	slices.SortStableFunc(d.spots, func(a, b spot) int { return a.Channel - b.Channel })
	for _, b := range buttons {
		if b.Driver != number {
			continue
		}
		if b.Channel >= 0 {
			d.contacts[b.Channel] = contact{buttonName(b), true}
		}
		if b.Number >= 0 {
			d.buttons = append(d.buttons, b)
		}
	}
}

// pins is how many pins for buttons a controller must have.
func (d *driverWiring) pins() (n int) {
	for _, b := range d.buttons {
		n = max(n, b.Number+1)
	}
	return n
}

func buttonName(b config.Button) string {
	if b.Seat != "" {
		return b.Name + " " + b.Seat
	}
	return b.Name
}

// Wiring draws how a board is wired: the pins of the Raspberry Pi, every contact
// with its diode, chips with their pins and addresses, and the LEDs with what
// feeds them. It is drawn for the smallest paper that it fits on. It wraps
// config.ErrCarry if the board lacks squares of the game, and ErrController.
func Wiring(b *config.Board, g Game, o Options) ([]byte, error) {
	w, err := newWiring(b, g, o)
	if err != nil {
		return nil, err
	}
	var blocks []block
	for _, d := range w.drivers {
		blocks = append(blocks, d.blocks()...)
		if d.strip != nil {
			blocks = append(blocks, d.strip.blocks()...)
		}
	}
	if use := w.uses(); len(use) > 0 {
		blocks = append(blocks, headerBlock(use))
	}
	return onPaper(title(b, g)+", wiring", blocks), nil
}

// blocks are those of a driver's contacts.
func (d *driverWiring) blocks() []block {
	switch d.Kind {
	case "gpio":
		return d.lines()
	case "i2c":
		return d.expanders()
	case "hc165":
		return d.registers()
	case "serial":
		return controllerWiring{d}.blocks()
	case "dgt", "certabo", "sentio", "chessnut", "chesslink":
		return []block{notes(d.Name, 110, []string{"The board's own cable goes to a USB port of the Raspberry Pi: " + d.Device, "Nothing is soldered."})}
	case "sim":
		return []block{notes(d.Name, 110, []string{"The contacts and LEDs of this driver are simulated. Nothing is soldered."})}
	}
	return nil
}

// lines are the blocks of a gpio driver: its matrix, and what hangs on lines of
// its own.
func (d *driverWiring) lines() (list []block) {
	if len(d.Rows) > 0 {
		list = append(list, d.crossed("the Pi's", rowResistor, func(n int) string { return lineName(d.Chip, n) }))
	}
	var rows []directLine
	for i, n := range d.Direct {
		rows = append(rows, directLine{lineName(d.Chip, n), d.contacts[len(d.Rows)*len(d.Columns)+i]})
	}
	if len(rows) > 0 {
		list = append(list, direct(d.Name+": a line each, to ground", rows))
	}
	return list
}

// crossed is the matrix of rows and columns of a driver.
func (d *driverWiring) crossed(whose, series string, pin func(int) string) block {
	m := matrix{
		title:  d.Name + ": matrix of contacts",
		note:   "rows are driven low one after another; columns have " + whose + " pull-ups",
		series: series, stride: len(d.Columns), contacts: d.contacts,
	}
	if series != "" {
		m.note += "; " + series + " in each row"
	}
	for i, n := range d.Rows {
		m.drive = append(m.drive, wireEnd{fmt.Sprintf("row %d", i), pin(n)})
	}
	for i, n := range d.Columns {
		m.sense = append(m.sense, wireEnd{fmt.Sprintf("column %d", i), pin(n)})
	}
	return m.block()
}

// directLine is a contact between a line and ground.
type directLine struct {
	line string
	contact
}

// direct draws contacts, a line each, with ground in common.
func direct(title string, rows []directLine) block {
	pin, name := 0.0, 0.0
	for _, r := range rows {
		pin, name = max(pin, wide(r.line, letter)), max(name, wide(r.name, letter))
	}
	const top = caption + 3
	width := max(pin+2+12+3+name, wide(title, caption))
	height := top + float64(len(rows))*pitch + 4
	return block{width, height, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, title)
		bus, bottom := x+pin+12, y+top+float64(len(rows))*pitch
		for i, r := range rows {
			at := y + top + (float64(i)+0.6)*pitch
			p.anchored("end", "pin", x+pin, at+letter*0.35, letter, r.line)
			p.contact(bus-10, at, r.name != "", r.pressed)
			p.wire("wire", bus-2, at, bus, at)
			p.joint(bus, at)
			p.text("contact", bus+2, at+letter*0.35, letter, r.name)
		}
		p.wire("wire", bus, y+top+0.6*pitch, bus, bottom)
		p.earth(bus, bottom)
	}}
}

// contact is a reed or a button, 8 mm long; nothing if none is there.
func (p *pen) contact(x, y float64, there, pressed bool) {
	switch {
	case !there:
	case pressed:
		p.button(x, y)
	default:
		p.reed(x, y)
	}
}
