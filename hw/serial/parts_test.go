package serial

import (
	"testing"
	"time"

	"reeve/firmware-protocol/wire"
)

func TestMissingEdgesAreAskedForOnceInAnRTO(t *testing.T) {
	const rto = 30 * time.Millisecond
	l := eventLog{memory: &memory{next: 7}}
	for _, c := range []struct {
		at    time.Duration
		asked bool
	}{{time.Second, true}, {time.Second + rto - 1, false}, {time.Second + rto, true}} {
		if got := l.missing(c.at, rto); got != c.asked {
			t.Errorf("at %v: %v", c.at, got)
		}
	}
	if m := l.ack(); m.Next != 7 || m.Flags != wire.AckRewind || l.ackDue {
		t.Errorf("first %+v, due %v", m, l.ackDue)
	}
	l.ackDue = true
	if m := l.ack(); m.Flags != 0 {
		t.Errorf("asked for again in an EV_ACK that was due for another reason: %+v", m)
	}
	l.next = 9
	if !l.missing(time.Second+rto+1, rto) {
		t.Error("another hole waits for the RTO of the one before")
	}
}

func TestABeatHasTheStateAskedFor(t *testing.T) {
	levels := []byte{3}
	for name, c := range map[string]struct {
		beat  wire.Beat
		due   bool
		adopt bool // the STATE that comes then, though its edge is another
	}{
		"the same":          {wire.Beat{EvHead: 5, StateCRC: wire.CRC(levels)}, false, false},
		"other levels":      {wire.Beat{EvHead: 5, StateCRC: wire.CRC([]byte{1})}, true, false},
		"edges on the way":  {wire.Beat{EvHead: 6}, false, false},
		"fewer edges there": {wire.Beat{EvHead: 4}, true, true},
		"a gap":             {wire.Beat{EvHead: 4, Flags: wire.FlagGap}, false, false},
	} {
		l := eventLog{memory: &memory{next: 5, levels: levels}}
		l.compare(c.beat)
		if l.stateDue != c.due {
			t.Errorf("%s: due %v", name, l.stateDue)
		}
		if got := !l.confirms(4, levels); got != c.adopt {
			t.Errorf("%s: adopts %v", name, got)
		}
	}
}

func TestAFrameIsPaintedOnceAndAnewIfAnotherIsShown(t *testing.T) {
	var d display
	d.begin(2)
	red := []byte{255, 0, 0, 0, 0, 0}
	first := d.paint(red, wire.MaxPayload)
	if n := len(first); n == 0 || first[n-1].typ != wire.TypeLEDCommit || d.number != 1 {
		t.Fatalf("%d commands, frame %d", n, d.number)
	}
	if again := d.paint(red, wire.MaxPayload); again != nil {
		t.Errorf("painted again: %v", again)
	}
	d.acknowledged(1)
	if d.differs(1) || !d.differs(0) || d.differs(0) {
		t.Error("what differs is painted anew, once")
	}
	if anew := d.paint(red, wire.MaxPayload); len(anew) < len(first) || d.number != 2 {
		t.Errorf("%d commands of %d, frame %d", len(anew), len(first), d.number)
	}
	d.begin(2)
	if d.paint(red, wire.MaxPayload); d.number != 3 {
		t.Errorf("frame %d of the session before is used again", d.number)
	}
}

func TestAnEdgeIsNeverEarlierThanTheOneBefore(t *testing.T) {
	var p pinger
	p.begin(time.Millisecond, 0)
	if got := p.when(10, time.Second); got != time.Second {
		t.Errorf("without a PONG %v", got)
	}
	ping := p.ping(2 * time.Second)
	p.pong(wire.Pong{Token: ping.Token + 1, Tick: 1}, 3*time.Second)
	p.pong(wire.Pong{Token: ping.Token, Tick: 1000}, 2*time.Second+2*time.Millisecond) // tick 0 was at 1.001 s
	p.pong(wire.Pong{Token: ping.Token, Tick: 1}, 3*time.Second)
	for _, c := range []struct {
		tick uint32
		at   time.Duration
	}{{1500, 2501 * time.Millisecond}, {1400, 2501 * time.Millisecond}, {1600, 2601 * time.Millisecond}} {
		if got := p.when(c.tick, 4*time.Second); got != c.at {
			t.Errorf("tick %d: %v, not %v", c.tick, got, c.at)
		}
	}
}
