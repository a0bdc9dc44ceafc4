package serial

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"reeve/firmware-protocol/wire"
)

// ErrDown is what a Link returns while there is no session.
var ErrDown = errors.New("serial: link is down")

// Sink takes the events of a Link. Its methods are called one at a time, from the goroutine of Run, and should not
// block. Instants are since Config.Epoch, never in the future, and do not go back within a session.
type Sink interface {
	// Edge is one debounced change of a contact, each exactly once and in order.
	Edge(channel int, closed bool, at time.Duration)
	// State is the level of every contact, bit i is channel i: after every Up, and when edges were lost.
	// The slice is the callee's only until it returns.
	State(levels []uint64, at time.Duration)
	// Button is one change of a button.
	Button(n int, pressed bool, at time.Duration)
	// Down says that the link does not work, and why: once when it goes down, and again while it stays
	// so only if the reason is another.
	Down(err error)
	// Up says that the link works. If info.Resumed is set no edge has been missed since it went down.
	Up(info Info)
}

// Powered is a Sink that also takes what becomes of the LEDs' supply, from controllers that measure it.
type Powered interface {
	// Supply says once that the supply is gone (ErrSupply), and with nil that it is back.
	Supply(err error)
}

// Info is what a controller says of itself.
type Info struct {
	Firmware, Version, Layout string
	Boot                      uint16
	Contacts, LEDs, Buttons   int
	Minor                     uint8
	Features                  wire.Features
	Resumed                   bool
}

// Counters count what went wrong on a link, and what went well, since Dial.
type Counters struct {
	wire.Counters            // frames received
	Echo          uint64     // frames in our own direction
	Stale         uint64     // frames of another session
	Ignored       uint64     // unknown types, bad payloads, edges of inputs that do not exist
	Edges         uint64     // edges given to the sink
	Duplicates    uint64     // edges received again
	Rewinds       uint64     // gaps in the log requested again
	Gaps, Lost    uint64     // times the controller's log was full, and edges lost there
	Mismatches    uint64     // times the levels differed from the controller's
	Resent        uint64     // retransmissions of commands
	Refused       uint64     // commands answered with an error
	Repaints      uint64     // frames sent again because another was shown
	Sessions      uint64     // times the link came up
	Slowed        uint64     // failed changes of the rate
	Baud          int        // the rate of the port
	Controller    wire.Stats // the controller's own, up to ten seconds old
}

// Config is what a Link needs to know.
type Config struct {
	Path       string // of the port
	Baud       int    // the rate to go to if the controller can; 0 is BootBaud, at which every session begins
	Contacts   int    // at least so many are wanted; more are not given to the sink
	LEDs       int    // at least so many are wanted; more stay dark
	MaxCurrent int    // mA the controller may let the LEDs draw, 0 leaves it to the controller
	Sink       Sink
	Epoch      time.Time // zero is the time of Dial

	// Open opens the port, at BootBaud; nil is Open(Path, BootBaud). One that is a Rater can go on to Baud.
	Open func() (io.ReadWriteCloser, error)
}

// Link is a controller on a serial port that may come and go.
type Link struct {
	snapshot
	show  chan struct{}
	calls chan call

	report // of Run's goroutine, as are
	memory memory
	past   wire.Counters
}

// snapshot is what others set and ask while Run works.
type snapshot struct {
	mu       sync.Mutex
	frame    []byte   // newest, nil before the first
	current  []uint64 // levels
	working  bool
	counters Counters
}

// newest returns the newest frame, which nobody changes any more.
func (s *snapshot) newest() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.frame
}

// Counters returns what has been counted so far.
func (s *snapshot) Counters() Counters {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counters
}

// Dial returns a link; it does nothing before Run.
func Dial(cfg Config) *Link {
	if cfg.Baud == 0 {
		cfg.Baud = BootBaud
	}
	if cfg.Epoch.IsZero() {
		cfg.Epoch = time.Now()
	}
	if cfg.Open == nil {
		cfg.Open = func() (io.ReadWriteCloser, error) {
			port, err := Open(cfg.Path, BootBaud)
			if err != nil {
				return nil, err // not a nil *Port in an interface
			}
			return port, nil
		}
	}
	words := (cfg.Contacts + 63) / 64
	l := &Link{snapshot: snapshot{current: make([]uint64, words)}, show: make(chan struct{}, 1), calls: make(chan call)}
	l.report = report{cfg: cfg, snapshot: &l.snapshot, words: make([]uint64, words), drifted: make([]bool, cfg.Contacts)}
	return l
}

// Show lights the LEDs: three bytes R, G, B each. It returns at once; only the newest frame counts, and it
// is shown again after every reconnection. It fails on any other number of LEDs than Config.LEDs.
func (l *Link) Show(rgb []byte) error {
	if len(rgb) != 3*l.cfg.LEDs {
		return fmt.Errorf("serial: frame of %d bytes for %d LEDs", len(rgb), l.cfg.LEDs)
	}
	l.mu.Lock()
	l.frame = append([]byte(nil), rgb...)
	l.mu.Unlock()
	select {
	case l.show <- struct{}{}:
	default:
	}
	return nil
}

// Scan copies the newest levels: bit i is channel i. It fails with ErrDown while the link is down.
func (l *Link) Scan(levels []uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case !l.working:
		return ErrDown
	case len(levels) < len(l.current):
		return fmt.Errorf("serial: scan of %d contacts into %d words", l.cfg.Contacts, len(levels))
	}
	clear(levels[copy(levels, l.current):])
	return nil
}

func (l *Link) now() time.Duration { return time.Since(l.cfg.Epoch) }

// The pauses before the port is opened again.
const (
	firstPause = 250 * time.Millisecond
	longPause  = 5 * time.Second
)

// Run keeps the link up until ctx ends, and returns ctx's error. Only one Run at a time.
func (l *Link) Run(ctx context.Context) error {
	pause := firstPause
	for {
		before := l.work.Sessions
		err := l.connect(ctx)
		if ctx.Err() != nil {
			l.stop()
			return ctx.Err()
		}
		l.down(err)
		if l.work.Sessions > before {
			pause = firstPause
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, longPause)
	}
}

// connect opens the port and talks until it fails.
func (l *Link) connect(ctx context.Context) error {
	port, err := l.cfg.Open()
	if err != nil {
		return err
	}
	defer port.Close()
	s := newSession(l, port, l.now())
	l.past, l.work.Baud = l.work.Counters, BootBaud
	return l.talk(ctx, s, newPump(port))
}

// talk passes what the port brings to the session and what the session has to say to the port, until one of them fails.
func (l *Link) talk(ctx context.Context, s *session, p *pump) error {
	defer close(p.done)
	defer close(p.out)
	defer s.inquiry.finish(answer{err: ErrDown})
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		now := l.now()
		if err := s.check(now); err != nil {
			return err
		}
		if !p.writing {
			p.give(s.transmit(now), now)
		}
		l.publish(s)
		timer.Reset(p.due(s.wake()) - now)
		calls := l.calls
		if s.inquiry.calling != nil {
			calls = nil // one at a time
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case chunk := <-p.in:
			if err := s.receive(chunk, l.now()); err != nil {
				return err
			}
			p.more <- struct{}{}
		case <-p.written:
			p.writing = false
		case err := <-p.failed:
			return err
		case <-l.show:
		case c := <-calls:
			s.inquiry.ask(c, l.now())
		case <-timer.C:
			if p.stuck(l.now()) {
				return ErrStuck
			}
		}
	}
}

// publish makes the counters visible.
func (l *Link) publish(s *session) {
	c := s.decoder.Counters()
	l.work.OK, l.work.CRC = l.past.OK+c.OK, l.past.CRC+c.CRC
	l.work.COBS, l.work.Short, l.work.Long = l.past.COBS+c.COBS, l.past.Short+c.Short, l.past.Long+c.Long
	l.mu.Lock()
	defer l.mu.Unlock()
	l.counters = l.work
}
