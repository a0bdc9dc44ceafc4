package sim

import (
	"time"

	"reeve/firmware-protocol/wire"
)

// session is what a host has opened.
type session struct {
	wire.Open      // SID 0 is none
	resumed   bool // it goes on where the one before ended
	lastHeard time.Duration
	idle      bool // nothing was heard for the host's timeout
	commands  commands
}

// lapses reports whether the host's timeout is over now, once.
func (s *session) lapses(now time.Duration) bool {
	timeout := time.Duration(s.HostTimeout) * 100 * time.Millisecond
	if timeout == 0 || now-s.lastHeard <= timeout || s.idle {
		return false
	}
	s.idle = true
	return true
}

// opened answers OPEN.
func (s *session) opened(boot uint16, log *edgeLog) wire.Opened {
	m := wire.Opened{Boot: boot, EvTail: log.tail, EvHead: log.head, CmdNext: s.commands.next}
	if s.Flags&wire.OpenResume != 0 {
		m.Flags = wire.OpenedGap
		if s.resumed {
			m.Flags = wire.OpenedResumed
		}
	}
	return m
}

// commands is the receive side of PROTOCOL.md 5.3: the next command number, and the answers.
type commands struct {
	next    uint8
	status  wire.Status // of the newest command
	gapSaid bool        // that one is missing
	acks    []wire.Ack  // that wait for the line
}

// turn is when a command comes.
type turn uint8

const (
	due     turn = iota // it is to be done
	past                // it was done, or never will be
	missing             // one before it has not come
)

// order answers a command that is not due; a missing one is asked for once.
func (c *commands) order(seq uint8) turn {
	switch ahead := int8(seq - c.next); {
	case ahead == 0:
		return due
	case ahead == -1:
		c.answer(c.status)
	case ahead < 0:
		c.answer(wire.StatusOK)
	case !c.gapSaid:
		c.gapSaid = true
		c.answer(wire.StatusOrder)
		return missing
	}
	return past
}

// done answers the command that was due.
func (c *commands) done(status wire.Status) {
	c.status, c.gapSaid = status, false
	c.next++
	c.answer(status)
}

func (c *commands) answer(status wire.Status) {
	c.acks = append(c.acks, wire.Ack{NextCmd: c.next, Status: status})
}

// pending is what is to be said beside answers to commands and edges.
type pending struct {
	hello, opened, state, stats bool
	pong                        *wire.Ping // to be answered
	helloAt, beatAt             time.Duration
	beatEvery                   time.Duration // 0 is never
}

// begin is the beginning of a session: what the one before was to be told is no use.
func (p *pending) begin(now time.Duration) {
	p.pong, p.stats, p.beatAt = nil, false, now+p.beatEvery
}
