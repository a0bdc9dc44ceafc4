package hwtest

import (
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3/gpio"
)

// GPIO is a GPIO chip whose lines are wired to contacts. As the kernel does, it
// gives a line to one at a time.
type GPIO struct {
	Lag time.Duration // until an input that nothing pulls low any more reads high

	mu       sync.Mutex
	gone     bool
	opened   int
	taken    map[int]bool
	low      map[int]bool // outputs that are low
	wasLow   map[int]bool // before the last change
	changed  time.Time
	contacts map[[2]int]bool // from a line, through a diode, to another; -1 is ground
	calls    int
}

// NewGPIO makes a chip with nothing taken and all contacts open.
func NewGPIO() *GPIO {
	return &GPIO{taken: map[int]bool{}, low: map[int]bool{}, wasLow: map[int]bool{}, contacts: map[[2]int]bool{}}
}

// Ground works a contact from a line to ground.
func (g *GPIO) Ground(line int, closed bool) { g.Cross(line, -1, closed) }

// Cross works a contact from a column to a row.
func (g *GPIO) Cross(column, row int, closed bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.contacts[[2]int{column, row}] = closed
}

// Break takes the chip away, or brings it back.
func (g *GPIO) Break(gone bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.gone = gone
}

// Opened counts the sets of lines that are taken.
func (g *GPIO) Opened() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.opened
}

// Calls counts the system calls so far.
func (g *GPIO) Calls() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.calls
}

// Take takes lines together, as inputs with pull-ups or as outputs, low.
func (g *GPIO) Take(output bool, lines []int) (*GPIOLines, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gone {
		return nil, syscall.ENODEV
	}
	for _, n := range lines {
		if g.taken[n] {
			return nil, fmt.Errorf("line %d: %w", n, syscall.EBUSY)
		}
	}
	for _, n := range lines {
		g.taken[n], g.low[n] = true, output
	}
	g.opened++
	return &GPIOLines{chip: g, output: output, lines: lines}, nil
}

// GPIOLines are lines that were taken together.
type GPIOLines struct {
	chip   *GPIO
	output bool
	lines  []int
	closed bool
}

func (l *GPIOLines) check() error {
	switch {
	case l.closed:
		return errors.New("bad file descriptor")
	case l.chip.gone:
		return syscall.ENODEV
	}
	l.chip.calls++
	return nil
}

// Read reads the lines in mask.
func (l *GPIOLines) Read(mask gpio.GPIOValue) (gpio.GPIOValue, error) {
	l.chip.mu.Lock()
	defer l.chip.mu.Unlock()
	if err := l.check(); err != nil {
		return 0, err
	}
	if mask == 0 {
		mask = 1<<len(l.lines) - 1
	}
	var v gpio.GPIOValue
	for i, n := range l.lines {
		if l.chip.level(n) {
			v |= 1 << i
		}
	}
	return v & mask, nil
}

// level is what an input reads.
func (g *GPIO) level(line int) bool {
	lagging := time.Since(g.changed) < g.Lag
	for c, closed := range g.contacts {
		if closed && c[0] == line && (c[1] == -1 || g.low[c[1]] || lagging && g.wasLow[c[1]]) {
			return false
		}
	}
	return true
}

// Out drives the lines in mask.
func (l *GPIOLines) Out(bits, mask gpio.GPIOValue) error {
	l.chip.mu.Lock()
	defer l.chip.mu.Unlock()
	if err := l.check(); err != nil {
		return err
	}
	if !l.output {
		return syscall.EPERM
	}
	if mask == 0 {
		mask = 1<<len(l.lines) - 1
	}
	for i, n := range l.lines {
		l.chip.wasLow[n] = l.chip.low[n]
		if mask>>i&1 == 1 {
			l.chip.low[n] = bits>>i&1 == 0
		}
	}
	l.chip.changed = time.Now()
	return nil
}

// Close gives the lines back.
func (l *GPIOLines) Close() error {
	l.chip.mu.Lock()
	defer l.chip.mu.Unlock()
	if l.closed {
		return errors.New("lines given back twice")
	}
	l.closed = true
	l.chip.opened--
	for _, n := range l.lines {
		l.chip.taken[n], l.chip.low[n] = false, false
	}
	return nil
}
