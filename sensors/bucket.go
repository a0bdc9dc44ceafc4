package sensors

import "time"

// full is what a leaky bucket holds.
const full = time.Minute

// leakyBucket is filled by what happens, each a part of a minute, and drains a minute's worth a minute: it runs over where
// more happens than is allowed in a minute.
type leakyBucket struct {
	fill   time.Duration
	poured time.Duration // when something was poured in last
}

// pour adds to it, and reports whether it runs over. It holds a second minute's worth, so that it stays full for a while.
func (b *leakyBucket) pour(amount, at time.Duration) (over bool) {
	b.fill = min(max(b.fill-max(at-b.poured, 0), 0)+amount, 2*full)
	b.poured = at
	return b.fill > full
}

// empty reports whether all has drained.
func (b *leakyBucket) empty(at time.Duration) bool { return at-b.poured >= b.fill }
