package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"periph.io/x/conn/v3/physic"

	"reeve/config"
	"reeve/hw/eboard"
	"reeve/hw/gpio"
	"reeve/hw/i2c"
	"reeve/hw/serial"
	"reeve/hw/spi"
)

// machine is how drivers reach the hardware: by path, or for lines by the label
// of their chip. Tests put models of chips there.
type machine struct {
	lines  func(label string) gpio.Request
	i2c    func(path string) i2c.Opener
	spi    func(path string) spi.Opener
	serial func(path string, baud int) (io.ReadWriteCloser, error)
	// reports is a HID device, of which a read is a report.
	reports func(path string) (io.ReadWriteCloser, error)
	// program is the file of this program, which plays seats as a child.
	program func() (string, error)
}

// linux is the machine that the program runs on.
var linux = machine{
	lines: gpio.On, i2c: i2c.Device, spi: spi.Device, program: os.Executable,
	serial: func(path string, baud int) (io.ReadWriteCloser, error) {
		port, err := serial.Open(path, baud)
		if err != nil {
			return nil, err // not a nil *Port in an interface
		}
		return port, nil
	},
	reports: func(path string) (io.ReadWriteCloser, error) {
		device, err := eboard.OpenHID(path)
		if err != nil {
			return nil, err
		}
		return device, nil
	},
}

// scanner is a driver that is asked for its contacts.
type scanner interface {
	Scan(levels []uint64) error
	Channels() int
	Close() error
}

// scanner makes the driver of one of the kinds that are asked: gpio, i2c and
// hc165. It takes no hardware before the first scan.
func (m machine) scanner(d config.Driver) (scanner, error) {
	switch d.Kind {
	case "gpio":
		return gpio.New(gpio.Config{Request: m.lines(d.Chip), Rows: d.Rows, Columns: d.Columns, Direct: d.Direct})
	case "i2c":
		return expanders(m.i2c(d.Device), d)
	case "hc165":
		return m.chain(d)
	}
	return nil, fmt.Errorf("reeve: a %s driver is not asked for its contacts", d.Kind)
}

// expanders is a scanner of kind i2c.
func expanders(open i2c.Opener, d config.Driver) (*i2c.Scanner, error) {
	c := i2c.Config{Open: open, Rows: pinsOf(d.Rows), Columns: pinsOf(d.Columns)}
	for _, e := range d.Expanders {
		c.Chips = append(c.Chips, i2c.Chip{Model: models[e.Model], Address: uint16(e.Address)})
	}
	return i2c.New(c)
}

// models are the expanders by the names that board files give them.
var models = map[string]i2c.Model{"mcp23017": i2c.MCP23017, "tca9555": i2c.TCA9555}

// pinsOf splits pins that are counted through all chips, 16 each.
func pinsOf(list []int) (pins []i2c.Pin) {
	for _, n := range list {
		pins = append(pins, i2c.Pin{Chip: n / 16, Pin: n % 16})
	}
	return pins
}

// chain is a scanner of 74HC165 and the line that loads it.
type chain struct {
	*spi.Chain
	load *gpio.Pulse // nil if chip enable does it
}

func (c chain) Close() error {
	err := c.Chain.Close()
	if c.load != nil {
		err = errors.Join(err, c.load.Close())
	}
	return err
}

func (m machine) chain(d config.Driver) (scanner, error) {
	c := spi.ChainConfig{Open: m.spi(d.Device), Chips: d.Registers, High: d.High, Low: d.Low, Speed: physic.Frequency(d.KHz) * physic.KiloHertz}
	var whole chain
	var err error
	if d.Load >= 0 {
		if whole.load, err = gpio.NewPulse(m.lines(d.Chip), d.Load); err != nil {
			return nil, err
		}
		c.Load = whole.load.Low
	}
	whole.Chain, err = spi.NewChain(c)
	return whole, err
}

// strip makes the driver of an LED strip: apa102 and ws2812. It takes no hardware
// before the first frame.
func (m machine) strip(d config.Driver) (*spi.Strip, error) {
	c := spi.StripConfig{Open: m.spi(d.Device), LEDs: d.LEDs, Order: d.Order, Speed: physic.Frequency(d.KHz) * physic.KiloHertz}
	if d.Kind == "ws2812" {
		return spi.NewWS2812(c)
	}
	return spi.NewAPA102(c)
}
