package serial

import (
	"fmt"
	"io"
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
}

func newPump(port io.ReadWriter) *pump {
	p := &pump{
		in: make(chan []byte), more: make(chan struct{}, 1), out: make(chan []byte, 1), written: make(chan struct{}, 1),
		failed: make(chan error, 2), done: make(chan struct{}),
	}
	go p.read(port)
	go p.write(port)
	return p
}

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
