package sim

import (
	"math/rand/v2"
	"slices"
	"time"
)

type bounceFlip struct {
	at      time.Duration
	channel int
	closed  bool
}

// bouncer holds the flips still to come, in order of time.
type bouncer struct {
	noise   Noise
	random  *rand.Rand
	pending []bounceFlip
}

func newBouncer(noise Noise, seed uint64) bouncer {
	return bouncer{noise: noise, random: rand.New(rand.NewPCG(seed, uint64(noise)))}
}

// change plans the bounces of a contact that went to closed at now, in place of any it still had.
func (b *bouncer) change(channel int, closed bool, now time.Duration) {
	b.pending = slices.DeleteFunc(b.pending, func(f bounceFlip) bool { return f.channel == channel })
	profile := of(b.noise)
	if profile.flips == 0 {
		return
	}
	burst := make([]bounceFlip, 2*b.random.IntN(profile.flips/2+1))
	for i := range burst {
		burst[i] = bounceFlip{at: now + 1 + time.Duration(b.random.Int64N(int64(profile.span))), channel: channel}
	}
	slices.SortFunc(burst, byTime)
	for i := range burst {
		burst[i].closed = closed == (i%2 == 1)
	}
	b.pending = append(b.pending, burst...)
	slices.SortStableFunc(b.pending, byTime)
}

// due takes out the flips that have happened by now.
func (b *bouncer) due(now time.Duration) []bounceFlip {
	n := 0
	for n < len(b.pending) && b.pending[n].at <= now {
		n++
	}
	flips := b.pending[:n]
	b.pending = b.pending[n:]
	return flips
}

func byTime(a, b bounceFlip) int { return int(a.at - b.at) }
