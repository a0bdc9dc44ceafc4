package sim

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// inputs are the contacts and buttons of a board: sampled, debounced, and their edges logged.
type inputs struct {
	board    *Board
	contacts int
	all      int           // with the buttons
	every    time.Duration // between two scans
	debounce debouncer
	scanned  bool
	log      edgeLog
}

func newInputs(board *Board, opt Options) inputs {
	contacts, _ := board.Len()
	return inputs{
		board: board, contacts: contacts, all: contacts + opt.Buttons,
		every: opt.Scan, debounce: newDebouncer(contacts+opt.Buttons, opt.Samples),
		log: edgeLog{ring: make([]edge, opt.EventRing), rto: wire.RTO(Bauds[0])},
	}
}

// sample takes one sample of every input. The first scan after a start is believed as it is; one that
// fails is as if it had not been.
func (in *inputs) sample(now time.Duration) {
	levels := make([]uint64, (in.contacts+63)/64)
	if err := in.board.Scan(levels); err != nil {
		return
	}
	buttons, tick := in.board.Buttons(), ticks(now)
	for i := range in.all {
		e := edge{tick: tick}
		if i < in.contacts {
			e.Index, e.Closed = uint8(i), bit(levels, i)
		} else {
			e.Index, e.Class, e.Closed = uint8(i-in.contacts), wire.Button, buttons>>(i-in.contacts)&1 == 1
		}
		switch {
		case !in.scanned:
			setBit(in.debounce.levels, i, e.Closed)
		case in.debounce.sample(i, e.Closed, tick):
			e.tick = in.debounce.first[i]
			in.log.append(e)
		}
	}
	in.scanned = true
	in.settleGap(now)
}

// resume has the log go on from edge next, as far as the host has it.
func (in *inputs) resume(next uint16, now time.Duration) {
	in.log.ack(next)
	in.log.rewind(now)
	in.settleGap(now)
}

func (in *inputs) acknowledge(m wire.EvAck, rto, now time.Duration) {
	if !in.log.has(m.Next) {
		return
	}
	if in.log.ack(m.Next) {
		in.log.rto, in.log.sentAt = rto, now
	}
	if m.Flags&wire.AckRewind != 0 {
		in.log.rewind(now)
	}
	in.settleGap(now)
}

// settleGap numbers lost edges once all before them are acknowledged.
func (in *inputs) settleGap(now time.Duration) {
	if in.log.gap == nil && in.log.lost > 0 && in.log.len() == 0 {
		in.log.closeGap(ticks(now), in.levels())
	}
}

// levels returns the contacts as STATE sends them.
func (in *inputs) levels() []byte {
	out := make([]byte, (in.contacts+7)/8)
	for i := range in.contacts {
		if bit(in.debounce.levels, i) {
			out[i/8] |= 1 << (i % 8)
		}
	}
	return out
}

// state answers STATE_REQ: not at all while edges are being lost, with the gap until it is known.
func (in *inputs) state(now time.Duration) (wire.Type, []byte, bool) {
	switch {
	case in.log.gap != nil:
		return wire.TypeState, in.log.gap.Append(nil), true
	case in.log.lost > 0:
		return 0, nil, false
	}
	m := wire.State{EvNext: in.log.head, Tick: ticks(now), Levels: in.levels()}
	return wire.TypeState, m.Append(nil), true
}
