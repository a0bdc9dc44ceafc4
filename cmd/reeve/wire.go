package main

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"reeve/board"
	"reeve/config"
	"reeve/hw/sim"
	"reeve/leds"
	"reeve/referee"
	"reeve/referee/health"
	"reeve/rules"
	"reeve/sensors"
	"reeve/web"
)

// electrics connect the board with its game.
type electrics struct {
	recordedGame
	board *wiredBoard
	hold  *lightsGate
	watch *sensors.Watch
	found atomic.Pointer[[]sensors.Fault] // the faults of squares, as told last
}

// pressFunc does what a button of the board means.
type pressFunc func(ctx context.Context, button, seat string)

// wiredBoard is the board with its wires: what feels, what shines, and what runs
// them.
type wiredBoard struct {
	driver   string
	lamps    ledPlayers
	sim      *simulation // nil unless the wood is simulated
	carries  func(*board.Topology) bool
	feelers  []contactDriver
	attached []*liveDriver           // the same once they are attached
	run      []func(context.Context) // each until ctx is done
}

// contactDriver is a driver that feels.
type contactDriver struct {
	part    part
	squares bool                                 // of the game on the table; else only buttons
	attach  func(sensors.Sink) (contacts, error) // connects it to its sink
}

// contacts is what a driver's reading shows of its channels: *sensors.Loop and *sensors.Edges have it.
type contacts interface {
	Contact(channel int) sensors.Contact
}

// part is one driver on its way to be connected.
type part struct {
	driver config.Driver
	wires  config.Wires
	wiring *sensors.Wiring
	keys   *keypad  // nil without buttons
	labels []string // of channels, by the board file: a square's name, or a button's in brackets
	limit  int      // of its LEDs, in mA: their share of what all may draw together; 0 is none
}

// wire connects the board that the settings name to the game that will be on
// the table.
func (e *electrics) wire(first referee.NewGame, resume *referee.Recorded, press pressFunc) (*wiredBoard, error) {
	switch {
	case e.settings.Board != "sim":
		return e.wireFile(first, resume, press)
	case e.settings.Device != "":
		return nil, fmt.Errorf("%w; the simulated board has none, --board names a file", errDevice)
	}
	return e.wireSim(largest(games()))
}

// wireSim makes a simulated board that has room for every game. Channel, LED and square have the same number.
func (e *electrics) wireSim(size int) (*wiredBoard, error) {
	wires := config.Wires{Driver: config.Driver{Kind: "sim", Channels: size, LEDs: size}}
	for i := range size {
		wires.Squares = append(wires.Squares, board.Square(i))
		wires.LEDs = append(wires.LEDs, []int{i})
	}
	w := &wiredBoard{driver: "sim"}
	return w, e.connect(w, part{driver: wires.Driver, wires: wires, limit: e.settings.CurrentLimit})
}

// wireFile connects the board of a file, for the game that will be on the table;
// another game with other squares needs a restart.
func (e *electrics) wireFile(first referee.NewGame, resume *referee.Recorded, press pressFunc) (*wiredBoard, error) {
	file, err := config.LoadBoard(e.settings.Board)
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
	w := &wiredBoard{carries: func(t *board.Topology) bool { return t == on }}
	limits := file.Limits(e.settings.CurrentLimit)
	for i, each := range wires {
		if each.Driver.Channels > 0 && w.driver == "" {
			w.driver = each.Driver.Kind
		}
		if each.Driver.Device, err = deviceOf(e.settings.Device, file, i); err != nil {
			return nil, err
		}
		keys := newKeypad(file.Buttons, i, e.now, press)
		if err := e.connect(w, part{driver: each.Driver, wires: each, keys: keys, labels: labels(file, i), limit: limits[i]}); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// connect connects one driver.
func (e *electrics) connect(w *wiredBoard, p part) (err error) {
	if p.wiring, err = sensors.NewWiring(p.wires.Squares); err != nil {
		return err
	}
	if p.keys != nil {
		settle := sensors.DefaultSettle
		if p.driver.Kind == "serial" {
			settle = 0 // the controller has settled them
		}
		w.run = append(w.run, func(ctx context.Context) { p.keys.Run(ctx, settle) })
	}
	if p.driver.Bought() {
		return e.bought(w, p)
	}
	switch p.driver.Kind {
	case "serial":
		return e.link(w, p)
	case "sim":
		return e.shine(w, p, e.simulate(w, p))
	case "apa102", "ws2812":
		return e.light(w, p)
	}
	return e.scan(w, p)
}

// scan connects a driver that is asked for its contacts.
func (e *electrics) scan(w *wiredBoard, p part) error {
	contacts, err := e.machine.scanner(p.driver)
	if err != nil {
		return err
	}
	e.loop(w, p, contacts, func() {
		if err := contacts.Close(); err != nil {
			e.log.Warn("a driver is not closed", "part", "sensors", "driver", p.driver.Name, "error", err)
		}
	})
	return nil
}

// loop has a scanner's contacts read and debounced.
func (e *electrics) loop(w *wiredBoard, p part, scanner sensors.Scanner, end func()) {
	options := sensors.Options{
		Period: time.Second / time.Duration(e.settings.ScanHz), Samples: e.settings.Samples, Start: e.start, Loose: p.keys.Channel,
	}
	var loop *sensors.Loop
	w.addContacts(p, func(sink sensors.Sink) (contacts, error) {
		loop = sensors.NewLoop(scanner, p.wiring, sink, options)
		return loop, nil
	})
	w.run = append(w.run, func(ctx context.Context) {
		loop.Run(ctx)
		end()
	})
}

// addContacts notes a driver that feels.
func (w *wiredBoard) addContacts(p part, attach func(sensors.Sink) (contacts, error)) {
	squares := false
	for _, sq := range p.wires.Squares {
		squares = squares || sq != board.None
	}
	w.feelers = append(w.feelers, contactDriver{p, squares, func(sink sensors.Sink) (contacts, error) { return attach(keypadSink{sink, p.keys}) }})
}

// simulate puts simulated contacts behind a wiring.
func (e *electrics) simulate(w *wiredBoard, p part) leds.Strip {
	contacts := sim.New(p.wiring.Channels(), p.driver.LEDs)
	if p.wiring.Channels() == 0 {
		return contacts
	}
	w.sim = &simulation{
		board: contacts, wiring: p.wiring, keep: e.archive.Keep, log: e.log, putting: make(chan struct{}, 1),
		scans: e.settings.Samples + 2, colours: func() map[string]string { return e.colours(e.session.Topology().All()) },
	}
	e.loop(w, p, contacts, func() {})
	return contacts
}

// attachAll connects every driver to the session. Those that feel a part of the
// game's squares are joined; the rest are heard for their buttons.
func (e *electrics) attachAll() error {
	parts := 0
	for _, f := range e.board.feelers {
		if f.squares {
			parts++
		}
	}
	sinks := []sensors.Sink{e.hold}
	if parts > 1 {
		sinks = sensors.Join(e.hold, parts)
	}
	for _, f := range e.board.feelers {
		found := &liveDriver{part: f.part}
		sink := sensors.Sink(buttonsOnlySink{func(err error) {
			if err != nil {
				e.log.Warn("a driver fails that play does not need now", "part", "sensors", "error", err)
			}
		}})
		if f.squares {
			sink, sinks = sinks[0], sinks[1:]
			watched := e.watch.Over(f.part.wiring, sensors.HealthOptions{}, sink)
			e.board.run = append(e.board.run, func(ctx context.Context) { watched.Run(ctx, found.contacts.Contact, e.start) })
			sink = watched
		}
		var err error
		if found.contacts, err = f.attach(faultRecorder{sink, found}); err != nil {
			return err
		}
		e.board.attached = append(e.board.attached, found)
	}
	return e.restore()
}

// restore puts simulated wood as it lay.
func (e *electrics) restore() error {
	if e.board.sim == nil {
		return nil
	}
	e.board.sim.session, e.board.sim.wooden = e.session, e.board.wooden()
	e.board.run = append(e.board.run, e.board.sim.follow)
	text, ok, err := e.archive.Kept(woodKey)
	if err != nil || !ok {
		return err
	}
	return e.board.sim.restore(text)
}

// wooden reports whether a real driver feels any square of the game.
func (w *wiredBoard) wooden() bool {
	return slices.ContainsFunc(w.feelers, func(f contactDriver) bool { return f.squares && f.part.driver.Kind != "sim" })
}

// follows reports whether the wood brings itself to what is done on pages: all of it is simulated.
func (w *wiredBoard) follows() bool { return w.sim != nil && !w.wooden() }

// simulation returns the simulated wood for pages; nil if the wood is real.
func (w *wiredBoard) simulation() web.Simulation {
	if w.sim == nil {
		return nil
	}
	return w.sim
}

// colours says as hex what the LEDs of squares of the game show; dark squares are
// left out.
func (e *electrics) colours(squares board.Set) map[string]string {
	on := e.session.Topology()
	out := map[string]string{}
	for i := range on.Len() {
		if !squares.Has(board.Square(i)) {
			continue
		}
		if c, ok := e.board.lamps.colour(board.Square(i)); ok && c != (leds.RGB{}) {
			out[on.Name(board.Square(i))] = fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B)
		}
	}
	return out
}

// faults tells the session which squares are not to be trusted.
func (e *electrics) faults(found []sensors.Fault) {
	e.found.Store(&found)
	told := make([]health.Fault, len(found))
	for i, f := range found {
		told[i] = health.Fault{Square: f.Square, Kind: f.Kind.String()}
	}
	e.session.Distrust(told)
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
