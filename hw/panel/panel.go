package panel

import (
	"context"
	"fmt"
	"image"
	"strings"
	"sync"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/inconsolata"
	"golang.org/x/image/math/fixed"
	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/devices/v3/ssd1306"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// A line has Columns letters of 8 by 16 points.
const (
	Columns = 16
	wide    = 8 * Columns
	high    = 16
)

// The times of a display.
const (
	turn  = 2500 * time.Millisecond // for which a part of a long line is shown
	again = 5 * time.Second         // until one that failed is tried again
)

// Panel is a display that may come and go.
type Panel struct {
	open   func() (i2c.BusCloser, error)
	height int
	wake   chan struct{}

	mu    sync.Mutex
	lines [2]string
}

// New returns a display of so many points of height, 32 or 64, on a bus; it does nothing before Run.
func New(open func() (i2c.BusCloser, error), height int) *Panel {
	return &Panel{open: open, height: height, wake: make(chan struct{}, 1)}
}

// Show shows two lines from now on. One that is too long is shown in parts, one after the other, and from the first one again
// when that has changed. It never waits.
func (p *Panel) Show(first, second string) {
	p.mu.Lock()
	changed := p.lines != [2]string{first, second}
	p.lines = [2]string{first, second}
	p.mu.Unlock()
	if changed {
		select {
		case p.wake <- struct{}{}:
		default:
		}
	}
}

// Run shows what is to be shown until ctx ends, then switches the display off. Failed is told why it cannot be shown, and nil
// when it can again.
func (p *Panel) Run(ctx context.Context, failed func(error)) {
	told := ""
	for ctx.Err() == nil {
		err := p.session(ctx, func() {
			if told != "" {
				told = ""
				failed(nil)
			}
		})
		if ctx.Err() != nil {
			return
		}
		if why := err.Error(); why != told {
			told = why
			failed(err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(again):
		}
	}
}

// session shows until it fails, or ctx ends.
func (p *Panel) session(ctx context.Context, well func()) error {
	bus, err := p.open()
	if err != nil {
		return err
	}
	defer bus.Close()
	dev, err := ssd1306.NewI2C(shortTransfers{bus}, &ssd1306.Opts{W: wide, H: p.height, Sequential: p.height == 32})
	if err != nil {
		return fmt.Errorf("panel: %w", err)
	}
	tick := time.NewTicker(turn)
	defer tick.Stop()
	var begins [2]string
	var part [2]int
	for {
		p.mu.Lock()
		lines := p.lines
		p.mu.Unlock()
		for i, line := range lines {
			if first := split(line)[0]; first != begins[i] {
				begins[i], part[i] = first, 0
			}
		}
		if err := dev.Draw(dev.Bounds(), drawn(lines, part, p.height), image.Point{}); err != nil {
			return fmt.Errorf("panel: %w", err)
		}
		well()
		select {
		case <-ctx.Done():
			_ = dev.Halt() // what could be done has been
			return ctx.Err()
		case <-p.wake:
		case <-tick.C:
			part[0]++
			part[1]++
		}
	}
}

// drawn is the picture of two lines, of which long ones show a part.
func drawn(lines [2]string, part [2]int, height int) *image1bit.VerticalLSB {
	img := image1bit.NewVerticalLSB(image.Rect(0, 0, wide, height))
	gap := (height - 2*high) / 3
	for i, line := range lines {
		parts := split(line)
		d := font.Drawer{Dst: img, Src: &image.Uniform{C: image1bit.On}, Face: inconsolata.Regular8x16,
			Dot: fixed.P(0, gap+i*(high+gap)+inconsolata.Regular8x16.Ascent-2)} // room for what hangs below
		d.DrawString(parts[part[i]%len(parts)])
	}
	return img
}

// split breaks a line into parts of whole words, each as long as the display is wide at most.
func split(line string) (parts []string) {
	part := ""
	for _, word := range strings.Fields(line) {
		for len([]rune(word)) > Columns {
			r := []rune(word)
			if part != "" {
				parts, part = append(parts, part), ""
			}
			parts, word = append(parts, string(r[:Columns])), string(r[Columns:])
		}
		if part != "" && len([]rune(part))+1+len([]rune(word)) > Columns {
			parts, part = append(parts, part), ""
		}
		part = strings.TrimLeft(part+" "+word, " ")
	}
	return append(parts, part)
}

// shortTransfers is a bus for whom 32 bytes are a long transfer, as they are on some. What is longer is cut into pieces, each behind the
// byte that says what it is: commands, or points.
type shortTransfers struct{ i2c.Bus }

const mostBytes = 32

// Tx is of i2c.Bus.
func (b shortTransfers) Tx(address uint16, w, r []byte) error {
	if len(w) <= mostBytes {
		return b.Bus.Tx(address, w, r)
	}
	for rest := w[1:]; len(rest) > 0; {
		n := min(len(rest), mostBytes-1)
		if err := b.Bus.Tx(address, append([]byte{w[0]}, rest[:n]...), nil); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// SetSpeed is of i2c.Bus; the bus has the speed that it has.
func (shortTransfers) SetSpeed(physic.Frequency) error { return nil }
