package serial

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// drift is how far a controller's resonator may be off.
const drift = 0.005

// exchange is one PING and its PONG.
type exchange struct {
	at    time.Duration // of the PONG
	trip  time.Duration
	start time.Duration // when tick 0 was, if both took as long on the line
}

// clock turns ticks into the host's time (PROTOCOL.md 3, Ticks).
type clock struct {
	unit      time.Duration
	last      int64 // the newest tick known, unwrapped
	exchanges []exchange
}

// unwrap returns tick with the turns of its 32 bits that are missing.
func (c *clock) unwrap(tick uint32) int64 { return c.last + int64(int32(tick-uint32(c.last))) }

// pong takes in an exchange.
func (c *clock) pong(sent, got time.Duration, tick uint32, sub uint16) {
	c.last = c.unwrap(tick)
	p := exchange{at: got, trip: got - sent}
	p.start = sent + p.trip/2 - time.Duration(c.last)*c.unit - time.Duration(sub)*time.Microsecond
	if len(c.exchanges) == 8 {
		c.exchanges = c.exchanges[1:]
	}
	c.exchanges = append(c.exchanges, p)
}

// time returns the host's time of a tick; now if there was no exchange, and never later than now.
func (c *clock) time(tick uint32, now time.Duration) time.Duration {
	if len(c.exchanges) == 0 {
		return now
	}
	best := c.exchanges[0]
	for _, p := range c.exchanges[1:] {
		if p.bound(now) <= best.bound(now) {
			best = p
		}
	}
	return min(best.start+time.Duration(c.unwrap(tick))*c.unit, now)
}

// bound is how wrong the exchange may be by now.
func (p exchange) bound(now time.Duration) time.Duration {
	return p.trip/2 + time.Duration(drift*float64(now-p.at))
}

// pinger sends one PING at a time and converts the controller's ticks to the host's time.
type pinger struct {
	clock    clock
	at       time.Duration // of the next PING
	token    uint32        // of the last one
	sent     time.Duration
	waits    bool // for its PONG
	lastEdge time.Duration
}

// begin starts a session with a controller whose ticks have that length.
func (p *pinger) begin(tick, now time.Duration) {
	p.clock, p.at, p.waits = clock{unit: tick}, now, false
}

// ping returns the next PING. It replaces one that is older than 1 s and has no answer.
func (p *pinger) ping(now time.Duration) wire.Ping {
	p.token++
	p.at, p.sent, p.waits = now+pingEvery, now, true
	return wire.Ping{Token: p.token}
}

func (p *pinger) pong(m wire.Pong, now time.Duration) {
	if p.waits && m.Token == p.token {
		p.waits = false
		p.clock.pong(p.sent, now, m.Tick, m.Sub)
	}
}

// when returns the host's time of a tick; edges never go back in time.
func (p *pinger) when(tick uint32, now time.Duration) time.Duration {
	p.lastEdge = max(p.lastEdge, p.clock.time(tick, now))
	return p.lastEdge
}
