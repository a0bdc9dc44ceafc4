package link

import (
	"errors"

	"reeve/bus"
	"reeve/hall/wire"
)

// sender signs and numbers what a board says to its hall.
type sender struct {
	member  *Member
	board   Board
	place   wire.Place
	bus     Bus
	boot    string
	session string // as the hall calls it; "" before it has
	seq     uint64
}

// publish says a message at a subject.
func (s *sender) publish(subject string, message any) {
	text, err := wire.Seal(s.member.key(), subject, message)
	if err == nil {
		err = s.bus.Publish(subject, text)
	}
	if err != nil && !errors.Is(err, bus.ErrAway) {
		s.board.Log.Warn("the hall is not told", "part", "hall", "subject", subject, "error", err)
	}
}

// number is the next sequence number of the session.
func (s *sender) number() uint64 {
	s.seq++
	return s.seq
}
