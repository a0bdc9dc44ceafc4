//go:build hardware && linux

package main

import (
	_ "embed"
	"fmt"
)

//go:embed opening.txt
var opening string

//go:embed ending.txt
var ending string

// rig is a way of building the board.
type rig struct {
	name   string
	counts string // what its hardware counts
	file   string // of the board
	middle string // what befalls it in the middle of the game
	build  func() (hardware, error)
}

// hardware is the far ends of a rig's wires.
type hardware struct {
	set    func(channel int, closed bool) error // works a contact
	press  func(button int, down bool) error    // works a button of the driver's own
	led    func(n int) [3]byte                  // what an LED shows
	acts   map[string]func() error              // what the script can do to it
	taken  func() error                         // waits until the daemon has its lines; nil if that does not matter
	worked func() int                           // counts scans, frames or what else shows that it is used
	check  func() error                         // what must be so after the game
	end    func() error
}

// squares is the part of every board file that says nothing of wires.
const squares = `
surface: {width_mm: 350, height_mm: 350}
grids:
  - {files: 7, ranks: 7, pitch_mm: 50, leds: rows-serpentine}
games:
  rolechess: {}
`

// buttons hang on a channel, or on a controller.
const buttons = `
buttons:
  - {name: undo, `

// What befalls a board: the power goes; a fault is told, and once it is over play
// goes on where it was, but not before; chips forget their settings; a step is taken
// back with a button; LEDs of a daemon that was killed are made dark.
const (
	powerCut = `
kill
start
`
	outage = `
do break
expect message paused.board
do mend
expect hardware well
`
	brownout = `
do brownout
expect hardware well
`
	leftLit = `
kill
dark
start
lamps
`
	takeBack = `
expect status play
hands -a5 +a4
expect log (a5-a4)
press undo
expect status settle
release undo
expect light a4 lift
hands -a4 +a5
`
)

var rigs = []rig{
	{"gpio-matrix", "scans", `
name: a matrix on lines of the machine
drivers:
  - {name: lines, kind: gpio, chip: contacts, rows: [0, 1, 2, 3, 4, 5, 6], columns: [8, 9, 10, 11, 12, 13, 14], direct: [20]}
` + squares + buttons + `channel: 49}`, powerCut + takeBack + "rival line is in use\n", matrix},
	{"gpio-direct", "(scans are not counted)", `
name: a line for each square
drivers:
  - {name: lines, kind: gpio, chip: direct, direct: [` + upTo(49) + `]}
` + squares, powerCut + `
# The wood is gone, see taken.
expect status settle
wood a1 d5 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2 a5 b6 c6 d6 e6 f6 g6 a7 b7 c7 d7 e7 f7 g7
expect status play
rival line is in use
`, direct},
	{"i2c-expanders", "transfers", `
name: two expanders of each model, and a strip
drivers:
  - {name: expanders, kind: i2c, device: /dev/i2c-7, expanders: [mcp23017@20, mcp23017@21, tca9555@22, tca9555@23]}
  - {name: strip, kind: ws2812, device: /dev/spidev0.0, leds: 49}
` + squares + buttons + `channel: 59}`, "lamps" + outage + brownout + takeBack + "expect status play\nlamps\nrival chip is in use\n" + leftLit, expanders},
	{"i2c-matrix", "transfers", `
name: a matrix on one expander
drivers:
  - {name: expander, kind: i2c, device: /dev/i2c-8, expanders: [mcp23017@27], rows: [0, 1, 2, 3, 4, 5, 6], columns: [8, 9, 10, 11, 12, 13, 14]}
` + squares, outage + brownout + "rival chip is in use\n", expanderMatrix},
	{"hc165-apa102", "scans", `
name: a chain of shift registers and a strip
drivers:
  - {name: chain, kind: hc165, device: /dev/spidev1.0, registers: 7, chip: contacts, load: 40}
  - {name: strip, kind: apa102, device: /dev/spidev0.0, leds: 49}
` + squares, "lamps" + outage + "lamps\nrival port is in use\n" + leftLit, shiftRegisters},
	{"usb-serial", "times unplugged", `
name: a controller on a USB cable
drivers:
  - {name: controller, kind: serial, device: ` + byID + `, channels: 49, leds: 49}
` + squares + buttons + `number: 2}`, `
lamps
do unplug
expect message paused.board
do plug
expect hardware well
expect status play
lamps
# The controller restarts, and a hand has been at the board.
do unplug
wood a1 d5 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2 a5 b6 c6 d6 e6 f6 g6 a7 b7 c7 d7 e7 f7
expect message paused.board
do replug
expect hardware well
expect status settle
expect light g7 place
hands +g7
expect status play
rival port is in use
wear 30
lamps
` + takeBack, controller},
	{"usb-pico", "times unplugged", `
name: a Pico on a USB cable, as Linux's own driver finds it
drivers:
  - {name: controller, kind: serial, device: ` + picoByID + `, channels: 49, leds: 49}
` + squares + buttons + `number: 2}`, `
do unplug
expect message paused.board
do plug
expect hardware well
expect status play
# It restarts, and a hand has been at the board.
do unplug
wood a1 d5 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2 a5 b6 c6 d6 e6 f6 g6 a7 b7 c7 d7 e7 f7
expect message paused.board
do replug
expect hardware well
expect status settle
expect light g7 place
hands +g7
expect status play
do reset
expect hardware well
do brownout
expect hardware well
do bite
expect hardware well
expect status play
rival port is in use
wear 8
expect hardware well
expect status play
` + takeBack, pico},
	{"usb-dgt", "times unplugged", `
name: a board of eight by eight fields that knows its pieces
drivers:
  - {name: fields, kind: dgt, device: ` + byID + `}
surface: {width_mm: 400, height_mm: 400}
grids:
  - {files: 8, ranks: 8, pitch_mm: 50, channels_from: upper-left}
games:
  rolechess: {}
`, `
do unplug
expect message paused.board
do plug
expect hardware well
expect status play
rival port is in use
wear 10
expect status play
`, dgt},
	{"hid-chessnut", "times unplugged", `
name: a board of eight by eight fields with lights, that speaks in reports
drivers:
  - {name: fields, kind: chessnut, device: ` + hidraw + `, leds: 64}
surface: {width_mm: 400, height_mm: 400}
grids:
  - {files: 8, ranks: 8, pitch_mm: 50, channels_from: upper-left, leds_from: upper-left}
games:
  rolechess: {}
`, `
do unplug
expect message paused.board
do plug
expect hardware well
expect status play
rival port is in use
wear 19
expect status play
`, chessnut},
}

// upTo is a list of so many numbers.
func upTo(n int) (list string) {
	for i := range n {
		list += fmt.Sprint(", ", i)
	}
	return list[2:]
}
