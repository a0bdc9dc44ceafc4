package i2c_test

import (
	"errors"
	"slices"
	"syscall"
	"testing"
	"time"

	periph "periph.io/x/conn/v3/i2c"
	"periph.io/x/conn/v3/i2c/i2ctest"

	"reeve/hw/hwtest"
	"reeve/hw/i2c"
)

// board is a way of wiring contacts to expanders.
type board struct {
	name     string
	model    []i2c.Model
	rows     []i2c.Pin
	columns  []i2c.Pin
	channels int
}

// pins are pins of one chip one after another.
func pins(chip, first, count int) (list []i2c.Pin) {
	for i := range count {
		list = append(list, i2c.Pin{Chip: chip, Pin: first + i})
	}
	return list
}

func times(m i2c.Model, n int) []i2c.Model { return slices.Repeat([]i2c.Model{m}, n) }

var boards = []board{
	{"MCP23017 49 direct", times(i2c.MCP23017, 4), nil, nil, 56},
	{"MCP23017 89 direct", times(i2c.MCP23017, 7), nil, nil, 98},
	{"TCA9555 49 direct", times(i2c.TCA9555, 4), nil, nil, 64},
	{"TCA9555 89 direct", times(i2c.TCA9555, 6), nil, nil, 96},
	{"both direct", []i2c.Model{i2c.TCA9555, i2c.MCP23017}, nil, nil, 30},
	{"MCP23017 7×7", times(i2c.MCP23017, 1), pins(0, 0, 7), pins(0, 8, 7), 49},
	{"TCA9555 8×8", times(i2c.TCA9555, 1), pins(0, 8, 8), pins(0, 0, 8), 64},
	{"TCA9555 9×10 and 12 direct", times(i2c.TCA9555, 2), pins(0, 0, 9), append(pins(0, 9, 7), pins(1, 2, 3)...), 90 + 13},
	{"TCA9555 2×80 and 14 direct", times(i2c.TCA9555, 6), pins(5, 0, 2), slices.Concat(pins(0, 0, 16), pins(1, 0, 16), pins(2, 0, 16), pins(3, 0, 16), pins(4, 0, 16)), 174},
	{"TCA9555 10×16 and 6 direct", times(i2c.TCA9555, 2), pins(0, 3, 10), pins(1, 0, 16), 166},
	{"MCP23017 14×14", times(i2c.MCP23017, 2), append(pins(0, 0, 7), pins(0, 8, 7)...), append(pins(1, 8, 7), pins(1, 0, 7)...), 196},
	{"MCP23017 4×4 and 6 direct", times(i2c.MCP23017, 1), pins(0, 2, 4), pins(0, 9, 4), 22},
}

// wired makes the bus of a board and the configuration for it, and says which
// contact works each channel.
func (b board) wired() (*hwtest.I2C, i2c.Config, func(channel int, closed bool)) {
	config := i2c.Config{Rows: b.rows, Columns: b.columns}
	var chips []*hwtest.Expander
	var direct []hwtest.Pin
	for i, m := range b.model {
		address := uint16(0x20 + i)
		config.Chips = append(config.Chips, i2c.Chip{Model: m, Address: address})
		chips = append(chips, &hwtest.Expander{Address: address, MCP: m == i2c.MCP23017})
		for pin := range 16 {
			matrix := slices.Contains(b.rows, i2c.Pin{Chip: i, Pin: pin}) || slices.Contains(b.columns, i2c.Pin{Chip: i, Pin: pin})
			if !matrix && (m == i2c.TCA9555 || pin%8 != 7) {
				direct = append(direct, hwtest.Pin{Chip: i, Pin: pin})
			}
		}
	}
	bus := hwtest.NewI2C(chips...)
	config.Open = bus.Open
	set := func(ch int, closed bool) {
		if crossed := len(b.rows) * len(b.columns); ch >= crossed {
			bus.Ground(direct[ch-crossed], closed)
			return
		}
		bus.Cross(hwtest.Pin(b.columns[ch%len(b.columns)]), hwtest.Pin(b.rows[ch/len(b.columns)]), closed)
	}
	return bus, config, set
}

// scanner makes the scanner of a board, too.
func (b board) scanner(t testing.TB) (*hwtest.I2C, *i2c.Scanner, func(channel int, closed bool)) {
	t.Helper()
	bus, config, set := b.wired()
	s, err := i2c.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return bus, s, set
}

func TestScannerConforms(t *testing.T) {
	for _, b := range boards {
		t.Run(b.name, func(t *testing.T) {
			hwtest.Scanner(t, func(t *testing.T) *hwtest.Rig {
				bus, s, set := b.scanner(t)
				if s.Channels() != b.channels || s.Identity() {
					t.Errorf("%d channels, %d are wired; identity %v", s.Channels(), b.channels, s.Identity())
				}
				next := 0
				return &hwtest.Rig{
					Scan: s.Scan, Close: s.Close, Channels: b.channels, Set: set, Break: bus.Break, Opened: bus.Opened,
					Reset: func() { bus.Reset(next % len(b.model)); next++ },
				}
			})
		})
	}
}

// A chip that does not answer, and a bus that is held, are errors and never wood.
func TestFaultsAreNeverWood(t *testing.T) {
	for _, b := range boards {
		t.Run(b.name, func(t *testing.T) {
			bus, s, set := b.scanner(t)
			defer s.Close()
			set(b.channels-1, true)
			set(0, true)
			levels, want := make([]uint64, 4), make([]uint64, 4)
			if err := s.Scan(want); err != nil {
				t.Fatal(err)
			}
			for chip := range b.model {
				bus.Silence(chip, true)
				for range 3 {
					if err := s.Scan(levels); !errors.Is(err, syscall.EREMOTEIO) {
						t.Errorf("chip %d is silent: %v", chip, err)
					}
				}
				bus.Silence(chip, false)
				if err := s.Scan(levels); err != nil || !slices.Equal(levels, want) {
					t.Errorf("chip %d answers again: %x, %v", chip, levels, err)
				}
			}
			bus.Stick(true)
			if err := s.Scan(levels); !errors.Is(err, syscall.ETIMEDOUT) {
				t.Errorf("the bus is held: %v", err)
			}
			bus.Stick(false)
			if err := s.Scan(levels); err != nil || !slices.Equal(levels, want) {
				t.Errorf("the bus is free again: %x, %v", levels, err)
			}
		})
	}
}

// A reset between any two transfers of a scan is found out within that scan, or
// changes nothing.
func TestResetWithinAScan(t *testing.T) {
	for _, b := range boards {
		t.Run(b.name, func(t *testing.T) {
			bus, s, set := b.scanner(t)
			defer s.Close()
			for ch := 0; ch < b.channels; ch += 3 {
				set(ch, true)
			}
			levels, want := make([]uint64, 4), make([]uint64, 4)
			if err := s.Scan(want); err != nil {
				t.Fatal(err)
			}
			from, _ := bus.Wire()
			if err := s.Scan(levels); err != nil {
				t.Fatal(err)
			}
			to, _ := bus.Wire()
			for at := range to - from {
				for chip := range b.model {
					for tries := 0; s.Scan(levels) != nil; tries++ {
						if tries == 3 {
							t.Fatal("the chips are not set up anew")
						}
					}
					bus.After(at, func() { bus.ResetNow(chip) })
					for range 2 * len(b.model) {
						if err := s.Scan(levels); err == nil && !slices.Equal(levels, want) {
							t.Fatalf("chip %d reset before transfer %d: scanned %x, not %x", chip, at, levels, want)
						}
					}
				}
			}
		})
	}
}

func TestNoPinIsDrivenAgainstAnother(t *testing.T) {
	for _, b := range boards {
		bus, s, _ := b.scanner(t)
		if err := s.Scan(make([]uint64, 4)); err != nil {
			t.Fatal(err)
		}
		transfers, _ := bus.Wire()
		for at := range transfers {
			bus.After(at, func() {
				if what := bus.UnsafeNow(); what != "" {
					t.Errorf("%s, transfer %d: %s", b.name, at, what)
				}
			})
			if err := s.Scan(make([]uint64, 4)); err != nil {
				t.Fatal(err)
			}
		}
		s.Close()
	}
}

func TestChipIsSetUpWhateverItWasBefore(t *testing.T) {
	for register := range byte(22) {
		for _, b := range []board{boards[0], boards[2]} {
			bus, s, set := b.scanner(t)
			set(5, true)
			bus.Poke(0, register, 0xff)
			levels := make([]uint64, 2)
			if err := s.Scan(levels); err != nil || levels[0] != 1<<5 || levels[1] != 0 {
				t.Errorf("%s, register %#x was ff: %x, %v", b.name, register, levels, err)
			}
			s.Close()
		}
	}
}

func TestChipThatDoesNotTakeItsSettings(t *testing.T) {
	for _, model := range []i2c.Model{i2c.MCP23017, i2c.TCA9555} {
		bus := hwtest.NewI2C(&hwtest.Expander{Address: 0x20, MCP: model == i2c.TCA9555}) // the other one is there
		s, err := i2c.New(i2c.Config{Open: bus.Open, Chips: []i2c.Chip{{Model: model, Address: 0x20}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Scan(make([]uint64, 1)); !errors.Is(err, i2c.ErrSetup) || bus.Opened() != 0 {
			t.Errorf("%v: %v, %d open", model, err, bus.Opened())
		}
		bus = hwtest.NewI2C(&hwtest.Expander{Address: 0x20, MCP: model == i2c.MCP23017, Worn: 0x04})
		if s, err = i2c.New(i2c.Config{Open: bus.Open, Chips: []i2c.Chip{{Model: model, Address: 0x20}}}); err != nil {
			t.Fatal(err)
		}
		if err := s.Scan(make([]uint64, 1)); !errors.Is(err, i2c.ErrSetup) {
			t.Errorf("a worn %v: %v", model, err)
		}
	}
}

func TestNewRefusesWhatCannotBe(t *testing.T) {
	mcp, tca := i2c.Chip{Model: i2c.MCP23017, Address: 0x20}, i2c.Chip{Model: i2c.TCA9555, Address: 0x21}
	for _, c := range []i2c.Config{
		{},
		{Chips: []i2c.Chip{mcp, mcp}},
		{Chips: []i2c.Chip{{Model: 7, Address: 0x20}}},
		{Chips: []i2c.Chip{{Address: 0x28}}},
		{Chips: []i2c.Chip{{Address: 0x1f}}},
		{Chips: []i2c.Chip{tca}, Rows: pins(0, 0, 2)},
		{Chips: []i2c.Chip{tca}, Columns: pins(0, 0, 2)},
		{Chips: []i2c.Chip{tca}, Rows: pins(0, 0, 2), Columns: pins(0, 1, 2)},
		{Chips: []i2c.Chip{tca}, Rows: pins(0, 0, 2), Columns: pins(1, 1, 2)},
		{Chips: []i2c.Chip{tca}, Rows: pins(0, 15, 2), Columns: pins(0, 1, 2)},
		{Chips: []i2c.Chip{tca}, Rows: pins(0, -1, 2), Columns: pins(0, 2, 2)},
		{Chips: []i2c.Chip{mcp}, Rows: pins(0, 0, 7), Columns: pins(0, 8, 8)}, // GPB7
	} {
		if s, err := i2c.New(c); !errors.Is(err, i2c.ErrConfig) || s != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

type closer struct{ *i2ctest.Playback }

func (closer) Close() error { return nil }

// The bytes of the data sheets, worked out by hand.
func TestBytesOnTheWire(t *testing.T) {
	for _, c := range []struct {
		config i2c.Config
		ops    []i2ctest.IO
		want   uint64
	}{
		{i2c.Config{Chips: []i2c.Chip{{Model: i2c.MCP23017, Address: 0x21}}}, []i2ctest.IO{
			{Addr: 0x21, W: []byte{0x05, 0}}, {Addr: 0x21, W: []byte{0x0a, 0}}, {Addr: 0x21, W: []byte{0x14, 0x55, 0x2a}},
			{Addr: 0x21, W: []byte{0x00, 0x7f, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0x7f}},
			{Addr: 0x21, W: []byte{0x05}, R: []byte{0}}, {Addr: 0x21, W: []byte{0x0a}, R: []byte{0}},
			{Addr: 0x21, W: []byte{0x14}, R: []byte{0x55, 0x2a}},
			{Addr: 0x21, W: []byte{0x00}, R: []byte{0x7f, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x7f, 0x7f}},
			{Addr: 0x21, W: []byte{0x12}, R: []byte{0x7e, 0x3f, 0x55, 0x2a}},
		}, 1 | 1<<13},
		{i2c.Config{Chips: []i2c.Chip{{Model: i2c.TCA9555, Address: 0x27}}, Rows: pins(0, 7, 2), Columns: pins(0, 0, 7)}, []i2ctest.IO{
			{Addr: 0x27, W: []byte{2, 0x25, 0x5a}}, {Addr: 0x27, W: []byte{4, 0, 0}}, {Addr: 0x27, W: []byte{6, 0xff, 0xff}},
			{Addr: 0x27, W: []byte{2}, R: []byte{0x25, 0x5a, 0x25}}, {Addr: 0x27, W: []byte{4}, R: []byte{0, 0}}, {Addr: 0x27, W: []byte{6}, R: []byte{0xff, 0xff}},
			{Addr: 0x27, W: []byte{7, 0xff}}, {Addr: 0x27, W: []byte{6, 0x7f}}, {Addr: 0x27, W: []byte{0}, R: []byte{0x7f, 0xfe}},
			{Addr: 0x27, W: []byte{6, 0xff}}, {Addr: 0x27, W: []byte{7, 0xfe}}, {Addr: 0x27, W: []byte{0}, R: []byte{0xf7, 0xff}},
			{Addr: 0x27, W: []byte{0}, R: []byte{0xff, 0x7f}}, {Addr: 0x27, W: []byte{2}, R: []byte{0x25, 0x5a}},
		}, 1<<10 | 1<<20},
	} {
		play := &i2ctest.Playback{Ops: c.ops, DontPanic: true}
		c.config.Open = func() (periph.BusCloser, error) { return closer{play}, nil }
		s, err := i2c.New(c.config)
		if err != nil {
			t.Fatal(err)
		}
		levels := make([]uint64, 1)
		if err := s.Scan(levels); err != nil || levels[0] != c.want {
			t.Errorf("scanned %x, %v", levels, err)
		}
		if err := play.Close(); err != nil {
			t.Error(err)
		}
	}
}

// overhead is what the system and its driver take for one transfer on the
// smallest Pi; an estimate, see the data in go-hardware.md.
const overhead = 125 * time.Microsecond

// fast are the boards of 49, 89 and 160 places that must be scanned 250 times a
// second, and the clock of the bus, in kHz, that this takes.
var fast = []struct {
	board
	kHz int
}{
	{board{"49 on MCP23017", times(i2c.MCP23017, 4), nil, nil, 56}, 100},
	{board{"49 on TCA9555", times(i2c.TCA9555, 4), nil, nil, 64}, 100},
	{board{"89 on TCA9555", times(i2c.TCA9555, 6), nil, nil, 96}, 100},
	{board{"49 as MCP23017 7×7", times(i2c.MCP23017, 1), pins(0, 0, 7), pins(0, 8, 7), 49}, 400},
	{board{"89 on MCP23017", times(i2c.MCP23017, 7), nil, nil, 98}, 400},
	{board{"89 as TCA9555 9×10", times(i2c.TCA9555, 2), pins(0, 0, 9), append(pins(0, 9, 7), pins(1, 0, 3)...), 103}, 400},
	{board{"112 on MCP23017", times(i2c.MCP23017, 8), nil, nil, 112}, 400},
	{board{"128 on TCA9555", times(i2c.TCA9555, 8), nil, nil, 128}, 400},
	{board{"160 as TCA9555 10×16", times(i2c.TCA9555, 2), pins(0, 0, 10), pins(1, 0, 16), 166}, 400},
}

func TestScansFastEnough(t *testing.T) {
	for _, f := range fast {
		bus, s, _ := f.scanner(t)
		levels := make([]uint64, 4)
		if err := s.Scan(levels); err != nil {
			t.Fatal(err)
		}
		calls, bits := bus.Wire()
		const scans = 8 // what is proven in turn comes round
		for range scans {
			if err := s.Scan(levels); err != nil {
				t.Fatal(err)
			}
		}
		calls2, bits2 := bus.Wire()
		wire := time.Duration(bits2-bits) * time.Millisecond / time.Duration(scans*f.kHz)
		extra := time.Duration(calls2-calls) * overhead / scans
		t.Logf("%-22s at %d kHz: %v on the wire, %v of overhead on a Pi Zero in %d transfers", f.name, f.kHz, wire, extra, (calls2-calls)/scans)
		if wire > 4*time.Millisecond {
			t.Errorf("%s: %v on the wire", f.name, wire)
		}
		s.Close()
	}
}

// Wire says beforehand what scans take.
func TestWireIsWhatScansTake(t *testing.T) {
	for _, b := range boards {
		bus, s, _ := b.scanner(t)
		levels := make([]uint64, 4)
		if err := s.Scan(levels); err != nil {
			t.Fatal(err)
		}
		const scans = 24 // what is proven in turn comes round
		calls, clocks := bus.Wire()
		for range scans {
			if err := s.Scan(levels); err != nil {
				t.Fatal(err)
			}
		}
		calls2, clocks2 := bus.Wire()
		said, saidClocks := s.Wire()
		if float64(calls2-calls) != scans*said || float64(clocks2-clocks) != scans*saidClocks {
			t.Errorf("%s: %v transfers of %v clocks are said; %d scans took %d and %d", b.name, said, saidClocks, scans, calls2-calls, clocks2-clocks)
		}
		s.Close()
	}
}

// The CPU that a scan takes beside the system calls.
func BenchmarkScan(b *testing.B) {
	for _, f := range fast {
		b.Run(f.name, func(b *testing.B) {
			bus, config, _ := f.wired()
			quick := &hwtest.Canned{}
			config.Open = func() (c periph.BusCloser, err error) {
				quick.BusCloser, err = bus.Open()
				return quick, err
			}
			s, err := i2c.New(config)
			if err != nil {
				b.Fatal(err)
			}
			levels := make([]uint64, 4)
			var calls, bits int
			for range 10 {
				calls, bits = bus.Wire()
				if err := s.Scan(levels); err != nil {
					b.Fatal(err)
				}
			}
			calls2, bits2 := bus.Wire()
			quick.Fast = true
			for b.Loop() {
				if err := s.Scan(levels); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(bits2-bits)*1000/float64(f.kHz), "wire-µs/op")
			b.ReportMetric(float64(calls2-calls), "transfers/op")
		})
	}
}
