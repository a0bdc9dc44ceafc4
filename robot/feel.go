package robot

import (
	"time"

	"reeve/board"
	"reeve/hw/sim"
	"reeve/sensors"
)

// The scans of the simulated driver are those of a sensors.Loop by default, and
// it tries again as that does.
const (
	scanEvery  = sensors.DefaultPeriod
	firstRetry = 10 * time.Millisecond
	lastRetry  = time.Second
	restless   = 40 * time.Millisecond // after a change of wood all contacts have come to rest and are settled
)

// feel is what lies between hands and referee: magnets over reeds, and the scans
// of them, debounced, in virtual time. Channel i is square i. Where noise makes
// nothing happen by itself, nothing is scanned while nothing moves.
type feel struct {
	field   *sim.Field
	wiring  *sensors.Wiring
	deb     *sensors.Debouncer
	always  bool // contacts do things by themselves
	levels  []uint64
	rest    []uint64
	on      [board.MaxSquares]int // the magnet on each square
	hand    []int                 // magnets in the air
	magnets int
	busy    time.Duration // scans may find something until then
	at      time.Duration // of the next scan
	retry   time.Duration // while scans fail
	failed  bool
	good    int // scans since a failure
}

func newFeel(on *board.Topology, noise sim.Noise, seed uint64) (*feel, error) {
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
	return &feel{
		field: sim.NewField(places, seed, noise), wiring: wiring, always: noise >= sim.Heavy,
		deb:    sensors.NewDebouncer(wiring.Channels(), sensors.DefaultSamples),
		levels: make([]uint64, wiring.Words()), rest: make([]uint64, wiring.Words()),
	}, nil
}

// begin lays the wood and lets the contacts settle; it returns what they say.
func (f *feel) begin(wood board.Set, now time.Duration) board.Set {
	for sq := range wood.All() {
		f.place(sq, now-restless)
	}
	f.field.Rest(now, f.rest)
	f.deb.Reset(f.rest)
	f.at = now.Truncate(scanEvery) + scanEvery
	return f.wiring.Wood(f.rest)
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
	f.busy = now + restless
}

func (f *feel) lift(sq board.Square, now time.Duration) {
	f.field.Lift(f.on[sq], now)
	f.hand = append(f.hand, f.on[sq])
	f.busy = now + restless
}

// next is the instant of the next scan worth making, 0 if there is none.
func (f *feel) next(now time.Duration) time.Duration {
	if f.at < now {
		f.at = now.Truncate(scanEvery) + scanEvery + f.field.Delay()
	}
	if !f.always && !f.failed && f.at > f.busy {
		return 0
	}
	return f.at
}

// scan scans at the instant that next has said, and tells the sink.
func (f *feel) scan(sink sensors.Sink) {
	at := f.at
	if err := f.field.Scan(at, f.levels); err != nil {
		if !f.failed {
			sink.Fault(err)
		}
		f.failed, f.good = true, 0
		f.retry = min(max(2*f.retry, firstRetry), lastRetry)
		f.at = at + f.retry
		return
	}
	f.at = at.Truncate(scanEvery) + scanEvery + f.field.Delay()
	if f.failed {
		f.prime(at, sink)
		return
	}
	for _, c := range f.deb.Sample(f.levels, at) {
		sink.Touch(board.Touch{Square: f.wiring.Square(c.Channel), Placed: c.Closed, At: c.At})
		f.busy = at + restless
	}
}

// prime takes a scan after a failure: as many as let each channel settle.
func (f *feel) prime(at time.Duration, sink sensors.Sink) {
	if f.good == 0 {
		f.deb.Reset(f.levels)
	} else {
		f.deb.Sample(f.levels, at)
	}
	if f.good++; f.good < 2*sensors.DefaultSamples-1 {
		return
	}
	f.failed, f.retry, f.busy = false, 0, at+restless
	sink.Wood(f.wiring.Wood(f.deb.Settled()), at)
	sink.Fault(nil)
}
