package sim

import (
	"encoding/binary"
	"slices"
	"time"

	"reeve/firmware-protocol/wire"
)

// line is the controller's end of the serial line: frames and bytes, at a rate, and what has been counted.
type line struct {
	rate    rate
	decoder wire.Decoder
	stats   wire.Stats
	seq     uint8
	quiet   bool // it was idle
}

func newLine() line { return line{rate: bootRate(), quiet: true} }

// rto is the first time to wait for an acknowledgement, at the rate of now.
func (l *line) rto() time.Duration { return wire.RTO(l.rate.now) }

// frame numbers a frame, and returns its bytes.
func (l *line) frame(typ wire.Type, sid uint8, payload []byte) []byte {
	f := wire.Frame{Type: typ, SID: sid, Seq: l.seq, Payload: payload}
	l.seq++
	l.stats[wire.StatTxFrames]++
	var bytes []byte
	if l.quiet {
		bytes = append(bytes, wire.Delimiter)
	}
	l.quiet = false
	return f.Append(bytes)
}

// counted is what STATS tells, with the log's counts.
func (l *line) counted(log *edgeLog) wire.Stats {
	d := l.decoder.Counters()
	m := l.stats
	m[wire.StatRxOK], m[wire.StatCRC], m[wire.StatCOBS] = uint16(d.OK), uint16(d.CRC), uint16(d.COBS)
	m[wire.StatShort], m[wire.StatLong] = uint16(d.Short), uint16(d.Long)
	m[wire.StatEvResent], m[wire.StatEvRingHigh], m[wire.StatEvLost] = uint16(log.resent), uint16(log.high), uint16(log.lostTotal)
	return m
}

// Bauds are the rates that a Controller can have. The first is the one at boot.
var Bauds = []int{115200, 250000, 500000, 1000000}

// The times of PROTOCOL.md 5.7.
const (
	rateSilence = 10 * time.Millisecond // between the ACK and the new rate
	rateLost    = 3 * time.Second       // without an intact frame
)

// Rater is a line whose rate can be changed; on one that is none every rate is the same.
type Rater interface {
	SetBaud(baud int) error // at once; bytes from an end at another rate come garbled
}

type rateState uint8

const (
	rateKept    rateState = iota
	rateLeaving           // the ACK is on its way
	rateQuiet             // it has left
	rateTried             // nothing has been heard at the new rate
)

// rate is the controller's half of PROTOCOL.md 5.7.
type rate struct {
	now, before int
	state       rateState
	confirm     time.Duration
	at          time.Duration // of the last change of state
	heard       time.Duration // the last intact frame
}

func bootRate() rate { return rate{now: Bauds[0], before: Bauds[0]} }

// set is SET_BAUD.
func (r *rate) set(m wire.SetBaud) wire.Status {
	switch {
	case !slices.Contains(Bauds, int(m.Baud)):
		return wire.StatusRange
	case r.state != rateKept:
		return wire.StatusBusy
	}
	r.before, r.confirm, r.state = int(m.Baud), time.Duration(m.ConfirmMS)*time.Millisecond, rateLeaving
	return wire.StatusOK
}

func (r *rate) swap() { r.now, r.before = r.before, r.now }

// intact notes a frame: a rate that was tried is kept.
func (r *rate) intact(now time.Duration) {
	r.heard = now
	if r.state == rateTried {
		r.state = rateKept
	}
}

// silent moves the change on while the line is free, with so many ACKs waiting. It reports whether nothing may be
// sent, and whether the rate is another.
func (r *rate) silent(now time.Duration, acks int) (silent, changed bool) {
	if r.state == rateLeaving && acks == 0 {
		r.state, r.at = rateQuiet, now
	}
	if r.state != rateQuiet {
		return false, false
	}
	if now-r.at < rateSilence {
		return true, false
	}
	r.swap()
	r.state, r.at, r.heard = rateTried, now, now
	return false, true
}

// work goes back from a rate at which nothing is heard, and reports whether it has.
func (r *rate) work(now time.Duration) (changed bool) {
	if r.state == rateTried && now-r.at >= r.confirm {
		r.swap()
		r.state = rateKept
		return true
	}
	if r.state == rateKept && r.now != Bauds[0] && now-r.heard >= rateLost {
		r.now = Bauds[0]
		return true
	}
	return false
}

// rates is the list of rates as HELLO tells it.
func rates() (list []byte) {
	for _, baud := range Bauds {
		list = binary.LittleEndian.AppendUint32(list, uint32(baud))
	}
	return list
}
