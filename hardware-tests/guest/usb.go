//go:build hardware && linux

package main

import (
	"context"
	"fmt"
	"io"

	"reeve/hw/hwtest"
	"reeve/hw/sim"
)

// controller is a board with bounces behind a controller, which keeps its supply
// while it is unplugged, unless "replug" says otherwise.
func controller() (hardware, error) {
	board := sim.New(49, 49)
	noise, err := sim.ParseNoise("heavy")
	if err != nil {
		return hardware{}, err
	}
	board.Bounce(noise, 7)
	far := sim.NewController(board, sim.Options{Name: "guest", Buttons: 3})
	c, err := newCable(func(line io.ReadWriter) { far.Run(context.Background(), line) })
	if err != nil {
		return hardware{}, err
	}
	h := plugged(c, 32)
	h.set = func(channel int, closed bool) error { board.Set(channel, closed); return nil }
	h.press = func(button int, down bool) error { board.Press(button, down); return nil }
	h.led = func(n int) [3]byte { return [3]byte(board.Frame()[3*n:]) }
	h.acts["replug"] = func() error {
		far.Restart()
		return c.plug()
	}
	return h, c.plug()
}

// dgt is a board of 64 fields, on which any piece will do.
func dgt() (hardware, error) {
	board := hwtest.NewDGT()
	c, err := newCable(func(line io.ReadWriter) { board.Run(line) })
	if err != nil {
		return hardware{}, err
	}
	h := plugged(c, 11)
	h.set = func(channel int, closed bool) error {
		piece := byte(0)
		if closed {
			piece = 1
		}
		board.Put(channel, piece)
		return nil
	}
	h.acts["replug"] = func() error {
		board.Restart()
		return c.plug()
	}
	return h, c.plug()
}

// plug is a cable's.
type plug interface {
	plug() error
	unplug() error
	count() int // how often it was unplugged
}

// plugged is what all hardware at a cable has, which the script unplugs so often.
func plugged(c plug, times int) hardware {
	return hardware{
		acts:   map[string]func() error{"unplug": c.unplug, "plug": c.plug},
		worked: c.count,
		check: func() error {
			if c.count() != times {
				return fmt.Errorf("unplugged %d times", c.count())
			}
			return nil
		},
		end: c.unplug,
	}
}
