package robot

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/sensors"
)

// restless is for how long after a change of wood contacts may still move.
const restless = 40 * time.Millisecond

// samples is how many equal samples settle a change at each level of noise.
var samples = [...]int{sim.None: 2, sim.Light: 2, sim.Heavy: 4, sim.Worn: 4}

// scanner is what lies between hands and referee: magnets over reeds, and the scans
// of them, debounced, in virtual time. Channel i is square i. Where noise makes
// nothing happen by itself, nothing is scanned while nothing moves.
type scanner struct {
	field        *sim.Field
	loop         *sensors.Loop
	watched      *sensors.Watched
	flicker      time.Duration // when it is next looked at
	spontaneous  bool          // contacts do things by themselves
	levels       []uint64
	magnets      magnets
	activeUntil  time.Duration // scans may find something until then
	at           time.Duration // of the next scan
	stalledUntil time.Duration // nothing is scanned or read until then
	through      Through       // nil if it is scanned here
	calm         time.Duration
	touched      time.Duration // when the last hand touched
}

func newScanner(on *board.Topology, o Options, watch *sensors.Watch, sink sensors.Sink) (*scanner, error) {
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
	f := &scanner{
		field: sim.NewField(places, o.Seed, o.Noise), spontaneous: o.Noise >= sim.Heavy || len(o.Faults) > 0 || o.Through != nil, calm: o.Calm, levels: make([]uint64, wiring.Words()),
		watched: watch.Over(wiring, sensors.HealthOptions{Columns: o.Columns}, sink),
	}
	f.loop = sensors.NewLoop(nil, wiring, f.watched, sensors.Options{Samples: samples[o.Noise]})
	if o.Through != nil {
		f.through = o.Through(f.watched)
	}
	f.field.Matrix(o.Columns)
	for _, name := range slices.Sorted(maps.Keys(o.Faults)) {
		sq, ok := on.Square(name)
		if !ok {
			return nil, fmt.Errorf("robot: no square is called %q", name)
		}
		f.field.Break(int(sq), o.Faults[name], 0)
	}
	return f, nil
}

// begin lays the wood; the scans that follow tell it.
func (f *scanner) begin(wood board.Set, now time.Duration) {
	for sq := range wood.All() {
		f.place(sq, 0, now-restless)
	}
	f.at, f.activeUntil = now, now+restless
}

// place puts a piece with that pole down, lift takes one up.
func (f *scanner) place(sq board.Square, pole uint8, now time.Duration) {
	f.field.Put(f.magnets.place(sq, pole), f.field.Aim(int(sq)), now)
	f.activeUntil = max(f.activeUntil, now+restless)
}

func (f *scanner) lift(sq board.Square, now time.Duration) {
	f.field.Lift(f.magnets.lift(sq), now)
	f.activeUntil = max(f.activeUntil, now+restless)
}

// drag slides the piece from one square to another over all that lies between,
// until then.
func (f *scanner) drag(from, to board.Square, now, until time.Duration) {
	f.field.Drag(f.magnets.slide(from, to, until), []sim.Point{f.field.Aim(int(to))}, now, until)
	f.activeUntil = max(f.activeUntil, until+restless)
}

// next is the instant of the next scan worth making, 0 if there is none.
func (f *scanner) next(now time.Duration) time.Duration {
	if f.through != nil {
		f.at = max(f.at, now)
		return f.at
	}
	if f.at < now {
		f.loop.Rested(now)
		f.at = now.Truncate(sensors.DefaultPeriod) + sensors.DefaultPeriod + f.field.Delay()
	}
	if !f.spontaneous && f.at > f.activeUntil {
		return 0
	}
	return f.at
}

// step is how long a board in place of scans is left to itself.
const step = 20 * time.Millisecond

// pass lets the board in place of scans feel what lies there.
func (f *scanner) pass() {
	f.field.Rest(f.at, f.levels)
	f.through.Pass(f.levels, f.at)
	f.at = f.at.Truncate(step) + step
}

// ready is how long a calm hand waits before it touches.
func (f *scanner) ready(now time.Duration) time.Duration {
	return max(0, f.touched+f.calm-now)
}

// flickers is how often a contact changed and broke off.
func (f *scanner) flickers(channel int) uint32 { return f.loop.Contact(channel).Flickers }

// scan scans at the instant that next has said.
func (f *scanner) scan() {
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
		f.activeUntil = max(f.activeUntil, at+wait+restless)
	}
	f.at = (at + wait).Truncate(sensors.DefaultPeriod) + f.field.Delay()
	if f.at <= at {
		f.at = at + sensors.DefaultPeriod
	}
}
