package spi

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"periph.io/x/conn/v3/physic"
	periph "periph.io/x/conn/v3/spi"
)

// MaxLEDs is the most LEDs a strip may have.
const MaxLEDs = 4096

// refresh is how often a strip gets its frame again: after an outage of its supply it is right within a second.
const refresh = time.Second

// StripConfig says what hangs on a port.
type StripConfig struct {
	Open  Opener
	LEDs  int              // 1 to MaxLEDs
	Order string           // of the colours on the wire; "" is usual for the kind
	Speed physic.Frequency // of an APA102's clock; 0 is 4 MHz. A WS2812 has only one
}

// Strip is a chain of LEDs. Its methods may be called from any goroutine.
type Strip struct {
	chip  chip
	order order
	leds  int

	mu    sync.Mutex
	link  link
	frame []byte // what goes down the wire, as long as every frame
	known bool   // frame is what the LEDs should show
}

// chip is what tells the kinds of LEDs apart.
type chip struct {
	name   string
	orders []string // the first is the usual one
	speed  physic.Frequency
	stride func(letters int) int // bytes of one LED
	lead   int                   // bytes before the first LED
	tail   func(leds int) int    // bytes after the last
	blank  func(frame []byte)    // fills all that colours do not change
	encode func(s *Strip, rgb []byte)
	whole  bool // a pause within a frame would end it
}

// NewAPA102 makes a strip of APA102, or of SK9822, which differ only in when
// they take over a frame. Clocked LEDs: any speed that the wire carries will do.
func NewAPA102(c StripConfig) (*Strip, error) { return newStrip(apa102, c) }

// NewWS2812 makes a strip of WS2812, or of SK6812 with a white LED (order
// "grbw"; white stays dark). It wants a port whose clock is exact, see ws2812.
func NewWS2812(c StripConfig) (*Strip, error) {
	if c.Speed != 0 && c.Speed != ws2812.speed {
		return nil, fmt.Errorf("%w: a WS2812 clock of %s, it is %s", ErrConfig, c.Speed, ws2812.speed)
	}
	return newStrip(ws2812, c)
}

func newStrip(kind chip, c StripConfig) (*Strip, error) {
	if c.LEDs < 1 || c.LEDs > MaxLEDs {
		return nil, fmt.Errorf("%w: %d LEDs, 1 to %d can be", ErrConfig, c.LEDs, MaxLEDs)
	}
	if c.Order == "" {
		c.Order = kind.orders[0]
	}
	o, err := kind.orderOf(c.Order)
	if err != nil {
		return nil, err
	}
	speed, err := speedOf(c.Speed, kind.speed)
	if err != nil {
		return nil, err
	}
	size := kind.lead + c.LEDs*kind.stride(len(c.Order)) + kind.tail(c.LEDs)
	s := &Strip{
		chip: kind, order: o, leds: c.LEDs, frame: make([]byte, size),
		link: link{open: c.Open, speed: speed, mode: periph.Mode0},
	}
	kind.blank(s.frame)
	return s, nil
}

// Show lights the LEDs: three bytes R, G, B each, linear light (gamma is the
// caller's). It returns when the frame is on the wire. It fails, and changes
// nothing, on any other length; after another error it may simply be called again.
func (s *Strip) Show(rgb []byte) error {
	if len(rgb) != 3*s.leds {
		return fmt.Errorf("%w of %d bytes for %d LEDs", ErrFrame, len(rgb), s.leds)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link.closed {
		return ErrClosed
	}
	s.chip.encode(s, rgb)
	s.known = true
	return s.send()
}

// Run shows the last frame again every second, for LEDs whose supply was gone
// (they cannot say so), until ctx is done; then it makes them dark and closes
// the strip. What fails here fails in the next Show too, which tells it.
func (s *Strip) Run(ctx context.Context) {
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			_ = s.Close() // nobody is left to tell
			return
		case <-tick.C:
			s.repeat()
		}
	}
}

func (s *Strip) repeat() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known {
		_ = s.send()
	}
}

// Close makes the LEDs dark and closes the port; more than once does no harm.
func (s *Strip) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.link.closed {
		return nil
	}
	s.chip.encode(s, make([]byte, 3*s.leds))
	return errors.Join(s.send(), s.link.close())
}

// send puts the frame on the wire, in as few transfers as the port lets.
func (s *Strip) send() error {
	if err := s.link.connect(); err != nil {
		return err
	}
	if s.chip.whole && len(s.frame) > s.link.limit {
		err := fmt.Errorf("%w: %d %s are a transfer of %d bytes, the port takes %d: put spidev.bufsiz=%d on the kernel's command line",
			ErrConfig, s.leds, s.chip.name, len(s.frame), s.link.limit, len(s.frame))
		return errors.Join(err, s.link.disconnect()) // the limit may be another after a restart of the module
	}
	for rest := s.frame; len(rest) > 0; {
		n := min(len(rest), s.link.limit)
		if err := s.link.exchange(rest[:n], nil); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}
