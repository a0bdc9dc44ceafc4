package sensors

import (
	"cmp"
	"math/bits"
	"slices"
	"time"
)

// MaxSamples is the most equal samples a Debouncer can ask for.
const MaxSamples = 15

// Change is one settled change of one channel.
type Change struct {
	Channel int
	Closed  bool
	At      time.Duration // the instant of the first sample that differed; see SampleLate
}

// Debouncer settles contacts by the *defer* algorithm: a channel changes when it
// has differed from its settled level in a number of samples running. A sample
// in between that does not differ starts the count anew, and is counted as a
// flicker. All channels are counted at once, in counters of one bit a plane.
type Debouncer struct {
	need    int
	mask    []uint64 // the channels there are
	settled []uint64
	planes  [4][]uint64     // bit i of plane p: bit p of the count of channel i
	first   []time.Duration // by channel: the first differing sample of the count that runs
	opened  time.Duration   // when contacts opened that are found open now
	tally   tally
	changes []Change // reused by Sample
}

// NewDebouncer makes a debouncer of that many channels, all open, that asks for
// the given number of equal samples, which is held within 1 and MaxSamples.
func NewDebouncer(channels, samples int) *Debouncer {
	n := words(channels)
	d := &Debouncer{
		need: min(max(samples, 1), MaxSamples), mask: make([]uint64, n), settled: make([]uint64, n),
		first: make([]time.Duration, channels), tally: newTally(channels),
		changes: make([]Change, 0, channels),
	}
	for i := range channels {
		d.mask[i>>6] |= 1 << (i & 63)
	}
	for p := range d.planes {
		d.planes[p] = make([]uint64, n)
	}
	return d
}

// Reset sets the settled levels and drops the counts under way.
func (d *Debouncer) Reset(levels []uint64) {
	for i := range d.settled {
		d.settled[i] = levels[i] & d.mask[i]
		d.tally.set(i, d.settled[i])
	}
	d.restart()
}

// restart drops the counts under way.
func (d *Debouncer) restart() {
	for p := range d.planes {
		clear(d.planes[p])
	}
}

// counts reports whether a change is on its way, or breaking off.
func (d *Debouncer) counts() bool {
	for p := range d.planes {
		if slices.ContainsFunc(d.planes[p], func(w uint64) bool { return w != 0 }) {
			return true
		}
	}
	return false
}

// closed counts the closed channels of a scan, and the settled ones.
func (d *Debouncer) closed(levels []uint64) (now, settled int) {
	for i, mask := range d.mask {
		now += bits.OnesCount64(levels[i] & mask)
		settled += bits.OnesCount64(d.settled[i])
	}
	return now, settled
}

// Settled returns the settled levels. They are the debouncer's own and change
// with the next Sample.
func (d *Debouncer) Settled() []uint64 { return d.settled }

// Flicker counts the changes of a channel that broke off before they settled:
// a bounce or two at each touch is healthy, a steady growth is a bad contact.
// It may be called while another goroutine samples.
func (d *Debouncer) Flicker(channel int) uint32 { return d.Contact(channel).Flickers }

// Contact returns what was seen of a channel. It may be called while another goroutine samples.
func (d *Debouncer) Contact(channel int) Contact { return d.tally.contact(channel) }

// Sample takes one scan made at that instant and returns the changes that it
// settles, by channel. The slice is valid until the next Sample; nothing is
// allocated. Bits beyond the channels are not looked at.
func (d *Debouncer) Sample(levels []uint64, at time.Duration) []Change {
	return d.SampleLate(levels, at, at)
}

// SampleLate is Sample for a scan that was made late: contacts found open count as opened at the earlier instant,
// contacts found closed as closed now. So a late scan neither shortens a knock nor lengthens a rest. Changes are
// sorted by instant, then by channel.
func (d *Debouncer) SampleLate(levels []uint64, at, opened time.Duration) []Change {
	d.opened = opened
	d.changes = d.changes[:0]
	for i, settled := range d.settled {
		diff := (levels[i] ^ settled) & d.mask[i]
		running := d.planes[0][i] | d.planes[1][i] | d.planes[2][i] | d.planes[3][i]
		if diff|running != 0 {
			d.count(i, diff, running, at)
		}
	}
	slices.SortStableFunc(d.changes, func(a, b Change) int { return cmp.Compare(a.At, b.At) })
	return d.changes
}

// count moves the counters of word i, in which diff differs and running had a count.
func (d *Debouncer) count(i int, diff, running uint64, at time.Duration) {
	for w := diff &^ running; w != 0; w &= w - 1 {
		d.first[i<<6|bits.TrailingZeros64(w)] = at
		if d.settled[i]&(w&-w) != 0 {
			d.first[i<<6|bits.TrailingZeros64(w)] = d.opened
		}
	}
	for w := running &^ diff; w != 0; w &= w - 1 {
		d.tally.flickers[i<<6|bits.TrailingZeros64(w)].Add(1)
	}
	carry, full := diff, diff
	for p := range d.planes {
		plane := d.planes[p][i] & diff
		plane, carry = plane^carry, plane&carry
		d.planes[p][i] = plane
		if d.need>>p&1 != 0 {
			full &= plane
		} else {
			full &^= plane
		}
	}
	if full != 0 {
		d.settle(i, full)
	}
}

// settle flips the channels of word i whose count is full.
func (d *Debouncer) settle(i int, full uint64) {
	d.settled[i] ^= full
	for p := range d.planes {
		d.planes[p][i] &^= full
	}
	for w := full; w != 0; w &= w - 1 {
		ch := i<<6 | bits.TrailingZeros64(w)
		d.tally.edge(ch)
		d.changes = append(d.changes, Change{Channel: ch, Closed: has(d.settled, ch), At: d.first[ch]})
	}
}
