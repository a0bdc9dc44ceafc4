package certabo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"reeve/hw/serial"
)

// Errors of a Board.
var (
	ErrDown   = errors.New("certabo: board is not connected")
	ErrSilent = errors.New("certabo: board says nothing: is it a Certabo or Sentio board, and switched on?")
	ErrFrame  = errors.New("certabo: a frame of lights is three bytes a field")
)

// Baud is the speed of these boards, 8 data bits, no parity, one stop bit.
const Baud = 38400

// The times of a session.
const (
	silence = 3 * time.Second        // after which a board counts as gone; it says some pictures a second
	pause   = 600 * time.Millisecond // between two commands to the lights: a board loses those that come faster
)

// Sink takes what a Board feels; *sensors.Edges is one. Its methods are called one
// at a time, from the goroutine of Run, with instants since Config.Epoch.
type Sink interface {
	Edge(channel int, closed bool, at time.Duration)
	Mark(channel int, piece uint8)
	State(levels []uint64, at time.Duration)
	Down(err error)
}

// Config is what a Board needs to know.
type Config struct {
	Marks  bool      // the pieces have chips, which tell them apart
	Turned bool      // the cable is to the right of White: channel i is field 63-i
	Sink   Sink      // nil if only Scan is wanted
	Epoch  time.Time // zero is the time of New
	Open   func() (io.ReadWriteCloser, error)
}

// Board is a Certabo or a Tabutronic Sentio that may come and go. Channel i and LED
// i are field i. Its methods may be called from any goroutine.
type Board struct {
	cfg  Config
	felt majority // of Run's goroutine

	mu    sync.Mutex // guards what follows
	known bool
	level uint64 // by channel
	shown lights
	wake  chan struct{} // lights have changed
}

// New returns a board; it does nothing before Run.
func New(cfg Config) *Board {
	if cfg.Epoch.IsZero() {
		cfg.Epoch = time.Now()
	}
	if cfg.Sink == nil {
		cfg.Sink = deaf{}
	}
	return &Board{cfg: cfg, wake: make(chan struct{}, 1)}
}

type deaf struct{}

func (deaf) Edge(int, bool, time.Duration) {}
func (deaf) Mark(int, uint8)               {}
func (deaf) State([]uint64, time.Duration) {}
func (deaf) Down(error)                    {}

// Channels counts the fields.
func (b *Board) Channels() int { return Fields }

// Identity reports whether the driver tells which piece is felt: Sink.Mark does.
func (b *Board) Identity() bool { return b.cfg.Marks }

// Scan copies what is known of every field: bit i is set when something stands on
// channel i. It wraps ErrDown while the board cannot be heard.
func (b *Board) Scan(levels []uint64) error {
	if len(levels) < Fields/64 {
		return fmt.Errorf("certabo: scan of %d fields into %d words", Fields, len(levels))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.known {
		return ErrDown
	}
	clear(levels)
	levels[0] = b.level
	return nil
}

// Show lights the fields whose LED has a colour: three bytes R, G, B each. The
// board has one colour and takes a command every 600 ms, so a field that shone in
// any frame since the last command is lit by the next. It never waits, and fails on
// any other length.
func (b *Board) Show(rgb []byte) error {
	if len(rgb) != 3*Fields {
		return fmt.Errorf("%w: %d bytes", ErrFrame, len(rgb))
	}
	var lit uint64
	for i := range Fields {
		if rgb[3*i]|rgb[3*i+1]|rgb[3*i+2] != 0 {
			lit |= 1 << b.field(i)
		}
	}
	b.mu.Lock()
	b.shown.frame(lit)
	b.mu.Unlock()
	select {
	case b.wake <- struct{}{}:
	default:
	}
	return nil
}

// field is the field of a channel, and the channel of a field.
func (b *Board) field(i int) int {
	if b.cfg.Turned {
		return Fields - 1 - i
	}
	return i
}

// Run listens to the board until ctx ends, makes it dark and returns ctx's error.
// It opens the port anew whenever that fails or the board falls silent. Only one
// Run at a time.
func (b *Board) Run(ctx context.Context) error {
	return serial.Keep(ctx, func(ctx context.Context) (heard bool, err error) {
		defer b.forget()
		return b.connect(ctx)
	}, b.cfg.Sink.Down)
}

func (b *Board) forget() {
	b.felt.forget()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known = false
	b.shown.again()
}

// connect opens the port and listens until that fails. Heard is set if a picture
// came.
func (b *Board) connect(ctx context.Context) (heard bool, err error) {
	port, err := b.cfg.Open()
	if err != nil {
		return false, err
	}
	s := serial.NewStream(port)
	defer s.Close()
	heard, err = b.listen(ctx, s)
	if ctx.Err() != nil && heard {
		darken(s)
	}
	return heard, err
}

// darken puts the lights out, if the port takes it. The board may just have been
// told something else.
func darken(s *serial.Stream) {
	time.Sleep(pause)
	select {
	case <-s.Written: // of what was sent before
	default:
	}
	if !s.Send(lamps(0)...) {
		return
	}
	select {
	case <-s.Written:
	case <-s.Failed:
	case <-time.After(pause / 4):
	}
}

// listen takes pictures, and sends commands to the lights no faster than the board
// takes them.
func (b *Board) listen(ctx context.Context, s *serial.Stream) (heard bool, err error) {
	r := reader{want: ranks}
	if b.cfg.Marks {
		r.want = numbers
	}
	gone := time.NewTimer(silence)
	defer gone.Stop()
	ready := time.NewTimer(0)
	defer ready.Stop()
	may := false
	for {
		wake := b.wake
		if !may {
			wake = nil
		}
		select {
		case <-ctx.Done():
			return heard, ctx.Err()
		case err := <-s.Failed:
			return heard, fmt.Errorf("certabo: %w", err)
		case <-gone.C:
			return heard, ErrSilent
		case <-ready.C:
			may = true
			if b.light(s) {
				may = false
				ready.Reset(pause)
			}
		case <-wake:
			if b.light(s) {
				may = false
				ready.Reset(pause)
			}
		case chunk := <-s.In:
			for _, c := range chunk {
				if p, ok := r.next(c); ok {
					heard = true
					gone.Reset(silence)
					b.receive(p)
				}
			}
		}
	}
}

// light sends the lights if they differ from what the board shows, and reports
// whether it did.
func (b *Board) light(s *serial.Stream) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	lit, change := b.shown.next()
	if !change || !s.Send(lamps(lit)...) {
		return false
	}
	b.shown.sent(lit)
	return true
}

// receive takes one picture.
func (b *Board) receive(said picture) {
	p := said
	for i := range p {
		p[b.field(i)] = said[i]
	}
	changed, first := b.felt.take(p)
	if !first && len(changed) == 0 {
		return
	}
	level := b.felt.level()
	b.mu.Lock()
	b.known, b.level = true, level
	b.mu.Unlock()
	at := time.Since(b.cfg.Epoch)
	if first {
		for i := range Fields {
			b.mark(i)
		}
		b.cfg.Sink.State([]uint64{level}, at)
		return
	}
	for _, c := range changed {
		if c.was != 0 {
			b.cfg.Sink.Edge(c.channel, false, at)
		}
		if c.is != 0 {
			b.mark(c.channel)
			b.cfg.Sink.Edge(c.channel, true, at)
		}
	}
}

func (b *Board) mark(channel int) {
	if b.cfg.Marks {
		b.cfg.Sink.Mark(channel, b.felt.mark(channel))
	}
}
