package drawing

import (
	"fmt"
	"strings"

	"reeve/config"
)

// header is a Raspberry Pi's 40-pin header by physical number: what each pin is.
// GPIO lines are told by their BCM numbers (Raspberry Pi, "GPIO and the 40-pin
// header"; the same on every model since the B+).
var header = [41]string{
	1: "3V3", 2: "5V", 3: "GPIO2", 4: "5V", 5: "GPIO3", 6: "GND", 7: "GPIO4", 8: "GPIO14", 9: "GND", 10: "GPIO15",
	11: "GPIO17", 12: "GPIO18", 13: "GPIO27", 14: "GND", 15: "GPIO22", 16: "GPIO23", 17: "3V3", 18: "GPIO24", 19: "GPIO10", 20: "GND",
	21: "GPIO9", 22: "GPIO25", 23: "GPIO11", 24: "GPIO8", 25: "GND", 26: "GPIO7", 27: "GPIO0", 28: "GPIO1", 29: "GPIO5", 30: "GND",
	31: "GPIO6", 32: "GPIO12", 33: "GPIO13", 34: "GND", 35: "GPIO19", 36: "GPIO16", 37: "GPIO26", 38: "GPIO20", 39: "GND", 40: "GPIO21",
}

// ground and supply are the pins of the header that the diagrams use for both.
const (
	ground = 6
	supply = 1
)

// physical is the pin of a line of the header, 0 if it has none.
func physical(bcm int) int {
	name := fmt.Sprintf("GPIO%d", bcm)
	for pin, is := range header {
		if is == name {
			return pin
		}
	}
	return 0
}

// bus is what a Linux device takes of the header; -1 is no pin of it.
type bus struct {
	device           string
	data, in, clock  int // MOSI or SDA, MISO, SCLK or SCL
	choose           int // chip enable
	dataName, ckName string
}

// buses are those whose pins do not depend on an overlay's parameters.
var buses = []bus{
	{"/dev/i2c-1", 2, -1, 3, -1, "SDA", "SCL"},
	{"/dev/spidev0.0", 10, 9, 11, 8, "MOSI", "SCLK"},
	{"/dev/spidev0.1", 10, 9, 11, 7, "MOSI", "SCLK"},
	{"/dev/spidev1.0", 20, 19, 21, 18, "MOSI", "SCLK"},
}

// busOf is the bus of a driver's device.
func busOf(d config.Driver) bus {
	for _, b := range buses {
		if b.device == d.Device {
			return b
		}
	}
	if d.Kind == "i2c" {
		return bus{d.Device, -1, -1, -1, -1, "SDA", "SCL"}
	}
	return bus{d.Device, -1, -1, -1, -1, "MOSI", "SCLK"}
}

// at is a signal of the bus as a reader finds it: with its pin.
func (b bus) at(signal string, line int) string {
	if line < 0 {
		return signal + " of " + strings.TrimPrefix(b.device, "/dev/")
	}
	return fmt.Sprintf("%s, pin %d", signal, physical(line))
}

// lineName is a GPIO line as a reader finds it. Lines of another chip than the
// header's have no pin that is known.
func lineName(chip string, n int) string {
	if chip != "" {
		return fmt.Sprintf("line %d of %s", n, chip)
	}
	if pin := physical(n); pin > 0 {
		return fmt.Sprintf("GPIO%d, pin %d", n, pin)
	}
	return fmt.Sprintf("GPIO%d", n)
}

// pinUse is what line n of a GPIO chip is for; "" is the chip of the header.
type pinUse struct {
	chip string
	n    int
	what string
}

// uses says what each pin of the header is for, by its physical number.
func (w *wiring) uses() map[int]string {
	use := map[int]string{}
	for _, d := range w.drivers {
		for _, u := range d.headerPins() {
			if pin := physical(u.n); u.chip == "" && u.n >= 0 && pin > 0 {
				use[pin] = u.what
			}
		}
		if d.Kind == "i2c" || d.Kind == "hc165" {
			use[supply] = "3V3 of the chips"
		}
	}
	if len(use) > 0 {
		use[ground] = "ground of all"
	}
	return use
}

// headerPins are the lines that a driver needs.
func (d *driverWiring) headerPins() []pinUse {
	b := busOf(d.Driver)
	switch d.Kind {
	case "gpio":
		return d.gpioPins()
	case "serial":
		if !d.OnHeader() {
			return nil
		}
		to, from := "to RX, pin 0", "from TX, divided"
		if d.chip.fine {
			to, from = "to RX, GP1", "from TX, GP0"
		}
		return []pinUse{{"", 14, d.prefix + to}, {"", 15, d.prefix + from}}
	case "i2c":
		return []pinUse{{"", b.data, "SDA"}, {"", b.clock, "SCL"}}
	case "hc165":
		load := pinUse{d.Chip, d.Load, "SH/LD"}
		if d.Load < 0 {
			load = pinUse{"", b.choose, "CE, inverted: SH/LD"}
		}
		return []pinUse{{"", b.in, "MISO: QH"}, {"", b.clock, "SCLK: CLK"}, load}
	case "apa102":
		return []pinUse{{"", b.data, "MOSI: LED data"}, {"", b.clock, "SCLK: LED clock"}}
	case "ws2812":
		return []pinUse{{"", b.data, "MOSI: LED data"}}
	}
	return nil
}

// gpioPins are the lines of contacts that hang on GPIO directly.
func (d *driverWiring) gpioPins() (pins []pinUse) {
	for j, n := range d.Rows {
		pins = append(pins, pinUse{d.Chip, n, d.prefix + fmt.Sprintf("row %d", j)})
	}
	for j, n := range d.Columns {
		pins = append(pins, pinUse{d.Chip, n, d.prefix + fmt.Sprintf("column %d", j)})
	}
	for j, n := range d.Direct {
		pins = append(pins, pinUse{d.Chip, n, d.contacts[len(d.Rows)*len(d.Columns)+j].name})
	}
	return pins
}

// headerBlock draws the Raspberry Pi's header with what each pin is for.
func headerBlock(use map[int]string) block {
	const (
		step  = 3.9
		inner = 40.0
		name  = "Raspberry Pi, header from above"
	)
	var room [2]float64
	for pin, what := range use {
		room[1-pin%2] = max(room[1-pin%2], wide(what, letter))
	}
	width := max(room[0]+room[1]+inner+8, wide(name, caption))
	return block{width, caption + 3 + 20*step + 2, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, name)
		left, top := x+room[0]+4, y+caption+3
		p.box("body", left, top, inner, 20*step)
		for pin := 1; pin <= 40; pin += 2 {
			at := top + (float64(pin/2)+0.5)*step
			base := at + letter*0.35
			p.ring("hole", left+inner/2-3, at, 1)
			p.anchored("end", "number", left+inner/2-5, base, letter, fmt.Sprint(pin))
			p.text("line", left+1.5, base, letter, header[pin])
			p.used(left, at, -1, use[pin])
			p.ring("hole", left+inner/2+3, at, 1)
			p.text("number", left+inner/2+5, base, letter, fmt.Sprint(pin+1))
			p.anchored("end", "line", left+inner-1.5, base, letter, header[pin+1])
			p.used(left+inner, at, 1, use[pin+1])
		}
	}}
}

// used writes beside a pin what it is for: to the left of it or the right.
func (p *pen) used(x, y, side float64, what string) {
	if what == "" {
		return
	}
	p.wire("wire", x, y, x+3*side, y)
	if side < 0 {
		p.anchored("end", "use", x-4, y+letter*0.35, letter, what)
	} else {
		p.text("use", x+4, y+letter*0.35, letter, what)
	}
}
