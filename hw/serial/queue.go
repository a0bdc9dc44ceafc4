package serial

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// queuedCommand is a numbered command waiting for its turn or its ACK.
type queuedCommand struct {
	typ    wire.Type
	line   []byte
	commit uint16 // the frame it shows, 0 for any other command
}

// queue is the send window of PROTOCOL.md 5.3: commands in order; those before next are in flight.
type queue struct {
	list    []queuedCommand
	next    int   // index of the first one not on the line
	oldest  uint8 // number of list[0]
	window  int   // bytes in flight at most
	deaf    bool  // the controller cannot receive while it writes to its LEDs: nothing may follow a commit before its ACK
	rto     time.Duration
	first   time.Duration // the first RTO
	sentAt  time.Duration
	repeats int
}

func newQueue(first uint8, window int, deaf bool, rto time.Duration) queue {
	return queue{oldest: first, window: window, deaf: deaf, rto: rto, first: rto}
}

func (q *queue) push(sid uint8, c command, commit uint16) {
	f := wire.Frame{Type: c.typ, SID: sid, Seq: q.oldest + uint8(len(q.list)), Payload: c.payload}
	q.list = append(q.list, queuedCommand{c.typ, f.Append(nil), commit})
}

func (q *queue) empty() bool { return len(q.list) == 0 }

// showing reports whether nothing may be sent before an ACK: a deaf controller is writing to its LEDs, or one
// is about to change its rate.
func (q *queue) showing() bool {
	if q.next == 0 {
		return false
	}
	last := q.list[q.next-1]
	return q.deaf && last.commit != 0 || last.typ == wire.TypeSetBaud
}

// pop returns the next command that may go on the line, nil if there is none.
func (q *queue) pop(now time.Duration) []byte {
	if q.next == len(q.list) || q.showing() {
		return nil
	}
	flight := len(q.list[q.next].line)
	for _, s := range q.list[:q.next] {
		flight += len(s.line)
	}
	if q.next > 0 && flight > q.window {
		return nil
	}
	q.sentAt = now
	q.next++
	return q.list[q.next-1].line
}

// ack takes off the commands before next and returns the last commit among them, 0 without one, and whether
// the last of them is SET_BAUD. A number that was never sent is ignored.
func (q *queue) ack(next uint8, now time.Duration) (commit uint16, rated bool) {
	n := int(next - q.oldest)
	if n == 0 || n > q.next {
		return 0, false
	}
	for _, s := range q.list[:n] {
		if s.commit != 0 {
			commit = s.commit
		}
		rated = s.typ == wire.TypeSetBaud
	}
	q.list = q.list[n:]
	q.next -= n
	q.oldest = next
	q.rto, q.repeats, q.sentAt = q.first, 0, now
	return commit, rated
}

// back retransmits from the oldest unacknowledged command on.
func (q *queue) back() { q.next = 0 }

// due returns when the RTO ends; false if nothing is in flight.
func (q *queue) due() (time.Duration, bool) { return q.sentAt + q.rto, q.next > 0 }

// expire retransmits after an RTO.
func (q *queue) expire() {
	q.back()
	q.repeats++
	q.rto = min(2*q.rto, wire.MaxRTO)
}
