package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"periph.io/x/conn/v3/physic"

	periphi2c "periph.io/x/conn/v3/i2c"

	"reeve/board"
	"reeve/config"
	"reeve/hw/gpio"
	"reeve/hw/hwtest"
	"reeve/hw/i2c"
	"reeve/hw/spi"
	"reeve/leds"
	"reeve/sensors"
)

// The figures of a scan: so many a second at least, and so much CPU beside the system calls at most, of
// the driver and of what makes touches of it.
const (
	scanHz  = 250
	scanCPU = time.Microsecond
)

// scanned is a driver on hardware that takes no time, and what it takes on the wire.
type scanned struct {
	name    string
	places  int
	scanner scanner
	fast    func()        // has the hardware take no time from now on
	wire    time.Duration // bits on the bus, or pauses in which lines settle
	calls   int           // system calls
	call    time.Duration // what one of them takes on the smallest Pi, an estimate
}

func numbers(first, count int) (list []int) {
	for i := range count {
		list = append(list, first+i)
	}
	return list
}

func gpioScanned(t *testing.T, places, rows, columns int) scanned {
	chip := hwtest.NewGPIO()
	fast := false
	s, err := gpio.New(gpio.Config{Rows: numbers(0, rows), Columns: numbers(rows, columns), Settle: -1,
		Request: func(use gpio.Use, lines []int) (gpio.Lines, error) {
			if fast {
				return hwtest.Lines{Levels: 0x5555}, nil
			}
			return chip.Take(use, lines)
		}})
	if err != nil {
		t.Fatal(err)
	}
	levels := make([]uint64, (s.Channels()+63)/64)
	scan(t, s, levels)
	before := chip.Calls()
	scan(t, s, levels)
	calls := chip.Calls() - before
	return scanned{"gpio matrix", places, s, func() { // the lines are lost, and found again on the quick chip
		chip.Break(true)
		_ = s.Scan(levels)
		fast = true
	}, time.Duration(rows) * gpio.DefaultSettle, calls, linesCost}
}

func scan(t *testing.T, s scanner, levels []uint64) {
	t.Helper()
	if err := s.Scan(levels); err != nil {
		t.Fatal(err)
	}
}

// i2cScanned is so many expanders at a clock, in rows and columns or direct.
func i2cScanned(t *testing.T, name string, places int, model i2c.Model, chips, kHz int, rows, columns []i2c.Pin) scanned {
	config := i2c.Config{Rows: rows, Columns: columns}
	var models []*hwtest.Expander
	for i := range chips {
		config.Chips = append(config.Chips, i2c.Chip{Model: model, Address: uint16(0x20 + i)})
		models = append(models, &hwtest.Expander{Address: uint16(0x20 + i), MCP: model == i2c.MCP23017})
	}
	bus, quick := hwtest.NewI2C(models...), &hwtest.Canned{}
	config.Open = func() (c periphi2c.BusCloser, err error) {
		quick.BusCloser, err = bus.Open()
		return quick, err
	}
	s, err := i2c.New(config)
	if err != nil {
		t.Fatal(err)
	}
	levels := make([]uint64, (s.Channels()+63)/64)
	scan(t, s, levels)
	calls, bits := bus.Wire()
	const scans = 2 * 8 // what is proven in turn comes round
	for range scans {
		scan(t, s, levels)
	}
	calls2, bits2 := bus.Wire()
	wire := time.Duration(bits2-bits) * time.Millisecond / time.Duration(scans*kHz)
	return scanned{name, places, s, func() { quick.Fast = true }, wire, (calls2 - calls + scans - 1) / scans, transferCost}
}

func chipPins(chip, first, count int) (list []i2c.Pin) {
	for i := range count {
		list = append(list, i2c.Pin{Chip: chip, Pin: first + i})
	}
	return list
}

func chainScanned(t *testing.T, places, chips int) scanned {
	registers := &hwtest.Registers{Inputs: slices.Repeat([]byte{0xff}, chips)}
	registers.Set(8*chips-2, true)
	fast := false
	port := &hwtest.SPI{Exchange: func(w, r []byte) {
		if !fast {
			registers.Exchange(w, r)
			return
		}
		copy(r, registers.Inputs)
		r[chips-1] = 0xbf
	}}
	s, err := spi.NewChain(spi.ChainConfig{Open: port.Open, Chips: chips, High: 8*chips - 1, Low: 8*chips - 2})
	if err != nil {
		t.Fatal(err)
	}
	scan(t, s, make([]uint64, (s.Channels()+63)/64))
	n, bytes := port.Sent()
	hz, _ := port.Setup()
	return scanned{"74HC165 chain", places, s, func() { fast = true },
		time.Duration(8*bytes) * time.Second / time.Duration(hz/physic.Hertz), n, transferCost}
}

// TestFigureScans holds the CPU of a scan, too.
func TestFigureScans(t *testing.T) { TestScans(t) }

// TestScans holds the rate and the allocations of a scan, for every driver that is asked for its contacts. The rate is what the wire leaves; what the system adds is told apart, and is an estimate. (A
// controller's own scan is measured in firmware-protocol/firmware.)
func TestScans(t *testing.T) {
	const mcp, tca = i2c.MCP23017, i2c.TCA9555
	for _, s := range []scanned{
		gpioScanned(t, 49, 7, 7), gpioScanned(t, 89, 9, 10), gpioScanned(t, 160, 10, 16),
		i2cScanned(t, "mcp23017 direct", 49, mcp, 4, 400, nil, nil), i2cScanned(t, "mcp23017 direct", 89, mcp, 7, 400, nil, nil),
		i2cScanned(t, "mcp23017 7×7", 49, mcp, 1, 400, chipPins(0, 0, 7), chipPins(0, 8, 7)),
		i2cScanned(t, "mcp23017 7×14", 89, mcp, 2, 400, chipPins(0, 0, 7), append(chipPins(1, 0, 7), chipPins(1, 8, 7)...)),
		i2cScanned(t, "mcp23017 14×14", 160, mcp, 2, 400, append(chipPins(0, 0, 7), chipPins(0, 8, 7)...), append(chipPins(1, 0, 7), chipPins(1, 8, 7)...)),
		i2cScanned(t, "tca9555 direct", 49, tca, 4, 400, nil, nil), i2cScanned(t, "tca9555 direct", 89, tca, 6, 400, nil, nil),
		i2cScanned(t, "tca9555 10×16", 160, tca, 2, 400, chipPins(0, 0, 10), chipPins(1, 0, 16)),
		i2cScanned(t, "tca9555 2×80", 160, tca, 6, 400, chipPins(5, 0, 2),
			slices.Concat(chipPins(0, 0, 16), chipPins(1, 0, 16), chipPins(2, 0, 16), chipPins(3, 0, 16), chipPins(4, 0, 16))),
		i2cScanned(t, "tca9555 12×16", 192, tca, 2, 400, chipPins(0, 0, 12), chipPins(1, 0, 16)),
		i2cScanned(t, "tca9555 direct, a bus of two", 80, tca, 5, 400, nil, nil),
		chainScanned(t, 49, 7), chainScanned(t, 89, 12), chainScanned(t, 160, 21),
	} {
		t.Run(fmt.Sprintf("%s/%d", s.name, s.places), func(t *testing.T) {
			if s.wire > time.Second/scanHz {
				t.Errorf("a scan takes %v on the wire: not %d a second", s.wire, scanHz)
			}
			s.fast()
			loop := s.loop(t)
			t.Logf("wire %v, %d system calls (about %v on a Pi Zero)", s.wire, s.calls, time.Duration(s.calls)*s.call)
			if !strings.HasPrefix(t.Name(), "TestFigure") {
				return
			}
			cpu := hwtest.Cost(func() { loop.Scan() })
			if t.Logf("CPU beside them %v", cpu); cpu > scanCPU {
				t.Errorf("a scan takes %v of CPU, %v is allowed", cpu, scanCPU)
			}
		})
	}
}

// TestShippedBoardsScanFastEnough holds every board file of ours to the rate on the smallest Pi, system calls included,
// and the reckoning to what the drivers do on models. (Behind a controller the rate is its own, see TestScanRate in
// firmware-protocol/firmware; a DGT board's is its maker's.)
func TestShippedBoardsScanFastEnough(t *testing.T) {
	asked := map[string]int{}
	for file := range shipped {
		b, err := config.LoadBoard("../../configs/boards/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range b.Drivers {
			wire, calls, each, err := scanTime(d)
			if err != nil {
				t.Fatal(err)
			}
			if calls > 0 {
				asked[d.Kind]++
			}
			if whole := wire + time.Duration(calls*float64(each)); whole > time.Second/scanHz {
				t.Errorf("%s: a scan of %s takes %v", file, d.Name, whole)
			}
		}
	}
	if asked["gpio"] != 6 || asked["i2c"] != 3 || asked["hc165"] != 1 {
		t.Errorf("drivers that are asked: %v", asked)
	}
	matrix := config.Driver{Kind: "gpio", Rows: numbers(0, 7), Columns: numbers(7, 7)}
	expanders := config.Driver{Kind: "i2c", Expanders: []config.Expander{{Model: "tca9555", Address: 0x20}, {Model: "tca9555", Address: 0x21}}, Rows: numbers(0, 10), Columns: numbers(16, 16)}
	chain := config.Driver{Kind: "hc165", Registers: 21, Load: -1}
	for _, c := range []struct {
		driver config.Driver
		model  scanned
	}{
		{matrix, gpioScanned(t, 49, 7, 7)}, {chain, chainScanned(t, 160, 21)},
		{expanders, i2cScanned(t, "tca9555 10×16", 160, i2c.TCA9555, 2, 400, chipPins(0, 0, 10), chipPins(1, 0, 16))},
	} {
		wire, calls, each, err := scanTime(c.driver)
		if err != nil || wire != c.model.wire || calls != float64(c.model.calls) || each != c.model.call {
			t.Errorf("%s: %v and %v × %v are reckoned (%v), %v and %d × %v are so", c.model.name, wire, calls, each, err, c.model.wire, c.model.calls, c.model.call)
		}
	}
}

// loop scans from the driver to the sink, which allocates nothing.
func (s scanned) loop(t *testing.T) *sensors.Loop {
	squares := make([]board.Square, s.scanner.Channels())
	for i := range squares {
		squares[i] = board.None
		if i < s.places {
			squares[i] = board.Square(i)
		}
	}
	wiring, err := sensors.NewWiring(squares)
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	loop := sensors.NewLoop(s.scanner, wiring, buttonsOnlySink{func(err error) {
		if err != nil {
			faults++
		}
	}}, sensors.Options{})
	for range 10 {
		loop.Scan()
	}
	if n := testing.AllocsPerRun(100, func() { loop.Scan() }); n != 0 {
		t.Errorf("%v allocations in a scan", n)
	}
	if faults > 0 {
		t.Errorf("%d faults", faults)
	}
	return loop
}

// TestFigureHandOver holds the figure for light: a scene of 160 squares, each with a meaning that moves, is drawn and
// handed to the driver in 0.2 ms of CPU.
func TestFigureHandOver(t *testing.T) {
	const n, most = 160, 200 * time.Microsecond
	var wires [][]int
	var scene leds.Scene
	for i := range n {
		wires = append(wires, []int{i})
		scene = append(scene, leds.Light{Square: board.Square(i), Meaning: []leds.Meaning{leds.Legal, leds.Target, leds.Wrong, leds.Last}[i%4]})
	}
	wiring, err := leds.NewWiring(wires, n)
	if err != nil {
		t.Fatal(err)
	}
	render, err := leds.NewRenderer(wiring, leds.Options{Palette: "standard", Brightness: 255, LimitMA: 1500})
	if err != nil {
		t.Fatal(err)
	}
	port := &hwtest.SPI{Exchange: func(_, _ []byte) {}}
	strip, err := spi.NewAPA102(spi.StripConfig{Open: port.Open, LEDs: n})
	if err != nil {
		t.Fatal(err)
	}
	frame, at := make([]byte, render.FrameLen()), time.Duration(0)
	cost := hwtest.Cost(func() {
		at += 25 * time.Millisecond
		render.Render(scene, at, frame)
		_ = strip.Show(frame)
	})
	t.Logf("%v for a frame", cost)
	if sent, _ := port.Sent(); cost > most || sent == 0 {
		t.Errorf("%v for a frame, %v are allowed", cost, most)
	}
}
