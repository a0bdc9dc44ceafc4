package spi_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"periph.io/x/conn/v3/physic"
	periph "periph.io/x/conn/v3/spi"

	"reeve/hw/hwtest"
	"reeve/hw/spi"
)

// chain is a chain of so many chips whose last two inputs are tied.
func chain(t testing.TB, chips int) (*spi.Chain, *hwtest.SPI, *hwtest.Registers) {
	t.Helper()
	h := &hwtest.Registers{Inputs: make([]byte, chips)}
	for i := range h.Inputs {
		h.Inputs[i] = 0xff
	}
	h.Set(8*chips-2, true)
	port := &hwtest.SPI{Exchange: h.Exchange}
	c, err := spi.NewChain(spi.ChainConfig{Open: port.Open, Chips: chips, High: 8*chips - 1, Low: 8*chips - 2})
	if err != nil {
		t.Fatal(err)
	}
	return c, port, h
}

func TestChainConforms(t *testing.T) {
	for _, chips := range []int{1, 7, 8, 9, 21} {
		t.Run(fmt.Sprint(chips, " chips"), func(t *testing.T) {
			hwtest.Scanner(t, func(t *testing.T) *hwtest.Rig {
				c, port, h := chain(t, chips)
				n := c.Channels()
				return &hwtest.Rig{
					Scan: c.Scan, Close: c.Close, Channels: n, Dead: []int{n - 1, n - 2},
					Set: h.Set, Break: port.Break, Opened: port.Opened,
				}
			})
		})
	}
}

// Wherever a chain is cut, and whatever floats there, it is an error.
func TestCutChainIsNeverWood(t *testing.T) {
	const chips = 7
	levels := make([]uint64, 1)
	for _, float := range []byte{0x00, 0xff} {
		for cut := range chips {
			c, port, h := chain(t, chips)
			if err := c.Scan(levels); err != nil {
				t.Fatal(err)
			}
			h.Cut, h.Float = cut, float
			if cut == 0 { // at MISO
				port.Exchange = func(_, r []byte) {
					for i := range r {
						r[i] = float
					}
				}
			}
			if err := c.Scan(levels); !errors.Is(err, spi.ErrChain) {
				t.Errorf("cut before chip %d, reading %x: %v", cut, float, err)
			}
			h.Cut, port.Exchange = 0, h.Exchange
			if err := c.Scan(levels); err != nil || levels[0] != 0 {
				t.Errorf("mended: %x, %v", levels, err)
			}
		}
	}
}

func TestChainLoadsBeforeItReads(t *testing.T) {
	var order []string
	port := &hwtest.SPI{Exchange: func(_, r []byte) {
		order = append(order, "read")
		r[0] = 0b10111111
	}}
	var loadFails error
	c, err := spi.NewChain(spi.ChainConfig{Open: port.Open, Chips: 1, High: 7, Low: 6, Load: func() error {
		order = append(order, "load")
		return loadFails
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Scan(make([]uint64, 1)); err != nil || fmt.Sprint(order) != "[load read]" {
		t.Errorf("%v, %v", order, err)
	}
	if hz, mode := port.Setup(); hz != physic.MegaHertz || mode != periph.Mode2 {
		t.Errorf("the port is set up for %v, %v", hz, mode)
	}
	loadFails = errors.New("no such line")
	if err := c.Scan(make([]uint64, 1)); !errors.Is(err, loadFails) {
		t.Errorf("a failing load: %v", err)
	}
	if c.Identity() {
		t.Error("a contact cannot tell pieces apart")
	}
}

func TestChainRefusesWhatCannotBe(t *testing.T) {
	for _, c := range []spi.ChainConfig{
		{Chips: 0}, {Chips: 129, High: 1031, Low: 1030}, {Chips: 2, High: 7, Low: 6}, {Chips: 2, High: 15, Low: 15},
		{Chips: 2, High: 16, Low: 15}, {Chips: 1, High: -1, Low: 0}, {Chips: 1, High: 7, Low: 6, Speed: physic.GigaHertz},
	} {
		if got, err := spi.NewChain(c); !errors.Is(err, spi.ErrConfig) || got != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// sizes are boards of 49, 89 and 160 places, with two constant inputs.
var sizes = []struct{ places, chips int }{{49, 7}, {89, 12}, {160, 21}}

func TestChainScansFastEnough(t *testing.T) {
	for _, s := range sizes {
		c, port, _ := chain(t, s.chips)
		if err := c.Scan(make([]uint64, 3)); err != nil {
			t.Fatal(err)
		}
		n, bytes := port.Sent()
		hz, _ := port.Setup()
		wire := time.Duration(8*bytes) * time.Second / time.Duration(hz/physic.Hertz)
		t.Logf("%d places: %d transfer of %d bytes, %v on the wire", s.places, n, bytes, wire)
		if n != 1 || wire > time.Millisecond {
			t.Errorf("%d places take %d transfers and %v", s.places, n, wire)
		}
	}
}

// The CPU that a scan takes beside the system call.
func BenchmarkChainScan(b *testing.B) {
	for _, s := range sizes {
		b.Run(fmt.Sprint(s.places), func(b *testing.B) {
			c, port, _ := chain(b, s.chips)
			levels := make([]uint64, 3)
			for b.Loop() {
				if err := c.Scan(levels); err != nil {
					b.Fatal(err)
				}
			}
			n, bytes := port.Sent()
			b.ReportMetric(float64(bytes)/float64(n)*8, "wire-µs/op")
		})
	}
}
