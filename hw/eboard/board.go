package eboard

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
	ErrDown   = errors.New("eboard: board is not connected")
	ErrSilent = errors.New("eboard: board says nothing: is it of the kind that the board file says, and switched on?")
	ErrFrame  = errors.New("eboard: a frame of lights is three bytes a field")
)

// Sink takes what a Board feels; *sensors.Edges is one. Its methods are called one
// at a time, from the goroutine of Run, with instants since Config.Epoch.
type Sink interface {
	// Edge is a contact that opened or closed.
	Edge(channel int, closed bool, at time.Duration)
	// Mark is the mark of the piece on a channel, ahead of the Edge or State that closes it.
	Mark(channel int, piece uint8)
	// State is the level of all channels: bit i is set when channel i is closed.
	State(levels []uint64, at time.Duration)
	// Down says that the board does not answer, and why.
	Down(err error)
}

// Config is what a Board needs to know.
type Config struct {
	Kind   Kind
	Turned bool      // the cable is to the right of White: channel i is field 63-i
	Sink   Sink      // nil if only Scan is wanted
	Epoch  time.Time // zero is the time of New
	Open   func() (io.ReadWriteCloser, error)
}

// Board is a board that may come and go. Channel i and LED
// i are field i. Its methods may be called from any goroutine.
type Board struct {
	cfg    Config
	sensed majority // of Run's goroutine

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
		cfg.Sink = discard{}
	}
	return &Board{cfg: cfg, sensed: majority{mustAgree: cfg.Kind.mustAgree, chips: cfg.Kind.chips}, wake: make(chan struct{}, 1)}
}

type discard struct{}

func (discard) Edge(int, bool, time.Duration) {}
func (discard) Mark(int, uint8)               {}
func (discard) State([]uint64, time.Duration) {}
func (discard) Down(error)                    {}

// Channels counts the fields.
func (b *Board) Channels() int { return Fields }

// Identity reports whether the driver tells which piece is felt: Sink.Mark does.
func (b *Board) Identity() bool { return b.cfg.Kind.Marks }

// Scan copies what is known of every field: bit i is set when something stands on
// channel i. It wraps ErrDown while the board cannot be heard.
func (b *Board) Scan(levels []uint64) error {
	if len(levels) < Fields/64 {
		return fmt.Errorf("eboard: scan of %d fields into %d words", Fields, len(levels))
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
// board has one colour and takes a command only so often, so a field that shone in
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
	b.sensed.forget()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known = false
	b.shown.again()
}

// receive takes one picture.
func (b *Board) receive(said picture) {
	p := said
	for i := range p {
		p[b.field(i)] = said[i]
	}
	changed, first := b.sensed.take(p)
	if !first && len(changed) == 0 {
		return
	}
	level := b.sensed.level()
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
	if b.cfg.Kind.Marks {
		b.cfg.Sink.Mark(channel, b.sensed.mark(channel))
	}
}
