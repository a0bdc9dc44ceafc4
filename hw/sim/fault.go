package sim

import "fmt"

// Fault is what is wrong with one contact.
type Fault uint8

// The faults of a contact.
const (
	Sound   Fault = iota // nothing
	Dead                 // it never closes: a broken wire
	Stuck                // it never opens: welded blades, a short
	Loose                // while it is closed it lets go now and then, for half a millisecond to 40 ms
	Wide                 // it feels the pieces of the places beside its own, too
	Centred              // it lies right under the middle of its place, and opens under a piece that stands there
)

var faultNames = [...]string{"sound", "dead", "stuck", "loose", "wide", "centred"}

func (f Fault) String() string {
	if int(f) >= len(faultNames) {
		return fmt.Sprintf("Fault(%d)", uint8(f))
	}
	return faultNames[f]
}

// fault draws what is wrong with a contact from the start.
func (p *profile) fault(seed uint64, channel int) Fault {
	d := drawFor(seed, forMount, channel, 1)
	if p.broken == 0 || d.below(p.broken) > 0 {
		return Sound
	}
	return Dead + Fault(d.below(int(Centred)))
}
