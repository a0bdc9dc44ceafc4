package serial

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// Stream moves bytes between a port and channels, for boards that are no
// controllers of ours.
type Stream struct {
	In      chan []byte   // what came, in parts
	Failed  chan error    // why the port ended
	Written chan struct{} // the port has taken something that was sent; keeps one

	port io.ReadWriteCloser
	out  chan []byte
	done chan struct{}
	wg   sync.WaitGroup
}

// NewStream works a port until Close.
func NewStream(port io.ReadWriteCloser) *Stream {
	s := &Stream{In: make(chan []byte), Failed: make(chan error, 2), Written: make(chan struct{}, 1), port: port, out: make(chan []byte, 1), done: make(chan struct{})}
	s.wg.Go(s.read)
	s.wg.Go(s.write)
	return s
}

func (s *Stream) read() {
	for {
		buf := make([]byte, 512)
		n, err := s.port.Read(buf)
		if n > 0 {
			select {
			case s.In <- buf[:n]:
			case <-s.done:
				return
			}
		}
		if err != nil {
			s.Failed <- fmt.Errorf("read: %w", err)
			return
		}
	}
}

func (s *Stream) write() {
	for {
		select {
		case b := <-s.out:
			if _, err := s.port.Write(b); err != nil {
				s.Failed <- fmt.Errorf("write: %w", err)
				return
			}
			select {
			case s.Written <- struct{}{}:
			default:
			}
		case <-s.done:
			return
		}
	}
}

// Send hands over bytes, and reports whether it did: not while the port has not
// taken the last ones yet.
func (s *Stream) Send(b ...byte) bool {
	select {
	case s.out <- b:
		return true
	default:
		return false
	}
}

// Sent waits, for at most that long, until the port has sent its output, where the system can tell. It polls, for
// tcdrain has no time limit, and a port that nobody reads would keep the program from ending.
func (s *Stream) Sent(limit time.Duration) {
	const again = 5 * time.Millisecond
	port, says := s.port.(interface{ Unsent() (int, error) })
	for late := time.Now().Add(limit); says && time.Now().Before(late); time.Sleep(again) {
		if n, err := port.Unsent(); err != nil || n == 0 {
			return
		}
	}
}

// Close closes the port and waits until nothing works it any more.
func (s *Stream) Close() {
	close(s.done)
	s.port.Close() // what could be said of it has been
	s.wg.Wait()
}

// Keep reconnects until ctx ends, and returns ctx's error. connect returns when the line is lost, and whether
// anything was received; down gets the reason. It backs off while the line stays silent.
func Keep(ctx context.Context, connect func(context.Context) (heard bool, err error), down func(error)) error {
	const first, longest = 250 * time.Millisecond, 5 * time.Second
	pause := first
	for {
		heard, err := connect(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		down(err)
		if heard {
			pause = first
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, longest)
	}
}
