package spi_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"periph.io/x/conn/v3/conntest"
	"periph.io/x/conn/v3/physic"
	periph "periph.io/x/conn/v3/spi"
	"periph.io/x/conn/v3/spi/spitest"
	"periph.io/x/host/v3/fs"

	"reeve/hw/hwtest"
	"reeve/hw/spi"
)

// No test may touch real hardware.
func TestMain(m *testing.M) {
	fs.Inhibit()
	os.Exit(m.Run())
}

// kind is one kind of strip, with LEDs that understand it.
type kind struct {
	name, order string
	make        func(spi.StripConfig) (*spi.Strip, error)
	leds        func(n int) (exchange func(w, r []byte), shown func() []byte)
}

// perm puts three bytes of the wire in the order R, G, B.
func perm(order string, wire []byte) []byte {
	out := make([]byte, 3)
	for i, letter := range order[:3] {
		out[bytes.IndexByte([]byte("rgb"), byte(letter))] = wire[i]
	}
	return out
}

func apa(order string, latches bool) func(n int) (func(w, r []byte), func() []byte) {
	return func(n int) (func(w, r []byte), func() []byte) {
		s := hwtest.NewAPA102(n, latches)
		return s.Exchange, func() (rgb []byte) {
			for _, led := range s.Shown {
				if led[0] != 0xff && led != [4]byte{} {
					return []byte{led[0]}
				}
				rgb = append(rgb, perm(order, led[1:])...)
			}
			return rgb
		}
	}
}

func ws(order string, width int) func(n int) (func(w, r []byte), func() []byte) {
	return func(n int) (func(w, r []byte), func() []byte) {
		s := &hwtest.WS2812{Hz: 2_400_000, Bytes: width}
		stray := true // the Pi 5's pulse at the beginning of a transfer
		exchange := func(w, r []byte) {
			if stray {
				s.Exchange([]byte{0b1000_0000}, nil)
			}
			s.Exchange(w, r)
		}
		return exchange, func() (rgb []byte) {
			for _, led := range s.Shown {
				rgb = append(rgb, perm(order, led)...)
				if s.Bad > 0 || width == 4 && led[3] != 0 {
					return nil
				}
			}
			return rgb
		}
	}
}

var kinds = []kind{
	{"APA102", "", spi.NewAPA102, apa("bgr", false)},
	{"SK9822", "", spi.NewAPA102, apa("bgr", true)},
	{"APA102 rgb", "rgb", spi.NewAPA102, apa("rgb", false)},
	{"APA102 gbr", "gbr", spi.NewAPA102, apa("gbr", true)},
	{"WS2812", "", spi.NewWS2812, ws("grb", 3)},
	{"WS2812 brg", "brg", spi.NewWS2812, ws("brg", 3)},
	{"SK6812 with white", "grbw", spi.NewWS2812, ws("grb", 4)},
}

// rig is a strip on a port.
func (k kind) rig(t *testing.T, n int) (*spi.Strip, *hwtest.SPI, func() []byte) {
	t.Helper()
	exchange, shown := k.leds(n)
	port := &hwtest.SPI{Exchange: exchange}
	s, err := k.make(spi.StripConfig{Open: port.Open, LEDs: n, Order: k.order})
	if err != nil {
		t.Fatal(err)
	}
	return s, port, shown
}

func each(t *testing.T, run func(t *testing.T, k kind)) {
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) { run(t, k) })
	}
}

func TestStripShowsWhatItIsGiven(t *testing.T) {
	each(t, func(t *testing.T, k kind) {
		random := rand.New(rand.NewPCG(5, 6))
		for _, n := range []int{1, 2, 15, 16, 17, 49, 160, 255} {
			s, _, shown := k.rig(t, n)
			for range 5 {
				rgb := make([]byte, 3*n)
				for i := range rgb {
					rgb[i] = byte(random.Uint32())
				}
				if err := s.Show(rgb); err != nil {
					t.Fatal(err)
				}
				if got := shown(); !slices.Equal(got, rgb) {
					t.Fatalf("%d LEDs show %x, want %x", n, got, rgb)
				}
			}
		}
	})
}

func TestStripIsDarkAfterClose(t *testing.T) {
	each(t, func(t *testing.T, k kind) {
		s, port, shown := k.rig(t, 20)
		if err := s.Show(bytes.Repeat([]byte{200}, 60)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		if got := shown(); !slices.Equal(got, make([]byte, 60)) {
			t.Errorf("LEDs show %x", got)
		}
		if err := s.Show(make([]byte, 60)); !errors.Is(err, spi.ErrClosed) {
			t.Errorf("Show after Close: %v", err)
		}
		if n := port.Opened(); n != 0 {
			t.Errorf("%d ports are open", n)
		}
	})
}

func TestStripSurvivesItsPort(t *testing.T) {
	each(t, func(t *testing.T, k kind) {
		s, port, shown := k.rig(t, 2)
		first, second := []byte{1, 2, 3, 4, 5, 6}, []byte{7, 8, 9, 10, 11, 12}
		if err := s.Show(first); err != nil {
			t.Fatal(err)
		}
		for range 1000 {
			port.Break(true)
			for range 2 {
				if err := s.Show(second); err == nil {
					t.Fatal("a broken port took a frame")
				}
			}
			port.Break(false)
			if err := s.Show(second); err != nil || !slices.Equal(shown(), second) {
				t.Fatalf("LEDs show %x, %v", shown(), err)
			}
		}
		if n := port.Opened(); n != 1 {
			t.Errorf("%d ports are open", n)
		}
	})
}

// A supply that was gone leaves LEDs that show nothing, and nobody is told.
func TestStripComesBackAfterItsSupply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		strip := hwtest.NewAPA102(2, true)
		port := &hwtest.SPI{Exchange: strip.Exchange}
		s, err := spi.NewAPA102(spi.StripConfig{Open: port.Open, LEDs: 2})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); s.Run(ctx) }()
		time.Sleep(3 * time.Second)
		if n, _ := port.Sent(); n != 0 {
			t.Errorf("%d transfers before the first frame", n)
		}
		if err := s.Show([]byte{1, 2, 3, 4, 5, 6}); err != nil {
			t.Fatal(err)
		}
		clear(strip.Shown)
		port.Break(true)
		time.Sleep(2 * time.Second)
		port.Break(false)
		time.Sleep(1100 * time.Millisecond)
		synctest.Wait()
		if strip.Shown[1] != [4]byte{0xff, 6, 5, 4} {
			t.Errorf("after the supply was back: %x", strip.Shown)
		}
		cancel()
		<-done
		if strip.Shown[0] != [4]byte{0xff} || port.Opened() != 0 {
			t.Errorf("at the end: %x, %d ports", strip.Shown, port.Opened())
		}
	})
}

func TestFrameIsCutOnlyWhereItMayBe(t *testing.T) {
	strip := hwtest.NewAPA102(2000, true)
	port := &hwtest.SPI{Exchange: strip.Exchange}
	s, err := spi.NewAPA102(spi.StripConfig{Open: port.Open, LEDs: 2000})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Show(bytes.Repeat([]byte{3, 2, 1}, 2000)); err != nil {
		t.Fatal(err)
	}
	if n, _ := port.Sent(); n != 2 || strip.Shown[1999] != [4]byte{0xff, 1, 2, 3} {
		t.Errorf("%d transfers, the last LED shows %x", n, strip.Shown[1999])
	}
	port = &hwtest.SPI{Exchange: func(_, _ []byte) { t.Error("a cut frame was sent") }}
	if s, err = spi.NewWS2812(spi.StripConfig{Open: port.Open, LEDs: 500}); err != nil {
		t.Fatal(err)
	}
	if err := s.Show(make([]byte, 1500)); !errors.Is(err, spi.ErrConfig) {
		t.Errorf("a frame that must not be cut: %v", err)
	}
	port.Limit = 8192
	port.Exchange = func(_, _ []byte) {}
	if err := s.Show(make([]byte, 1500)); err != nil {
		t.Errorf("with a greater buffer: %v", err)
	}
}

func TestStripRefusesWhatCannotBe(t *testing.T) {
	for _, c := range []spi.StripConfig{
		{LEDs: 0}, {LEDs: 5000}, {LEDs: 1, Order: "rgg"}, {LEDs: 1, Order: "rg"}, {LEDs: 1, Order: "RGB"},
		{LEDs: 1, Speed: physic.Hertz}, {LEDs: 1, Speed: physic.GigaHertz},
	} {
		for _, k := range kinds {
			if s, err := k.make(c); !errors.Is(err, spi.ErrConfig) || s != nil {
				t.Errorf("%s of %+v: %v", k.name, c, err)
			}
		}
	}
	if _, err := spi.NewAPA102(spi.StripConfig{LEDs: 1, Order: "grbw"}); !errors.Is(err, spi.ErrConfig) {
		t.Errorf("an APA102 with white: %v", err)
	}
	s, port, _ := kinds[0].rig(t, 3)
	if err := s.Show(make([]byte, 8)); !errors.Is(err, spi.ErrFrame) || port.Opened() != 0 {
		t.Errorf("a short frame: %v", err)
	}
	for _, path := range []string{"", "/dev/spidev0", "/dev/spidev0.x", "/dev/spidev-1.0", "/dev/i2c-1", "/dev/spidev0.0 "} {
		if _, err := spi.Device(path)(); !errors.Is(err, spi.ErrConfig) {
			t.Errorf("port %q: %v", path, err)
		}
	}
	if _, err := spi.Device("/dev/spidev0.0")(); err == nil {
		t.Error("a port was opened though files are out of reach")
	}
}

// closer makes a port of a playback, whose own Close checks that all was played.
type closer struct{ *spitest.Playback }

func (closer) Close() error { return nil }

// The bytes of the data sheets, worked out by hand.
func TestBytesOnTheWire(t *testing.T) {
	low := make([]byte, 90)
	for _, c := range []struct {
		make func(spi.StripConfig) (*spi.Strip, error)
		wire []byte
	}{
		{spi.NewAPA102, []byte{0, 0, 0, 0, 0xff, 3, 2, 1, 0xff, 0, 0x80, 0xff, 0, 0, 0, 0, 0}},
		{spi.NewWS2812, slices.Concat(low, []byte{
			0x92, 0x49, 0x34, 0x92, 0x49, 0x26, 0x92, 0x49, 0x36, // 02 01 03
			0xd2, 0x49, 0x24, 0xdb, 0x6d, 0xb6, 0x92, 0x49, 0x24, // 80 ff 00
		}, low)},
	} {
		play := &spitest.Playback{Playback: conntest.Playback{Ops: []conntest.IO{{W: c.wire}}, DontPanic: true}}
		s, err := c.make(spi.StripConfig{LEDs: 2, Open: func() (periph.PortCloser, error) { return closer{play}, nil }})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Show([]byte{1, 2, 3, 0xff, 0x80, 0}); err != nil {
			t.Error(err)
		}
		if err := play.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestShowAllocatesNothing(t *testing.T) {
	each(t, func(t *testing.T, k kind) {
		port := &hwtest.SPI{Exchange: func(_, _ []byte) {}}
		s, err := k.make(spi.StripConfig{Open: port.Open, LEDs: 160, Order: k.order})
		if err != nil {
			t.Fatal(err)
		}
		rgb := make([]byte, 480)
		if n := testing.AllocsPerRun(100, func() {
			if err := s.Show(rgb); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// The CPU that a frame of 160 LEDs takes, from Show to the system call.
func BenchmarkShow160(b *testing.B) {
	for _, k := range []kind{kinds[0], kinds[4], kinds[6]} {
		b.Run(k.name, func(b *testing.B) {
			port := &hwtest.SPI{Exchange: func(_, _ []byte) {}}
			s, err := k.make(spi.StripConfig{Open: port.Open, LEDs: 160, Order: k.order})
			if err != nil {
				b.Fatal(err)
			}
			rgb := bytes.Repeat([]byte{1, 2, 253}, 160)
			for b.Loop() {
				if err := s.Show(rgb); err != nil {
					b.Fatal(err)
				}
			}
			n, bytes := port.Sent()
			hz, _ := port.Setup()
			b.ReportMetric(float64(bytes)/float64(n)*8/float64(hz/physic.Hertz)*1e6, "wire-µs/op")
		})
	}
}

// TestFigureEncode holds the figure for a frame of 160 LEDs: encoded, and handed to a port that takes no time, in
// a microsecond.
func TestFigureEncode(t *testing.T) {
	each(t, func(t *testing.T, k kind) {
		port := &hwtest.SPI{Exchange: func(_, _ []byte) {}}
		s, err := k.make(spi.StripConfig{Open: port.Open, LEDs: 160, Order: k.order})
		if err != nil {
			t.Fatal(err)
		}
		rgb := bytes.Repeat([]byte{1, 2, 253}, 160)
		cost := hwtest.Cost(func() { _ = s.Show(rgb) })
		t.Logf("160 LEDs: %v", cost)
		if n, _ := port.Sent(); cost > time.Microsecond || n == 0 {
			t.Errorf("a frame takes %v, a microsecond is allowed", cost)
		}
	})
}
