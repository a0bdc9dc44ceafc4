package drawing

import (
	"fmt"

	"reeve/config"
)

// pitch is how far apart pins are drawn.
const pitch = 5.2

// package pins of the chips, by number from 1, as their data sheets have them.
var (
	// MCP23017 in SPDIP-28 (Microchip DS20001952, figure 1).
	mcp23017Pins = []string{
		"GPB0", "GPB1", "GPB2", "GPB3", "GPB4", "GPB5", "GPB6", "GPB7", "VDD", "VSS", "NC", "SCL", "SDA", "NC",
		"A0", "A1", "A2", "RESET", "INTB", "INTA", "GPA0", "GPA1", "GPA2", "GPA3", "GPA4", "GPA5", "GPA6", "GPA7",
	}
	// TCA9555 in SOIC and TSSOP-24 (Texas Instruments SCPS200, pin functions).
	tca9555Pins = []string{
		"INT", "A1", "A2", "P00", "P01", "P02", "P03", "P04", "P05", "P06", "P07", "GND",
		"P10", "P11", "P12", "P13", "P14", "P15", "P16", "P17", "A0", "SCL", "SDA", "VCC",
	}
	// 74HC165 in DIP-16 (Texas Instruments SCLS116, pin functions).
	hc165Pins = []string{"SH/LD", "CLK", "E", "F", "G", "H", "/QH", "GND", "QH", "SER", "A", "B", "C", "D", "INH", "VCC"}
	// 74HC595 in DIP-16 (Texas Instruments SCLS041, pin functions).
	hc595Pins = []string{"QB", "QC", "QD", "QE", "QF", "QG", "QH", "GND", "QH'", "SRCLR", "SRCLK", "RCLK", "/OE", "SER", "QA", "VCC"}
	// 74AHCT125 in DIP-14 (Texas Instruments SCLS264, pin functions).
	ahct125Pins = []string{"/1OE", "1A", "1Y", "/2OE", "2A", "2Y", "GND", "3Y", "3A", "/3OE", "4Y", "4A", "/4OE", "VCC"}
)

// lead is what hangs on a pin of a chip.
type lead struct {
	net     string // where it goes, in words
	contact        // or what is between it and ground
}

// drawnChip is a chip with its leads, by pin name. A pin without a lead stays open.
type drawnChip struct {
	title string
	pins  []string
	leads map[string]lead
}

// body is how wide a chip is drawn.
const body = 22.0

// side is what hangs on one side of a chip, from above.
type side struct {
	first int // index of the upper pin
	step  int // to the next one
	bus   float64
	reach float64
}

// side measures one side. The bus that joins its contacts to ground lies beyond the words above and between
// them.
func (c drawnChip) side(first, step int) side {
	s := side{first: first, step: step, bus: 14, reach: 8}
	from, to := len(c.pins), -1
	for i := range len(c.pins) / 2 {
		if name := c.leads[c.pins[first+step*i]].name; name != "" {
			from, to = min(from, i), i
			s.bus = max(s.bus, 4.6+wide(name, letter))
		}
	}
	for i := range len(c.pins) / 2 {
		room := 6 + wide(c.leads[c.pins[first+step*i]].net, letter)
		s.reach = max(s.reach, room)
		if from < i && i < to {
			s.bus = max(s.bus, room)
		}
	}
	if to >= 0 {
		s.reach = max(s.reach, s.bus+2)
	}
	return s
}

// block draws a chip as it is seen from above: pins go down on the left, and up
// on the right.
func (c drawnChip) block() block {
	half := len(c.pins) / 2
	left, right := c.side(0, 1), c.side(len(c.pins)-1, -1)
	width := max(left.reach+body+right.reach, wide(c.title, caption))
	const top = caption + 3.5
	return block{width, top + float64(half)*pitch + 5, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, c.title)
		x, y = x+left.reach, y+top
		p.box("body", x, y, body, float64(half)*pitch)
		p.wire("notch", x+body/2-1.5, y, x+body/2-1.5, y+0.8, x+body/2+1.5, y+0.8, x+body/2+1.5, y)
		c.hang(p, left, x, y, -1)
		c.hang(p, right, x+body, y, 1)
	}}
}

// hang draws the pins of a side, from its upper end, with what hangs on them.
func (c drawnChip) hang(p *pen, s side, x, y, out float64) {
	var ends []float64
	for i := range len(c.pins) / 2 {
		n, at := s.first+s.step*i, y+(float64(i)+0.6)*pitch
		l := c.leads[c.pins[n]]
		p.pin(x, at, out, n+1, c.pins[n])
		p.lead(x, at, out, s.bus, l)
		if l.name != "" {
			ends = append(ends, at)
		}
	}
	p.bus(x+s.bus*out, ends)
}

// pin draws the stub of a pin with its number, and its name inside.
func (p *pen) pin(x, y, side float64, number int, name string) {
	p.wire("wire", x, y, x+4*side, y)
	if side < 0 {
		p.anchored("end", "number", x-0.6, y-0.6, 1.6, fmt.Sprint(number))
		p.text("pinname", x+1, y+letter*0.35, letter, name)
	} else {
		p.text("number", x+0.6, y-0.6, 1.6, fmt.Sprint(number))
		p.anchored("end", "pinname", x-1, y+letter*0.35, letter, name)
	}
}

// lead draws what hangs on a pin, from the end of its stub; a contact goes on to
// the bus.
func (p *pen) lead(x, y, out, bus float64, l lead) {
	switch {
	case l.name != "":
		p.contact(x+8*out-4, y, true, l.pressed)
		p.wire("wire", x+12*out, y, x+bus*out, y)
		p.anchored(map[bool]string{true: "end", false: "start"}[out < 0], "contact", x+3.6*out, y-2.1, letter, l.name)
	case out < 0:
		p.anchored("end", "net", x-5, y+letter*0.35, letter, l.net)
	default:
		p.text("net", x+5, y+letter*0.35, letter, l.net)
	}
}

// bus joins the far ends of contacts to ground.
func (p *pen) bus(x float64, ends []float64) {
	if len(ends) == 0 {
		return
	}
	for _, y := range ends {
		p.joint(x, y)
	}
	last := ends[len(ends)-1]
	p.wire("wire", x, ends[0], x, last+0.8)
	p.earth(x, last+0.8)
}

// expander is a model of expander: its pins, and which of them is pin 0, 1, … of
// the board file.
type expander struct {
	title  string
	pins   []string
	io     [16]string
	usable uint16
	ground string
	power  []string // pins that go to the supply
}

var expanderModels = map[string]expander{
	"mcp23017": {
		"MCP23017", mcp23017Pins,
		[16]string{"GPA0", "GPA1", "GPA2", "GPA3", "GPA4", "GPA5", "GPA6", "GPA7", "GPB0", "GPB1", "GPB2", "GPB3", "GPB4", "GPB5", "GPB6", "GPB7"},
		0x7f7f, "VSS", []string{"VDD", "RESET"},
	},
	"tca9555": {
		"TCA9555", tca9555Pins,
		[16]string{"P00", "P01", "P02", "P03", "P04", "P05", "P06", "P07", "P10", "P11", "P12", "P13", "P14", "P15", "P16", "P17"},
		0xffff, "GND", []string{"VCC"},
	},
}

// expanders are the blocks of an i2c driver.
func (d *driverWiring) expanders() (list []block) {
	leads := d.expanderLeads()
	if len(d.Rows) > 0 {
		list = append(list, d.crossed("the chips'", "", func(n int) string { return pinOf(d.Driver, n) }))
	}
	var chips []block
	for i, e := range d.Expanders {
		model := expanderModels[e.Model]
		chips = append(chips, drawnChip{fmt.Sprintf("%s: %s at address %x", d.Name, model.title, e.Address), model.pins, leads[i]}.block())
	}
	return append(list, ranked(chips), notes(d.Name+": each chip", 74, []string{
		"100 nF between its supply pins, close to it.",
		"The Pi has 1.8 kΩ from SDA and SCL to 3V3; add no others.",
	}))
}

// pinOf is a pin of an expander as a reader finds it.
func pinOf(d config.Driver, n int) string {
	e := d.Expanders[n/16]
	return fmt.Sprintf("%x %s", e.Address, expanderModels[e.Model].io[n%16])
}

// expanderLeads says what hangs on each pin of each chip.
func (d *driverWiring) expanderLeads() []map[string]lead {
	b := busOf(d.Driver)
	matrix := map[int]string{}
	for i, n := range d.Rows {
		matrix[n] = fmt.Sprintf("row %d", i)
	}
	for i, n := range d.Columns {
		matrix[n] = fmt.Sprintf("column %d", i)
	}
	channel := len(d.Rows) * len(d.Columns)
	var list []map[string]lead
	for i, e := range d.Expanders {
		model := expanderModels[e.Model]
		leads := map[string]lead{
			model.ground: {net: "GND"}, "SDA": {net: b.at("SDA", b.data)}, "SCL": {net: b.at("SCL", b.clock)},
		}
		for _, name := range model.power {
			leads[name] = lead{net: fmt.Sprintf("3V3, pin %d", supply)}
		}
		for bit := range 3 {
			leads[fmt.Sprintf("A%d", bit)] = lead{net: []string{"GND", "3V3"}[e.Address>>bit&1]}
		}
		for pin := range 16 {
			if model.usable>>pin&1 == 0 {
				continue
			}
			if what := matrix[16*i+pin]; what != "" {
				leads[model.io[pin]] = lead{net: what}
				continue
			}
			leads[model.io[pin]] = lead{contact: d.contacts[channel]}
			channel++
		}
		list = append(list, leads)
	}
	return list
}

// registers are the blocks of a chain of 74HC165.
func (d *driverWiring) registers() []block {
	var chips []block
	b := busOf(d.Driver)
	load := "inverted " + b.at("CE", b.choose)
	if d.Load >= 0 {
		load = lineName(d.Chip, d.Load)
	}
	for i := range d.Registers {
		leads := map[string]lead{
			"SH/LD": {net: load}, "CLK": {net: b.at(b.ckName, b.clock)}, "INH": {net: "GND"}, "GND": {net: "GND"}, "VCC": {net: fmt.Sprintf("3V3, pin %d", supply)},
			"QH": {net: fmt.Sprintf("SER of chip %d", i-1)}, "SER": {net: fmt.Sprintf("QH of chip %d", i+1)},
		}
		if i == 0 {
			leads["QH"] = lead{net: b.at("MISO", b.in)}
		}
		if i == d.Registers-1 {
			leads["SER"] = lead{net: "GND"}
		}
		for input := range 8 {
			at := 8*i + input
			name := string("ABCDEFGH"[input])
			switch {
			case at == d.High:
				leads[name] = lead{net: "3V3: proves"}
			case at == d.Low:
				leads[name] = lead{net: "GND: proves"}
			case d.contacts[at].name == "":
				leads[name] = lead{net: "3V3"}
			default:
				leads[name] = lead{contact: d.contacts[at]}
			}
		}
		chips = append(chips, drawnChip{fmt.Sprintf("%s: 74HC165, chip %d", d.Name, i), hc165Pins, leads}.block())
	}
	return []block{ranked(chips), pulledUp(d.Name), notes(d.Name+": each chip", 74, []string{
		"100 nF between VCC and GND, close to it.",
		"QH never lets go of MISO: nothing else may answer on that bus.",
	})}
}

// pulledUp draws how every input of a chain that has a contact is wired.
func pulledUp(name string) block {
	title := name + ": every input with a contact"
	return block{max(64, wide(title, caption)), caption + 18, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, title)
		at := y + caption + 9
		p.anchored("end", "net", x+6, at+letter*0.35, letter, "3V3")
		p.resistor(x+7, at)
		p.anchored("middle", "value", x+11, at-2, letter, "10 kΩ")
		p.wire("wire", x+15, at, x+20, at)
		p.joint(x+20, at)
		p.wire("wire", x+20, at, x+20, at+5)
		p.anchored("middle", "net", x+20, at+8, letter, "input")
		p.wire("wire", x+20, at, x+25, at)
		p.reed(x+25, at)
		p.wire("wire", x+33, at, x+38, at, x+38, at+1)
		p.earth(x+38, at+1)
	}}
}

const shiftTitle = "74HC595"

// outputs are those of a chain of 74HC595, in the order in which a bit passes through it.
func outputs(chips int) (names []string) {
	for i := range 8 * chips {
		names = append(names, fmt.Sprintf("chip %d Q%c", i/8, 'A'+i%8))
	}
	return names
}

// shifts is how many 74HC595 the columns of a driver need.
func (d *driverWiring) shifts() int {
	c := d.chip
	if c == nil || c.chain == nil {
		return 0
	}
	columns, _ := d.inUse(len(c.rows))
	return (columns + 7) / 8
}

// chained are the blocks of the 74HC595 behind a controller.
func (d controllerWiring) chained(n int) []block {
	c := d.chip
	columns, _ := d.inUse(len(c.rows))
	var chips []block
	for i := range n {
		leads := map[string]lead{
			"SER": {net: "pin " + c.chain[0]}, "SRCLK": {net: "pin " + c.chain[1]}, "RCLK": {net: "pin " + c.chain[2]},
			"/OE": {net: "GND"}, "GND": {net: "GND"}, "SRCLR": {net: picoSupply}, "VCC": {net: picoSupply},
		}
		if i > 0 {
			leads["SER"] = lead{net: fmt.Sprintf("QH' of chip %d", i-1)}
		}
		if i < n-1 {
			leads["QH'"] = lead{net: fmt.Sprintf("SER of chip %d", i+1)}
		}
		for bit := range min(8, columns-8*i) {
			leads[fmt.Sprintf("Q%c", 'A'+bit)] = lead{net: fmt.Sprintf("column %d", 8*i+bit)}
		}
		chips = append(chips, drawnChip{fmt.Sprintf("%s: %s, chip %d", d.Name, shiftTitle, i), hc595Pins, leads}.block())
	}
	return []block{ranked(chips), notes(d.Name+": each 74HC595", 74, []string{
		"100 nF between VCC and GND, close to it. It runs on the Pico's 3.3 V: outputs that are not chosen are high, so no column goes without its resistor.",
	})}
}
