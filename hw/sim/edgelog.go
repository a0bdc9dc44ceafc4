package sim

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// edge is one entry of the log: an edge with its own time instead of a distance.
type edge struct {
	wire.Edge
	tick uint32
}

// edgeLog is the numbered log of PROTOCOL.md 5.1 and 5.2: edges from tail up to head wait for their
// acknowledgement, those before sent are on the line.
type edgeLog struct {
	ring             []edge
	start            int // where tail stands in ring
	tail, sent, head uint16
	lost             int         // edges since the log was full
	gap              *wire.State // sent until it is acknowledged
	gapDue           bool        // it is to be sent now
	rto, sentAt      time.Duration
	high             int // the most edges that waited
	lostTotal        int
	resent           int
}

func (l *edgeLog) len() int { return int(l.head - l.tail) }

// has reports whether the log can go on from edge n.
func (l *edgeLog) has(n uint16) bool { return int(n-l.tail) <= l.len() }

// at returns the place of edge n.
func (l *edgeLog) at(n uint16) *edge { return &l.ring[(l.start+int(n-l.tail))%len(l.ring)] }

func (l *edgeLog) append(e edge) {
	if l.lost > 0 || l.len() == len(l.ring) {
		l.lost++
		l.lostTotal++
		return
	}
	*l.at(l.head) = e
	l.head++
	l.high = max(l.high, l.len())
}

// ack drops the edges before next and reports whether that was anything new.
func (l *edgeLog) ack(next uint16) bool {
	if !l.has(next) {
		return false
	}
	n := next - l.tail
	if l.sent-l.tail < n {
		l.sent = next
	}
	l.start = (l.start + int(n)) % len(l.ring)
	l.tail = next
	if l.gap != nil { // it stands at the tail, so next has reached it
		l.gap = nil
		return true
	}
	return n > 0
}

// rewind retransmits all unacknowledged edges.
func (l *edgeLog) rewind(now time.Duration) {
	l.resent += int(l.sent - l.tail)
	l.sent, l.gapDue, l.sentAt = l.tail, l.gap != nil, now
}

// expire rewinds after an RTO without an acknowledgement.
func (l *edgeLog) expire(now time.Duration) {
	if (l.sent != l.tail || l.gap != nil) && now-l.sentAt >= l.rto {
		l.rewind(now)
		l.rto = min(2*l.rto, wire.MaxRTO)
	}
}

// clear forgets the edges; the numbers go on.
func (l *edgeLog) clear() {
	l.tail, l.sent, l.lost, l.gap, l.gapDue = l.head, l.head, 0, nil, false
}

// closeGap numbers the lost edges, and keeps the state after them.
func (l *edgeLog) closeGap(tick uint32, levels []byte) {
	l.head += uint16(l.lost)
	l.tail, l.sent = l.head, l.head
	l.gap = &wire.State{EvNext: l.head, Tick: tick, Flags: wire.FlagGap, Lost: uint16(min(l.lost, 65535)), Levels: levels}
	l.lost, l.gapDue = 0, true
}

// next takes the next edges to send, as many as one frame takes.
func (l *edgeLog) next() wire.Events {
	ev := wire.Events{First: l.sent, Tick: l.at(l.sent).tick}
	last := ev.Tick
	for l.sent != l.head && ev.Len() < wire.EventsPerFrame {
		e := *l.at(l.sent)
		if e.tick-last > 65535 {
			break
		}
		e.Dt = uint16(e.tick - last)
		last = e.tick
		ev.Records = wire.AppendEdge(ev.Records, e.Edge)
		l.sent++
	}
	return ev
}
