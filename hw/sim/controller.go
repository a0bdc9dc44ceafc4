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
)

func ticks(t time.Duration) uint32 { return uint32(t / tick) }

// Controller is the controller's side of the board link, as PROTOCOL.md writes it down, on a Board. It
// keeps its session, its log and its lights from one Run to the next, as a controller does whose cable
// is pulled.
type Controller struct {
	board   *Board
	opt     Options
	start   time.Time
	restart chan struct{}
	boot    uint16

	inputs    inputs
	display   display
	line      line
	session   session
	pending   pending
	rebooting bool // when the line is free
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
	*c = Controller{
		board: c.board, opt: c.opt, start: c.start, restart: c.restart, boot: c.boot + 1,
		inputs: newInputs(c.board, c.opt), display: newDisplay(c.board, c.opt), line: newLine(),
		pending: pending{hello: true, beatEvery: beatEvery},
	}
	c.display.show(c.now())
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
			timer.Reset(c.inputs.every)
			c.work()
		}
		if !writing && rated != c.line.rate.now {
			rated = c.line.rate.now
			if rater, ok := rw.(Rater); ok {
				if err := rater.SetBaud(rated); err != nil {
					return err
				}
			}
		}
		if frame := c.transmit(writing); frame != nil {
			out <- frame
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
	if c.line.rate.work(now) {
		c.inputs.log.rto = c.line.rto()
	}
	c.board.Advance(now)
	c.inputs.sample(now)
	if c.session.SID == 0 {
		if now >= c.pending.helloAt {
			c.pending.hello = true
		}
		return
	}
	c.inputs.log.expire(now)
	if c.session.lapses(now) {
		c.display.idle(now)
	}
	if c.display.moves {
		c.display.show(now)
	}
}

// statusOf says what a parser's error is in an ACK.
func statusOf(err error) wire.Status {
	if errors.Is(err, wire.ErrRange) {
		return wire.StatusRange
	}
	return wire.StatusLength
}
