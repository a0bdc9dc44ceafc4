package hwtest

import (
	"errors"
	"fmt"
	"sync"
	"syscall"

	"periph.io/x/conn/v3"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// SPI is a spidev port with one device on it. It keeps the rules of the real
// one: it is set up once, both halves of a transfer are equally long, and a
// transfer has at most Limit bytes.
type SPI struct {
	Limit    int               // 0 is 4096
	Exchange func(w, r []byte) // the device: what goes out, and what comes back

	mu     sync.Mutex
	broken bool
	opened int
	speed  physic.Frequency
	mode   spi.Mode
	sent   int // transfers
	bytes  int
}

// Open opens the port.
func (s *SPI) Open() (spi.PortCloser, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.broken {
		return nil, errors.New("sysfs-spi: open /dev/spidev0.0: no such file or directory")
	}
	s.opened++
	return &spiPort{spi: s}, nil
}

// Break takes the port away, or brings it back.
func (s *SPI) Break(broken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.broken = broken
}

// Opened counts the ports that are open.
func (s *SPI) Opened() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opened
}

// Sent counts the transfers and their bytes so far.
func (s *SPI) Sent() (transfers, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sent, s.bytes
}

// Setup returns what the port was last set up for.
func (s *SPI) Setup() (physic.Frequency, spi.Mode) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.speed, s.mode
}

func (s *SPI) limit() int {
	if s.Limit == 0 {
		return 4096
	}
	return s.Limit
}

type spiPort struct {
	spi       *SPI
	connected bool
	closed    bool
}

func (p *spiPort) String() string { return "SPI0.0" }

func (p *spiPort) MaxTxSize() int { return p.spi.limit() }

func (p *spiPort) Close() error {
	p.spi.mu.Lock()
	defer p.spi.mu.Unlock()
	if p.closed {
		return errors.New("sysfs-spi: closed twice")
	}
	p.closed = true
	p.spi.opened--
	return nil
}

func (p *spiPort) LimitSpeed(physic.Frequency) error { return nil }

func (p *spiPort) Connect(f physic.Frequency, mode spi.Mode, bits int) (spi.Conn, error) {
	p.spi.mu.Lock()
	defer p.spi.mu.Unlock()
	if p.connected || bits != 8 || f < 100*physic.Hertz {
		return nil, fmt.Errorf("sysfs-spi: connected %v at %s with %d bits", p.connected, f, bits)
	}
	p.connected, p.spi.speed, p.spi.mode = true, f, mode
	return p, nil
}

func (p *spiPort) Duplex() conn.Duplex { return conn.Full }

func (p *spiPort) TxPackets([]spi.Packet) error { return errors.ErrUnsupported }

func (p *spiPort) Tx(w, r []byte) error {
	p.spi.mu.Lock()
	defer p.spi.mu.Unlock()
	n := max(len(w), len(r))
	switch {
	case p.closed:
		return errors.New("sysfs-spi: use of a closed port")
	case p.spi.broken:
		return syscall.ESHUTDOWN
	case n == 0 || len(w) > 0 && len(r) > 0 && len(w) != len(r) || n > p.spi.limit():
		return fmt.Errorf("sysfs-spi: Tx of %d and %d bytes", len(w), len(r))
	}
	p.spi.sent++
	p.spi.bytes += n
	p.spi.Exchange(w, r)
	return nil
}

// Registers are a chain of 74HC165: each bit of Inputs is the level of one
// input, eight a chip, the chip next to MISO first.
type Registers struct {
	Inputs []byte
	Cut    int  // the chips from this one on are disconnected from those before it; 0 is none
	Float  byte // what comes from the far side of a cut: 0x00 or 0xff
}

// Exchange shifts the inputs out, QH first, as the data sheet's timing diagram
// says: H, G, F … A of the first chip, then the next one's.
func (h *Registers) Exchange(_, r []byte) {
	for i := range r {
		switch {
		case i < len(h.Inputs) && (h.Cut == 0 || i < h.Cut):
			r[i] = h.Inputs[i]
		default:
			r[i] = h.Float
		}
	}
}

// Set works a contact from input i to ground.
func (h *Registers) Set(i int, closed bool) {
	h.Inputs[i/8] |= 1 << (i % 8)
	if closed {
		h.Inputs[i/8] &^= 1 << (i % 8)
	}
}
