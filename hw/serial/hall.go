package serial

import (
	"context"
	"errors"
	"fmt"
	"time"

	"reeve/firmware-protocol/wire"
)

// ErrNoHall is that a controller has no linear sensors to calibrate.
var ErrNoHall = errors.New("serial: the controller has no linear Hall sensors")

// Marker is a Sink that also takes the pole of the magnet on a contact, ahead of the Edge or State that closes it,
// from controllers that sense it.
type Marker interface {
	Mark(channel int, pole uint8) // pole is a mark that board.Pole accepts
}

// Drifter is a Sink that also takes linear sensors whose reading without a piece has drifted from the calibration,
// once at the beginning and once at the end of each drift.
type Drifter interface {
	Drift(channel int, drifted bool) // false: its zero reading is again what it was calibrated with
}

// call is something that the controller is asked, and answers.
type call struct {
	calibrate *wire.Calibrate // nil asks for readings
	done      chan answer     // keeps one
}

type answer struct {
	readings []uint16
	err      error
}

// Calibrate runs one step of calibrating linear sensors (PROTOCOL.md, CALIBRATE): the controller learns the
// readings of the empty board or of one magnet, stores them, or forgets them. It wraps ErrDown, ErrNoHall, or a
// wire.Status with the reason.
func (l *Link) Calibrate(ctx context.Context, what wire.Calibration, contact int) error {
	if contact < 0 || contact > 255 {
		return fmt.Errorf("serial: no contact %d", contact)
	}
	_, err := l.call(ctx, &wire.Calibrate{What: what, Contact: uint8(contact)})
	return err
}

// Readings returns the mean reading of every linear sensor, 0 to 4095.
func (l *Link) Readings(ctx context.Context) ([]uint16, error) { return l.call(ctx, nil) }

func (l *Link) call(ctx context.Context, what *wire.Calibrate) ([]uint16, error) {
	l.mu.Lock()
	working := l.working
	l.mu.Unlock()
	if !working {
		return nil, ErrDown
	}
	c := call{what, make(chan answer, 1)}
	select {
	case l.calls <- c:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case a := <-c.done:
		return a.readings, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// inquiry is what the controller is asked in a dialogue for others.
type inquiry struct {
	*dialogue
	calling *pendingCall // nil if nothing was asked
}

// pendingCall is a call that the controller has not answered.
type pendingCall struct {
	call
	number   uint8 // of its command
	readings []uint16
	askAt    time.Duration
}

// ask takes a call.
func (q *inquiry) ask(c call, now time.Duration) {
	switch {
	case q.stage != up:
		c.done <- answer{err: ErrDown}
	case !q.has(wire.HasPoles):
		c.done <- answer{err: ErrNoHall}
	default:
		q.calling = &pendingCall{call: c, askAt: now}
		if c.calibrate != nil {
			q.calling.number = q.queue.oldest + uint8(len(q.queue.list))
			q.push(command{wire.TypeCalibrate, c.calibrate.Append(nil)}, 0)
		}
	}
}

// finish answers the call.
func (q *inquiry) finish(a answer) {
	if q.calling != nil {
		q.calling.done <- a
		q.calling = nil
	}
}

// calibrated takes the ACK of a call's command.
func (q *inquiry) calibrated(m wire.Ack) {
	c := q.calling
	if c == nil || c.calibrate == nil || m.Status == wire.StatusOrder || int8(m.NextCmd-c.number) <= 0 {
		return
	}
	a := answer{}
	if m.NextCmd == c.number+1 && m.Status != wire.StatusOK {
		a.err = fmt.Errorf("serial: %s %d: %w", c.calibrate.What, c.calibrate.Contact, m.Status)
	}
	q.finish(a)
}

// readingsDue reports whether readings are to be asked for at that instant, and when next.
func (q *inquiry) readingsDue() (at time.Duration, ok bool) {
	if c := q.calling; c != nil && c.calibrate == nil {
		return c.askAt, true
	}
	return 0, false
}

// askReadings is the next request for readings.
func (q *inquiry) askReadings(now time.Duration) []byte {
	q.calling.askAt = now + openEvery
	return q.encode(wire.TypeReadingsReq, append(q.encoder.payload[:0], uint8(len(q.calling.readings))))
}

// read takes readings.
func (q *inquiry) read(m wire.Readings, now time.Duration) {
	c := q.calling
	if c == nil || c.calibrate != nil || int(m.First) != len(c.readings) || m.Len() == 0 {
		return
	}
	for i := range m.Len() {
		c.readings = append(c.readings, m.Reading(i))
	}
	c.askAt = now
	if len(c.readings) >= int(q.hello.Contacts) {
		q.finish(answer{readings: c.readings[:q.hello.Contacts]})
	}
}
