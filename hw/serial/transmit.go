package serial

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// check ends the session for what did not come in time.
func (s *session) check(now time.Duration) error {
	if s.silent(now) {
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
	if s.stage < syncing {
		return s.due()
	}
	at := s.heard + silence
	if due, ok := s.rate.due(); ok {
		if !s.rate.quiet() {
			at = min(at, s.pinger.at)
		}
		return min(at, due)
	}
	if !s.queue.showing() {
		at = min(at, s.pinger.at, s.statsAt)
	}
	if s.stage == syncing && !s.queue.showing() {
		at = min(at, s.askAt)
	}
	if ask, ok := s.inquiry.readingsDue(); ok && !s.queue.showing() {
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
		return s.encode(wire.TypeOpen, s.open.Append(s.encoder.payload[:0]))
	case s.stage < syncing:
		return nil
	case s.contacts.log.ackDue:
		return s.encode(wire.TypeEvAck, s.contacts.log.ack().Append(s.encoder.payload[:0]))
	case s.stage == syncing && now >= s.askAt:
		s.askAt = now + openEvery
		return s.encode(wire.TypeStateReq, nil)
	case s.contacts.log.stateDue:
		s.contacts.log.stateDue = false
		return s.encode(wire.TypeStateReq, nil)
	case now >= s.pinger.at:
		return s.ping(now)
	case now >= s.statsAt:
		s.statsAt = now + statsEvery
		return s.encode(wire.TypeStatsReq, nil)
	}
	if ask, ok := s.inquiry.readingsDue(); ok && now >= ask {
		return s.inquiry.askReadings(now)
	}
	s.paint()
	if line := s.queue.pop(now); line != nil {
		return s.encoder.delimited(line)
	}
	return nil
}

// paint queues the newest frame once the one before is acknowledged.
func (s *session) paint() {
	if !s.queue.empty() {
		return
	}
	for _, c := range s.display.paint(s.link.newest(), int(s.hello.MaxFrame)-wire.MinFrame) {
		commit := uint16(0)
		if c.typ == wire.TypeLEDCommit {
			commit = s.display.number
		}
		s.push(c, commit)
	}
}

// encoder makes the bytes of frames, with a delimiter in front because the line may have been idle. They stay
// valid until the next frame.
type encoder struct {
	seq     uint8
	out     []byte
	payload []byte // of the last frame, to be used again
}

func (e *encoder) frame(typ wire.Type, sid uint8, payload []byte) []byte {
	f := wire.Frame{Type: typ, SID: sid, Seq: e.seq, Payload: payload}
	e.seq++
	e.payload = payload
	e.out = f.Append(append(e.out[:0], wire.Delimiter))
	return e.out
}

// delimited are the bytes of a frame that has its number.
func (e *encoder) delimited(frame []byte) []byte {
	e.out = append(append(e.out[:0], wire.Delimiter), frame...)
	return e.out
}
