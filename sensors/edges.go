package sensors

import (
	"time"

	"reeve/board"
)

// Edges adapts a driver that debounces by itself, such as a controller on a serial line, to a Sink. Its methods
// must be called one at a time, with instants since the start of the daemon.
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

// Mark sets the piece on a channel (board.Touch.Piece) from the next Edge or State on that closes it. It stays
// until the next Mark.
func (e *Edges) Mark(channel int, mark uint8) {
	if channel >= 0 && channel < len(e.marks) {
		e.marks[channel] = mark
	}
}

// Edge takes a debounced change of one channel. It is ignored before the first State and after a Down (the next
// State has it), if the channel has that level already, and for an unwired channel.
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

// exchanged reports whether a square's mark differs from the one that the sink knows.
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

// Down reports a failing driver, once for each cause; the next State ends it.
func (e *Edges) Down(err error) {
	e.levelsKnown = false
	if err != nil && another(e.toldFault, err) {
		e.toldFault = err
		e.sink.Fault(err)
	}
}

// Resumed ends a Down after which no edge was missed. It has no effect before the first State.
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
