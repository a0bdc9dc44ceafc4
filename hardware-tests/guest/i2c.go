//go:build hardware && linux

package main

import (
	"errors"

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
			"brownout": do(func() {
				for i := range bus.Chips {
					bus.Reset(i)
				}
			}),
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
