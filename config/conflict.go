package config

import (
	"fmt"
	"slices"
	"strings"
)

// taken are the lines of a Raspberry Pi's header that a bus takes for itself
// (BCM2835 ARM Peripherals, alternative function assignments).
var taken = []struct {
	device string // as its path begins
	lines  []int
}{
	{"/dev/i2c-1", []int{2, 3}},
	{"/dev/spidev0.", []int{7, 8, 9, 10, 11}},
	{"/dev/spidev1.", []int{19, 20, 21}},
	{"/dev/serial0", []int{14, 15}},
}

// line is a line of a GPIO chip.
type line struct {
	chip   string
	number int
}

// conflicts checks that no two drivers want one device, address or line.
func (b *builder) conflicts() {
	devices, lines := map[string]string{}, map[line]string{}
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
		for _, n := range d.lines() {
			l := line{d.Chip, n}
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

// header checks that nobody wants lines of the header that the driver's bus has.
func (b *builder) header(at string, d Driver, lines map[line]string) {
	for _, t := range taken {
		if !strings.HasPrefix(d.Device, t.device) {
			continue
		}
		for _, n := range t.lines {
			if other := lines[line{"", n}]; other != "" {
				b.add(at+".device", "line %d, which driver %s uses, belongs to %s; change one", n, other, d.Device)
			}
		}
	}
}
