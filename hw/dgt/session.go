package dgt

import (
	"context"
	"fmt"
	"time"

	"reeve/hw/serial"
)

// The times of a session.
const (
	checkEvery = 2 * time.Second        // a dump is asked for
	checkSoon  = 400 * time.Millisecond // and again after one that was not as believed; a board's own scan takes 250 ms
	silence    = 5 * time.Second        // after which a board counts as gone
)

// connect opens the port and listens until that fails. Heard is set if a dump
// came.
func (b *Board) connect(ctx context.Context) (heard bool, err error) {
	port, err := b.cfg.Open()
	if err != nil {
		return false, err
	}
	stream := serial.NewStream(port)
	defer stream.Close()
	return b.listen(ctx, stream)
}

// listen asks for dumps, and for changes each time again: a board that was
// switched off and on has forgotten that it was asked.
func (b *Board) listen(ctx context.Context, l *serial.Stream) (heard bool, err error) {
	l.Send(sendReset, sendBoard, sendUpdate)
	ask := time.NewTimer(checkEvery)
	defer ask.Stop()
	gone := time.NewTimer(silence)
	defer gone.Stop()
	for {
		select {
		case <-ctx.Done():
			return heard, ctx.Err()
		case err := <-l.Failed:
			return heard, fmt.Errorf("dgt: %w", err)
		case <-gone.C:
			return heard, ErrSilent
		case <-ask.C:
			l.Send(sendBoard, sendUpdate)
			ask.Reset(checkEvery)
		case chunk := <-l.In:
			for _, c := range chunk {
				m := b.decoder.next(c)
				if m == nil {
					continue
				}
				dumped, agrees := b.receive(m)
				if dumped {
					heard = true
					gone.Reset(silence)
				}
				if !agrees {
					ask.Reset(checkSoon)
				}
			}
		}
	}
}
