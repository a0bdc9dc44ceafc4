package sensors_test

import (
	"errors"
	"testing"
	"time"

	"reeve/board"
	"reeve/sensors"
)

const ms = time.Millisecond

func TestEdges(t *testing.T) {
	var heard notes
	var loose []sensors.Change
	e := sensors.NewEdges(wiring(t), &heard, func(c sensors.Change) { loose = append(loose, c) })
	e.Edge(0, true, 1*ms) // before the first state
	e.State([]uint64{0b0001}, 2*ms)
	e.Edge(0, true, 3*ms) // said already
	e.Edge(1, true, 4*ms)
	e.Edge(0, false, 4*ms)
	e.Edge(2, true, 5*ms) // a button
	e.Edge(-1, true, 6*ms)
	e.Edge(4, true, 6*ms)
	e.State([]uint64{0b0110}, 7*ms) // agrees
	e.State([]uint64{0b1110}, 8*ms) // an edge went missing
	e.Down(errors.New("unplugged"))
	e.Down(errors.New("unplugged")) // said already
	e.Down(errors.New("plugged in, and no rights"))
	e.Edge(1, false, 9*ms) // stale
	e.State(nil, 10*ms)
	e.Edge(1, true, 11*ms)
	heard.want(t, "wood 9 @2", "place 7 @4", "lift 9 @4", "wood 7,200 @8", "fault unplugged", "fault plugged in, and no rights", "wood  @10", "fault <nil>", "place 7 @11")
	if s := text(loose); s != "2+@5" {
		t.Errorf("loose changes %q", s)
	}
}

func TestEdgesGoOnAfterAnOutageInWhichNothingWasMissed(t *testing.T) {
	var heard notes
	e := sensors.NewEdges(wiring(t), &heard, nil)
	e.Resumed() // nothing is known yet
	e.State([]uint64{0b0001}, 1*ms)
	e.Down(errors.New("unplugged"))
	e.Resumed()
	e.Edge(0, false, 2*ms)
	e.State(nil, 3*ms)
	heard.want(t, "wood 9 @1", "fault unplugged", "fault <nil>", "lift 9 @2")
}

func TestJoin(t *testing.T) {
	var heard notes
	sinks := sensors.Join(&heard, 2)
	sinks[0].Wood(board.SetOf(1), 1*ms)
	sinks[0].Touch(board.Touch{Square: 2, Placed: true, At: 2 * ms}) // the other half is not known yet
	sinks[1].Fault(errors.New("b"))
	sinks[0].Fault(errors.New("a"))
	sinks[1].Wood(board.SetOf(100), 3*ms)
	sinks[1].Fault(nil)
	sinks[1].Touch(board.Touch{Square: 100, At: 4 * ms})
	sinks[0].Wood(board.SetOf(5), 5*ms)
	sinks[0].Fault(nil)
	heard.want(t, "fault b", "fault a\nb", "wood 1,2,100 @3", "fault a", "lift 100 @4", "wood 5 @5", "fault <nil>")
}

func TestWiring(t *testing.T) {
	w := wiring(t)
	if w.Channels() != 4 || w.Words() != 1 || w.Square(3) != 200 || w.Square(2) != board.None || w.Square(4) != board.None ||
		w.Square(-1) != board.None || w.Channel(7) != 1 || w.Channel(8) != -1 || w.Channel(board.None) != -1 {
		t.Error("the wiring does not say what was put in")
	}
	if _, err := sensors.NewWiring([]board.Square{5, board.None, 5}); !errors.Is(err, sensors.ErrWiring) {
		t.Errorf("a square on two channels: %v", err)
	}
	if _, err := sensors.NewWiring(make([]board.Square, sensors.MaxChannels+1)); !errors.Is(err, sensors.ErrWiring) {
		t.Errorf("too many channels: %v", err)
	}
}
