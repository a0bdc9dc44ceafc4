package robot

import (
	"fmt"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/sensors"
)

// restless is for how long after a change of wood contacts may still move.
const restless = 40 * time.Millisecond

// samples is how many equal samples settle a change at each level of noise.
var samples = [...]int{sim.None: 2, sim.Light: 2, sim.Heavy: 4, sim.Worn: 4}

// feel is what lies between hands and referee: magnets over reeds, and the scans
// of them, debounced, in virtual time. Channel i is square i. Where noise makes
// nothing happen by itself, nothing is scanned while nothing moves.
type feel struct {
	field   *sim.Field
	loop    *sensors.Loop
	watched *sensors.Watched
	flicker time.Duration // when it is next looked at
	always  bool          // contacts do things by themselves
	levels  []uint64
	on      [board.MaxSquares]int // the magnet on each square
	hand    []int                 // magnets in the air
	magnets int
	busy    time.Duration // scans may find something until then
	at      time.Duration // of the next scan
	stalls  time.Duration // nothing is scanned or read until then
	through Through       // nil if it is scanned here
	calm    time.Duration
	touched time.Duration // when the last hand touched
}

func newFeel(on *board.Topology, o Options, watch *sensors.Watch, sink sensors.Sink) (*feel, error) {
	places := make([]sim.Point, on.Len())
	squares := make([]board.Square, on.Len())
	for i := range places {
		p := on.Place(board.Square(i))
		places[i], squares[i] = sim.Point{X: p.X, Y: p.Y}, board.Square(i)
	}
	wiring, err := sensors.NewWiring(squares)
	if err != nil {
		return nil, err
	}
	f := &feel{
		field: sim.NewField(places, o.Seed, o.Noise), always: o.Noise >= sim.Heavy || len(o.Faults) > 0 || o.Through != nil, calm: o.Calm, levels: make([]uint64, wiring.Words()),
		watched: watch.Over(wiring, sensors.HealthOptions{Columns: o.Columns}, sink),
	}
	f.loop = sensors.NewLoop(nil, wiring, f.watched, sensors.Options{Samples: samples[o.Noise]})
	if o.Through != nil {
		f.through = o.Through(f.watched)
	}
	f.field.Matrix(o.Columns)
	for name, fault := range o.Faults {
		sq, ok := on.Square(name)
		if !ok {
			return nil, fmt.Errorf("robot: no square is called %q", name)
		}
		f.field.Break(int(sq), fault, 0)
	}
	return f, nil
}

// begin lays the wood; the scans that follow tell it.
func (f *feel) begin(wood board.Set, now time.Duration) {
	for sq := range wood.All() {
		f.place(sq, now-restless)
	}
	f.at, f.busy = now, now+restless
}

// place puts a piece down, lift takes it up.
func (f *feel) place(sq board.Square, now time.Duration) {
	if len(f.hand) == 0 {
		f.hand = append(f.hand, f.magnets)
		f.magnets++
	}
	last := len(f.hand) - 1
	f.on[sq], f.hand = f.hand[last], f.hand[:last]
	f.field.Put(f.on[sq], f.field.Aim(int(sq)), now)
	f.busy = max(f.busy, now+restless)
}

func (f *feel) lift(sq board.Square, now time.Duration) {
	f.field.Lift(f.on[sq], now)
	f.hand = append(f.hand, f.on[sq])
	f.busy = max(f.busy, now+restless)
}

// drag slides the piece from one square to another over all that lies between,
// until then.
func (f *feel) drag(from, to board.Square, now, until time.Duration) {
	f.on[to] = f.on[from]
	f.field.Drag(f.on[to], []sim.Point{f.field.Aim(int(to))}, now, until)
	f.busy = max(f.busy, until+restless)
}

// next is the instant of the next scan worth making, 0 if there is none.
func (f *feel) next(now time.Duration) time.Duration {
	if f.through != nil {
		f.at = max(f.at, now)
		return f.at
	}
	if f.at < now {
		f.loop.Rested(now)
		f.at = now.Truncate(sensors.DefaultPeriod) + sensors.DefaultPeriod + f.field.Delay()
	}
	if !f.always && f.at > f.busy {
		return 0
	}
	return f.at
}

// step is how long a board in place of scans is left to itself.
const step = 20 * time.Millisecond

// pass lets the board in place of scans feel what lies there.
func (f *feel) pass() {
	f.field.Rest(f.at, f.levels)
	f.through.Pass(f.levels, f.at)
	f.at = f.at.Truncate(step) + step
}

// ready is how long a calm hand waits before it touches.
func (f *feel) ready(now time.Duration) time.Duration {
	return max(0, f.touched+f.calm-now)
}

// flickers is how often a contact changed and broke off.
func (f *feel) flickers(channel int) uint32 { return f.loop.Contact(channel).Flickers }

// scan scans at the instant that next has said.
func (f *feel) scan() {
	if f.through != nil {
		f.pass()
		return
	}
	at := f.at
	err := f.field.Scan(at, f.levels)
	wait := f.loop.Take(f.levels, err, at)
	if at >= f.flicker {
		f.flicker = at + time.Second
		f.watched.Flickers(f.flickers, at)
	}
	if err != nil {
		f.busy = max(f.busy, at+wait+restless)
	}
	f.at = (at + wait).Truncate(sensors.DefaultPeriod) + f.field.Delay()
	if f.at <= at {
		f.at = at + sensors.DefaultPeriod
	}
}
