package i2c

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"periph.io/x/conn/v3/i2c"
)

// Errors of a Scanner; but for ErrClosed they are returned wrapped with the chip's address.
var (
	ErrBusy   = errors.New("i2c: chip is in use: end the other program first (fuser -v names it)")
	ErrClosed = errors.New("i2c: closed")
	ErrReset  = errors.New("i2c: chip has forgotten its settings: has its supply dipped?")
	ErrSetup  = errors.New("i2c: chip does not take its settings: is it another model, or damaged?")
)

// Scanner reads contacts through expanders. Its methods may be called from any
// goroutine.
type Scanner struct {
	config Config
	plan   plan

	mu     sync.Mutex
	bus    i2c.BusCloser // nil unless the chips are set up
	turn   int
	closed bool
	buf    [4]byte
}

// New makes a scanner; the bus is opened by the first Scan. It wraps ErrConfig.
func New(c Config) (*Scanner, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Scanner{config: c, plan: c.plan()}
	if s.plan.channels > MaxChannels {
		return nil, fmt.Errorf("%w: %d channels, %d can be", ErrConfig, s.plan.channels, MaxChannels)
	}
	return s, nil
}

// Channels counts the channels.
func (s *Scanner) Channels() int { return s.plan.channels }

// Identity reports whether the driver tells which piece is felt: only that one is.
func (s *Scanner) Identity() bool { return false }

// Wire returns the transfers and the clock cycles of one scan. Checks that take turns count in part.
func (s *Scanner) Wire() (transfers, clocks float64) {
	for _, st := range s.plan.steps {
		transfers, clocks = transfers+1, clocks+st.clocks()
	}
	if len(s.plan.turns) > 0 { // they are alike
		transfers, clocks = transfers+1, clocks+s.plan.turns[0].clocks()
	}
	return transfers, clocks
}

// Scan reads every contact without allocating: bit i of levels is set when channel i is closed. It fails
// if a chip does not answer or has lost its registers; the next Scan reopens the bus and configures all
// chips. Lost registers that do not change the inputs (TCA9555, one contact a pin) may be noticed some scans later.
func (s *Scanner) Scan(levels []uint64) error {
	if 64*len(levels) < s.plan.channels {
		return fmt.Errorf("i2c: scan of %d channels into %d words", s.plan.channels, len(levels))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.ready(); err != nil {
		return err
	}
	clear(levels)
	if err := s.scan(levels); err != nil {
		return errors.Join(err, s.drop())
	}
	return nil
}

func (s *Scanner) scan(levels []uint64) error {
	for i := range s.plan.steps {
		if err := s.step(&s.plan.steps[i], levels); err != nil {
			return err
		}
	}
	if len(s.plan.turns) == 0 {
		return nil
	}
	if s.turn++; s.turn >= len(s.plan.turns) {
		s.turn = 0
	}
	return s.step(&s.plan.turns[s.turn], levels)
}

// step makes one transfer and decodes it.
func (s *Scanner) step(st *step, levels []uint64) error {
	got := s.buf[:st.read]
	if err := s.tx(st.chip, st.write, got); err != nil {
		return err
	}
	if n := len(st.proves); n > 0 && !bytes.Equal(got[st.read-n:], st.proves) {
		return fmt.Errorf("%w: chip %#x reads %x, not %x", ErrReset, s.config.Chips[st.chip].Address, got[st.read-n:], st.proves)
	}
	if len(st.runs) == 0 {
		return nil
	}
	closed := ^(uint64(got[0]) | uint64(got[1])<<8)
	for _, r := range st.runs {
		v := closed >> (r.shift & 15) & (1<<(r.count&31) - 1)
		word, bit := r.channel>>6, r.channel&63
		levels[word] |= v << bit
		if int(bit)+int(r.count) > 64 {
			levels[word+1] |= v >> (64 - bit)
		}
	}
	return nil
}

func (s *Scanner) tx(chip int, w, r []byte) error {
	c := s.config.Chips[chip]
	switch err := s.bus.Tx(c.Address, w, r); {
	case errors.Is(err, ErrBusy):
		return fmt.Errorf("%w: %v %#x on %s", ErrBusy, c.Model, c.Address, s.bus)
	case err != nil:
		return fmt.Errorf("i2c: %v %#x on %s: %w", c.Model, c.Address, s.bus, err)
	}
	return nil
}

// ready opens the bus and sets up the chips unless they are.
func (s *Scanner) ready() error {
	if s.closed {
		return ErrClosed
	}
	if s.bus != nil {
		return nil
	}
	bus, err := s.config.Open()
	if err != nil {
		return err
	}
	s.bus, s.turn = bus, 0
	for i := range s.config.Chips {
		if err := s.setup(i); err != nil {
			return errors.Join(err, s.drop())
		}
	}
	return nil
}

// setup tells a chip its settings and reads them back.
func (s *Scanner) setup(chip int) error {
	c := s.config.Chips[chip]
	blocks := models[c.Model].setup(s.config.rows(chip))
	for _, b := range blocks {
		if err := s.tx(chip, append([]byte{b.register}, b.values...), nil); err != nil {
			return err
		}
	}
	for _, b := range blocks {
		want := b.expected()
		got := make([]byte, len(want))
		if err := s.tx(chip, []byte{b.register}, got); err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("%w: %v %#x reads %x from register %#x, not %x", ErrSetup, c.Model, c.Address, got, b.register, want)
		}
	}
	return nil
}

func (s *Scanner) drop() error {
	if s.bus == nil {
		return nil
	}
	err := s.bus.Close()
	s.bus = nil
	return err
}

// Close closes the bus and leaves the chips as they are, with at most one row
// pulled low; more than once does no harm.
func (s *Scanner) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.drop()
}
