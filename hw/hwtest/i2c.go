package hwtest

import (
	"errors"
	"fmt"
	"sync"
	"syscall"

	"periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/physic"
)

// I2C is an I²C bus with expanders on it, wired to contacts. It counts what goes
// over the wire.
type I2C struct {
	Chips []*Expander

	mu       sync.Mutex
	opened   int
	gone     bool                 // there is no bus
	stuck    bool                 // somebody holds the bus
	contacts map[Pin]map[Pin]bool // from a pin, through its diode, to others or to ground: whether it is closed
	bits     int
	calls    int
	after    int // transfers until hook is called
	hook     func()
}

// Expander is an MCP23017 or a TCA9555, as a set of registers.
type Expander struct {
	Address uint16
	MCP     bool // else a TCA9555
	Silent  bool // does not answer
	Worn    byte // bits of every register that cannot be set

	registers [22]byte
	pointer   byte
}

// Pin is a pin of a chip, both counted from 0.
type Pin struct{ Chip, Pin int }

// ground is where contacts that are in no matrix close to.
var ground = Pin{-1, 0}

// NewI2C makes a bus of chips that have just got their supply.
func NewI2C(chips ...*Expander) *I2C {
	b := &I2C{Chips: chips, contacts: map[Pin]map[Pin]bool{}}
	for _, c := range chips {
		c.reset()
	}
	return b
}

// reset is the state after power-on: data sheets DS20001952 table 3-3 and SCPS200 section 8.6.
func (e *Expander) reset() {
	e.registers, e.pointer = [22]byte{}, 0
	if e.MCP {
		e.registers[0x00], e.registers[0x01] = 0xff, 0xff // IODIR
		return
	}
	for _, r := range []int{2, 3, 6, 7} {
		e.registers[r] = 0xff
	}
}

// Ground works a contact from a pin to ground.
func (b *I2C) Ground(p Pin, closed bool) { b.Cross(p, ground, closed) }

// Cross works a contact from a column to a row.
func (b *I2C) Cross(column, row Pin, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.contacts[column] == nil {
		b.contacts[column] = map[Pin]bool{}
	}
	b.contacts[column][row] = closed
}

// Reset makes a chip restart, as a dip of its supply does.
func (b *I2C) Reset(chip int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Chips[chip].reset()
}

// After calls f once, before the transfer that comes after n more. F may call
// ResetNow and UnsafeNow, nothing else of the bus.
func (b *I2C) After(n int, f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.after, b.hook = n, f
}

// ResetNow is Reset within After.
func (b *I2C) ResetNow(chip int) { b.Chips[chip].reset() }

// Silence makes a chip not answer, or answer again.
func (b *I2C) Silence(chip int, silent bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Chips[chip].Silent = silent
}

// Stick has somebody hold the bus, or let it go.
func (b *I2C) Stick(stuck bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stuck = stuck
}

// Break takes the bus away, or brings it back.
func (b *I2C) Break(gone bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone = gone
}

// Poke writes a register past the driver.
func (b *I2C) Poke(chip int, register, value byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.Chips[chip]
	c.registers[c.index(register)] = value
}

// Opened counts how often the bus is open.
func (b *I2C) Opened() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.opened
}

// Wire counts the transfers so far and the clocks they took.
func (b *I2C) Wire() (transfers, bits int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls, b.bits
}

// Open opens the bus.
func (b *I2C) Open() (i2c.BusCloser, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return nil, fmt.Errorf("open /dev/i2c-1: %w", syscall.ENOENT)
	}
	b.opened++
	return &i2cBus{bus: b}, nil
}

type i2cBus struct {
	bus    *I2C
	closed bool
}

func (o *i2cBus) String() string { return "/dev/i2c-1" }

func (o *i2cBus) SetSpeed(physic.Frequency) error { return errors.ErrUnsupported }

func (o *i2cBus) Close() error {
	o.bus.mu.Lock()
	defer o.bus.mu.Unlock()
	if o.closed {
		return errors.New("bus closed twice")
	}
	o.closed = true
	o.bus.opened--
	return nil
}

func (o *i2cBus) Tx(address uint16, w, r []byte) error {
	o.bus.mu.Lock()
	defer o.bus.mu.Unlock()
	if o.closed {
		return errors.New("use of a closed bus")
	}
	return o.bus.tx(address, w, r)
}

// tx is one transfer: start, and after each half's address its bytes, nine
// clocks each, then stop.
func (b *I2C) tx(address uint16, w, r []byte) error {
	switch {
	case b.gone:
		return syscall.ENODEV
	case b.stuck:
		return syscall.ETIMEDOUT
	}
	if b.after--; b.after == -1 && b.hook != nil {
		b.hook()
	}
	b.calls++
	b.bits++ // stop
	if len(w) > 0 {
		b.bits += 1 + 9 + 9*len(w)
	}
	if len(r) > 0 {
		b.bits += 1 + 9 + 9*len(r)
	}
	for i, c := range b.Chips {
		if c.Address == address && !c.Silent {
			b.serve(i, w, r)
			return nil
		}
	}
	return syscall.EREMOTEIO
}

func (b *I2C) serve(chip int, w, r []byte) {
	c := b.Chips[chip]
	for i, v := range w {
		if i == 0 {
			c.pointer = v
			continue
		}
		c.write(v)
	}
	for i := range r {
		r[i] = b.read(chip)
	}
}

// banked reports the MCP23017's other register layout.
func (e *Expander) banked() bool { return e.MCP && e.registers[0x0a]&0x80 != 0 }

// index is where the register of an address is kept.
func (e *Expander) index(address byte) int {
	switch {
	case !e.MCP:
		return int(address & 7)
	case e.banked():
		return int(address&0x0f*2+address>>4&1) % len(e.registers)
	}
	return int(address) % len(e.registers)
}

// next moves the pointer: the MCP23017's runs on, the TCA9555's within a pair.
func (e *Expander) next() {
	if e.MCP {
		e.pointer++
		return
	}
	e.pointer ^= 1
}

func (e *Expander) write(v byte) {
	i := e.index(e.pointer)
	e.next()
	v &^= e.Worn
	switch {
	case !e.MCP && i < 2: // inputs
	case e.MCP && (i >= 0x0e && i <= 0x11): // interrupt flags and captures
	case e.MCP && (i == 0x0a || i == 0x0b):
		e.registers[0x0a], e.registers[0x0b] = v, v // one register with two addresses
	case e.MCP && (i == 0x12 || i == 0x13):
		e.registers[i+2] = v // writing a port writes its latch
	default:
		e.registers[i] = v
	}
}

func (b *I2C) read(chip int) byte {
	c := b.Chips[chip]
	i := c.index(c.pointer)
	c.next()
	if c.MCP && (i == 0x12 || i == 0x13) || !c.MCP && i < 2 {
		var v byte
		for bit := range 8 {
			if b.level(Pin{chip, i&1*8 + bit}) {
				v |= 1 << bit
			}
		}
		polarity := 4
		if c.MCP {
			polarity = 2
		}
		return v ^ c.registers[polarity+i&1]
	}
	return c.registers[i]
}

func (e *Expander) bit(register int, pin int) bool {
	return e.registers[register+pin/8]>>(pin%8)&1 == 1
}

// drives reports whether a pin is an output, and its level.
func (e *Expander) drives(pin int) (output, high bool) {
	if e.MCP {
		return !e.bit(0x00, pin), e.bit(0x14, pin)
	}
	return !e.bit(0x06, pin), e.bit(0x02, pin)
}

// level is what a pin reads. One that nothing holds reads low: as a contact that
// is closed, which is the worst it can do.
func (b *I2C) level(p Pin) bool {
	c := b.Chips[p.Chip]
	if output, high := c.drives(p.Pin); output {
		return high
	}
	for to, closed := range b.contacts[p] {
		if !closed {
			continue
		}
		if to == ground {
			return false
		}
		if output, high := b.Chips[to.Chip].drives(to.Pin); output && !high {
			return false
		}
	}
	return !c.MCP || c.bit(0x0c, p.Pin) // the pull-up
}

// UnsafeNow names, within After, a pin that is driven high (where another may
// pull it low), or that must not be an input; "" is none. GPA7 and GPB7 of an
// MCP23017 must be outputs.
func (b *I2C) UnsafeNow() string {
	for i, c := range b.Chips {
		if c.MCP && (c.registers[0]|c.registers[1])&0x80 != 0 {
			return fmt.Sprintf("GPA7 or GPB7 of chip %d is an input", i)
		}
		for pin := range 16 {
			if output, high := c.drives(pin); output && high {
				return fmt.Sprintf("pin %d of chip %d is driven high", pin, i)
			}
		}
	}
	return ""
}
