package config

import (
	"fmt"
	"slices"
	"strings"
)

// taken are the lines of a Raspberry Pi's header that a device takes for itself (BCM2835 ARM Peripherals, alternative
// function assignments). A bus's chip enables are taken, used or not: the first SPI bus has two with spi=on, of the second
// spi1-1cs, -2cs and -3cs set up those below the one that is wanted, too (Raspberry Pi overlays README).
var taken = map[string][]int{
	"/dev/i2c-0":     {0, 1},
	"/dev/i2c-1":     {2, 3},
	"/dev/spidev0.0": {7, 8, 9, 10, 11},
	"/dev/spidev0.1": {7, 8, 9, 10, 11},
	"/dev/spidev1.0": {18, 19, 20, 21},
	"/dev/spidev1.1": {17, 18, 19, 20, 21},
	"/dev/spidev1.2": {16, 17, 18, 19, 20, 21},
	"/dev/serial0":   {14, 15},
	"/dev/ttyAMA0":   {14, 15},
	"/dev/ttyS0":     {14, 15},
}

// OnHeader reports whether the driver is behind the serial port on a Raspberry Pi's own header, GPIO14 and GPIO15, whose
// lines stand no more than 3.3 V.
func (d Driver) OnHeader() bool { return d.Kind == "serial" && taken[d.Device] != nil }

// headers are the labels of the chips that work the header of a Raspberry Pi, which "" is for.
var headers = []string{"pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"}

// line is a line of a GPIO chip.
type line struct {
	chip   string
	number int
}

// conflicts checks that no two drivers want one device, address or line.
func (b *builder) conflicts() {
	devices, lines, buses := map[string]string{}, map[line]string{}, map[string]*Driver{}
	sims := 0
	for i, d := range b.board.Drivers {
		at := fmt.Sprintf("drivers[%d]", i)
		if d.Kind == "sim" && d.Channels > 0 {
			if sims++; sims > 1 {
				b.add(at+".kind", "there is a simulated driver with channels already; give that one all of them")
			}
		}
		for _, device := range d.devices() {
			if other := devices[device]; other != "" {
				b.add(at+".device", "%s is that of driver %s, too; change one", device, other)
			}
			devices[device] = d.Name
		}
		if bus, ok := d.spiBus(); ok {
			if other := buses[bus]; other != nil && other.Device != d.Device {
				b.add(at+".device", "%s is on one bus with %s of driver %s: LED strips and a 74HC165 have no chip select, so each would take what is meant for the other; give one of them the other bus",
					d.Device, other.Device, other.Name)
			}
			buses[bus] = &b.board.Drivers[i]
		}
		for _, n := range d.lines() {
			l := d.line(n)
			if other := lines[l]; other != "" && other != d.Name {
				b.add(at, "line %d is that of driver %s, too; change one", n, other)
			}
			lines[l] = d.Name
		}
	}
	for i, d := range b.board.Drivers {
		b.header(fmt.Sprintf("drivers[%d]", i), d, lines)
	}
}

// devices are what a driver needs for itself: its device, or its chips on one
// that it shares.
func (d Driver) devices() (list []string) {
	if d.Kind != "i2c" {
		if d.Device != "" {
			list = append(list, d.Device)
		}
		return list
	}
	for _, e := range d.Expanders {
		list = append(list, fmt.Sprintf("%s address %x", d.Device, e.Address))
	}
	return list
}

// lines are the GPIO lines that a driver needs.
func (d Driver) lines() []int {
	switch {
	case d.Kind == "gpio":
		return slices.Concat(d.Rows, d.Columns, d.Direct)
	case d.Kind == "hc165" && d.Load >= 0:
		return []int{d.Load}
	}
	return nil
}

// line is a line of the driver's chip.
func (d Driver) line(n int) line {
	if slices.Contains(headers, d.Chip) {
		return line{"", n}
	}
	return line{d.Chip, n}
}

// spiBus is the bus of a driver on SPI.
func (d Driver) spiBus() (string, bool) {
	bus, _, ok := strings.Cut(d.Device, ".")
	return bus, ok && kinds[d.Kind].device == spiDevice
}

// header checks that nobody wants lines of the header that the driver's bus has.
func (b *builder) header(at string, d Driver, lines map[line]string) {
	for _, n := range taken[d.Device] {
		if other := lines[line{"", n}]; other != "" {
			b.add(at+".device", "line %d, which driver %s uses, belongs to %s; change one", n, other, d.Device)
		}
	}
}
