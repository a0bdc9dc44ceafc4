package main

import (
	"sync/atomic"
	"time"

	"reeve/board"
	"reeve/config"
	"reeve/sensors"
	"reeve/web"
)

// liveDriver is a driver that feels, while the daemon runs.
type liveDriver struct {
	part     part
	contacts contacts
	fault    atomic.Pointer[error] // nil while it is well
}

// faultRecorder is a sink that notes whether its driver is well.
type faultRecorder struct {
	sensors.Sink
	attached *liveDriver
}

// Fault notes why the driver fails.
func (n faultRecorder) Fault(err error) {
	if err == nil {
		n.attached.fault.Store(nil)
	} else {
		n.attached.fault.Store(&err)
	}
	n.Sink.Fault(err)
}

// labels are the names of a driver's channels by the board file: a square's, or a button's in brackets.
func labels(file *config.Board, driver int) []string {
	names := make([]string, file.Drivers[driver].Channels)
	for _, p := range file.Places {
		if p.Driver == driver {
			names[p.Channel] = p.Name
		}
	}
	for _, b := range file.Buttons {
		if b.Driver == driver && b.Channel >= 0 {
			names[b.Channel] = "[" + b.Name + "]"
		}
	}
	return names
}

// doctor is every contact as it is now, for the page.
func (e *electrics) doctor() web.Live {
	on, faults := e.session.Topology(), map[board.Square]string{}
	if found := e.found.Load(); found != nil {
		for _, f := range *found {
			faults[f.Square] = f.Kind.String()
		}
	}
	live := web.Live{At: time.Since(e.start), Drivers: []web.LiveDriver{}}
	for _, f := range e.board.attached {
		driver := web.LiveDriver{Name: f.part.driver.Name, Kind: f.part.driver.Kind, Contacts: []web.LiveContact{}}
		if fault := f.fault.Load(); fault != nil {
			driver.Fault = (*fault).Error()
		}
		for ch := range f.part.wiring.Channels() {
			seen, sq := f.contacts.Contact(ch), f.part.wiring.Square(ch)
			c := web.LiveContact{Channel: ch, Closed: seen.Closed, Edges: seen.Edges, Flickers: seen.Flickers}
			if ch < len(f.part.labels) {
				c.Label = f.part.labels[ch]
			}
			if sq != board.None && int(sq) < on.Len() {
				c.Square, c.Fault = on.Name(sq), faults[sq]
			}
			if c.Square != "" || c.Label != "" || c.Edges > 0 || c.Closed {
				driver.Contacts = append(driver.Contacts, c)
			}
		}
		live.Drivers = append(live.Drivers, driver)
	}
	return live
}
