package hwtest

import (
	"errors"
	"fmt"
	"sync"
	"syscall"
	"time"

	"periph.io/x/conn/v3/gpio"

	lines "reeve/hw/gpio"
)

// GPIO is a GPIO chip whose lines are wired to contacts. As the kernel does, it
// gives a line to one at a time.
type GPIO struct {
	Lag time.Duration // until an input that nothing pulls low any more reads high

	mu       sync.Mutex
	gone     bool
	opened   int
	taken    map[int]bool
	output   map[int]bool
	low      map[int]bool // outputs that are low
	wasLow   map[int]bool // before the last change
	changed  time.Time
	contacts map[[2]int]bool // from a line, through a diode, to another; -1 is ground
	calls    int
	fights   int
}

// NewGPIO makes a chip with nothing taken and all contacts open.
func NewGPIO() *GPIO {
	return &GPIO{taken: map[int]bool{}, output: map[int]bool{}, low: map[int]bool{}, wasLow: map[int]bool{}, contacts: map[[2]int]bool{}}
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

// Fights counts how often an output was driven against another: one high, one
// low, and wires between them as if each diode were shorted.
func (g *GPIO) Fights() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.fights
}

// Take takes lines together. It is a lines.Request.
func (g *GPIO) Take(use lines.Use, numbers []int) (lines.Lines, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gone {
		return nil, syscall.ENODEV
	}
	for _, n := range numbers {
		if g.taken[n] {
			return nil, fmt.Errorf("line %d: %w", n, syscall.EBUSY)
		}
	}
	for _, n := range numbers {
		g.taken[n], g.output[n], g.low[n] = true, use == lines.Output, use == lines.Output
	}
	g.opened++
	return &gpioLines{chip: g, use: use, lines: numbers}, nil
}

// watch counts a fight if there is one now.
func (g *GPIO) watch() {
	for a := range g.output {
		if g.output[a] && g.low[a] && g.reaches(a, map[int]bool{}) {
			g.fights++
			return
		}
	}
}

// reaches reports whether closed contacts lead from a line to an output that is high.
func (g *GPIO) reaches(line int, been map[int]bool) bool {
	if been[line] || line < 0 {
		return false
	}
	been[line] = true
	if g.output[line] && !g.low[line] {
		return true
	}
	for c, closed := range g.contacts {
		if closed && (c[0] == line && g.reaches(c[1], been) || c[1] == line && g.reaches(c[0], been)) {
			return true
		}
	}
	return false
}

// gpioLines are lines that were taken together.
type gpioLines struct {
	chip   *GPIO
	use    lines.Use
	lines  []int
	closed bool
}

func (l *gpioLines) check() error {
	switch {
	case l.closed:
		return errors.New("bad file descriptor")
	case l.chip.gone:
		return syscall.ENODEV
	}
	return nil
}

// Read reads the lines in mask.
func (l *gpioLines) Read(mask gpio.GPIOValue) (gpio.GPIOValue, error) {
	l.chip.mu.Lock()
	defer l.chip.mu.Unlock()
	if err := l.check(); err != nil {
		return 0, err
	}
	l.chip.calls++
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

// Out drives the lines in mask, or lets them go. As in the kernel a set of outputs
// costs a call, an open drain one to let go and two to drive.
func (l *gpioLines) Out(bits, mask gpio.GPIOValue) error {
	l.chip.mu.Lock()
	defer l.chip.mu.Unlock()
	if err := l.check(); err != nil {
		return err
	}
	if l.use == lines.Input {
		return syscall.EPERM
	}
	if l.use == lines.Output {
		l.chip.calls++
	}
	if mask == 0 {
		mask = 1<<len(l.lines) - 1
	}
	for i, n := range l.lines {
		l.chip.wasLow[n] = l.chip.low[n]
		if low := bits>>i&1 == 0; mask>>i&1 == 1 {
			l.chip.set(n, low, l.use)
		}
	}
	l.chip.changed = time.Now()
	l.chip.watch()
	return nil
}

// set makes an output high or low, or an open drain an input or low.
func (g *GPIO) set(line int, low bool, use lines.Use) {
	switch {
	case use == lines.Output || g.low[line] == low:
	case low:
		g.calls += 2
	default:
		g.calls++
	}
	g.low[line] = low
	g.output[line] = use == lines.Output || low
}

// Close gives the lines back.
func (l *gpioLines) Close() error {
	l.chip.mu.Lock()
	defer l.chip.mu.Unlock()
	if l.closed {
		return errors.New("lines given back twice")
	}
	l.closed = true
	l.chip.opened--
	for _, n := range l.lines {
		l.chip.taken[n], l.chip.output[n], l.chip.low[n] = false, false, false
	}
	return nil
}
