package serial

import (
	"encoding/binary"
	"time"

	"reeve/firmware-protocol/wire"
)

// BootBaud is the rate at which every session begins (PROTOCOL.md 1 and 5.7).
const BootBaud = 115200

// The times of a change of the rate. The controller switches 10 ms after its ACK has left, which is not later
// than when it is heard here; in the middle of that silence the port does, and speaks well after it.
const (
	rateQuiet   = 5 * time.Millisecond
	rateSpeak   = 10 * time.Millisecond
	rateConfirm = 500 * time.Millisecond
	rateAsk     = 50 * time.Millisecond // between two PINGs at a rate that is tried
)

// Rater is a port whose rate can be changed while it is open. A link over another kind of port stays at BootBaud.
type Rater interface {
	SetBaud(baud int) error // at once, also for bytes that have not left yet
}

type rateState uint8

const (
	rateKept rateState = iota
	rateAsked
	rateLeaving // the ACK was heard; nothing is sent
	rateTried   // only PINGs are sent
)

// rate is the host's half of PROTOCOL.md 5.7.
type rate struct {
	now   int // of the port
	want  int // 0 if there is nothing to ask for
	state rateState
	at    time.Duration // of the last change of state
}

// begin is the beginning of a session, with what to ask for, 0 for nothing.
func (r *rate) begin(want int) {
	r.state, r.want = rateKept, want
	if want == r.now {
		r.want = 0
	}
}

// lists reports whether a controller says that it can have a rate.
func lists(tlvs []byte, baud int) bool {
	for {
		tag, value, rest, ok := wire.NextTLV(tlvs)
		if !ok {
			return false
		}
		for ; tag == wire.TagBauds && len(value) >= 4; value = value[4:] {
			if binary.LittleEndian.Uint32(value) == uint32(baud) {
				return true
			}
		}
		tlvs = rest
	}
}

// command is the SET_BAUD that is due.
func (r *rate) command() (c command, due bool) {
	if r.state != rateKept || r.want == 0 {
		return command{}, false
	}
	r.state = rateAsked
	m := wire.SetBaud{Baud: uint32(r.want), ConfirmMS: uint16(rateConfirm / time.Millisecond)}
	return command{wire.TypeSetBaud, m.Append(nil)}, true
}

// answered takes the ACK of SET_BAUD.
func (r *rate) answered(ok bool, now time.Duration) {
	if r.state != rateAsked {
		return
	}
	r.state, r.at = rateLeaving, now
	if !ok {
		r.state, r.want = rateKept, 0
	}
}

// intact notes a frame of the session: a rate that was tried is kept.
func (r *rate) intact() {
	if r.state == rateTried {
		r.state, r.want = rateKept, 0
	}
}

// step moves the change on: the rate that the port must have now, and whether one was tried in vain.
func (r *rate) step(now time.Duration) (baud int, failed bool) {
	switch {
	case r.state == rateLeaving && now-r.at >= rateQuiet:
		r.now, r.want = r.want, r.now
		r.state, r.at = rateTried, now
	case r.state == rateTried && now-r.at >= rateConfirm:
		r.now, r.want, r.state = r.want, 0, rateKept
		return r.now, true
	}
	return r.now, false
}

// changing reports whether nothing but PINGs may be sent, and quiet whether nothing at all may.
func (r *rate) changing() bool { return r.state >= rateLeaving }
func (r *rate) quiet() bool    { return r.state == rateLeaving }

// due is when step has something to do.
func (r *rate) due() (at time.Duration, ok bool) {
	switch r.state {
	case rateLeaving:
		return r.at + rateQuiet, true
	case rateTried:
		return r.at + rateConfirm, true
	}
	return 0, false
}
