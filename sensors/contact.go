package sensors

import "sync/atomic"

// Contact is the state and the counts of one channel.
type Contact struct {
	Closed   bool   // as it has settled
	Edges    uint32 // settled changes since the start, modulo 2^32
	Flickers uint32 // changes that broke off before they settled, see Debouncer.Flicker
}

// tally counts the changes of channels. One goroutine writes, any may read.
type tally struct {
	levels   []atomic.Uint64
	edges    []atomic.Uint32
	flickers []atomic.Uint32
}

func newTally(channels int) tally {
	return tally{
		levels: make([]atomic.Uint64, words(channels)), edges: make([]atomic.Uint32, channels),
		flickers: make([]atomic.Uint32, channels),
	}
}

// set takes the levels of word i as they are.
func (t *tally) set(i int, levels uint64) { t.levels[i].Store(levels) }

// edge counts a change of a channel.
func (t *tally) edge(channel int) {
	t.edges[channel].Add(1)
	t.levels[channel>>6].Store(t.levels[channel>>6].Load() ^ 1<<(channel&63))
}

// contact returns the state of a channel; the zero value beyond the channels.
func (t *tally) contact(channel int) Contact {
	if channel < 0 || channel >= len(t.edges) {
		return Contact{}
	}
	return Contact{
		Closed: t.levels[channel>>6].Load()>>(channel&63)&1 != 0,
		Edges:  t.edges[channel].Load(), Flickers: t.flickers[channel].Load(),
	}
}
