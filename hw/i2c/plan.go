package i2c

import (
	"errors"
	"fmt"
)

// ErrConfig is the cause of every configuration that New refuses.
var ErrConfig = errors.New("i2c: impossible configuration")

// MaxChannels is the most channels a Scanner may have.
const MaxChannels = 1024

// Chip is one expander on the bus.
type Chip struct {
	Model   Model
	Address uint16 // 0x20 to 0x27
}

// Pin is one pin of one chip.
type Pin struct{ Chip, Pin int }

// Config is the wiring of contacts, which close to ground, or from a column to a row through a diode
// (against ghosts). Without rows every readable pin is a channel, by chip and then by pin: 14 of an
// MCP23017, 16 of a TCA9555. With rows, channel r*len(Columns)+c is the contact between row r and column c,
// and the remaining pins follow.
type Config struct {
	Open          Opener
	Chips         []Chip
	Rows, Columns []Pin
}

// step is one transfer of a scan.
type step struct {
	chip   int
	write  []byte
	read   int
	runs   []run
	proves []byte // what the bytes read must end with
}

// clocks counts the clocks of a transfer: nine a byte, those of the address included,
// and one for each start and the stop.
func (st step) clocks() float64 {
	n := 1
	if len(st.write) > 0 {
		n += 10 + 9*len(st.write)
	}
	if st.read > 0 {
		n += 10 + 9*st.read
	}
	return float64(n)
}

// run is a run of pins that are channels one after another.
type run struct {
	shift, count uint8
	channel      uint16
}

// plan is a whole scan.
type plan struct {
	channels int
	steps    []step // each in every scan
	turns    []step // one of them in each scan, in turn
}

// rows are the pins of a chip that are rows.
func (c Config) rows(chip int) (set uint16) {
	for _, p := range c.Rows {
		if p.Chip == chip {
			set |= 1 << p.Pin
		}
	}
	return set
}

// check says what is impossible.
func (c Config) check() error {
	if len(c.Chips) == 0 || (len(c.Rows) == 0) != (len(c.Columns) == 0) {
		return fmt.Errorf("%w: %d chips, %d rows, %d columns", ErrConfig, len(c.Chips), len(c.Rows), len(c.Columns))
	}
	seen := map[uint16]bool{}
	for i, chip := range c.Chips {
		if int(chip.Model) >= len(models) || chip.Address < 0x20 || chip.Address > 0x27 || seen[chip.Address] {
			return fmt.Errorf("%w: chip %d (%v) at address %#x; addresses are 0x20 to 0x27, each once", ErrConfig, i, chip.Model, chip.Address)
		}
		seen[chip.Address] = true
	}
	used := map[Pin]bool{}
	for _, list := range [][]Pin{c.Rows, c.Columns} {
		for _, p := range list {
			if p.Chip < 0 || p.Chip >= len(c.Chips) || p.Pin < 0 || p.Pin > 15 || used[p] || c.Chips[p.Chip].Model.Pins()>>p.Pin&1 == 0 {
				return fmt.Errorf("%w: pin %d of chip %d cannot be a row or column, or is one already", ErrConfig, p.Pin, p.Chip)
			}
			used[p] = true
		}
	}
	return nil
}

// plan works out the transfers of a scan.
func (c Config) plan() plan {
	p := plan{channels: len(c.Rows) * len(c.Columns)}
	p.matrix(c)
	for i, chip := range c.Chips {
		m := models[chip.Model]
		rest := m.pins &^ c.rows(i)
		for _, col := range c.Columns {
			if col.Chip == i {
				rest &^= 1 << col.Pin
			}
		}
		read := step{chip: i, write: []byte{m.input}, read: 2, runs: p.number(rest)}
		register, value := m.proof(c.rows(i))
		proof := step{chip: i, write: []byte{register}, read: 2, proves: pair(0, value).values}
		switch {
		case rest != 0 && m.joined && m.idle&^c.rows(i) != 0:
			read.read, read.proves = 4, pair(0, m.idle&^c.rows(i)).values
			p.steps = append(p.steps, read)
		default:
			if rest != 0 {
				p.steps = append(p.steps, read)
			}
			if m.harmless && c.rows(i) == 0 {
				p.turns = append(p.turns, proof)
			} else {
				p.steps = append(p.steps, proof)
			}
		}
	}
	return p
}

// number makes a channel of each pin of a set.
func (p *plan) number(pins uint16) (runs []run) {
	for pin := range 16 {
		if pins>>pin&1 == 1 {
			runs = extend(runs, pin, p.channels)
			p.channels++
		}
	}
	return runs
}

// extend adds one pin to the last run, or begins another.
func extend(runs []run, pin, channel int) []run {
	if n := len(runs) - 1; n >= 0 {
		if r := &runs[n]; int(r.shift+r.count) == pin && int(r.channel)+int(r.count) == channel {
			r.count++
			return runs
		}
	}
	return append(runs, run{uint8(pin), 1, uint16(channel)})
}

// matrix adds the steps of rows and columns: each row is pulled low by making it
// an output while the others are inputs, so that no two pins ever drive against
// each other, and then the columns are read.
func (p *plan) matrix(c Config) {
	for r, row := range c.Rows {
		before := c.Rows[(r+len(c.Rows)-1)%len(c.Rows)]
		if before.Chip != row.Chip || before.Pin/8 != row.Pin/8 {
			p.steps = append(p.steps, drive(c, before, false))
		}
		p.steps = append(p.steps, drive(c, row, true))
		for i, chip := range c.Chips {
			var runs []run
			for col, pin := range c.Columns {
				if pin.Chip == i {
					runs = extend(runs, pin.Pin, r*len(c.Columns)+col)
				}
			}
			if len(runs) > 0 {
				p.steps = append(p.steps, step{chip: i, write: []byte{models[chip.Model].input}, read: 2, runs: runs})
			}
		}
	}
}

// drive pulls one row low, or lets go of all rows of its port.
func drive(c Config, row Pin, low bool) step {
	m := models[c.Chips[row.Chip].Model]
	inputs := m.pins
	if low {
		inputs &^= 1 << row.Pin
	}
	port := row.Pin / 8
	return step{chip: row.Chip, write: []byte{m.direction + byte(port), byte(inputs >> (8 * port))}}
}
