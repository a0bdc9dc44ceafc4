package drawing

import (
	"fmt"
	"slices"
	"strings"
)

// controller is a microcontroller with the project's firmware. Its matrix drives
// columns and reads rows (board.h in firmware-protocol/firmware/avr and rp2040); the channel of a
// contact is column × rows + row.
type controller struct {
	name          string // of Options
	title         string
	columns, rows []string // their pins, as they are printed on the board
	buttons       []string
	leds          int
	data, clock   string // of the strip; without a clock it is of WS2812
	program       string // what puts the program into it
	fine          bool   // it works on 3.3 V, as the Raspberry Pi does
	hall          bool   // it reads linear Hall sensors through multiplexers, and has no matrix
}

var (
	megaColumns = []string{"49", "48", "47", "46", "45", "44", "43", "42", "A8", "A9", "A10", "A11", "A12", "A13", "A14", "A15"}
	megaRows    = []string{"22", "23", "24", "25", "26", "27", "28", "29", "37", "36", "35", "34", "33", "32", "31", "30"}
	megaButtons = []string{"A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7"}
	unoColumns  = []string{"8", "9", "10", "12", "A0", "A1", "A2", "A3"}
	unoRows     = []string{"2", "3", "4", "5", "6", "7", "A4", "A5"}
	picoColumns = []string{"GP4", "GP5", "GP6", "GP7", "GP8", "GP9", "GP10", "GP11"}
	picoRows    = []string{"GP12", "GP13", "GP14", "GP15", "GP16", "GP17", "GP18", "GP19"}
	picoButtons = []string{"GP20", "GP21", "GP22"}
)

const (
	megaTitle = "Arduino Mega 2560"
	picoTitle = "Raspberry Pi Pico"
	// picoPort is in the name that udev gives a Pico with the firmware.
	picoPort = "usb-reeve_board_controller"
)

// controllers are those that there is a firmware for, the smallest first.
var controllers = []controller{
	{"uno", "Arduino Uno or Nano", unoColumns, unoRows, []string{"13"}, 64, "11", "", "make flash MCU=atmega328p", false, false},
	{"mega", megaTitle, megaColumns, megaRows, megaButtons, 256, "51", "", "make flash MCU=atmega2560", false, false},
	{"uno-apa102", "Arduino Uno or Nano", unoColumns, unoRows, nil, 64, "11", "13", "make flash MCU=atmega328p STRIP=-apa102", false, false},
	{"mega-apa102", megaTitle, megaColumns, megaRows, megaButtons, 256, "51", "52", "make flash MCU=atmega2560 STRIP=-apa102", false, false},
	{"pico", picoTitle, picoColumns, picoRows, picoButtons, 64, "GP2", "", "reeve firmware install pico-8x8", true, false},
	{"pico-apa102", picoTitle, picoColumns, picoRows, picoButtons, 64, "GP2", "GP3", "reeve firmware install pico-8x8-apa102", true, false},
	{"pico-hall", picoTitle, nil, nil, picoButtons, 64, "GP2", "", "reeve firmware install pico-hall", true, true},
	{"pico-hall-apa102", picoTitle, nil, nil, picoButtons, 64, "GP2", "GP3", "reeve firmware install pico-hall-apa102", true, true},
}

// Controllers are the names that Options.Controller can have.
func Controllers() (names []string) {
	for _, c := range controllers {
		names = append(names, c.name)
	}
	return names
}

// controller is the one behind a serial driver.
func (w *wiring) controller(driver int) (*controller, error) {
	d := w.board.Drivers[driver]
	if name := w.options.Controller; name != "" {
		i := slices.IndexFunc(controllers, func(c controller) bool { return c.name == name })
		if i < 0 {
			return nil, fmt.Errorf("%w as %q; there are %s", ErrController, name, strings.Join(Controllers(), ", "))
		}
		if !w.suits(driver, &controllers[i]) {
			return nil, fmt.Errorf("%w: driver %s has %d channels and %d LEDs, and buttons up to %d; %s has %d, %d and %d", ErrController,
				d.Name, d.Channels, d.LEDs, w.buttons(driver), name, controllers[i].channels(), controllers[i].leds, len(controllers[i].buttons))
		}
		return &controllers[i], nil
	}
	for i := range controllers {
		if controllers[i].fine == strings.Contains(d.Device, picoPort) && w.suits(driver, &controllers[i]) {
			return &controllers[i], nil
		}
	}
	return nil, fmt.Errorf("%w has %d channels, %d LEDs and %d buttons, as driver %s wants", ErrController, d.Channels, d.LEDs, w.buttons(driver), d.Name)
}

// suits reports whether a controller has pins enough for a driver.
func (w *wiring) suits(driver int, c *controller) bool {
	d := w.board.Drivers[driver]
	return d.Hall == c.hall && d.Channels <= c.channels() && d.LEDs <= c.leds && w.buttons(driver) <= len(c.buttons)
}

// channels is how many contacts it can have.
func (c *controller) channels() int {
	if c.hall {
		return len(hallCommon) * muxInput
	}
	return len(c.columns) * len(c.rows)
}

// buttons is how many buttons of its own a driver must have.
func (w *wiring) buttons(driver int) (n int) {
	for _, b := range w.board.Buttons {
		if b.Driver == driver {
			n = max(n, b.Number+1)
		}
	}
	return n
}

// behind are the blocks of a serial driver: the controller's matrix and its
// other pins.
func (w *wiring) behind(driver int) (list []block) {
	d, c := w.board.Drivers[driver], w.chips[driver]
	if c.hall {
		return append(append(w.sensed(driver), w.others(driver)), w.outline(driver)...)
	}
	m := matrix{
		title:    d.Name + ": matrix of contacts",
		note:     "columns are driven low one after another; rows have the controller's pull-ups",
		stride:   len(c.rows),
		contacts: w.contacts, pressed: w.pressed, driver: driver,
	}
	columns, rows := w.inUse(driver, m.stride)
	if c.fine {
		m.series, m.note = rowResistor, "columns are driven low one after another, through "+rowResistor+"; rows have the controller's pull-ups"
	}
	for i, pin := range c.columns[:columns] {
		m.drive = append(m.drive, wireEnd{fmt.Sprintf("column %d", i), "pin " + pin})
	}
	for j, pin := range c.rows[:rows] {
		m.sense = append(m.sense, wireEnd{fmt.Sprintf("row %d", j), "pin " + pin})
	}
	if columns > 0 {
		list = append(list, m.block())
	}
	list = append(append(list, w.others(driver)), w.outline(driver)...)
	if d.OnHeader() && !c.fine {
		list = append(list, divider(d.Name))
	}
	return list
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
func (w *wiring) inUse(driver, stride int) (drive, sense int) {
	for e := range w.contacts {
		if e.driver == driver {
			drive, sense = max(drive, e.channel/stride+1), max(sense, e.channel%stride+1)
		}
	}
	return drive, sense
}

// supplied says how a controller feels what feeds the LEDs, if it has the pin for that: A7, on a Mega its last button's.
func (w *wiring) supplied(driver int) []string {
	c := w.chips[driver]
	line := "If play shall pause when the LEDs' supply is gone: 10 kΩ from their 5 V to A7, 10 kΩ from A7 to ground, SUPPLY=-supply behind make flash."
	switch {
	case c.title != megaTitle:
		return []string{line + " A Nano has that pin, an Uno often not."}
	case w.buttons(driver) < len(megaButtons):
		return []string{line}
	}
	return nil
}

// others is the block of what a controller has beside its matrix.
func (w *wiring) others(driver int) block {
	d, c := w.board.Drivers[driver], w.chips[driver]
	var rows []directLine
	for _, b := range w.board.Buttons {
		if b.Driver == driver && b.Number >= 0 {
			rows = append(rows, directLine{"pin " + c.buttons[b.Number], buttonName(b), true})
		}
	}
	lines := []string{"Its program: " + c.program, "USB goes to the Raspberry Pi: " + d.Device, "The USB cable feeds the controller. Its GND and that of the LEDs' supply are joined."}
	if d.OnHeader() {
		lines = []string{lines[0] + ", by USB; then take the USB cable off" + map[bool]string{false: ": it shares pins 0 and 1."}[c.fine], "Fed by the 5 V of the LEDs' supply. Its GND, that of the supply and that of the Pi are joined."}
	}
	if d.LEDs > 0 {
		line := fmt.Sprintf("Pin %s: LED data, through 330 Ω at the first LED.", c.data)
		if c.clock != "" {
			line += fmt.Sprintf(" Pin %s: LED clock, likewise.", c.clock)
		}
		if c.fine {
			lines = append(lines, line, "Between them a 74AHCT125 at 5 V: the Pico has 3.3 V, the LEDs want 5 V.")
		} else {
			lines = append(lines, line+" 5 V logic: no level shifter.")
			lines = append(lines, w.supplied(driver)...)
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
