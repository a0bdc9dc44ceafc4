package eboard

import (
	"context"
	"fmt"
	"time"

	"reeve/hw/serial"
)

// connect opens the port and listens until that fails. Heard is set if a picture
// came.
func (b *Board) connect(ctx context.Context) (heard bool, err error) {
	port, err := b.cfg.Open()
	if err != nil {
		return false, err
	}
	s := &session{Board: b, kind: b.cfg.Kind, line: serial.NewStream(port), free: true}
	defer s.line.Close()
	heard, err = s.listen(ctx)
	if ctx.Err() != nil && heard {
		s.darken()
	}
	return heard, err
}

// session is one time that the port is open.
type session struct {
	*Board
	kind        Kind
	line        *serial.Stream
	heard       bool     // a picture came
	free        bool     // the port has taken what was sent last
	words       [][]byte // to be said before the lights are told anything
	turn        int      // of what is asked
	ready       bool     // the lights may be told something
	unconfirmed bool     // the lights were told something, and the answer has not come
}

// listen takes what the board says, asks what its kind wants to be asked, and tells the
// lights no faster than they take it.
func (s *session) listen(ctx context.Context) (heard bool, err error) {
	gone := time.NewTimer(s.kind.silentAfter)
	defer gone.Stop()
	ready := time.NewTimer(0)
	defer ready.Stop()
	ask := time.NewTimer(0)
	defer ask.Stop()
	ears := s.kind.listen()
	for {
		if s.speak() {
			ready.Reset(s.kind.pause)
		}
		wake := s.wake
		if !s.ready {
			wake = nil
		}
		select {
		case <-ctx.Done():
			return s.heard, ctx.Err()
		case err := <-s.line.Failed:
			return s.heard, fmt.Errorf("eboard: %w", err)
		case <-gone.C:
			return s.heard, ErrSilent
		case <-s.line.Written:
			s.free = true
		case <-ready.C:
			s.ready = true
			s.doubt()
		case <-wake:
		case <-ask.C:
			if s.next() {
				ask.Reset(s.kind.askEvery)
			}
		case chunk := <-s.line.In:
			if s.take(ears.decode(chunk)) {
				gone.Reset(s.kind.silentAfter)
			}
		}
	}
}

// next has the board asked what is asked again and again, and reports whether anything is.
func (s *session) next() bool {
	if len(s.kind.ask) == 0 {
		return false
	}
	if len(s.words) == 0 { // else the port is slow, and has enough to do
		s.words = append(s.words, s.kind.ask[s.turn%len(s.kind.ask)])
		s.turn++
	}
	return true
}

// take takes what was heard, and reports whether the board is there.
func (s *session) take(h decodedBytes) bool {
	for _, p := range h.pictures {
		s.heard = true
		s.receive(p)
	}
	if h.lit {
		s.unconfirmed = false
	}
	if h.answer != nil {
		s.words = append(s.words, h.answer)
	}
	return h.sound
}

// speak says the next thing if the port is free: words before lights. It reports whether the
// lights were told something.
func (s *session) speak() (told bool) {
	switch {
	case !s.free:
	case len(s.words) > 0:
		if s.free = !s.line.Send(s.words[0]...); !s.free {
			s.words = s.words[1:]
		}
	case s.ready:
		if told = s.light(); told {
			s.free, s.ready, s.unconfirmed = false, false, s.kind.acks
		}
	}
	return told
}

// light sends the lights if they differ from what the board shows, and reports
// whether it did.
func (s *session) light() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	lit, change := s.shown.next()
	if !change || !s.line.Send(s.kind.lamps(lit)...) {
		return false
	}
	s.shown.sent(lit)
	return true
}

// doubt sends the lights again if their command was not acknowledged.
func (s *session) doubt() {
	if !s.unconfirmed {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown.again()
}

// darken turns the lights off before the port closes, if the port takes the command.
func (s *session) darken() {
	time.Sleep(s.kind.pause)
	select {
	case <-s.line.Written: // of what was sent before
	default:
	}
	dark := s.kind.lamps(0)
	if !s.line.Send(dark...) {
		return
	}
	select {
	case <-s.line.Written: // what has not left when the port is closed is lost
		s.line.Sent(s.kind.pause)
		time.Sleep(s.kind.lineTime(len(dark)) + s.kind.pause/4) // for what a converter holds
	case <-s.line.Failed:
	case <-time.After(s.kind.pause / 4):
	}
}
