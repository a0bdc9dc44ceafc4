package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Noise is how badly hardware lies: None is the ideal of a drawing, Worn what nobody would build twice.
type Noise uint8

// The levels of noise. A reed switch bounces for 0.5 to 1 ms, and up to 2 ms with dynamic noise; from
// Heavy on it is a worn one.
const (
	None  Noise = iota
	Light       // a good board: up to 4 extra flips within 1.5 ms, reeds that differ, a scan missed now and then
	Heavy       // a poor one: up to 12 extra flips within 5 ms, crosstalk between squares, spikes, scans that fail, brown-outs
	Worn        // as Heavy, and some contacts are broken
)

// profile is what a Noise means. Lengths on the surface are shares of the pitch, the least distance between
// two places.
type profile struct {
	name string

	flips int // of a bounce, at most; always even so that the contact ends where it was put
	span  time.Duration

	reach    [2]float64 // a magnet nearer to the reed than this closes it: the least and the most sensitive reed
	hold     [2]float64 // it opens again beyond so many times that distance
	offset   float64    // of a reed's middle from the middle of its place, along the reed
	gap      [2]float64 // it is open while the magnet is within the first of its middle, along it, until it is beyond the second
	turned   float64    // the reed may be turned by so many radians
	accuracy float64    // hands put a piece no farther than this from the middle of a place

	spike    time.Duration // mean time between two spikes on the board; 0 is never
	spikeFor time.Duration // at most

	missed   int           // one scan in so many brings the levels of the one before; 0 is none
	stale    int           // so many of them in a row at most
	late     time.Duration // a scan comes so much late at most
	outage   time.Duration // mean time from one outage to the next; 0 is never
	outFor   time.Duration // at most
	broken   int           // one contact in so many is broken; 0 is none
	damage   int           // a cable damages or loses one byte in so many; 0 is none
	cutEvery int           // and is cut in the middle of one write in so many
}

// profiles hold what each Noise means. Three things must agree, whatever is changed here: a piece put down
// with that accuracy is outside the gap and within the reach of the least sensitive reed of its place, and
// out of the hold of the most sensitive one of the next.
var profiles = [...]profile{
	None: {
		name: "none", reach: [2]float64{0.42, 0.42}, hold: [2]float64{1.05, 1.05}, accuracy: 0.2,
	},
	Light: {
		name: "light", flips: 4, span: 1500 * time.Microsecond,
		reach: [2]float64{0.40, 0.46}, hold: [2]float64{1.05, 1.15}, offset: 0.15, gap: [2]float64{0.04, 0.05}, accuracy: 0.08,
		missed: 200, stale: 1, late: time.Millisecond, damage: 2000,
	},
	Heavy: {
		name: "heavy", flips: 12, span: 5 * time.Millisecond,
		reach: [2]float64{0.34, 0.58}, hold: [2]float64{1.05, 1.25}, offset: 0.16, gap: [2]float64{0.05, 0.06}, turned: 0.1, accuracy: 0.08,
		spike: time.Second, spikeFor: 1500 * time.Microsecond,
		missed: 50, stale: 2, late: 2 * time.Millisecond, outage: 20 * time.Second, outFor: 400 * time.Millisecond, damage: 200, cutEvery: 500,
	},
}

// maxFlips is the most flips any Noise has.
const maxFlips = 12

// of returns what noise means; one that there is not is as Worn.
func of(noise Noise) profile {
	if noise < Worn {
		return profiles[noise]
	}
	worn := profiles[Heavy]
	worn.name, worn.broken = "worn", 24
	return worn
}

// String returns the name ParseNoise reads.
func (n Noise) String() string {
	if n > Worn {
		return fmt.Sprintf("Noise(%d)", uint8(n))
	}
	return of(n).name
}

// ParseNoise reads none, light, heavy or worn.
func ParseNoise(s string) (Noise, error) {
	for n := None; n <= Worn; n++ {
		if of(n).name == s {
			return n, nil
		}
	}
	return None, fmt.Errorf("sim: noise %q is not none, light, heavy or worn", s)
}

// happeningRand are the random numbers of one happening. They hang on the seed and on what the happening is, not
// on what was drawn before, so one more scan or one more channel changes no other part of the story.
type happeningRand struct{ rand.PCG }

// What there is to draw for.
const (
	forMount = iota
	forBounce
	forAim
	forSpike
	forLoose
	forOutage
	forScan
	forCable
)

func drawFor(seed uint64, what, channel int, n uint64) happeningRand {
	var d happeningRand
	d.Seed(seed, uint64(what)<<60^uint64(channel)<<40^n)
	return d
}

// below returns a number from 0 to n-1; n below 1 counts as 1.
func (d *happeningRand) below(n int) int { return int(d.Uint64() >> 1 % uint64(max(n, 1))) }

// within returns an instant from 1 ns to most.
func (d *happeningRand) within(most time.Duration) time.Duration {
	return 1 + time.Duration(d.below(int(most)))
}

// share returns a number from 0 up to 1.
func (d *happeningRand) share() float64 { return float64(d.Uint64()>>11) / (1 << 53) }

// between returns a number of the range.
func (d *happeningRand) between(r [2]float64) float64 { return r[0] + (r[1]-r[0])*d.share() }

// once returns the time to the next of happenings that come once in mean, however long the last is ago,
// and at least 50 ms after it.
func (d *happeningRand) once(mean time.Duration) time.Duration {
	const least = 50 * time.Millisecond
	return least + time.Duration(-math.Log(1-d.share())*float64(mean-least))
}
