package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"reeve/config"
	"reeve/doctor"
	"reeve/firmware-protocol/wire"
	"reeve/hw/serial"
	"reeve/hw/sim"
	"reeve/leds"
)

// doctorBoard is a board whose drivers are worked without a game: for the doctor.
type doctorBoard struct {
	board      *config.Board
	parts      []doctor.Part
	links      []*serial.Link // of its serial drivers
	linkStates []*linkState   // what is known of each link: who answers, or why it is down
	run        []func(context.Context)
}

// bare opens the drivers of a board. They take no hardware before they are used;
// what runs in the background begins with start.
func (m machine) bare(b *config.Board, device string) (*doctorBoard, error) {
	out := &doctorBoard{board: b}
	for i, driver := range b.Drivers {
		var err error
		if driver.Device, err = deviceOf(device, b, i); err != nil {
			return nil, err
		}
		part, err := out.part(m, driver)
		if err != nil {
			return nil, err
		}
		part.Channels, part.LEDs = driver.Channels, driver.LEDs
		out.parts = append(out.parts, part)
	}
	return out, nil
}

// part is one driver as the doctor works it.
func (o *doctorBoard) part(m machine, d config.Driver) (doctor.Part, error) {
	if d.Bought() {
		return o.bought(m, d), nil
	}
	switch d.Kind {
	case "sim":
		contacts := sim.New(d.Channels, d.LEDs)
		return doctor.Part{Scan: contacts.Scan, Show: contacts.Show}, nil
	case "serial":
		link, why := m.dial(d)
		o.links, o.linkStates = append(o.links, link), append(o.linkStates, why)
		o.run = append(o.run, func(ctx context.Context) { _ = link.Run(ctx) }) // it ends with ctx only
		return doctor.Part{Scan: why.scan(link.Scan), Show: link.Show, Hall: hallOf(link), Drifted: why.has}, nil
	case "apa102", "ws2812":
		strip, err := m.strip(d)
		if err != nil {
			return doctor.Part{}, err
		}
		o.run = append(o.run, strip.Run)
		return doctor.Part{Show: strip.Show}, nil
	}
	contacts, err := m.scanner(d)
	if err != nil {
		return doctor.Part{}, err
	}
	o.run = append(o.run, func(ctx context.Context) { <-ctx.Done(); _ = contacts.Close() })
	return doctor.Part{Scan: contacts.Scan}, nil
}

// bought is a board from a shop.
func (o *doctorBoard) bought(m machine, d config.Driver) doctor.Part {
	why := &linkState{}
	wood := m.shopBoard(d, why, time.Now())
	o.run = append(o.run, func(ctx context.Context) { _ = wood.Run(ctx) }) // it ends with ctx only
	part := doctor.Part{Scan: why.scan(wood.Scan)}
	if strip, ok := wood.(leds.Strip); ok && d.LEDs > 0 {
		part.Show = strip.Show
	}
	return part
}

// hallOf are the linear sensors of a controller, which says by itself if it has none.
func hallOf(link *serial.Link) *doctor.Hall {
	return &doctor.Hall{
		Readings: link.Readings,
		Empty:    func(ctx context.Context) error { return link.Calibrate(ctx, wire.LearnEmpty, 0) },
		Learn:    func(ctx context.Context, channel int) error { return link.Calibrate(ctx, wire.LearnContact, channel) },
		Keep:     func(ctx context.Context) error { return link.Calibrate(ctx, wire.KeepLearned, 0) },
	}
}

// dial makes the link to a controller.
func (m machine) dial(d config.Driver) (*serial.Link, *linkState) {
	why := &linkState{}
	return serial.Dial(serial.Config{
		Path: d.Device, Baud: d.Baud, Contacts: d.Channels, LEDs: d.LEDs, Sink: why,
		Open: func() (io.ReadWriteCloser, error) { return m.serial(d.Device, serial.BootBaud) },
	}), why
}

// start has run what drivers need; stop ends it and waits, so that LEDs are dark.
func (o *doctorBoard) start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	for _, run := range o.run {
		group.Go(func() { run(ctx) })
	}
	return func() { cancel(); group.Wait() }
}

// linkState is a sink that only remembers who answered, which sensors have drifted, and why a line is down.
type linkState struct {
	mu  sync.Mutex
	err error
	who serial.Info

	drifted map[int]bool
}

func (n *linkState) Edge(int, bool, time.Duration)   {}
func (n *linkState) Mark(int, uint8)                 {}
func (n *linkState) State([]uint64, time.Duration)   {}
func (n *linkState) Button(int, bool, time.Duration) {}

// Drift notes which linear sensors have drifted.
func (n *linkState) Drift(channel int, drifted bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.drifted == nil {
		n.drifted = map[int]bool{}
	}
	n.drifted[channel] = drifted
}

// has reports whether a sensor has drifted.
func (n *linkState) has(channel int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.drifted[channel]
}

// Down notes why.
func (n *linkState) Down(err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.err = err
}

// Up notes who answered.
func (n *linkState) Up(info serial.Info) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.err, n.who = nil, info
}

func (n *linkState) get() (serial.Info, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.who, n.err
}

// scan is a scan whose error says why.
func (n *linkState) scan(scan func([]uint64) error) func([]uint64) error {
	return func(levels []uint64) error {
		err := scan(levels)
		if err == nil {
			return nil
		}
		if _, why := n.get(); why != nil {
			return fmt.Errorf("%w: %w", err, why)
		}
		return err
	}
}
