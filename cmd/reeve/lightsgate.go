package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"reeve/board"
	"reeve/referee"
	"reeve/sensors"
)

// lightsGate stands before the session and holds play up while lights fail: hands that see nothing do what they do
// not mean. What they touch meanwhile is not read; the wood is told when the light is back, as after every outage.
type lightsGate struct {
	sink sensors.Sink

	mu          sync.Mutex
	wood        board.Set
	known       bool
	sensorFault error            // of the sensors
	darkDrivers map[string]error // by driver
}

func newHold(sink sensors.Sink) *lightsGate {
	return &lightsGate{sink: sink, darkDrivers: map[string]error{}}
}

// Touch passes on a touch, unless it is dark.
func (p *lightsGate) Touch(t board.Touch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wood.Set(t.Square, t.Placed)
	if len(p.darkDrivers) == 0 {
		p.sink.Touch(t)
	}
}

// Wood passes on the state of all squares, unless it is dark.
func (p *lightsGate) Wood(wood board.Set, at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wood, p.known = wood, true
	if len(p.darkDrivers) == 0 {
		p.sink.Wood(wood, at)
	}
}

// Fault says that sensors fail, or are well again.
func (p *lightsGate) Fault(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sensorFault = err
	p.tell()
}

// Dark says that the lights of a driver fail, and with nil that they shine again.
func (p *lightsGate) Dark(driver string, err error, at time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := len(p.darkDrivers) > 0
	if err != nil {
		p.darkDrivers[driver] = fmt.Errorf("%s: %w", driver, err)
	} else {
		delete(p.darkDrivers, driver)
	}
	if was && len(p.darkDrivers) == 0 && p.known {
		p.sink.Wood(p.wood, at)
	}
	if was || err != nil {
		p.tell()
	}
}

// tell says all that fails.
func (p *lightsGate) tell() {
	var dark []error
	for _, driver := range slices.Sorted(maps.Keys(p.darkDrivers)) {
		dark = append(dark, p.darkDrivers[driver])
	}
	switch unlit := (referee.Dark{Why: errors.Join(dark...)}); {
	case len(dark) == 0:
		p.sink.Fault(p.sensorFault)
	case p.sensorFault == nil:
		p.sink.Fault(unlit)
	default:
		p.sink.Fault(errors.Join(p.sensorFault, unlit))
	}
}
