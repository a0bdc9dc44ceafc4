package dgt

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
	ErrDown   = errors.New("dgt: board is not connected")
	ErrSilent = errors.New("dgt: board does not answer: is it a DGT board, and switched on?")
)

// Sink takes what a Board feels; *sensors.Edges is one. Its methods are called one
// at a time, from the goroutine of Run, with instants since Config.Epoch.
type Sink interface {
	// Edge is one change of one field, in the order in which the board says them. A
	// field on which one piece gave way to another is said to be left and taken.
	Edge(channel int, closed bool, at time.Duration)
	// Mark says which piece a field feels, by its code, ahead of the Edge that says
	// it is taken, and ahead of a State, then 0 of those that are not.
	Mark(channel int, piece uint8)
	// State is every field: first after a connection, and when changes were missed.
	// The slice is the callee's only until it returns.
	State(levels []uint64, at time.Duration)
	// Down says why the board cannot be heard, at every attempt that fails.
	Down(err error)
}

// Config is what a Board needs to know.
type Config struct {
	Path   string    // of the port
	Turned bool      // the cable is to the right of White: channel i is field 63-i
	Sink   Sink      // nil if only Scan and Pieces are wanted
	Epoch  time.Time // zero is the time of New

	// Open opens the port; nil is serial.Open(Path, Baud).
	Open func() (io.ReadWriteCloser, error)
}

// Baud is the speed of every DGT board, 8 data bits, no parity, one stop bit.
const Baud = 9600

// Board is a DGT board that may come and go. Channel i is field i. Its methods
// may be called from any goroutine.
type Board struct {
	cfg     Config
	decoder decoder        // of Run's goroutine
	last    *[Fields]Piece // of Run's goroutine: a dump that was not as believed

	mu     sync.Mutex // guards what follows
	known  bool       // pieces are the board's
	pieces [Fields]Piece
}

// New returns a board; it does nothing before Run.
func New(cfg Config) *Board {
	if cfg.Epoch.IsZero() {
		cfg.Epoch = time.Now()
	}
	if cfg.Sink == nil {
		cfg.Sink = discard{}
	}
	if cfg.Open == nil {
		cfg.Open = func() (io.ReadWriteCloser, error) {
			port, err := serial.Open(cfg.Path, Baud)
			if err != nil {
				return nil, err
			}
			return port, nil
		}
	}
	return &Board{cfg: cfg}
}

type discard struct{}

func (discard) Edge(int, bool, time.Duration) {}
func (discard) Mark(int, uint8)               {}
func (discard) State([]uint64, time.Duration) {}
func (discard) Down(error)                    {}

// Channels counts the fields.
func (b *Board) Channels() int { return Fields }

// Identity reports whether the driver tells which piece is felt: Pieces does, and Sink.Mark.
func (b *Board) Identity() bool { return true }

// Scan copies what is known of every field: bit i is set when something stands on
// channel i. It wraps ErrDown while the board cannot be heard.
func (b *Board) Scan(levels []uint64) error {
	if len(levels) < Fields/64 {
		return fmt.Errorf("dgt: scan of %d fields into %d words", Fields, len(levels))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.known {
		return ErrDown
	}
	clear(levels)
	levels[0] = presence(&b.pieces)
	return nil
}

// Pieces returns what stands on each channel. It fails with ErrDown while the
// board cannot be heard.
func (b *Board) Pieces() ([Fields]Piece, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.known {
		return [Fields]Piece{}, ErrDown
	}
	return b.pieces, nil
}

func presence(all *[Fields]Piece) (set uint64) {
	for i, p := range all {
		if p != Empty {
			set |= 1 << i
		}
	}
	return set
}

func (b *Board) now() time.Duration { return time.Since(b.cfg.Epoch) }

// receive takes one message. It reports whether that was a dump, and whether the
// dump says what was believed.
func (b *Board) receive(m []byte) (dumped, agrees bool) {
	if field, p, ok := change(m); ok {
		b.last = nil
		b.change(b.channel(field), p)
	} else if all, ok := dump(m); ok {
		return true, b.compare(all)
	}
	return false, true
}

func (b *Board) channel(field int) int {
	if b.cfg.Turned {
		return Fields - 1 - field
	}
	return field
}

// change takes one field's change. It means nothing before the first dump.
func (b *Board) change(channel int, p Piece) {
	b.mu.Lock()
	known, before := b.known, b.pieces[channel]
	if known {
		b.pieces[channel] = p
	}
	b.mu.Unlock()
	if !known || p == before {
		return
	}
	at := b.now()
	if before != Empty {
		b.cfg.Sink.Edge(channel, false, at)
	}
	if p != Empty {
		b.cfg.Sink.Mark(channel, uint8(p))
		b.cfg.Sink.Edge(channel, true, at)
	}
}

// compare takes a dump and reports whether it is as believed. One that is not may
// only be ahead of the changes that are on their way, so it takes two.
func (b *Board) compare(said [Fields]Piece) bool {
	all := said
	for field, p := range said {
		all[b.channel(field)] = p
	}
	b.mu.Lock()
	first, agrees := !b.known, all == b.pieces
	adopt := first || !agrees && b.last != nil && *b.last == all
	if adopt {
		b.known, b.pieces = true, all
	}
	b.mu.Unlock()
	b.last = nil
	if adopt {
		for channel, p := range all {
			b.cfg.Sink.Mark(channel, uint8(p))
		}
		b.cfg.Sink.State([]uint64{presence(&all)}, b.now())
	} else if !agrees {
		b.last = &all
	}
	return adopt || agrees
}

// Run listens to the board until ctx ends, and returns ctx's error. It opens the
// port anew whenever that fails or the board falls silent. Only one Run at a time.
func (b *Board) Run(ctx context.Context) error {
	return serial.Keep(ctx, func(ctx context.Context) (heard bool, err error) {
		defer b.forget()
		return b.connect(ctx)
	}, b.cfg.Sink.Down)
}

func (b *Board) forget() {
	b.last, b.decoder = nil, decoder{}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known = false
}
