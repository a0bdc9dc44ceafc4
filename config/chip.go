package config

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func (b *builder) serial(at string, d *Driver, f driverFile) {
	if d.Baud = f.Baud; d.Baud == 0 {
		d.Baud = 115200
	}
	if d.Hall = f.Sensors == "hall"; f.Sensors != "" && !d.Hall && f.Sensors != "reed" {
		b.add(at+".sensors", "%q are no sensors there are; reed, or hall for linear Hall sensors", f.Sensors)
	}
	if !slices.Contains(bauds, d.Baud) {
		b.add(at+".baud", "%d is no speed there is; one of %s", d.Baud, strings.Trim(fmt.Sprint(bauds), "[]"))
	}
}

func (b *builder) gpio(at string, d *Driver, f driverFile) {
	d.Chip, d.Rows, d.Columns, d.Direct = f.Chip, f.Rows, f.Columns, f.Direct
	b.crossed(at, d)
	if len(d.Columns)+len(d.Direct) == 0 {
		b.add(at, "the driver reads no line; give rows and columns, or direct")
	}
	b.most(at+".rows", len(d.Rows), 64, d.Kind)
	b.most(at+".columns", len(d.Columns)+len(d.Direct), 64, d.Kind)
	used := map[int]bool{}
	for _, key := range []struct {
		name  string
		lines []int
	}{{"rows", d.Rows}, {"columns", d.Columns}, {"direct", d.Direct}} {
		for j, n := range key.lines {
			b.once(fmt.Sprintf("%s.%s[%d]", at, key.name, j), "line", n, 511, used)
		}
	}
	d.Channels = len(d.Rows)*len(d.Columns) + len(d.Direct)
}

// crossed checks that a matrix has both rows and columns.
func (b *builder) crossed(at string, d *Driver) {
	if (len(d.Rows) == 0) != (len(d.Columns) == 0) {
		b.add(at, "%d rows and %d columns make no matrix; give both or neither", len(d.Rows), len(d.Columns))
	}
}

// once checks a line or pin that must be there and not be used yet.
func (b *builder) once(at, what string, n, most int, used map[int]bool) {
	if b.within(at, n, 0, most) && used[n] {
		b.add(at, "%s %d stands twice; change one", what, n)
	}
	used[n] = true
}

func (b *builder) i2c(at string, d *Driver, f driverFile) {
	d.Rows, d.Columns = f.Rows, f.Columns
	b.crossed(at, d)
	if len(f.Expanders) == 0 {
		b.add(at+".expanders", "is missing; name the chips, for instance [mcp23017@20, mcp23017@21]")
	}
	for j, text := range f.Expanders {
		if !b.expander(fmt.Sprintf("%s.expanders[%d]", at, j), text, d) {
			return
		}
	}
	d.Channels = len(d.Rows)*len(d.Columns) - len(d.Rows) - len(d.Columns)
	for _, e := range d.Expanders {
		d.Channels += bits.OnesCount16(pins[e.Model])
	}
	used := map[int]bool{}
	for j, n := range d.Rows {
		b.pin(fmt.Sprintf("%s.rows[%d]", at, j), n, d, used)
	}
	for j, n := range d.Columns {
		b.pin(fmt.Sprintf("%s.columns[%d]", at, j), n, d, used)
	}
}

// expander adds a chip that is written as mcp23017@20.
func (b *builder) expander(at, text string, d *Driver) bool {
	m := expander.FindStringSubmatch(text)
	if m == nil {
		b.add(at, "%q is no expander; write MODEL@ADDRESS with mcp23017 or tca9555 and 20 to 27, as i2cdetect prints it", text)
		return false
	}
	address, _ := strconv.ParseInt(m[2], 16, 32) // two digits
	if slices.ContainsFunc(d.Expanders, func(e Expander) bool { return e.Address == int(address) }) {
		b.add(at, "address %s stands twice; change one", m[2])
	}
	d.Expanders = append(d.Expanders, Expander{m[1], int(address)})
	return true
}

// pin checks a pin of a matrix.
func (b *builder) pin(at string, n int, d *Driver, used map[int]bool) {
	b.once(at, "pin", n, 16*len(d.Expanders)-1, used)
	if n >= 0 && n < 16*len(d.Expanders) && pins[d.Expanders[n/16].Model]>>(n%16)&1 == 0 {
		b.add(at, "pin %d is GPA7 or GPB7 of an MCP23017, an output only; choose another", n)
	}
}

func (b *builder) hc165(at string, d *Driver, f driverFile) {
	d.Chip, d.Registers, d.KHz = f.Chip, f.Registers, f.KHz
	if !b.within(at+".registers", d.Registers, 1, 128) {
		return
	}
	d.Channels = 8 * d.Registers
	d.High, d.Low = d.Channels-1, d.Channels-2
	for _, tie := range []struct {
		key  string
		file *int
		to   *int
	}{{"high", f.High, &d.High}, {"low", f.Low, &d.Low}} {
		if tie.file != nil {
			*tie.to = *tie.file
		}
		b.within(at+"."+tie.key, *tie.to, d.Channels-8, d.Channels-1)
	}
	if d.High == d.Low {
		b.add(at+".low", "input %d cannot be tied high and low; change one", d.Low)
	}
	if f.Load != nil {
		d.Load = *f.Load
		b.within(at+".load", d.Load, 0, 511)
	} else if d.Chip != "" {
		b.add(at+".chip", "is that of load, which is missing; give both or neither")
	}
	b.clock(at, d)
}

func (b *builder) clock(at string, d *Driver) {
	if d.KHz != 0 {
		b.within(at+".khz", d.KHz, 10, 32000)
	}
}

// tied reports whether a channel is one that cannot feel.
func (d Driver) tied(channel int) bool {
	return d.Kind == "hc165" && (channel == d.High || channel == d.Low)
}

// lit64 is a board from a shop with 64 fields and a light on each.
func (b *builder) lit64(at string, d *Driver, f driverFile) {
	d.Turned, d.Channels = f.Turned, 64
	if d.LEDs != 0 && d.LEDs != 64 {
		b.add(at+".leds", "the board has 64, one a field; write 64, or leave the key out to light none")
	}
}

func (b *builder) dgt(_ string, d *Driver, f driverFile) {
	d.Turned, d.Channels = f.Turned, 64
}

// colourOrders are the orders of colours on a strip's wire.
var colourOrders = []string{"rgb", "rbg", "grb", "gbr", "brg", "bgr"}

// auxiliary are the SPI buses of a Raspberry Pi 0 to 4 with a short FIFO and no DMA (BCM2835 ARM Peripherals, chapter 2):
// the kernel refills them by hand, and a pause within a WS2812 frame ends it (jgarff/rpi_ws281x, pull request 400).
var auxiliary = regexp.MustCompile(`^/dev/spidev[12]\.`)

func (b *builder) strip(at string, d *Driver, f driverFile) {
	if d.Kind == "ws2812" && auxiliary.MatchString(d.Device) {
		b.add(at+".device", "%s is an auxiliary SPI bus: it has no DMA, so it pauses within a frame, and WS2812 LEDs take a pause for its end; give the strip /dev/spidev0.0, or take APA102 LEDs",
			d.Device)
	}
	d.Order, d.KHz = f.Order, f.KHz
	can := slices.Clone(colourOrders)
	if d.Kind == "ws2812" {
		can = append(can, "grbw", "rgbw")
	}
	if d.Order != "" && !slices.Contains(can, d.Order) {
		b.add(at+".order", "unknown order %q; there are %s", d.Order, strings.Join(can, ", "))
	}
	if d.Kind == "apa102" {
		b.clock(at, d)
	}
}
