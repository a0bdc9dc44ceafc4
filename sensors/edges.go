package sensors

import (
	"time"

	"reeve/board"
)

// Edges takes the reports of a driver that debounces by itself, as a controller
// on a serial line does, and tells a sink. Its methods must be called one at a
// time, with the instants since the start of the daemon.
type Edges struct {
	wiring      *Wiring
	sink        Sink
	loose       func(Change)
	levels      []uint64
	marks       []uint8 // what Mark said of each channel
	toldMarks   []uint8 // of those that are closed, what the sink knows
	tally       tally
	levelsKnown bool  // State was heard since the start or the last Down
	everKnown   bool  // State was heard once
	toldFault   error // the fault that the sink knows of; nil if none
}

// NewEdges makes an adapter for a driver whose channels are wired so. Loose may
// be nil; it takes the changes of channels that feel no square.
func NewEdges(w *Wiring, sink Sink, loose func(Change)) *Edges {
	return &Edges{wiring: w, sink: sink, loose: loose, levels: make([]uint64, w.Words()), marks: make([]uint8, w.Channels()), toldMarks: make([]uint8, w.Channels()), tally: newTally(w.Channels())}
}

// Mark says, for a driver that knows, which piece a channel feels from the next Edge or
// State on that says it is closed: board.Touch.Piece. What was said last stands.
func (e *Edges) Mark(channel int, mark uint8) {
	if channel >= 0 && channel < len(e.marks) {
		e.marks[channel] = mark
	}
}

// Edge is a settled change of one channel. It is not heard before the first
// State or after a Down (the State to come will say it), nor if it says the
// level that the channel has, nor from a channel that is not wired.
func (e *Edges) Edge(channel int, closed bool, at time.Duration) {
	if !e.levelsKnown || channel < 0 || channel >= e.wiring.Channels() || has(e.levels, channel) == closed {
		return
	}
	e.levels[channel>>6] ^= 1 << (channel & 63)
	e.tally.edge(channel)
	if sq := e.wiring.Square(channel); sq != board.None {
		t := board.Touch{Square: sq, Placed: closed, At: at}
		if closed {
			t.Piece, e.toldMarks[channel] = e.marks[channel], e.marks[channel]
		}
		e.sink.Touch(t)
	} else if e.loose != nil {
		e.loose(Change{Channel: channel, Closed: closed, At: at})
	}
}

// Contact returns what was seen of a channel; flickers are the driver's own, and it does not tell them. It may be
// called from any goroutine.
func (e *Edges) Contact(channel int) Contact { return e.tally.contact(channel) }

// State takes the level of every channel, as Scanner.Scan returns it; channels beyond the slice are open. It
// becomes Wood if it is the first since the start or a Down, or if it differs from the edges in a square or a
// mark, so a driver may repeat it as a check. Marks follow as Touches that change nothing.
func (e *Edges) State(levels []uint64, at time.Duration) {
	before := e.wiring.Wood(e.levels)
	clear(e.levels)
	copy(e.levels, levels)
	for i, word := range e.levels {
		e.tally.set(i, word)
	}
	if wood := e.wiring.Wood(e.levels); !e.levelsKnown || wood != before || e.exchanged() {
		e.levelsKnown, e.everKnown = true, true
		e.sink.Wood(wood, at)
		e.tellMarks(at)
	}
	e.well()
}

// exchanged reports whether another piece stands where the sink knows of one.
func (e *Edges) exchanged() bool {
	for channel, mark := range e.marks {
		if mark != e.toldMarks[channel] && has(e.levels, channel) && e.wiring.Square(channel) != board.None {
			return true
		}
	}
	return false
}

// tellMarks says which pieces stand there.
func (e *Edges) tellMarks(at time.Duration) {
	copy(e.toldMarks, e.marks)
	for channel, mark := range e.marks {
		if sq := e.wiring.Square(channel); sq != board.None && mark != 0 && has(e.levels, channel) {
			e.sink.Touch(board.Touch{Square: sq, Placed: true, Piece: mark, At: at})
		}
	}
}

// Down says that the driver fails. It is told once for each cause; the next State ends it.
func (e *Edges) Down(err error) {
	e.levelsKnown = false
	if err != nil && another(e.toldFault, err) {
		e.toldFault = err
		e.sink.Fault(err)
	}
}

// Resumed says that the driver is well again and that no edge was missed since
// it failed. It has no effect before the first State.
func (e *Edges) Resumed() {
	if !e.everKnown {
		return
	}
	e.levelsKnown = true
	e.well()
}

// well ends the fault that was told.
func (e *Edges) well() {
	if e.toldFault != nil {
		e.toldFault = nil
		e.sink.Fault(nil)
	}
}
