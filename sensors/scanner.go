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

// Rester is a Scanner whose driver notices changes of contacts by itself, without being polled.
type Rester interface {
	Scanner
	// Rest returns as soon as a scan may bring other levels than these, or ctx is done; at once
	// if contacts may change by themselves. It is not called while a scan is made.
	Rest(ctx context.Context, levels []uint64)
}

// Sink takes debounced touches. Its methods are called one at a time, in the order of the instants that they
// carry, and must not block.
type Sink interface {
	// Touch is one settled change of one square; or, after Wood, the mark of a piece
	// that stands there (board.Touch.Piece), which changes nothing.
	Touch(board.Touch)
	// Wood is the state of all squares: always the first call, and again whenever touches may have been missed. It
	// ends all marks.
	Wood(wood board.Set, at time.Duration)
	// Fault reports a failing driver, again if the cause changes, and nil when it works again (after a Wood).
	Fault(err error)
}
