package gpio

import (
	"errors"
	"fmt"
	"sync"
)

// Pulse is one line that idles high and can be pulled low for a moment, as the
// SH/LD input of a 74HC165 wants it. Its methods may be called from any goroutine.
type Pulse struct {
	request Request
	line    int

	mu     sync.Mutex
	lines  Lines // nil unless taken
	closed bool
}

// NewPulse makes a pulse on a line; a nil request is On("").
func NewPulse(request Request, line int) (*Pulse, error) {
	if line < 0 {
		return nil, fmt.Errorf("%w: line %d", ErrConfig, line)
	}
	if request == nil {
		request = On("")
	}
	return &Pulse{request: request, line: line}, nil
}

// Low pulls the line low and lets it go high again, about a microsecond later.
// After an error the next call takes the line anew.
func (p *Pulse) Low() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrClosed
	}
	if p.lines == nil {
		lines, err := p.request.take(Output, []int{p.line})
		if err != nil {
			return err
		}
		p.lines = lines
	}
	if err := errors.Join(p.lines.Out(0, 1), p.lines.Out(1, 1)); err != nil {
		return errors.Join(fmt.Errorf("gpio: line %d: %w", p.line, err), p.release())
	}
	return nil
}

func (p *Pulse) release() error {
	if p.lines == nil {
		return nil
	}
	err := p.lines.Close()
	p.lines = nil
	return err
}

// Close gives the line back; more than once does no harm.
func (p *Pulse) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return p.release()
}
