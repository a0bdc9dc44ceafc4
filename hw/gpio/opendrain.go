package gpio

import (
	"errors"
	"fmt"

	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// openDrain are lines that are low outputs or inputs, each by its own request:
// the library's sets have one direction for good.
type openDrain struct {
	lines []*gpioioctl.GPIOLine
	low   gpio.GPIOValue // the outputs
}

func takeOpenDrain(chip *gpioioctl.GPIOChip, numbers []int) (Lines, error) {
	set := &openDrain{}
	for _, n := range numbers {
		if n < 0 || n >= chip.LineCount() {
			return nil, errors.Join(fmt.Errorf("%w: line %d of %s, which has %d", ErrConfig, n, chip.Label(), chip.LineCount()), set.Close())
		}
		line := chip.ByNumber(n)
		set.lines = append(set.lines, line)
		if err := letGo(line); err != nil {
			return nil, errors.Join(fmt.Errorf("gpio: take line %d of %s: %w", n, chip.Label(), err), set.Close())
		}
	}
	return set, nil
}

// letGo makes a line an input with its pull-up: otherwise many lines of a Raspberry Pi's header have a pull-down,
// which would hold a column low through closed contacts.
func letGo(line *gpioioctl.GPIOLine) error { return line.In(gpio.PullUp, gpio.NoEdge) }

// Read reads the lines in mask; an output reads low.
func (o *openDrain) Read(mask gpio.GPIOValue) (v gpio.GPIOValue, err error) {
	for i, line := range o.lines {
		if (mask == 0 || mask>>i&1 == 1) && o.low>>i&1 == 0 && line.Read() == gpio.High {
			v |= 1 << i
		}
	}
	return v, nil
}

// Out releases lines before it drives others low, so that no two drive at once. Lines that are already right cost
// nothing.
func (o *openDrain) Out(bits, mask gpio.GPIOValue) error {
	if mask == 0 {
		mask = 1<<len(o.lines) - 1
	}
	for i, line := range o.lines {
		if mask&bits&o.low>>i&1 == 0 {
			continue
		}
		if err := letGo(line); err != nil {
			return err
		}
		o.low &^= 1 << i
	}
	for i, line := range o.lines {
		if (mask&^bits&^o.low)>>i&1 == 0 {
			continue
		}
		if err := line.Out(gpio.Low); err != nil {
			return err
		}
		o.low |= 1 << i
	}
	return nil
}

// Close gives the lines back.
func (o *openDrain) Close() error {
	for _, line := range o.lines {
		line.Close()
	}
	return nil
}
