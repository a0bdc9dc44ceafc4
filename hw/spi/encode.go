package spi

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"periph.io/x/conn/v3/physic"
)

// order is where the colours stand: order[i] is the byte of R, G, B that goes
// i-th on the wire.
type order [3]uint8

// orderOf reads an order such as "grb".
func (c chip) orderOf(name string) (o order, err error) {
	if !slices.Contains(c.orders, name) {
		return o, fmt.Errorf("%w: %s with order %q, there are %s", ErrConfig, c.name, name, strings.Join(c.orders, ", "))
	}
	for i := range o {
		o[i] = uint8(strings.IndexByte("rgb", name[i]))
	}
	return o, nil
}

// orders are all orders of three colours, the usual one first.
func orders(usual string) []string {
	all := []string{usual}
	for _, o := range []string{"rgb", "rbg", "grb", "gbr", "brg", "bgr"} {
		if o != usual {
			all = append(all, o)
		}
	}
	return all
}

// apa102 encodes the APA102 data sheet's frame: 32 zero bits; for each LED 111, five bits of brightness and
// three colours; then half a bit an LED, since each delays its output by half a clock. The SK9822 latches
// at the next 32 zero bits, so the end is zeros; the sheet's ones would also light one LED too many.
var apa102 = chip{
	name: "APA102", orders: orders("bgr"), speed: 4 * physic.MegaHertz,
	stride: func(int) int { return 4 },
	lead:   4,
	tail:   func(leds int) int { return 4 + (leds+15)/16 },
	blank:  func([]byte) {},
	encode: encodeAPA102,
}

// fullBrightness is the head of each LED. Less than all of the five bits would
// only make it flicker at 582 Hz; how bright it is is said by the colours.
const fullBrightness = 0xff

func encodeAPA102(s *Strip, rgb []byte) {
	out := s.frame[s.chip.lead:]
	var shift [3]uint8 // of red, green and blue
	for i, colour := range s.order {
		shift[colour] = uint8(8 + 8*i)
	}
	for len(rgb) >= 3 && len(out) >= 4 {
		v := fullBrightness | uint32(rgb[0])<<(shift[0]&31) | uint32(rgb[1])<<(shift[1]&31) | uint32(rgb[2])<<(shift[2]&31)
		binary.LittleEndian.PutUint32(out, v)
		rgb, out = rgb[3:], out[4:]
	}
}

// ws2812 encodes each bit of the WS2812B in three SPI bits of 417 ns: 100 is a 0 (high 417 ns; the data sheet
// allows 220 to 550), 110 a 1 (833 ns; 550 to 1000). 300 µs of low end a frame (the sheet of 2018: 280 µs).
//
// The Pis make 2.36 to 2.4 MHz of 2.4, as long as core_freq is fixed. A Pi 0 to 4 uses DMA from 96 bytes on
// and pauses after each byte below that, so no frame is shorter. 300 µs of low come first, too: a
// transfer of the Pi 5 begins with a stray pulse, which must not count as a bit.
var ws2812 = chip{
	name: "WS2812", orders: append(orders("grb"), "grbw", "rgbw"), speed: 2400 * physic.KiloHertz,
	stride: func(letters int) int { return 3 * letters },
	lead:   lowBytes,
	tail:   func(int) int { return lowBytes },
	blank:  blankWS2812,
	encode: encodeWS2812,
	whole:  true,
}

// lowBytes is 300 µs of low.
const lowBytes = 90

// pulses are the 24 bits of SPI for each byte of colour.
var pulses = func() (t [256]uint32) {
	for v := range t {
		for bit := 7; bit >= 0; bit-- {
			t[v] = t[v]<<3 | 0b100 | uint32(v>>bit&1)<<1
		}
	}
	return t
}()

// blankWS2812 writes zeros everywhere, white LEDs too.
func blankWS2812(frame []byte) {
	leds := frame[lowBytes : len(frame)-lowBytes]
	for ; len(leds) >= 3; leds = leds[3:] {
		putPulses(leds, 0)
	}
}

func putPulses(out []byte, v byte) {
	p := pulses[v]
	out[0], out[1], out[2] = byte(p>>16), byte(p>>8), byte(p)
}

func encodeWS2812(s *Strip, rgb []byte) {
	out := s.frame[lowBytes : len(s.frame)-lowBytes]
	stride := len(out) / s.leds
	first, second, third := s.order[0], s.order[1], s.order[2]
	for len(rgb) >= 3 && len(out) >= stride && len(out) >= 9 {
		led := [4]byte{rgb[0], rgb[1], rgb[2]}
		a, b, c := pulses[led[first&3]], pulses[led[second&3]], pulses[led[third&3]]
		binary.BigEndian.PutUint64(out, uint64(a)<<40|uint64(b)<<16|uint64(c)>>8)
		out[8] = byte(c)
		rgb, out = rgb[3:], out[stride:]
	}
}
