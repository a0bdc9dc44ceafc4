package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"reeve/config"
	"reeve/hw/dgt"
	"reeve/hw/serial"
	"reeve/sensors"
)

// errDevice is why --device is refused.
var errDevice = errors.New("reeve: --device names the device of the one serial or dgt driver of a board; of several write them into the file")

// device is the path of a driver's device: --device goes before that of the only
// serial line.
func (d *daemon) device(file *config.Board, i int) (string, error) {
	if d.settings.Device == "" {
		return file.Drivers[i].Device, nil
	}
	lines := 0
	for _, each := range file.Drivers {
		if isLine(each) {
			lines++
		}
	}
	switch {
	case lines != 1:
		return "", fmt.Errorf("%w; %s has %d", errDevice, file.Name, lines)
	case isLine(file.Drivers[i]):
		return d.settings.Device, nil
	}
	return file.Drivers[i].Device, nil
}

func isLine(d config.Driver) bool { return d.Kind == "serial" || d.Kind == "dgt" }

// link connects a controller on a serial line.
func (d *daemon) link(w *wired, p part) error {
	device := p.driver.Device
	sink := &linkSink{daemon: d, driver: p.driver.Name, device: device, keys: p.keys}
	link := serial.Dial(serial.Config{
		Path: device, Baud: p.driver.Baud, Contacts: p.driver.Channels, LEDs: p.driver.LEDs,
		MaxCurrent: p.limit, Sink: sink, Epoch: d.start,
		Open: func() (io.ReadWriteCloser, error) { return d.machine.serial(device, serial.BootBaud) },
	})
	w.feel(p, func(to sensors.Sink) (contacts, error) {
		sink.Edges = sensors.NewEdges(p.wiring, to, p.keys.Channel)
		sink.Down(fmt.Errorf("waiting for the controller on %s", device))
		return sink.Edges, nil
	})
	w.run = append(w.run, func(ctx context.Context) {
		if err := link.Run(ctx); err != nil && ctx.Err() == nil {
			d.log.Error("the serial link ended", "part", "serial", "error", err)
		}
	})
	return d.shine(w, p, link)
}

// linkSink passes on what a controller says.
type linkSink struct {
	*sensors.Edges
	daemon *daemon
	driver string // its name
	device string
	keys   *keypad
}

// Up notes that the controller answers. After a short outage nothing was missed.
func (s *linkSink) Up(info serial.Info) {
	if info.Resumed {
		s.Resumed()
	}
	s.daemon.log.Info("controller up", "part", "serial", "device", s.device, "firmware", info.Firmware, "version", info.Version,
		"contacts", info.Contacts, "leds", info.LEDs, "resumed", info.Resumed)
}

// Supply says what becomes of the LEDs' supply.
func (s *linkSink) Supply(err error) { s.daemon.dark(s.driver, err) }

// Button is a button of the controller.
func (s *linkSink) Button(n int, down bool, at time.Duration) { s.keys.Number(n, down, at) }

// dgt connects a DGT board.
func (d *daemon) dgt(w *wired, p part) error {
	sink := &boardSink{log: d.log, name: p.driver.Name, device: p.driver.Device}
	wood := dgt.New(dgt.Config{
		Turned: p.driver.Turned, Sink: sink, Epoch: d.start,
		Open: func() (io.ReadWriteCloser, error) { return d.machine.serial(p.driver.Device, dgtBaud) },
	})
	w.feel(p, func(to sensors.Sink) (contacts, error) {
		sink.Edges = sensors.NewEdges(p.wiring, to, p.keys.Channel)
		sink.Edges.Down(fmt.Errorf("waiting for the board on %s", p.driver.Device))
		return sink.Edges, nil
	})
	w.run = append(w.run, func(ctx context.Context) { _ = wood.Run(ctx) }) // it ends with ctx only
	return nil
}

// dgtBaud is the speed of every DGT board.
const dgtBaud = 9600

// boardSink passes on what a DGT board says, and logs once why it cannot be heard.
type boardSink struct {
	*sensors.Edges
	log          *slog.Logger
	name, device string
	why          string
}

func (s *boardSink) State(levels []uint64, at time.Duration) {
	if s.why != "" {
		s.why = ""
		s.log.Info("board up", "part", "dgt", "driver", s.name, "device", s.device)
	}
	s.Edges.State(levels, at)
}

func (s *boardSink) Down(err error) {
	if err.Error() != s.why {
		s.why = err.Error()
		s.log.Warn("board down", "part", "dgt", "driver", s.name, "device", s.device, "error", err)
	}
	s.Edges.Down(err)
}
