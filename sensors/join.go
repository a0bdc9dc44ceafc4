package sensors

import (
	"errors"
	"sync"
	"time"

	"reeve/board"
)

// Join returns a sink for each of the drivers that together sense one surface. sink gets the wood of all
// drivers, first when every one has reported; and all current faults, joined. Touches of two drivers may
// arrive out of order, by as much as their debounce times differ.
func Join(sink Sink, drivers int) []Sink {
	j := &joinedSink{sink: sink, parts: make([]part, drivers)}
	sinks := make([]Sink, drivers)
	for i := range sinks {
		sinks[i] = member{j, i}
	}
	return sinks
}

type joinedSink struct {
	mu    sync.Mutex // drivers have goroutines of their own
	sink  Sink
	parts []part
}

// part is what is known from one driver.
type part struct {
	known bool
	wood  board.Set
	fault error
}

type member struct {
	*joinedSink
	i int
}

func (m member) Touch(t board.Touch) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parts[m.i].wood.Set(t.Square, t.Placed)
	if _, all := m.union(); all {
		m.sink.Touch(t)
	}
}

func (m member) Wood(wood board.Set, at time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parts[m.i].known, m.parts[m.i].wood = true, wood
	if whole, all := m.union(); all {
		m.sink.Wood(whole, at)
	}
}

func (m member) Fault(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parts[m.i].fault = err
	faults := make([]error, len(m.parts))
	for i, p := range m.parts {
		faults[i] = p.fault
	}
	m.sink.Fault(errors.Join(faults...))
}

// union returns the wood of all drivers and whether all are known.
func (j *joinedSink) union() (whole board.Set, all bool) {
	for _, p := range j.parts {
		if !p.known {
			return board.Set{}, false
		}
		whole = whole.Union(p.wood)
	}
	return whole, true
}
