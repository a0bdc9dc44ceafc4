package drawing

import (
	"fmt"
	"slices"
	"strings"

	"reeve/config"
)

// controller is a microcontroller with the project's firmware. Its matrix drives
// columns and reads rows (board.h in firmware-protocol/firmware/avr and rp2040); the channel of a
// contact is column × rows + row.
type controller struct {
	name          string // of Options
	title         string
	program       string   // of the firmware, as `reeve firmware` calls it
	columns, rows []string // their pins, as they are printed on the board; without columns each row is a contact to ground
	buttons       []string
	leds          int
	data, clock   string   // of the strip; without a clock it is of WS2812
	chain         []string // data, clock and latch of the 74HC595 whose outputs are the columns
	fine          bool     // it works on 3.3 V, as the Raspberry Pi does
	hall          bool     // it reads linear Hall sensors through multiplexers, and has no matrix
}

const (
	megaTitle = "Arduino Mega 2560"
	unoTitle  = "Arduino Uno or Nano"
	picoTitle = "Raspberry Pi Pico"
	// picoPort is in the name that udev gives a Pico with the firmware.
	picoPort = "usb-reeve_board_controller"
)

// controllers are those that there is a firmware for, the smallest first; what each contact has a pin of its own on is taken only by name.
var controllers = []controller{
	uno("uno", "", "13"), mega("mega", ""), uno("uno-apa102", "13"), mega("mega-apa102", "52"),
	pico("8x8", "", run(4, 8), run(12, 8)), pico("8x8", "GP3", run(4, 8), run(12, 8)),
	pico("16x16", "", outputs(2), run(4, 16)), pico("16x16", "GP3", outputs(2), run(4, 16)),
	pico("hall", "", nil, nil), pico("hall", "GP3", nil, nil), pico("direct", "", nil, run(4, 16)), pico("direct", "GP3", nil, run(4, 16)),
}

// clocked is the end of a program's name whose strip has a clock.
func clocked(clock string) string {
	if clock == "" {
		return ""
	}
	return "-apa102"
}

func uno(name, clock string, buttons ...string) controller {
	return controller{
		name: name, title: unoTitle, program: "atmega328p" + clocked(clock),
		columns: []string{"8", "9", "10", "12", "A0", "A1", "A2", "A3"}, rows: []string{"2", "3", "4", "5", "6", "7", "A4", "A5"},
		buttons: buttons, leds: 64, data: "11", clock: clock,
	}
}

func mega(name, clock string) controller {
	return controller{
		name: name, title: megaTitle, program: "atmega2560" + clocked(clock),
		columns: []string{"49", "48", "47", "46", "45", "44", "43", "42", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A15"},
		rows:    []string{"22", "23", "24", "25", "26", "27", "28", "29", "37", "36", "35", "34", "33", "32", "31", "30"},
		buttons: []string{"A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7"}, leds: 256, data: "51", clock: clock,
	}
}

// pico is one with the program of a layout.
func pico(layout, clock string, columns, rows []string) controller {
	c := controller{
		name: "pico-" + layout + clocked(clock), title: picoTitle, program: "pico-" + layout + clocked(clock), columns: columns, rows: rows,
		buttons: run(20, 3), leds: 64, data: "GP2", clock: clock, fine: true, hall: layout == "hall",
	}
	switch layout {
	case "8x8":
		c.name = "pico" + clocked(clock)
	case "16x16":
		c.chain, c.leds = run(26, 3), 256
	}
	return c
}

// run are pins of a Pico, one after the other.
func run(first, n int) (pins []string) {
	for i := range n {
		pins = append(pins, fmt.Sprintf("GP%d", first+i))
	}
	return pins
}

// Controllers are the names that Options.Controller can have.
func Controllers() (names []string) {
	for _, c := range controllers {
		names = append(names, c.name)
	}
	return names
}

// controllerFor is the one behind a serial driver that needs so many pins for buttons: that of the name, if there is one.
func controllerFor(d config.Driver, buttons int, name string) (*controller, error) {
	if name != "" {
		i := slices.IndexFunc(controllers, func(c controller) bool { return c.name == name })
		if i < 0 {
			return nil, fmt.Errorf("%w as %q; there are %s", ErrController, name, strings.Join(Controllers(), ", "))
		}
		c := &controllers[i]
		if !c.suits(d, buttons) {
			return nil, fmt.Errorf("%w: driver %s has %d channels and %d LEDs, and buttons up to %d; %s has %d, %d and %d", ErrController,
				d.Name, d.Channels, d.LEDs, buttons, name, c.channels(), c.leds, len(c.buttons))
		}
		return c, nil
	}
	for i := range controllers {
		if controllers[i].fine == strings.Contains(d.Device, picoPort) && controllers[i].suits(d, buttons) {
			return &controllers[i], nil
		}
	}
	return nil, fmt.Errorf("%w has %d channels, %d LEDs and %d buttons, as driver %s wants", ErrController, d.Channels, d.LEDs, buttons, d.Name)
}

// suits reports whether a controller has enough pins for a driver.
func (c *controller) suits(d config.Driver, buttons int) bool {
	return d.Hall == c.hall && d.Channels <= c.channels() && d.LEDs <= c.leds && buttons <= len(c.buttons)
}

// channels is how many contacts it can have.
func (c *controller) channels() int {
	if c.hall {
		return len(hallCommon) * muxInput
	}
	return max(1, len(c.columns)) * len(c.rows)
}

// controllerWiring is a driver behind a controller.
type controllerWiring struct{ *driverWiring }

// blocks are those of a serial driver: the controller's contacts and its
// other pins.
func (d controllerWiring) blocks() (list []block) {
	c := d.chip
	switch columns, rows := d.inUse(len(c.rows)); {
	case c.hall:
		list = d.sensed()
	case len(c.columns) == 0:
		list = append(list, direct(d.Name+": a pin each, to ground", d.alone()))
	case columns > 0:
		list = append(list, d.scanned(columns, rows).block())
	}
	list = append(append(list, d.others()), d.outline()...)
	if n := d.shifts(); n > 0 {
		list = append(list, d.chained(n)...)
	}
	if d.OnHeader() && !c.fine {
		list = append(list, divider(d.Name))
	}
	return list
}

// alone are the contacts of a controller that has a pin for each.
func (d controllerWiring) alone() (rows []directLine) {
	for i, pin := range d.chip.rows {
		if felt := d.contacts[i]; felt.name != "" {
			rows = append(rows, directLine{"pin " + pin, felt})
		}
	}
	return rows
}

// scanned is the matrix of a controller, as far as it is in use.
func (d controllerWiring) scanned(columns, rows int) matrix {
	c := d.chip
	m := matrix{
		title:    d.Name + ": matrix of contacts",
		note:     "columns are driven low one after another; rows have the controller's pull-ups",
		stride:   len(c.rows),
		contacts: d.contacts,
	}
	if c.fine {
		m.series, m.note = rowResistor, "columns are driven low one after another, through "+rowResistor+"; rows have the controller's pull-ups"
	}
	for i, pin := range c.columns[:columns] {
		m.drive = append(m.drive, wireEnd{fmt.Sprintf("column %d", i), c.at(pin)})
	}
	for j, pin := range c.rows[:rows] {
		m.sense = append(m.sense, wireEnd{fmt.Sprintf("row %d", j), "pin " + pin})
	}
	return m
}

// at says where a column is.
func (c *controller) at(pin string) string {
	if c.chain != nil {
		return pin
	}
	return "pin " + pin
}

// divider draws a 5 V controller at the Raspberry Pi's own serial port.
func divider(name string) block {
	title := name + ": 5 V burn the Pi's RX"
	return block{max(88, wide(title, caption)), caption + 26, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, title)
		at := y + caption + 7
		p.anchored("end", "net", x+32, at+letter*0.35, letter, "controller's TX, pin 1")
		p.resistor(x+33, at)
		p.anchored("middle", "value", x+37, at-2, letter, dividerSeries)
		p.wire("wire", x+41, at, x+57, at)
		p.text("net", x+58, at+letter*0.35, letter, "RX: "+lineName("", 15))
		p.joint(x+46, at)
		p.wire("wire", x+46, at, x+46, at+6, x+47, at+6)
		p.resistor(x+47, at+6)
		p.anchored("middle", "value", x+51, at+4, letter, dividerGround)
		p.wire("wire", x+55, at+6, x+57, at+6)
		p.earth(x+57, at+6)
		p.anchored("end", "net", x+32, at+14+letter*0.35, letter, "controller's RX, pin 0")
		p.wire("wire", x+33, at+14, x+57, at+14)
		p.text("net", x+58, at+14+letter*0.35, letter, "TX: "+lineName("", 14))
	}}
}

// inUse is how many wires of a matrix the channels of a driver need.
func (d *driverWiring) inUse(stride int) (drive, sense int) {
	if stride == 0 {
		return 0, 0
	}
	for channel := range d.contacts {
		drive, sense = max(drive, channel/stride+1), max(sense, channel%stride+1)
	}
	return drive, sense
}

// supplied says how a controller feels what feeds the LEDs, if it has the pin for that: A7, on a Mega its last button's.
func (d controllerWiring) supplied() []string {
	c := d.chip
	line := "If play shall pause when the LEDs' supply is gone: 10 kΩ from their 5 V to A7, 10 kΩ from A7 to ground, and the program " + c.program + "-supply."
	switch {
	case c.title != megaTitle:
		return []string{line + " A Nano has that pin, an Uno often not."}
	case d.pins() < len(c.buttons):
		return []string{line}
	}
	return nil
}

// others is the block of what a controller has beside its matrix.
func (d controllerWiring) others() block {
	c := d.chip
	var rows []directLine
	for _, b := range d.buttons {
		rows = append(rows, directLine{"pin " + c.buttons[b.Number], contact{buttonName(b), true}})
	}
	lines := []string{"Its program: reeve firmware install " + c.program, "USB goes to the Raspberry Pi: " + d.Device, "The USB cable feeds the controller. Its GND and that of the LEDs' supply are joined."}
	if d.OnHeader() {
		lines = []string{lines[0] + ", by USB; then take the USB cable off" + map[bool]string{false: ": it shares pins 0 and 1."}[c.fine], "Fed by the 5 V of the LEDs' supply. Its GND, that of the supply and that of the Pi are joined."}
	}
	if d.LEDs > 0 {
		way := "330 Ω"
		if c.fine {
			way = "the 74AHCT125 and 330 Ω"
		}
		line := fmt.Sprintf("Pin %s: LED data, through %s at the first LED.", c.data, way)
		if c.clock != "" {
			line += fmt.Sprintf(" Pin %s: LED clock, likewise.", c.clock)
		}
		if c.fine {
			lines = append(lines, line)
		} else {
			lines = append(lines, line+" 5 V logic: no level shifter.")
			lines = append(lines, d.supplied()...)
		}
	}
	if c.name == "uno" && len(rows) > 0 {
		lines = append(lines, "On a Nano take the LED at pin 13 off: it holds the button's pin low.")
	}
	text := notes(d.Name+": "+c.title, 110, lines)
	if len(rows) == 0 {
		return text
	}
	keys := direct("buttons, to ground", rows)
	return block{max(text.w, keys.w), text.h + gutter + keys.h, func(p *pen, x, y float64) {
		text.draw(p, x, y)
		keys.draw(p, x, y+text.h+gutter)
	}}
}
