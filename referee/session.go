package referee

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"reeve/archive"
	"reeve/board"
	"reeve/gesture"
	"reeve/leds"
	"reeve/rules"
)

// Archive keeps the record. Append writes all it is given or nothing.
type Archive interface {
	Begin(archive.Header) (int64, error)
	Append(id int64, events []archive.Event, touches []board.Touch) error
}

// Lights shows a scene. It never blocks: the latest scene wins.
type Lights interface{ Show(leds.Scene) }

// Config is what a session is made of.
type Config struct {
	Games   []*rules.Game
	Archive Archive
	Lights  Lights
	Random  io.Reader                  // where fair dice take their seed from
	Start   time.Time                  // the instant zero of touches
	Quiet   time.Duration              // the quiet time; 0 means 300 ms (hands.md rule 2)
	Driver  string                     // the name of the board's driver, for people
	Carries func(*board.Topology) bool // whether the board has the squares of a game; nil: it has
	Log     *slog.Logger
}

// DefaultQuiet is the quiet time where no other is set (hands.md rule 2).
const DefaultQuiet = 300 * time.Millisecond

// ErrStopped is returned by Do once the session has ended.
var ErrStopped = errors.New("referee: the session has ended")

// Session is a game in progress and all that belongs to it. Its methods may be
// called by many goroutines; the state belongs to the one that runs Run.
type Session struct {
	cfg    Config
	in     chan func()
	done   chan struct{}
	writer *writer
	faces  atomic.Pointer[faces] // what viewers see, as last published

	// Owned by Run:
	match    *match
	reader   *gesture.Reader
	reading  gesture.Reading
	wood     board.Set
	felt     bool // the wood has been felt since the start
	touches  []board.Touch
	show     show
	fault    string // why the board is not felt; "" when it is
	trouble  string // why the record cannot be written; "" when it can
	replies  []reply
	watchers map[*Watch]rules.Seat
	timer    *time.Timer
}

// reply is an answer that waits for the disk.
type reply struct {
	after uint64 // the last batch it depends on
	to    chan error
}

// New makes a session that goes on with a recorded game, or starts one. Run
// has to be called for it to do anything.
func New(cfg Config, resume *Recorded, first NewGame) (*Session, error) {
	if cfg.Quiet == 0 {
		cfg.Quiet = DefaultQuiet
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	s := &Session{
		cfg: cfg, in: make(chan func(), 256), done: make(chan struct{}), writer: newWriter(cfg.Archive),
		reader: gesture.NewReader(cfg.Quiet), watchers: map[*Watch]rules.Seat{}, timer: time.NewTimer(time.Hour),
	}
	m, err := s.firstMatch(resume, first)
	if err != nil {
		return nil, err
	}
	s.match = m
	s.publish(s.now())
	return s, nil
}

// Run owns the session until ctx is done. The writer has finished when it returns.
func (s *Session) Run(ctx context.Context) {
	defer close(s.done)
	go s.writer.run()
	defer s.writer.close()
	for {
		select {
		case <-ctx.Done():
			s.end()
			return
		case do := <-s.in:
			s.match.clocks.tick(s.now())
			do()
			s.drain()
		case w := <-s.writer.out:
			s.written(w)
		case <-s.timer.C:
		}
		s.proceed()
	}
}

// drain does what else has arrived already, so that a burst of touches makes
// one picture.
func (s *Session) drain() {
	for range 32 {
		select {
		case do := <-s.in:
			do()
		default:
			return
		}
	}
}

func (s *Session) end() {
	for w := range s.watchers {
		w.End()
	}
	for _, r := range s.replies {
		r.to <- ErrStopped
	}
}

// now is the instant since the start, on the monotonic clock.
func (s *Session) now() time.Duration { return time.Since(s.cfg.Start) }

// post hands do to the owner.
func (s *Session) post(do func()) {
	select {
	case s.in <- do:
	case <-s.done:
	}
}

// Touch takes one debounced touch of the board.
func (s *Session) Touch(t board.Touch) {
	s.post(func() {
		s.wood.Set(t.Square, t.Placed)
		s.touches = append(s.touches, t)
		s.show.clear()
		if s.felt && s.match.surface.Has(t.Square) {
			s.reader.Touch(t)
			s.read(t.At)
		}
	})
}

// Wood takes the whole wood as felt at an instant: at the start and after an outage.
func (s *Session) Wood(wood board.Set, at time.Duration) {
	s.post(func() {
		s.wood = wood
		if s.felt {
			s.reader.Feel(s.here(), at)
			return
		}
		s.felt = true
		s.look(false)
	})
}

// here is the wood on the squares of the game; a board may have more.
func (s *Session) here() board.Set { return s.wood.Intersect(s.match.surface) }

// Fault says that the board is not felt, and why; nil that it is again.
func (s *Session) Fault(err error) {
	s.post(func() {
		s.fault = ""
		if err != nil {
			s.fault = err.Error()
			s.cfg.Log.Warn("board lost", "part", "sensors", "error", err)
		}
	})
}

// Do carries out a command whole and returns when its effect is on the disk,
// or returns a *Refusal and changes nothing.
func (s *Session) Do(ctx context.Context, c Command) error {
	to := make(chan error, 1)
	s.post(func() {
		if err := s.carryOut(c); err != nil {
			to <- err
			return
		}
		s.proceed()
		s.replies = append(s.replies, reply{after: s.writer.sent, to: to})
	})
	select {
	case err := <-to:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-s.done:
		return ErrStopped
	}
}

// Sync returns when everything posted before it has been dealt with and what is
// due of it is on the disk.
func (s *Session) Sync(ctx context.Context) {
	to := make(chan error, 1)
	s.post(func() {
		s.proceed()
		s.replies = append(s.replies, reply{after: s.writer.sent, to: to})
	})
	select {
	case <-to:
	case <-ctx.Done():
	case <-s.done:
	}
}

// proceed brings everything up to the present: what the hands mean now, the
// throws that are due, and what viewers see.
func (s *Session) proceed() {
	now := s.now()
	s.match.clocks.tick(now)
	s.read(now)
	s.time(now)
	s.publish(now)
	s.answer()
	s.wake(now)
}

// answer sends the replies whose record is on the disk.
func (s *Session) answer() {
	kept := s.replies[:0]
	for _, r := range s.replies {
		switch {
		case s.trouble != "":
			r.to <- &Refusal{Status: 409, Text: "the record cannot be written: " + s.trouble, Hint: "free some disk space; the game goes on by itself"}
		case r.after <= s.writer.acked:
			r.to <- nil
		default:
			kept = append(kept, r)
		}
	}
	s.replies = kept
}

// wake sets the timer to the next instant at which something is due.
func (s *Session) wake(now time.Duration) {
	next := time.Hour
	for _, at := range []time.Duration{s.reading.Wake, s.show.until(), s.match.clocks.flagAt(now)} {
		if at != 0 {
			next = min(next, max(at-now, 0))
		}
	}
	s.timer.Reset(next)
}
