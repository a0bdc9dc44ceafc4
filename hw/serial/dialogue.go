package serial

import (
	"fmt"
	"time"

	"reeve/firmware-protocol/wire"
)

// dialogue is what is said over a port to a controller.
type dialogue struct {
	handshake
	link    *Link
	port    Rater // nil if its rate is what it is
	rate    rate
	queue   queue
	pinger  pinger
	encoder encoder
}

func (d *dialogue) push(c command, commit uint16) { d.queue.push(d.open.SID, c, commit) }

// setBaud gives the port a rate.
func (d *dialogue) setBaud(baud int) error {
	if baud == d.link.work.Baud {
		return nil
	}
	d.rate.now, d.link.work.Baud = baud, baud
	d.queue.first = wire.RTO(baud)
	d.queue.rto = d.queue.first
	if d.port == nil {
		return nil
	}
	if err := d.port.SetBaud(baud); err != nil {
		return fmt.Errorf("serial: change to %d baud: %w", baud, err)
	}
	return nil
}

// changeRate moves a change of the rate on.
func (d *dialogue) changeRate(now time.Duration) error {
	baud, failed := d.rate.step(now)
	if failed {
		d.link.work.Slowed++
	}
	if baud == d.link.work.Baud {
		return nil
	}
	d.pinger.at = now + rateSpeak
	return d.setBaud(baud)
}

// try sends PING after PING while a rate is tried, and nothing before.
func (d *dialogue) try(now time.Duration) []byte {
	if d.rate.quiet() || now < d.pinger.at {
		return nil
	}
	line := d.ping(now)
	d.pinger.at = now + rateAsk
	return line
}

func (d *dialogue) ping(now time.Duration) []byte {
	return d.encode(wire.TypePing, d.pinger.ping(now).Append(d.encoder.payload[:0]))
}

// encode returns an unnumbered frame of the session.
func (d *dialogue) encode(typ wire.Type, payload []byte) []byte {
	sid := d.open.SID
	if typ == wire.TypeHelloReq || typ == wire.TypeOpen {
		sid = 0
	}
	return d.encoder.frame(typ, sid, payload)
}
