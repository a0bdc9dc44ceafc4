package main

import (
	"context"
	"fmt"
	"time"

	"reeve/board"
	"reeve/config"
	"reeve/hw/serial"
	"reeve/hw/sim"
	"reeve/leds"
	"reeve/referee"
	"reeve/rules"
	"reeve/sensors"
	"reeve/web"
)

// wired is the board with its wires: what feels, what shines, and what runs
// them.
type wired struct {
	driver  string
	lamps   lamps
	sim     *simulation // nil unless the wood is simulated
	carries func(*board.Topology) bool
	attach  []func(*daemon, sensors.Sink) error // connect each driver that feels to its sink
	run     []func(context.Context)             // each until ctx is done
}

// lamps are the LEDs of all drivers.
type lamps []*leds.Player

// Show shows the scene on all of them.
func (l lamps) Show(scene leds.Scene) {
	for _, p := range l {
		p.Show(scene)
	}
}

// colour is what the LEDs of sq show.
func (l lamps) colour(sq board.Square) (leds.RGB, bool) {
	for _, p := range l {
		if c, ok := p.Colour(sq); ok {
			return c, true
		}
	}
	return leds.RGB{}, false
}

// wire connects the board that the settings name to the game that will be on
// the table.
func (d *daemon) wire(first referee.NewGame, resume *referee.Recorded) (*wired, error) {
	if d.settings.Board == "sim" {
		return d.wireSim(largest(games()))
	}
	return d.wireFile(first, resume)
}

// wireSim makes a simulated board big enough for every game: channel, LED and
// square have the same number.
func (d *daemon) wireSim(size int) (*wired, error) {
	wires := config.Wires{Driver: config.Driver{Kind: "sim", Channels: size, LEDs: size}}
	for i := range size {
		wires.Squares = append(wires.Squares, board.Square(i))
		wires.LEDs = append(wires.LEDs, []int{i})
	}
	w := &wired{driver: "sim"}
	return w, d.connect(w, wires, nil)
}

// wireFile connects the board of a file, for the game that will be on the table;
// another game with other squares needs a restart.
func (d *daemon) wireFile(first referee.NewGame, resume *referee.Recorded) (*wired, error) {
	file, err := config.LoadBoard(d.settings.Board)
	if err != nil {
		return nil, err
	}
	name, on, err := topologyOf(first, resume)
	if err != nil {
		return nil, err
	}
	wires, err := file.Wires(name, on)
	if err != nil {
		return nil, err
	}
	w := &wired{driver: file.Drivers[0].Kind, carries: func(t *board.Topology) bool { return t == on }}
	for i, each := range wires {
		buttons := map[int]config.Button{}
		for _, b := range file.Buttons {
			if b.Driver == i {
				buttons[b.Number] = b
			}
		}
		if err := d.connect(w, each, buttons); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// connect connects one driver.
func (d *daemon) connect(w *wired, wires config.Wires, buttons map[int]config.Button) error {
	wiring, err := sensors.NewWiring(wires.Squares)
	if err != nil {
		return err
	}
	if wires.Driver.Kind == "serial" {
		return d.link(w, wires, wiring, buttons)
	}
	d.simulate(w, wiring, wires.Driver.LEDs)
	return d.shine(w, wires, w.sim.board)
}

// shine plays scenes on the LEDs of a driver.
func (d *daemon) shine(w *wired, wires config.Wires, strip leds.Strip) error {
	wiring, err := leds.NewWiring(wires.LEDs, wires.Driver.LEDs)
	if err != nil {
		return err
	}
	render, err := leds.NewRenderer(wiring, leds.Options{
		Palette: d.settings.Palette, Brightness: uint8(d.settings.Brightness), LimitMA: d.settings.CurrentLimit,
	})
	if err != nil {
		return err
	}
	player := leds.NewPlayer(strip, render, func(err error) {
		if err != nil {
			d.log.Warn("the lights fail", "part", "leds", "error", err)
		}
	})
	w.lamps = append(w.lamps, player)
	w.run = append(w.run, player.Run)
	return nil
}

// simulate puts simulated contacts behind wiring.
func (d *daemon) simulate(w *wired, wiring *sensors.Wiring, lights int) {
	contacts := sim.New(wiring.Channels(), lights)
	period := time.Second / time.Duration(d.settings.ScanHz)
	w.sim = &simulation{
		board: contacts, wiring: wiring, keep: d.archive.Keep, log: d.log,
		settle: period * time.Duration(d.settings.Samples+2), colours: func() map[string]string { return d.colours() },
	}
	var loop *sensors.Loop
	w.attach = append(w.attach, func(d *daemon, sink sensors.Sink) error {
		w.sim.session = d.session
		loop = sensors.NewLoop(contacts, wiring, sink, sensors.Options{Period: period, Samples: d.settings.Samples, Start: d.start})
		text, ok, err := d.archive.Kept(woodKey)
		if err != nil || !ok {
			return err
		}
		return w.sim.restore(text)
	})
	w.run = append(w.run, func(ctx context.Context) { loop.Run(ctx) })
}

// link connects a controller on a serial line.
func (d *daemon) link(w *wired, wires config.Wires, wiring *sensors.Wiring, buttons map[int]config.Button) error {
	device := wires.Driver.Device
	if d.settings.Device != "" {
		device = d.settings.Device
	}
	sink := &linkSink{daemon: d, device: device, buttons: buttons}
	link := serial.Dial(serial.Config{
		Path: device, Baud: wires.Driver.Baud, Contacts: wires.Driver.Channels, LEDs: wires.Driver.LEDs,
		MaxCurrent: d.settings.CurrentLimit, Sink: sink, Epoch: d.start,
	})
	w.attach = append(w.attach, func(_ *daemon, to sensors.Sink) error {
		sink.Edges = sensors.NewEdges(wiring, to, nil)
		sink.Down(fmt.Errorf("waiting for the controller on %s", device))
		return nil
	})
	w.run = append(w.run, func(ctx context.Context) {
		if err := link.Run(ctx); err != nil && ctx.Err() == nil {
			d.log.Error("the serial link ended", "part", "serial", "error", err)
		}
	})
	return d.shine(w, wires, link)
}

// linkSink passes on what a controller says.
type linkSink struct {
	*sensors.Edges
	daemon  *daemon
	device  string
	buttons map[int]config.Button // by number
}

// Up notes that the controller answers. After a short outage nothing was missed.
func (s *linkSink) Up(info serial.Info) {
	if info.Resumed {
		s.Resumed()
	}
	s.daemon.log.Info("controller up", "part", "serial", "device", s.device, "firmware", info.Firmware, "version", info.Version,
		"contacts", info.Contacts, "leds", info.LEDs, "resumed", info.Resumed)
}

// Button presses a button of the board.
func (s *linkSink) Button(n int, pressed bool, _ time.Duration) {
	b, wired := s.buttons[n]
	if !pressed || !wired {
		return
	}
	press := referee.Press{Button: b.Name}
	if seat, ok := s.daemon.session.Game().SeatOf(b.Seat); ok {
		press.Seat = &seat
	}
	go func() { // the link must not wait for the disk
		if err := s.daemon.session.Do(context.Background(), press); err != nil {
			s.daemon.log.Info("button refused", "part", "serial", "button", b.Name, "why", err)
		}
	}()
}

// attachAll connects every driver to the session.
func (d *daemon) attachAll() error {
	sinks := []sensors.Sink{d.session}
	if len(d.board.attach) > 1 {
		sinks = sensors.Join(d.session, len(d.board.attach))
	}
	for i, attach := range d.board.attach {
		if err := attach(d, sinks[i]); err != nil {
			return err
		}
	}
	return nil
}

// simulation returns the simulated wood for pages; nil if the wood is real.
func (w *wired) simulation() web.Simulation {
	if w.sim == nil {
		return nil
	}
	return w.sim
}

// colours says as hex what the LEDs of each square of the game show; dark
// squares are left out.
func (d *daemon) colours() map[string]string {
	on := d.session.Topology()
	out := map[string]string{}
	for i := range on.Len() {
		if c, ok := d.board.lamps.colour(board.Square(i)); ok && c != (leds.RGB{}) {
			out[on.Name(board.Square(i))] = fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B)
		}
	}
	return out
}

// topologyOf returns the game that will be on the table and its playing surface.
func topologyOf(first referee.NewGame, resume *referee.Recorded) (string, *board.Topology, error) {
	name, options := first.Game, first.Options
	if resume != nil {
		name, options = resume.Header.Game, resume.Header.Options
	}
	g, err := rules.Find(games(), name)
	if err != nil {
		return "", nil, err
	}
	s, err := g.Start(options)
	if err != nil {
		return "", nil, err
	}
	return name, s.Topology(), nil
}

// largest is the most squares that any of the games needs.
func largest(games []*rules.Game) int {
	most := 1
	for _, g := range games {
		if s, err := g.Start(nil); err == nil {
			most = max(most, s.Topology().Len())
		}
	}
	return most
}
