package main

import (
	"context"
	"fmt"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/leds"
	"reeve/referee"
	"reeve/rules"
	"reeve/rules/catalog"
	"reeve/sensors"
	"reeve/web"
)

// wired is the board with its wires: what feels, what shines, and what runs
// them.
type wired struct {
	driver  string
	player  *leds.Player
	lamps   *leds.Wiring
	sim     *simulation // nil unless the wood is simulated
	carries func(*board.Topology) bool
	attach  func(*daemon) error   // connects what feels to the session
	run     func(context.Context) // until ctx is done
}

// wire connects the board that the settings name to the game that will be on
// the table.
func (d *daemon) wire(first referee.NewGame, resume *referee.Recorded) (wired, error) {
	if d.settings.Board == "sim" {
		return d.wireSim(largest(catalog.Games()))
	}
	return d.wireFile(first, resume)
}

// wireSim makes a simulated board big enough for every game: channel, LED and
// square have the same number.
func (d *daemon) wireSim(size int) (wired, error) {
	squares := make([]board.Square, size)
	lights := make([][]int, size)
	for i := range squares {
		squares[i], lights[i] = board.Square(i), []int{i}
	}
	w, err := d.shine(lights, size, nil)
	if err != nil {
		return w, err
	}
	wiring, err := sensors.NewWiring(squares)
	if err != nil {
		return w, err
	}
	w.driver = "sim"
	d.simulate(&w, wiring, size)
	return w, err
}

// simulate puts simulated contacts behind wiring.
func (d *daemon) simulate(w *wired, wiring *sensors.Wiring, size int) {
	contacts := sim.New(wiring.Channels(), size)
	period := time.Second / time.Duration(d.settings.ScanHz)
	w.sim = &simulation{
		board: contacts, wiring: wiring, keep: d.archive.Keep, log: d.log,
		settle:  period * time.Duration(d.settings.Samples+2),
		colours: func() map[string]string { return w.colours(d.session) },
	}
	var loop *sensors.Loop
	w.attach = func(d *daemon) error {
		w.sim.session = d.session
		loop = sensors.NewLoop(contacts, wiring, d.session, sensors.Options{Period: period, Samples: d.settings.Samples, Start: d.start})
		text, ok, err := d.archive.Kept(woodKey)
		if err != nil || !ok {
			return err
		}
		return w.sim.restore(text)
	}
	w.run = func(ctx context.Context) { loop.Run(ctx) }
}

// shine makes the player of a strip; nil stands for a strip that nobody sees.
func (d *daemon) shine(lights [][]int, size int, strip leds.Strip) (wired, error) {
	lamps, err := leds.NewWiring(lights, size)
	if err != nil {
		return wired{}, err
	}
	render, err := leds.NewRenderer(lamps, leds.Options{
		Palette: d.settings.Palette, Brightness: uint8(d.settings.Brightness), LimitMA: d.settings.CurrentLimit,
	})
	if err != nil {
		return wired{}, err
	}
	if strip == nil {
		strip = unseen{}
	}
	fault := func(err error) {
		if err != nil {
			d.log.Warn("the lights fail", "part", "leds", "error", err)
		}
	}
	return wired{lamps: lamps, player: leds.NewPlayer(strip, render, fault)}, nil
}

// unseen is a strip without LEDs: the page shows the colours that the player
// keeps.
type unseen struct{}

func (unseen) Show([]byte) error { return nil }

// simulation returns the simulated wood for pages; nil if the wood is real.
func (w *wired) simulation() web.Simulation {
	if w.sim == nil {
		return nil
	}
	return w.sim
}

// colours says what the LEDs of each square show.
func (w *wired) colours(session *referee.Session) map[string]string {
	return squareColours(session, func(sq board.Square) (uint8, uint8, uint8, bool) {
		c, ok := w.player.Colour(sq)
		return c.R, c.G, c.B, ok
	})
}

// topologyOf returns the playing surface of the game that will be on the table.
func topologyOf(first referee.NewGame, resume *referee.Recorded) (*board.Topology, *rules.Game, error) {
	name, options := first.Game, first.Options
	if resume != nil {
		name, options = resume.Header.Game, resume.Header.Options
	}
	g, err := rules.Find(catalog.Games(), name)
	if err != nil {
		return nil, nil, err
	}
	s, err := g.Start(options)
	if err != nil {
		return nil, nil, fmt.Errorf("reeve: %w", err)
	}
	return s.Topology(), g, nil
}
