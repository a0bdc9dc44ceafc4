package sim

import "time"

// happening is a planned event of a field. It is dropped if its magnet or reed has another generation by then.
type happening struct {
	at         time.Duration
	order      uint64 // of two at one instant the one planned first goes first
	kind       kind
	on         bool
	magnet     int32 // -1 if it is no magnet's
	reed       int32
	generation uint32 // of the magnet, or else of the reed
}

type kind uint8

const (
	inReach  kind = iota // a magnet comes into the reach of a reed, or goes out
	inGap                // a magnet comes over the middle of a reed, or leaves it
	turned               // a magnet has come to the end of a leg of its way
	flipped              // a contact that bounces changes
	spiked               // a contact that nothing touched changes for a moment
	loosened             // a loose contact changes
)

// agenda is a priority queue of happenings, the earliest first. It reuses its memory and allocates only to grow.
type agenda struct {
	heap  []happening
	order uint64
}

func before(a, b *happening) bool { return a.at < b.at || a.at == b.at && a.order < b.order }

func (a *agenda) add(h happening) {
	h.order = a.order
	a.order++
	a.heap = append(a.heap, h)
	for i := len(a.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if !before(&a.heap[i], &a.heap[parent]) {
			return
		}
		a.heap[i], a.heap[parent] = a.heap[parent], a.heap[i]
		i = parent
	}
}

// due reports whether something happens by now.
func (a *agenda) due(now time.Duration) bool { return len(a.heap) > 0 && a.heap[0].at <= now }

// next takes out the earliest happening.
func (a *agenda) next() happening {
	first, last := a.heap[0], len(a.heap)-1
	a.heap[0] = a.heap[last]
	a.heap = a.heap[:last]
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if before(&a.heap[child], &a.heap[least]) {
				least = child
			}
		}
		if least == i {
			return first
		}
		a.heap[i], a.heap[least] = a.heap[least], a.heap[i]
		i = least
	}
}
