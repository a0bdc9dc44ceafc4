package sim_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/hw/serial"
	"reeve/hw/sim"
)

// pour writes to one end of a cable and returns what came out at the other until it was closed.
func pour(in io.WriteCloser, out io.Reader, writes ...[]byte) (got []byte, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		got, _ = io.ReadAll(out)
	}()
	for _, w := range writes {
		if _, err = in.Write(w); err != nil {
			break
		}
	}
	synctest.Wait()
	if c, ok := out.(io.Closer); ok {
		c.Close()
	}
	<-done
	return got, err
}

func TestCableTakesItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := sim.NewCable(9600, 1, sim.None)
		host, err := c.Open()
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		text := bytes.Repeat([]byte("0123456789"), 96) // 9600 bits and two more for each byte
		got, err := pour(c.Board(), host, text)
		if err != nil || !bytes.Equal(got, text) || time.Since(start) != time.Second {
			t.Errorf("%d bytes came out after %v, %v", len(got), time.Since(start), err)
		}
	})
}

func TestCableCutInTheMiddleOfAWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := sim.NewCable(9600, 1, sim.None)
		host, _ := c.Open()
		time.AfterFunc(500*time.Millisecond, c.Cut)
		got, err := pour(host, c.Board(), make([]byte, 960))
		if !errors.Is(err, io.ErrClosedPipe) || len(got) != 480 {
			t.Errorf("%d bytes went through, %v", len(got), err)
		}
		if _, err := host.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the host reads on: %v", err)
		}
		if n, err := c.Board().Write([]byte{1, 2}); n != 2 && err == nil {
			t.Errorf("the controller wrote %d", n)
		}
	})
}

func TestCableDamages(t *testing.T) {
	for noise, want := range map[sim.Noise]bool{sim.None: false, sim.Light: true, sim.Heavy: true} {
		synctest.Test(t, func(t *testing.T) {
			run := func() []byte {
				c := sim.NewCable(1000000, 4, noise)
				host, _ := c.Open()
				got, _ := pour(host, c.Board(), make([]byte, 10000), make([]byte, 10000))
				return got
			}
			got := run()
			if damaged := !bytes.Equal(got, make([]byte, 20000)); damaged != want {
				t.Errorf("%v: damaged: %v", noise, damaged)
			}
			if !bytes.Equal(got, run()) {
				t.Errorf("%v: the damage is another the second time", noise)
			}
		})
	}
}

// ear is a sink that keeps the levels it hears, and refuses an edge that is none.
type ear struct {
	t      *testing.T
	mu     sync.Mutex
	levels []uint64
	edges  int
	downs  int
}

func (e *ear) Edge(channel int, closed bool, _ time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.levels[0]>>channel&1 == 1 == closed {
		e.t.Errorf("channel %d went to %v twice", channel, closed)
	}
	e.levels[0] ^= 1 << channel
	e.edges++
}

func (e *ear) State(levels []uint64, _ time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.levels = slices.Clone(levels)
}

func (e *ear) Button(int, bool, time.Duration) {}
func (e *ear) Up(serial.Info)                  {}
func (e *ear) Down(error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.downs++
}

// TestALinkOverAWornCable plays on a field through a controller, a cable that damages, loses and is pulled
// in the middle of frames, and a link: in the end the link knows what the field feels.
func TestALinkOverAWornCable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		field := sim.NewField(grid(7, 7), 5, sim.Light)
		board := sim.New(49, 49)
		board.Feel(field)
		cable := sim.NewCable(115200, 5, sim.Heavy)
		heard := &ear{t: t, levels: make([]uint64, 1)}
		link := serial.Dial(serial.Config{Contacts: 49, LEDs: 49, Sink: heard, Open: cable.Open})
		ctx, stop := context.WithCancel(t.Context())
		start := time.Now() // the controller's, too
		controller := sim.NewController(board, sim.Options{})
		var running sync.WaitGroup
		running.Go(func() { controller.Run(ctx, cable.Board()) })
		running.Go(func() { _ = link.Run(ctx) })
		time.Sleep(3 * time.Second)

		for i := range 300 {
			channel := i * 13 % 49
			field.Put(0, field.Aim(channel), time.Since(start))
			time.Sleep(60 * time.Millisecond)
			if i%50 == 7 {
				cable.Cut()
			}
			if i%3 == 0 {
				field.Lift(0, time.Since(start))
				time.Sleep(60 * time.Millisecond)
			}
		}
		time.Sleep(20 * time.Second)
		want := make([]uint64, 1)
		field.Rest(time.Since(start), want)
		heard.mu.Lock()
		if !slices.Equal(heard.levels, want) || !slices.Equal(board.Contacts(), want) {
			t.Errorf("the link knows %x, the board %x, the field feels %x", heard.levels, board.Contacts(), want)
		}
		if heard.edges < 200 || heard.downs < 6 || cable.Opens() < 7 {
			t.Errorf("%d edges, %d times down, %d times plugged in", heard.edges, heard.downs, cable.Opens())
		}
		heard.mu.Unlock()
		stop()
		cable.Cut()
		cable.Board().Close()
		running.Wait()
	})
}

func TestABoardFeelsAField(t *testing.T) {
	field := sim.NewField(grid(3, 3), 1, sim.None)
	board := sim.New(9, 0)
	board.Feel(field)
	field.Drag(0, []sim.Point{{X: 25, Y: 25}, {X: 125, Y: 25}}, 0, ms(100))
	levels := make([]uint64, 1)
	for _, c := range []struct {
		ms   int
		want uint64
	}{{1, 1}, {50, 2}, {100, 4}} {
		board.Advance(ms(c.ms))
		board.Set(8, true)
		if err := board.Scan(levels); err != nil || levels[0] != c.want || board.Contacts()[0] != c.want {
			t.Errorf("at %d ms: %b, contacts %b, %v", c.ms, levels[0], board.Contacts()[0], err)
		}
	}
	field.Outage(ms(100), ms(200), false)
	if err := board.Scan(levels); !errors.Is(err, sim.ErrScan) {
		t.Errorf("in an outage: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a board took a field of another size")
		}
	}()
	sim.New(8, 0).Feel(field)
}
