package serial

import "time"

// drift is how far a controller's resonator may be off.
const drift = 0.005

// pair is one PING and its PONG.
type pair struct {
	at    time.Duration // of the PONG
	trip  time.Duration
	start time.Duration // when tick 0 was, if this pair is right
}

// clock turns ticks into the host's time (PROTOCOL.md 3, Ticks).
type clock struct {
	unit  time.Duration
	last  int64 // the newest tick known, unwrapped
	pairs []pair
}

// unwrap returns tick with the turns of its 32 bits that are missing.
func (c *clock) unwrap(tick uint32) int64 { return c.last + int64(int32(tick-uint32(c.last))) }

// pong takes in a pair.
func (c *clock) pong(sent, got time.Duration, tick uint32, sub uint16) {
	c.last = c.unwrap(tick)
	p := pair{at: got, trip: got - sent}
	p.start = sent + p.trip/2 - time.Duration(c.last)*c.unit - time.Duration(sub)*time.Microsecond
	if len(c.pairs) == 8 {
		c.pairs = c.pairs[1:]
	}
	c.pairs = append(c.pairs, p)
}

// time returns when tick was, now if there is no telling, and never later than now.
func (c *clock) time(tick uint32, now time.Duration) time.Duration {
	if len(c.pairs) == 0 {
		return now
	}
	best := c.pairs[0]
	for _, p := range c.pairs[1:] {
		if p.bound(now) <= best.bound(now) {
			best = p
		}
	}
	return min(best.start+time.Duration(c.unwrap(tick))*c.unit, now)
}

// bound is how wrong the pair may be by now.
func (p pair) bound(now time.Duration) time.Duration {
	return p.trip/2 + time.Duration(drift*float64(now-p.at))
}
