package sim

import (
	"io"
	"sync"
	"sync/atomic"
	"time"

	"reeve/firmware-protocol/wire"
)

// Cable joins a Controller to a host, as a serial line does: bytes take their time, some are damaged or
// lost, and the host's plug is pulled now and then, in the middle of a frame. Equal seeds and equal writes
// give equal damage. Its methods may be called from any goroutine.
type Cable struct {
	baud    int // of an end that is plugged in
	profile profile
	seed    uint64

	mu     sync.Mutex
	writes uint64
	board  *plug
	host   *plug // nil while it is out
	opens  int
}

// NewCable returns a cable both of whose ends have that speed at first, with no host plugged in.
func NewCable(baud int, seed uint64, noise Noise) *Cable {
	c := &Cable{baud: baud, profile: of(noise), seed: seed}
	c.board = newPlug(c, baud)
	return c
}

// Board is the controller's end, which nobody pulls but the controller's owner.
func (c *Cable) Board() io.ReadWriteCloser { return c.board }

// Open plugs a host in; one that was in is out.
func (c *Cable) Open() (io.ReadWriteCloser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unplug()
	c.host = newPlug(c, c.baud)
	c.opens++
	return c.host, nil
}

// Opens counts how often a host was plugged in.
func (c *Cable) Opens() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.opens
}

// Cut pulls the host's plug, if it is in. What the host is writing goes through up to the byte that is on
// the line; what the controller is writing is lost.
func (c *Cable) Cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unplug()
}

func (c *Cable) unplug() {
	if c.host != nil {
		c.host.pull()
		c.host = nil
	}
}

// plug is one end of a cable.
type plug struct {
	cable  *Cable
	baud   atomic.Int64
	mu     sync.Mutex
	bytes  []byte        // that have come and are not read
	come   chan struct{} // has room for one: bytes is not empty
	gone   chan struct{} // closed when it is pulled
	pulled sync.Once
}

func newPlug(c *Cable, baud int) *plug {
	p := &plug{cable: c, come: make(chan struct{}, 1), gone: make(chan struct{})}
	p.baud.Store(int64(baud))
	return p
}

// SetBaud gives this end another speed. What comes from an end of another speed comes garbled.
func (p *plug) SetBaud(baud int) error {
	p.baud.Store(int64(baud))
	return nil
}

func (p *plug) pull() { p.pulled.Do(func() { close(p.gone) }) }

// Close pulls this end.
func (p *plug) Close() error {
	c := p.cable
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.host == p {
		c.host = nil
	}
	p.pull()
	return nil
}

// Read reads what has come, and waits for it. It ends with io.EOF once the end is pulled.
func (p *plug) Read(b []byte) (int, error) {
	for {
		p.mu.Lock()
		n := copy(b, p.bytes)
		p.bytes = p.bytes[:copy(p.bytes, p.bytes[n:])]
		p.mu.Unlock()
		if n > 0 || len(b) == 0 {
			return n, nil
		}
		select {
		case <-p.come:
		case <-p.gone:
			return 0, io.EOF
		}
	}
}

// Write takes as long as the line does. Without an end to come out at, bytes are lost.
func (p *plug) Write(b []byte) (int, error) {
	start := time.Now()
	takes := wire.LineTime(len(b), int(p.baud.Load()))
	line := time.NewTimer(takes)
	defer line.Stop()
	select {
	case <-line.C:
		if p.cable.deliver(p, b) {
			return len(b), nil
		}
	case <-p.gone:
		through := int(int64(len(b)) * int64(time.Since(start)) / int64(max(takes, 1)))
		p.cable.deliver(p, b[:min(through, len(b))])
	}
	return 0, io.ErrClosedPipe
}

// deliver brings bytes from one end to the other, and reports whether all of them went before the plug was
// pulled.
func (c *Cable) deliver(from *plug, b []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes++
	d := drawFor(c.seed, forCable, 0, c.writes)
	cut := c.profile.cutEvery > 0 && c.host != nil && d.below(c.profile.cutEvery) == 0
	if cut {
		b = b[:d.below(len(b)+1)]
	}
	if to := c.other(from); to != nil {
		if to.baud.Load() != from.baud.Load() {
			b = garbled(b)
		}
		to.put(b, c.profile.damage, &d)
	}
	if cut {
		c.unplug()
	}
	return !cut || from == c.board // the controller does not know
}

// garbled is what bytes look like at another speed.
func garbled(b []byte) []byte {
	out := make([]byte, len(b))
	for i, x := range b {
		out[i] = x ^ 0x5a
	}
	return out
}

func (c *Cable) other(from *plug) *plug {
	if from == c.board {
		return c.host
	}
	return c.board
}

// put has bytes come out at this end, one in so many of them damaged or lost.
func (p *plug) put(b []byte, damage int, d *happeningRand) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, x := range b {
		if damage > 0 && d.below(damage) == 0 {
			if d.below(2) == 0 {
				continue
			}
			x ^= byte(1 + d.below(255))
		}
		p.bytes = append(p.bytes, x)
	}
	select {
	case p.come <- struct{}{}:
	default:
	}
}
