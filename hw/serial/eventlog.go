package serial

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// memory is what outlives a port: enough to resume.
type memory struct {
	valid  bool
	boot   uint16
	next   uint16 // the edge wanted
	levels []byte // after all edges before next
	sid    uint8
}

// eventLog is the host's half of PROTOCOL.md 5.1, 5.2 and 5.5: the sequence number of edges, and whether the
// levels here equal the controller's.
type eventLog struct {
	*memory
	ackDue    bool          // an EV_ACK
	rewindDue bool          // with it: edges are missing
	rewoundTo uint16        // the edge that was asked for again
	rewoundAt time.Duration // 0 is never
	ahead     bool          // the host has edges that the controller does not: it adopts the next STATE
	stateDue  bool          // a STATE_REQ
}

// begin is the beginning of a session.
func (l *eventLog) begin() { l.ackDue, l.rewindDue, l.ahead, l.stateDue = false, false, false, false }

// missing notes a gap in the edges, and reports whether to request a retransmission now: once in an RTO.
func (l *eventLog) missing(now, rto time.Duration) bool {
	if l.rewoundTo == l.next && l.rewoundAt != 0 && now-l.rewoundAt < rto {
		return false
	}
	l.rewoundTo, l.rewoundAt = l.next, now
	l.ackDue, l.rewindDue = true, true
	return true
}

// ack is the EV_ACK that was due.
func (l *eventLog) ack() wire.EvAck {
	m := wire.EvAck{Next: l.next}
	if l.rewindDue {
		m.Flags = wire.AckRewind
	}
	l.ackDue, l.rewindDue = false, false
	return m
}

// set takes the edge of a contact.
func (l *eventLog) set(contact uint8, closed bool) {
	mask := byte(1) << (contact % 8)
	l.levels[contact/8] &^= mask
	if closed {
		l.levels[contact/8] |= mask
	}
}

// confirms reports whether a STATE agrees with the levels here; one of another edge number is ignored.
func (l *eventLog) confirms(next uint16, levels []byte) bool {
	return !l.ahead && (next != l.next || string(levels) == string(l.levels))
}

// adopt takes the levels of a STATE.
func (l *eventLog) adopt(boot, next uint16, levels []byte) {
	l.valid, l.boot, l.next = true, boot, next
	l.levels = append(l.levels[:0], levels...)
	l.ackDue, l.ahead = true, false
}

// compare requests a STATE if the checksum of a BEAT differs from the levels here.
func (l *eventLog) compare(m wire.Beat) {
	if m.Flags&wire.FlagGap != 0 {
		return
	}
	switch ahead := int16(m.EvHead - l.next); {
	case ahead < 0:
		l.ahead, l.stateDue = true, true
	case ahead == 0 && wire.CRC(l.levels) != m.StateCRC:
		l.stateDue = true
	}
}
