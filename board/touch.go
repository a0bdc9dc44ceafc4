package board

import "time"

// Touch is one debounced change of one square: a piece lifted from it or
// placed on it.
type Touch struct {
	Square Square
	Placed bool          // placed, else lifted
	At     time.Duration // the instant of the first differing sample, since the daemon started
}
