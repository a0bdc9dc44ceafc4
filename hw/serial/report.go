package serial

import (
	"fmt"
	"time"

	"reeve/firmware-protocol/wire"
)

// report is what the sink was told, by whichever port, and what was counted.
type report struct {
	cfg      Config
	snapshot *snapshot
	work     Counters
	isUp     bool
	reason   string // of the last Down
	words    []uint64
	drifted  []bool // the contacts whose sensors have drifted
	dark     bool   // the supply of the LEDs is gone
}

func (r *report) stop() {
	r.isUp = false
	r.snapshot.mu.Lock()
	defer r.snapshot.mu.Unlock()
	r.snapshot.working = false
}

func (r *report) down(err error) {
	if !r.isUp && err.Error() == r.reason {
		return
	}
	r.stop()
	r.reason = err.Error()
	r.cfg.Sink.Down(err)
}

func (r *report) up(info Info) {
	r.isUp, r.reason = true, ""
	r.work.Sessions++
	r.snapshot.mu.Lock()
	r.snapshot.working = true
	r.snapshot.mu.Unlock()
	r.cfg.Sink.Up(info)
}

// levels gives the sink the contacts it knows of.
func (r *report) levels(bits []byte, at time.Duration) {
	clear(r.words)
	for i := range r.cfg.Contacts {
		r.words[i/64] |= uint64(bits[i/8]>>(i%8)&1) << (i % 64)
	}
	r.snapshot.mu.Lock()
	copy(r.snapshot.current, r.words)
	r.snapshot.mu.Unlock()
	r.cfg.Sink.State(r.words, at)
}

func (r *report) edge(channel int, closed bool, at time.Duration) {
	if channel >= r.cfg.Contacts {
		return
	}
	r.work.Edges++
	r.snapshot.mu.Lock()
	r.snapshot.current[channel/64] &^= 1 << (channel % 64)
	if closed {
		r.snapshot.current[channel/64] |= 1 << (channel % 64)
	}
	r.snapshot.mu.Unlock()
	r.cfg.Sink.Edge(channel, closed, at)
}

// mark tells a sink that cares which pole a contact feels.
func (r *report) mark(channel int, pole wire.Pole) {
	if sink, cares := r.cfg.Sink.(Marker); cares && channel < r.cfg.Contacts {
		sink.Mark(channel, uint8(pole))
	}
}

// drifts passes the drift flags of a BEAT to a Drifter. A BEAT without flags means that no sensor drifts.
func (r *report) drifts(beat []byte, senses bool) {
	sink, cares := r.cfg.Sink.(Drifter)
	if !cares {
		return
	}
	for channel := range r.drifted {
		drifted := senses && wire.Drifted(beat, channel)
		if drifted != r.drifted[channel] {
			r.drifted[channel] = drifted
			sink.Drift(channel, drifted)
		}
	}
}

// supply tells a sink that cares when the supply of the LEDs goes, and when it comes back.
func (r *report) supply(mv uint16, measured bool) {
	sink, cares := r.cfg.Sink.(Powered)
	if !measured {
		mv = supplyBack // another controller than the one that measured
	}
	switch {
	case !cares || mv == 0:
	case !r.dark && mv < supplyGone:
		r.dark = true
		sink.Supply(fmt.Errorf("%w: %.1f V", ErrSupply, float64(mv)/1000))
	case r.dark && mv >= supplyBack:
		r.dark = false
		sink.Supply(nil)
	}
}
