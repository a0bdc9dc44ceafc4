package serial

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// check ends the session for what did not come in time.
func (s *session) check(now time.Duration) error {
	switch {
	case s.stage == waiting && now-s.began >= helloLimit:
		return ErrSilent
	case s.stage != waiting && now-s.heard >= silence:
		return ErrSilent
	case s.stage == opening && s.tries > openTries:
		return ErrSilent
	}
	if s.stage < syncing {
		return nil
	}
	if err := s.changeRate(now); err != nil {
		return err
	}
	if due, ok := s.queue.due(); ok && now >= due {
		if s.queue.repeats >= maxRepeats {
			return ErrRefused
		}
		s.link.work.Resent++
		s.queue.expire()
	}
	return nil
}

// wake returns when check or transmit has something to do at the latest.
func (s *session) wake() time.Duration {
	switch s.stage {
	case waiting:
		return min(s.askAt, s.began+helloLimit)
	case opening:
		return min(s.askAt, s.heard+silence)
	}
	at := s.heard + silence
	if due, ok := s.rate.due(); ok {
		if !s.rate.quiet() {
			at = min(at, s.pingAt)
		}
		return min(at, due)
	}
	if !s.queue.showing() {
		at = min(at, s.pingAt, s.statsAt)
	}
	if s.stage == syncing && !s.queue.showing() {
		at = min(at, s.askAt)
	}
	if ask, ok := s.asks(); ok && !s.queue.showing() {
		at = min(at, ask)
	}
	if due, ok := s.queue.due(); ok {
		at = min(at, due)
	}
	return at
}

// transmit returns the next frame for the line, nil if there is none. It stays valid until the next call.
func (s *session) transmit(now time.Duration) []byte {
	if s.stage >= syncing && s.queue.showing() {
		return nil
	}
	if s.stage >= syncing && s.rate.changing() {
		return s.try(now)
	}
	switch {
	case s.stage == waiting && now >= s.askAt:
		s.askAt = now + helloEvery
		return s.encode(wire.TypeHelloReq, nil)
	case s.stage == opening && now >= s.askAt:
		s.askAt = now + openEvery
		s.tries++
		return s.encode(wire.TypeOpen, s.open.Append(s.payload[:0]))
	case s.stage < syncing:
		return nil
	case s.ack:
		m := wire.EvAck{Next: s.mem.next}
		if s.rewind {
			m.Flags = wire.AckRewind
		}
		s.ack, s.rewind = false, false
		return s.encode(wire.TypeEvAck, m.Append(s.payload[:0]))
	case s.stage == syncing && now >= s.askAt:
		s.askAt = now + openEvery
		return s.encode(wire.TypeStateReq, nil)
	case s.state:
		s.state = false
		return s.encode(wire.TypeStateReq, nil)
	case now >= s.pingAt:
		return s.ping(now)
	case now >= s.statsAt:
		s.statsAt = now + statsEvery
		return s.encode(wire.TypeStatsReq, nil)
	}
	if ask, ok := s.asks(); ok && now >= ask {
		return s.askReadings(now)
	}
	s.paint()
	if line := s.queue.pop(now); line != nil {
		s.out = append(append(s.out[:0], wire.Delimiter), line...)
		return s.out
	}
	return nil
}

// try sends PING after PING while a rate is tried, and nothing before.
func (s *session) try(now time.Duration) []byte {
	if s.rate.quiet() || now < s.pingAt {
		return nil
	}
	line := s.ping(now)
	s.pingAt = now + rateAsk
	return line
}

func (s *session) ping(now time.Duration) []byte {
	s.pingAt = now + pingEvery
	s.token++
	clear(s.pings) // an answer older than a second is no use
	s.pings[s.token] = now
	return s.encode(wire.TypePing, wire.Ping{Token: s.token}.Append(s.payload[:0]))
}

// encode returns an unnumbered frame, with a delimiter in front because the line may have been idle.
func (s *session) encode(typ wire.Type, payload []byte) []byte {
	f := wire.Frame{Type: typ, SID: s.open.SID, Seq: s.seq, Payload: payload}
	if typ == wire.TypeHelloReq || typ == wire.TypeOpen {
		f.SID = 0
	}
	s.seq++
	s.payload = payload
	s.out = f.Append(append(s.out[:0], wire.Delimiter))
	return s.out
}

// paint queues the newest frame once the one before is acknowledged (PROTOCOL.md 5.4).
func (s *session) paint() {
	if !s.queue.empty() {
		return
	}
	newest := s.link.newest()
	if newest == nil || s.painted && string(newest) == string(s.frame[:len(newest)]) {
		return
	}
	s.frame = make([]byte, 3*s.hello.LEDs)
	copy(s.frame, newest)
	s.painted = true
	cmds, after := s.back.plan(s.frame, int(s.hello.MaxFrame)-wire.MinFrame)
	for _, c := range cmds {
		s.queue.push(s.open.SID, c, 0)
	}
	s.back = after
	if s.frameID++; s.frameID == 0 {
		s.frameID = 1
	}
	commit := wire.LEDCommit{Frame: s.frameID, CRC: wire.CRC(s.frame)}
	s.queue.push(s.open.SID, command{wire.TypeLEDCommit, commit.Append(nil)}, s.frameID)
}
