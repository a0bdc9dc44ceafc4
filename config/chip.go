package config

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func (e *driverEntry) serial() {
	if e.Baud = e.from.Baud; e.Baud == 0 {
		e.Baud = 115200
	}
	if e.Hall = e.from.Sensors == "hall"; e.from.Sensors != "" && !e.Hall && e.from.Sensors != "reed" {
		e.add(".sensors", "%q are no sensors there are; reed, or hall for linear Hall sensors", e.from.Sensors)
	}
	if !slices.Contains(bauds, e.Baud) {
		e.add(".baud", "%d is no speed there is; one of %s", e.Baud, strings.Trim(fmt.Sprint(bauds), "[]"))
	}
}

func (e *driverEntry) gpio() {
	e.Chip, e.Rows, e.Columns, e.Direct = e.from.Chip, e.from.Rows, e.from.Columns, e.from.Direct
	e.crossed()
	if len(e.Columns)+len(e.Direct) == 0 {
		e.add("", "the driver reads no line; give rows and columns, or direct")
	}
	e.most(".rows", len(e.Rows), 64)
	e.most(".columns", len(e.Columns)+len(e.Direct), 64)
	used := map[int]bool{}
	for _, key := range []struct {
		name  string
		lines []int
	}{{"rows", e.Rows}, {"columns", e.Columns}, {"direct", e.Direct}} {
		for j, n := range key.lines {
			e.once(fmt.Sprintf(".%s[%d]", key.name, j), "line", n, 511, used)
		}
	}
	e.Channels = len(e.Rows)*len(e.Columns) + len(e.Direct)
}

// crossed checks that a matrix has both rows and columns.
func (e *driverEntry) crossed() {
	if (len(e.Rows) == 0) != (len(e.Columns) == 0) {
		e.add("", "%d rows and %d columns make no matrix; give both or neither", len(e.Rows), len(e.Columns))
	}
}

// once checks a line or pin that must be there and not be used yet.
func (e *driverEntry) once(key, what string, n, most int, used map[int]bool) {
	if e.within(key, n, 0, most) && used[n] {
		e.add(key, "%s %d stands twice; change one", what, n)
	}
	used[n] = true
}

func (e *driverEntry) i2c() {
	e.Rows, e.Columns = e.from.Rows, e.from.Columns
	e.crossed()
	if len(e.from.Expanders) == 0 {
		e.add(".expanders", "is missing; name the chips, for instance [mcp23017@20, mcp23017@21]")
	}
	for j, text := range e.from.Expanders {
		if !e.expander(fmt.Sprintf(".expanders[%d]", j), text) {
			return
		}
	}
	e.Channels = len(e.Rows)*len(e.Columns) - len(e.Rows) - len(e.Columns)
	for _, chip := range e.Expanders {
		e.Channels += bits.OnesCount16(pins[chip.Model])
	}
	used := map[int]bool{}
	for j, n := range e.Rows {
		e.pin(fmt.Sprintf(".rows[%d]", j), n, used)
	}
	for j, n := range e.Columns {
		e.pin(fmt.Sprintf(".columns[%d]", j), n, used)
	}
}

// expander adds a chip that is written as mcp23017@20.
func (e *driverEntry) expander(key, text string) bool {
	m := expander.FindStringSubmatch(text)
	if m == nil {
		e.add(key, "%q is no expander; write MODEL@ADDRESS with mcp23017 or tca9555 and 20 to 27, as i2cdetect prints it", text)
		return false
	}
	address, _ := strconv.ParseInt(m[2], 16, 32) // two digits
	if slices.ContainsFunc(e.Expanders, func(other Expander) bool { return other.Address == int(address) }) {
		e.add(key, "address %s stands twice; change one", m[2])
	}
	e.Expanders = append(e.Expanders, Expander{m[1], int(address)})
	return true
}

// pin checks a pin of a matrix.
func (e *driverEntry) pin(key string, n int, used map[int]bool) {
	e.once(key, "pin", n, 16*len(e.Expanders)-1, used)
	if n >= 0 && n < 16*len(e.Expanders) && pins[e.Expanders[n/16].Model]>>(n%16)&1 == 0 {
		e.add(key, "pin %d is GPA7 or GPB7 of an MCP23017, an output only; choose another", n)
	}
}

func (e *driverEntry) hc165() {
	e.Chip, e.Registers, e.KHz = e.from.Chip, e.from.Registers, e.from.KHz
	if !e.within(".registers", e.Registers, 1, 128) {
		return
	}
	e.Channels = 8 * e.Registers
	e.High, e.Low = e.Channels-1, e.Channels-2
	for _, tie := range []struct {
		key  string
		file *int
		to   *int
	}{{"high", e.from.High, &e.High}, {"low", e.from.Low, &e.Low}} {
		if tie.file != nil {
			*tie.to = *tie.file
		}
		e.within("."+tie.key, *tie.to, e.Channels-8, e.Channels-1)
	}
	if e.High == e.Low {
		e.add(".low", "input %d cannot be tied high and low; change one", e.Low)
	}
	if e.from.Load != nil {
		e.Load = *e.from.Load
		e.within(".load", e.Load, 0, 511)
	} else if e.Chip != "" {
		e.add(".chip", "is that of load, which is missing; give both or neither")
	}
	e.clock()
}

func (e *driverEntry) clock() {
	if e.KHz != 0 {
		e.within(".khz", e.KHz, 10, 32000)
	}
}

// tied reports whether a channel is one that cannot feel.
func (d Driver) tied(channel int) bool {
	return d.Kind == "hc165" && (channel == d.High || channel == d.Low)
}

// lit64 is a board from a shop with 64 fields and a light on each.
func (e *driverEntry) lit64() {
	e.Turned, e.Channels = e.from.Turned, 64
	if e.LEDs != 0 && e.LEDs != 64 {
		e.add(".leds", "the board has 64, one a field; write 64, or leave the key out to light none")
	}
}

func (e *driverEntry) dgt() {
	e.Turned, e.Channels = e.from.Turned, 64
}

// colourOrders are the orders of colours on a strip's wire.
var colourOrders = []string{"rgb", "rbg", "grb", "gbr", "brg", "bgr"}

// auxiliary are the SPI buses of a Raspberry Pi 0 to 4 with a short FIFO and no DMA (BCM2835 ARM Peripherals, chapter 2):
// the kernel refills them by hand, and a pause within a WS2812 frame ends it (jgarff/rpi_ws281x, pull request 400).
var auxiliary = regexp.MustCompile(`^/dev/spidev[12]\.`)

func (e *driverEntry) strip() {
	if e.Kind == "ws2812" && auxiliary.MatchString(e.Device) {
		e.add(".device", "%s is an auxiliary SPI bus: it has no DMA, so it pauses within a frame, and WS2812 LEDs take a pause for its end; give the strip /dev/spidev0.0, or take APA102 LEDs",
			e.Device)
	}
	e.Order, e.KHz = e.from.Order, e.from.KHz
	can := slices.Clone(colourOrders)
	if e.Kind == "ws2812" {
		can = append(can, "grbw", "rgbw")
	}
	if e.Order != "" && !slices.Contains(can, e.Order) {
		e.add(".order", "unknown order %q; there are %s", e.Order, strings.Join(can, ", "))
	}
	if e.Kind == "apa102" {
		e.clock()
	}
}
