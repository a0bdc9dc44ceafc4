package robot_test

import (
	"testing"
	"time"

	"reeve/board"
	"reeve/robot"
	"reeve/rules/catalog"
	"reeve/sensors"
)

// lateBoard tells each touch a while after it was made, and nothing at all at first.
type lateBoard struct {
	sink   sensors.Sink
	lag    time.Duration
	up     time.Duration // when it is first heard
	known  board.Set
	laid   board.Set // what is to be told
	queue  []board.Touch
	spoken bool
}

// Pass is of robot.Through.
func (b *lateBoard) Pass(closed []uint64, until time.Duration) {
	for sq := range board.MaxSquares {
		square := board.Square(sq)
		if is := sq < 64*len(closed) && closed[sq/64]>>(sq%64)&1 == 1; is != b.laid.Has(square) {
			b.laid.Set(square, is)
			b.queue = append(b.queue, board.Touch{Square: square, Placed: is, At: until + b.lag})
		}
	}
	if !b.spoken && until >= b.up {
		b.spoken, b.known, b.queue = true, b.laid, nil
		b.sink.Wood(b.laid, until)
	}
	for b.spoken && len(b.queue) > 0 && b.queue[0].At <= until {
		t := b.queue[0]
		b.queue = b.queue[1:]
		b.known.Set(t.Square, t.Placed)
		b.sink.Touch(t)
	}
}

// Hands that set up wait for a board that is heard late, and says late what was put: on a damaged line all is said again.
func TestHandsSetUpOnABoardThatTellsLate(t *testing.T) {
	for _, game := range []string{"rolechess", "kaleidochess"} {
		for _, late := range []lateBoard{{lag: 500 * time.Millisecond}, {up: 6 * time.Second}} {
			report, err := robot.Play(robot.Options{Games: catalog.Games(), Game: game, Seed: 1, Most: 1, Through: func(sink sensors.Sink) robot.Through {
				late.sink = sink
				return &late
			}})
			if err != nil || !report.Sound() || report.Ends["resigned"] != 1 {
				t.Errorf("%s, told %v late, heard after %v: %v\n%s %+v", game, late.lag, late.up, err, report.String(), report.Failures)
			}
		}
	}
}
