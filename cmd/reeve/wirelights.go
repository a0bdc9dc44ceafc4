package main

import (
	"reeve/board"
	"reeve/leds"
)

// ledPlayers are the LEDs of all drivers.
type ledPlayers []*leds.Player

// Show shows the scene on all of them, and what is shown apart from it.
func (l ledPlayers) Show(scene leds.Scene, apart ...leds.Part) {
	for _, p := range l {
		p.Show(scene, apart...)
	}
}

// colour is what the LEDs of sq show.
func (l ledPlayers) colour(sq board.Square) (leds.RGB, bool) {
	for _, p := range l {
		if c, ok := p.Colour(sq); ok {
			return c, true
		}
	}
	return leds.RGB{}, false
}

// light connects an LED strip.
func (e *electrics) light(w *wiredBoard, p part) error {
	strip, err := e.machine.strip(p.driver)
	if err != nil {
		return err
	}
	w.run = append(w.run, strip.Run)
	return e.shine(w, p, strip)
}

// shine plays scenes on the LEDs of a driver.
func (e *electrics) shine(w *wiredBoard, p part, strip leds.Strip) error {
	wiring, err := leds.NewWiring(p.wires.LEDs, p.driver.LEDs)
	if err != nil {
		return err
	}
	render, err := leds.NewRenderer(wiring, leds.Options{
		Palette: e.settings.Palette, Brightness: uint8(e.settings.Brightness), LimitMA: p.limit,
	})
	if err != nil {
		return err
	}
	player := leds.NewPlayer(strip, render, func(err error) {
		e.dark(p.driver.Name, err)
	})
	w.lamps = append(w.lamps, player)
	w.run = append(w.run, player.Run)
	return nil
}

// dark says that the lights of a driver fail, and with nil that they are back: play waits for them.
func (e *electrics) dark(driver string, err error) {
	if err != nil {
		e.log.Warn("the lights fail", "part", "leds", "driver", driver, "error", err)
	} else {
		e.log.Info("the lights are back", "part", "leds", "driver", driver)
	}
	e.hold.Dark(driver, err, e.now())
}
