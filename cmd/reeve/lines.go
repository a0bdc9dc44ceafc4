package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"reeve/board"
	"reeve/config"
	"reeve/firmware-protocol/wire"
	"reeve/hw/dgt"
	"reeve/hw/eboard"
	"reeve/hw/serial"
	"reeve/leds"
	"reeve/sensors"
)

// errDevice is why --device is refused.
var errDevice = errors.New("reeve: --device names the device of the one driver of a board that is behind a serial port; of several write them into the file")

// deviceOf is the path of a driver's device: --device goes before that of the only
// serial line.
func deviceOf(option string, file *config.Board, i int) (string, error) {
	if option == "" {
		return file.Drivers[i].Device, nil
	}
	lines := 0
	for _, each := range file.Drivers {
		if each.Line() {
			lines++
		}
	}
	switch {
	case lines != 1:
		return "", fmt.Errorf("%w; %s has %d", errDevice, file.Name, lines)
	case file.Drivers[i].Line():
		return option, nil
	}
	return file.Drivers[i].Device, nil
}

// link connects a controller on a serial line.
func (e *electrics) link(w *wiredBoard, p part) error {
	device := p.driver.Device
	sink := &linkSink{electrics: e, driver: p.driver.Name, device: device, keys: p.keys, wiring: p.wiring}
	link := serial.Dial(serial.Config{
		Path: device, Baud: p.driver.Baud, Contacts: p.driver.Channels, LEDs: p.driver.LEDs,
		MaxCurrent: p.limit, Sink: sink, Epoch: e.start,
		Open: func() (io.ReadWriteCloser, error) { return e.machine.serial(device, serial.BootBaud) },
	})
	w.addContacts(p, func(to sensors.Sink) (contacts, error) {
		sink.Edges = sensors.NewEdges(p.wiring, to, p.keys.Channel)
		sink.Down(fmt.Errorf("waiting for the controller on %s", device))
		return sink.Edges, nil
	})
	w.run = append(w.run, func(ctx context.Context) {
		if err := link.Run(ctx); err != nil && ctx.Err() == nil {
			e.log.Error("the serial link ended", "part", "serial", "error", err)
		}
	})
	return e.shine(w, p, link)
}

// linkSink passes on what a controller says.
type linkSink struct {
	*sensors.Edges
	electrics *electrics
	driver    string // its name
	device    string
	keys      *keypad
	wiring    *sensors.Wiring
}

// Up notes that the controller answers. After a short outage nothing was missed.
func (s *linkSink) Up(info serial.Info) {
	if info.Resumed {
		s.Resumed()
	}
	s.electrics.log.Info("controller up", "part", "serial", "device", s.device, "firmware", info.Firmware, "version", info.Version,
		"contacts", info.Contacts, "leds", info.LEDs, "resumed", info.Resumed)
}

// Mark says which pole a contact feels.
func (s *linkSink) Mark(channel int, pole uint8) {
	marks := [...]uint8{wire.Positive: board.Positive, wire.Negative: board.Negative}
	if int(pole) < len(marks) {
		s.Edges.Mark(channel, marks[pole])
	}
}

// Drift says that a linear sensor has drifted, or is well again.
func (s *linkSink) Drift(channel int, drifted bool) {
	if sq := s.wiring.Square(channel); sq != board.None {
		s.electrics.watch.Drift(sq, drifted, s.electrics.now())
	}
}

// Supply says what becomes of the LEDs' supply.
func (s *linkSink) Supply(err error) { s.electrics.dark(s.driver, err) }

// Button is a button of the controller.
func (s *linkSink) Button(n int, down bool, at time.Duration) { s.keys.Number(n, down, at) }

// shopBoard is a board from a shop, whatever it speaks. Run ends with its context only.
type shopBoard interface {
	Run(ctx context.Context) error
	Scan(levels []uint64) error
}

// shopSink takes what a board from a shop says.
type shopSink interface {
	Edge(channel int, closed bool, at time.Duration)
	Mark(channel int, piece uint8)
	State(levels []uint64, at time.Duration)
	Down(err error)
}

// shopKinds are boards that say their picture, by the names that board files give them.
var shopKinds = func() map[string]eboard.Kind {
	all := map[string]eboard.Kind{}
	for _, k := range eboard.Kinds {
		all[k.String()] = k
	}
	return all
}()

// shopBoard makes the driver of a board from a shop; one with lights is a leds.Strip, too.
func (m machine) shopBoard(d config.Driver, sink shopSink, epoch time.Time) shopBoard {
	open := func(baud int) func() (io.ReadWriteCloser, error) {
		if baud == 0 {
			return func() (io.ReadWriteCloser, error) { return m.reports(d.Device) }
		}
		return func() (io.ReadWriteCloser, error) { return m.serial(d.Device, baud) }
	}
	if d.Kind == "dgt" {
		return dgt.New(dgt.Config{Turned: d.Turned, Sink: sink, Epoch: epoch, Open: open(dgt.Baud)})
	}
	kind := shopKinds[d.Kind]
	return eboard.New(eboard.Config{Kind: kind, Turned: d.Turned, Sink: sink, Epoch: epoch, Open: open(kind.Baud)})
}

// bought connects a board from a shop.
func (e *electrics) bought(w *wiredBoard, p part) error {
	sink := &boardSink{log: e.log, kind: p.driver.Kind, name: p.driver.Name, device: p.driver.Device}
	wood := e.machine.shopBoard(p.driver, sink, e.start)
	w.addContacts(p, func(to sensors.Sink) (contacts, error) {
		sink.Edges = sensors.NewEdges(p.wiring, to, p.keys.Channel)
		sink.Edges.Down(fmt.Errorf("waiting for the board on %s", p.driver.Device))
		return sink.Edges, nil
	})
	w.run = append(w.run, func(ctx context.Context) { _ = wood.Run(ctx) }) // it ends with ctx only
	if strip, ok := wood.(leds.Strip); ok && p.driver.LEDs > 0 {
		return e.shine(w, p, strip)
	}
	return nil
}

// boardSink passes on what a board from a shop says, and logs once why it cannot be heard.
type boardSink struct {
	*sensors.Edges
	log                *slog.Logger
	kind, name, device string
	why                string
}

func (s *boardSink) State(levels []uint64, at time.Duration) {
	if s.why != "" {
		s.why = ""
		s.log.Info("board up", "part", s.kind, "driver", s.name, "device", s.device)
	}
	s.Edges.State(levels, at)
}

func (s *boardSink) Down(err error) {
	if err.Error() != s.why {
		s.why = err.Error()
		s.log.Warn("board down", "part", s.kind, "driver", s.name, "device", s.device, "error", err)
	}
	s.Edges.Down(err)
}
