package spi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"periph.io/x/conn/v3/physic"
	periph "periph.io/x/conn/v3/spi"
)

// MaxChips is the most chips a Chain may have: 1024 channels.
const MaxChips = 128

// ErrChain says that the constant inputs of a chain do not read as they are tied.
var ErrChain = errors.New("spi: 74HC165 chain does not answer")

// ChainConfig is the wiring of a chain of 74HC165. The QH of chip 0 goes to MISO; its inputs A to H are
// channels 0 to 7. Contacts close to ground. The chips load while SH/LD is low and shift while it is high:
// it needs chip enable through an inverter, or the line Load. QH is never high-impedance, so nothing else
// may drive MISO.
type ChainConfig struct {
	Open  Opener
	Chips int // 1 to MaxChips
	// High and Low are two inputs of the last chip, counted as channels, that are
	// tied to the supply and to ground. They prove that all chips pass their bits
	// on; as channels they stay open.
	High, Low int
	Speed     physic.Frequency // 0 is 1 MHz
	Load      func() error     // pulls SH/LD low and lets it go; nil if chip enable does
}

// Chain is a chain of 74HC165 shift registers. Its methods may be called from
// any goroutine.
type Chain struct {
	chips     int
	high, low int
	load      func() error

	mu   sync.Mutex
	link link
	raw  []byte // what was read, padded to whole words
}

// NewChain makes a chain; the port is opened by the first Scan.
func NewChain(c ChainConfig) (*Chain, error) {
	if c.Chips < 1 || c.Chips > MaxChips {
		return nil, fmt.Errorf("%w: %d chips in a chain, 1 to %d can be", ErrConfig, c.Chips, MaxChips)
	}
	last := 8 * (c.Chips - 1)
	if c.High < last || c.High >= last+8 || c.Low < last || c.Low >= last+8 || c.High == c.Low {
		return nil, fmt.Errorf("%w: constant inputs %d and %d, two of %d to %d are wanted: the last chip's", ErrConfig, c.High, c.Low, last, last+7)
	}
	speed, err := speedOf(c.Speed, physic.MegaHertz)
	if err != nil {
		return nil, err
	}
	return &Chain{
		chips: c.Chips, high: c.High, low: c.Low, load: c.Load, raw: make([]byte, (c.Chips+7)/8*8),
		// The registers shift on the rising edge; mode 2 samples on the falling one.
		link: link{open: c.Open, speed: speed, mode: periph.Mode2},
	}, nil
}

// Channels counts the inputs, the two constant ones included.
func (c *Chain) Channels() int { return 8 * c.chips }

// Identity reports whether the driver tells which piece is felt: only that one is.
func (c *Chain) Identity() bool { return false }

// Scan reads every input: bit i of levels is set when contact i is closed. It
// fails, wrapping ErrChain, if the chain is broken. Nothing is allocated.
func (c *Chain) Scan(levels []uint64) error {
	if 64*len(levels) < 8*c.chips {
		return fmt.Errorf("%w: a scan of %d channels into %d words", ErrFrame, 8*c.chips, len(levels))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.read(); err != nil {
		return err
	}
	if !c.reads(c.high) || c.reads(c.low) {
		return fmt.Errorf("%w: the input tied high (%d) reads %s, the one tied low (%d) %s: look at clock, MISO, SH/LD and the supply",
			ErrChain, c.high, level(c.reads(c.high)), c.low, level(c.reads(c.low)))
	}
	c.raw[c.low/8] |= 1 << (c.low % 8)
	for i := range levels {
		levels[i] = 0
		if 8*i < len(c.raw) {
			levels[i] = ^binary.LittleEndian.Uint64(c.raw[8*i:])
		}
	}
	return nil
}

// read latches and shifts all inputs into raw.
func (c *Chain) read() error {
	if err := c.link.connect(); err != nil {
		return err
	}
	if c.load != nil {
		if err := c.load(); err != nil {
			return fmt.Errorf("spi: load the chain: %w", errors.Join(err, c.link.disconnect()))
		}
	}
	for i := c.chips; i < len(c.raw); i++ {
		c.raw[i] = 0xff // there is no chip
	}
	return c.link.exchange(nil, c.raw[:c.chips])
}

func (c *Chain) reads(input int) bool { return c.raw[input/8]>>(input%8)&1 == 1 }

// Close closes the port; more than once does no harm.
func (c *Chain) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.link.close()
}

func level(high bool) string {
	if high {
		return "high"
	}
	return "low"
}
