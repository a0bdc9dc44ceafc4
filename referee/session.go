package referee

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"reeve/board"
	"reeve/referee/health"
	"reeve/rules"
)

// ErrStopped is returned by Do once the session has ended.
var ErrStopped = errors.New("referee: the session has ended")

// Session is a game in progress and all that belongs to it: a Judge with the
// real time, the disk and the viewers. Its methods may be called by many
// goroutines; the state belongs to the one that runs Run.
type Session struct {
	showcase
	start  time.Time
	lights Lights
	in     chan func()
	done   chan struct{}
	writer *writer

	faults        atomic.Pointer[[]health.Fault] // the latest told
	faultsChanged chan struct{}                  // that there are new ones

	// Owned by Run:
	judge      *Judge
	replies    []pendingReply
	shownBatch uint64 // the last batch that viewers see
	timer      *time.Timer
}

// pendingReply is an answer that waits for the disk, and until viewers see what it is about.
type pendingReply struct {
	after uint64 // the last batch it depends on
	err   error  // what is said then
	to    chan error
}

// New makes a session that goes on with a recorded game, or starts one. Run
// has to be called for it to do anything.
func New(cfg Config, resume *Recorded, first NewGame) (*Session, error) {
	j, err := NewJudge(cfg, resume, first)
	if err != nil {
		return nil, err
	}
	s := &Session{
		showcase: showcase{unsettled: make(chan struct{}, 1), watchers: map[*Watch]rules.Seat{}},
		start:    cfg.Start, lights: cfg.Lights, in: make(chan func(), 256), done: make(chan struct{}), faultsChanged: make(chan struct{}, 1),
		writer: newWriter(cfg.Archive, j.outbox.id), judge: j, timer: time.NewTimer(time.Hour),
	}
	s.write()
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
			s.judge.match.clocks.tick(s.now())
			do()
			s.drain()
		case <-s.faultsChanged:
			s.judge.Distrust(*s.faults.Load())
		case err := <-s.writer.out:
			s.judge.written(err)
		case <-s.timer.C:
		}
		s.proceed()
	}
}

// drain handles everything that has arrived, so that a burst of touches makes one picture.
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
func (s *Session) now() time.Duration { return time.Since(s.start) }

// post queues do for the owner's goroutine.
func (s *Session) post(do func()) {
	select {
	case s.in <- do:
	case <-s.done:
	}
}

// Touch takes one debounced touch of the board.
func (s *Session) Touch(t board.Touch) { s.post(func() { s.judge.Touch(t) }) }

// Wood takes the whole wood as felt at an instant: at the start and after an outage.
func (s *Session) Wood(wood board.Set, at time.Duration) {
	s.post(func() { s.judge.Wood(wood, at) })
}

// Fault says that the board is not felt, and why, or with a Dark that it is not lit; nil that it is again.
func (s *Session) Fault(err error) { s.post(func() { s.judge.Fault(err) }) }

// Distrust takes the squares at fault, all of them anew. It never blocks: the
// latest list wins.
func (s *Session) Distrust(faults []health.Fault) {
	s.faults.Store(&faults)
	select {
	case s.faultsChanged <- struct{}{}:
	default:
	}
}

// Do carries out a command whole and returns when its effect is on the disk,
// or returns a *Refusal, or a *Stale, and changes nothing: when what it is refused for is seen.
func (s *Session) Do(ctx context.Context, c Command) error {
	to := make(chan error, 1)
	s.post(func() {
		if g, ok := c.(Guarded); ok {
			if s.stale(g) {
				s.replies = append(s.replies, pendingReply{after: s.judge.outbox.sent, err: &Stale{g.Seq}, to: to})
				return
			}
			c = g.Command
		}
		err := s.judge.Do(c, s.now())
		if err == nil {
			s.proceed()
		}
		s.replies = append(s.replies, pendingReply{after: s.judge.outbox.sent, err: err, to: to})
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

// stale reports whether the command's viewer sees something else by now, or will as
// soon as it is on the disk.
func (s *Session) stale(g Guarded) bool {
	s.proceed()
	shown := s.Table(g.Viewer)
	if shown == nil || g.Seq < shown.unchangedSince || g.Seq > shown.Seq {
		return true
	}
	if s.judge.outbox.acked == s.judge.outbox.sent {
		return false
	}
	next, _, _ := s.judge.views(s.now())
	later := next.tables[g.Viewer] // nil if the next game has no such seat
	return later == nil || !sameButClocks(*later, *shown)
}

// Sync returns when everything posted before it has been dealt with and what is
// due of it is on the disk.
func (s *Session) Sync(ctx context.Context) {
	to := make(chan error, 1)
	s.post(func() {
		s.proceed()
		s.replies = append(s.replies, pendingReply{after: s.judge.outbox.sent, to: to})
	})
	select {
	case <-to:
	case <-ctx.Done():
	case <-s.done:
	}
}

// proceed brings everything up to the present, and shows it.
func (s *Session) proceed() {
	now := s.now()
	wake := s.judge.Proceed(now)
	s.write()
	wake = earliest(wake, s.publish(now))
	s.answer()
	if wake == 0 {
		wake = now + time.Hour
	}
	s.timer.Reset(max(wake-now, 0))
}

// write hands what has to be written to the writer.
func (s *Session) write() {
	for _, b := range s.judge.outbox.queue {
		s.writer.in <- b
	}
	s.judge.outbox.queue = nil
}

// answer sends the replies whose record is on the disk and published, so that the caller's next request sees the
// effect. While the disk fails nothing is published.
func (s *Session) answer() {
	kept := s.replies[:0]
	for _, r := range s.replies {
		switch {
		case s.judge.outbox.trouble != "" && r.after > s.judge.outbox.acked:
			r.to <- s.judge.noDisk()
		case s.judge.outbox.trouble != "" || r.after <= s.shownBatch:
			r.to <- r.err
		default:
			kept = append(kept, r)
		}
	}
	s.replies = kept
}
