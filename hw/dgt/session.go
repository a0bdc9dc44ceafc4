package dgt

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// The times of a session.
const (
	checkEvery = 2 * time.Second        // a dump is asked for
	checkSoon  = 400 * time.Millisecond // and again after one that was not as believed; a board's own scan takes 250 ms
	silence    = 5 * time.Second        // after which a board counts as gone
)

// line moves bytes between a port and channels. Its goroutines end when the port
// is closed and done is.
type line struct {
	in     chan []byte
	out    chan []byte
	failed chan error
	done   chan struct{}
	wg     sync.WaitGroup
}

func newLine(port io.ReadWriter) *line {
	l := &line{in: make(chan []byte), out: make(chan []byte, 1), failed: make(chan error, 2), done: make(chan struct{})}
	l.wg.Go(func() { l.read(port) })
	l.wg.Go(func() { l.write(port) })
	return l
}

func (l *line) read(port io.Reader) {
	for {
		buf := make([]byte, 256)
		n, err := port.Read(buf)
		if n > 0 {
			select {
			case l.in <- buf[:n]:
			case <-l.done:
				return
			}
		}
		if err != nil {
			l.failed <- fmt.Errorf("dgt: read: %w", err)
			return
		}
	}
}

func (l *line) write(port io.Writer) {
	for {
		select {
		case b := <-l.out:
			if _, err := port.Write(b); err != nil {
				l.failed <- fmt.Errorf("dgt: write: %w", err)
				return
			}
		case <-l.done:
			return
		}
	}
}

// send hands over commands, unless the port has not taken the last ones yet.
func (l *line) send(commands ...byte) {
	select {
	case l.out <- commands:
	default:
	}
}

// connect opens the port and listens until that fails. Heard is set if a dump
// came.
func (b *Board) connect(ctx context.Context) (heard bool, err error) {
	port, err := b.cfg.Open()
	if err != nil {
		return false, err
	}
	l := newLine(port)
	defer func() {
		close(l.done)
		port.Close() // what could be said of it has been
		l.wg.Wait()
	}()
	return b.listen(ctx, l)
}

// listen asks for dumps, and for changes each time again: a board that was
// switched off and on has forgotten that it was asked.
func (b *Board) listen(ctx context.Context, l *line) (heard bool, err error) {
	l.send(sendReset, sendBoard, sendUpdate)
	ask := time.NewTimer(checkEvery)
	defer ask.Stop()
	gone := time.NewTimer(silence)
	defer gone.Stop()
	for {
		select {
		case <-ctx.Done():
			return heard, ctx.Err()
		case err := <-l.failed:
			return heard, err
		case <-gone.C:
			return heard, ErrSilent
		case <-ask.C:
			l.send(sendBoard, sendUpdate)
			ask.Reset(checkEvery)
		case chunk := <-l.in:
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
