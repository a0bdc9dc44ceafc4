package i2c

import "fmt"

// Model is a kind of expander. Each has two ports of eight pins: pins 0 to 7 are
// GPA or P0, pins 8 to 15 are GPB or P1.
type Model uint8

// The models there are.
const (
	// MCP23017 (Microchip DS20001952): 14 pins, for GPA7 and GPB7 are outputs only
	// since revision D of the data sheet; used as inputs they disturb the bus.
	MCP23017 Model = iota
	// TCA9555 (Texas Instruments SCPS200), PCA9555: 16 pins with weak pull-ups.
	// TCA9535 is the same without pull-ups.
	TCA9555
)

// model is what a driver must know of a kind of chip.
type model struct {
	name      string
	pins      uint16 // that may be inputs
	direction byte   // register of the directions, 1 is an input
	input     byte   // register of the levels
	output    byte   // register of what outputs show
	// idle is what the output register holds where pins are inputs. There it means
	// nothing; it is neither what the chip wakes up with nor what a dead bus reads.
	idle uint16
	// joined is set if the register after the levels is the output's, so that one
	// transfer reads both, which proves that the chip has not forgotten.
	joined bool
	// harmless is set if a chip with lost registers reads its inputs as before.
	harmless bool
	// proof is another register that tells, of the value proven.
	proof func(rows uint16) (register byte, value uint16)
	// setup is written, in order, and read back when all is written.
	setup func(rows uint16) []block
}

// block is what stands in registers that follow one another. After the last of
// them comes the first again if wraps is set, which tells a TCA9555 from an
// MCP23017.
type block struct {
	register byte
	values   []byte
	wraps    bool
}

// expected is what a reader of the block must find.
func (b block) expected() []byte {
	if b.wraps {
		return append(b.values[:len(b.values):len(b.values)], b.values[0])
	}
	return b.values
}

func pair(register byte, v uint16) block {
	return block{register: register, values: []byte{byte(v), byte(v >> 8)}}
}

// circle is a pair of registers that a long read goes round in.
func circle(register byte, v uint16) block {
	b := pair(register, v)
	b.wraps = true
	return b
}

var models = [...]model{
	MCP23017: {
		name: "MCP23017", pins: 0x7f7f, direction: 0x00, input: 0x12, output: 0x14, idle: 0x2a55, joined: true,
		proof: func(uint16) (byte, uint16) { return mcpPullUps, 0x7f7f },
		setup: func(rows uint16) []block {
			return []block{
				{register: 0x05, values: []byte{0}}, // IOCON if the chip is in its other register layout (BANK 1): leave that
				{register: 0x0a, values: []byte{0}}, // IOCON: both ports in pairs, addresses go up
				pair(0x14, 0x2a55&^rows),
				// Directions, polarity, interrupts (three pairs), IOCON twice, pull-ups.
				{register: 0x00, values: []byte{0x7f, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0x7f}},
			}
		},
	},
	TCA9555: {
		name: "TCA9555", pins: 0xffff, direction: 0x06, input: 0x00, output: 0x02, idle: 0x5a25, harmless: true,
		proof: func(rows uint16) (byte, uint16) { return 0x02, 0x5a25 &^ rows },
		setup: func(rows uint16) []block {
			return []block{circle(0x02, 0x5a25&^rows), pair(0x04, 0), pair(0x06, 0xffff)} // outputs, polarity, directions
		},
	},
}

// mcpPullUps is the MCP23017's GPPUA, for a chip whose outputs are all rows: its
// output register then holds what it wakes up with.
const mcpPullUps = 0x0c

func (m Model) String() string {
	if int(m) < len(models) {
		return models[m].name
	}
	return fmt.Sprintf("model %d", m)
}

// Pins are the pins of a model that can feel a contact, bit i is pin i.
func (m Model) Pins() uint16 {
	if int(m) < len(models) {
		return models[m].pins
	}
	return 0
}
