package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Noise is how badly contacts bounce when they change.
type Noise uint8

// The levels of noise. A reed switch bounces for 0.5 to 1 ms, and up to 2 ms with dynamic noise; Heavy
// is a worn one.
const (
	None  Noise = iota
	Light       // up to 4 extra flips within 1.5 ms
	Heavy       // up to 12 extra flips within 5 ms
)

var noises = [...]struct {
	name  string
	flips int // at most, always even so that the contact ends where it was put
	span  time.Duration
}{
	None:  {"none", 0, 0},
	Light: {"light", 4, 1500 * time.Microsecond},
	Heavy: {"heavy", 12, 5 * time.Millisecond},
}

// String returns the name ParseNoise reads.
func (n Noise) String() string {
	if int(n) >= len(noises) {
		return fmt.Sprintf("Noise(%d)", uint8(n))
	}
	return noises[n].name
}

// ParseNoise reads none, light or heavy.
func ParseNoise(s string) (Noise, error) {
	for i, n := range noises {
		if n.name == s {
			return Noise(i), nil
		}
	}
	return None, fmt.Errorf("sim: noise %q is not none, light or heavy", s)
}

type flip struct {
	at      time.Duration
	channel int
	closed  bool
}

// bouncer holds the flips still to come, in order of time.
type bouncer struct {
	noise   Noise
	random  *rand.Rand
	pending []flip
}

func newBouncer(noise Noise, seed uint64) bouncer {
	return bouncer{noise: noise, random: rand.New(rand.NewPCG(seed, uint64(noise)))}
}

// change plans the bounces of a contact that went to closed at now, in place of any it still had.
func (b *bouncer) change(channel int, closed bool, now time.Duration) {
	b.pending = slices.DeleteFunc(b.pending, func(f flip) bool { return f.channel == channel })
	level := noises[b.noise]
	if level.flips == 0 {
		return
	}
	burst := make([]flip, 2*b.random.IntN(level.flips/2+1))
	for i := range burst {
		burst[i] = flip{at: now + 1 + time.Duration(b.random.Int64N(int64(level.span))), channel: channel}
	}
	slices.SortFunc(burst, byTime)
	for i := range burst {
		burst[i].closed = closed == (i%2 == 1)
	}
	b.pending = append(b.pending, burst...)
	slices.SortStableFunc(b.pending, byTime)
}

// due takes out the flips that have happened by now.
func (b *bouncer) due(now time.Duration) []flip {
	n := 0
	for n < len(b.pending) && b.pending[n].at <= now {
		n++
	}
	flips := b.pending[:n]
	b.pending = b.pending[n:]
	return flips
}

func byTime(a, b flip) int { return int(a.at - b.at) }
