package sensors

import (
	"context"
	"time"

	"reeve/board"
)

// Scanner is a driver that is asked for its contacts.
type Scanner interface {
	// Scan writes the level of every channel: bit i%64 of levels[i/64] is set if
	// channel i is closed. Levels has room for all channels of the wiring; what
	// stands in it before is of no meaning. After an error it is not looked at.
	Scan(levels []uint64) error
}

// Rester is a Scanner whose driver knows when its contacts change. What has to be asked to be felt is none.
type Rester interface {
	Scanner
	// Rest returns as soon as a scan may bring other levels than these, or ctx is done; at once
	// if contacts may change by themselves. It is not called while a scan is made.
	Rest(ctx context.Context, levels []uint64)
}

// Sink takes what the sensors felt. Its methods are called one at a time, in the
// order of the instants they carry, and must not block.
type Sink interface {
	// Touch is one settled change of one square; or, after Wood, the mark of a piece
	// that stands there (board.Touch.Piece), which changes nothing.
	Touch(board.Touch)
	// Wood is the state of all squares: the first thing a sink hears, and heard
	// again whenever touches may have been missed. It ends what was known of marks.
	Wood(wood board.Set, at time.Duration)
	// Fault says that the driver fails, again if its cause is another, and with nil that it is well again
	// (after the Wood that was found then).
	Fault(err error)
}
