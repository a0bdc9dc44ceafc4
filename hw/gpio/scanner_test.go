package gpio_test

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"periph.io/x/host/v3/fs"

	"reeve/hw/gpio"
	"reeve/hw/hwtest"
)

// No test may touch real hardware.
func TestMain(m *testing.M) {
	fs.Inhibit()
	os.Exit(m.Run())
}

func lines(first, count int) (list []int) {
	for i := range count {
		list = append(list, first+i)
	}
	return list
}

// board is a way of wiring contacts to lines.
type board struct {
	name                  string
	rows, columns, direct []int
}

var boards = []board{
	{"28 direct", nil, nil, lines(0, 28)},
	{"64 direct", nil, nil, lines(100, 64)},
	{"7×7 and 3 buttons", lines(2, 7), lines(10, 7), []int{27, 0, 1}},
	{"9×10", lines(0, 9), lines(9, 10), nil},
	{"10×16 and 2 buttons", lines(0, 10), lines(10, 16), []int{26, 27}},
	{"16×10", lines(0, 16), lines(16, 10), nil},
	{"3×64", lines(0, 3), lines(3, 64), nil},
}

func (b board) scanner(t testing.TB, chip *hwtest.GPIO, settle time.Duration) (*gpio.Scanner, func(ch int, closed bool)) {
	t.Helper()
	s, err := gpio.New(gpio.Config{Request: chip.Take, Rows: b.rows, Columns: b.columns, Direct: b.direct, Settle: settle})
	if err != nil {
		t.Fatal(err)
	}
	return s, func(ch int, closed bool) {
		if crossed := len(b.rows) * len(b.columns); ch >= crossed {
			chip.Ground(b.direct[ch-crossed], closed)
			return
		}
		chip.Cross(b.columns[ch%len(b.columns)], b.rows[ch/len(b.columns)], closed)
	}
}

func TestScannerConforms(t *testing.T) {
	for _, b := range boards {
		t.Run(b.name, func(t *testing.T) {
			hwtest.Scanner(t, func(t *testing.T) *hwtest.Rig {
				chip := hwtest.NewGPIO()
				s, set := b.scanner(t, chip, -1)
				if s.Identity() {
					t.Error("a contact cannot tell pieces apart")
				}
				return &hwtest.Rig{Scan: s.Scan, Close: s.Close, Channels: s.Channels(), Set: set, Break: chip.Break, Opened: chip.Opened}
			})
		})
	}
}

// A column takes its time to go high after a row was let go.
func TestColumnsSettle(t *testing.T) {
	chip := hwtest.NewGPIO()
	chip.Lag = 15 * time.Microsecond
	s, set := boards[2].scanner(t, chip, 0)
	defer s.Close()
	set(0, true)
	set(8, true)
	levels := make([]uint64, 1)
	for range 20 {
		if err := s.Scan(levels); err != nil || levels[0] != 1|1<<8 {
			t.Fatalf("scanned %x, %v", levels, err)
		}
	}
}

// Two pieces and a shorted or reversed diode join two rows: no output may be driven
// against another, whatever is closed.
func TestNoRowIsDrivenAgainstAnother(t *testing.T) {
	for _, b := range boards {
		if len(b.rows) == 0 {
			continue
		}
		chip := hwtest.NewGPIO()
		s, set := b.scanner(t, chip, -1)
		levels := make([]uint64, (s.Channels()+63)/64)
		for column := range b.columns {
			for row := range b.rows {
				set(row*len(b.columns)+column, true)
			}
			for range 2 {
				if err := s.Scan(levels); err != nil {
					t.Fatal(err)
				}
			}
		}
		if n := chip.Fights(); n > 0 {
			t.Errorf("%s: an output was driven against another %d times", b.name, n)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestBusyLineIsAnError(t *testing.T) {
	chip := hwtest.NewGPIO()
	other, err := chip.Take(gpio.Output, []int{3})
	if err != nil {
		t.Fatal(err)
	}
	s, set := boards[2].scanner(t, chip, -1)
	defer s.Close()
	set(9, true)
	levels := make([]uint64, 1)
	for range 3 {
		if err := s.Scan(levels); !errors.Is(err, gpio.ErrBusy) || !errors.Is(err, syscall.EBUSY) || chip.Opened() != 1 {
			t.Errorf("%v; %d sets are taken", err, chip.Opened())
		}
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Scan(levels); err != nil || levels[0] != 1<<9 {
		t.Errorf("scanned %x, %v", levels, err)
	}
}

func TestNewRefusesWhatCannotBe(t *testing.T) {
	for _, c := range []gpio.Config{
		{}, {Rows: lines(0, 2)}, {Columns: lines(0, 2)}, {Rows: lines(0, 2), Direct: lines(2, 2)}, {Direct: lines(0, 65)},
		{Direct: []int{1, 1}}, {Direct: []int{-1}}, {Rows: lines(0, 3), Columns: lines(2, 3)}, {Rows: lines(0, 65), Columns: lines(70, 2)},
		{Rows: lines(0, 40), Columns: lines(40, 40)},
	} {
		if s, err := gpio.New(c); !errors.Is(err, gpio.ErrConfig) || s != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestPick(t *testing.T) {
	for _, c := range []struct {
		label  string
		chips  []string
		want   int
		refuse bool
	}{
		{"", []string{"gpio-brcmstb@107d508500", "pinctrl-rp1", "gpio-brcmstb@107d517c00"}, 1, false},
		{"", []string{"pinctrl-bcm2711", "raspberrypi-exp-gpio"}, 0, false},
		{"", []string{"raspberrypi-exp-gpio", "pinctrl-bcm2835"}, 1, false},
		{"", []string{"gpio-sim.0"}, 0, true},
		{"", nil, 0, true},
		{"reeve-sensors", []string{"pinctrl-rp1", "reeve-sensors"}, 1, false},
		{"reeve", []string{"pinctrl-rp1", "reeve-sensors"}, 0, true},
	} {
		var chips []gpio.Chip
		for _, label := range c.chips {
			chips = append(chips, gpio.Chip{Label: label})
		}
		got, err := gpio.Pick(chips, c.label)
		if got != c.want || errors.Is(err, gpio.ErrChip) != c.refuse {
			t.Errorf("%q among %q: %d, %v", c.label, c.chips, got, err)
		}
	}
}

func TestPulse(t *testing.T) {
	chip := hwtest.NewGPIO()
	p, err := gpio.NewPulse(chip.Take, 5)
	if err != nil {
		t.Fatal(err)
	}
	chip.Cross(6, 5, true) // an input that shows the line
	watch, err := chip.Take(gpio.Input, []int{6})
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range []bool{false, true, false, true, false} {
		chip.Break(broken)
		if err := p.Low(); (err != nil) != broken {
			t.Errorf("broken %v: %v", broken, err)
		}
		if v, err := watch.Read(0); !broken && (err != nil || v != 1) {
			t.Errorf("the line is left at %d, %v", v, err)
		}
	}
	if calls := chip.Calls(); calls != 3*3 {
		t.Errorf("%d calls", calls)
	}
	for range 2 {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := p.Low(); !errors.Is(err, gpio.ErrClosed) || chip.Opened() != 1 {
		t.Errorf("after Close: %v, %d sets are taken", err, chip.Opened())
	}
	if _, err := gpio.NewPulse(nil, -1); !errors.Is(err, gpio.ErrConfig) {
		t.Errorf("line -1: %v", err)
	}
}

// The CPU that a scan takes beside the system calls, without the pauses in which
// columns settle.
func BenchmarkScan(b *testing.B) {
	for _, w := range []board{{"28", nil, nil, lines(0, 28)}, {"49", lines(0, 7), lines(7, 7), nil}, {"89", lines(0, 9), lines(9, 10), nil},
		{"160", lines(0, 10), lines(10, 16), nil}} {
		b.Run(w.name, func(b *testing.B) {
			s, err := gpio.New(gpio.Config{Rows: w.rows, Columns: w.columns, Direct: w.direct, Settle: -1,
				Request: func(gpio.Use, []int) (gpio.Lines, error) { return hwtest.Lines{Levels: 0x5555}, nil }})
			if err != nil {
				b.Fatal(err)
			}
			levels := make([]uint64, 3)
			for b.Loop() {
				if err := s.Scan(levels); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(max(1, gpio.CallsPerRow*len(w.rows))), "calls/op")
		})
	}
}
