package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/board"
	"reeve/doctor"
	"reeve/firmware-protocol/firmware"
	"reeve/firmware-protocol/wire"
	"reeve/hw/serial"
	"reeve/sensors"
)

// heardPoles writes down what comes out of the sensors.
type heardPoles struct{ text []string }

func (h *heardPoles) Touch(t board.Touch) {
	h.text = append(h.text, fmt.Sprint(t.Square, t.Placed, t.Piece))
}
func (h *heardPoles) Wood(w board.Set, _ time.Duration) {
	h.text = append(h.text, fmt.Sprint("wood ", w.Len()))
}
func (h *heardPoles) Fault(error) {}

// What a controller says of poles is the mark of a side's pieces, with the state and with each edge, and another number is none.
func TestPolesAreTheMarksOfSides(t *testing.T) {
	wiring, err := sensors.NewWiring([]board.Square{5, 6})
	if err != nil {
		t.Fatal(err)
	}
	var heard heardPoles
	sink := &linkSink{Edges: sensors.NewEdges(wiring, &heard, nil)}
	var _ serial.Marker = sink
	sink.Mark(0, uint8(wire.Negative))
	sink.State([]uint64{1}, 0)
	sink.Mark(1, uint8(wire.Positive))
	sink.Edge(1, true, 1)
	sink.Edge(0, false, 2)
	sink.Mark(0, uint8(wire.NoPole))
	sink.Edge(0, true, 3)
	sink.Mark(0, 3)
	want := []string{"wood 1", fmt.Sprint(board.Square(5), true, board.Negative), fmt.Sprint(board.Square(6), true, board.Positive),
		fmt.Sprint(board.Square(5), false, 0), fmt.Sprint(board.Square(5), true, 0)}
	if !slices.Equal(heard.text, want) {
		t.Errorf("heard %q, want %q", heard.text, want)
	}
	if board.Pole(253) || !board.Pole(board.Positive) || !board.Pole(board.Negative) {
		t.Error("which marks are poles")
	}
}

// What a controller says of a drift is a fault of the square that feels by that sensor; one of a button is nobody's.
func TestADriftIsThatOfASquare(t *testing.T) {
	wiring, err := sensors.NewWiring([]board.Square{5, board.None})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	e := &electrics{watch: sensors.NewWatch(func(all []sensors.Fault) {
		for _, f := range all {
			told = append(told, fmt.Sprint(f.Square, f.Kind))
		}
	})}
	e.watch.Over(wiring, sensors.HealthOptions{}, &heardPoles{})
	sink := serial.Drifter(&linkSink{electrics: e, wiring: wiring})
	sink.Drift(1, true)
	sink.Drift(0, true)
	if want := []string{"5 drifted"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
	var why linkState
	serial.Drifter(&why).Drift(3, true)
	if !why.has(3) || why.has(0) {
		t.Error("the doctor knows otherwise")
	}
}

// Firmware that is older than what comes with the program is welcome, with a note of what it cannot do and what to do; the same, newer, and that
// of others needs none.
func TestOlderFirmwareIsWelcomeWithItsRemedy(t *testing.T) {
	now := firmware.Version()
	for _, c := range []struct {
		who     serial.Info
		install string
	}{
		{serial.Info{Firmware: "reeve", Version: "1.0", Layout: "pico hall", Features: wire.HasPoles, Minor: 1}, "pico-hall"},
		{serial.Info{Firmware: "reeve", Version: "1.0", Layout: "pico hall", Features: wire.HasPoles, Minor: 2}, "pico-hall"},
		{serial.Info{Firmware: "reeve", Version: now, Layout: "pico hall", Features: wire.HasPoles, Minor: 2}, ""},
		{serial.Info{Firmware: "reeve", Version: "1.0", Layout: "16x16"}, "atmega2560"},
		{serial.Info{Firmware: "reeve", Version: "", Layout: "8x8"}, "atmega328p"},
		{serial.Info{Firmware: "reeve", Version: now, Layout: "8x8"}, ""},
		{serial.Info{Firmware: "reeve", Version: now + ".1", Layout: "8x8"}, ""},
		{serial.Info{Firmware: "reeve", Version: "99.0", Layout: "pico 8x8"}, ""},
		{serial.Info{Firmware: "simboard", Layout: "8x8"}, ""},
		{serial.Info{Firmware: "reeve", Version: "0.1", Layout: "of my own"}, ""},
	} {
		f := introduce(c.who)
		if (f.Grade == doctor.Note) != (c.install != "") || c.install != "" && !strings.HasPrefix(f.Remedy, "reeve firmware install "+c.install+",") {
			t.Errorf("%+v: %+v", c.who, f)
		}
		if _, err := named(c.install); c.install != "" && err != nil {
			t.Error(err)
		}
	}
	for _, pair := range [][2]string{{"1.9", "1.10"}, {"", "1.0"}, {"1.2", "1.2.1"}, {"x", "1.0"}} {
		if !older(pair[0], pair[1]) || older(pair[1], pair[0]) || older(pair[1], pair[1]) {
			t.Errorf("%q is not older than %q", pair[0], pair[1])
		}
	}
}
