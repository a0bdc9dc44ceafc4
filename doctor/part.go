package doctor

import (
	"math/bits"
	"time"

	"reeve/config"
	"reeve/sensors"
)

// Part is one driver of a board, in the order of config.Board.Drivers.
type Part struct {
	Channels, LEDs int
	Scan           func(levels []uint64) error // as of sensors.Scanner; nil if it feels nothing
	Show           func(rgb []byte) error      // as of leds.Strip; nil if it does not shine
	Drifted        func(channel int) bool      // its sensor reads otherwise than when it was calibrated; nil if nobody can say
	Hall           *Hall                       // its linear sensors; nil if it has none that can learn
}

// Console is who sits at the board.
type Console struct {
	Lines <-chan string // what they type, a line at a time; closed when they are gone
	Say   func(format string, args ...any)
}

// contactReader reads one part.
type contactReader struct {
	part     Part
	debounce *sensors.Debouncer
	levels   []uint64
	known    bool // settled levels are those of the contacts
	scans    int
	failures int
	fault    error // of the latest scan
}

func newFeeler(p Part, samples int) *contactReader {
	return &contactReader{part: p, debounce: sensors.NewDebouncer(p.Channels, samples), levels: make([]uint64, (p.Channels+63)/64)}
}

// scan reads every contact and returns what settled.
func (f *contactReader) scan(at time.Duration) []sensors.Change {
	if f.part.Scan == nil || f.part.Channels == 0 {
		return nil
	}
	if f.fault = f.part.Scan(f.levels); f.fault != nil {
		if f.scans > 0 { // before that it may not be up yet
			f.failures++
		}
		f.known = false
		return nil
	}
	f.scans++
	if !f.known {
		f.known = true
		f.debounce.Reset(f.levels)
		return nil
	}
	return f.debounce.Sample(f.levels, at)
}

func (f *contactReader) closed(channel int) bool {
	settled := f.debounce.Settled()
	return f.known && settled[channel>>6]>>(channel&63)&1 == 1
}

// contactReaders reads all parts of a board.
type contactReaders []*contactReader

func newFeelers(parts []Part, samples int) contactReaders {
	all := make(contactReaders, len(parts))
	for i, p := range parts {
		all[i] = newFeeler(p, samples)
	}
	return all
}

func (all contactReaders) scan(at time.Duration) {
	for _, f := range all {
		f.scan(at)
	}
}

// waiting reports whether a part that feels has not been read, and why.
func (all contactReaders) waiting() (wait bool, why error) {
	for _, f := range all {
		if f.part.Scan != nil && f.part.Channels > 0 && !f.known {
			return true, f.fault
		}
	}
	return false, nil
}

// closed lists the settled contacts that are closed.
func (all contactReaders) closed() (ends []config.End) {
	for i, f := range all {
		if !f.known {
			continue
		}
		for w, word := range f.debounce.Settled() {
			for ; word != 0; word &= word - 1 {
				ends = append(ends, config.End{Driver: i, Number: w<<6 | bits.TrailingZeros64(word)})
			}
		}
	}
	return ends
}
