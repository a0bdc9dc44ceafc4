package sim

import (
	"context"
	"errors"
	"io"
	"time"

	"reeve/firmware-protocol/wire"
)

// Options are what a builder decides when the firmware is made. Zero values stand for what is said there.
type Options struct {
	Name      string        // of the layout, in HELLO
	Boot      uint16        // the first boot number
	Buttons   int           // up to MaxButtons
	EventRing int           // edges, 256
	RxRing    int           // bytes, 512
	Scan      time.Duration // between two scans, 2 ms
	Samples   int           // equal samples that make an edge, 4
	Supply    bool          // measures the supply of its LEDs, see Board.Supply
	Deaf      bool          // hears nothing while it writes to its LEDs, 30 µs each
}

// The times of PROTOCOL.md 3 and 4, and the length of a tick.
const (
	helloEvery = 500 * time.Millisecond
	beatEvery  = time.Second
	tick       = 125 * time.Microsecond
	showPerLED = 30 * time.Microsecond
)

// Controller is the controller's side of the board link, as PROTOCOL.md writes it down, on a Board. It
// keeps its session, its log and its lights from one Run to the next, as a controller does whose cable
// is pulled.
type Controller struct {
	board   *Board
	opt     Options
	start   time.Time
	restart chan struct{}

	boot    uint16
	scan    time.Duration
	inputs  debouncer
	scanned bool
	log     edgeLog
	lights  lights
	stats   wire.Stats

	session   wire.Open // SID 0 is none
	resumed   bool      // it goes on where the one before ended
	lastHeard time.Duration
	idle      bool // nothing was heard for the host's timeout
	rebooting bool
	deafUntil time.Duration
	commands  commands

	rate    rate
	pending pending
	decoder wire.Decoder
	seq     uint8
	quiet   bool // the line was idle
}

// NewController returns the controller of board, as it is when power comes on.
func NewController(board *Board, opt Options) *Controller {
	orInt := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	orInt(&opt.EventRing, 256)
	orInt(&opt.RxRing, 512)
	orInt(&opt.Samples, 4)
	if opt.Scan == 0 {
		opt.Scan = 2 * time.Millisecond
	}
	c := &Controller{board: board, opt: opt, start: time.Now(), restart: make(chan struct{}, 1), boot: opt.Boot}
	c.reset()
	return c
}

// reset is a restart: only the boot number remembers.
func (c *Controller) reset() {
	contacts, leds := c.board.Len()
	*c = Controller{
		board: c.board, opt: c.opt, start: c.start, restart: c.restart, boot: c.boot + 1,
		scan: c.opt.Scan, inputs: newDebouncer(contacts+c.opt.Buttons, c.opt.Samples),
		log: edgeLog{ring: make([]edge, c.opt.EventRing), rto: wire.RTO(Bauds[0])}, lights: newLights(leds),
		rate: bootRate(), pending: pending{hello: true, beatEvery: beatEvery}, quiet: true,
	}
	c.show(c.now())
}

// Restart restarts the controller that Run runs, as its reset button does.
func (c *Controller) Restart() {
	select {
	case c.restart <- struct{}{}:
	default:
	}
}

func (c *Controller) now() time.Duration { return time.Since(c.start) }

// Run works the board and talks on rw until ctx ends or rw fails, and returns why. Its reader ends when
// rw's next Read returns, so close rw after Run. Only one Run at a time.
func (c *Controller) Run(ctx context.Context, rw io.ReadWriter) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	in := make(chan []byte)
	go read(ctx, cancel, rw, in)
	out := make(chan []byte)
	defer close(out)
	written := make(chan struct{}, 1)
	go write(cancel, rw, out, written)

	timer := time.NewTimer(0)
	defer timer.Stop()
	writing, rated := false, 0
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case chunk := <-in:
			c.receive(chunk)
		case <-written:
			writing = false
		case <-c.restart:
			c.reset()
			timer.Reset(0) // the first scan comes before the first word
		case <-timer.C:
			timer.Reset(c.scan)
			c.work()
		}
		if !writing && rated != c.rate.now {
			rated = c.rate.now
			if line, ok := rw.(Rater); ok {
				if err := line.SetBaud(rated); err != nil {
					return err
				}
			}
		}
		if line := c.transmit(writing); line != nil {
			out <- line
			writing = true
		}
	}
}

func read(ctx context.Context, fail context.CancelCauseFunc, r io.Reader, in chan<- []byte) {
	for {
		buf := make([]byte, 256)
		n, err := r.Read(buf)
		select {
		case in <- buf[:n]:
		case <-ctx.Done():
			return
		}
		if err != nil {
			fail(err)
			return
		}
	}
}

func write(fail context.CancelCauseFunc, w io.Writer, out <-chan []byte, written chan<- struct{}) {
	for line := range out {
		n, err := w.Write(line)
		if err == nil && n < len(line) {
			err = io.ErrShortWrite
		}
		if err != nil {
			fail(err)
			return
		}
		written <- struct{}{}
	}
}

// work scans the inputs and looks at the clocks.
func (c *Controller) work() {
	now := c.now()
	if c.rate.work(now) {
		c.log.rto = wire.RTO(c.rate.now)
	}
	c.board.Advance(now)
	c.sample(uint32(now / tick))
	if c.session.SID == 0 {
		if now >= c.pending.helloAt {
			c.pending.hello = true
		}
		return
	}
	c.log.expire(now)
	timeout := time.Duration(c.session.HostTimeout) * 100 * time.Millisecond
	if timeout > 0 && now-c.lastHeard > timeout && !c.idle {
		c.idle = true
		c.lights.idle()
		c.show(now)
	}
	if c.lights.moves {
		c.show(now)
	}
}

// sample takes one sample of every input. The first scan after a start is believed as it is; one that
// fails is as if it had not been.
func (c *Controller) sample(tick uint32) {
	contacts, _ := c.board.Len()
	levels := make([]uint64, (contacts+63)/64)
	if err := c.board.Scan(levels); err != nil {
		return
	}
	buttons := c.board.Buttons()
	for i := range contacts + c.opt.Buttons {
		e := edge{tick: tick}
		if i < contacts {
			e.Index, e.Closed = uint8(i), bit(levels, i)
		} else {
			e.Index, e.Class, e.Closed = uint8(i-contacts), wire.Button, buttons>>(i-contacts)&1 == 1
		}
		switch {
		case !c.scanned:
			setBit(c.inputs.levels, i, e.Closed)
		case c.inputs.sample(i, e.Closed, tick):
			e.tick = c.inputs.first[i]
			c.log.append(e)
		}
	}
	c.scanned = true
	c.settleGap()
}

func (c *Controller) settleGap() {
	if c.log.gap == nil && c.log.lost > 0 && c.log.len() == 0 {
		c.log.closeGap(c.ticks(), c.levels())
	}
}

func (c *Controller) ticks() uint32 { return uint32(c.now() / tick) }

// levels returns the contacts as STATE sends them.
func (c *Controller) levels() []byte {
	contacts, _ := c.board.Len()
	out := make([]byte, (contacts+7)/8)
	for i := range contacts {
		if bit(c.inputs.levels, i) {
			out[i/8] |= 1 << (i % 8)
		}
	}
	return out
}

func (c *Controller) show(now time.Duration) {
	if err := c.board.Show(c.lights.render(now)); err != nil {
		panic(err)
	}
}

// statusOf says what a parser's error is in an ACK.
func statusOf(err error) wire.Status {
	if errors.Is(err, wire.ErrRange) {
		return wire.StatusRange
	}
	return wire.StatusLength
}
