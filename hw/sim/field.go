package sim

import (
	"math"
	"slices"
	"sync"
	"time"
)

// Field is a simulated surface: magnets above, a reed under each place, and noise on the wires between the
// reeds and a scan. Each method takes the instant since any fixed one; an earlier instant counts as the
// latest. The simulation is event-driven and deterministic: equal seeds and calls give equal readings.
// Its methods are safe for concurrent use; a channel or magnet out of range panics.
type Field struct {
	mu sync.Mutex
	surface
	matrix matrix
	supply supply
	aims   uint64
}

// MaxMagnets is how many magnets a Field may have.
const MaxMagnets = 1024

// NewField returns a field without magnets. Channel i feels the place places[i], in millimetres; the
// lengths of reeds go by the pitch, the least distance of two places (50 mm if there is but one).
func NewField(places []Point, seed uint64, noise Noise) *Field {
	words := (len(places) + 63) / 64
	f := &Field{
		surface: surface{places: slices.Clone(places), pitch: pitch(places), contacts: contacts{
			seed: seed, profile: of(noise), reeds: make([]reed, len(places)), closed: make([]uint64, words), levels: make([]uint64, words),
		}},
		matrix: matrix{wires: make([]uint64, words)}, supply: supply{seed: seed, last: make([]uint64, words)},
	}
	f.supply.noise = &f.profile
	for i := range f.reeds {
		f.repair(i, f.profile.fault(seed, i))
	}
	f.spike()
	f.supply.plan(0)
	return f
}

// pitch returns the least distance of two places.
func pitch(places []Point) float64 {
	least := math.Inf(1)
	for i, p := range places {
		for _, q := range places[:i] {
			least = min(least, p.minus(q).length())
		}
	}
	if math.IsInf(least, 1) || least == 0 {
		return 50
	}
	return least
}

// Channels returns the number of contacts.
func (f *Field) Channels() int { return len(f.places) }

// Accuracy returns how far from the middle of a place, in millimetres, a piece may stand and is surely
// felt by that contact, if it is sound, and by no other sound one.
func (f *Field) Accuracy() float64 { return f.profile.accuracy * f.pitch }

// Aim returns where a hand that means the place of a channel puts a piece: within Accuracy of its middle,
// elsewhere every time.
func (f *Field) Aim(channel int) Point {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.aims++
	d := drawFor(f.seed, forAim, channel, f.aims)
	sin, cos := math.Sincos(2 * math.Pi * d.share())
	off := f.Accuracy() * math.Sqrt(d.share())
	return Point{f.places[channel].X + off*cos, f.places[channel].Y + off*sin}
}

// Put sets a magnet down at a place, wherever it was.
func (f *Field) Put(magnet int, at Point, now time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	f.lower(f.magnet(magnet), at, 0)
}

// Lift takes a magnet off the surface, so far that no reed feels it.
func (f *Field) Lift(magnet int, now time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	f.raise(f.magnet(magnet))
}

// Drag slides a magnet over the surface along a way: from where it stands, or from the first point if it
// is in the air, through every point, at one speed, until then. Until the end of it other calls for the
// same magnet break it off.
func (f *Field) Drag(magnet int, way []Point, now, until time.Duration) {
	f.Carry(magnet, way, 0, now, until)
}

// Carry is Drag at that many millimetres above the surface, where reeds feel it less far. It stays there
// in the end.
func (f *Field) Carry(magnet int, way []Point, height float64, now, until time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	if len(way) == 0 {
		return
	}
	m := f.magnet(magnet)
	from := m.place(f.now)
	if !m.down {
		from = way[0]
	}
	f.lower(m, from, height)
	f.send(m, way, until)
}

// Place returns where a magnet is, and whether it is on the surface or carried low.
func (f *Field) Place(magnet int, now time.Duration) (Point, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	m := f.magnet(magnet)
	return m.place(f.now), m.down
}

// Rest writes what the contacts come to if nothing moves any more: without bounces, spikes and ghosts,
// with faults. Levels needs a word for 64 channels.
func (f *Field) Rest(now time.Duration, levels []uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	clear(levels[copy(levels, f.closed):])
	for i := range f.reeds {
		setBit(levels, i, f.reeds[i].shows(bit(f.closed, i)))
	}
}

// Break gives a contact a fault from now on, or mends it with Sound.
func (f *Field) Break(channel int, fault Fault, now time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
	f.repair(channel, fault)
}

// Fault returns what is wrong with a contact; under Worn noise the seed says so.
func (f *Field) Fault(channel int) Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.reeds[channel].fault
}
