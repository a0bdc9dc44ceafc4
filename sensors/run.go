package sensors

import (
	"context"
	"time"

	"reeve/board"
)

// The defaults of Options, and how a failing driver is tried again.
const (
	DefaultPeriod  = 4 * time.Millisecond // 250 scans a second
	DefaultSamples = 2
	firstRetry     = 10 * time.Millisecond // doubled with every failure
	lastRetry      = time.Second
)

// Options say how a Loop scans. The zero value is made of defaults.
type Options struct {
	Period  time.Duration // between scans; 0 is DefaultPeriod
	Samples int           // equal samples that settle a change, 1 to MaxSamples; 0 is DefaultSamples
	Start   time.Time     // the instant 0 of touches; the zero time is when NewLoop is called
	// Loose, if set, is called with the settled changes of channels that feel no
	// square, buttons for instance. The levels found first are not told.
	Loose func(Change)
}

// Loop scans one driver.
type Loop struct {
	scanner Scanner
	wiring  *Wiring
	sink    Sink
	opt     Options
	deb     *Debouncer
	levels  []uint64
	good    int  // scans since the start or the last failure, while not yet steady
	steady  bool // the wood is known and touches are told
	failed  bool
	retry   time.Duration
}

// NewLoop makes a loop over the scanner whose channels are wired so.
func NewLoop(s Scanner, w *Wiring, sink Sink, o Options) *Loop {
	if o.Period <= 0 {
		o.Period = DefaultPeriod
	}
	if o.Samples <= 0 {
		o.Samples = DefaultSamples
	}
	if o.Start.IsZero() {
		o.Start = time.Now()
	}
	return &Loop{
		scanner: s, wiring: w, sink: sink, opt: o,
		deb: NewDebouncer(w.Channels(), o.Samples), levels: make([]uint64, w.Words()),
	}
}

// Run is NewLoop(…).Run(ctx), for who does not ask for flicker.
func Run(ctx context.Context, s Scanner, w *Wiring, sink Sink, o Options) {
	NewLoop(s, w, sink, o).Run(ctx)
}

// Run scans until ctx is done. A failing scan leaves the last state standing, is
// told once, and is tried again after 10 ms, then ever later, up to 1 s.
func (l *Loop) Run(ctx context.Context) {
	tick := time.NewTicker(l.opt.Period)
	defer tick.Stop()
	wait := l.opt.Period
	for ctx.Err() == nil {
		if next := l.Scan(); next != wait {
			wait = next
			tick.Reset(wait)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// Flicker counts the unsettled changes of a channel; see Debouncer.Flicker.
func (l *Loop) Flicker(channel int) uint32 { return l.deb.Flicker(channel) }

// Scan makes one scan, tells the sink what it settles and returns how long to
// wait for the next. Run calls it; so may who owns another loop.
func (l *Loop) Scan() time.Duration {
	if err := l.scanner.Scan(l.levels); err != nil {
		return l.fail(err)
	}
	at := time.Since(l.opt.Start)
	if !l.steady {
		l.prime(at)
		return l.opt.Period
	}
	for _, c := range l.deb.Sample(l.levels, at) {
		if sq := l.wiring.Square(c.Channel); sq != board.None {
			l.sink.Touch(board.Touch{Square: sq, Placed: c.Closed, At: c.At})
		} else if l.opt.Loose != nil {
			l.opt.Loose(c)
		}
	}
	return l.opt.Period
}

// prime takes a scan before the wood is known. A glitch in one of them must not
// become wood, so there are as many as let each channel settle either way.
func (l *Loop) prime(at time.Duration) {
	if l.good == 0 {
		l.deb.Reset(l.levels)
	} else {
		l.deb.Sample(l.levels, at)
	}
	if l.good++; l.good < 2*l.deb.need-1 {
		return
	}
	l.steady = true
	l.sink.Wood(l.wiring.Wood(l.deb.Settled()), at)
	if l.failed {
		l.failed, l.retry = false, 0
		l.sink.Fault(nil)
	}
}

// fail notes a failing scan and returns when to try again.
func (l *Loop) fail(err error) time.Duration {
	l.steady, l.good = false, 0
	if !l.failed {
		l.failed = true
		l.sink.Fault(err)
	}
	l.retry = min(max(2*l.retry, firstRetry), lastRetry)
	return max(l.retry, l.opt.Period)
}
