package serial

import (
	"fmt"
	"io"
	"time"
)

// pump copies bytes between a port and channels, one goroutine a direction. Both end when the port is closed and
// done is; neither blocks the user of the channels.
type pump struct {
	in      chan []byte   // the bytes read; they stay until more
	more    chan struct{} // the bytes have been used
	out     chan []byte   // one line at a time: the next only after written
	written chan struct{}
	failed  chan error
	done    chan struct{}

	writing bool          // a line is on its way, as who uses the channels knows
	since   time.Duration // and from when on
}

// stuckAfter is how long a write may take.
const stuckAfter = 2 * time.Second

func newPump(port io.ReadWriter) *pump {
	p := &pump{
		in: make(chan []byte), more: make(chan struct{}, 1), out: make(chan []byte, 1), written: make(chan struct{}, 1),
		failed: make(chan error, 2), done: make(chan struct{}),
	}
	go p.read(port)
	go p.write(port)
	return p
}

// give has a line written, if there is one. Nothing may be on its way.
func (p *pump) give(line []byte, now time.Duration) {
	if line != nil {
		p.out <- line
		p.writing, p.since = true, now
	}
}

// due is when a line that is on its way is given up; where none is, wake.
func (p *pump) due(wake time.Duration) time.Duration {
	if p.writing {
		return p.since + stuckAfter
	}
	return wake
}

// stuck reports whether a line takes too long.
func (p *pump) stuck(now time.Duration) bool { return p.writing && now-p.since >= stuckAfter }

func (p *pump) read(r io.Reader) {
	buf := make([]byte, 4096)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			select {
			case p.in <- buf[:n]:
			case <-p.done:
				return
			}
			select {
			case <-p.more:
			case <-p.done:
				return
			}
		}
		if err != nil {
			p.failed <- fmt.Errorf("serial: read: %w", err)
			return
		}
	}
}

func (p *pump) write(w io.Writer) {
	for line := range p.out {
		n, err := w.Write(line)
		if err == nil && n < len(line) {
			err = io.ErrShortWrite
		}
		if err != nil {
			p.failed <- fmt.Errorf("serial: write: %w", err)
			return
		}
		p.written <- struct{}{}
	}
}
