package gpio

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"periph.io/x/conn/v3/gpio"
)

// DefaultSettle is how long the columns of a matrix are given to follow its rows:
// pull-ups of 50 kΩ against 100 pF of wire take 5 µs.
const DefaultSettle = 20 * time.Microsecond

// CallsPerRow is how many system calls a row of a matrix takes in a scan: the one before
// becomes an input, this one an output and low, and the columns are read.
const CallsPerRow = 4

// MaxChannels is the most channels a Scanner may have.
const MaxChannels = 1024

// Config is the wiring of contacts to lines. Channel r*len(Columns)+c is the contact between row r and
// column c; the lines of Direct, whose contacts close to ground, follow. A matrix needs a diode at each
// contact, from column to row, against ghosts. Rows that are not selected are inputs, so that a shorted
// diode never connects two outputs.
type Config struct {
	Request               Request       // nil is On("")
	Rows, Columns, Direct []int         // at most MaxLines rows, and as many columns and direct lines together
	Settle                time.Duration // 0 is DefaultSettle, less is none
}

// Scanner reads contacts on lines. Its methods may be called from any goroutine.
type Scanner struct {
	config   Config
	inputs   []int
	columns  gpio.GPIOValue // mask of the columns among the inputs
	direct   gpio.GPIOValue // and of the direct lines, moved down
	channels int

	mu     sync.Mutex
	rows   Lines // nil unless taken, and if there are none
	in     Lines // nil unless taken
	closed bool
}

// New makes a scanner; the lines are taken by the first Scan. It wraps ErrConfig.
func New(c Config) (*Scanner, error) {
	inputs := append(append([]int(nil), c.Columns...), c.Direct...)
	if len(inputs) == 0 || len(inputs) > MaxLines || len(c.Rows) > MaxLines || (len(c.Rows) == 0) != (len(c.Columns) == 0) {
		return nil, fmt.Errorf("%w: %d rows, %d columns and %d direct lines", ErrConfig, len(c.Rows), len(c.Columns), len(c.Direct))
	}
	seen := map[int]bool{}
	for _, n := range append(append([]int(nil), inputs...), c.Rows...) {
		if n < 0 || seen[n] {
			return nil, fmt.Errorf("%w: line %d stands twice, or cannot be", ErrConfig, n)
		}
		seen[n] = true
	}
	if c.Request == nil {
		c.Request = On("")
	}
	if c.Settle == 0 {
		c.Settle = DefaultSettle
	}
	s := &Scanner{
		config: c, inputs: inputs, columns: mask(len(c.Columns)), direct: mask(len(c.Direct)),
		channels: len(c.Rows)*len(c.Columns) + len(c.Direct),
	}
	if s.channels > MaxChannels {
		return nil, fmt.Errorf("%w: %d channels, %d can be", ErrConfig, s.channels, MaxChannels)
	}
	return s, nil
}

// mask has the n lowest bits set.
func mask(n int) gpio.GPIOValue { return 1<<n - 1 }

// Channels counts the channels.
func (s *Scanner) Channels() int { return s.channels }

// Identity reports whether the driver tells which piece is felt: only that one is.
func (s *Scanner) Identity() bool { return false }

// Scan reads every contact: bit i of levels is set when channel i is closed.
// After an error the next Scan takes the lines anew. Nothing is allocated.
func (s *Scanner) Scan(levels []uint64) error {
	if 64*len(levels) < s.channels {
		return fmt.Errorf("gpio: scan of %d channels into %d words", s.channels, len(levels))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.take(); err != nil {
		return err
	}
	clear(levels)
	if err := s.scan(levels); err != nil {
		return errors.Join(fmt.Errorf("gpio: %w", err), s.release())
	}
	return nil
}

func (s *Scanner) scan(levels []uint64) error {
	width := len(s.config.Columns)
	var closed gpio.GPIOValue
	for row := range max(1, len(s.config.Rows)) {
		if s.rows != nil {
			if err := s.rows.Out(^(1 << row), mask(len(s.config.Rows))); err != nil {
				return err
			}
			if s.config.Settle > 0 {
				settle(s.config.Settle)
			}
		}
		v, err := s.in.Read(0)
		if err != nil {
			return err
		}
		closed = ^v
		put(levels, row*width, uint64(closed&s.columns))
	}
	put(levels, width*len(s.config.Rows), uint64(closed>>width&s.direct))
	return nil
}

// put sets the bits of v from channel first on.
func put(levels []uint64, first int, v uint64) {
	word, bit := first>>6, first&63
	if v == 0 {
		return
	}
	levels[word] |= v << bit
	if high := v >> (64 - bit); high != 0 {
		levels[word+1] |= high
	}
}

// take takes the lines unless they are taken.
func (s *Scanner) take() (err error) {
	if s.closed {
		return ErrClosed
	}
	if s.in != nil {
		return nil
	}
	in, err := s.config.Request.take(Input, s.inputs)
	if err != nil {
		return err
	}
	if len(s.config.Rows) > 0 {
		if s.rows, err = s.config.Request.take(OpenDrain, s.config.Rows); err != nil {
			s.rows = nil
			return errors.Join(err, in.Close())
		}
	}
	s.in = in
	return nil
}

// release gives the lines back.
func (s *Scanner) release() (err error) {
	for _, lines := range []*Lines{&s.in, &s.rows} {
		if *lines != nil {
			err = errors.Join(err, (*lines).Close())
			*lines = nil
		}
	}
	return err
}

// Close gives the lines back; more than once does no harm.
func (s *Scanner) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.release()
}

// settle waits for d in the kernel: an idle Go process sleeps a millisecond for
// 20 µs, and a matrix has seven rows and more.
func settle(d time.Duration) {
	t := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&t, nil) // a signal may end it early; the next scan comes
}
