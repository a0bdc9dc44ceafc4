package drawing

import (
	"errors"
	"fmt"

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

// end is a channel of a driver.
type end struct{ driver, channel int }

// wiring is a board as it is soldered.
type wiring struct {
	board    *config.Board
	spots    []spot
	options  Options
	contacts map[end]string // what each channel feels: a square, or a button
	pressed  map[end]bool   // it is a button
	chips    []*controller  // of each driver; nil if it is not serial
}

// newWiring wraps config.ErrCarry and ErrController.
func newWiring(b *config.Board, g Game, o Options) (*wiring, error) {
	s, err := newSheet(b, g)
	if err != nil {
		return nil, err
	}
	w := &wiring{board: b, spots: s.spots, options: o, contacts: map[end]string{}, pressed: map[end]bool{}}
	for _, p := range s.spots {
		w.contacts[end{p.Driver, p.Channel}] = p.name
	}
	for _, button := range b.Buttons {
		if button.Channel >= 0 {
			e := end{button.Driver, button.Channel}
			w.contacts[e], w.pressed[e] = buttonName(button), true
		}
	}
	for i, d := range b.Drivers {
		var c *controller
		if d.Kind == "serial" {
			if c, err = w.controller(i); err != nil {
				return nil, err
			}
		}
		w.chips = append(w.chips, c)
	}
	return w, nil
}

func buttonName(b config.Button) string {
	if b.Seat != "" {
		return b.Name + " " + b.Seat
	}
	return b.Name
}

// own is a name with its driver before it, where there are several that feel.
func (w *wiring) own(driver int, name string) string {
	n := 0
	for _, d := range w.board.Drivers {
		if d.Channels > 0 {
			n++
		}
	}
	if n > 1 {
		return w.board.Drivers[driver].Name + " " + name
	}
	return name
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
	for i, d := range b.Drivers {
		blocks = append(blocks, w.driverBlocks(i)...)
		if lights(d) {
			blocks = append(blocks, w.strip(i)...)
		}
	}
	if use := w.uses(); len(use) > 0 {
		blocks = append(blocks, headerBlock(use))
	}
	return onPaper(title(b, g)+", wiring", blocks), nil
}

// driverBlocks are the blocks of a driver's contacts.
func (w *wiring) driverBlocks(driver int) []block {
	d := w.board.Drivers[driver]
	switch d.Kind {
	case "gpio":
		return w.lines(driver)
	case "i2c":
		return w.expanders(driver)
	case "hc165":
		return w.registers(driver)
	case "serial":
		return w.behind(driver)
	case "dgt", "certabo", "sentio", "chessnut", "chesslink":
		return []block{notes(d.Name, 110, []string{"The board's own cable goes to a USB port of the Raspberry Pi: " + d.Device, "Nothing is soldered."})}
	case "sim":
		return []block{notes(d.Name, 110, []string{"The contacts and LEDs of this driver are simulated. Nothing is soldered."})}
	}
	return nil
}

// lines are the blocks of a gpio driver: its matrix, and what hangs on lines of
// its own.
func (w *wiring) lines(driver int) (list []block) {
	d := w.board.Drivers[driver]
	if len(d.Rows) > 0 {
		list = append(list, w.crossed(driver, "the Pi's", rowResistor, func(n int) string { return lineName(d.Chip, n) }))
	}
	var rows []directLine
	for i, n := range d.Direct {
		e := end{driver, len(d.Rows)*len(d.Columns) + i}
		rows = append(rows, directLine{lineName(d.Chip, n), w.contacts[e], w.pressed[e]})
	}
	if len(rows) > 0 {
		list = append(list, direct(d.Name+": a line each, to ground", rows))
	}
	return list
}

// crossed is the matrix of rows and columns of a driver.
func (w *wiring) crossed(driver int, whose, series string, pin func(int) string) block {
	d := w.board.Drivers[driver]
	m := matrix{
		title:  d.Name + ": matrix of contacts",
		note:   "rows are driven low one after another; columns have " + whose + " pull-ups",
		series: series, stride: len(d.Columns), contacts: w.contacts, pressed: w.pressed, driver: driver,
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
	line, name string
	pressed    bool
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
