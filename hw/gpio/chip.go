package gpio

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/driver/driverreg"
	"periph.io/x/conn/v3/gpio"
	"periph.io/x/host/v3/gpioioctl"
)

// Errors of this package, returned wrapped but for ErrClosed.
var (
	ErrBusy   = errors.New("gpio: line is in use: end the other program first, or choose another line (gpioinfo names both)")
	ErrClosed = errors.New("gpio: closed")
	ErrConfig = errors.New("gpio: impossible configuration")
	ErrChip   = errors.New("gpio: no such chip")
)

// Lines is a set of lines that are worked together; bit i is the i-th of them.
// *gpioioctl.LineSet is one. A mask of 0 means all lines. A bit of Out that is set
// drives an Output high and lets an OpenDrain go.
type Lines interface {
	// Read returns the levels of the masked lines; bit i is the i-th line requested.
	Read(mask gpio.GPIOValue) (gpio.GPIOValue, error)
	// Out sets the masked lines to bits.
	Out(bits, mask gpio.GPIOValue) error
	Close() error // releases the lines to the kernel
}

// Use is what lines are wanted for.
type Use uint8

// The uses there are.
const (
	Input     Use = iota // with the chip's pull-ups
	Output               // driven either way, low at first
	OpenDrain            // driven low, or let go and an input; let go at first. Never driven high
)

// Request takes lines of a chip, by their numbers there. On the header of a
// Raspberry Pi the number is the one in GPIO17.
type Request func(use Use, lines []int) (Lines, error)

// take takes lines; the error wraps ErrBusy if somebody else has one. The library passes on only the text of the
// system's error.
func (r Request) take(use Use, lines []int) (Lines, error) {
	taken, err := r(use, lines)
	if err != nil && strings.Contains(err.Error(), unix.EBUSY.Error()) {
		return nil, fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return taken, err
}

// MaxLines is the most lines that can be taken together.
const MaxLines = 64

// Chip is a GPIO chip of the machine.
type Chip struct {
	Label string
	Model string // of the Raspberry Pi on whose header its lines are; "" if it is no such chip
	Lines int
}

// headers are the chips behind the 40-pin header, by the labels that their
// drivers in the kernel give them. A Pi 0, 1, 2 and 3 have one and the same.
var headers = map[string]string{
	"pinctrl-rp1":     "Raspberry Pi 5",
	"pinctrl-bcm2711": "Raspberry Pi 4",
	"pinctrl-bcm2835": "Raspberry Pi 0 to 3",
}

// Chips lists the chips of the machine. They are found once in a process.
func Chips() ([]Chip, error) {
	found, err := open()
	if err != nil {
		return nil, err
	}
	list := make([]Chip, len(found))
	for i, c := range found {
		list[i] = Chip{Label: c.Label(), Model: headers[c.Label()], Lines: c.LineCount()}
	}
	return list, nil
}

func open() ([]*gpioioctl.GPIOChip, error) {
	if _, err := driverreg.Init(); err != nil {
		return nil, fmt.Errorf("gpio: look for chips: %w", err)
	}
	if len(gpioioctl.Chips) == 0 {
		return nil, fmt.Errorf("%w: no /dev/gpiochip* can be opened: is the user in the group gpio?", ErrChip)
	}
	return gpioioctl.Chips, nil
}

// Pick returns the index of the chip with that label, or for "" of the one behind
// a Raspberry Pi's header.
func Pick(chips []Chip, label string) (int, error) {
	var labels []string
	for i, c := range chips {
		if c.Label == label || label == "" && headers[c.Label] != "" {
			return i, nil
		}
		labels = append(labels, c.Label)
	}
	if label == "" {
		label = "of a Raspberry Pi's header"
	}
	return 0, fmt.Errorf("%w: %s; there are %s", ErrChip, label, strings.Join(labels, ", "))
}

// On takes lines of the chip with that label, or for "" of a Raspberry Pi's
// header.
func On(label string) Request {
	return func(use Use, lines []int) (Lines, error) {
		chips, err := Chips()
		if err != nil {
			return nil, err
		}
		i, err := Pick(chips, label)
		if err != nil {
			return nil, err
		}
		return take(gpioioctl.Chips[i], use, lines)
	}
}

// take asks for lines by name, as the library wants it, where the name is sure to
// mean the line.
func take(chip *gpioioctl.GPIOChip, use Use, lines []int) (Lines, error) {
	if use == OpenDrain {
		return takeOpenDrain(chip, lines)
	}
	names := make([]string, len(lines))
	for i, n := range lines {
		if n < 0 || n >= chip.LineCount() {
			return nil, fmt.Errorf("%w: line %d of %s, which has %d", ErrConfig, n, chip.Label(), chip.LineCount())
		}
		names[i] = chip.ByNumber(n).Name()
		if chip.ByName(names[i]).Number() != n {
			return nil, fmt.Errorf("%w: line %d of %s is called %q as another is", ErrConfig, n, chip.Label(), names[i])
		}
	}
	direction, pull := gpioioctl.LineInput, gpio.PullUp
	if use == Output {
		direction, pull = gpioioctl.LineOutput, gpio.PullNoChange
	}
	set, err := chip.LineSet(direction, gpio.NoEdge, pull, names...)
	if err != nil {
		return nil, fmt.Errorf("gpio: take %s of %s: %w", strings.Join(names, ", "), chip.Label(), err)
	}
	return set, nil
}
