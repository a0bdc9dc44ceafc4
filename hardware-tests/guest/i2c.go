//go:build hardware && linux

package main

import (
	"bytes"
	"errors"

	"periph.io/x/conn/v3/i2c"

	"reeve/hardware-tests/cuse"
	"reeve/hw/hwtest"
)

// onI2C serves a bus at a path and tells how to break it.
func onI2C(device string, bus *hwtest.I2C, pin func(channel int) (hwtest.Pin, *hwtest.Pin)) (hardware, error) {
	open, err := bus.Open()
	if err != nil {
		return hardware{}, err
	}
	server, err := cuse.Serve(device, cuse.I2C(open))
	if err != nil {
		return hardware{}, err
	}
	last := len(bus.Chips) - 1
	do := func(f func()) func() error { return func() error { f(); return nil } }
	return hardware{
		set: func(channel int, closed bool) error {
			if from, to := pin(channel); to != nil {
				bus.Cross(from, *to, closed)
			} else {
				bus.Ground(from, closed)
			}
			return nil
		},
		acts: map[string]func() error{
			"break": do(func() { bus.Silence(last, true) }), "mend": do(func() { bus.Silence(last, false) }),
			"brownout": func() error { return brownOut(bus, open) },
		},
		worked: func() int { n, _ := bus.Wire(); return n },
		check: func() error {
			if pins := bus.UnsafeNow(); pins != "" {
				return errors.New(pins)
			}
			return nil
		},
		end: server.Close,
	}, nil
}

// brownOut makes all chips forget their settings, and waits until they have been
// told them again. Those of a TCA9555 with one contact a pin are what it wakes with.
func brownOut(bus *hwtest.I2C, line i2c.Bus) error {
	before := pullUps(bus, line)
	for i := range bus.Chips {
		bus.Reset(i)
	}
	return await("settings as before the dip", func() bool { return bytes.Equal(pullUps(bus, line), before) })
}

// pullUps reads what each MCP23017 has been told to pull up: its register GPPU.
func pullUps(bus *hwtest.I2C, line i2c.Bus) (list []byte) {
	for _, c := range bus.Chips {
		pins := make([]byte, 2)
		if c.MCP && line.Tx(c.Address, []byte{0x0c}, pins) == nil {
			list = append(list, pins...)
		}
	}
	return list
}

// expanders wires each square to a pin of its own: 14 of an MCP23017, 16 of a TCA9555.
func expanders() (hardware, error) {
	bus := hwtest.NewI2C(&hwtest.Expander{Address: 0x20, MCP: true}, &hwtest.Expander{Address: 0x21, MCP: true},
		&hwtest.Expander{Address: 0x22}, &hwtest.Expander{Address: 0x23})
	h, err := onI2C("i2c-7", bus, func(channel int) (hwtest.Pin, *hwtest.Pin) {
		if channel < 28 {
			n := channel % 14
			return hwtest.Pin{Chip: channel / 14, Pin: n + n/7}, nil // not pin 7, nor 15
		}
		return hwtest.Pin{Chip: 2 + (channel-28)/16, Pin: (channel - 28) % 16}, nil
	})
	if err != nil {
		return h, err
	}
	leds := &hwtest.WS2812{Hz: 2_400_000, Bytes: 3}
	return h.with(lights{
		exchange: leds.Exchange, hertz: 2_400_000,
		led: func(n int) [3]byte {
			if n >= len(leds.Shown) {
				return [3]byte{}
			}
			return [3]byte{leds.Shown[n][1], leds.Shown[n][0], leds.Shown[n][2]}
		},
		bad: func() int { return leds.Bad },
	})
}

func expanderMatrix() (hardware, error) {
	bus := hwtest.NewI2C(&hwtest.Expander{Address: 0x27, MCP: true})
	return onI2C("i2c-8", bus, func(channel int) (hwtest.Pin, *hwtest.Pin) {
		return hwtest.Pin{Pin: 8 + channel%7}, &hwtest.Pin{Pin: channel / 7}
	})
}
