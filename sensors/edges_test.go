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

// marksHeard is a sink that notes marks, and what changes by touches that carry one.
type marksHeard struct {
	notes
	wood board.Set
}

func (m *marksHeard) Wood(w board.Set, at time.Duration) {
	m.wood = w
	m.notes.Wood(w, at)
}

func (m *marksHeard) Touch(t board.Touch) {
	if t.Says(m.wood) {
		m.add("%d is %d", t.Square, t.Piece)
		return
	}
	m.wood.Set(t.Square, t.Placed)
	m.notes.Touch(t)
	m.add("as %d", t.Piece)
}

func TestEdgesSayWhichPieceItIs(t *testing.T) {
	var heard marksHeard
	e := sensors.NewEdges(wiring(t), &heard, func(sensors.Change) {})
	for channel := range 4 { // a button, too
		e.Mark(channel, uint8(10+channel))
	}
	e.Mark(-1, 1) // no channel
	e.Mark(4, 1)
	e.State([]uint64{0b0101}, 1*ms)
	e.Edge(0, false, 2*ms)
	e.Mark(1, 20)
	e.Edge(1, true, 3*ms)
	e.State([]uint64{0b0110}, 4*ms) // agrees
	e.Mark(0, 0)
	e.Mark(2, 30)                   // a button's is nobody's
	e.State([]uint64{0b0110}, 5*ms) // agrees where anything stands
	e.Mark(1, 21)
	e.State([]uint64{0b0110}, 6*ms) // the same wood, but another piece
	e.Edge(1, false, 7*ms)
	e.Down(errors.New("unplugged"))
	e.Mark(1, 0)
	e.State([]uint64{0b0010}, 8*ms) // it is there, and nobody knows who it is
	heard.want(t, "wood 9 @1", "9 is 10", "lift 9 @2", "as 0", "place 7 @3", "as 20", "wood 7 @6", "7 is 21", "lift 7 @7", "as 0",
		"fault unplugged", "wood 7 @8", "fault <nil>")
}

func TestMarksPassThroughAllThatLiesBetween(t *testing.T) {
	var heard marksHeard
	sinks := sensors.Join(&heard, 2)
	told := 0
	watch := sensors.NewWatch(func([]sensors.Fault) { told++ })
	watched := watch.Over(wiring(t), sensors.HealthOptions{}, sinks[0])
	e := sensors.NewEdges(wiring(t), watched, nil)
	sinks[1].Wood(board.SetOf(100), 0)
	e.Mark(0, 5)
	for i := range 200 { // said ever again, and no square is at fault for it
		at := time.Duration(i) * ms
		e.State([]uint64{0b0001}, at)
		e.Down(nil)
	}
	if n := len(heard.notes); n != 400 || heard.notes[0] != "wood 9,100 @0" || heard.notes[1] != "9 is 5" || heard.notes[399] != "9 is 5" {
		t.Errorf("heard %q", heard.notes)
	}
	if told != 0 {
		t.Errorf("faults were told %d times", told)
	}
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
