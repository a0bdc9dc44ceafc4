//go:build hardware && linux

package main

import (
	"errors"
	"fmt"
	"slices"

	"reeve/hardware-tests/cuse"
	"reeve/hw/hwtest"
)

// shiftRegisters are seven chips whose SH/LD hangs on a line of the contacts
// chip, with the last two inputs tied, and a strip on another port.
func shiftRegisters() (hardware, error) {
	const load = 40
	chain := &hwtest.Registers{Inputs: slices.Repeat([]byte{0xff}, 7)}
	chain.Set(54, true)
	latched := hwtest.Registers{Inputs: make([]byte, 7)} // nothing until SH/LD was low
	seen := 0
	port := cuse.NewSPI(func(w, r []byte) {
		if n, err := counts("pulses"); err == nil && n[load] != seen {
			seen = n[load]
			copy(latched.Inputs, chain.Inputs)
		}
		latched.Cut = chain.Cut
		latched.Exchange(w, r)
	})
	server, err := cuse.Serve("spidev1.0", port.Answer)
	if err != nil {
		return hardware{}, err
	}
	do := func(f func()) func() error { return func() error { port.Do(f); return nil } }
	strip := hwtest.NewAPA102(49, false)
	return hardware{
		set:  func(channel int, closed bool) error { return do(func() { chain.Set(channel, closed) })() },
		acts: map[string]func() error{"break": do(func() { chain.Cut = 3 }), "mend": do(func() { chain.Cut = 0 })},
		worked: func() (n int) {
			port.Do(func() { n = seen })
			return n
		},
		check: func() error {
			if mode, hertz, _ := port.Setup(); mode != 2 || hertz != 1_000_000 {
				return fmt.Errorf("the chain was read in mode %d at %d Hz", mode, hertz)
			}
			return nil
		},
		end: server.Close,
	}.with(lights{
		exchange: strip.Exchange, hertz: 4_000_000,
		led: func(n int) [3]byte { return [3]byte{strip.Shown[n][3], strip.Shown[n][2], strip.Shown[n][1]} },
	})
}

// lights is a strip for /dev/spidev0.0.
type lights struct {
	exchange func(w, r []byte)
	hertz    uint32
	led      func(n int) [3]byte
	bad      func() int // counts what was on the wire and means nothing; nil if nothing can
}

// with adds a strip of 49 LEDs to h. At the end it must be dark.
func (h hardware) with(l lights) (hardware, error) {
	port := cuse.NewSPI(l.exchange)
	server, err := cuse.Serve("spidev0.0", port.Answer)
	check, end := h.check, h.end
	h.led = func(n int) (rgb [3]byte) {
		port.Do(func() { rgb = l.led(n) })
		return rgb
	}
	h.check = func() error {
		err := check()
		if l.bad != nil && l.bad() > 0 {
			err = errors.Join(err, fmt.Errorf("%d pulses were no bits", l.bad()))
		}
		if mode, hertz, _ := port.Setup(); mode != 0 || hertz != l.hertz {
			err = errors.Join(err, fmt.Errorf("the strip was written in mode %d at %d Hz", mode, hertz))
		}
		for n := range 49 {
			if shown := h.led(n); shown != [3]byte{} {
				err = errors.Join(err, fmt.Errorf("LED %d still shows %x after the end", n, shown))
			}
		}
		return err
	}
	h.end = func() error { return errors.Join(end(), server.Close()) }
	return h, err
}
