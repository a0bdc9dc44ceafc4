package serial_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reeve/firmware-protocol/wire"
	"reeve/hw/serial"
	"reeve/hw/sim"
)

// noise is how a cable damages what goes through it, in one byte of how many: 0 is never.
type noise struct{ corrupt, drop int }

// cable joins one controller to a host that may be cut off and come back.
type cable struct {
	mu     sync.Mutex
	most   int // baud; nothing is understood beyond
	random *rand.Rand
	noise  noise
	deaf   bool // nothing reaches the controller
	mute   bool // nor the host
	host   *end
	board  *end
	opens  int
}

func newCable(seed uint64, n noise) *cable {
	c := &cable{most: 1000000, random: rand.New(rand.NewPCG(seed, 1)), noise: n}
	c.board = newEnd(c, func() *end { return c.host })
	return c
}

// end is one end of a cable.
type end struct {
	cable *cable
	baud  int
	peer  func() *end
	in    chan []byte
	rest  []byte
	once  sync.Once
	gone  chan struct{}
}

func newEnd(c *cable, peer func() *end) *end {
	return &end{cable: c, baud: serial.BootBaud, peer: peer, in: make(chan []byte, 10000), gone: make(chan struct{})}
}

// open plugs the host in.
func (c *cable) open() (io.ReadWriteCloser, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opens++
	c.host = newEnd(c, func() *end { return c.board })
	return c.host, nil
}

// cut pulls the host's plug.
func (c *cable) cut() {
	c.mu.Lock()
	host := c.host
	c.host = nil
	c.mu.Unlock()
	if host != nil {
		host.Close()
	}
}

func (c *cable) set(n noise, deaf bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.noise, c.deaf = n, deaf
}

// SetBaud changes the rate of one end.
func (e *end) SetBaud(baud int) error {
	e.cable.mu.Lock()
	defer e.cable.mu.Unlock()
	e.baud = baud
	return nil
}

func (e *end) rate() int {
	e.cable.mu.Lock()
	defer e.cable.mu.Unlock()
	return e.baud
}

func (e *end) Close() error {
	e.once.Do(func() { close(e.gone) })
	return nil
}

func (e *end) Read(p []byte) (int, error) {
	if len(e.rest) == 0 {
		select {
		case e.rest = <-e.in:
		case <-e.gone:
			return 0, io.EOF
		}
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// Write takes as long as the line does, and delivers what is left of p.
func (e *end) Write(p []byte) (int, error) {
	select {
	case <-e.gone:
		return 0, io.ErrClosedPipe
	case <-time.After(wire.LineTime(len(p), e.rate())):
	}
	c := e.cable
	c.mu.Lock()
	defer c.mu.Unlock()
	peer := e.peer()
	if peer == nil || c.deaf && peer == c.board || c.mute && peer != c.board {
		return len(p), nil
	}
	garbled := e.baud != peer.baud || e.baud > c.most
	out := make([]byte, 0, len(p))
	for _, b := range p {
		if c.noise.drop > 0 && c.random.IntN(c.noise.drop) == 0 {
			continue
		}
		if c.noise.corrupt > 0 && c.random.IntN(c.noise.corrupt) == 0 {
			b ^= byte(1 + c.random.IntN(255))
		}
		if garbled {
			b ^= 0x5a
		}
		out = append(out, b)
	}
	peer.in <- out
	return len(p), nil
}

// recorder is a Sink that remembers, and checks that what it hears fits together.
type recorder struct {
	t       *testing.T
	mu      sync.Mutex
	edges   []edge
	levels  []uint64
	states  int
	buttons []string
	downs   []error
	ups     []serial.Info
	powers  []error
	exact   bool // no state may differ from what the edges say, after the first
}

type edge struct {
	channel int
	closed  bool
	at      time.Duration
}

func (r *recorder) Edge(channel int, closed bool, at time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if was := r.levels[channel/64]>>(channel%64)&1 == 1; was == closed {
		r.t.Errorf("channel %d went to %v twice", channel, closed)
	}
	r.levels[channel/64] ^= 1 << (channel % 64)
	r.edges = append(r.edges, edge{channel, closed, at})
}

func (r *recorder) State(levels []uint64, _ time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.exact && r.states > 0 && !slices.Equal(levels, r.levels) {
		r.t.Errorf("state %x, the edges say %x", levels, r.levels)
	}
	r.states++
	r.levels = slices.Clone(levels)
}

func (r *recorder) Button(n int, pressed bool, _ time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.buttons = append(r.buttons, fmt.Sprint(n, pressed))
}

func (r *recorder) Down(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.downs = append(r.downs, err)
}

func (r *recorder) Supply(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.powers = append(r.powers, err)
}

func (r *recorder) Up(info serial.Info) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ups = append(r.ups, info)
}

// rig is a link, a cable, a controller and a board, running inside a bubble.
type rig struct {
	*recorder
	board      *sim.Board
	controller *sim.Controller
	cable      *cable
	link       *serial.Link
	baud       int                // that the link wants
	unplug     context.CancelFunc // ends the link
	finish     func()
}

const contacts, leds = 49, 49

func newRig(t *testing.T, seed uint64, n noise, opt sim.Options) *rig {
	return newRatedRig(t, 0, seed, n, opt)
}

// newRatedRig is a rig whose link wants a rate.
func newRatedRig(t *testing.T, baud int, seed uint64, n noise, opt sim.Options) *rig {
	r := &rig{board: sim.New(contacts, leds), cable: newCable(seed, n), baud: baud}
	r.controller = sim.NewController(r.board, opt)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { r.controller.Run(ctx, r.cable.board) })
	r.plug(t)
	r.finish = func() {
		r.unplug()
		r.cable.cut()
		cancel()
		r.cable.board.Close()
		wg.Wait()
	}
	return r
}

// plug starts a new link, as a daemon that starts.
func (r *rig) plug(t *testing.T) {
	r.recorder = &recorder{t: t, levels: make([]uint64, 1)}
	r.link = serial.Dial(serial.Config{Contacts: contacts, LEDs: leds, Baud: r.baud, Sink: r.recorder, Open: r.cable.open})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := r.link.Run(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("Run returned %v", err)
		}
	}()
	r.unplug = func() { cancel(); <-done }
}

// wait lets time go by until everything that happens meanwhile has been heard. Between two waits the
// recorder holds still and may be read.
func (r *recorder) wait(d time.Duration) {
	r.mu.Lock() // what the test has done comes before what is heard next
	//lint:ignore SA2001 it is for the order only
	r.mu.Unlock()
	time.Sleep(d)
	synctest.Wait()
}

// play toggles n contacts, one every 8 to 40 ms, no contact twice within 40 ms, and returns when and what.
func (r *rig) play(random *rand.Rand, n int, between func(i int)) (truth []edge) {
	start := time.Now()
	recent := []int{}
	for i := range n {
		if between != nil {
			between(i)
		}
		channel := random.IntN(contacts)
		for slices.Contains(recent, channel) {
			channel = random.IntN(contacts)
		}
		if recent = append(recent, channel); len(recent) > 5 {
			recent = recent[1:]
		}
		closed := r.board.Contacts()[0]>>channel&1 == 0
		r.board.Set(channel, closed)
		truth = append(truth, edge{channel, closed, time.Since(start)})
		r.wait(time.Duration(8+random.IntN(32)) * time.Millisecond)
	}
	return truth
}

// perChannel is the history of every channel; within one scan channels have no order.
func perChannel(edges []edge) string {
	var history [contacts][]bool
	for _, e := range edges {
		history[e.channel] = append(history[e.channel], e.closed)
	}
	return fmt.Sprint(history)
}

func (r *rig) check(truth []edge) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if got, want := perChannel(r.edges), perChannel(truth); got != want {
		r.t.Errorf("%d edges heard, %d made: %s, want %s", len(r.edges), len(truth), got, want)
	}
	if !slices.Equal(r.levels, r.board.Contacts()) {
		r.t.Errorf("levels %x, the board's are %x", r.levels, r.board.Contacts())
	}
	levels := make([]uint64, 1)
	if err := r.link.Scan(levels); err != nil || !slices.Equal(levels, r.levels) {
		r.t.Errorf("Scan gave %x, %v", levels, err)
	}
}
